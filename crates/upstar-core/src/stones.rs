//! Boards with stones of two colours: `x` is Left's, `o` is Right's.

use super::{Alphabet, Bits, Grid, GridSetup};

/// The characters of an empty cell, Left's stone and Right's stone.
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

/// Every board of `cells` cells, each of them empty, Left's or Right's. The empty board is first.
pub fn all_stones<B: Bits>(cells: usize) -> impl Iterator<Item = [B; 2]> {
    let mut next = Some([B::EMPTY; 2]);
    std::iter::from_fn(move || {
        let current = next?;
        let [mut left, mut right] = current;
        // Counts in base three. The digits are empty, Left's and Right's.
        next = (0..cells).map(B::cell).find_map(|cell| {
            if !(right & cell).is_empty() {
                right ^= cell;
                return None;
            }
            if (left & cell).is_empty() {
                left |= cell;
            } else {
                left ^= cell;
                right |= cell;
            }
            Some([left, right])
        });
        Some(current)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_listed_once() {
        for cells in 0..6 {
            let mut found: Vec<[u64; 2]> = all_stones(cells).collect();
            assert_eq!(found.len(), 3usize.pow(cells as u32));
            assert!(found.iter().all(|[left, right]| left & right == 0));
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), 3usize.pow(cells as u32));
        }
    }
}
