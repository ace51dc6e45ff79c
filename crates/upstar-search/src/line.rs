//! The principal variation of a proved value: at each position, a move that keeps the value.

use upstar_core::{Control, Limits, SearchGame};

use crate::{AlphaBetaSearch, Solution};

/// The limits of the search for the line. The line explains an answer, so it must not cost more than the
/// answer.
pub(super) const LINE_LIMITS: Limits =
    Limits { max_nodes: 2_000_000, max_seconds: 0.5, max_bytes: 1 << 28, max_playouts: u64::MAX };

/// Completes the line and the best move of a solution, with the search that found it or with a new one. If
/// the limits are too small, the line stays incomplete.
pub fn complete_line<G: SearchGame>(
    search: &mut AlphaBetaSearch<G>,
    position: &G::Position,
    solution: &mut Solution,
    control: &Control,
) {
    if solution.stats.seconds == 0.0 {
        solution.stats.seconds = control.seconds();
    }
    if !solution.bounds.is_exact() || control.is_stopped() {
        solution.line.truncate(if solution.solved { usize::MAX } else { 0 });
        if solution.line.is_empty() {
            solution.line.extend(solution.best_move);
        }
        return;
    }
    extend_line(search, position, solution);
}

/// Extends the solution's line to the end of the game.
fn extend_line<G: SearchGame>(
    search: &mut AlphaBetaSearch<G>,
    root: &G::Position,
    solution: &mut Solution,
) {
    search.meter = search.meter.with_own_limits(LINE_LIMITS);
    let game = search.game;
    let mut position = root.clone();
    if solution.line.is_empty() {
        solution.line.extend(solution.best_move);
    }
    for &mv in &solution.line {
        game.play(&mut position, mv);
        game.make_root(&mut position);
    }
    let mut moves = Vec::new();
    while game.expand(&position, &mut moves).is_none() {
        moves.clear();
        let (bounds, mv) = search.value(&position, None);
        let Some(mv) = mv.filter(|_| bounds.is_exact()) else { return };
        solution.line.push(mv);
        game.play(&mut position, mv);
        game.make_root(&mut position);
        if game.has_failed() {
            return;
        }
    }
    solution.best_move = solution.line.first().copied();
}
