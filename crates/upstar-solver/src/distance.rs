//! Distances: a search on the game whose scores count the plies to the end.

use upstar_core::{Control, DistanceGame, Error, SearchGame};
use upstar_search::{AlphaBeta, Request, Solver};

use crate::{Solved, finish};

/// Solves a position and finds how many plies the winner needs.
///
/// # Errors
/// If the game has other scores than win, draw and loss.
pub fn solve_distance<G: SearchGame + Clone>(
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Solved, Error> {
    let (game, root) = DistanceGame::new(game.clone(), position)?;
    let request = Request { algorithm: AlphaBeta::INFO.name.into(), ..request.clone() };
    let answer = AlphaBeta::solve(&game, &root, &request, control)?;
    let mut solved = finish(&game, &root, answer, &request, control);
    let solution = &mut solved.solution;
    solution.distance =
        solution.bounds.is_exact().then(|| game.distance(solution.bounds.lo)).flatten();
    solution.bounds = DistanceGame::<G>::outcome(solution.bounds);
    Ok(solved)
}
