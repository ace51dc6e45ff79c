//! Answers a request about a position in five steps: check, plan, search, line, certificate.

use std::{path::PathBuf, sync::Arc};

use upstar_core::{
    AlgorithmInfo, Control, ErasedGame, ErasedPosition, Error, SearchGame, Stopped, Wide,
    check_writable,
};
use upstar_search::{AlphaBeta, CUSTOM, CustomSelectionRule, Request, Solver, Stats};
use upstar_solver::{Native, Solved, algorithms::AUTO, erased};

use crate::{
    plan::{BoardStep, Plan, Run, Step},
    position::{self, AnyPosition},
    registry, view,
};

/// Solves a position.
///
/// # Errors
/// If the algorithm or a parameter does not exist or does not suit the game. Reaching a limit is not an
/// error.
pub fn solve(
    position: &dyn AnyPosition,
    request: &Request,
    control: &Control,
) -> Result<Solved, Error> {
    if request.distance || request.max_distance.is_some() {
        return solve_distance(position, request, control);
    }
    let request = named(position, request)?;
    let plan = Plan::new(position, &request)?;
    check(&plan.request, registry::algorithm(&request.algorithm)?)?;
    let Plan { steps, view, request, unused_database } = plan;
    if let Some(options) = view {
        return solve_view(position, view::of(position, Some(options))?, &steps, &request, control);
    }
    let mut spent = Stats::default();
    let mut is_short_of_memory = false;
    for step in &steps {
        let mut solved = match step {
            Step::Sum(step) => {
                let Some(mut solution) = position.solve_sum(step, &request, control)? else {
                    continue;
                };
                solution.prepend_note(&step.note);
                solution.stats.add(&spent);
                if solution.stopped == Some(Stopped::Memory) {
                    spent = solution.stats;
                    is_short_of_memory = true;
                    continue;
                }
                // The line on sums ends where the winner's moves are no longer proved. The board extends it.
                let (game, at) = position.erased();
                erased::extend_line(&game, &at, &mut solution, control);
                let proof = match solution.solved {
                    true => position.certify_sum(step, &request, &solution, control),
                    false => None,
                };
                return Ok(Solved { proof, ..solution.into() });
            }
            Step::Board(step) => {
                let mut request = step.request(&request);
                if is_short_of_memory {
                    // Keep the checkpoint of the search on sums.
                    let folder = request.checkpoint.map(|folder: PathBuf| folder.join("boards"));
                    request.checkpoint = folder;
                }
                let solved = solve_board(position, step, &request, control)?;
                if step.is_brief() && !solved.solution.solved && solved.solution.stopped.is_none() {
                    spent = solved.solution.stats;
                    continue;
                }
                solved
            }
        };
        let solution = &mut solved.solution;
        if let Step::Board(step) = step
            && !step.note.is_empty()
        {
            if step.is_brief() {
                solution.note.clear();
            }
            solution.prepend_note(&step.note);
        }
        if is_short_of_memory {
            solution.stats.add(&spent);
            solution.note += "; sums of parts did not fit into the memory";
        }
        if unused_database {
            let more = if solution.note.is_empty() { "" } else { "; " };
            solution.note += more;
            solution.note += "the database is for searches on sums, which this is not";
        }
        return Ok(solved);
    }
    unreachable!("the last step of a plan always answers")
}

/// Solves a position and finds the plies to the end, by alpha-beta.
fn solve_distance(
    position: &dyn AnyPosition,
    request: &Request,
    control: &Control,
) -> Result<Solved, Error> {
    let info = registry::algorithm(&request.algorithm)?;
    if ![AUTO.name, AlphaBeta::INFO.name].contains(&info.name) {
        let text = format!("distances are found by alpha-beta, not by {}", info.name);
        return Err(Error::Unsuitable(text));
    }
    if request.goal.is_some() {
        let text = "a search for distances has no goal; \
                    to ask for a win within some number of plies, give the maximum distance";
        return Err(Error::Unsuitable(text.into()));
    }
    check(request, info)?;
    let mut solved = position.solve_distance(&named(position, request)?, control)?;
    if info.name == AUTO.name {
        solved.solution.prepend_note("auto took alpha-beta, which finds distances");
    }
    Ok(solved)
}

/// Solves a position by best-first search with the caller's own four functions.
///
/// # Errors
/// If a parameter does not exist or does not accept its value.
pub fn solve_custom(
    position: &dyn AnyPosition,
    request: &Request,
    control: &Control,
    rules: &dyn CustomSelectionRule,
) -> Result<Solved, Error> {
    let request = named(position, request)?;
    check(&request, &CUSTOM)?;
    let (game, at) = position.erased();
    erased::solve_custom(&game, &at, &request, control, rules)
}

/// Solves a position of a game that is not in the list, with a named algorithm.
///
/// # Errors
/// If the algorithm or a parameter does not exist or does not suit the game.
pub fn solve_game<G: SearchGame<Key: Wide>>(
    game: &Arc<G>,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Solved, Error> {
    check(request, registry::algorithm(&request.algorithm)?)?;
    let (game, at) = (ErasedGame::new(Arc::clone(game)), ErasedPosition::new(position.clone()));
    erased::solve(&game, &at, None, request, control)
}

/// The request with the fingerprint of the sources and, if files are written, with the position's name. A caller
/// that knows another name, such as that of a game written in Python, has set it.
fn named(position: &dyn AnyPosition, request: &Request) -> Result<Request, Error> {
    let mut request = Request { sources: registry::SOURCES, ..request.clone() };
    if request.name.is_some() {
        return Ok(request);
    }
    if request.proof.is_some() {
        request.name = Some(position::name(position).map_err(Error::Unsuitable)?);
    } else if request.checkpoint.is_some() {
        request.name = position::name(position).ok();
    }
    Ok(request)
}

/// Can the request be answered at all?
pub(crate) fn check(request: &Request, info: &AlgorithmInfo) -> Result<(), Error> {
    request.parameters.check(info)?;
    let able = |can: fn(&AlgorithmInfo) -> bool| {
        let able = registry::ALGORITHMS.iter().filter(|info| can(info)).map(|info| info.name);
        able.collect::<Vec<_>>().join(", ")
    };
    if (request.trace || request.tree_depth.is_some()) && !info.keeps_tree {
        let keeping = able(|info| info.keeps_tree);
        let text = format!("{} keeps no search tree to show; {keeping} do", info.name);
        return Err(Error::Unsuitable(text));
    }
    if request.checkpoint.is_some() && !info.saves_table {
        let saving = able(|info| info.saves_table);
        let text = format!("{} has no table to save; {saving} have", info.name);
        return Err(Error::Unsuitable(text));
    }
    match &request.proof {
        Some(path) => check_writable(path).map_err(Error::Unsuitable),
        None => Ok(()),
    }
}

/// Runs a search on the board. Uses the search that is compiled for the game, if there is one.
fn solve_board(
    position: &dyn AnyPosition,
    step: &BoardStep,
    request: &Request,
    control: &Control,
) -> Result<Solved, Error> {
    let native = match &step.run {
        Run::Native(_, native) => Some(*native),
        Run::Named(_) | Run::WithoutBounds | Run::Focused => {
            Native::has(&request.algorithm).then_some(Native::Named)
        }
    };
    if let Some(native) = native.filter(|_| position.has_native()) {
        return position.solve_native(native, request, control);
    }
    let (game, at) = position.erased();
    erased::solve(&game, &at, native, request, control)
}

/// Solves a position with the values of its parts. The search runs on the game that looks up values. The
/// certificate is for the game itself.
fn solve_view(
    position: &dyn AnyPosition,
    (game, start): (ErasedGame, ErasedPosition),
    steps: &[Step],
    request: &Request,
    control: &Control,
) -> Result<Solved, Error> {
    if request.checkpoint.is_some() {
        // Sums are numbered in order of appearance, so another run has other keys.
        let text = "there are no checkpoints of searches that know values (solved_positions, …)";
        return Err(Error::Unsuitable(text.into()));
    }
    let Some(Step::Board(step)) = steps.last() else { unreachable!("a view has one step") };
    let asked = step.request(request);
    let bare = Request { proof: None, name: None, ..asked };
    let native = match step.run {
        Run::Native(_, native) => Some(native),
        _ => None,
    };
    let mut solved = erased::solve(&game, &start, native, &bare, control)?;
    if !step.note.is_empty() {
        solved.solution.prepend_note(&step.note);
    }
    let (plain, at) = position.erased();
    solved.proof = erased::attach_certificate(&plain, &at, request, &solved.solution, control);
    Ok(solved)
}
