//! Searches on games behind one type. No function here is generic, so each is compiled here and nowhere else.

use std::{path::Path, sync::Arc};

use upstar_core::{Control, ErasedGame, ErasedPartisan, ErasedPosition, Error, PackedPosition};
use upstar_proof::{Header, ProofError, WriteReport, write};
use upstar_search::{
    AlphaBetaSearch, Analysis, AnalysisOptions, CustomSelectionRule, Knowledge, Request, Solution,
    complete_line,
};

use crate::{
    Native, Solved, SumStep, algorithms, analysis,
    certificate::{self, Finder},
    distance, finish,
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
    Ok(finish(game, position, answer, request, control))
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
    Ok(finish(game, position, answer, request, control))
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
    certificate::attach(game, position, request, solution, Knowledge::Search(search), control)
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
