//! Octal games: a move takes counters from a heap as an octal code allows. A player who cannot move
//! loses. (Guy and Smith, *The G-values of various games*, 1956.)
//!
//! Digit d_k of the code d_0.d_1d_2… is a sum of 1, 2 and 4. A player who takes k counters may
//! leave no heap if it includes 1, one heap if it includes 2, and two heaps if it includes 4.

use upstar_core::{GameInfo, PositionError};

use super::{
    Reading,
    heaps::{Heaps, Options, read_heaps},
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "octal",
    summary: "take counters as an octal code allows; a player who cannot move loses",
    labels: ["left", "right"],
    rules: "The players take turns to take k counters from one heap, if the k-th digit of the code \
            allows it. A digit is a sum of 1 (the whole heap may be taken), 2 (one heap may be \
            left) and 4 (two heaps may be left). The digit before the point is 0, or 4 if a heap \
            may be split in two. A player who cannot move loses.",
    positions: "the code and the sizes of the heaps, 0.77:5,7 (Kayles), 0.07:9 (Dawson's Kayles); \
                at most 16 digits and 128 counters in all",
    moves: "a heap's size and the sizes that remain, 5:2 or 5:2,1",
    usual: "0.77:5,7",
    examples: &["0.77:6", "0.07:9", "0.137:3,5", "4.3:5", "0.6:7", "0.333:0"],
};

/// The maximum number of digits of a code.
const MAX_DIGITS: usize = 16;

/// Reads a position's text.
///
/// # Errors
/// If the text is not a code and a list of heaps.
pub fn read(text: &str) -> Reading {
    let Some((code, heaps)) = text.split_once(':') else {
        return Err(PositionError::new(text, "expected a code and heaps, such as 0.77:5,7"));
    };
    let bad = |at, message: &str| Err(PositionError::at(text, at, message));
    let (first, digits) = match code.split_once('.') {
        Some(("0", digits)) => (0, digits),
        Some(("4", digits)) => (4, digits),
        _ => return bad(0, "a code must begin with '0.' or '4.'"),
    };
    if let Some(at) = digits.bytes().position(|b| !(b'0'..=b'7').contains(&b)) {
        return bad(at + 2, "a digit of the code must be from 0 to 7");
    }
    if digits.is_empty() || digits.len() > MAX_DIGITS {
        return bad(2, &format!("the point must be followed by 1 to {MAX_DIGITS} digits"));
    }
    let state = read_heaps(text, heaps, code.len() + 1)?;
    let digits: Vec<u8> = [first].into_iter().chain(digits.bytes().map(|b| b - b'0')).collect();
    let rules = Heaps::new(&INFO, &format!("{code}:"), |heap| options(&digits, heap));
    Ok((Box::new(rules), state))
}

/// The options of a heap under the code with these digits.
pub fn options(digits: &[u8], heap: u8) -> Options {
    let mut options = Vec::new();
    for (taken, digit) in digits.iter().enumerate().take(usize::from(heap) + 1) {
        let left = heap - taken as u8;
        if digit & 1 != 0 && left == 0 {
            options.push([0, 0]);
        }
        if digit & 2 != 0 && left > 0 {
            options.push([left, 0]);
        }
        if digit & 4 != 0 {
            options.extend((1..=left / 2).map(|small| [left - small, small]));
        }
    }
    options
}
