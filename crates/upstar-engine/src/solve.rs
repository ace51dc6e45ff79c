//! From a position and a request to an answer, in one straight line: check, plan, search, line, certificate.

use std::{ops::Deref, path::PathBuf, sync::Arc};

use upstar_core::{
    AlgorithmInfo, Control, ErasedGame, ErasedPosition, Error, SearchGame, Stopped, Wide,
    check_writable,
};
use upstar_proof::{ProofError, WriteReport};
use upstar_search::{
    AlphaBetaSearch, Answer, CUSTOM, CustomSelectionRule, Knowledge, Request, Solution, Stats,
    complete_line,
};

use crate::{
    certificate,
    native::Native,
    plan::{BoardStep, Plan, Run, Step},
    position::{self, AnyPosition},
    registry, view,
};

/// A solution, and the certificate that was asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// What was found.
    pub solution: Solution,
    /// The certificate, or why there is none, if one was asked for and the answer was found.
    pub proof: Option<Result<WriteReport, ProofError>>,
}

impl Deref for Solved {
    type Target = Solution;

    fn deref(&self) -> &Solution {
        &self.solution
    }
}

impl From<Solution> for Solved {
    fn from(solution: Solution) -> Solved {
        Solved { solution, proof: None }
    }
}

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
                solution.prepend_note(step.note());
                solution.stats.add(&spent);
                if solution.stopped == Some(Stopped::Memory) {
                    spent = solution.stats;
                    is_short_of_memory = true;
                    continue;
                }
                // The line on sums is as long as the winner's moves were proved: the board has the rest.
                let (game, at) = position.erased();
                let mut search = AlphaBetaSearch::with_defaults(&game, control);
                complete_line(&mut search, &at, &mut solution, control);
                return Ok(solution.into());
            }
            Step::Board(step) => {
                let mut request = step.request(&request);
                if is_short_of_memory {
                    // The checkpoint of the sums stays what it is.
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

/// Solves a position by best-first search with the caller's own four functions.
///
/// # Errors
/// If a parameter does not exist or cannot have its value.
pub fn solve_custom(
    position: &dyn AnyPosition,
    request: &Request,
    control: &Control,
    rules: &dyn CustomSelectionRule,
) -> Result<Solved, Error> {
    let request = named(position, request)?;
    check(&request, &CUSTOM)?;
    let (game, at) = position.erased();
    let answer = upstar_search::solve_custom(&game, &at, &request, control, rules)?;
    Ok(finish(&game, &at, answer, &request, control))
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
    let answer = registry::search(&game, &at, request, control)?;
    Ok(finish(&game, &at, answer, request, control))
}

/// The request, with what only the engine knows: the position's name where files are wanted, and its own
/// fingerprint.
fn named(position: &dyn AnyPosition, request: &Request) -> Result<Request, Error> {
    let mut request = Request { sources: registry::SOURCES, ..request.clone() };
    if request.proof.is_some() {
        request.name = Some(position::name(position).map_err(Error::Unsuitable)?);
    } else if request.checkpoint.is_some() {
        request.name = position::name(position).ok();
    }
    Ok(request)
}

/// Can the request be answered at all?
fn check(request: &Request, info: &AlgorithmInfo) -> Result<(), Error> {
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

/// A search on the board, compiled for the game if there is one.
fn solve_board(
    position: &dyn AnyPosition,
    step: &BoardStep,
    request: &Request,
    control: &Control,
) -> Result<Solved, Error> {
    let native = match &step.run {
        Run::Native(_, native) => Some(*native),
        Run::Named(_) | Run::WithoutBounds => {
            Native::has(&request.algorithm).then_some(Native::Named)
        }
    };
    if let Some(native) = native.filter(|_| position.has_native()) {
        return position.solve_native(native, request, control);
    }
    let (game, at) = position.erased();
    let answer = search(&game, &at, native, request, control)?;
    Ok(finish(&game, &at, answer, request, control))
}

/// A search on an erased game.
fn search<'a>(
    game: &'a ErasedGame,
    position: &ErasedPosition,
    native: Option<Native>,
    request: &Request,
    control: &'a Control,
) -> Result<Answer<'a, ErasedGame>, Error> {
    match native {
        Some(native) => native.search(game, position, request, control),
        None => registry::search(game, position, request, control),
    }
}

/// Solves a position with the values of its parts: the search runs on the game that knows them, the
/// certificate is one of the game itself.
fn solve_view(
    position: &dyn AnyPosition,
    (game, start): (ErasedGame, ErasedPosition),
    steps: &[Step],
    request: &Request,
    control: &Control,
) -> Result<Solved, Error> {
    if request.checkpoint.is_some() {
        // Sums are numbered as they come up, so another run has other keys.
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
    let answer = search(&game, &start, native, &bare, control)?;
    let mut solved = finish(&game, &start, answer, &bare, control);
    if !step.note.is_empty() {
        solved.solution.prepend_note(&step.note);
    }
    let (plain, at) = position.erased();
    let search = AlphaBetaSearch::with_defaults(&plain, control);
    let knowledge = Knowledge::Search(Box::new(search));
    solved.proof = certificate::attach(&plain, &at, request, &solved.solution, knowledge, control);
    Ok(solved)
}

/// Completes the line, and writes the certificate that the request asks for.
pub(crate) fn finish<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    answer: Answer<'a, G>,
    request: &Request,
    control: &'a Control,
) -> Solved {
    let Answer { mut solution, mut knowledge } = answer;
    match &mut knowledge {
        Knowledge::Search(search) => complete_line(search, position, &mut solution, control),
        _ => complete_line(
            &mut AlphaBetaSearch::with_defaults(game, control),
            position,
            &mut solution,
            control,
        ),
    }
    let proof = certificate::attach(game, position, request, &solution, knowledge, control);
    Solved { solution, proof }
}
