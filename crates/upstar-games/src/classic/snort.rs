//! Snort: no stone beside one of the other colour; whoever cannot move loses (Norton; Berlekamp,
//! Conway and Guy, *Winning Ways*). A hot game.

use upstar_core::GameInfo;

use super::{
    Reading,
    colouring::{self, Forbidden},
};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "snort",
    summary: "no stone beside one of the other colour; whoever cannot move loses",
    rules: "The players take turns to place a stone of their colour on an empty cell that touches \
            no stone of the other colour along an edge. A player who has no move loses.",
    ..colouring::INFO
};

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of cells.
pub fn read(text: &str) -> Reading {
    colouring::read(text, &INFO, Forbidden::Other)
}
