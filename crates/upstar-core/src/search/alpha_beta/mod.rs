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
//! **Guarantee** every interval is proved: the table compares whole keys, evaluation, killers
//! and history only order moves, and the horizon adds nothing to an interval. The answer does
//! not depend on the size of the table.
//!
//! **Reference** Knuth and Moore, *An analysis of alpha-beta pruning*, 1975; Schaeffer, *The
//! history heuristic and alpha-beta search enhancements in practice*, 1989; Plaat et al.,
//! *Best-first fixed-depth minimax algorithms*, 1996 (null windows, enhanced transposition
//! cut-offs).

mod order;
mod search;

use crate::base::Error;
use crate::game::Game;
use crate::proof;
use crate::search::line::walk_line;
use crate::search::{
    AlgorithmInfo, Control, Parameter, Record, Request, RootNumber, Solution, Solver, Table,
    answers,
};

pub(crate) use search::Search;

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
            switch("cutoffs", "false", "look all children up before searching the first"),
            switch("deepening", "false", "search to growing depths, for short wins first"),
            Parameter {
                name: "window",
                default: "null",
                values: "null|full",
                help: "yes/no questions, or one search with an open window",
            },
        ],
        handles_repetition: false,
        keeps_tree: false,
    };

    fn solve<G: Game>(
        game: &G,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Result<Solution, Error> {
        let config = Config::new(request);
        let mut search = Search::new(game, config, control);
        search.meter.nodes = 1;
        let (bounds, best) = search.value(position, request.goal);
        search.meter.note_bytes(search.bytes() + game.memory());

        let mut solution = Solution::new(bounds, &search.meter);
        solution.solved = answers(bounds.seen_by(game.to_move(position)), request.goal);
        solution.best_move = best;
        solution.stats.iterations = search.rounds;
        solution.stats.seconds = control.seconds();
        solution.details = vec![
            ("table_entries", RootNumber::Integer(search.table.len() as u64)),
            (
                "bytes_per_entry",
                RootNumber::Integer(Table::<G::Key, Record>::bytes_per_entry() as u64),
            ),
            ("depth", RootNumber::Integer(u64::from(search.depth))),
        ];
        if solution.solved {
            walk_line(&mut search, position, &mut solution);
        }
        // Without its table the search would be slower than a new one.
        if config.table {
            let name = AlphaBeta::INFO.name;
            proof::attach(&mut search, position, request, name, None, &mut solution);
        }
        Ok(solution)
    }
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
    pub(super) fn new(request: &Request) -> Config {
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
