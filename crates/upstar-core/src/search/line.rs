//! The line of play that shows a proved value: at each position a move that keeps it.

use crate::game::Game;
use crate::search::alpha_beta::{Config, Search};
use crate::search::{Control, Limits, Request, Solution};

/// What may be spent on the line: it explains an answer, it must not cost more than it.
pub(super) const LINE: Limits =
    Limits { max_nodes: 2_000_000, max_seconds: 0.5, max_bytes: 1 << 28, max_playouts: u64::MAX };

/// Completes the line and the best move of a solution that some search has found, with a
/// small search of its own. Where that is not enough, the line stays short.
pub fn complete_line<G: Game>(
    game: &G,
    position: &G::Position,
    mut solution: Solution,
    control: &Control,
) -> Solution {
    if solution.stats.seconds == 0.0 {
        solution.stats.seconds = control.seconds();
    }
    if !solution.bounds.is_exact() || control.is_stopped() {
        solution.line.truncate(if solution.solved { usize::MAX } else { 0 });
        if solution.line.is_empty() {
            solution.line.extend(solution.best_move);
        }
        return solution;
    }
    let config = Config::new(&Request::new("alpha-beta"));
    walk_line(&mut Search::new(game, config, control), position, &mut solution);
    solution
}

/// Walks from the end of the solution's line on, with a search whose table may be warm.
pub(super) fn walk_line<G: Game>(
    search: &mut Search<G>,
    root: &G::Position,
    solution: &mut Solution,
) {
    if !solution.bounds.is_exact() {
        return;
    }
    search.meter = search.meter.apart(LINE);
    let game = search.game;
    let mut position = root.clone();
    if solution.line.is_empty() {
        solution.line.extend(solution.best_move);
    }
    for &mv in &solution.line {
        game.advance(&mut position, mv);
    }
    let mut moves = Vec::new();
    while game.expand(&position, &mut moves).is_none() {
        moves.clear();
        let (bounds, mv) = search.value(&position, None);
        let Some(mv) = mv.filter(|_| bounds.is_exact()) else { return };
        solution.line.push(mv);
        game.advance(&mut position, mv);
        if game.has_failed() {
            return;
        }
    }
    solution.best_move = solution.line.first().copied();
}
