//! Players that keep their tree from move to move, and random playouts.

use upstar_cgt::value_game;
use upstar_core::{Control, Error, Parameters};
use upstar_search::Request;
use upstar_solver::{Player, player as erased};

use crate::{plan::split_values, position::AnyPosition, registry, view};

/// A player that starts at a position and keeps its tree from move to move. None if the algorithm keeps no
/// tree.
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
    Player::new(game, &at, &request, max_bytes)
}

/// Runs `count` random playouts, and counts how often each of the game's scores occurred. Runs fewer if `control`
/// is stopped.
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
    Ok(erased::playouts(&game, &at, count, seed, control))
}
