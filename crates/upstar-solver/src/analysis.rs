//! The values of all moves, on boards.

use upstar_core::{Control, Error, SearchGame};
use upstar_search::{Analysis, AnalysisOptions, BoardView, DistanceView, analyze};

/// Settles the open moves of an analysis by alpha-beta on the board.
///
/// # Errors
/// If memory cannot be allocated.
pub fn analyze_board<G: SearchGame>(
    game: &G,
    position: &G::Position,
    options: AnalysisOptions,
    analysis: &mut Analysis,
    control: &Control,
) -> Result<(), Error> {
    analyze(&BoardView { game, position }, options, analysis, control)
}

/// Settles the open moves of an analysis with their distances.
///
/// # Errors
/// If the game has other scores than win, draw and loss.
pub fn analyze_distances<G: SearchGame + Clone>(
    game: &G,
    position: &G::Position,
    options: AnalysisOptions,
    analysis: &mut Analysis,
    control: &Control,
) -> Result<(), Error> {
    analyze(&DistanceView::new(game.clone(), position)?, options, analysis, control)
}
