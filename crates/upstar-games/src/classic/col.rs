//! Col: no stone beside one of the same colour; whoever cannot move loses (Vout; Conway, *On Numbers
//! and Games*, chapter 8: every value is a number, or a number and a star).

use upstar_core::GameInfo;

use super::{
    Reading,
    colouring::{self, Forbidden},
};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "col",
    summary: "no stone beside one of the same colour; whoever cannot move loses",
    rules: "The players take turns to place a stone of their colour on an empty cell that touches \
            no stone of the same colour along an edge. A player who has no move loses.",
    ..colouring::INFO
};

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of cells.
pub fn read(text: &str) -> Reading {
    colouring::read(text, &INFO, Forbidden::Own)
}
