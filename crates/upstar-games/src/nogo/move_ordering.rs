//! Priorities of moves: first those that take moves from the opponent, into the open.
//!
//! **Idea** A move takes some moves from the opponent at once where it is made: the cell itself, and
//! neighbours that become suicide or would take the new stone. Beyond that, a stone does best where it
//! touches many cells and no stone of its colour. A stone beside one of its colour fills a cell that
//! the opponent might never have been able to fill. Stones at corners of each other make such cells.
//!
//! **Formula** 8 for each neighbour on the board, 9 for each move that the opponent loses, −12 for each
//! stone of the mover beside the cell, 2 for each at a corner of it; ties in the order of the cells.
//! The numbers come from a logistic fit to positions of small boards in which some moves win and others
//! lose, and then from the sizes of searches; see decision 46.
//!
//! **Guarantee** none, it is a guess. The moves lost are counted without play. A cell counts as suicide
//! if the move takes its last empty neighbour and no group with two liberties at one stone is beside it,
//! though a group that has its liberties at several stones may still help.

use upstar_core::{Bits, Move};

use super::{NoGo, Position};

const NEIGHBOUR: i32 = 8;
const LOST_REPLY: i32 = 9;
const BESIDE_OWN: i32 = -12;
const AT_CORNER: i32 = 2;

impl<B: Bits> NoGo<B> {
    /// Appends the priority of each of the moves, larger for better for the mover.
    pub(super) fn append_priorities(
        &self,
        position: &Position<B>,
        moves: &[Move],
        priorities: &mut Vec<i32>,
    ) {
        let squares = &self.squares;
        let [mover, opponent] = [position.mover, position.mover.other()].map(|p| p.index());
        let [own, other] = [mover, opponent].map(|player| position.stones[player]);
        let replies = position.legal[opponent];
        let empty = squares.board & !(own | other);
        let [up, left, right, down] = squares.steps(empty);
        let roomy = (up & down) | (left & right) | ((up | down) & (left | right));
        let helped = squares.neighbours(squares.fill(other & roomy, other));
        // Replies that need their only empty neighbour.
        let narrow = replies & !(roomy | helped);
        let count = |set: B| set.count() as i32;
        priorities.extend(moves.iter().map(|mv| {
            let cell = B::cell(mv.0 as usize);
            let [up, left, right, down] = squares.steps(cell);
            let around = up | left | right | down;
            let [above, _, _, below] = squares.steps(left | right);
            let mut lost_replies = (cell & replies) | (around & narrow);
            let liberties = around & empty;
            if (around & own).is_empty() && liberties.without_lowest().is_empty() {
                lost_replies |= liberties & replies;
            }
            NEIGHBOUR * count(around)
                + LOST_REPLY * count(lost_replies)
                + BESIDE_OWN * count(around & own)
                + AT_CORNER * count((above | below) & own)
        }));
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::{Game, MoveOrdering, Player};

    use super::*;
    use crate::nogo::setup;

    fn priorities(text: &str) -> Vec<i32> {
        let (game, position) = NoGo::<u64>::new(&setup(text).unwrap(), Player::Left).unwrap();
        let (mut moves, mut priorities) = (Vec::new(), Vec::new());
        game.expand(&position, &mut moves);
        assert!(game.move_priorities(&position, &moves, &mut priorities));
        priorities
    }

    #[test]
    fn open_cells_come_first_and_symmetric_ones_have_equal_priorities() {
        assert_eq!(priorities("3x3"), [25, 33, 25, 33, 41, 33, 25, 33, 25]);
    }

    #[test]
    fn what_the_opponent_loses_is_counted() {
        // Left at a1 leaves Right without b1 too, which would be suicide; at b1, without both as well: the
        // new stone has one liberty.
        assert_eq!(priorities(".."), [8 + 9 + 9; 2]);
        // b1 of three takes the cell and both neighbours, which become suicide.
        assert_eq!(priorities("..."), [8 + 9 + 9, 16 + 27, 8 + 9 + 9]);
    }

    #[test]
    fn own_stones_beside_count_against_a_move_and_those_at_corners_for_it() {
        assert_eq!(
            priorities("x../.../..."),
            [24 + 9 - 12, 16 + 9, 24 + 9 - 12, 32 + 9 + 2, 33, 25, 33, 25]
        );
    }
}
