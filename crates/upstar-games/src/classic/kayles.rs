//! Kayles: knock down one pin or two that stand side by side; whoever cannot move loses. The octal
//! game 0.77 (Dudeney, 1908; Guy and Smith, 1956: Grundy values of period 12 after 70).

use upstar_core::GameInfo;

use super::{
    Reading,
    heaps::{Heaps, read_heaps},
    octal::options,
};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "kayles",
    summary: "knock down one pin or two neighbours; whoever cannot move loses",
    labels: ["left", "right"],
    rules: "Pins stand in rows. The players take turns to knock down one pin, or two neighbours in \
            a row; what is left on either side is a row of its own. A player who has no move loses.",
    positions: "the lengths of the rows, 5,7; at most 128 pins in all",
    moves: "a row's length and what is left of it, 5:2 or 5:2,1",
    usual: "3,4",
    examples: &["0", "2", "7", "3,4"],
};

/// Reads a position's text.
///
/// # Errors
/// If the text is not a list of rows.
pub fn read(text: &str) -> Reading {
    let state = read_heaps(text, text, 0)?;
    Ok((Box::new(Heaps::new(&INFO, "", |heap| options(&[0, 7, 7], heap))), state))
}
