//! Sets of cells moved along the lines of a player, and dominoes packed into runs of free cells.
//!
//! A player's *lines* are the columns for Left and the rows for Right. A *run* is a maximal row
//! of free cells in a line. The *offset* of a cell in a run is 0 at its beginning.

use upstar_core::{Bits, Player};

use super::Domineering;

/// Maximum packings of dominoes into each run, one from its beginning and one from its end, by the
/// first cells of the dominoes. In a run with an even number of cells, both are the even offsets.
/// In a run with an odd number of cells, they have no domino in common.
pub(super) struct RunPackings<B> {
    pub front: B,
    pub rear: B,
}

impl<B: Bits> Domineering<B> {
    /// The set moved one cell forward in `player`'s direction.
    #[inline]
    pub(super) fn next(&self, set: B, player: Player) -> B {
        match player {
            Player::Left => (set & self.not_last_row) << self.row,
            Player::Right => (set & self.not_last_column) << 1,
        }
    }

    /// The set moved one cell back in `player`'s direction.
    #[inline]
    pub(super) fn back(&self, set: B, player: Player) -> B {
        match player {
            Player::Left => (set >> self.row) & self.not_last_row,
            Player::Right => (set >> 1) & self.not_last_column,
        }
    }

    /// The cells of `free` where a domino of `player` can begin.
    #[inline]
    pub(super) fn starts(&self, free: B, player: Player) -> B {
        free & self.back(free, player)
    }

    /// A maximum packing of dominoes (or blocks) that start at `starts`: every other one in each
    /// row of starts.
    #[inline]
    pub(super) fn packing(&self, mut starts: B, player: Player) -> B {
        let mut chosen = B::EMPTY;
        while !starts.is_empty() {
            let first = starts & !self.next(starts, player);
            chosen |= first;
            starts &= !(first | self.next(first, player));
        }
        chosen
    }

    /// The packings of dominoes that start at `starts`.
    #[inline]
    pub(super) fn packings(&self, starts: B, player: Player) -> RunPackings<B> {
        let front = self.packing(starts, player);
        let mut rear = B::EMPTY;
        let mut starts = starts;
        while !starts.is_empty() {
            let last = starts & !self.back(starts, player);
            rear |= last;
            starts &= !(last | self.back(last, player));
        }
        RunPackings { front, rear }
    }

    /// The runs of `player` that the opponent cannot use at all. The value of each is half its
    /// length, rounded down, in moves of `player`.
    #[inline]
    pub(super) fn private(&self, free: B, player: Player) -> B {
        let other = player.other();
        let mut shared = free & (self.next(free, other) | self.back(free, other));
        loop {
            let more = shared | ((self.next(shared, player) | self.back(shared, player)) & free);
            if more == shared {
                return free & !shared;
            }
            shared = more;
        }
    }

    /// Dominated moves of `player`, by their first cells. Each is dominated by a move that is not
    /// in the set. Let x, y and z be the first three cells of a run, where the opponent cannot use
    /// z. The domino on x and y removes all the opponent's dominoes that the domino on y and z
    /// removes. It removes no more of the player's dominoes. So it leaves the player at least as
    /// many moves and the opponent at most as many, now and after any sequence of moves. The same
    /// holds at the end of a run.
    #[inline]
    pub(super) fn dominated(&self, free: B, player: Player) -> B {
        let other = player.other();
        let starts = self.starts(free, player);
        let safe = free & !(self.next(free, other) | self.back(free, other));
        let first = starts & !self.next(free, player);
        let last = starts & !self.back(starts, player);
        let second = starts & self.next(first, player) & self.back(safe, player);
        // In a run of three cells either may dominate the other.
        let last_but_one = starts & self.back(last & !second, player) & safe;
        second | last_but_one
    }
}
