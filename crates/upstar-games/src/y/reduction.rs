//! Van Rijswijk's reduction of Y boards.
//!
//! **Idea** Three cells that touch each other become one cell of a board that is one smaller, owned
//! by the majority. A full board and its reduced board have the same winner, so the owner of the last
//! cell has won. Empty cells have probabilities instead of owners, as if these were independent.
//! **Formula** ab + bc + ca − 2abc for a triangle a, b, c.
//! **Guarantee** exact on full boards; elsewhere a guess.
//! **Reference** van Rijswijk, *Search and evaluation in Hex*, 2002.

use upstar_core::{Bits, WIDEST, iter_bits};

/// A bit for each cell of a row, and a row more than the largest board has.
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
    // All rows at once; what comes in from below the board never reaches the top in time.
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

/// The probability that Left wins, as if the owner of each empty cell were random; no allocation.
#[inline]
pub fn probability<B: Bits>(size: usize, stones: [B; 2]) -> f32 {
    let mut owned = [0.5_f32; WIDEST];
    for (colour, probability) in stones.into_iter().zip([1.0, 0.0]) {
        iter_bits(colour).for_each(|cell| owned[cell] = probability);
    }
    for size in (1..size).rev() {
        let mut above = 0;
        for row in 0..size {
            // A cell takes the place of the upper cell of its triangle, which is read for the
            // last time here.
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
