//! The evaluation that orders moves for a depth-first search.
//!
//! **Idea** For the player who has just moved, count
//! 1. the empty cells that lack only a stone to make a line: the *threats*. A threat counts more on top
//!    of an open cell, where the opponent may not play, and more if zugzwang gives the cell to the
//!    player. In columns that are filled one after the other, the player who places the last stone
//!    of all gets the top row, the third and so on, the opponent those between. A threat above one that
//!    the opponent gets in this way comes too late;
//! 2. the lines with two stones or more that can still be made, less those that the opponent
//!    can still make at all;
//! 3. for the stone itself: near the middle, high up, and in a row that zugzwang gives to the player.
//!
//! **Guarantee** none: it proves nothing. The weights were found by hill climbing on 6x6 and on positions of
//! 6x7 and 7x6 after eight moves.

use upstar_core::{Bits, Grid, Player};

use super::{ConnectFour, Position};
use crate::winning_lines::Threats;

/// The weight of a threat, and more if it is on top of an open cell or if zugzwang helps.
const THREAT: i32 = 35;
const THREAT_ON_TOP: i32 = 15;
const THREAT_BY_ZUGZWANG: i32 = 30;
/// The weight of a line with two stones that can be made, and of one that the opponent can make.
const LINE_WITH_TWO: i32 = 10;
const OPPONENT_LINE: i32 = 4;
/// The weight of half a column towards the middle, of a row upwards, of a row that zugzwang gives.
const CENTRALITY: i32 = 8;
const HEIGHT: i32 = 2;
const ZUGZWANG_ROW: i32 = 14;

/// The value of a stone of `player` on each cell, larger for better for Left, if `last_mover` places
/// the last stone.
pub(super) fn cell_values(grid: Grid, player: Player, last_mover: Player) -> Vec<i32> {
    let value = |cell| {
        let (row, column) = grid.place(cell);
        let (row, off) = (row as i32, 2 * column as i32 + 1 - grid.columns as i32);
        let is_own = (row % 2 == 0) == (player == last_mover);
        let value = ZUGZWANG_ROW * i32::from(is_own) - HEIGHT * row - CENTRALITY * off.abs();
        seen_by_left(value, player)
    };
    (0..grid.cells()).map(value).collect()
}

#[inline]
fn seen_by_left(value: i32, player: Player) -> i32 {
    match player {
        Player::Left => value,
        Player::Right => -value,
    }
}

impl<B: Bits> ConnectFour<B> {
    /// A guess for the order of the moves that lead to positions, larger for better for Left.
    #[inline]
    pub(super) fn ordering_evaluation(&self, position: &Position<B>, threats: &Threats<B>) -> i32 {
        let count = |set: B| set.count() as i32;
        let (player, opponent) = (position.mover.other(), position.mover);
        let own = position.stones[player.index()];
        let free = self.board & !position.stones[opponent.index()];
        let empty = free & !own;
        let threat_cells = position.completing_cells[player.index()] & empty;
        let theirs = position.completing_cells[opponent.index()] & empty;
        let rows =
            if player == self.last_mover { self.follow_up_rows } else { !self.follow_up_rows };
        let by_zugzwang = threat_cells & rows & !self.upwards(theirs & !rows);
        let value = THREAT * count(threat_cells)
            + THREAT_ON_TOP * count(threat_cells & (threats.open >> self.row))
            + THREAT_BY_ZUGZWANG * count(by_zugzwang)
            + LINE_WITH_TWO * self.lines.count_with_two(own, free) as i32
            - OPPONENT_LINE * self.lines.count(self.board & !own) as i32;
        position.cell_value_sum + seen_by_left(value, player)
    }
}
