//! Col and Snort: stones are placed on empty cells. The games differ in the stones that a new stone
//! may not touch.
//!
//! A position is determined by the cells that each player may still use. A cell that only one
//! player may use is *tinted*. Two adjacent cells are connected only if a stone on one of them
//! could make the other illegal for a player.

use upstar_core::{Bits, GameInfo, Makes, Move, Player, iter_bits};

use super::{
    Reading, State,
    board::{Board, BoardRules, STONES, groups, stones, swapped},
    graph,
    square_board::SquareBoard,
};

/// The stones that a player's new stone may not touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// The player's own (Col).
    Own,
    /// The opponent's (Snort).
    Other,
}

/// The common part of the registry entries of both games.
pub const INFO: GameInfo = GameInfo {
    name: "",
    summary: "",
    labels: ["black", "white"],
    rules: "",
    positions: "a size such as 3x4, at most 120 cells, or rows from the top separated by '/': '.' \
                empty, 'x' black, 'o' white, '#' not on the board; or a graph, graph:petersen, \
                graph:a-b b-c a=x",
    moves: "the cell, b3; on a graph the vertex",
    usual: "4x4",
    examples: &["1x4", "2x2", "2x3", "1x7", "x.#/..o/#..", "x..o.", "graph:cycle(5) 1=x"],
};

struct Colouring<B> {
    info: &'static GameInfo,
    board: B,
    forbidden: Forbidden,
}

/// Reads a position of either game.
pub fn read(text: &str, info: &'static GameInfo, forbidden: Forbidden) -> Reading {
    if graph::is_graph(text) {
        let (board, state) = graph::read(text, STONES)?;
        return Ok((Box::new(Colouring { info, board, forbidden }), state));
    }
    let (board, state, _) = SquareBoard::read(text, STONES)?;
    Ok((Box::new(Colouring { info, board, forbidden }), state))
}

impl<B: Board> Colouring<B> {
    /// The cells that Left and Right may use.
    fn allowed(&self, state: State) -> [u128; 2] {
        let beside = stones(state).map(|set| self.board.neighbours(set));
        let [left, right] = if self.forbidden == Forbidden::Own { beside } else { swapped(beside) };
        let empty = self.board.empty(state);
        [empty & !left, empty & !right]
    }
}

impl<B: Board> BoardRules for Colouring<B> {
    type Board = B;

    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn board(&self) -> &B {
        &self.board
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let cells = self.allowed(state)[player.index()];
        moves.extend(iter_bits(cells).map(|cell| Move(cell as u32)));
    }

    fn play(&self, mut state: State, player: Player, mv: Move) -> State {
        state[player.index()] |= u128::cell(mv.0 as usize);
        state
    }

    /// The difference in the number of cells that each player may use.
    fn evaluate(&self, state: State) -> i32 {
        let [left, right] = self.allowed(state);
        left.count() as i32 - right.count() as i32
    }

    /// Connected cells, with the adjacent stones that tint them.
    fn parts(&self, state: State) -> Vec<State> {
        let [left, right] = self.allowed(state);
        let beside = |set| self.board.neighbours(set);
        let regions = groups(left | right, |set| match self.forbidden {
            Forbidden::Own => beside(set & left) & left | beside(set & right) & right,
            Forbidden::Other => beside(set & left) & right | beside(set & right) & left,
        });
        let [x, o] = stones(state);
        let kept = |region| region | beside(region) & (x | o);
        regions.into_iter().map(|region| self.board.only(kept(region), state)).collect()
    }

    /// The shape of the usable cells, with their tints.
    fn part_key(&self, part: State) -> State {
        let [left, right] = self.allowed(part);
        self.board.shape(left | right, [!left, !right])
    }

    /// Blocks the part's cells for both players. The stones next to them stay.
    fn without(&self, state: State, part: State) -> State {
        let [left, right] = self.allowed(part);
        state.map(|set| set | left | right)
    }

    fn cell_states(&self) -> Option<(&'static [u8], Makes, Option<u8>)> {
        Some((&[0, 1, 2], Makes::Full, None))
    }
}
