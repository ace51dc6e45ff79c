//! A game for tests of searches, which know no real one.

use crate::base::{Player, Score};
use crate::game::{Game, Move};

/// Rules that hardly matter: three moves for ever, and three scores.
pub(in crate::search) struct Three;

impl Game for Three {
    type Position = Player;
    type Key = u32;
    type OwnedKey = u32;

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

    fn owned_key(&self, _: &Player) -> u32 {
        0
    }
}
