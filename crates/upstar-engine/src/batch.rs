//! Many positions at once, by several threads.
//!
//! **Idea** Positions of one game on one board meet each other's successors. Alpha-beta on them shares one transposition
//! table, so that what is proved for one position is not searched again for the next. All other searches run
//! independently, one position per thread at a time.
//!
//! **Guarantee** An entry of the table is proved bounds of one position, whatever the root of the search was. Only
//! positions of equal games share a table, and it compares whole keys. So each answer is proved, and its score is the
//! one that [`solve`](crate::solve) finds. The work, the best move and the line may be others.

use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use upstar_core::{Control, Error, Limits, Stopped, into_inner, lock};
use upstar_search::{AlphaBeta, Request, Solver, run_with_helpers};
use upstar_solver::Solved;

use crate::{
    AnyPosition, TableHandle,
    plan::{Plan, Run, Step},
    registry,
    solve::{check, solve},
};

/// With `auto`, alpha-beta on the shared table gives up after so many nodes; then the position gets `auto`'s own plan,
/// which knows what to do if a search stalls.
const SHARED_NODES: u64 = 1 << 24;

/// How many positions are solved.
pub struct Batch<'a> {
    /// What is asked of each position. Its `threads` are for one position.
    pub request: &'a Request,
    /// The limits of each position, except the memory, which is for all together.
    pub limits: Limits,
    /// How many positions are searched at a time.
    pub workers: usize,
    /// No search continues when the clock of the control shows this many seconds.
    pub deadline: f64,
}

/// Solves positions. The results have the order of the positions; those after a stop are unsolved.
pub fn solve_many(
    positions: &[&dyn AnyPosition],
    batch: &Batch<'_>,
    control: &Control,
) -> Vec<Result<Solved, Error>> {
    solve_each(positions, batch, control, &|_, _| ())
}

/// Solves positions, and calls `report` with the number of each and its result, from the thread that solved it.
pub(crate) fn solve_each(
    positions: &[&dyn AnyPosition],
    batch: &Batch<'_>,
    control: &Control,
    report: &(dyn Fn(usize, &Result<Solved, Error>) + Sync),
) -> Vec<Result<Solved, Error>> {
    let mut results: Vec<Option<Result<Solved, Error>>> = positions.iter().map(|_| None).collect();
    let (groups, alone) = group(positions, batch);
    for (members, table) in &groups {
        each(members, batch.workers, &mut results, |index| {
            let result = solve_shared(positions[index], table, batch, control);
            report(index, &result);
            result
        });
    }
    each(&alone, batch.workers, &mut results, |index| {
        let own = control.for_one_of_many(batch.limits_of_one(control));
        let result = solve(positions[index], batch.request, &own);
        report(index, &result);
        result
    });
    results.into_iter().map(|result| result.expect("each position has a result")).collect()
}

impl<'a> Batch<'a> {
    /// A batch without a deadline.
    pub fn new(request: &'a Request, limits: Limits, workers: usize) -> Batch<'a> {
        Batch { request, limits, workers, deadline: f64::INFINITY }
    }

    /// The limits of a position whose search starts now.
    fn limits_now(&self, control: &Control) -> Limits {
        let left = (self.deadline - control.seconds()).max(0.0);
        Limits { max_seconds: self.limits.max_seconds.min(left), ..self.limits }
    }

    /// The same for a position that has the memory of one worker.
    fn limits_of_one(&self, control: &Control) -> Limits {
        let limits = self.limits_now(control);
        Limits { max_bytes: limits.max_bytes / self.workers.max(1), ..limits }
    }
}

/// Positions by their numbers, and the table that they share.
type Group = (Vec<usize>, TableHandle);

/// The groups of positions that share a table, and the positions that are solved alone.
fn group(positions: &[&dyn AnyPosition], batch: &Batch<'_>) -> (Vec<Group>, Vec<usize>) {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut alone = Vec::new();
    for (index, &position) in positions.iter().enumerate() {
        if !takes_alpha_beta(position, batch.request) {
            alone.push(index);
            continue;
        }
        // Positions of one game often follow each other.
        let found = groups.iter_mut().rev().find(|g| positions[g[0]].can_share_table(position));
        match found {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    let mut shared = Vec::new();
    for members in groups {
        let table = positions[members[0]].shared_table(batch.limits.max_bytes);
        match table.filter(|_| members.len() > 1) {
            Some(table) => shared.push((members, table)),
            None => alone.extend(members),
        }
    }
    (shared, alone)
}

/// Is alpha-beta on the board what the plan tries first, and is nothing asked that only a search of its own has?
fn takes_alpha_beta(position: &dyn AnyPosition, request: &Request) -> bool {
    let wants_files = request.proof.is_some() || request.checkpoint.is_some();
    if wants_files || request.distance || request.threads > 1 || !position.can_share_table(position)
    {
        return false;
    }
    let Ok(plan) = Plan::new(position, request) else { return false };
    let checked = registry::algorithm(&request.algorithm)
        .map_err(|_| ())
        .and_then(|info| check(&plan.request, info).map_err(|_| ()));
    let is_alpha_beta = match &plan.steps[0] {
        Step::Board(step) => match &step.run {
            Run::Named(name) => name == AlphaBeta::INFO.name,
            Run::Native(name, _) => *name == AlphaBeta::INFO.name && !step.is_brief(),
            Run::WithoutBounds | Run::Focused => false,
        },
        Step::Sum(_) => false,
    };
    checked.is_ok() && plan.view.is_none() && is_alpha_beta
}

/// Solves a position with the table of its group.
fn solve_shared(
    position: &dyn AnyPosition,
    table: &TableHandle,
    batch: &Batch<'_>,
    control: &Control,
) -> Result<Solved, Error> {
    let is_auto = batch.request.algorithm != AlphaBeta::INFO.name;
    let most = if is_auto { SHARED_NODES } else { u64::MAX };
    let all = batch.limits_now(control);
    let limits = Limits { max_nodes: all.max_nodes.min(most), ..all };
    let own = control.for_one_of_many(limits);
    let request = Request { algorithm: AlphaBeta::INFO.name.into(), ..batch.request.clone() };
    let mut solved = position.solve_with_table(table, &request, &own);
    let gave_up = solved.stopped == Some(Stopped::Nodes) && limits.max_nodes < all.max_nodes;
    if !gave_up {
        solved.solution.prepend_note("alpha-beta with one table for many positions");
        return Ok(solved);
    }
    let spent = solved.solution.stats;
    let max_seconds = (all.max_seconds - own.seconds()).max(0.0);
    let max_nodes = all.max_nodes - spent.nodes.min(all.max_nodes);
    let rest = Limits { max_nodes, max_seconds, ..batch.limits_of_one(control) };
    let mut solved = solve(position, batch.request, &control.for_one_of_many(rest))?;
    solved.solution.stats.add(&spent);
    Ok(solved)
}

/// Stores the result of `work` for each of these positions, with `workers` threads.
fn each<T: Send>(
    indices: &[usize],
    workers: usize,
    results: &mut [Option<T>],
    work: impl Fn(usize) -> T + Sync,
) {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::with_capacity(indices.len()));
    let run = |_| {
        while let Some(&index) = indices.get(next.fetch_add(1, Relaxed)) {
            let result = work(index);
            lock(&found).push((index, result));
        }
    };
    run_with_helpers(1..workers.min(indices.len()).max(1), run, || run(0));
    for (index, result) in into_inner(found) {
        results[index] = Some(result);
    }
}
