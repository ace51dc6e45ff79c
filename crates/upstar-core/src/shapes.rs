//! Shapes: sets of cells up to translation and up to the symmetries of the board.
//!
//! ```text
//! . . . .      x x . .      o . . .
//! . x x .  =   o . . .  =   x . . .    translated into the corner, reflected, rotated;
//! . o . .      . . . .      x . . .    the least of all images identifies the shape
//! ```

use super::{
    Bits, Grid,
    symmetry::{Permutation, image, tabulate},
};

/// The translations and symmetries of shapes on a board of one size.
#[derive(Clone, Debug)]
pub struct Shapes<B> {
    grid: Grid,
    first_row: B,
    first_column: B,
    /// Left and right exchanged.
    mirror: Permutation<B>,
    /// Rows and columns exchanged. Cells that would leave the board are dropped.
    transpose: Permutation<B>,
}

/// The height and width of a shape.
type Extent = (usize, usize);

impl<B: Bits> Shapes<B> {
    /// The shapes on a board of this size.
    pub fn new(grid: Grid) -> Shapes<B> {
        let Grid { rows, columns } = grid;
        let mirror = |cell| {
            let (row, column) = grid.place(cell);
            Some(grid.cell(row, columns - 1 - column))
        };
        let transpose = |cell| {
            let (row, column) = grid.place(cell);
            (column < rows && row < columns).then(|| grid.cell(column, row))
        };
        Shapes {
            grid,
            first_row: B::first(columns),
            first_column: (0..rows).fold(B::EMPTY, |set, row| set | B::cell(grid.cell(row, 0))),
            mirror: tabulate(grid.cells(), &mirror),
            transpose: tabulate(grid.cells(), &transpose),
        }
    }

    /// The least image of sets under translations and reflections. With `turns`, also under quarter
    /// turns if the turned sets fit on the board. Different shapes have different least images.
    #[inline]
    pub fn least<const N: usize>(&self, sets: [B; N], turns: bool) -> [B; N] {
        let (sets, extent) = self.moved_with_extent(sets);
        let least = self.least_reflection(sets, extent);
        if turns && self.fits_turned(extent) {
            let turned = sets.map(|set| image(&self.transpose, set));
            return least.min(self.least_reflection(turned, (extent.1, extent.0)));
        }
        least
    }

    /// The sets translated together into the top left corner.
    #[inline]
    pub fn moved<const N: usize>(&self, sets: [B; N]) -> [B; N] {
        let union = sets.iter().fold(B::EMPTY, |union, &set| union | set);
        if union.is_empty() {
            return sets;
        }
        let top = union.lowest() / self.grid.columns;
        let (mut shift, mut beyond) = ((top * self.grid.columns) as u32, union);
        while (beyond & self.first_column).is_empty() {
            beyond = beyond >> 1;
            shift += 1;
        }
        sets.map(|set| set >> shift)
    }

    /// The sets with rows and columns exchanged, translated into the corner; `None` if they do not
    /// fit on the board.
    #[inline]
    pub fn transposed<const N: usize>(&self, sets: [B; N]) -> Option<[B; N]> {
        let (sets, extent) = self.moved_with_extent(sets);
        self.fits_turned(extent).then(|| sets.map(|set| image(&self.transpose, set)))
    }

    #[inline]
    fn fits_turned(&self, (height, width): Extent) -> bool {
        width <= self.grid.rows && height <= self.grid.columns
    }

    /// The sets translated together into the top left corner, and their extent.
    #[inline]
    fn moved_with_extent<const N: usize>(&self, sets: [B; N]) -> ([B; N], Extent) {
        let Grid { rows, columns } = self.grid;
        let union = sets.iter().fold(B::EMPTY, |union, &set| union | set);
        if union.is_empty() {
            return (sets, (0, 0));
        }
        // A row may be as long as the word, and a word cannot be shifted by its whole width.
        let (mut top, mut height) = (union.lowest() / columns, 1);
        let mut below = union >> (top * columns) as u32;
        while top + height < rows && !((below >> columns as u32).is_empty()) {
            below = below >> columns as u32;
            height += 1;
        }
        if rows == 1 {
            top = 0;
        }
        let (mut left, mut width) = (0, 1);
        let mut beyond = union;
        while (beyond & self.first_column).is_empty() {
            beyond = beyond >> 1;
            left += 1;
        }
        // Cells that wrap around the end of a row arrive in the last column, which the loop does
        // not reach.
        for column in 1..columns - left {
            beyond = beyond >> 1;
            if !(beyond & self.first_column).is_empty() {
                width = column + 1;
            }
        }
        let shift = (top * columns + left) as u32;
        (sets.map(|set| set >> shift), (height, width))
    }

    /// The least of the four reflections of sets in the corner, each translated into the corner.
    #[inline]
    fn least_reflection<const N: usize>(&self, sets: [B; N], extent: Extent) -> [B; N] {
        if extent.1 == 0 {
            return sets; // Empty sets. A shift by all columns might be a shift by the whole word.
        }
        let aside = (self.grid.columns - extent.1) as u32;
        let mirrored = sets.map(|set| image(&self.mirror, set) >> aside);
        let flip = |sets: [B; N]| sets.map(|set| self.upside_down(set, extent.0));
        sets.min(mirrored).min(flip(sets)).min(flip(mirrored))
    }

    /// The first `height` rows upside down.
    #[inline]
    fn upside_down(&self, mut set: B, height: usize) -> B {
        if height < 2 {
            return set;
        }
        let columns = self.grid.columns as u32;
        let mut flipped = B::EMPTY;
        for _ in 0..height {
            flipped = (flipped << columns) | (set & self.first_row);
            set = set >> columns;
        }
        flipped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, iter_bits};

    /// All images of a set, cell by cell.
    fn images(grid: Grid, set: u64, turns: bool) -> Vec<u64> {
        let cells: Vec<(i32, i32)> =
            iter_bits(set).map(|c| grid.place(c)).map(|(r, c)| (r as i32, c as i32)).collect();
        let mut found = Vec::new();
        for turn in 0..if turns { 8 } else { 4 } {
            let turned: Vec<(i32, i32)> = cells
                .iter()
                .map(|&(r, c)| if turn & 1 == 0 { (r, c) } else { (-r, c) })
                .map(|(r, c)| if turn & 2 == 0 { (r, c) } else { (r, -c) })
                .map(|(r, c)| if turn & 4 == 0 { (r, c) } else { (c, r) })
                .collect();
            for rows in -20..20 {
                for columns in -20..20 {
                    let moved = turned.iter().map(|&(r, c)| (r + rows, c + columns));
                    let inside = |&(r, c): &(i32, i32)| {
                        (0..grid.rows as i32).contains(&r) && (0..grid.columns as i32).contains(&c)
                    };
                    if moved.clone().all(|place| inside(&place)) {
                        found.push(
                            moved.fold(0, |set, (r, c)| {
                                set | 1 << grid.cell(r as usize, c as usize)
                            }),
                        );
                    }
                }
            }
        }
        found
    }

    #[test]
    fn only_images_share_their_least_image() {
        let mut rng = Rng::new(7);
        for (rows, columns) in [(3, 4), (4, 3), (4, 4), (1, 7), (7, 1), (2, 5)] {
            let grid = Grid { rows, columns };
            let shapes = Shapes::<u64>::new(grid);
            for turns in [false, true] {
                for _ in 0..20 {
                    let set = rng.bits() & rng.bits() & u64::first(grid.cells());
                    let least = shapes.least([set], turns);
                    let images = images(grid, set, turns);
                    for &image in &images {
                        assert_eq!(shapes.least([image], turns), least, "{grid:?} {set:b}");
                    }
                    assert!(set == 0 || images.contains(&least[0]));
                }
            }
        }
    }

    #[test]
    fn wide_boards_fill_the_word() {
        for grid in [Grid { rows: 1, columns: 64 }, Grid { rows: 64, columns: 1 }] {
            let shapes = Shapes::<u64>::new(grid);
            assert_eq!(shapes.least([0b1011 << 60], true), [0b1011]);
            assert_eq!(shapes.least([u64::MAX], true), [u64::MAX]);
        }
    }
}
