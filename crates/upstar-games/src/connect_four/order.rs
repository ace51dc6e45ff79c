//! What speaks for a move: the order in which a depth-first search tries them.
//!
//! **Idea** Of the player who has just moved count
//! 1. the empty cells that lack only a stone to make a line, more if one is on top of an open cell, where the
//!    opponent may not play, and more if zugzwang gives the cell to the player: in columns that are
//!    filled one after the other the player who places the last stone of all gets the top row, the third
//!    and so on, the other one those between. A threat above one that the opponent gets so comes too late;
//! 2. the lines with two stones or more that can still be made, less those that the opponent
//!    can still make at all;
//! 3. for the stone itself: near the middle, high up, and in a row that zugzwang gives to the player.
//!
//! **Guarantee** none: it proves nothing. The weights were found by hill climbing on 6x6 and on positions of
//! 6x7 and 7x6 after eight moves.

use upstar_core::{Bits, Grid, Player};

use super::{ConnectFour, Position};
use crate::winning_lines::Threats;

/// A cell that lacks only a stone, what it is worth more on top of an open one, and where zugzwang helps.
const THREAT: i32 = 35;
const ON_TOP: i32 = 15;
const IN_TIME: i32 = 30;
/// A line with two stones that can be made, and one that the opponent can make.
const PROMISING: i32 = 10;
const LEFT_OPEN: i32 = 4;
/// A stone half a column nearer to the middle, a row higher, in a row that zugzwang gives.
const NEARER: i32 = 8;
const HIGHER: i32 = 2;
const OWN_ROW: i32 = 14;

/// What a stone of `player` on each cell is worth, larger for better for Left, if `last` places the
/// last stone.
pub(super) fn worth(grid: Grid, player: Player, last: Player) -> Vec<i32> {
    let of = |cell| {
        let (row, column) = grid.place(cell);
        let (row, off) = (row as i32, 2 * column as i32 + 1 - grid.columns as i32);
        let is_own = (row % 2 == 0) == (player == last);
        let worth = OWN_ROW * i32::from(is_own) - HIGHER * row - NEARER * off.abs();
        seen_by_left(worth, player)
    };
    (0..grid.cells()).map(of).collect()
}

#[inline]
fn seen_by_left(value: i32, player: Player) -> i32 {
    match player {
        Player::Left => value,
        Player::Right => -value,
    }
}

impl<B: Bits> ConnectFour<B> {
    /// What speaks for the move that led here, larger for better for Left.
    #[inline]
    pub(super) fn guess(&self, position: &Position<B>, threats: &Threats<B>) -> i32 {
        let count = |set: B| set.count() as i32;
        let (player, opponent) = (position.mover.other(), position.mover);
        let own = position.stones[player.index()];
        let free = self.board & !position.stones[opponent.index()];
        let empty = free & !own;
        let lacking = position.completing[player.index()] & empty;
        let theirs = position.completing[opponent.index()] & empty;
        let rows = if player == self.last { self.follows } else { !self.follows };
        let in_time = lacking & rows & !self.upwards(theirs & !rows);
        let value = THREAT * count(lacking)
            + ON_TOP * count(lacking & (threats.open >> self.row))
            + IN_TIME * count(in_time)
            + PROMISING * self.lines.promising(own, free) as i32
            - LEFT_OPEN * self.lines.count(self.board & !own) as i32;
        position.worth + seen_by_left(value, player)
    }
}
