//! No reply: in NoGo a player who has a move wins if the opponent has none.
//!
//! **Theorem** A move that is illegal for a player stays illegal. If it would capture a group, that
//! group has no other liberty, and it can only grow through this cell. If it would be suicide, the
//! cell has no empty neighbour, and none of the player's groups next to it has another liberty. A
//! cell without empty neighbours keeps none, and these groups can only grow through this cell. So
//! a player without a legal move never has one again. The opponent plays once more and wins.
//!
//! Barred cells are empty cells where nobody may move.

use super::{At, Board, Family, Lemma};
use crate::claim::Claim;

/// The lemma on a board.
pub struct NoReply {
    neighbours: Vec<u128>,
    all: u128,
}

impl NoReply {
    /// The lemma for a board of NoGo.
    pub fn for_board(board: &Board) -> Option<Box<dyn Lemma>> {
        let neighbours = board.square_neighbours();
        (board.family == Family::NoGo)
            .then(|| Box::new(NoReply { neighbours, all: board.all() }) as Box<dyn Lemma>)
    }

    /// Has the group of `own` stones with this stone a liberty?
    fn is_alive(&self, own: u128, stone: usize, empty: u128) -> bool {
        let (mut group, mut border) = (1u128 << stone, 1u128 << stone);
        while border != 0 {
            let cell = border.trailing_zeros() as usize;
            if self.neighbours[cell] & empty != 0 {
                return true;
            }
            let more = self.neighbours[cell] & own & !group;
            group |= more;
            border = (border & (border - 1)) | more;
        }
        false
    }

    /// May the player with the stones `own` place one on this empty cell?
    fn is_legal(&self, cell: usize, own: u128, other: u128, empty: u128) -> bool {
        let (own, empty) = (own | 1 << cell, empty & !(1 << cell));
        let mut beside = self.neighbours[cell] & other;
        while beside != 0 {
            if !self.is_alive(other, beside.trailing_zeros() as usize, empty) {
                return false;
            }
            beside &= beside - 1;
        }
        self.is_alive(own, cell, empty)
    }

    /// Has the player with the stones `own` a legal move?
    fn has_move(&self, own: u128, other: u128, empty: u128, barred: u128) -> bool {
        let mut cells = empty & !barred;
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            if self.is_legal(cell, own, other, empty) {
                return true;
            }
            cells &= cells - 1;
        }
        false
    }
}

impl Lemma for NoReply {
    fn name(&self) -> &'static str {
        "no-reply"
    }

    fn closes(&self, at: At, claim: &Claim) -> bool {
        if at.mover != claim.claimant || claim.least > 1 {
            return false;
        }
        let [first, second] = at.planes;
        let barred = first & second;
        let empty = (self.all & !(first | second)) | barred;
        let stones = [first & !barred, second & !barred];
        let [own, other] = [at.mover, at.mover.other()].map(|player| stones[player.index()]);
        !self.has_move(other, own, empty, barred) && self.has_move(own, other, empty, barred)
    }
}
