//! One key for all positions that differ only in inert stones, which do not affect the legal moves.
//!
//! **Idea** A position may have barred cells. So the key may be that of another position, as long
//! as the same sequences of moves are legal in both. `parts.rs` defines dead cells and immortal
//! groups. A live cell is *free* if it has a dead or barred neighbour, or immortal neighbours of
//! both colours. A stone on a free cell is immortal. An immortal stone is *inert* if all live cells
//! next to it are free and no mortal group of the opponent is next to it. Inert stones and dead
//! cells become barred. This makes more cells free, so the step is repeated.
//!
//! **Guarantee** Every sequence of moves that is legal in one of the two positions is legal in the
//! other, because after every move
//! * mortal groups are the same, with the same liberties. A removed stone touches none of them. A
//!   group of its own colour would be part of its immortal group, and it is not next to a mortal
//!   group of the opponent. A new mortal group has a new stone on a cell that was not free, and
//!   such a cell touches no inert stone.
//! * The rest of an immortal group is immortal. The path through its stones to a dead cell still
//!   exists, or it ends at a stone that became barred, which is now a permanent liberty.
//! * A cell that is not free has the same neighbours. A free cell stays free, and a stone on it is
//!   immortal in both positions. It has a dead or barred neighbour, or an immortal neighbour of its
//!   colour.
//!
//! Whether a move on a cell is legal depends on its empty neighbours, on the mortal groups next to
//! it, and on whether an immortal group of the same colour is next to it. These are the same in
//! both positions.
//!
//! **Reference** Decision 13 for dead cells and immortal groups, decision 46 for the effect of
//! these keys. On boards of one row, `one_row_key.rs` merges more positions.

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

    /// Checks the induction step of the proof in every position: the same moves are legal, before
    /// and after each move.
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
                    "all inert stones are removed at once"
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
