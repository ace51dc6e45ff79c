//! Konane, Hawaiian checkers: stones jump over stones of the opponent and capture them. A player
//! who cannot move loses.
//!
//! A move is `from << 7 | to`. Several jumps in one direction are one move. Moves are listed by the
//! cell that they leave, then by direction, shorter ones first.

use upstar_core::{Bits, GameInfo, Makes, Move, Player, iter_bits};

use super::{
    Reading, State,
    board::{Board, BoardRules, STONES, groups, stones},
    square_board::SquareBoard,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "konane",
    summary: "jump over stones of the opponent to capture them; a player who cannot move loses",
    labels: ["black", "white"],
    rules: "A stone jumps along an edge over an adjacent stone of the opponent into the empty cell \
            behind it and captures the stone. It may continue to jump in the same direction in the \
            same move. A player who cannot move loses.",
    positions: "a size such as 4x5, at most 120 cells, which means the checkerboard with 'x' at \
                the bottom left after the opening: the middle cell (the upper left of four) and the \
                cell to its right, or below it in a single column, are empty; or rows from the top \
                separated by '/': '.' empty, 'x' black, 'o' white, '#' not on the board",
    moves: "from and to, a1c1",
    usual: "6x6",
    examples: &["1x6", "4x4", "xo.o.", "xo./.xo/o.x", "x.o./.ox./xo.#"],
};

struct Konane {
    board: SquareBoard,
}

/// Reads a position's text. A size means the checkerboard after the two opening moves.
///
/// # Errors
/// If the text is neither a size nor rows of cells.
pub fn read(text: &str) -> Reading {
    let (board, mut state, is_size) = SquareBoard::read(text, STONES)?;
    if is_size {
        let grid = board.grid;
        for cell in 0..grid.cells() {
            let (row, column) = grid.place(cell);
            state[(grid.rows - 1 - row + column) % 2] |= u128::cell(cell);
        }
        let middle = grid.cell((grid.rows - 1) / 2, (grid.columns - 1) / 2);
        let beside = middle + 1;
        let taken = u128::cell(middle) | if beside < grid.cells() { u128::cell(beside) } else { 0 };
        state = state.map(|set| set & !taken);
    }
    Ok((Box::new(Konane { board }), state))
}

impl Konane {
    fn cells(mv: Move) -> [usize; 2] {
        [mv.0 as usize >> 7, mv.0 as usize & 127]
    }
}

impl BoardRules for Konane {
    type Board = SquareBoard;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn board(&self) -> &SquareBoard {
        &self.board
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let sets = stones(state);
        let (own, other) = (sets[player.index()], sets[player.other().index()]);
        let empty = self.board.empty(state);
        let first = self.board.jumps(own, other, empty);
        let any = first.iter().fold(0, |set, [from, ..]| set | from);
        for from in iter_bits(any) {
            for way in (0..4).filter(|&way| first[way][0].has(from)) {
                let mut at = u128::cell(from);
                loop {
                    [_, _, at] = self.board.jumps(at, other, empty)[way];
                    if at == 0 {
                        break;
                    }
                    moves.push(Move((from << 7 | at.lowest()) as u32));
                }
            }
        }
    }

    fn play(&self, mut state: State, player: Player, mv: Move) -> State {
        let [from, to] = Konane::cells(mv);
        let same_row = from / self.board.grid.columns == to / self.board.grid.columns;
        let step = if same_row { 1 } else { self.board.grid.columns };
        let between = (from.min(to)..from.max(to)).step_by(step).skip(1);
        state[player.other().index()] &= !between.fold(0, |set, cell| set | u128::cell(cell));
        state[player.index()] ^= u128::cell(from) | u128::cell(to);
        state
    }

    fn move_cells(&self, mv: Move) -> Vec<usize> {
        Konane::cells(mv).to_vec()
    }

    /// Sets of cells that no jump can ever connect. The cells that each colour can ever occupy are
    /// over-approximated: a jump is possible if its first two cells may have the right colours and
    /// the third is on the board. Every jump of every game is among these, and it connects its
    /// cells.
    fn parts(&self, state: State) -> Vec<State> {
        let board = self.board.squares.board & !(state[0] & state[1]);
        let [mut x, mut o] = stones(state);
        let (jumps_x, jumps_o) = loop {
            let jumps_x = self.board.jumps(x, o, board);
            let jumps_o = self.board.jumps(o, x, board);
            let before = [x, o];
            x = jumps_x.iter().fold(x, |set, [.., to]| set | to);
            o = jumps_o.iter().fold(o, |set, [.., to]| set | to);
            if before == [x, o] {
                break (jumps_x, jumps_o);
            }
        };
        let ([x, o], empty) = (stones(state), self.board.empty(state));
        let now = [self.board.jumps(x, o, empty), self.board.jumps(o, x, empty)];
        let movable = now.iter().flatten().fold(0, |set, [from, ..]| set | from);
        let jumps = [jumps_x, jumps_o];
        groups(board, |set| self.board.joined_by_jumps(&jumps, set))
            .into_iter()
            .filter(|region| region & movable != 0)
            .map(|region| self.board.only(region, state))
            .collect()
    }

    fn cell_states(&self) -> Option<(&'static [u8], Makes, Option<u8>)> {
        Some((&[0, 1, 2], Makes::Empty, None))
    }
}
