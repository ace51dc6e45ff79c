//! Boards of numbered cells, and the rules of games on them. A board is a rectangle of squares
//! ([`SquareBoard`](super::square_board::SquareBoard)) or a graph
//! ([`GraphBoard`](super::graph::GraphBoard)), whose vertices are its cells.
//!
//! A state is two sets of cells. A cell in neither set is empty. A cell only in the first is `x`,
//! only in the second `o`, and in both `#`: not on the board.

use upstar_core::{
    Alphabet, Bits, Cells, Diagram, GameInfo, Grid, Makes, Move, OptionList, Player, Turning,
};

use super::{ClassicRules, State};

/// The characters of an empty cell, Left's stone, Right's stone and a blocked cell.
pub const STONES: Alphabet = &['.', 'x', 'o', '#'];

/// The maximum number of cells of a board. Keys of shapes use the bits above.
pub const MAX_CELLS: usize = 120;

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

/// Cells with a relation of neighbours.
pub trait Board: Send + Sync {
    /// Every cell.
    fn all(&self) -> u128;

    /// The cells next to a cell of the set.
    fn neighbours(&self, set: u128) -> u128;

    /// The text of a state.
    fn print(&self, state: State) -> String;

    /// The name of a move that touches these cells.
    fn move_text(&self, cells: &[usize]) -> String;

    /// The drawing of a state.
    fn diagram(&self, state: State) -> Diagram;

    /// The place of a cell in the drawing.
    fn place(&self, cell: usize) -> (usize, usize);

    /// One state for all states that are equal up to the board's symmetries.
    fn symmetric(&self, state: State) -> State;

    /// One key for `region` with the two sets in it, wherever it is on the board. Regions with the
    /// same key are the same up to the names of their cells.
    fn shape(&self, region: u128, sets: State) -> State;

    /// The size of a rectangle.
    fn grid(&self) -> Option<Grid> {
        None
    }

    /// The empty cells.
    fn empty(&self, [x, o]: State) -> u128 {
        self.all() & !(x | o)
    }

    /// The cells that are not blocked.
    fn unblocked(&self, [x, o]: State) -> u128 {
        self.all() & !(x & o)
    }

    /// The same state with all cells blocked except `kept`.
    fn only(&self, kept: u128, state: State) -> State {
        state.map(|set| set | (self.all() & !kept))
    }
}

/// The rules of a classic game on a board. The board provides the other methods.
pub trait BoardRules: Send + Sync {
    /// The kind of board.
    type Board: Board;

    /// See [`ClassicRules::info`].
    fn info(&self) -> &'static GameInfo;

    /// The board.
    fn board(&self) -> &Self::Board;

    /// See [`ClassicRules::moves`].
    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>);

    /// See [`ClassicRules::play`].
    fn play(&self, state: State, player: Player, mv: Move) -> State;

    /// The cells of a move, in the order of its name; by default a move is a cell.
    fn move_cells(&self, mv: Move) -> Vec<usize> {
        vec![mv.0 as usize]
    }

    /// See [`ClassicRules::symmetric_state`]; by default under all symmetries of the board.
    fn symmetric(&self, state: State) -> State {
        self.board().symmetric(state)
    }

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

    /// See [`ClassicRules::is_impartial`].
    fn is_impartial(&self) -> bool {
        false
    }

    /// See [`ClassicRules::impartial_key`].
    fn impartial_key(&self, part: State) -> State {
        let key = BoardRules::part_key(self, part);
        let is_impartial = BoardRules::is_impartial(self);
        let negative = if is_impartial { None } else { BoardRules::negative(self, part) };
        negative.map_or(key, |negative| key.min(BoardRules::part_key(self, negative)))
    }

    /// See [`ClassicRules::options`].
    fn options(&self, _state: State, _list: &mut OptionList) -> bool {
        false
    }

    /// The states of a cell, the kind of cells that moves add, and the digit of cells outside the
    /// region in play, in games whose positions can be numbered; see [`Cells`].
    fn cell_states(&self) -> Option<(&'static [u8], Makes, Option<u8>)> {
        None
    }

    /// See [`ClassicRules::negative`]; by default the colours are exchanged.
    fn negative(&self, state: State) -> Option<State> {
        Some(swapped(state))
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
        self.board().move_text(&BoardRules::move_cells(self, mv))
    }

    fn diagram(&self, state: State) -> Diagram {
        self.board().diagram(state)
    }

    fn move_cells(&self, _state: State, mv: Move) -> Vec<(usize, usize)> {
        let board = self.board();
        BoardRules::move_cells(self, mv).into_iter().map(|cell| board.place(cell)).collect()
    }

    fn symmetric_state(&self, state: State) -> State {
        BoardRules::symmetric(self, state)
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

    fn is_impartial(&self) -> bool {
        BoardRules::is_impartial(self)
    }

    fn impartial_key(&self, part: State) -> State {
        BoardRules::impartial_key(self, part)
    }

    fn options(&self, state: State, list: &mut OptionList) -> bool {
        BoardRules::options(self, state, list)
    }

    fn without(&self, state: State, part: State) -> Option<State> {
        Some(BoardRules::without(self, state, part))
    }

    fn cells(&self) -> Option<Cells> {
        let (marks, makes, outside) = self.cell_states()?;
        let grid = self.board().grid()?;
        Some(Cells { grid, marks, makes, outside, turning: Turning::Keeps })
    }

    fn negative(&self, state: State) -> Option<State> {
        BoardRules::negative(self, state)
    }
}
