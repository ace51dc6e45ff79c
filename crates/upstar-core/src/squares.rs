//! Steps to the four neighbours on a board of squares, computed for whole sets of cells.

use super::{Bits, Grid};

/// A board of squares, with masks that stop shifts from wrapping around the end of a row.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B> {
    /// Every cell.
    pub board: B,
    not_first_column: B,
    not_last_column: B,
    not_first_row: B,
    not_last_row: B,
    /// The length of a row. It is 0 on a board of one row, because a word cannot be shifted by its
    /// whole width.
    row: u32,
}

impl<B: Bits> Squares<B> {
    /// The board of this size.
    pub fn new(grid: Grid) -> Squares<B> {
        let set = |inside: &dyn Fn(usize, usize) -> bool| {
            (0..grid.cells())
                .filter(|&cell| {
                    let (row, column) = grid.place(cell);
                    inside(row, column)
                })
                .fold(B::EMPTY, |set, cell| set | B::cell(cell))
        };
        Squares {
            board: B::first(grid.cells()),
            not_first_column: set(&|_, column| column > 0),
            not_last_column: set(&|_, column| column + 1 < grid.columns),
            not_first_row: set(&|row, _| row > 0),
            not_last_row: set(&|row, _| row + 1 < grid.rows),
            row: if grid.rows == 1 { 0 } else { grid.columns as u32 },
        }
    }

    /// The set moved one step up, left, right and down. Cells that leave the board are dropped.
    #[inline]
    pub fn steps(&self, set: B) -> [B; 4] {
        [
            (set >> self.row) & self.not_last_row,
            (set & self.not_first_column) >> 1,
            (set & self.not_last_column) << 1,
            (set << self.row) & self.not_first_row,
        ]
    }

    /// The cells next to a cell of the set.
    #[inline]
    pub fn neighbours(&self, set: B) -> B {
        let [up, left, right, down] = self.steps(set);
        up | left | right | down
    }

    /// The cells of `inside` that are connected to a cell of `seed`, which is a subset of `inside`.
    #[inline]
    pub fn fill(&self, seed: B, inside: B) -> B {
        let mut set = seed;
        loop {
            let next = (set | self.neighbours(set)) & inside;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// The connected components of `set`, in the order of their first cells.
    #[inline]
    pub fn groups(&self, mut set: B) -> Vec<B> {
        let mut groups = Vec::new();
        while !set.is_empty() {
            let group = self.fill(B::cell(set.lowest()), set);
            set &= !group;
            groups.push(group);
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::iter_bits;

    fn neighbours_are_those_of_the_grid<B: Bits>(rows: usize, columns: usize) {
        let grid = Grid { rows, columns };
        let squares = Squares::<B>::new(grid);
        for cell in 0..grid.cells() {
            let found: Vec<usize> = iter_bits(squares.neighbours(B::cell(cell))).collect();
            assert_eq!(found, grid.neighbours(cell).collect::<Vec<_>>(), "{grid:?} {cell}");
        }
    }

    #[test]
    fn steps_never_wrap() {
        for (rows, columns) in [(1, 1), (1, 64), (64, 1), (2, 32), (8, 8), (3, 5)] {
            neighbours_are_those_of_the_grid::<u64>(rows, columns);
        }
        for (rows, columns) in [(1, 128), (128, 1), (2, 64), (9, 13)] {
            neighbours_are_those_of_the_grid::<u128>(rows, columns);
        }
    }
}
