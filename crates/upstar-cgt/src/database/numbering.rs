//! The numbering of positions: the states of the cells are the digits of a number.
//!
//! ```text
//!  cells 1 2 3     x . o
//!        4 5 6     . x .     index = 1·3⁰ + 0·3¹ + 2·3² + 0·3³ + 1·3⁴ + 0·3⁵ = 100
//! ```
//! Cell 1 is at the top left and has the lowest digit. An empty cell is 0, Left's 1, Right's 2. If a cell has
//! only two states, the base is two. Every number below base^cells is one assignment of states to the cells,
//! so a table needs no keys.

use std::ops::Range;

use upstar_core::{Cells, Grid, Makes, Planes};

/// The maximum number of positions: a table with this many takes 16 GB.
pub const MAX_POSITIONS: u64 = 1 << 32;

/// The numbering of a board's positions.
#[derive(Clone, Copy, Debug)]
pub struct Numbering {
    cells: Cells,
    base: u64,
}

impl Numbering {
    /// The numbering of a board; `None` if it has too many positions.
    pub fn new(cells: Cells) -> Option<Numbering> {
        let base = cells.marks.len() as u64;
        let count = base.checked_pow(cells.grid.cells() as u32)?;
        (count <= MAX_POSITIONS).then_some(Numbering { cells, base })
    }

    /// The board.
    pub fn grid(&self) -> Grid {
        self.cells.grid
    }

    /// The number of positions.
    pub fn count(&self) -> u64 {
        self.base.pow(self.grid().cells() as u32)
    }

    /// The numbering in words, as it is written to files.
    pub fn rule(&self) -> String {
        format!("base {}, cell 1 at the top left is the lowest digit", self.base)
    }

    /// The number of a position; `None` if a cell has a state without a digit.
    pub fn index(&self, planes: Planes) -> Option<u64> {
        let mut index = 0;
        for cell in (0..self.grid().cells()).rev() {
            index = index * self.base + self.digit(planes, cell)?;
        }
        Some(index)
    }

    /// The position with a number.
    pub fn planes(&self, mut index: u64) -> Planes {
        let mut planes = [0, 0];
        for cell in 0..self.grid().cells() {
            let mark = self.cells.marks[(index % self.base) as usize];
            index /= self.base;
            planes[0] |= u128::from(mark & 1) << cell;
            planes[1] |= u128::from(mark >> 1) << cell;
        }
        planes
    }

    fn digit(&self, planes: Planes, cell: usize) -> Option<u64> {
        let mark = (planes[0] >> cell & 1 | (planes[1] >> cell & 1) << 1) as u8;
        self.cells.marks.iter().position(|&m| m == mark).map(|digit| digit as u64)
    }

    /// The number of layers. Every move leads to a lower layer.
    pub fn layers(&self) -> usize {
        self.grid().cells() + 1
    }

    /// Calls `show` for the numbers of a range that are in a layer. The layer of a position is the number of
    /// cells that moves can still use up.
    pub fn scan(&self, layer: usize, range: Range<u64>, mut show: impl FnMut(u64)) {
        let wanted = match self.cells.makes {
            Makes::Empty => layer,
            Makes::Full => self.grid().cells() - layer,
        };
        // The number of non-zero digits is looked up for the lowest digits, because their values repeat.
        let block = self.base.pow(6.min(self.grid().cells() as u32));
        let low: Vec<usize> = (0..block).map(|index| self.full(index)).collect();
        for begin in (range.start / block * block..range.end).step_by(block as usize) {
            let Some(need) = wanted.checked_sub(self.full(begin)) else { continue };
            for (offset, &full) in low.iter().enumerate() {
                let index = begin + offset as u64;
                if full == need && range.contains(&index) {
                    show(index);
                }
            }
        }
    }

    /// The number of digits that are not 0.
    pub fn full(&self, mut index: u64) -> usize {
        let mut full = 0;
        while index > 0 {
            full += usize::from(!index.is_multiple_of(self.base));
            index /= self.base;
        }
        full
    }
}

/// Locates a part of a larger board in the tables of smaller boards.
#[derive(Clone, Debug)]
pub struct Locator {
    cells: Cells,
    base: u64,
    board: u128,
    /// For each set of eight cells in a row, the number that has the digit 1 at these cells.
    ones: Box<[u64; 256]>,
}

/// The location of a part: the board, the number, and whether rows and columns were exchanged so that the
/// board is at least as wide as high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The smallest board that contains the part.
    pub grid: Grid,
    /// The number of the part on this board.
    pub index: u64,
    /// Were rows and columns exchanged?
    pub turned: bool,
}

impl Locator {
    /// A locator for parts of positions on a board.
    pub fn new(cells: Cells) -> Locator {
        let base = cells.marks.len() as u64;
        let number =
            |bits: usize| (0..8).rev().fold(0, |sum, bit| sum * base + (bits as u64 >> bit & 1));
        let ones = Box::new(std::array::from_fn(number));
        let count = cells.grid.cells();
        let board = if count == 128 { u128::MAX } else { (1 << count) - 1 };
        Locator { cells, base, board, ones }
    }

    /// The cells that matter: all except those in the state that is the same as being off the board.
    fn inside(&self, [first, second]: Planes) -> u128 {
        let mark = self.cells.outside.map(|digit| self.cells.marks[usize::from(digit)]);
        let outside = match mark {
            None => 0,
            Some(0) => !(first | second),
            Some(1) => first & !second,
            Some(2) => second & !first,
            Some(_) => first & second,
        };
        self.board & !outside
    }

    /// The location of a part, if it fits on a board of at most `most` cells.
    #[inline]
    pub fn place(&self, planes: Planes, most: usize) -> Option<Place> {
        let columns = self.cells.grid.columns;
        let inside = self.inside(planes);
        if inside == 0 {
            return None;
        }
        // 1. The bounding rectangle.
        let top = inside.trailing_zeros() as usize / columns;
        let bottom = (127 - inside.leading_zeros() as usize) / columns;
        let row_mask = if columns == 128 { u128::MAX } else { (1 << columns) - 1 };
        let row = |plane: u128, r: usize| plane >> (r * columns) & row_mask;
        let shadow = (top..=bottom).fold(0, |set, r| set | row(inside, r));
        let left = shadow.trailing_zeros() as usize;
        let (height, width) = (bottom - top + 1, 128 - shadow.leading_zeros() as usize - left);
        if height * width > most {
            return None;
        }
        // 2. Its digits, row by row, or column by column if it is higher than wide.
        let turned = height > width;
        let (rows, across) = if turned { (width, height) } else { (height, width) };
        let scale = self.base.pow(across as u32);
        let mut index = 0;
        for r in (0..rows).rev() {
            let line = planes.map(|plane| {
                if turned {
                    (0..height).fold(0, |bits, i| {
                        bits | (plane >> ((top + i) * columns + left + r) & 1) << i
                    })
                } else {
                    row(plane, top + r) >> left & ((1 << width) - 1)
                }
            });
            index = index * scale + self.line(line)?;
        }
        Some(Place { grid: Grid { rows, columns: across }, index, turned })
    }

    /// The digits of a row of cells as a number; `None` if one has a state without a digit.
    #[inline]
    fn line(&self, [first, second]: Planes) -> Option<u64> {
        // Eight cells at a time, up to 32: no table has a longer row.
        let number = |mut bits: u128| {
            let (mut sum, mut scale) = (0, 1);
            while bits != 0 {
                sum += scale * self.ones[(bits & 255) as usize];
                (bits, scale) = (bits >> 8, scale * self.base.pow(8));
            }
            sum
        };
        match self.cells.marks {
            [0, 1, 2] => (first & second == 0).then(|| number(first) + 2 * number(second)),
            [0, 1] => (second == 0).then(|| number(first)),
            [0, 3] => (first == second).then(|| number(first)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::{Rng, Turning};

    use super::*;

    fn clobber(rows: usize, columns: usize) -> Cells {
        let grid = Grid { rows, columns };
        let turning = Turning::Keeps;
        Cells { grid, marks: &[0, 1, 2], makes: Makes::Empty, outside: Some(0), turning }
    }

    #[test]
    fn numbering_is_one_to_one() {
        let numbering = Numbering::new(clobber(2, 3)).unwrap();
        assert_eq!(numbering.count(), 729);
        for index in 0..729 {
            assert_eq!(numbering.index(numbering.planes(index)), Some(index));
        }
        // The example at the head of this file.
        assert_eq!(numbering.index([0b010_001, 0b000_100]), Some(100));
        assert_eq!(numbering.index([1, 1]), None);
    }

    #[test]
    fn every_number_is_in_exactly_one_layer() {
        let numbering = Numbering::new(clobber(2, 4)).unwrap();
        let mut seen = vec![0; numbering.count() as usize];
        for layer in 0..numbering.layers() {
            for range in [0..1000, 1000..5000, 5000..numbering.count()] {
                numbering.scan(layer, range, |index| {
                    seen[index as usize] += 1;
                    let [left, right] = numbering.planes(index);
                    assert_eq!((left | right).count_ones() as usize, layer);
                });
            }
        }
        assert!(seen.iter().all(|&times| times == 1));
    }

    #[test]
    fn rows_of_every_length_are_located() {
        let mut rng = Rng::new(5);
        let two = |columns| Cells { marks: &[0, 3], ..clobber(1, columns) };
        for cells in (1..=20).map(|n| clobber(1, n)).chain((1..=32).map(two)) {
            let numbering = Numbering::new(cells).unwrap();
            let last = numbering.count() - 1;
            for index in (0..200).map(|_| rng.below(numbering.count())).chain([last]) {
                let planes = numbering.planes(index);
                let whole = |plane: u128| plane & 1 != 0 && plane >> (cells.grid.columns - 1) != 0;
                if whole(planes[0] | planes[1]) {
                    let place = Locator::new(cells).place(planes, 32).unwrap();
                    assert_eq!(place.index, index, "{cells:?}");
                }
                // The same row as a column of a larger board.
                let tall = Cells { grid: Grid { rows: cells.grid.columns, columns: 3 }, ..cells };
                let column = planes.map(|plane| {
                    (0..cells.grid.columns).fold(0, |set, i| set | (plane >> i & 1) << (3 * i + 1))
                });
                assert_eq!(
                    Locator::new(tall).place(column, 32).map(|place| (place.grid, place.index)),
                    Locator::new(cells).place(planes, 32).map(|place| (place.grid, place.index)),
                );
            }
        }
    }

    #[test]
    fn a_part_is_located_anywhere_on_the_board() {
        let mut rng = Rng::new(3);
        let big = Locator::new(clobber(9, 11));
        for _ in 0..500 {
            let (rows, columns) = (1 + rng.below(3) as usize, 1 + rng.below(4) as usize);
            let numbering = Numbering::new(clobber(rows, columns)).unwrap();
            let planes = numbering.planes(rng.below(numbering.count()));
            let small = Locator::new(clobber(rows, columns)).place(planes, 12);
            let (down, right) = (rng.below(6) as usize, rng.below(7) as usize);
            let moved = planes.map(|plane| {
                (0..rows * columns).filter(|cell| plane >> cell & 1 == 1).fold(0, |set, cell| {
                    set | 1_u128 << ((down + cell / columns) * 11 + right + cell % columns)
                })
            });
            assert_eq!(big.place(moved, 12), small);
            if let Some(place) = small {
                assert!(place.grid.rows <= place.grid.columns);
                if !place.turned && place.grid == (Grid { rows, columns }) {
                    assert_eq!(Some(place.index), numbering.index(planes));
                }
            }
        }
    }
}
