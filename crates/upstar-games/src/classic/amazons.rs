//! Amazons: a player moves a queen, then shoots an arrow that blocks a cell. A player who cannot
//! move loses.
//!
//! A move is `from << 14 | to << 7 | arrow`. Moves are listed by these three cells.

use upstar_core::{Bits, GameInfo, Grid, Move, Player, PositionError, iter_bits};

use super::{
    Reading, State,
    board::{Board, BoardRules, STONES, groups, stones},
    square_board::SquareBoard,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "amazons",
    summary: "move a queen and shoot an arrow; a player who cannot move loses",
    labels: ["black", "white"],
    rules: "A move has two steps. One of the player's queens moves any number of empty cells in a \
            straight or diagonal line. Then it shoots an arrow in the same way, which blocks the \
            cell where it lands permanently. Queens and arrows do not jump. A player who cannot \
            move loses.",
    positions: "10x10, which means the standard start (black below), or rows from the top separated \
                by '/', at most 120 cells: '.' empty, 'x' a black queen, 'o' a white one, '#' blocked",
    moves: "from, to and the arrow, a1a2b1",
    usual: ".x..x./....../....../....../....../.o..o.",
    examples: &["x.o", "x../..o", "x..o/#..#", "x..o/..#."],
};

const START: [&str; 10] = [
    "...o..o...",
    "..........",
    "..........",
    "o........o",
    "..........",
    "..........",
    "x........x",
    "..........",
    "..........",
    "...x..x...",
];

struct Amazons {
    board: SquareBoard,
    /// For each cell, the next one in each of the eight directions; `EDGE` if there is none.
    next: Vec<[u8; 8]>,
}

const EDGE: u8 = u8::MAX;

/// Reads a position's text.
///
/// # Errors
/// If the text is neither `10x10` nor rows of cells.
pub fn read(text: &str) -> Reading {
    let (mut board, mut state, is_size) = SquareBoard::read(text, STONES)?;
    if is_size && text != "10x10" {
        let message = "only 10x10 has a standard start; write the rows, such as x.../..../...o";
        return Err(PositionError::new(text, message));
    }
    if is_size {
        (board, state, _) = SquareBoard::read(&START.join("/"), STONES)?;
    }
    let next = (0..board.grid.cells()).map(|cell| neighbours(board.grid, cell)).collect();
    Ok((Box::new(Amazons { board, next }), state))
}

fn neighbours(grid: Grid, cell: usize) -> [u8; 8] {
    let (row, column) = grid.place(cell);
    let ways = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
    ways.map(|(down, across)| {
        let (row, column) = ((row + down).wrapping_sub(1), (column + across).wrapping_sub(1));
        let inside = row < grid.rows && column < grid.columns;
        if inside { grid.cell(row, column) as u8 } else { EDGE }
    })
}

fn cells(mv: Move) -> [usize; 3] {
    [mv.0 >> 14, mv.0 >> 7 & 127, mv.0 & 127].map(|cell| cell as usize)
}

impl Amazons {
    /// The cells that a queen can reach from `from` over `empty` cells.
    fn reach(&self, from: usize, empty: u128) -> u128 {
        let mut reach = 0;
        for way in 0..8 {
            let mut cell = self.next[from][way];
            while cell != EDGE && empty.has(usize::from(cell)) {
                reach |= u128::cell(usize::from(cell));
                cell = self.next[usize::from(cell)][way];
            }
        }
        reach
    }

    /// The cells next to a cell of the set, including diagonally.
    fn around(&self, set: u128) -> u128 {
        let [up, _, _, down] = self.board.squares.steps(set);
        let [_, left, right, _] = self.board.squares.steps(set | up | down);
        up | down | left | right
    }
}

impl BoardRules for Amazons {
    type Board = SquareBoard;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn board(&self) -> &SquareBoard {
        &self.board
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let empty = self.board.empty(state);
        for from in iter_bits(stones(state)[player.index()]) {
            for to in iter_bits(self.reach(from, empty)) {
                let arrows = self.reach(to, empty | u128::cell(from));
                let base = (from << 14 | to << 7) as u32;
                moves.extend(iter_bits(arrows).map(|arrow| Move(base | arrow as u32)));
            }
        }
    }

    fn play(&self, mut state: State, player: Player, mv: Move) -> State {
        let [from, to, arrow] = cells(mv).map(u128::cell);
        state[player.index()] ^= from | to;
        state.map(|set| set | arrow)
    }

    fn move_cells(&self, mv: Move) -> Vec<usize> {
        cells(mv).to_vec()
    }

    /// Connected regions of unblocked cells that contain a queen and an empty cell. In such a
    /// region some queen has an empty neighbour. No queen ever leaves its region.
    fn parts(&self, state: State) -> Vec<State> {
        let (empty, [x, o]) = (self.board.empty(state), stones(state));
        let regions = groups(empty | x | o, |set| self.around(set)).into_iter();
        regions
            .filter(|region| region & empty != 0 && region & (x | o) != 0)
            .map(|region| self.board.only(region, state))
            .collect()
    }
}
