//! Follow-up: a strategy for the player who is not to move, and the bounds that it proves.
//!
//! **Idea** The follower answers every move with a stone on top of it. The mover, who begins, then
//! gets the lowest empty cell of each column, the third and so on. The follower gets the others.
//! The strategy works as long as there is always a cell on top. That is so in a column
//! 1. with an even number of empty cells, or
//! 2. in which one of the follower's cells completes a line of the follower. The follower wins
//!    there, so the cells above do not matter (the threat decides by zugzwang);
//! 3. and in two other columns that are paired: when the mover takes the lowest cell of one, the
//!    follower takes that of the other, and both have an even number of cells left.
//!
//! **Guarantee** Suppose that no line of the mover lies within its stones, the cells that it gets,
//! and one cell of each pair of the third kind. Then the mover cannot make a line against this
//! strategy, and the follower has at least a draw. The follower wins if there is a column of the
//! second kind, or if its own cells make a line. For every cell is filled in the end, unless a
//! player wins before that, and that player is not the mover.
//!
//! **Reference** Allis, *A knowledge-based approach of connect-four*, 1988, where these strategies
//! are called claimeven, baseinverse and the control of zugzwang.

use upstar_core::{Bits, Bounds, Player, iter_bits};

use super::ConnectFour;

/// The follow-up strategy in a position. It prevents every line of the mover.
pub(super) struct FollowUp<B> {
    /// The empty cells that the follower gets.
    pub gets: B,
    /// The cells where the follower wins by zugzwang.
    pub deciding: B,
    /// The deciding cells and the cells above them.
    pub above_deciding: B,
    /// Does the follower win?
    pub wins: bool,
}

impl<B: Bits> FollowUp<B> {
    /// The bounds that the strategy proves, from Left's point of view.
    #[inline]
    pub fn bounds(&self, mover: Player) -> Bounds {
        let best_for_mover = -i16::from(self.wins);
        Bounds::new(-1, best_for_mover).seen_by(mover)
    }
}

impl<B: Bits> ConnectFour<B> {
    /// The follow-up strategy, if it prevents every line of the mover. `threat_cells` are the empty
    /// cells that complete a line of each player.
    #[inline]
    pub(super) fn follow_up(
        &self,
        stones: [B; 2],
        threat_cells: [B; 2],
        mover: Player,
    ) -> Option<FollowUp<B>> {
        if self.grid.rows == 1 {
            return None;
        }
        let follower = mover.other();
        let empty = self.board & !(stones[0] | stones[1]);
        let open = self.landings(stones);

        // `follow_up_rows` are the first, third, … row from the top. The lowest empty cell of a column
        // lies there if the column has an odd number of empty cells.
        let odd_columns = self.upwards(open & self.follow_up_rows);
        let mut gets =
            (empty & !odd_columns & self.follow_up_rows) | (odd_columns & !self.follow_up_rows);
        let mut deciding = threat_cells[follower.index()] & gets;
        let mut above_deciding = self.upwards(deciding);
        let unpaired = odd_columns & !above_deciding & self.top_row;
        let mut pairs = B::EMPTY;
        if !unpaired.is_empty() {
            if unpaired.count() % 2 == 1 {
                return None;
            }
            let columns = self.downwards(unpaired) & odd_columns;
            pairs = columns & open;
            gets = (gets & !columns) | (columns & self.follow_up_rows & !pairs);
            deciding = threat_cells[follower.index()] & gets;
            above_deciding = self.upwards(deciding);
        }
        let movers = stones[mover.index()] | (empty & !gets & !pairs & !above_deciding);
        if !self.has_harmless_pairing(movers, pairs) {
            return None;
        }
        let wins = !deciding.is_empty() || self.lines.any(stones[follower.index()] | gets);
        Some(FollowUp { gets, deciding, above_deciding, wins })
    }

    /// Can the cells of `pairs` be paired so that no line lies within `set` and one cell of each
    /// pair? With more than four cells, not all pairings are tried.
    #[inline]
    fn has_harmless_pairing(&self, set: B, pairs: B) -> bool {
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

    /// The cells of a set and all cells above them.
    #[inline]
    pub(super) fn upwards(&self, mut set: B) -> B {
        let mut shift = self.grid.columns as u32;
        while (shift as usize) < self.grid.cells() {
            set |= set >> shift;
            shift *= 2;
        }
        set
    }

    /// The cells of a set and all cells below them. The result may have bits outside the board.
    #[inline]
    pub(super) fn downwards(&self, mut set: B) -> B {
        let mut shift = self.grid.columns as u32;
        while (shift as usize) < self.grid.cells() {
            set |= set << shift;
            shift *= 2;
        }
        set
    }
}
