//! The two lists, games and algorithms: the only place that knows both. A new game is its file
//! and a line in [`GAMES`]; a new algorithm is its file and a line in `algorithms!`.

use std::sync::Arc;

use crate::any::{AnyPosition, Erased};
use crate::base::{Error, Player, PositionError, near_matches};
use crate::game::{Game, GameInfo};
use crate::games::domineering::{self, Domineering};
use crate::proof;
use crate::search::{
    AlgorithmInfo, AlphaBeta, Auto, Control, Minimax, Request, Solution, Solver, complete_line,
};

/// Reads a position of one game.
type Reader = fn(&str, Player) -> Result<Box<dyn AnyPosition>, PositionError>;

/// Reads a board, takes the narrowest bitboard that holds it, and hides the types.
macro_rules! board {
    ($module:ident, $game:ident) => {
        (&$module::INFO, |text, mover| {
            let setup = $module::setup(text)?;
            if setup.cells.len() <= 64 {
                let (game, position) = $game::<u64>::new(&setup, mover)?;
                Ok(Erased::boxed(Arc::new(game), position))
            } else {
                let (game, position) = $game::<u128>::new(&setup, mover)?;
                Ok(Erased::boxed(Arc::new(game), position))
            }
        })
    };
}

/// Every game, with what reads its positions.
const GAMES: &[(&GameInfo, Reader)] = &[board!(domineering, Domineering)];

/// What is known of every game, in the order of the list.
pub fn games() -> impl Iterator<Item = &'static GameInfo> {
    GAMES.iter().map(|(info, _)| *info)
}

/// What is known of one game.
///
/// # Errors
/// If there is no game of that name; the message has the nearest one.
pub fn game(name: &str) -> Result<&'static GameInfo, Error> {
    entry(name).map(|(info, _)| *info)
}

fn entry(name: &str) -> Result<&'static (&'static GameInfo, Reader), Error> {
    GAMES.iter().find(|(info, _)| info.name == name).ok_or_else(|| {
        let near = near_matches(name, games().map(|info| info.name));
        Error::UnknownName(format!("there is no game '{name}'{near}"))
    })
}

/// Reads a position; Left moves unless `to_move` says otherwise.
///
/// # Errors
/// If the game does not exist or the text is not a position of it.
pub fn position(
    game: &str,
    text: &str,
    to_move: Option<Player>,
) -> Result<Box<dyn AnyPosition>, Error> {
    let (_, reader) = entry(game)?;
    Ok(reader(text, to_move.unwrap_or(Player::Left))?)
}

macro_rules! algorithms {
    ($($solver:ident),* $(,)?) => {
        /// What is known of every algorithm, in the order of the list.
        pub const ALGORITHMS: &[&AlgorithmInfo] = &[$(&<$solver as Solver>::INFO),*];

        fn dispatch<G: Game>(
            game: &G,
            position: &G::Position,
            request: &Request,
            control: &Control,
        ) -> Result<Solution, Error> {
            $(if request.algorithm == <$solver as Solver>::INFO.name {
                return $solver::solve(game, position, request, control);
            })*
            Err(algorithm(&request.algorithm).expect_err("every algorithm is dispatched"))
        }
    };
}

algorithms![Auto, AlphaBeta, Minimax];

/// What is known of one algorithm.
///
/// # Errors
/// If there is no algorithm of that name; the message has the nearest one.
pub fn algorithm(name: &str) -> Result<&'static AlgorithmInfo, Error> {
    ALGORITHMS.iter().find(|info| info.name == name).copied().ok_or_else(|| {
        let near = near_matches(name, ALGORITHMS.iter().map(|info| info.name));
        Error::UnknownName(format!("there is no algorithm '{name}'{near}"))
    })
}

/// Solves a position with the algorithm that the request names.
///
/// # Errors
/// If the algorithm or a parameter does not exist or does not suit the game. Reaching a limit
/// is not an error.
pub fn solve<G: Game>(
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Solution, Error> {
    let info = algorithm(&request.algorithm)?;
    request.parameters.check(info)?;
    if game.may_repeat() && !info.handles_repetition {
        return Err(Error::Unsuitable(format!(
            "{} needs a game in which no position can come back",
            info.name
        )));
    }
    if let Some(path) = &request.proof {
        proof::check_target(path).map_err(Error::Unsuitable)?;
    }
    let solution = dispatch(game, position, request, control)?;
    let mut solution = complete_line(game, position, solution, control);
    proof::write_for(game, position, request, &request.algorithm, None, control, &mut solution);
    Ok(solution)
}
