//! The contents of all 3x3 windows of a board, as numbers.
//!
//! Empty cells and cells outside of the board are alike in Clobber, so windows may overlap the border. A board
//! of R rows and C columns has (R + 2) (C + 2) windows with at least one cell on it.
//!
//! ```text
//! number of a window = Σ content(cell) · 3^i,  i = 0 … 8:   0 1 2      content: 0 empty
//!                                                           3 4 5               1 black
//!                                                           6 7 8               2 white
//! ```

use std::sync::LazyLock;

use upstar_core::{Bits, Grid};

/// The number of different contents of a window.
pub const WINDOWS: usize = 19_683;
/// The most columns of a board whose windows are listed. A row, moved by two cells, fits into a word.
pub const MAX_COLUMNS: usize = 62;

/// The contents of three cells as a number, from three bits of black and three bits of white.
const TRIPLES: [u8; 64] = {
    let mut triples = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        let (mut cell, mut power) = (0, 1);
        while cell < 3 {
            let black = (bits >> cell & 1) as u8;
            let white = (bits >> (cell + 3) & 1) as u8;
            triples[bits] += power * (black + 2 * white);
            power *= 3;
            cell += 1;
        }
        bits += 1;
    }
    triples
};

/// Calls `show` with the number of each window that is not empty.
#[inline]
pub fn for_each_window<B: Bits>(grid: Grid, stones: [B; 2], mut show: impl FnMut(usize)) {
    let Grid { rows, columns } = grid;
    let mask = (1u64 << columns) - 1;
    // For each column the triples of the last three rows. Rows above and below the board are empty.
    let mut last = [[0u8; 3]; MAX_COLUMNS + 2];
    for row in 0..rows + 2 {
        let bits = stones.map(|set| match row < rows {
            true => ((set >> (row * columns) as u32).low_word() & mask) << 2,
            false => 0,
        });
        let [here, top, middle] = [row % 3, (row + 1) % 3, (row + 2) % 3];
        for (column, triples) in last.iter_mut().enumerate().take(columns + 2) {
            let three = bits.map(|bits| (bits >> column & 7) as usize);
            triples[here] = TRIPLES[three[0] | three[1] << 3];
            let [top, middle, bottom] = [top, middle, here].map(|row| usize::from(triples[row]));
            let number = top + 27 * middle + 729 * bottom;
            if number != 0 {
                show(number);
            }
        }
    }
}

/// A window's number under the eight symmetries and the exchange of colours: the least number, and 1 or −1
/// for the colours. It is 0 for a window that is its own image with exchanged colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canonical {
    /// The least number of an image.
    pub number: u16,
    /// 1 if the colours are those of the window, −1 if they are exchanged.
    pub sign: i8,
}

/// The canonical image of each window.
pub static CANONICAL: LazyLock<Vec<Canonical>> =
    LazyLock::new(|| (0..WINDOWS).map(canonical).collect());

fn canonical(number: usize) -> Canonical {
    let cells: [usize; 9] = std::array::from_fn(|i| number / 3usize.pow(i as u32) % 3);
    let mut least = Canonical { number: u16::MAX, sign: 0 };
    for symmetry in 0..8 {
        let image: [usize; 9] = std::array::from_fn(|i| {
            let (mut row, mut column) = (i / 3, i % 3);
            if symmetry & 1 == 1 {
                row = 2 - row;
            }
            if symmetry & 2 == 2 {
                column = 2 - column;
            }
            if symmetry & 4 == 4 {
                (row, column) = (column, row);
            }
            cells[3 * row + column]
        });
        for sign in [1, -1] {
            let content = |cell: usize| if sign == 1 { cell } else { (3 - cell) % 3 };
            let number = image.iter().rev().fold(0, |sum, &cell| 3 * sum + content(cell)) as u16;
            if number < least.number {
                least = Canonical { number, sign };
            } else if number == least.number && sign != least.sign {
                least.sign = 0;
            }
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> usize {
        let content = |c| match c {
            'x' => 1,
            'o' => 2,
            _ => 0,
        };
        text.chars().rev().fold(0, |sum, c| 3 * sum + content(c))
    }

    #[test]
    fn every_window_is_listed_once() {
        let (black, white) = (0b0_0001_u64, 0b1_0010_u64);
        let mut found = Vec::new();
        for_each_window(Grid { rows: 1, columns: 5 }, [black, white], |n| found.push(n));
        found.sort_unstable();
        let mut expected: Vec<usize> = Vec::new();
        for strip in ["..x", ".xo", "xo.", "o..", "..o", ".o.", "o.."] {
            for row in 0..3 {
                let rows: String = (0..3).map(|r| if r == row { strip } else { "..." }).collect();
                expected.push(number(&rows));
            }
        }
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn exchanging_the_colours_changes_the_sign() {
        for text in ["xxo......", "xo.ox....", "xoxo.x..o", "x........"] {
            let swapped: String = text
                .chars()
                .map(|c| match c {
                    'x' => 'o',
                    'o' => 'x',
                    c => c,
                })
                .collect();
            let [own, other] = [text, &swapped].map(|text| CANONICAL[number(text)]);
            assert_eq!((own.number, own.sign), (other.number, -other.sign), "{text}");
        }
        assert_eq!(CANONICAL[number("x.o......")].sign, 0);
    }
}
