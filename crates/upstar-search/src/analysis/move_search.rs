//! The search for the values of all moves, by one or several threads. The head of `mod.rs` describes it.

use std::sync::{Arc, Mutex};

use upstar_core::{
    Bounds, Control, Error, Game, Meter, Move, MoveValue, SearchGame, StaticBounds, Status,
    ThreadTeam, WorkShare, bytes_for_tables, into_inner, lock,
};

use super::{Analysis, MoveView, shares::Shares};
use crate::{
    AlphaBetaSearch, BoundsEntry, SearchTable, SharedTable, Stats, SumSearch, Table,
    helper_threads::run_with_helpers,
};

/// How the moves are searched.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisOptions {
    /// The search. Df-pn is for views that offer it, on one thread.
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
    let by_df_pn = match options.search {
        SumSearch::DfPn => view.df_pn(control, max_bytes)?,
        SumSearch::AlphaBeta => None,
    };
    if let Some(search) = by_df_pn {
        search_moves(&mut ViewSearch { view, search }, 1, &state, control);
    } else if options.threads <= 1 {
        let table = SearchTable::Own(Table::new(max_bytes));
        let search = AlphaBetaSearch::below_root(game, Meter::new(control), table, None);
        search_moves(&mut ViewSearch { view, search }, 1, &state, control);
    } else {
        let team = Arc::new(ThreadTeam::new(options.threads));
        let table: Arc<SharedTable<_, BoundsEntry>> = Arc::new(SharedTable::new(max_bytes));
        let work = |_| {
            let meter = Meter::in_team(control, Arc::clone(&team));
            let table = SearchTable::Shared(Arc::clone(&table));
            let search = AlphaBetaSearch::below_root(game, meter, table, Some(Arc::clone(&team)));
            let threads = options.threads as u64;
            search_moves(&mut ViewSearch { view, search }, threads, &state, control);
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
pub trait BoundsSearch<'a, G: SearchGame> {
    /// Narrows bounds on a position's value, from Left's point of view, until they are exact or the search
    /// must end or pause.
    fn narrow(&mut self, position: &G::Position, bounds: Bounds) -> Bounds;
    /// The bounds that the table has, without a search.
    fn known(&mut self, _position: &G::Position, bounds: Bounds) -> Bounds {
        bounds
    }
    /// The meter that counts its work.
    fn meter(&mut self) -> &mut Meter<'a>;
    /// The bytes in use, and the number of searches so far.
    fn usage(&self) -> (usize, u64);
}

impl<'a, G: SearchGame> BoundsSearch<'a, G> for Box<dyn BoundsSearch<'a, G> + 'a> {
    fn narrow(&mut self, position: &G::Position, bounds: Bounds) -> Bounds {
        (**self).narrow(position, bounds)
    }

    fn known(&mut self, position: &G::Position, bounds: Bounds) -> Bounds {
        (**self).known(position, bounds)
    }

    fn meter(&mut self) -> &mut Meter<'a> {
        (**self).meter()
    }

    fn usage(&self) -> (usize, u64) {
        (**self).usage()
    }
}

/// A search for the values of moves, without the types of the game.
trait MoveSearch<'a> {
    /// Narrows bounds on the searched value of a move.
    fn narrow(&mut self, mv: Move, bounds: Bounds) -> Bounds;
    /// A move's value for the user. It is settled if `settles`; otherwise the bounds are those so far.
    fn value(&self, mv: Move, bounds: Bounds, settles: bool) -> MoveValue;
    /// The meter that counts its work.
    fn meter(&mut self) -> &mut Meter<'a>;
    /// The bytes in use with those of the game, and the number of searches so far.
    fn usage(&self) -> (usize, u64);
}

/// A search of the positions that a view gives.
struct ViewSearch<'v, V, S> {
    view: &'v V,
    search: S,
}

impl<'a, V: MoveView, S: BoundsSearch<'a, V::Searched>> MoveSearch<'a> for ViewSearch<'_, V, S> {
    fn narrow(&mut self, mv: Move, bounds: Bounds) -> Bounds {
        self.search.narrow(&self.view.after(mv), bounds)
    }

    fn value(&self, mv: Move, bounds: Bounds, settles: bool) -> MoveValue {
        let (bounds, distance) = self.view.shown(bounds);
        let proved_by = settles.then(|| self.view.proved_by_search(&self.view.after(mv)));
        MoveValue { mv, bounds, distance, proved_by }
    }

    fn meter(&mut self) -> &mut Meter<'a> {
        self.search.meter()
    }

    fn usage(&self) -> (usize, u64) {
        let (bytes, searches) = self.search.usage();
        (bytes + self.view.searched().heap_bytes(), searches)
    }
}

/// The turns of the moves, and the analysis that has the results.
type State<'s> = Mutex<(Shares, &'s mut Analysis)>;

/// Gives turns to open moves until none is left or the search must end. It is compiled once, for all games.
fn search_moves(
    search: &mut dyn MoveSearch<'_>,
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
        let found = search.narrow(mv, bounds);
        let (shares, analysis) = &mut *lock(state);
        let (bounds, settles) = shares.record(index, found);
        if settles || !bounds.is_exact() {
            analysis.record(index, search.value(mv, bounds, settles), control);
        }
        if search.meter().stopped().is_some() {
            break;
        }
    }
    let (bytes, iterations) = search.usage();
    let meter = search.meter();
    meter.record_bytes(bytes);
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
