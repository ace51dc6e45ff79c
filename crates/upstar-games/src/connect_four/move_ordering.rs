//! The evaluation that orders moves for a depth-first search.
//!
//! **Idea** For the player who has just moved, add up
//! 1. the *threats*: empty cells where a stone would complete a line. A threat counts more above an
//!    open cell, because the opponent must not play there. It also counts more if zugzwang gives
//!    the cell to the player. If columns are filled one after the other, the player who places the
//!    last stone of the board gets the top row, the third row from the top and so on. The opponent
//!    gets the other rows. A threat does not count above a threat that the opponent gets in this
//!    way;
//! 2. the number of open lines with at least two stones of the player, minus the number of lines
//!    that the opponent can still make;
//! 3. a value for the stone itself: higher near the middle, high up, and in a row that zugzwang
//!    gives to the player.
//!
//! **Guarantee** None. The evaluation proves nothing. The weights were found by hill climbing on
//! 6x6 and on positions of 6x7 and 7x6 after eight moves.

use upstar_core::{Bits, Grid, Player};

use super::{ConnectFour, Position};
use crate::winning_lines::Threats;

/// The weight of a threat, and the additional weights if it is above an open cell or if zugzwang
/// helps.
const THREAT: i32 = 35;
const THREAT_ON_TOP: i32 = 15;
const THREAT_BY_ZUGZWANG: i32 = 30;
/// The weights of an open line with two stones, and of a line that the opponent can make.
const LINE_WITH_TWO: i32 = 10;
const OPPONENT_LINE: i32 = 4;
/// The weights of half a column towards the middle, of a row upwards, and of a row that zugzwang
/// gives.
const CENTRALITY: i32 = 8;
const HEIGHT: i32 = 2;
const ZUGZWANG_ROW: i32 = 14;

/// The value of a stone of `player` on each cell, if `last_mover` places the last stone. Larger is
/// better for Left.
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
    /// An evaluation that orders the moves that lead to a position. Larger is better for Left.
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
