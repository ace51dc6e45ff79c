//! Text, stones and shapes for the classic games on boards of squares.
//!
//! A state is two sets of cells. A cell in neither set is empty. A cell only in the first is `x`,
//! only in the second `o`, and in both `#`: not on the board.

use upstar_core::{
    Alphabet, Bits, Cells, Diagram, GameInfo, Grid, GridSetup, Layout, Makes, Move, Player,
    PositionError, Squares, Symmetries, Turning, iter_bits,
};

use super::{ClassicRules, State};
use crate::board_diagram;

/// The characters of an empty cell, Left's stone, Right's stone and a blocked cell.
pub const STONES: Alphabet = &['.', 'x', 'o', '#'];

/// The maximum number of cells of a board. The width of a shape is stored in the bits above.
const MAX_CELLS: usize = 120;

/// A board of squares of one size.
#[derive(Debug)]
pub struct SquareBoard {
    pub grid: Grid,
    pub squares: Squares<u128>,
    symmetries: Symmetries<u128>,
}

/// Left's stones, Right's stones.
pub fn stones([x, o]: State) -> [u128; 2] {
    [x & !o, o & !x]
}

/// The state with Left's and Right's stones exchanged.
pub fn swapped([x, o]: State) -> State {
    [o, x]
}

/// The connected components of a set, where `next` returns the cells that are connected to the
/// cells of a set.
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
        Ok((SquareBoard { grid, squares, symmetries }, state, is_size))
    }

    pub fn print(&self, [x, o]: State) -> String {
        GridSetup::print(self.grid, |cell| {
            STONES[usize::from(x.has(cell)) + 2 * usize::from(o.has(cell))]
        })
    }

    pub fn empty(&self, [x, o]: State) -> u128 {
        self.squares.board & !(x | o)
    }

    /// The cells that are not blocked.
    pub fn unblocked(&self, [x, o]: State) -> u128 {
        self.squares.board & !(x & o)
    }

    /// The same state with all cells blocked except `kept`.
    pub fn only(&self, kept: u128, state: State) -> State {
        state.map(|set| set | (self.squares.board & !kept))
    }

    /// One key for all translations, rotations and reflections of `region` with the two sets in it.
    /// It is the least image in the smallest rectangle around the region, with the rectangle's
    /// width above. No cell of the region is in both sets. For each cell the key stores the sets
    /// that it is *not* in. So cells of the region differ from all others, and the key determines
    /// the height.
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
            [image[0] | (across as u128) << MAX_CELLS, image[1]]
        };
        (0..8).map(image).min().unwrap_or_default()
    }
}

/// The rules of a classic game on a board of squares. [`SquareBoard`] provides the other methods.
pub trait BoardRules: Send + Sync {
    /// See [`ClassicRules::info`].
    fn info(&self) -> &'static GameInfo;

    /// The board.
    fn board(&self) -> &SquareBoard;

    /// See [`ClassicRules::moves`].
    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>);

    /// See [`ClassicRules::play`].
    fn play(&self, state: State, player: Player, mv: Move) -> State;

    /// The cells of a move, in the order of its name.
    fn move_cells(&self, mv: Move) -> Vec<usize>;

    /// See [`ClassicRules::evaluate`].
    fn evaluate(&self, _state: State) -> i32 {
        0
    }

    /// See [`ClassicRules::parts`].
    fn parts(&self, state: State) -> Vec<State>;

    /// See [`ClassicRules::part_key`]; by default the shape of the cells that are not blocked.
    fn part_key(&self, part: State) -> State {
        let board = self.board();
        board.shape(board.unblocked(part), part)
    }

    /// See [`ClassicRules::without`]; by default the cells of the part are blocked.
    fn without(&self, state: State, part: State) -> State {
        let part = self.board().unblocked(part);
        state.map(|set| set | part)
    }

    /// The states of a cell, the kind of cells that moves add, and the digit of cells outside the
    /// region in play, in games whose positions can be numbered; see [`Cells`].
    fn cell_states(&self) -> Option<(&'static [u8], Makes, Option<u8>)> {
        None
    }

    /// See [`ClassicRules::negative`]; by default the colours are exchanged.
    fn negative(&self, state: State) -> State {
        swapped(state)
    }
}

impl<R: BoardRules> ClassicRules for R {
    fn info(&self) -> &'static GameInfo {
        BoardRules::info(self)
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        BoardRules::moves(self, state, player, moves);
    }

    fn play(&self, state: State, player: Player, mv: Move) -> State {
        BoardRules::play(self, state, player, mv)
    }

    fn print(&self, state: State) -> String {
        self.board().print(state)
    }

    fn move_text(&self, _state: State, mv: Move) -> String {
        let grid = self.board().grid;
        BoardRules::move_cells(self, mv).into_iter().map(|cell| grid.name(cell)).collect()
    }

    fn diagram(&self, state: State) -> Diagram {
        board_diagram(Layout::Square, &self.board().print(state))
    }

    fn move_cells(&self, _state: State, mv: Move) -> Vec<(usize, usize)> {
        let grid = self.board().grid;
        BoardRules::move_cells(self, mv).into_iter().map(|cell| grid.place(cell)).collect()
    }

    fn symmetric_state(&self, state: State) -> State {
        self.board().symmetries.least(state)
    }

    fn evaluate(&self, state: State) -> i32 {
        BoardRules::evaluate(self, state)
    }

    fn parts(&self, state: State) -> Vec<State> {
        BoardRules::parts(self, state)
    }

    fn part_key(&self, part: State) -> State {
        BoardRules::part_key(self, part)
    }

    /// The cells that are not blocked.
    fn size(&self, part: State) -> u32 {
        self.board().unblocked(part).count()
    }

    fn without(&self, state: State, part: State) -> Option<State> {
        Some(BoardRules::without(self, state, part))
    }

    fn cells(&self) -> Option<Cells> {
        let (marks, makes, outside) = self.cell_states()?;
        let grid = self.board().grid;
        Some(Cells { grid, marks, makes, outside, turning: Turning::Keeps })
    }

    fn negative(&self, state: State) -> State {
        BoardRules::negative(self, state)
    }
}
