//! The search for the values of all moves, by one or several threads. The head of `mod.rs` describes it.

use std::sync::{Arc, Mutex};

use upstar_core::{
    Bounds, Control, Error, Game, Meter, MoveValue, SearchGame, StaticBounds, Status, ThreadTeam,
    WorkShare, bytes_for_tables, into_inner, lock,
};

use super::{Analysis, MoveView, shares::Shares};
use crate::{
    AlphaBetaSearch, BoundsEntry, SearchTable, SharedTable, Stats, SumSearch, Table,
    depth_first::WinnerSearch, helper_threads::run_with_helpers,
};

/// How the moves are searched.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisOptions {
    /// The search. Df-pn is for games that are won or lost, on one thread.
    pub search: SumSearch,
    /// The number of threads.
    pub threads: usize,
    /// The most nodes for one move in one turn. A move that needs more stays open.
    pub max_nodes: u64,
}

impl AnalysisOptions {
    /// Alpha-beta with this many threads and no limit for a move.
    pub fn alpha_beta(threads: usize) -> AnalysisOptions {
        AnalysisOptions { search: SumSearch::AlphaBeta, threads, max_nodes: u64::MAX }
    }
}

/// Settles the open moves of an analysis, as far as the limits allow.
///
/// # Errors
/// If memory cannot be allocated.
pub fn analyze<V: MoveView>(
    view: &V,
    options: AnalysisOptions,
    analysis: &mut Analysis,
    control: &Control,
) -> Result<(), Error> {
    let game = view.searched();
    settle_statically(view, analysis, control);
    let known = |found: &MoveValue| (view.searched_bounds(found.bounds), found.is_settled());
    let shares = Shares::new(analysis.moves.iter().map(known), options.max_nodes);
    let state = Mutex::new((shares, analysis));
    let max_bytes = bytes_for_tables(game, control.limits.max_bytes);
    if options.search == SumSearch::DfPn {
        let mut search = WinnerSearch::new(game, control, max_bytes)?;
        search_moves(view, &mut search, 1, &state, control);
    } else if options.threads <= 1 {
        let table = SearchTable::Own(Table::new(max_bytes));
        let mut search = AlphaBetaSearch::below_root(game, Meter::new(control), table, None);
        search_moves(view, &mut search, 1, &state, control);
    } else {
        let team = Arc::new(ThreadTeam::new(options.threads));
        let table: Arc<SharedTable<_, BoundsEntry>> = Arc::new(SharedTable::new(max_bytes));
        let work = |_| {
            let meter = Meter::in_team(control, Arc::clone(&team));
            let table = SearchTable::Shared(Arc::clone(&table));
            let mut search =
                AlphaBetaSearch::below_root(game, meter, table, Some(Arc::clone(&team)));
            search_moves(view, &mut search, options.threads as u64, &state, control);
        };
        run_with_helpers(1..options.threads, work, || work(0));
        let (nodes, expansions) = team.add_work(0, 0);
        let (_, analysis) = &mut *lock(&state);
        analysis.stats.nodes += nodes;
        analysis.stats.expansions += expansions;
        control.add_earlier_nodes(nodes);
    }
    let (_, analysis) = into_inner(state);
    analysis.stats.seconds = control.seconds();
    Ok(())
}

/// Settles the moves that end the game or that static bounds decide.
fn settle_statically<V: MoveView>(view: &V, analysis: &mut Analysis, control: &Control) {
    let game = view.searched();
    for index in 0..analysis.moves.len() {
        if analysis.moves[index].is_settled() {
            continue;
        }
        let mv = analysis.moves[index].mv;
        let after = view.after(mv);
        let (bounds, proved_by) = match game.status(&after, &mut Vec::new()) {
            Status::Over(score) => (Bounds::exactly(score), view.proved_at_end(mv)),
            Status::Moves(_) => (game.bounds(&after), view.proved_statically(&after)),
        };
        if bounds.is_exact() {
            let (bounds, distance) = view.shown(bounds);
            let found = MoveValue { mv, bounds, distance, proved_by: Some(proved_by) };
            analysis.record(index, found, control);
        }
    }
}

/// A search that narrows bounds on the values of positions.
pub(crate) trait BoundsSearch<'a, G: SearchGame> {
    /// Narrows bounds on a position's value, from Left's point of view, until they are exact or the search
    /// must end or pause.
    fn narrow(&mut self, position: &G::Position, bounds: Bounds) -> Bounds;
    /// The meter that counts its work.
    fn meter(&mut self) -> &mut Meter<'a>;
    /// The bytes in use, and the number of searches so far.
    fn usage(&self) -> (usize, u64);
}

/// The turns of the moves, and the analysis that has the results.
type State<'s> = Mutex<(Shares, &'s mut Analysis)>;

/// Gives turns to open moves until none is left or the search must end.
fn search_moves<'a, V: MoveView>(
    view: &V,
    search: &mut impl BoundsSearch<'a, V::Searched>,
    threads: u64,
    state: &State<'_>,
    control: &Control,
) {
    let next = || {
        let (shares, analysis) = &mut *lock(state);
        let (index, bounds, nodes) = shares.next()?;
        Some((index, analysis.moves[index].mv, bounds, nodes))
    };
    while let Some((index, mv, bounds, nodes)) = next() {
        let (before, _) = search.meter().total_work();
        let max_nodes = before.saturating_add(nodes.saturating_mul(threads));
        search.meter().set_share(WorkShare { max_nodes, ..WorkShare::UNLIMITED });
        let after = view.after(mv);
        let found = search.narrow(&after, bounds);
        let (shares, analysis) = &mut *lock(state);
        let (bounds, settles) = shares.record(index, found);
        if settles || !bounds.is_exact() {
            let (bounds, distance) = view.shown(bounds);
            let proved_by = settles.then(|| view.proved_by_search(&after));
            analysis.record(index, MoveValue { mv, bounds, distance, proved_by }, control);
        }
        if search.meter().stopped().is_some() {
            break;
        }
    }
    let game_bytes = view.searched().heap_bytes();
    let (bytes, iterations) = search.usage();
    let meter = search.meter();
    meter.record_bytes(bytes + game_bytes);
    let (all_nodes, all_expansions) = meter.total_work();
    // The nodes of a team are added once, after all its threads have ended.
    let (nodes, expansions) = if threads > 1 { (0, 0) } else { (all_nodes, all_expansions) };
    let (stopped, peak_bytes) = (meter.stopped(), meter.peak_bytes);
    control.add_earlier_nodes(nodes);
    let (_, analysis) = &mut *lock(state);
    analysis.stats.add(&Stats { nodes, expansions, peak_bytes, ..Stats::default() });
    analysis.stats.iterations += iterations;
    if !analysis.is_settled() {
        analysis.stopped = analysis.stopped.or(stopped);
    }
}
