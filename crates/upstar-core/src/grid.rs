//! The coordinates of a rectangular board: cell numbers start at the top left and run row by row.
//! Names are as on a Go board, with `a1` at the bottom left.

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Grid {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

impl Grid {
    /// The number of cells.
    #[inline]
    pub fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// The cell in `row` (from the top) and `column` (from the left).
    #[inline]
    pub fn cell(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// The row (from the top) and the column of a cell.
    #[inline]
    pub fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The orthogonal neighbours of a cell: up, left, right, down.
    #[inline]
    pub fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = self.place(cell);
        [
            (row > 0).then(|| cell - self.columns),
            (column > 0).then(|| cell - 1),
            (column + 1 < self.columns).then_some(cell + 1),
            (row + 1 < self.rows).then_some(cell + self.columns),
        ]
        .into_iter()
        .flatten()
    }

    /// The name of a cell, such as `b3`.
    #[inline]
    pub fn name(self, cell: usize) -> String {
        let (row, column) = self.place(cell);
        format!("{}{}", Grid::column_name(column), self.rows - row)
    }

    /// The letters of a column: `a` to `z`, then `aa`, `ab`, …
    #[inline]
    pub fn column_name(column: usize) -> String {
        let letter = char::from(b'a' + (column % 26) as u8);
        if column < 26 {
            letter.to_string()
        } else {
            format!("{}{letter}", Grid::column_name(column / 26 - 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a1_is_the_bottom_left_cell() {
        let grid = Grid { rows: 3, columns: 4 };
        assert_eq!(grid.name(8), "a1");
        assert_eq!(grid.name(3), "d3");
    }

    #[test]
    fn columns_after_z_have_two_letters() {
        assert_eq!(Grid::column_name(25), "z");
        assert_eq!(Grid::column_name(26), "aa");
        assert_eq!(Grid::column_name(99), "cv");
    }
}
