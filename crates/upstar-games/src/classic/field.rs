//! What the classic games on boards of squares share: text, stones, shapes.
//!
//! A state is two sets of cells. A cell in neither is empty, in the first alone `x`, in the
//! second alone `o`, in both `#`: off the board for good.

use upstar_core::{
    Alphabet, Bits, Diagram, Grid, GridSetup, Layout, PositionError, Squares, Symmetries, iter_bits,
};

use super::State;
use crate::board_diagram;

/// Empty, Left's, Right's, blocked.
pub const STONES: Alphabet = &['.', 'x', 'o', '#'];

/// The most cells of a board; the width of a shape stands in the bits that are left.
pub const MOST: usize = 120;

/// A board of squares of one size.
#[derive(Debug)]
pub struct Field {
    pub grid: Grid,
    pub squares: Squares<u128>,
    symmetries: Symmetries<u128>,
}

/// Left's stones, Right's stones.
pub fn stones([x, o]: State) -> [u128; 2] {
    [x & !o, o & !x]
}

/// The sets with Left's and Right's exchanged.
pub fn swapped([x, o]: State) -> State {
    [o, x]
}

/// The joined groups of a set, where `next` gives the cells that are joined to those of a set.
pub fn groups(mut set: u128, next: impl Fn(u128) -> u128) -> Vec<u128> {
    let mut groups = Vec::new();
    while !set.is_empty() {
        let mut group = u128::cell(set.lowest());
        loop {
            let more = (group | next(group)) & set;
            if more == group {
                break;
            }
            group = more;
        }
        set &= !group;
        groups.push(group);
    }
    groups
}

impl Field {
    /// Reads a size or rows of characters out of `alphabet`; also tells whether it was a size.
    ///
    /// # Errors
    /// If the text is neither, or the board too large.
    pub fn read(text: &str, alphabet: Alphabet) -> Result<(Field, State, bool), PositionError> {
        let GridSetup { grid, cells, is_size, .. } = GridSetup::parse(text, alphabet, None)?;
        if grid.cells() > MOST {
            let message = format!("{} cells are too many; at most {MOST} fit", grid.cells());
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
        Ok((Field { grid, squares, symmetries }, state, is_size))
    }

    pub fn print(&self, [x, o]: State) -> String {
        GridSetup::print(self.grid, |cell| {
            STONES[usize::from(x.has(cell)) + 2 * usize::from(o.has(cell))]
        })
    }

    pub fn diagram(&self, state: State) -> Diagram {
        board_diagram(Layout::Square, &self.print(state))
    }

    pub fn names(&self, cells: impl IntoIterator<Item = usize>) -> String {
        cells.into_iter().map(|cell| self.grid.name(cell)).collect()
    }

    pub fn places(&self, cells: impl IntoIterator<Item = usize>) -> Vec<(usize, usize)> {
        cells.into_iter().map(|cell| self.grid.place(cell)).collect()
    }

    pub fn empty(&self, [x, o]: State) -> u128 {
        self.squares.board & !(x | o)
    }

    /// The cells of a part that are not blocked.
    pub fn size(&self, [x, o]: State) -> u32 {
        (self.squares.board & !(x & o)).count()
    }

    /// The state with the cells of a part blocked.
    pub fn without(&self, state: State, [x, o]: State) -> State {
        let part = self.squares.board & !(x & o);
        state.map(|set| set | part)
    }

    /// The least image under the symmetries of the board.
    pub fn least(&self, state: State) -> State {
        self.symmetries.least(state)
    }

    /// The same state with everything blocked but `kept`.
    pub fn only(&self, kept: u128, state: State) -> State {
        state.map(|set| set | (self.squares.board & !kept))
    }

    /// One name for `region` with the two sets in it, wherever it stands, turned or mirrored: the
    /// least of its images in the smallest rectangle around it, with the rectangle's width above.
    /// No cell of the region is in both sets. What is stored of a cell is which sets it is *not*
    /// in, so that cells of the region differ from all others and the height shows.
    pub fn shape(&self, region: u128, sets: State) -> State {
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
            [image[0] | (across as u128) << MOST, image[1]]
        };
        (0..8).map(image).min().unwrap_or_default()
    }
}
