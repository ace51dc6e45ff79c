//! Solves a request with one tree, or with one tree for each goal.

use std::sync::atomic::AtomicBool;

use upstar_core::{Bounds, Control, Error, Meter, Move, ParameterError, RootNumber, SearchGame};

use super::{
    answer::{choose, merge},
    config::{Mode, MonteCarloConfig, Parallel},
    options,
    parallel::{search_root_parallel, search_tree_parallel, seed_of},
    scale::Scale,
    search::{Iteration, TreeSearch},
};
use crate::{
    AlgorithmInfo, Request, Solution, TracePoint, TreeNode, answers, full_bounds,
    goal_bisection::GoalBisection, solution::Candidate,
};

/// The result of one search.
pub(super) struct TreeResult {
    pub bounds: Bounds,
    pub best: Option<Move>,
    pub candidates: Vec<Candidate>,
    pub numbers: Vec<(&'static str, RootNumber)>,
    pub tree: Vec<TreeNode>,
    pub trace: Vec<TracePoint>,
    pub bytes_per_node: usize,
    pub recycled: u64,
    pub is_decided: bool,
}

/// Answers a request.
pub fn solve<G: SearchGame>(
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
    info: &AlgorithmInfo,
) -> Result<Solution, Error> {
    let config = options::read(info, request)?;
    check_has_limit(&config, control, info)?;
    let player = game.to_move(position);
    let bisection = GoalBisection::new(game, player);
    let has_goals = config.mode == Mode::WinLoss || request.goal.is_some();
    let mut meter = Meter::new(control);
    let mut bounds = full_bounds(game).seen_by(player);
    let mut best = None;
    let mut candidates = Vec::new();
    let mut last = None;
    let mut trace = Vec::new();
    while !answers(bounds, request.goal) && meter.stopped().is_none() {
        meter.nodes += 1;
        let scale = if has_goals {
            Scale::goal(game, player, bisection.next_goal(bounds, request.goal).0)
        } else {
            Scale::whole(game)
        };
        let mut found = run(game, position, request, control, &mut meter, &config, scale);
        let proved = found.bounds.seen_by(player);
        if best.is_none() || proved.lo > bounds.lo {
            best = found.best;
        }
        bounds = bounds.meet(proved);
        candidates =
            merge_bounds(std::mem::take(&mut candidates), std::mem::take(&mut found.candidates));
        trace.append(&mut found.trace);
        if request.trace {
            trace.push(TracePoint::new(
                &meter,
                meter.peak_bytes,
                found.numbers.clone(),
                found.best,
            ));
        }
        let is_decided = found.is_decided;
        last = Some(found);
        if is_decided {
            break;
        }
    }
    let mut solution = Solution::new(bounds.seen_by(player), &meter);
    solution.solved = answers(bounds, request.goal);
    solution.best_move = best;
    solution.candidates = candidates;
    fill_in(&mut solution, &meter, last);
    solution.trace = trace;
    solution.stats.seconds = control.seconds();
    Ok(solution)
}

/// Checks that a search that enumerates to a depth has a limit, because it rarely proves the value.
fn check_has_limit(
    config: &MonteCarloConfig,
    control: &Control,
    info: &AlgorithmInfo,
) -> Result<(), Error> {
    let limits = &control.limits;
    let has_end = limits.max_playouts < u64::MAX
        || limits.max_seconds < f64::INFINITY
        || config.pruning.is_some();
    if config.depth == 0 || has_end {
        return Ok(());
    }
    let text = format!(
        "{}: depth={} needs a limit; set max_playouts or max_seconds",
        info.name, config.depth
    );
    Err(Error::Parameter(ParameterError(text)))
}

/// The candidates of a later goal, with the bounds that earlier goals have proved.
fn merge_bounds(before: Vec<Candidate>, mut now: Vec<Candidate>) -> Vec<Candidate> {
    for candidate in &mut now {
        if let Some(old) = before.iter().find(|old| old.mv == candidate.mv) {
            candidate.bounds = candidate.bounds.meet(old.bounds);
        }
    }
    if now.is_empty() { before } else { now }
}

/// Sets the counts of work and the root's numbers of a solution.
pub(super) fn fill_in(solution: &mut Solution, meter: &Meter, found: Option<TreeResult>) {
    solution.stats.iterations = meter.iterations;
    solution.stats.playouts = Some(meter.playouts);
    let Some(found) = found else { return };
    solution.root = found.numbers;
    solution.tree = found.tree;
    let each = RootNumber::Integer(found.bytes_per_node as u64);
    solution.details.push(("bytes_per_node", each));
    if found.recycled > 0 {
        solution.details.push(("recycled_nodes", RootNumber::Integer(found.recycled)));
    }
    if found.is_decided {
        solution.note = "progressive pruning chose the move; this is not a proof".into();
    }
}

/// One search on one thread or several.
fn run<G: SearchGame>(
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
    meter: &mut Meter,
    config: &MonteCarloConfig,
    scale: Scale,
) -> TreeResult {
    let threads = request.threads.max(1);
    let trees = if config.parallel == Parallel::Root { threads } else { 1 };
    let bytes = meter.max_bytes() / trees;
    let new = |number| {
        let seed = seed_of(request.seed, number);
        TreeSearch::new(game, position, config.clone(), scale, bytes, seed)
    };
    let mut searches: Vec<TreeSearch<G>> = (0..trees).map(new).collect();
    searches[0].trace = (request.trace && threads == 1).then(Vec::new);
    search_trees(game, &mut searches, meter, control, request);
    let trace = searches[0].trace.take().unwrap_or_default();
    TreeResult { trace, ..result_of(&searches, request.tree_depth) }
}

/// Searches one tree with one or more threads, or one tree for each thread.
pub(super) fn search_trees<G: SearchGame>(
    game: &G,
    searches: &mut [TreeSearch<G>],
    meter: &mut Meter,
    control: &Control,
    request: &Request,
) {
    let threads = request.threads.max(1);
    match searches {
        [search] if threads == 1 => {
            let mut iteration = Iteration::new(&search.position, request.seed);
            search.run(game, meter, &mut iteration, &AtomicBool::new(false));
            meter.record_bytes(search.tree.bytes());
        }
        [search] => {
            search_tree_parallel(game, search, meter, request.seed, threads);
            meter.record_bytes(search.tree.bytes());
        }
        _ => search_root_parallel(game, searches, meter, control.limits, request.seed),
    }
}

/// The combined result of all trees of one position.
pub(super) fn result_of<G: SearchGame>(
    searches: &[TreeSearch<G>],
    tree_depth: Option<usize>,
) -> TreeResult {
    let first = &searches[0];
    let scale = first.scale;
    let mut candidates = merge(searches.iter().map(TreeSearch::candidates).collect());
    let best = choose(&candidates, first.root().mover, first.config.final_move, scale);
    for candidate in &mut candidates {
        candidate.bounds = scale.unfold(candidate.bounds);
    }
    candidates.sort_by_key(|c| (Some(c.mv) != best, std::cmp::Reverse(c.visits)));
    let bounds = searches.iter().map(TreeSearch::bounds).reduce(Bounds::meet);
    TreeResult {
        bounds: bounds.unwrap_or(scale.full()),
        best,
        candidates,
        numbers: first.numbers(),
        tree: tree_depth.map_or_else(Vec::new, |depth| first.export(depth)),
        trace: Vec::new(),
        bytes_per_node: first.tree.bytes_per_node(),
        recycled: searches.iter().map(|search| search.tree.recycled).sum(),
        is_decided: !first.root().is_solved() && first.is_decided(),
    }
}
