//! Van Rijswijk's reduction of Y boards.
//!
//! **Idea** Three cells that touch each other become one cell of a board with one row fewer. Its
//! owner is the majority of the three. A full board and its reduced board have the same winner, so
//! the owner of the last cell has won. Empty cells have probabilities instead of owners. The
//! reduction treats them as independent.
//!
//! **Formula** ab + bc + ca − 2abc for a triangle with the probabilities a, b, c.
//!
//! **Guarantee** Exact on full boards; elsewhere an estimate.
//!
//! **Reference** van Rijswijk, *Search and evaluation in Hex*, 2002.

use upstar_core::{Bits, MAX_BITBOARD_CELLS, iter_bits};

/// A bit for each cell of a row. There is one row more than on the largest board.
type Rows = [u16; 16];

/// Does the owner of `own` win, on a full triangle with `size` rows?
#[inline]
pub fn is_won<B: Bits>(size: usize, own: B) -> bool {
    let mut rows: Rows = [0; 16];
    let mut first = 0;
    for (length, row) in rows.iter_mut().enumerate().take(size).map(|(i, row)| (i + 1, row)) {
        *row = ((own >> first).low_word() & ((1 << length) - 1)) as u16;
        first += length as u32;
    }
    // All rows are reduced at once. Bits from below the board do not reach the top within `size`
    // steps.
    for _ in 1..size {
        let mut reduced: Rows = [0; 16];
        for i in 0..15 {
            let (a, b, c) = (rows[i], rows[i + 1], rows[i + 1] >> 1);
            reduced[i] = (a & (b | c)) | (b & c);
        }
        rows = reduced;
    }
    rows[0] & 1 == 1
}

/// The estimated probability that Left wins, if the owner of each empty cell is random. It
/// allocates no memory.
#[inline]
pub fn probability<B: Bits>(size: usize, stones: [B; 2]) -> f32 {
    let mut owned = [0.5_f32; MAX_BITBOARD_CELLS];
    for (colour, probability) in stones.into_iter().zip([1.0, 0.0]) {
        iter_bits(colour).for_each(|cell| owned[cell] = probability);
    }
    for size in (1..size).rev() {
        let mut above = 0;
        for row in 0..size {
            // The new cell overwrites the upper cell of its triangle, which is not read again.
            let below = above + row + 1;
            for column in 0..=row {
                let [a, b, c] = [above, below, below + 1].map(|start| owned[start + column]);
                owned[above + column] = a * b + b * c + c * a - 2.0 * a * b * c;
            }
            above = below;
        }
    }
    owned[0]
}
