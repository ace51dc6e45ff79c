//! Boards of two colours of stones: `x` is Left's, `o` Right's.

use super::{Alphabet, Bits, Grid, GridSetup};

/// Empty, Left's, Right's.
pub const STONES: Alphabet = &['.', 'x', 'o'];

/// Left's and Right's stones among cells read with [`STONES`].
pub fn stones<B: Bits>(cells: &[u8]) -> [B; 2] {
    [1, 2].map(|colour| {
        let of_colour = cells.iter().enumerate().filter(|&(_, &c)| c == colour);
        of_colour.fold(B::EMPTY, |set, (cell, _)| set | B::cell(cell))
    })
}

/// The character of a cell.
pub fn stone_char<B: Bits>(stones: [B; 2], cell: usize) -> char {
    STONES[usize::from(stones[0].has(cell)) + 2 * usize::from(stones[1].has(cell))]
}

/// The rows of a board as text.
pub fn stone_text<B: Bits>(grid: Grid, stones: [B; 2]) -> String {
    GridSetup::print(grid, |cell| stone_char(stones, cell))
}
