//! Following up: a plan for the player who is not to move, and what it proves.
//!
//! **Idea** The follower answers every move with a stone on top of it. The mover, who begins, then
//! gets the lowest empty cell of each column, the third and so on, the follower the others. The
//! plan works as long as there always is a cell on top, which is so in a column
//! 1. with an even number of empty cells, or
//! 2. in which the follower lacks only a cell of its own to make a line: with that one it wins, so that
//!    what is above does not matter (a threat that decides by zugzwang);
//! 3. and two other columns can be taken together: when the mover takes the lowest cell of one,
//!    the follower takes that of the other, and both have an even number left.
//!
//! **Guarantee** If no line of the mover lies within its stones, the cells that it gets and one of
//! each pair of the third kind, no play against this plan makes one: the follower has at least a
//! draw. It wins if there is a column of the second kind, or its own cells make a line: every cell is
//! filled in the end, unless somebody wins before, and that is not the mover.
//!
//! **Reference** Allis, *A knowledge-based approach of connect-four*, 1988, where these are
//! claimevens, baseinverses and the control of zugzwang.

use upstar_core::{Bits, Bounds, Player, iter_bits};

use super::ConnectFour;

impl<B: Bits> ConnectFour<B> {
    /// What following up proves, from Left's point of view. `lacking` are the empty cells that fill
    /// a line of each player.
    #[inline]
    pub(super) fn follow_up(&self, stones: [B; 2], lacking: [B; 2], mover: Player) -> Bounds {
        let unknown = Bounds::new(-1, 1);
        if self.grid.rows == 1 {
            return unknown;
        }
        let follower = mover.other();
        let empty = self.board & !(stones[0] | stones[1]);
        let open = self.landings(stones);

        // Counted from the top, the first, third, … row are `follows`: there lies the lowest empty
        // cell of a column with an odd number of them, which is empty from there upwards.
        let uneven = self.upwards(open & self.follows);
        let mut gets = (empty & !uneven & self.follows) | (uneven & !self.follows);
        let mut decides = lacking[follower.index()] & gets;
        let mut beyond = self.upwards(decides);
        let loose = uneven & !beyond & self.top_row;
        let mut pairs = B::EMPTY;
        if !loose.is_empty() {
            if loose.count() % 2 == 1 {
                return unknown;
            }
            let columns = self.downwards(loose) & uneven;
            pairs = columns & open;
            gets = (gets & !columns) | (columns & self.follows & !pairs);
            decides = lacking[follower.index()] & gets;
            beyond = self.upwards(decides);
        }
        let movers = stones[mover.index()] | (empty & !gets & !pairs & !beyond);
        if !self.is_harmless(movers, pairs) {
            return unknown;
        }
        let wins = !decides.is_empty() || self.lines.any(stones[follower.index()] | gets);
        match mover {
            Player::Left => Bounds::new(-1, if wins { -1 } else { 0 }),
            Player::Right => Bounds::new(if wins { 1 } else { 0 }, 1),
        }
    }

    /// Can the cells of `pairs` be paired so that there is no line within `set` and one cell
    /// of each pair? Of more than four cells not all ways are tried.
    #[inline]
    fn is_harmless(&self, set: B, pairs: B) -> bool {
        if !self.lines.any(set | pairs) {
            return true;
        }
        let mut cells = [B::EMPTY; 4];
        match pairs.count() {
            2 => {
                let rest = pairs.without_lowest();
                !self.lines.any(set | rest) && !self.lines.any(set | (pairs ^ rest))
            }
            4 if !self.lines.any(set) => {
                for (place, cell) in cells.iter_mut().zip(iter_bits(pairs)) {
                    *place = B::cell(cell);
                }
                let [a, b, c, d] = cells;
                [[a, b, c, d], [a, c, b, d], [a, d, b, c]].into_iter().any(|[a, b, c, d]| {
                    [a | c, a | d, b | c, b | d].into_iter().all(|two| !self.lines.any(set | two))
                })
            }
            _ => false,
        }
    }

    /// The cells of a set and all above them.
    #[inline]
    pub(super) fn upwards(&self, mut set: B) -> B {
        let mut shift = self.grid.columns as u32;
        while (shift as usize) < self.grid.cells() {
            set |= set >> shift;
            shift *= 2;
        }
        set
    }

    /// The cells of a set and all below them; what lies outside the board is for the caller to take
    /// away.
    #[inline]
    fn downwards(&self, mut set: B) -> B {
        let mut shift = self.grid.columns as u32;
        while (shift as usize) < self.grid.cells() {
            set |= set << shift;
            shift *= 2;
        }
        set
    }
}
