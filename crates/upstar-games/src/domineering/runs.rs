//! Sets of cells moved along the lines of a player, and dominoes packed into runs of free cells.
//!
//! A player's *lines* are the columns for Left and the rows for Right. A *run* is a maximal row
//! of free cells in a line. The *offset* of a cell in a run is 0 at its beginning.

use upstar_core::{Bits, Player};

use super::Domineering;

/// A largest packing of dominoes into each run, from its beginning and from its end, by the first
/// cells of the dominoes. In a run with an even number of cells the two are the same, the even
/// offsets. In one with an odd number they have no domino in common.
pub(super) struct RunPackings<B> {
    pub front: B,
    pub rear: B,
}

impl<B: Bits> Domineering<B> {
    /// The set moved one cell on in `player`'s direction.
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

    /// As many dominoes (or blocks) that start at `starts` as fit: in each row of starts every other
    /// one.
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

    /// The runs of `player` of which the opponent cannot use any cell: each has the value of half its
    /// length in moves of `player`, whatever happens elsewhere.
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

    /// Moves of `player`, by their first cells, that are dominated by another one, which is none of
    /// them. Let x be the first cell of a run, y and z the next ones, and z of no use to the opponent.
    /// The domino on x and y removes all the opponent's dominoes that the one on y and z removes, and
    /// no more of the player's. So it leaves the player more moves and the opponent fewer, now and after
    /// the same moves of both. The same is true from the end of a run.
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
