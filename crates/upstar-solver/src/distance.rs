//! Distances: a search on the game whose scores count the plies to the end.

use upstar_core::{
    Control, DistanceGame, Error, Game, SearchGame, distance_of, outcome_of, win_within,
};
use upstar_search::{AlphaBeta, Request, Solver};

use crate::{Solved, finish};

/// Solves a position and finds how many plies the winner needs, or only whether the player to move wins within the
/// plies that the request states.
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
    let goal = request.max_distance.map(win_within);
    let algorithm = AlphaBeta::INFO.name.into();
    let request = Request { algorithm, goal, distance: true, ..request.clone() };
    let answer = AlphaBeta::solve(&game, &root, &request, control)?;
    let mut solved = finish(&game, &root, answer, &request, control);
    let solution = &mut solved.solution;
    let bounds = solution.bounds.seen_by(game.to_move(&root));
    solution.wins_in_time = goal.filter(|_| solution.solved).map(|goal| bounds.lo >= goal);
    solution.distance =
        solution.bounds.is_exact().then(|| distance_of(solution.bounds.lo)).flatten();
    solution.bounds = outcome_of(solution.bounds);
    Ok(solved)
}
