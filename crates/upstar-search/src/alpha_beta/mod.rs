//! Alpha-beta with proved bounds.
//!
//! **Idea** Depth-first minimax in which every position returns an interval that holds its
//! value. A window (α, β) says what the caller cares for: a value ≤ α is as good as any other
//! ≤ α, one ≥ β as any other ≥ β. With `window=null` the exact value is found by yes/no
//! questions (β the next score above α) that share one table.
//!
//! **Formula** at a position, seen by the player to move:
//! lo = max lo(child), hi = max hi(child); stop as soon as lo ≥ β. With iterative deepening a
//! position at the horizon returns what is known of it without search.
//!
//! A game that weighs its moves ([`weigh`](upstar_core::Game::weigh)) is asked what it can prove of a
//! child only when its turn comes, first what takes little time ([`glance`](upstar_core::Game::glance)), then, if
//! the table does not know the child either, the rest with its moves ([`sift`](upstar_core::Game::sift)); killers, history and looking up all children first are for the others.
//!
//! If no child cuts at a glance, forced replies are played on at all of them
//! ([`play_forced`](upstar_core::Game::play_forced)), as what comes after often does. What the table knows of those
//! that may be searched is fetched before the first is; what is recorded, and how large the table gets, depends on
//! whether records are found again (see `worth.rs`).
//!
//! **Guarantee** every interval is proved: the table compares whole keys, evaluation, killers
//! and history only order moves, and the horizon adds nothing to an interval. The answer does
//! not depend on the size of the table.
//!
//! **Threads** With more than one, all search the same position with one shared table and step
//! aside for each other (see `parallel.rs`); the first that has the answer ends the search.
//! Which one that is, the node counts and the moves of the line are a matter of chance, the value
//! is not.
//!
//! **Reference** Knuth and Moore, *An analysis of alpha-beta pruning*, 1975; Schaeffer, *The
//! history heuristic and alpha-beta search enhancements in practice*, 1989; Plaat et al.,
//! *Best-first fixed-depth minimax algorithms*, 1996 (null windows, enhanced transposition
//! cut-offs).

mod estimate;
mod forecast;
mod oracle;
mod order;
mod parallel;
mod search;
mod worth;

use std::sync::Arc;

pub use search::Search;
use upstar_core::{
    Bounds, Control, Error, Meter, Move, Parameter, RootNumber, Score, SearchGame, ThreadTeam,
    WorkShare, bytes_for_tables,
};

use self::parallel::Crew;
use crate::{
    AlgorithmInfo, Answer, Checkpoint, Knowledge, Request, SearchTable, Shared, Solution, Solver,
    Table, answers, full_bounds, interleave::ResumableSearch,
};

/// What is proved of a position's value, and a move that reaches the lower bound.
pub(crate) type Found = (Bounds, Option<Move>);

/// Alpha-beta.
pub struct AlphaBeta;

const fn switch(name: &'static str, default: &'static str, help: &'static str) -> Parameter {
    Parameter { name, default, values: "true|false", help }
}

impl Solver for AlphaBeta {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "alpha-beta",
        summary: "depth-first minimax with proved bounds, an exact table and move ordering",
        reference: "Knuth and Moore 1975; Schaeffer 1989; Plaat et al. 1996",
        parameters: &[
            switch("table", "true", "remember proved bounds by exact key"),
            switch("symmetry", "true", "one table entry for all symmetric positions"),
            switch("killers", "true", "try moves first that cut at the same depth"),
            switch("history", "true", "try moves first that often cut elsewhere"),
            switch("evaluation", "true", "order moves by the game's evaluation"),
            switch("bounds", "true", "use what the game can prove at a glance"),
            switch("filter", "true", "leave out moves that the game proves superfluous"),
            switch(
                "cutoffs",
                "true",
                "look all children up before searching the first, where it pays",
            ),
            switch("deepening", "false", "search to growing depths, for short wins first"),
            Parameter {
                name: "window",
                default: "null",
                values: "null|full",
                help: "yes/no questions, or one search with an open window",
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
        Ok(report(search, position, request, control, found))
    }
}

impl AlphaBeta {
    /// Searches a position; the search with its warm table, and what it found.
    ///
    /// # Errors
    /// If a checkpoint cannot be read.
    pub(crate) fn search<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
    ) -> Result<(Search<'a, G>, Found), Error> {
        let config = Config::new(request);
        // Without a table threads have nothing to tell each other.
        let threads = if config.table { request.threads.max(1) } else { 1 };
        let to_move = game.to_move(position);
        let mut saver = Checkpoint::new(game, to_move, request, &AlphaBeta::INFO)?;
        let room = bytes_for_tables(game, control.limits.max_bytes);
        if threads == 1 {
            let mut alone = AlphaBeta::start(game, request, (control, control.limits.max_bytes));
            saver.map_or(Ok(()), |saver| alone.search.load(saver, (control, room)))?;
            let found = alone.search.value(position, request.goal);
            return Ok((alone.search, found));
        }
        let (team, table) = (Arc::new(ThreadTeam::new(threads)), Arc::new(Shared::new(room)));
        if let Some(saver) = &mut saver {
            saver.load((control, room), |key, word| table.restore(key, word))?;
        }
        let crew = Crew { game, config, control, team, table };
        Ok(crew.value(position, request.goal, saver))
    }

    /// A search by one thread that has done nothing yet, with a table of at most so many bytes.
    pub(crate) fn start<'a, G: SearchGame>(
        game: &'a G,
        request: &Request,
        (control, max_bytes): (&'a Control, usize),
    ) -> Alone<'a, G> {
        let table = SearchTable::Own(Table::new(bytes_for_tables(game, max_bytes)));
        let mut search = Search::with(game, Config::new(request), Meter::new(control), table, None);
        search.meter.nodes = 1;
        Alone { search, goal: request.goal, found: (full_bounds(game), None) }
    }
}

/// A search by one thread.
pub(crate) struct Alone<'a, G: SearchGame> {
    search: Search<'a, G>,
    goal: Option<Score>,
    found: Found,
}

impl<'a, G: SearchGame> ResumableSearch<'a, G> for Alone<'a, G> {
    fn resume(&mut self, position: &G::Position, share: WorkShare) -> bool {
        self.search.meter.set_share(share);
        self.found = self.search.value(position, self.goal);
        !self.search.meter.is_paused()
    }

    fn meter(&self) -> &Meter<'_> {
        &self.search.meter
    }

    fn estimate(&self) -> Option<u64> {
        self.search.size_of_tree()
    }

    fn into_answer(
        self: Box<Self>,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Answer<'a, G> {
        report(self.search, position, request, control, self.found)
    }
}

/// What was found, without a line of play.
pub(crate) fn outline<G: SearchGame>(
    search: &mut Search<G>,
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
    solution.stats.iterations = search.rounds;
    solution.stats.seconds = control.seconds();
    solution.details = vec![
        ("table_entries", RootNumber::Integer(search.table.len() as u64)),
        ("bytes_per_entry", RootNumber::Integer(search.table.bytes_per_entry() as u64)),
        ("depth", RootNumber::Integer(u64::from(search.depth))),
    ];
    if !solution.solved
        && let Some(nodes) = search.forecast()
    {
        solution.details.push(("estimated_nodes", RootNumber::Integer(nodes)));
    }
    if let Some(team) = &search.team {
        solution.details.push(("threads", RootNumber::Integer(team.threads as u64)));
    }
    if let Some(saver) = search.saver.take() {
        saver.tell(&mut solution);
    }
    solution
}

/// The solution, and the search with its warm table.
fn report<'a, G: SearchGame>(
    mut search: Search<'a, G>,
    position: &G::Position,
    request: &Request,
    control: &Control,
    found: Found,
) -> Answer<'a, G> {
    let solution = outline(&mut search, position, request, control, found);
    Answer { solution, knowledge: Knowledge::Search(Box::new(search)) }
}

/// What is switched on.
#[derive(Clone, Copy)]
pub(crate) struct Config {
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
}

impl Config {
    pub(crate) fn new(request: &Request) -> Config {
        let flag = |name| request.parameters.flag(&AlphaBeta::INFO, name);
        let text = |name| request.parameters.text(&AlphaBeta::INFO, name);
        Config {
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
        }
    }
}
