//! One key for all positions that differ only in inert stones, which no longer matter.
//!
//! **Idea** A position with barred cells is a position like any other. So the key may be that of
//! another position, as long as the same moves can be made in both to the end. Dead cells and
//! immortal groups are those of the head of `parts.rs`. Call a live cell *free* if it has a dead or
//! barred neighbour, or immortal stones of both colours beside it: a player who fills it has an
//! immortal stone. An immortal stone is *inert* if all live cells beside it are free and no mortal
//! group of the opponent is beside it. Inert stones and dead cells are barred. This makes more cells
//! free, and so on.
//!
//! **Guarantee** Every sequence of moves that is legal in one of the two positions is legal in the
//! other, because after every move
//! * mortal groups are the same, with the same liberties. A barred cell touches none of them: neither
//!   one of its own colour, which would be part of its immortal group, nor one of the opponent's. A new
//!   mortal group has a new stone on a cell that was not free, and such a cell touches no inert stone.
//! * What is left of an immortal group is immortal: the way through its stones to a dead cell either
//!   is there, or ends at a stone that was barred, which is a liberty for ever.
//! * A cell that is not free has the same neighbours. A free cell stays free, and a stone on it is
//!   immortal in both positions: it has a dead or barred neighbour, or an immortal stone of its colour
//!   beside it.
//!
//! Whether a cell may be filled depends on its empty neighbours, on the mortal groups beside it and
//! on whether an immortal group of the same colour is beside it. These are the same in both positions.
//!
//! **Reference** decision 13 for dead cells and immortal groups, decision 46 for what keys save. On
//! boards of one row `one_row_key.rs` does more.

use upstar_core::Bits;

use super::{NoGo, Position};

impl<B: Bits> NoGo<B> {
    /// The key of the position without inert stones.
    pub(super) fn strip_inert_stones(&self, position: &Position<B>) -> [B; 2] {
        let squares = &self.squares;
        let [left, right] = position.stones;
        let live = position.legal[0] | position.legal[1];
        let mut barred = squares.board & !(left | right | live);
        if barred.is_empty() {
            return position.stones;
        }
        let beside_dead = squares.neighbours(barred);
        let mut immortal = position.stones.map(|own| squares.fill(own & beside_dead, own));
        let mortal = [left & !immortal[0], right & !immortal[1]];
        let beside_mortal = mortal.map(|own| squares.neighbours(own));
        loop {
            let [by_left, by_right] = immortal.map(|own| squares.neighbours(own));
            let is_free = squares.neighbours(barred) | (by_left & by_right);
            let needed = squares.neighbours(live & !is_free);
            let inert = [
                immortal[0] & !(needed | beside_mortal[1]),
                immortal[1] & !(needed | beside_mortal[0]),
            ];
            if (inert[0] | inert[1]).is_empty() {
                return [mortal[0] | immortal[0] | barred, mortal[1] | immortal[1] | barred];
            }
            barred |= inert[0] | inert[1];
            immortal = [immortal[0] & !inert[0], immortal[1] & !inert[1]];
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use upstar_core::{Game, Move, Notation, Partisan, Player, Playouts, Rng, Symmetry, Wide};

    use super::*;
    use crate::nogo::{
        brute_force::{Known, wins},
        setup,
    };

    fn board(text: &str) -> NoGo<u64> {
        NoGo::new(&setup(text).unwrap(), Player::Left).unwrap().0
    }

    fn without_inert_stones(game: &NoGo<u64>, position: &Position<u64>) -> Position<u64> {
        game.unpack(game.strip_inert_stones(position).widen(), position.mover)
    }

    #[test]
    fn equal_keys_mean_equal_outcomes_in_every_position_of_small_boards() {
        for text in ["2x3", "3x2", "3x3", "2x4", "2x5"] {
            let game = board(text);
            let (mut known, mut by_key, mut images) =
                (Known::new(), HashMap::new(), HashSet::new());
            for position in game.all_positions().unwrap() {
                for mover in Player::BOTH {
                    let position = game.with_mover(&position, mover);
                    let wins = wins(&game, &position, &mut known);
                    let key = (game.symmetric_key(&position), mover);
                    let first = *by_key.entry(key).or_insert(wins);
                    assert_eq!(first, wins, "{} {mover:?}", game.print(&position));
                    images.insert((game.part_key(&position), mover));
                }
            }
            let [keys, images] = [by_key.len(), images.len()];
            assert!(keys < images, "{text}: {keys} keys, {images} up to symmetry");
        }
    }

    /// A step of the proof's induction in every position: the same moves are legal, and after each of
    /// them again.
    #[test]
    fn the_same_moves_can_be_made_without_inert_stones() {
        for text in ["2x3", "3x3", "2x4", "2x5"] {
            let game = board(text);
            for position in game.all_positions().unwrap() {
                let stripped = without_inert_stones(&game, &position);
                assert_eq!(stripped.legal, position.legal, "{}", game.print(&position));
                assert_eq!(
                    game.strip_inert_stones(&stripped),
                    game.key(&stripped),
                    "nothing more to bar"
                );
                let mut moves: Vec<Move> = Vec::new();
                game.expand(&position, &mut moves);
                for mv in moves {
                    let [mut one, mut other] = [position, stripped];
                    game.play(&mut one, mv);
                    game.play(&mut other, mv);
                    assert_eq!(one.legal, other.legal, "{} {mv:?}", game.print(&position));
                }
            }
        }
    }

    #[test]
    fn outcomes_stay_on_larger_boards_with_barred_cells_too() {
        let mut rng = Rng::new(46);
        for text in ["3x4", "#../.../..#/...", "..#../...../....."] {
            let (game, start) = NoGo::<u64>::new(&setup(text).unwrap(), Player::Left).unwrap();
            let mut known = Known::new();
            for _ in 0..300 {
                let mut position = start;
                for _ in 0..5 + rng.below(5) {
                    let Ok(mv) = game.random_move(&position, &mut rng, &mut Vec::new()) else {
                        break;
                    };
                    game.play(&mut position, mv);
                }
                let stripped = without_inert_stones(&game, &position);
                let outcomes = [position, stripped].map(|p| wins(&game, &p, &mut known));
                assert_eq!(outcomes[0], outcomes[1], "{}", game.print(&position));
            }
        }
    }
}
