//! Peg Duotaire: Peg Solitaire for two. A peg jumps over an adjacent peg into the hole behind it,
//! and the peg below is removed. A player who cannot move loses. (Moore and Eppstein,
//! *One-dimensional peg solitaire, and Duotaire*, 2002; Claessen's thesis on Clobber, section 2.1,
//! where a move is a single jump, as here.)
//!
//! Pegs are the first set of a state alone. A move is `from << 7 | to`. Moves are listed by the cell
//! that they leave, then by direction. The game is impartial, so every value is a nimber.

use upstar_core::{Alphabet, Bits, GameInfo, Makes, Move, Player, iter_bits};

use super::{
    Reading, State,
    board::{Board, BoardRules, groups, stones},
    square_board::SquareBoard,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "peg-duotaire",
    summary: "jump with a peg over a peg, which is removed; a player who cannot move loses",
    labels: ["left", "right"],
    rules: "The players take turns to jump with any peg over a peg that is next to it along a line, \
            into the empty hole behind it. The peg that was jumped over is removed. A move is one \
            jump. A player who cannot move loses.",
    positions: "a size such as 4x5, at most 120 holes, which means pegs everywhere except in the \
                middle (the upper left of four); or rows from the top separated by '/': '.' an \
                empty hole, 'x' a peg, '#' not on the board",
    moves: "from and to, a1c1",
    usual: "4x4",
    examples: &["xx.", "1x6", "3x3", "xx.xx.", "xx./.x./xx.", "x.x/xx#/.xx"],
};

const PEG: Alphabet = &['.', 'x', '#'];

struct PegDuotaire {
    board: SquareBoard,
}

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.`, `x` and `#`.
pub fn read(text: &str) -> Reading {
    let (board, mut state, is_size) = SquareBoard::read(text, PEG)?;
    if is_size {
        let middle = board.grid.cell((board.grid.rows - 1) / 2, (board.grid.columns - 1) / 2);
        state[0] = board.all() & !u128::cell(middle);
    }
    Ok((Box::new(PegDuotaire { board }), state))
}

impl BoardRules for PegDuotaire {
    type Board = SquareBoard;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn board(&self) -> &SquareBoard {
        &self.board
    }

    fn moves(&self, state: State, _player: Player, moves: &mut Vec<Move>) {
        let [pegs, _] = stones(state);
        let jumps = self.board.jumps(pegs, pegs, self.board.empty(state));
        let columns = self.board.grid.columns;
        let any = jumps.iter().fold(0, |set, [from, ..]| set | from);
        for from in iter_bits(any) {
            let ends = [
                from.wrapping_sub(2 * columns),
                from.wrapping_sub(2),
                from + 2,
                from + 2 * columns,
            ];
            let ways = ends.into_iter().zip(jumps).filter(|(_, [starts, ..])| starts.has(from));
            moves.extend(ways.map(|(to, _)| Move((from << 7 | to) as u32)));
        }
    }

    fn play(&self, mut state: State, _player: Player, mv: Move) -> State {
        let [from, to] = [mv.0 as usize >> 7, mv.0 as usize & 127];
        state[0] &= !(u128::cell(from) | u128::cell((from + to) / 2));
        state[0] |= u128::cell(to);
        state
    }

    fn move_cells(&self, mv: Move) -> Vec<usize> {
        vec![mv.0 as usize >> 7, mv.0 as usize & 127]
    }

    /// Sets of cells that no jump can ever connect, if a peg can jump in them. The cells that pegs
    /// can ever occupy are over-approximated, as in Konane.
    fn parts(&self, state: State) -> Vec<State> {
        let [pegs, _] = stones(state);
        let holes = self.board.unblocked(state);
        let mut reach = pegs;
        let jumps = loop {
            let jumps = self.board.jumps(reach, reach, holes);
            let more = jumps.iter().fold(reach, |set, [.., to]| set | to);
            if more == reach {
                break [jumps];
            }
            reach = more;
        };
        let now = self.board.jumps(pegs, pegs, self.board.empty(state));
        let movable = now.iter().fold(0, |set, [from, ..]| set | from);
        groups(holes, |set| self.board.joined_by_jumps(&jumps, set))
            .into_iter()
            .filter(|region| region & movable != 0)
            .map(|region| self.board.only(region, state))
            .collect()
    }

    fn cell_states(&self) -> Option<(&'static [u8], Makes, Option<u8>)> {
        Some((&[0, 1], Makes::Empty, None))
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// Both players have the same moves.
    fn negative(&self, state: State) -> Option<State> {
        Some(state)
    }
}
