//! Col: no stone beside one of the same colour; whoever cannot move loses (Vout; Conway, *On Numbers
//! and Games*, chapter 8: every value is a number, or a number and a star).

use upstar_core::GameInfo;

use super::{
    Reading,
    colouring::{self, Shuns},
};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "col",
    summary: "no stone beside one of the same colour; whoever cannot move loses",
    labels: ["black", "white"],
    rules: "The players take turns to place a stone of their colour on an empty cell that touches \
            no stone of the same colour along an edge. A player who has no move loses.",
    positions: "a size such as 3x4, at most 120 cells, or rows from the top separated by '/': '.' \
                empty, 'x' black, 'o' white, '#' not on the board",
    moves: "the cell, b3",
    usual: "4x4",
    examples: &["1x4", "2x2", "2x3", "1x7", "x.#/..o/#..", "x..o."],
};

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of cells.
pub fn read(text: &str) -> Reading {
    colouring::read(text, &INFO, Shuns::Own)
}
