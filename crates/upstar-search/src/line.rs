//! The line of play that shows a proved value: at each position a move that keeps it.

use upstar_core::{Control, Limits, SearchGame};

use crate::{Search, Solution};

/// What may be spent on the line: it explains an answer, it must not cost more than it.
pub(super) const LINE: Limits =
    Limits { max_nodes: 2_000_000, max_seconds: 0.5, max_bytes: 1 << 28, max_playouts: u64::MAX };

/// Completes the line and the best move of a solution, with the search that knows most about it: its own, or
/// a small new one. Where that is not enough, the line stays short.
pub fn complete_line<G: SearchGame>(
    search: &mut Search<G>,
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
    walk_line(search, position, solution);
}

/// Walks from the end of the solution's line on, with a search whose table may be warm.
fn walk_line<G: SearchGame>(search: &mut Search<G>, root: &G::Position, solution: &mut Solution) {
    search.meter = search.meter.with_own_limits(LINE);
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
