//! Symmetry: a position equals its images under the symmetries of the board.
//!
//! **Theorem** A symmetry of the board maps legal moves to legal moves of the same player, and
//! finished games to finished games with the same score. So both positions have the same outcome.
//!
//! The symmetries are: on a rectangle the two reflections and the rotation by 180 degrees, on a
//! square also those that exchange rows and columns (not in Domineering, where they exchange the
//! players); in Connect Four the reflection of the columns; in Hex the rotation by 180 degrees; in
//! Y all permutations of the three sides. The position that is stated is the least image.

use upstar_core::{Grid, Symmetries};

use super::{At, Board, Family, Lemma};

/// The symmetries of a board.
pub struct Symmetry {
    symmetries: Symmetries<u128>,
    /// Are the two planes the halves of one word (Connect Four)?
    is_word: bool,
}

impl Symmetry {
    /// The lemma for a board. It applies to every game with lemmas.
    pub fn for_board(board: &Board) -> Option<Box<dyn Lemma>> {
        let &Board { family, rows, columns, .. } = board;
        let cells = board.cells();
        let grid = Grid { rows, columns };
        let upside_down = |cell: usize| (rows - 1 - cell / columns) * columns + cell % columns;
        let mirrored = |cell: usize| cell / columns * columns + (columns - 1 - cell % columns);
        let turned = |cell: usize| cells - 1 - cell;
        let is_word = family == Family::ConnectFour && board.has_compact_keys();
        let symmetries = match family {
            Family::NoGo | Family::Clobber | Family::Mnk => Symmetries::rectangle(grid),
            Family::Domineering => Symmetries::new(cells, &[&upside_down, &mirrored, &turned]),
            Family::ConnectFour => {
                Symmetries::new(if is_word { cells + columns } else { cells }, &[&mirrored])
            }
            Family::Hex => Symmetries::new(cells, &[&turned]),
            Family::Y => of_triangle(rows),
        };
        Some(Box::new(Symmetry { symmetries, is_word }))
    }
}

/// The symmetries of a triangle: each permutes a cell's distances from the three sides.
fn of_triangle(size: usize) -> Symmetries<u128> {
    let first = |row: usize| row * (row + 1) / 2;
    let distances: Vec<[usize; 3]> = (0..size)
        .flat_map(|row| (0..=row).map(move |column| [column, row - column, size - 1 - row]))
        .collect();
    let image = |order: [usize; 3]| {
        let distances = &distances;
        move |cell: usize| {
            let [left, right, _] = order.map(|side| distances[cell][side]);
            first(left + right) + left
        }
    };
    Symmetries::new(
        first(size),
        &[
            &image([0, 2, 1]),
            &image([1, 0, 2]),
            &image([1, 2, 0]),
            &image([2, 0, 1]),
            &image([2, 1, 0]),
        ],
    )
}

impl Lemma for Symmetry {
    fn name(&self) -> &'static str {
        "symmetry"
    }

    #[inline]
    fn equal(&self, at: At) -> At {
        let [first, second] = at.planes;
        let planes = if self.is_word {
            let [word, _] = self.symmetries.least([first | second << 32, 0]);
            [word & 0xffff_ffff, word >> 32]
        } else {
            self.symmetries.least(at.planes)
        };
        At { planes, ..at }
    }
}
