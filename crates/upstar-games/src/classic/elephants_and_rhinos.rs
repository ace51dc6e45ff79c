//! Elephants and Rhinos: elephants move right and rhinos move left, one step into an empty cell.
//! They never jump. A player who cannot move loses. (The game of MCGS: Folkersen, Müller and Du.)

use upstar_core::GameInfo;

use super::{
    Reading,
    animals::{self, Steps},
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "elephants-and-rhinos",
    summary: "elephants move right, rhinos move left, without jumps; a player who cannot move loses",
    labels: ["elephants", "rhinos"],
    rules: "Left moves an elephant one cell to the right, Right a rhino one cell to the left, into \
            an empty cell. There are no jumps and no captures. A player who cannot move loses.",
    positions: "strips separated by '/', at most 127 characters: 'E' an elephant, 'R' a rhino, '.' \
                empty; E..R.E./ER",
    moves: "from and to: the column and the strip's number from below, b1c1",
    usual: "EE..R.E...R",
    examples: &["E.R", "E..R", "R.E", "E...R/.R", "EE..RR", ".R.E.", "E", "E..E..R", "E.E...R..R"],
};

/// Reads a position's text.
///
/// # Errors
/// If the text is not strips of `E`, `R` and `.`.
pub fn read(text: &str) -> Reading {
    let steps = Steps { slide: (1, 1), jump: 0, friendly: false };
    animals::read(text, text, &INFO, ['.', 'E', 'R', '/'], steps, String::new())
}
