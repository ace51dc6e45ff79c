//! Players that keep their tree from move to move, and random playouts.

use std::sync::Arc;

use upstar_cgt::value_game;
use upstar_core::{Control, ErasedGame, Error, Move, Parameters};
use upstar_search::{MonteCarloPlayer, Request, Solution};

use crate::{plan::split_values, position::AnyPosition, registry, view};

/// A player of some game.
pub struct Player(MonteCarloPlayer<ErasedGame>);

impl Player {
    /// Thinks about the position within the limits of `control`; what was known before counts.
    pub fn think(&mut self, control: &Control) -> Solution {
        self.0.think(control)
    }

    /// Somebody has played a legal move.
    pub fn play(&mut self, mv: Move) {
        self.0.play(mv);
    }
}

/// A player that keeps its tree from move to move, from a position on; none if the algorithm keeps
/// none.
///
/// # Errors
/// If the algorithm or a parameter does not exist or does not suit the game.
pub fn player(
    position: &dyn AnyPosition,
    request: &Request,
    max_bytes: usize,
) -> Result<Option<Player>, Error> {
    let info = registry::algorithm(&request.algorithm)?;
    let (request, options, _) = split_values(position, request, info)?;
    let (game, at) = view::of(position, options)?;
    let player = MonteCarloPlayer::new(Arc::new(game), &at, &request, max_bytes)?;
    Ok(player.map(Player))
}

/// Plays at random to the end so many times; for each of the game's scores, how often a play ended with it.
/// Fewer when `control` says stop.
///
/// # Errors
/// If a parameter, one of [`value_game::PARAMETERS`], does not suit the game.
pub fn playouts(
    position: &dyn AnyPosition,
    count: u64,
    seed: u64,
    parameters: &Parameters,
    control: &Control,
) -> Result<Vec<u64>, Error> {
    parameters.check_among(value_game::PARAMETERS, "random play")?;
    let request = Request { parameters: parameters.clone(), ..Request::new("mcts") };
    let (_, options, _) = split_values(position, &request, registry::algorithm("mcts")?)?;
    let (game, at) = view::of(position, options)?;
    Ok(upstar_search::playouts(&game, &at, count, seed, control))
}
