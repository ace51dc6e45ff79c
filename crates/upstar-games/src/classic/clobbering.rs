//! Clobber on graphs, and Cannibal Clobber on boards and graphs: a stone moves onto a neighbour and
//! removes the stone there. The games differ in the stones that may be removed.
//!
//! A move is `from << 7 | to`. Moves are listed by the cell that they leave, then by the cell that
//! they enter. An empty cell stays empty, so it is like a cell that is not on the board.

use upstar_core::{Bits, GameInfo, Makes, Move, Player, iter_bits};

use super::{
    Reading, State,
    board::{Board, BoardRules, STONES, groups, stones},
    graph,
    square_board::SquareBoard,
};

/// The stones that a player may remove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prey {
    /// The opponent's (Clobber).
    Other,
    /// Any (Cannibal Clobber).
    Any,
}

struct Clobbering<B> {
    info: &'static GameInfo,
    board: B,
    prey: Prey,
}

/// Reads a position on a board of squares. A size means the checkerboard with `x` at the bottom
/// left.
pub fn read_squares(text: &str, info: &'static GameInfo, prey: Prey) -> Reading {
    let (board, mut state, is_size) = SquareBoard::read(text, STONES)?;
    if is_size {
        for cell in 0..board.grid.cells() {
            let (row, column) = board.grid.place(cell);
            state[(board.grid.rows - 1 - row + column) % 2] |= u128::cell(cell);
        }
    }
    Ok((Box::new(Clobbering { info, board, prey }), state))
}

/// Reads a position on a graph.
pub fn read_graph(text: &str, info: &'static GameInfo, prey: Prey) -> Reading {
    let (board, state) = graph::read(text, STONES)?;
    Ok((Box::new(Clobbering { info, board, prey }), state))
}

impl<B: Board> Clobbering<B> {
    /// The stones that `player` may remove.
    fn prey(&self, state: State, player: Player) -> u128 {
        let [x, o] = stones(state);
        if self.prey == Prey::Any { x | o } else { [o, x][player.index()] }
    }
}

impl<B: Board> BoardRules for Clobbering<B> {
    type Board = B;

    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn board(&self) -> &B {
        &self.board
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let prey = self.prey(state, player);
        for from in iter_bits(stones(state)[player.index()]) {
            let reached = self.board.neighbours(u128::cell(from)) & prey;
            moves.extend(iter_bits(reached).map(|to| Move((from << 7 | to) as u32)));
        }
    }

    fn play(&self, state: State, player: Player, mv: Move) -> State {
        let [from, to] = [mv.0 >> 7, mv.0 & 127].map(|cell| u128::cell(cell as usize));
        let mut after = state.map(|set| set & !from & !to);
        after[player.index()] |= to;
        after
    }

    fn move_cells(&self, mv: Move) -> Vec<usize> {
        vec![mv.0 as usize >> 7, mv.0 as usize & 127]
    }

    /// The difference in the number of stones that can move.
    fn evaluate(&self, state: State) -> i32 {
        let movable = |player: Player| {
            let reach = self.board.neighbours(self.prey(state, player));
            (stones(state)[player.index()] & reach).count() as i32
        };
        movable(Player::Left) - movable(Player::Right)
    }

    /// Connected groups of stones in which a stone can move.
    fn parts(&self, state: State) -> Vec<State> {
        let [x, o] = stones(state);
        let is_live = |&group: &u128| match self.prey {
            Prey::Other => group & x != 0 && group & o != 0,
            Prey::Any => group.count() > 1,
        };
        let found = groups(x | o, |set| self.board.neighbours(set)).into_iter();
        found.filter(is_live).map(|group| self.board.only(group, state)).collect()
    }

    fn part_key(&self, part: State) -> State {
        let [x, o] = stones(part);
        self.board.shape(x | o, [x, o])
    }

    fn cell_states(&self) -> Option<(&'static [u8], Makes, Option<u8>)> {
        Some((&[0, 1, 2], Makes::Empty, None))
    }
}
