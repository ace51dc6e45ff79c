//! The problems M,m,s of Cazenave and Saffidine as text.

use upstar_core::PositionError;

use crate::go::board::MAX_SIDE;

/// The rows of the problem M,m,s.
pub(super) fn rows([max, min, shared]: [usize; 3]) -> String {
    let width = max.max(min).max(shared).max(1);
    let row = |open: usize, rest: &str| "+".repeat(open) + &rest.repeat(width - open);
    let full = |stone: &str| stone.repeat(width);
    let rows = [
        full("."),
        full("o"),
        row(max, "X"),
        full("X"),
        row(shared, "O"),
        full("O"),
        row(min, "O"),
        full("x"),
        full("."),
    ];
    rows.join("/")
}

/// Reads `M,m,s`; `None` if the text is not of this form.
pub(super) fn liberties(text: &str, body: &str) -> Option<Result<[usize; 3], PositionError>> {
    let numbers: Option<Vec<usize>> = body
        .split(',')
        .map(|n| n.parse().ok().filter(|_| n.len() <= 3 && n.bytes().all(|b| b.is_ascii_digit())))
        .collect();
    let [max, min, shared] = numbers?[..] else { return None };
    let error = |message: String| Some(Err(PositionError::new(text, message)));
    if max.max(min).max(shared) > MAX_SIDE {
        return error(format!("each number of liberties may be at most {MAX_SIDE}"));
    }
    if max.min(min) + shared == 0 {
        return error("both players need a liberty; M + s and m + s must be above 0".into());
    }
    Some(Ok([max, min, shared]))
}
