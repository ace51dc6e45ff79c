//! Priorities of moves. Moves that make many replies illegal and moves on open cells come first.
//!
//! **Idea** A move makes some replies illegal: the cell itself, neighbours that become suicide, and
//! neighbours where the opponent would capture the new stone. In addition, a stone is best where it
//! touches many cells and no stone of its colour. A stone next to one of its colour fills a cell
//! that might have become illegal for the opponent. Diagonal neighbours of the same colour make
//! such cells.
//!
//! **Formula** 8 for each neighbour on the board, 9 for each reply that becomes illegal, −12 for
//! each adjacent stone of the player to move, and 2 for each diagonal one. Ties are in the order of
//! the cells. The numbers come from a logistic fit to positions of small boards in which some moves
//! win and others lose. They were then adjusted by the sizes of searches; see decision 46.
//!
//! **Guarantee** None; it is a heuristic. Illegal replies are counted without playing the move. A
//! cell counts as suicide if the move takes its last empty neighbour and no group that has a stone
//! with two liberties is next to it. A group with liberties at several stones may still make the
//! reply legal.

use upstar_core::{Bits, Move};

use super::{NoGo, Position};

const NEIGHBOUR: i32 = 8;
const LOST_REPLY: i32 = 9;
const BESIDE_OWN: i32 = -12;
const AT_CORNER: i32 = 2;

impl<B: Bits> NoGo<B> {
    /// Appends the priority of each move. Larger is better for the player to move.
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
        // Replies that become illegal without their only empty neighbour.
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
    fn replies_that_become_illegal_are_counted() {
        // After Left at a1, b1 is suicide for Right. After Left at b1, both cells are illegal too,
        // because the new stone has one liberty.
        assert_eq!(priorities(".."), [8 + 9 + 9; 2]);
        // On three cells, b1 makes the cell and both neighbours illegal, because they become
        // suicide.
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
