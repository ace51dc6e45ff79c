//! Fission: a stone splits into two, one on each side of it. Left splits vertically, Right
//! horizontally. A player who cannot move loses. (A game of CGSuite and of MCGS.)
//!
//! Stones are the first set of a state alone. A move is the number of the stone's cell. Every move
//! adds a stone, so play ends.

use upstar_core::{Alphabet, Bits, GameInfo, Move, Player, iter_bits};

use super::{
    Reading, State,
    board::{Board, BoardRules, groups, stones},
    square_board::SquareBoard,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "fission",
    summary: "split a stone vertically or horizontally; a player who cannot move loses",
    labels: ["vertical", "horizontal"],
    rules: "A move replaces a stone by two stones on opposite sides of it. Both of their cells must \
            be empty. Left uses the cells above and below the stone, Right those to its left and \
            right. A player who cannot move loses.",
    positions: "a size such as 5x5, at most 120 cells, which means a stone in the middle (the upper \
                left of four); or rows from the top separated by '/': '.' empty, 'x' a stone, '#' \
                not on the board",
    moves: "the stone's cell, b3",
    usual: "5x5",
    examples: &["3x3", "4x4", "1x5", "5x1", ".../.x./.../.x.", "...x./.x.../..#.."],
};

const STONE: Alphabet = &['.', 'x', '#'];

struct Fission {
    board: SquareBoard,
}

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.`, `x` and `#`.
pub fn read(text: &str) -> Reading {
    let (board, mut state, is_size) = SquareBoard::read(text, STONE)?;
    if is_size {
        let middle = board.grid.cell((board.grid.rows - 1) / 2, (board.grid.columns - 1) / 2);
        state[0] |= u128::cell(middle);
    }
    Ok((Box::new(Fission { board: board.without_transposition() }), state))
}

impl Fission {
    /// For each player, the cells of `set` whose two neighbours are both in `free`.
    fn between(&self, set: u128, free: u128) -> [u128; 2] {
        let [up, left, right, down] = self.board.squares.steps(free);
        [set & up & down, set & left & right]
    }

    /// The stones that will never move: along both lines, a neighbour is blocked, missing or such a
    /// stone.
    fn fixed(&self, state: State) -> u128 {
        let [x, _] = stones(state);
        let mut fixed = x;
        loop {
            let [vertical, horizontal] = self.between(x, self.board.unblocked(state) & !fixed);
            let fewer = fixed & !(vertical | horizontal);
            if fewer == fixed {
                return fixed;
            }
            fixed = fewer;
        }
    }
}

impl BoardRules for Fission {
    type Board = SquareBoard;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn board(&self) -> &SquareBoard {
        &self.board
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let [x, _] = stones(state);
        let cells = self.between(x, self.board.empty(state))[player.index()];
        moves.extend(iter_bits(cells).map(|cell| Move(cell as u32)));
    }

    fn play(&self, mut state: State, player: Player, mv: Move) -> State {
        let cell = mv.0 as usize;
        let step = [self.board.grid.columns, 1][player.index()];
        state[0] &= !u128::cell(cell);
        state[0] |= u128::cell(cell - step) | u128::cell(cell + step);
        state
    }

    /// Connected regions of cells that are neither blocked nor hold a stone that will never move,
    /// if a stone can move in them. Such stones are like blocked cells.
    fn parts(&self, state: State) -> Vec<State> {
        let [x, _] = stones(state);
        let [vertical, horizontal] = self.between(x, self.board.empty(state));
        let cells = self.board.unblocked(state) & !self.fixed(state);
        let regions = groups(cells, |set| self.board.neighbours(set)).into_iter();
        let with_moves = regions.filter(|region| region & (vertical | horizontal) != 0);
        with_moves.map(|region| self.board.only(region, state)).collect()
    }

    /// The board with rows and columns exchanged, if it is square.
    fn negative(&self, state: State) -> Option<State> {
        let grid = self.board.grid;
        let turn = |set: u128| {
            iter_bits(set).fold(0, |image, cell| {
                let (row, column) = grid.place(cell);
                image | u128::cell(grid.cell(column, row))
            })
        };
        (grid.rows == grid.columns).then(|| state.map(turn))
    }
}
