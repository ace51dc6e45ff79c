//! Searches on games behind one type. No function here is generic, so each is compiled here and nowhere else.

use std::{path::Path, sync::Arc};

use upstar_cgt::value_game::{ValueGame, ValueGameConfig};
use upstar_core::{Control, ErasedGame, ErasedPartisan, ErasedPosition, Error, PackedPosition};
use upstar_proof::{Header, MoveFinder, ProofError, WriteReport, write};
use upstar_search::{
    AlphaBetaSearch, Analysis, AnalysisOptions, Answer, BoxedResumable, CustomSelectionRule, DfPn,
    Knowledge, Request, Solution, Solver, complete_line,
};

use crate::{
    Native, Solved, SumStep, algorithms, analysis,
    certificate::{self, Finder},
    distance,
    finish::with_line,
};

/// Runs a search and all that follows: the algorithm that the request names, or one of [`Native`].
///
/// # Errors
/// If the algorithm does not exist, a parameter is out of range, or memory cannot be allocated.
pub fn solve(
    game: &ErasedGame,
    position: &ErasedPosition,
    native: Option<Native>,
    request: &Request,
    control: &Control,
) -> Result<Solved, Error> {
    let answer = match native {
        Some(native) => native.search(game, position, request, control)?,
        None => algorithms::search(game, position, request, control)?,
    };
    Ok(finish_erased(game, position, answer, request, control))
}

/// Runs df-pn. The line and the certificate are left to the caller.
///
/// # Errors
/// If a parameter is out of range.
pub(crate) fn df_pn<'a>(
    game: &'a ErasedGame,
    position: &ErasedPosition,
    request: &Request,
    control: &'a Control,
) -> Result<Answer<'a, ErasedGame>, Error> {
    DfPn::solve(game, position, request, control)
}

/// Starts a df-pn search that can be resumed, with a table of at most the bytes given with the control.
///
/// # Errors
/// If a parameter is out of range.
pub(crate) fn start_df_pn<'a>(
    game: &'a ErasedGame,
    position: &ErasedPosition,
    request: &Request,
    memory: (&'a Control, usize),
) -> Result<BoxedResumable<'a, ErasedGame>, Error> {
    upstar_search::start_df_pn(game, position, request, memory)
}

/// Runs best-first search with the caller's own four functions, and all that follows.
///
/// # Errors
/// If a parameter does not exist or is out of range.
pub fn solve_custom(
    game: &ErasedGame,
    position: &ErasedPosition,
    request: &Request,
    control: &Control,
    rules: &dyn CustomSelectionRule,
) -> Result<Solved, Error> {
    let answer = upstar_search::solve_custom(game, position, request, control, rules)?;
    Ok(finish_erased(game, position, answer, request, control))
}

/// Completes the line, and writes the certificate that the request asks for.
fn finish_erased<'a>(
    game: &'a ErasedGame,
    position: &ErasedPosition,
    answer: Answer<'a, ErasedGame>,
    request: &Request,
    control: &'a Control,
) -> Solved {
    let (solution, knowledge) = with_line(game, position, answer, control);
    let proof = certificate::is_due(request, &solution).then(|| {
        let mut finder = Finder::new(game, knowledge, control);
        certify(game, position, request, &solution, &mut finder)
    });
    Solved { solution, proof: proof.flatten() }
}

/// Solves a position as a sum of its parts. Returns none if the step does not apply.
///
/// # Errors
/// If a database is missing or a checkpoint cannot be read.
pub fn solve_sum(
    game: ErasedPartisan,
    position: &PackedPosition,
    step: &SumStep,
    request: &Request,
    control: &Control,
) -> Result<Option<Solution>, Error> {
    step.solve(&Arc::new(game), position, request, control)
}

/// Solves a position and finds the plies to the end.
///
/// # Errors
/// If the game has other scores than win, draw and loss.
pub fn solve_distance(
    game: &ErasedGame,
    position: &ErasedPosition,
    request: &Request,
    control: &Control,
) -> Result<Solved, Error> {
    distance::solve_distance(game, position, request, control)
}

/// Settles the open moves of an analysis on the board, with distances if they are asked for.
///
/// # Errors
/// If distances are asked for and the game has other scores than win, draw and loss.
pub fn analyze_board(
    game: &ErasedGame,
    position: &ErasedPosition,
    with_distance: bool,
    options: AnalysisOptions,
    found: &mut Analysis,
    control: &Control,
) -> Result<(), Error> {
    if with_distance {
        return analysis::analyze_distances(game, position, options, found, control);
    }
    analysis::analyze_board(game, position, options, found, control)
}

/// The game of which a search knows the values of parts, and the position as its root.
///
/// # Errors
/// If the configuration does not suit the game, or a database is damaged.
pub fn with_values(
    game: ErasedPartisan,
    name: &str,
    position: &PackedPosition,
    config: ValueGameConfig,
) -> Result<(ErasedGame, ErasedPosition), Error> {
    let (game, root) = ValueGame::new(&Arc::new(game), name, position, config)?;
    Ok((ErasedGame::new(Arc::new(game)), ErasedPosition::new(root)))
}

/// Settles the open moves of an analysis on sums of parts.
///
/// # Errors
/// If a database is missing.
pub fn analyze_sum(
    game: ErasedPartisan,
    position: &PackedPosition,
    step: &SumStep,
    found: &mut Analysis,
    control: &Control,
) -> Result<(), Error> {
    step.analyze(&Arc::new(game), position, found, control)
}

/// Completes the line of a solution by a new search.
pub fn extend_line(
    game: &ErasedGame,
    position: &ErasedPosition,
    solution: &mut Solution,
    control: &Control,
) {
    let mut search = AlphaBetaSearch::with_defaults(game, control);
    complete_line(&mut search, position, solution, control);
}

/// The certificate that a request asks for, for a solution that another search found.
pub fn attach_certificate(
    game: &ErasedGame,
    position: &ErasedPosition,
    request: &Request,
    solution: &Solution,
    control: &Control,
) -> Option<Result<WriteReport, ProofError>> {
    let search = Box::new(AlphaBetaSearch::with_defaults(game, control));
    let mut finder = Finder::new(game, Knowledge::Search(search), control);
    certify(game, position, request, solution, &mut finder)
}

/// The certificate that a request asks for, with moves from a finder for the same game with its own type.
pub(crate) fn certify(
    game: &ErasedGame,
    position: &ErasedPosition,
    request: &Request,
    solution: &Solution,
    finder: &mut dyn MoveFinder<'_, ErasedGame>,
) -> Option<Result<WriteReport, ProofError>> {
    certificate::certify_erased(game, position, request, solution, finder)
}

/// Writes a certificate of claims about a position, each of which must be true.
///
/// # Errors
/// Why none was written.
pub fn write_certificate(
    game: &ErasedGame,
    position: &ErasedPosition,
    header: &Header,
    path: &Path,
    control: &Control,
) -> Result<WriteReport, ProofError> {
    let mut finder = Finder::new(game, Knowledge::Nothing, control);
    write(game, position, header, &mut finder, path)
}
