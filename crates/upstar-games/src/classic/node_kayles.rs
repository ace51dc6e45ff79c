//! Node-Kayles: a move takes a vertex and all its neighbours. A player who cannot move loses.
//! (Schaefer, *On the complexity of some two-person perfect-information games*, 1978. On paths it is
//! Dawson's Kayles; Berlekamp, Conway and Guy, *Winning Ways*, chapter 4.)
//!
//! A move is the number of its cell. The game is impartial, so every value is a nimber.

use upstar_core::{Alphabet, Bits, GameInfo, Makes, Move, Player, iter_bits};

use super::{
    Reading, State,
    board::{Board, BoardRules, groups},
    graph,
    square_board::SquareBoard,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "node-kayles",
    summary: "take a cell and its neighbours; a player who cannot move loses",
    labels: ["left", "right"],
    rules: "The players take turns to take a free cell. All cells that share an edge with it are \
            taken too. On a graph the cells are the vertices. A player who cannot move loses.",
    positions: "a size such as 3x4, at most 120 cells, or rows from the top separated by '/': '.' \
                free, '#' taken; or a graph, graph:petersen, graph:a-b b-c b-d",
    moves: "the cell, b3; on a graph the vertex",
    usual: "graph:petersen",
    examples: &["1x5", "2x3", "3x3", "..#/...", "graph:petersen", "graph:a-b b-c b-d d-e"],
};

const FREE: Alphabet = &['.', '#'];

struct NodeKayles<B> {
    board: B,
}

/// Reads a position's text.
///
/// # Errors
/// If the text is not a size, rows of `.` and `#`, or a graph.
pub fn read(text: &str) -> Reading {
    if graph::is_graph(text) {
        let (board, state) = graph::read(text, FREE)?;
        return Ok((Box::new(NodeKayles { board }), state));
    }
    let (board, state, _) = SquareBoard::read(text, FREE)?;
    Ok((Box::new(NodeKayles { board }), state))
}

impl<B: Board> BoardRules for NodeKayles<B> {
    type Board = B;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn board(&self) -> &B {
        &self.board
    }

    fn moves(&self, state: State, _player: Player, moves: &mut Vec<Move>) {
        moves.extend(iter_bits(self.board.empty(state)).map(|cell| Move(cell as u32)));
    }

    fn play(&self, state: State, _player: Player, mv: Move) -> State {
        let cell = u128::cell(mv.0 as usize);
        let taken = cell | self.board.neighbours(cell);
        state.map(|set| set | taken)
    }

    /// Connected regions of free cells.
    fn parts(&self, state: State) -> Vec<State> {
        let regions = groups(self.board.empty(state), |set| self.board.neighbours(set));
        regions.into_iter().map(|region| self.board.only(region, state)).collect()
    }

    fn cell_states(&self) -> Option<(&'static [u8], Makes, Option<u8>)> {
        Some((&[0, 3], Makes::Full, Some(1)))
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// Both players have the same moves.
    fn negative(&self, state: State) -> Option<State> {
        Some(state)
    }
}
