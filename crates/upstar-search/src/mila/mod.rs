//! MILA: alpha-beta as a player.
//!
//! **Idea** First try to prove the value with a quarter of the budget. If that fails, search by iterative
//! deepening with the game's evaluation at the horizon, and return the best move of the deepest finished
//! search. Three kinds of unsound pruning let it search deeper. Late moves are reduced. Multi-cut prunes a
//! node if several shallow searches fail high. `forward` tries multi-cut at every node except those on the
//! principal variation.
//!
//! **Formula** value(p, d) = max over moves of ∓ value(child, d − 1), with a window (α, β) that is open only
//! for the first move. At d = 0 it is the evaluation. Multi-cut: 3 of the first 6 moves reach β at depth d −
//! 3. Late move reductions: one ply less from the 5th move on, two from the 13th on, and a search at full
//! depth if the reduced one exceeds α.
//!
//! **Guarantee** The move is legal. Only the first part *proves* anything: it is
//! [`alpha_beta`](crate::AlphaBeta) and never prunes unsoundly. A value of the second part is never reported
//! as proved.
//!
//! **Reference** Marsland, *A review of game-tree pruning*, 1986 (principal variation search);
//! Björnsson and Marsland, *Multi-cut αβ-pruning in game-tree search*, 2001; Winands, van den
//! Herik, Uiterwijk and van der Werf, *Enhanced forward pruning*, 2005; Claessen, *Combinatorial
//! Game Theory in Clobber*, 2011 (the program MILA as an opponent).

mod entry;
mod order;
mod search;

use search::IterativeDeepening;
use upstar_core::{
    Control, Error, Limits, Meter, Parameter, PlayEvaluation, RootNumber, SearchGame,
};

use crate::{
    AlgorithmInfo, Answer, Knowledge, Request, Solution, Solver,
    alpha_beta::{AlphaBetaConfig, AlphaBetaSearch},
    answers, full_bounds,
};

/// The player MILA.
pub struct Mila;

impl Solver for Mila {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "mila",
        summary: "a player: tries a proof, then iterative deepening alpha-beta with evaluation",
        reference: "Björnsson and Marsland 2001; Winands et al. 2005; Claessen 2011",
        parameters: &[
            Parameter::switch("prove", "true", "first spend a quarter of the budget on a proof"),
            Parameter {
                name: "evaluation",
                default: "learnt",
                values: "learnt|parts|ordering",
                help: "at the horizon: weights learnt from games, a formula about parts (Clobber has both), \
                       or the evaluation that orders moves",
            },
            Parameter::switch("bounds", "true", "use the game's static bounds"),
            Parameter::switch(
                "table",
                "true",
                "store values in a transposition table with exact keys",
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
            Parameter::switch("cutoffs", "true", "look up all children before searching the first"),
            Parameter::switch(
                "multi_cut",
                "true",
                "prune a node if several shallow searches fail high",
            ),
            Parameter::switch(
                "forward",
                "true",
                "try multi-cut at every node except on the principal variation",
            ),
            Parameter::switch("reductions", "true", "reduce the depth of late moves"),
        ],
        keeps_tree: false,
        saves_table: false,
    };

    fn solve<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
    ) -> Result<Answer<'a, G>, Error> {
        let mut answer = Answer::from(Solution::new(full_bounds(game), &Meter::new(control)));
        if request.parameters.flag(&Mila::INFO, "prove") {
            answer = prove(game, position, request, control);
        }
        if !answer.solution.solved {
            play(game, position, request, control, &mut answer.solution);
        }
        answer.solution.stats.seconds = control.seconds();
        Ok(answer)
    }
}

/// Tries to prove the value with a quarter of the budget.
fn prove<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    control: &'a Control,
) -> Answer<'a, G> {
    let mut search = AlphaBetaSearch::new(game, AlphaBetaConfig::new(request), control);
    let Limits { max_nodes, max_seconds, max_bytes, max_playouts } = control.limits;
    search.meter = search.meter.with_own_limits(Limits {
        max_nodes: if max_nodes == u64::MAX { max_nodes } else { max_nodes / 4 },
        max_seconds: max_seconds / 4.0,
        max_bytes: max_bytes / 2,
        max_playouts,
    });
    search.meter.nodes = 1;
    let (bounds, best) = search.value(position, request.goal);
    search.meter.record_bytes(search.bytes() + game.heap_bytes());
    let mut solution = Solution::new(bounds, &search.meter);
    solution.solved = answers(bounds.seen_by(game.to_move(position)), request.goal);
    solution.best_move = best;
    if !solution.solved {
        return solution.into();
    }
    solution.note = "mila proved the value".into();
    Answer { solution, knowledge: Knowledge::Search(Box::new(search)) }
}

/// Searches by iterative deepening. The proved bounds do not change.
fn play<G: SearchGame>(
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
    solution: &mut Solution,
) {
    let config = MilaConfig::new(request);
    let mut search = IterativeDeepening::new(game, config, control, solution.stats.nodes);
    search.run(position);
    solution.stopped = search.meter.stopped();
    solution.best_move = search.best.or(solution.best_move);
    solution.stats.nodes = search.meter.nodes;
    solution.stats.expansions += search.meter.expansions;
    solution.stats.iterations = u64::from(search.depth);
    solution.stats.peak_bytes = solution.stats.peak_bytes.max(search.meter.peak_bytes);
    solution.root = vec![("value", RootNumber::Real(f64::from(search.value)))];
    solution.details.push(("depth", RootNumber::Integer(u64::from(search.depth))));
    solution.note = format!("mila searched {} plies deep; this proves nothing", search.depth);
}

/// The parameters of the iterative deepening search.
#[derive(Clone, Copy)]
struct MilaConfig {
    evaluation: PlayEvaluation,
    bounds: bool,
    table: bool,
    killers: bool,
    history: bool,
    cutoffs: bool,
    multi_cut: bool,
    forward: bool,
    reductions: bool,
}

impl MilaConfig {
    fn new(request: &Request) -> MilaConfig {
        let flag = |name| request.parameters.flag(&Mila::INFO, name);
        MilaConfig {
            evaluation: match request.parameters.text(&Mila::INFO, "evaluation") {
                "parts" => PlayEvaluation::Parts,
                "ordering" => PlayEvaluation::Ordering,
                _ => PlayEvaluation::Learnt,
            },
            bounds: flag("bounds"),
            table: flag("table"),
            killers: flag("killers"),
            history: flag("history"),
            cutoffs: flag("cutoffs"),
            multi_cut: flag("multi_cut"),
            forward: flag("forward"),
            reductions: flag("reductions"),
        }
    }
}
