//! Players that keep their tree from move to move, and random playouts.

use std::sync::Arc;

use upstar_core::{Control, ErasedGame, ErasedPosition, Error, Move};
use upstar_search::{MonteCarloPlayer, Request, Solution};

/// A player of some game.
pub struct Player(MonteCarloPlayer<ErasedGame>);

impl Player {
    /// A player that keeps its tree from move to move, from a position on; none if the algorithm keeps no tree.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub fn new(
        game: ErasedGame,
        position: &ErasedPosition,
        request: &Request,
        max_bytes: usize,
    ) -> Result<Option<Player>, Error> {
        let player = MonteCarloPlayer::new(Arc::new(game), position, request, max_bytes)?;
        Ok(player.map(Player))
    }

    /// Thinks about the position within the limits of `control`; what was known before counts.
    pub fn think(&mut self, control: &Control) -> Solution {
        self.0.think(control)
    }

    /// Somebody has played a legal move.
    pub fn play(&mut self, mv: Move) {
        self.0.play(mv);
    }
}

/// Plays `count` random playouts. Returns how many ended with each of the game's scores. There are fewer playouts if
/// `control` stops them.
pub fn playouts(
    game: &ErasedGame,
    position: &ErasedPosition,
    count: u64,
    seed: u64,
    control: &Control,
) -> Vec<u64> {
    upstar_search::playouts(game, position, count, seed, control)
}
