//! Nim: a move takes any number of counters from one heap. A player who cannot move loses. (Bouton,
//! *Nim, a game with a complete mathematical theory*, 1901: the value is the nim sum of the heaps.)

use upstar_core::GameInfo;

use super::{
    Reading,
    heaps::{Heaps, read_heaps},
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "nim",
    summary: "take counters from one heap; a player who cannot move loses",
    labels: ["left", "right"],
    rules: "The players take turns to take any number of counters, at least one, from one heap. A \
            player who cannot move loses.",
    positions: "the sizes of the heaps, 3,4,5; at most 128 counters in all",
    moves: "a heap's size and the size that remains, 5:2",
    usual: "3,4,5",
    examples: &["0", "3", "1,2,3", "2,2", "1,3,4"],
};

/// Reads a position's text.
///
/// # Errors
/// If the text is not a list of heaps.
pub fn read(text: &str) -> Reading {
    let state = read_heaps(text, text, 0)?;
    let rules = Heaps::new(&INFO, "", |heap| (0..heap).map(|left| [left, 0]).collect());
    Ok((Box::new(rules), state))
}
