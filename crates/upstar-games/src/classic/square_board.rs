//! Boards of squares.

use upstar_core::{
    Alphabet, Bits, Diagram, Grid, GridSetup, Layout, PositionError, Squares, Symmetries, iter_bits,
};

use super::{
    State,
    board::{Board, MAX_CELLS, STONES},
};
use crate::board_diagram;

/// A board of squares of one size.
#[derive(Debug)]
pub struct SquareBoard {
    pub grid: Grid,
    pub squares: Squares<u128>,
    symmetries: Symmetries<u128>,
    /// The images of a shape: 8, or 4 if rows and columns may not be exchanged.
    images: usize,
}

impl SquareBoard {
    /// Reads a size or rows of characters of `alphabet`. Also returns whether it was a size.
    ///
    /// # Errors
    /// If the text is neither, or if the board is too large.
    pub fn read(
        text: &str,
        alphabet: Alphabet,
    ) -> Result<(SquareBoard, State, bool), PositionError> {
        let GridSetup { grid, cells, is_size, .. } = GridSetup::parse(text, alphabet, None)?;
        if grid.cells() > MAX_CELLS {
            let message = format!("{} cells are too many; the limit is {MAX_CELLS}", grid.cells());
            return Err(PositionError::new(text, message));
        }
        let mut state = [0, 0];
        for (cell, &number) in cells.iter().enumerate() {
            let code = STONES.iter().position(|&c| c == alphabet[usize::from(number)]);
            for (plane, set) in state.iter_mut().enumerate() {
                *set |= u128::from(code.is_some_and(|code| code >> plane & 1 == 1)) << cell;
            }
        }
        let (squares, symmetries) = (Squares::new(grid), Symmetries::rectangle(grid));
        Ok((SquareBoard { grid, squares, symmetries, images: 8 }, state, is_size))
    }

    /// The same board, for a game in which rows and columns may not be exchanged.
    #[must_use]
    pub fn without_transposition(self) -> SquareBoard {
        let Grid { rows, columns } = self.grid;
        let turn = |cell: usize, down: bool, across: bool| {
            let (row, column) = self.grid.place(cell);
            let row = if down { rows - 1 - row } else { row };
            self.grid.cell(row, if across { columns - 1 - column } else { column })
        };
        let symmetries = Symmetries::new(
            self.grid.cells(),
            &[&|cell| turn(cell, true, false), &|cell| turn(cell, false, true), &|cell| {
                turn(cell, true, true)
            }],
        );
        SquareBoard { symmetries, images: 4, ..self }
    }
}

/// For each direction, the cells from which, over which and to which stones can jump.
pub type Jumps = [[u128; 3]; 4];

impl SquareBoard {
    /// The jumps of stones of `own` over stones of `other` into `free` cells.
    pub fn jumps(&self, own: u128, other: u128, free: u128) -> Jumps {
        let step = |set, way: usize| self.squares.steps(set)[way];
        std::array::from_fn(|way| {
            let over = step(own, way) & other;
            let to = step(over, way) & free;
            let over = step(to, 3 - way) & over;
            [step(over, 3 - way), over, to]
        })
    }

    /// The cells of the set, and the other cells of all jumps that touch it.
    pub fn joined_by_jumps(&self, jumps: &[Jumps], set: u128) -> u128 {
        jumps.iter().flatten().enumerate().fold(set, |joined, (way, &[from, over, to])| {
            let step = |set, way: usize| self.squares.steps(set)[way];
            let (way, back) = (way % 4, 3 - way % 4);
            let starts = set & from
                | step(set & over, back) & from
                | step(step(set & to, back), back) & from;
            let overs = step(starts, way);
            joined | starts | overs | step(overs, way)
        })
    }
}

impl Board for SquareBoard {
    fn all(&self) -> u128 {
        self.squares.board
    }

    fn neighbours(&self, set: u128) -> u128 {
        self.squares.neighbours(set)
    }

    fn print(&self, [x, o]: State) -> String {
        GridSetup::print(self.grid, |cell| {
            STONES[usize::from(x.has(cell)) + 2 * usize::from(o.has(cell))]
        })
    }

    fn move_text(&self, cells: &[usize]) -> String {
        cells.iter().map(|&cell| self.grid.name(cell)).collect()
    }

    fn diagram(&self, state: State) -> Diagram {
        board_diagram(Layout::Square, &self.print(state))
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        self.grid.place(cell)
    }

    fn symmetric(&self, state: State) -> State {
        self.symmetries.least(state)
    }

    fn grid(&self) -> Option<Grid> {
        Some(self.grid)
    }

    /// One key for all translations, rotations and reflections of `region` with the two sets in it.
    /// It is the least image in the smallest rectangle around the region, with the rectangle's
    /// width above. No cell of the region is in both sets. For each cell the key stores the sets
    /// that it is *not* in. So cells of the region differ from all others, and the key determines
    /// the height.
    fn shape(&self, region: u128, sets: State) -> State {
        let places = || iter_bits(region).map(|cell| (cell, self.grid.place(cell)));
        let top = places().map(|(_, (row, _))| row).min().unwrap_or(0);
        let bottom = places().map(|(_, (row, _))| row).max().unwrap_or(0);
        let left = places().map(|(_, (_, column))| column).min().unwrap_or(0);
        let right = places().map(|(_, (_, column))| column).max().unwrap_or(0);
        let (height, width) = (bottom - top + 1, right - left + 1);
        let image = |turn: usize| {
            let across = if turn & 4 == 0 { width } else { height };
            let mut image: State = [0, 0];
            for (cell, (row, column)) in places() {
                let row = if turn & 1 == 0 { row - top } else { bottom - row };
                let column = if turn & 2 == 0 { column - left } else { right - column };
                let at = if turn & 4 == 0 { row * across + column } else { column * across + row };
                for (set, image) in sets.iter().zip(&mut image) {
                    *image |= u128::from(!set.has(cell)) << at;
                }
            }
            [image[0] | (across as u128) << MAX_CELLS, image[1]]
        };
        (0..self.images).map(image).min().unwrap_or_default()
    }
}
