//! Kayles: a move removes one pin or two adjacent pins of a row. A player who cannot move loses. It
//! is the octal game 0.77. (Dudeney, 1908; Guy and Smith, 1956: the Grundy values have period 12
//! after 70.)

use upstar_core::GameInfo;

use super::{
    Reading,
    heaps::{Heaps, read_heaps},
    octal::options,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "kayles",
    summary: "knock down one pin or two neighbouring pins; a player who cannot move loses",
    labels: ["left", "right"],
    rules: "Pins stand in rows. The players take turns to knock down one pin, or two neighbouring \
            pins of a row. The pins on either side then form separate rows. A player who cannot \
            move loses.",
    positions: "the lengths of the rows, 5,7; at most 128 pins in all",
    moves: "a row's length and the lengths of the rows that remain, 5:2 or 5:2,1",
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
