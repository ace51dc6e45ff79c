//! Distances: a search on the game whose scores count the plies to the end.

use upstar_core::{
    Bounds, Control, DistanceGame, Error, Game, Move, SearchGame, distance_of, outcome_of,
    win_within,
};
use upstar_search::{AlphaBeta, MoveValues, Request, Solver, analyze};

use crate::{Solved, finish};

/// The proved value of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// Bounds on the score, from Left's point of view.
    pub bounds: Bounds,
    /// The plies to the end of the game, the move included, if they were asked for and there is a winner.
    pub distance: Option<u32>,
}

/// An analysis: the values of all moves, and the work.
pub type Analysis = (Vec<MoveValue>, MoveValues);

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
    solution.distance = exact_distance(solution.bounds);
    solution.bounds = outcome_of(solution.bounds);
    Ok(solved)
}

/// The plies to the end, if bounds on the score of the game that counts plies are exact and there is a winner.
fn exact_distance(bounds: Bounds) -> Option<u32> {
    bounds.is_exact().then(|| distance_of(bounds.lo)).flatten()
}

/// Finds the value of every move, with its distance if `distance` is set.
///
/// # Errors
/// If distances are asked for and the game has other scores than win, draw and loss.
pub fn analyze_moves<G: SearchGame + Clone>(
    game: &G,
    position: &G::Position,
    distance: bool,
    control: &Control,
    report: &mut dyn FnMut(&[MoveValue]),
) -> Result<Analysis, Error> {
    if !distance {
        let plain = |&(mv, bounds): &(Move, Bounds)| MoveValue { mv, bounds, distance: None };
        let mut shown = |moves: &[_]| report(&moves.iter().map(plain).collect::<Vec<_>>());
        let values = analyze(game, position, control, &mut shown);
        return Ok((values.moves.iter().map(plain).collect(), values));
    }
    let (game, root) = DistanceGame::new(game.clone(), position)?;
    let timed = |&(mv, bounds): &(Move, Bounds)| MoveValue {
        mv,
        bounds: outcome_of(bounds),
        distance: exact_distance(bounds),
    };
    let mut shown = |moves: &[_]| report(&moves.iter().map(timed).collect::<Vec<_>>());
    let values = analyze(&game, &root, control, &mut shown);
    Ok((values.moves.iter().map(timed).collect(), values))
}
