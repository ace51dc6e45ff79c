//! Alpha-beta with proved bounds.
//!
//! **Idea** Depth-first minimax in which every position returns an interval that contains its value. A window
//! (α, β) says which values the caller distinguishes. All values ≤ α are equally good for the caller, and so
//! are all values ≥ β. With `window=null` the exact value is found by null windows (β is the next score above
//! α) that share one table.
//!
//! **Formula** At a position, seen by the player to move: lo = max lo(child), hi = max hi(child). The search
//! stops as soon as lo ≥ β. With iterative deepening, a position at the horizon returns its static bounds and
//! its table entry.
//!
//! In a game with [move priorities](upstar_core::MoveOrdering::move_priorities), the static bounds of a child
//! are computed only when the child is searched. The search first uses the [quick
//! bounds](upstar_core::StaticBounds::quick_bounds). If these and the table do not decide the child, it asks
//! for [moves or a value](upstar_core::StaticBounds::candidates_or_value). Killer moves, history and the
//! lookup of all children are used only in the other games.
//!
//! If no static bounds of a child cause a cut, the search plays forced replies at all children
//! ([`play_forced`](upstar_core::StaticBounds::play_forced)), because the positions after them often cause
//! one. It prefetches the table entries of the children before it searches the first child. The hit rate of
//! the table decides which positions get an entry and how large the table grows (see `admission.rs`).
//!
//! **Guarantee** Every interval is proved. The table compares whole keys. Evaluation, killers and history
//! only order moves. The horizon adds nothing to an interval. The answer does not depend on the size of the
//! table.
//!
//! **preset=paper** The searches of Saffidine and Cazenave's tables know nothing about the game except its
//! rules and an evaluation. The preset turns off symmetry, static bounds, move filtering, enhanced
//! transposition cut-offs and the game's move priorities. As in their other searches, positions are
//! distinguished by who made each mark.
//!
//! **Threads** Several threads search the same position with one shared table. A thread defers children that
//! another thread is searching (see `parallel.rs`), and leaves a position that another thread has settled
//! meanwhile (see `path.rs`). The first thread that has the answer ends the search. The
//! node counts and the moves of the line vary from run to run; the value does not.
//!
//! **Reference** Knuth and Moore, *An analysis of alpha-beta pruning*, 1975; Schaeffer, *The
//! history heuristic and alpha-beta search enhancements in practice*, 1989; Plaat et al.,
//! *Best-first fixed-depth minimax algorithms*, 1996 (null windows, enhanced transposition
//! cut-offs).

mod admission;
mod estimate;
mod forecast;
mod narrow;
mod order;
mod parallel;
mod path;
mod reaching_move;
mod recursion;
mod search;

use std::sync::Arc;

pub(crate) use estimate::TreeSample;
pub(crate) use forecast::NodeForecast;
pub use search::AlphaBetaSearch;
use upstar_core::{
    Bounds, Control, Error, Meter, Move, Parameter, RootNumber, Score, SearchGame, ThreadTeam,
    WorkShare, bytes_for_tables,
};

use self::parallel::ParallelSearch;
use crate::{
    AlgorithmInfo, Answer, BoundsEntry, Checkpoint, Knowledge, Request, SearchTable, SharedTable,
    Solution, Solver, Table, answers, full_bounds, interleave::ResumableSearch,
};

/// Proved bounds on the value of a position, and a move that reaches the lower bound.
pub(crate) type Found = (Bounds, Option<Move>);

/// Alpha-beta.
pub struct AlphaBeta;

impl Solver for AlphaBeta {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "alpha-beta",
        summary: "depth-first minimax with proved bounds, an exact table and move ordering",
        reference: "Knuth and Moore 1975; Schaeffer 1989; Plaat et al. 1996",
        parameters: &[
            Parameter::switch(
                "table",
                "true",
                "store proved bounds in a transposition table with exact keys",
            ),
            Parameter::switch(
                "symmetry",
                "true",
                "use one table entry for all symmetric positions",
            ),
            Parameter::switch(
                "killers",
                "true",
                "first try moves that caused a cut at the same ply",
            ),
            Parameter::switch(
                "history",
                "true",
                "first try moves that often caused cuts elsewhere",
            ),
            Parameter::switch("evaluation", "true", "order moves by the game's evaluation"),
            Parameter::switch("bounds", "true", "use the game's static bounds"),
            Parameter::switch(
                "filter",
                "true",
                "skip moves that the game proves to be superfluous",
            ),
            Parameter::switch(
                "cutoffs",
                "true",
                "look up all children before searching the first, if positions of the ply are costly",
            ),
            Parameter::switch("deepening", "false", "iterative deepening: finds short wins first"),
            Parameter {
                name: "window",
                default: "null",
                values: "null|full",
                help: "null: a series of null windows; full: one search with the full window",
            },
            Parameter {
                name: "preset",
                default: "none",
                values: "none|paper",
                help: "paper: the search of Saffidine and Cazenave; table, killers, history and evaluation, \
                       without other knowledge of the game",
            },
        ],
        keeps_tree: false,
        saves_table: true,
    };

    fn solve<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
    ) -> Result<Answer<'a, G>, Error> {
        let (search, found) = AlphaBeta::search(game, position, request, control)?;
        Ok(answer_of(search, position, request, control, found))
    }
}

impl AlphaBeta {
    /// Searches a position. Returns the search with its table, and the proved bounds with a move.
    ///
    /// # Errors
    /// If a checkpoint cannot be read.
    pub(crate) fn search<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
    ) -> Result<(AlphaBetaSearch<'a, G>, Found), Error> {
        let config = AlphaBetaConfig::new(request);
        // Threads share work only through the table.
        let threads = if config.table { request.threads.max(1) } else { 1 };
        let to_move = game.to_move(position);
        let mut checkpoint = Checkpoint::new(game, to_move, request, &AlphaBeta::INFO)?;
        let max_bytes = bytes_for_tables(game, control.limits.max_bytes);
        if threads == 1 {
            let memory = (control, control.limits.max_bytes);
            let mut search = AlphaBeta::start(game, request, memory).search;
            if let Some(checkpoint) = checkpoint {
                search.load(checkpoint, (control, max_bytes))?;
            }
            let found = search.value(position, request.goal);
            return Ok((search, found));
        }
        let (team, table) =
            (Arc::new(ThreadTeam::new(threads)), Arc::new(SharedTable::new(max_bytes)));
        if let Some(checkpoint) = &mut checkpoint {
            let renumbered = |key, ids: &[u32]| game.renumbered(key, ids);
            checkpoint
                .load(renumbered, (control, max_bytes), |key, word| table.restore(key, word))?;
        }
        let parallel = ParallelSearch { game, config, control, team, table };
        Ok(parallel.value(position, request.goal, checkpoint))
    }

    /// Solves a position on one thread with a table that may hold results of other positions of the same game.
    pub fn solve_with_table<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
        table: &Arc<SharedTable<G::Key, BoundsEntry>>,
    ) -> Answer<'a, G> {
        let config = AlphaBetaConfig::new(request);
        let table = SearchTable::Shared(Arc::clone(table));
        let mut search = AlphaBetaSearch::with(game, config, Meter::new(control), table, None);
        search.meter.nodes = 1;
        let found = search.value(position, request.goal);
        answer_of(search, position, request, control, found)
    }

    /// A new search on one thread, with a table of at most `max_bytes` bytes.
    pub(crate) fn start<'a, G: SearchGame>(
        game: &'a G,
        request: &Request,
        (control, max_bytes): (&'a Control, usize),
    ) -> SingleThreadSearch<'a, G> {
        let table = SearchTable::Own(Table::new(bytes_for_tables(game, max_bytes)));
        let mut search = AlphaBetaSearch::with(
            game,
            AlphaBetaConfig::new(request),
            Meter::new(control),
            table,
            None,
        );
        search.meter.nodes = 1;
        SingleThreadSearch { search, goal: request.goal, found: (full_bounds(game), None) }
    }
}

/// A search on one thread.
pub(crate) struct SingleThreadSearch<'a, G: SearchGame> {
    search: AlphaBetaSearch<'a, G>,
    goal: Option<Score>,
    found: Found,
}

impl<'a, G: SearchGame> ResumableSearch<'a, G> for SingleThreadSearch<'a, G> {
    fn resume(&mut self, position: &G::Position, share: WorkShare) -> bool {
        self.search.meter.set_share(share);
        self.found = self.search.value(position, self.goal);
        !self.search.meter.is_paused()
    }

    fn meter(&self) -> &Meter<'_> {
        &self.search.meter
    }

    fn estimate(&self) -> Option<u64> {
        self.search.tree_size()
    }

    fn into_answer(
        self: Box<Self>,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Answer<'a, G> {
        answer_of(self.search, position, request, control, self.found)
    }
}

/// The solution, without a line of play.
pub(crate) fn solution_without_line<G: SearchGame>(
    search: &mut AlphaBetaSearch<G>,
    position: &G::Position,
    request: &Request,
    control: &Control,
    (bounds, best): Found,
) -> Solution {
    let game = search.game;
    search.meter.record_bytes(search.bytes() + game.heap_bytes());
    search.save();

    let mut solution = Solution::new(bounds, &search.meter);
    (solution.stats.nodes, solution.stats.expansions) = search.meter.total_work();
    solution.solved = answers(bounds.seen_by(game.to_move(position)), request.goal);
    solution.best_move = best;
    solution.stats.iterations = search.iterations;
    solution.stats.seconds = control.seconds();
    solution.details = vec![
        ("table_entries", RootNumber::Integer(search.table.len() as u64)),
        ("bytes_per_entry", RootNumber::Integer(search.table.bytes_per_entry() as u64)),
        ("depth", RootNumber::Integer(u64::from(search.depth))),
    ];
    if !solution.solved
        && let Some(nodes) = search.estimated_nodes()
    {
        solution.details.push(("estimated_nodes", RootNumber::Integer(nodes)));
    }
    if let Some(team) = &search.team {
        solution.details.push(("threads", RootNumber::Integer(team.threads as u64)));
    }
    if let Some(checkpoint) = search.checkpoint.take() {
        checkpoint.add_to(&mut solution);
    }
    solution
}

/// The solution, and the search with its table.
fn answer_of<'a, G: SearchGame>(
    mut search: AlphaBetaSearch<'a, G>,
    position: &G::Position,
    request: &Request,
    control: &Control,
    found: Found,
) -> Answer<'a, G> {
    let solution = solution_without_line(&mut search, position, request, control, found);
    Answer { solution, knowledge: Knowledge::Search(Box::new(search)) }
}

/// The parameters of a search.
#[derive(Clone, Copy)]
pub(crate) struct AlphaBetaConfig {
    table: bool,
    symmetry: bool,
    killers: bool,
    history: bool,
    evaluation: bool,
    bounds: bool,
    filter: bool,
    cutoffs: bool,
    deepening: bool,
    null_window: bool,
    /// Order moves by the evaluation of the positions after them, and never by the game's move priorities.
    plain_order: bool,
    /// Table keys that also record which player made each mark.
    owner_keys: bool,
}

/// The switches that `preset=paper` turns off, unless they are given.
const NOT_IN_THE_PAPER: [&str; 4] = ["symmetry", "bounds", "filter", "cutoffs"];

impl AlphaBetaConfig {
    pub(crate) fn new(request: &Request) -> AlphaBetaConfig {
        let text = |name| request.parameters.text(&AlphaBeta::INFO, name);
        let is_paper = text("preset") == "paper";
        let flag = |name| {
            let is_off = is_paper
                && NOT_IN_THE_PAPER.contains(&name)
                && request.parameters.given(name).is_none();
            !is_off && request.parameters.flag(&AlphaBeta::INFO, name)
        };
        AlphaBetaConfig {
            table: flag("table"),
            symmetry: flag("symmetry"),
            killers: flag("killers"),
            history: flag("history"),
            evaluation: flag("evaluation"),
            bounds: flag("bounds"),
            filter: flag("filter"),
            cutoffs: flag("cutoffs"),
            deepening: flag("deepening"),
            null_window: text("window") == "null",
            plain_order: is_paper,
            owner_keys: is_paper && !flag("symmetry"),
        }
    }
}
