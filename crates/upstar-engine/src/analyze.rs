//! The values of all moves of a position, by the searches of `auto`'s [`Plan`].
//!
//! **Idea** The plan of the position says which searches to try. Each of them settles moves with one table for all
//! positions after the moves. Moves on which alpha-beta on the board stalls, and moves in games for which the plan
//! has another search on the board, are solved one by one.
//!
//! Distances are searched after the outcomes, which bound them.
//!
//! Moves that are known before, from a checkpoint or a book, are not searched.
//!
//! **Guarantee** Each value is proved. The limits hold for all searches together.

use std::sync::atomic::Ordering::Relaxed;

use upstar_core::{Bounds, Control, Error, Limits, MoveValue, ProvedBy, Stopped};
use upstar_search::{AlphaBeta, Analysis, AnalysisOptions, Request, Solver};
use upstar_solver::Native;

use crate::{
    AnyPosition,
    plan::{BoardStep, Plan, Run, Step},
    solve::solve,
};

/// Alpha-beta with one table for all moves may use so many nodes for a move at least, before the move is solved alone.
const SHARED_NODES: u64 = 1 << 24;
/// The same where df-pn with widening is faster than alpha-beta: enough for what static bounds and the rules decide.
const FOCUSED_SHARED_NODES: u64 = 1 << 8;
/// The nodes that a move may use when it is first solved alone, and the factor for each further attempt.
const FIRST_ALONE: u64 = 1 << 16;
const ALONE_GROWTH: u64 = 8;

/// Proves the value of every move, and with `distance` the plies to the end. `known` has what is proved of moves
/// already.
///
/// # Errors
/// If distances are asked for and the game has other scores than win, draw and loss.
pub fn analyze(
    position: &dyn AnyPosition,
    distance: bool,
    threads: usize,
    known: &[MoveValue],
    control: &Control,
) -> Result<Analysis, Error> {
    let scores = position.scores();
    let mut analysis =
        Analysis::new(position.moves(), Bounds::new(scores[0], scores[scores.len() - 1]));
    analysis.add_known(known);
    control.progress.set_moves(&analysis.moves);
    if distance && scores.iter().any(|score| !(-1..=1).contains(score)) {
        let text =
            "distances are for games that are won, drawn or lost; this game has other scores";
        return Err(Error::Unsuitable(text.into()));
    }
    let request = Request { threads, ..Request::new("auto") };
    if !analysis.is_settled() {
        run_plan(position, &request, &mut analysis, control)?;
    }
    if distance {
        // The outcomes, which take less work, bound the distances. If a limit came first, they are the answer.
        analysis.reopen_for_distances();
        if analysis.stopped.is_none() && !analysis.is_settled() {
            let options = AnalysisOptions::alpha_beta(threads);
            position.analyze_board(true, options, &mut analysis, control)?;
        }
    }
    if analysis.is_settled() {
        analysis.stopped = None;
    }
    analysis.stats.seconds = control.seconds();
    Ok(analysis)
}

/// Runs the steps of the plan until all moves are settled.
fn run_plan(
    position: &dyn AnyPosition,
    request: &Request,
    analysis: &mut Analysis,
    control: &Control,
) -> Result<(), Error> {
    for step in &Plan::new(position, request)?.steps {
        match step {
            Step::Sum(step) => position.analyze_sum(step, analysis, control)?,
            Step::Board(step) => {
                if let Some(max_nodes) = shared_nodes(step) {
                    let options = AnalysisOptions {
                        max_nodes,
                        ..AnalysisOptions::alpha_beta(request.threads)
                    };
                    position.analyze_board(false, options, analysis, control)?;
                }
            }
        }
        if analysis.is_settled() || analysis.stopped.is_some_and(|why| why != Stopped::Memory) {
            return Ok(());
        }
        // Sums did not fit into the memory. The board may need less.
        analysis.stopped = None;
    }
    solve_alone(position, request, analysis, control)
}

/// The nodes that alpha-beta with one table may use for a move; none if the step has another search.
fn shared_nodes(step: &BoardStep) -> Option<u64> {
    match step.run {
        Run::Native(_, Native::Brief(nodes)) => Some(nodes),
        Run::Native(name, native) if name == AlphaBeta::INFO.name => Some(match native {
            Native::InTurns(turns) => turns.stall_nodes().max(SHARED_NODES),
            _ => u64::MAX,
        }),
        Run::Focused => Some(FOCUSED_SHARED_NODES),
        _ => None,
    }
}

/// Solves the positions after the open moves one by one, with more and more nodes.
fn solve_alone(
    position: &dyn AnyPosition,
    request: &Request,
    analysis: &mut Analysis,
    control: &Control,
) -> Result<(), Error> {
    let mut nodes = FIRST_ALONE;
    while !analysis.is_settled() {
        for index in 0..analysis.moves.len() {
            if analysis.moves[index].is_settled() {
                continue;
            }
            let mv = analysis.moves[index].mv;
            let left = control.max_nodes();
            let max_seconds = (control.limits.max_seconds - control.seconds()).max(0.0);
            let limits = Limits { max_nodes: nodes.min(left), max_seconds, ..control.limits };
            let own = control.for_one_of_many(limits);
            let solved = solve(position.play(mv).as_ref(), request, &own)?;
            let bounds = solved.solution.bounds;
            let proved_by = bounds.is_exact().then_some(ProvedBy::Search);
            analysis.record(index, MoveValue { mv, bounds, distance: None, proved_by }, control);
            analysis.stats.add(&solved.solution.stats);
            control.add_earlier_nodes(solved.solution.stats.nodes);
            control.progress.nodes.store(analysis.stats.nodes, Relaxed);
            // Reaching the share of this attempt does not end the analysis.
            let stopped = solved.solution.stopped;
            analysis.stopped = stopped.filter(|&why| why != Stopped::Nodes || nodes >= left);
            if analysis.stopped.is_some() {
                return Ok(());
            }
        }
        nodes = nodes.saturating_mul(ALONE_GROWTH);
    }
    Ok(())
}
