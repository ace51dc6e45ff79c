//! Col: a stone may not be next to one of the same colour. A player who cannot move loses. (Vout;
//! Conway, *On Numbers and Games*, chapter 8: every value is a number, or a number plus ∗.)

use upstar_core::GameInfo;

use super::{
    Reading,
    colouring::{self, Forbidden},
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "col",
    summary: "place no stone next to one of the same colour; a player who cannot move loses",
    rules: "The players take turns to place a stone of their colour on an empty cell that touches \
            no stone of the same colour along an edge. A player who cannot move loses.",
    ..colouring::INFO
};

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of cells.
pub fn read(text: &str) -> Reading {
    colouring::read(text, &INFO, Forbidden::Own)
}
