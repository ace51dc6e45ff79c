//! Snort: a stone may not be next to one of the other colour. A player who cannot move loses.
//! (Norton; Berlekamp, Conway and Guy, *Winning Ways*.) Positions are often hot.

use upstar_core::GameInfo;

use super::{
    Reading,
    colouring::{self, Forbidden},
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "snort",
    summary: "place no stone next to one of the other colour; a player who cannot move loses",
    rules: "The players take turns to place a stone of their colour on an empty cell that touches \
            no stone of the other colour along an edge. A player who cannot move loses.",
    ..colouring::INFO
};

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of cells.
pub fn read(text: &str) -> Reading {
    colouring::read(text, &INFO, Forbidden::Other)
}
