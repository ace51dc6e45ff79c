//! Symmetries of boards: permutations of cells that act on whole bitboards.
//!
//! A permutation is stored as one table for each chunk of six cells. The table maps the bits of the
//! chunk to their image. Six is a compromise. The tables of all eight symmetries of a small board
//! fit the first-level cache, and a board of 36 cells needs only six look-ups.

use super::{Bits, Grid};

const CHUNK: usize = 6;

/// A permutation of the cells.
pub(super) type Permutation<B> = Box<[[B; 1 << CHUNK]]>;

/// The symmetries of a board, apart from the identity.
#[derive(Clone, Debug)]
pub struct Symmetries<B> {
    permutations: Vec<Permutation<B>>,
}

impl<B: Bits> Symmetries<B> {
    /// The symmetries that the `maps` of cell numbers define, on a board of `cells` cells.
    #[inline]
    pub fn new(cells: usize, maps: &[&dyn Fn(usize) -> usize]) -> Symmetries<B> {
        let permutations =
            maps.iter().map(|map| tabulate(cells, &|cell| Some(map(cell)))).collect();
        Symmetries { permutations }
    }

    /// The symmetries of a rectangle: three reflections and rotations, or seven for a square.
    pub fn rectangle(grid: Grid) -> Symmetries<B> {
        let Grid { rows, columns } = grid;
        let turn = |cell, flip_rows: bool, flip_columns: bool, transpose: bool| {
            let (row, column) = grid.place(cell);
            let row = if flip_rows { rows - 1 - row } else { row };
            let column = if flip_columns { columns - 1 - column } else { column };
            if transpose { grid.cell(column, row) } else { grid.cell(row, column) }
        };
        let mut maps: Vec<Box<dyn Fn(usize) -> usize>> = Vec::new();
        for transpose in [false, true] {
            for (flip_rows, flip_columns) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let identity = !(transpose || flip_rows || flip_columns);
                if !identity && (rows == columns || !transpose) {
                    maps.push(Box::new(move |cell| turn(cell, flip_rows, flip_columns, transpose)));
                }
            }
        }
        Symmetries::new(grid.cells(), &maps.iter().map(|m| &**m).collect::<Vec<_>>())
    }

    /// The least image of two sets under all symmetries and the identity.
    #[inline]
    pub fn least(&self, sets: [B; 2]) -> [B; 2] {
        let mut least = sets;
        for permutation in &self.permutations {
            // The second set's image is needed only when the first one is not larger.
            let first = image(permutation, sets[0]);
            if first <= least[0] {
                let second = image(permutation, sets[1]);
                if first < least[0] || second < least[1] {
                    least = [first, second];
                }
            }
        }
        least
    }
}

/// The table of a map of cells. Cells without an image are dropped.
pub(super) fn tabulate<B: Bits>(
    cells: usize,
    map: &dyn Fn(usize) -> Option<usize>,
) -> Permutation<B> {
    (0..cells.div_ceil(CHUNK))
        .map(|chunk| {
            std::array::from_fn(|bits| {
                (0..CHUNK)
                    .filter(|bit| bits >> bit & 1 == 1 && chunk * CHUNK + bit < cells)
                    .filter_map(|bit| map(chunk * CHUNK + bit))
                    .fold(B::EMPTY, |set, cell| set | B::cell(cell))
            })
        })
        .collect()
}

/// The image of a set.
#[inline]
pub(super) fn image<B: Bits>(permutation: &Permutation<B>, mut set: B) -> B {
    let mut image = B::EMPTY;
    for table in permutation {
        image |= table[set.low_word() as usize & ((1 << CHUNK) - 1)];
        set = set >> CHUNK as u32;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, iter_bits};

    #[test]
    fn a_square_has_eight_images_and_a_rectangle_four() {
        for (rows, columns, images) in [(3, 3, 8), (3, 4, 4), (8, 8, 8)] {
            let grid = Grid { rows, columns };
            let symmetries = Symmetries::<u64>::rectangle(grid);
            // A corner and its neighbour: no symmetry keeps both.
            let mut found: Vec<[u64; 2]> = symmetries
                .permutations
                .iter()
                .map(|permutation| [1, 2].map(|set| image(permutation, set)))
                .chain([[1, 2]])
                .collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), images);
        }
    }

    #[test]
    fn images_share_their_least_image() {
        let mut rng = Rng::new(1);
        for (rows, columns) in [(5, 5), (4, 7), (1, 9), (9, 13), (11, 11)] {
            let grid = Grid { rows, columns };
            let symmetries = Symmetries::<u128>::rectangle(grid);
            for _ in 0..50 {
                let random = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
                let sets = [random & u128::first(grid.cells()), 0b101];
                for permutation in &symmetries.permutations {
                    let images = sets.map(|set| image(permutation, set));
                    assert_eq!(iter_bits(images[0]).count(), iter_bits(sets[0]).count());
                    assert_eq!(symmetries.least(images), symmetries.least(sets));
                }
            }
        }
    }
}
