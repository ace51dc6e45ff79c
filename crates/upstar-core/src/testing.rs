//! A game for tests of searches, which have no real game to use.

use crate::{Game, Move, MoveOrdering, Player, Playouts, Score, StaticBounds, Symmetry};

/// A game with three moves in every position and three scores. It never ends.
pub struct ThreeMoves;

impl Game for ThreeMoves {
    type Position = Player;
    type Key = u32;

    fn scores(&self) -> &[Score] {
        &[-1, 0, 1]
    }

    fn to_move(&self, position: &Player) -> Player {
        *position
    }

    fn expand(&self, _: &Player, moves: &mut Vec<Move>) -> Option<Score> {
        moves.extend((0..3).map(Move));
        None
    }

    fn play(&self, position: &mut Player, _: Move) {
        *position = position.other();
    }

    fn key(&self, _: &Player) -> u32 {
        0
    }
}

impl Symmetry for ThreeMoves {}

impl StaticBounds for ThreeMoves {}

impl MoveOrdering for ThreeMoves {}

impl Playouts for ThreeMoves {}
