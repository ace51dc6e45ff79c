//! NoGo on graphs. The rules are those on boards: a move that leaves a group of either colour
//! without a liberty is illegal. Vertices marked `#` stay empty. (On boards see
//! [`nogo`](crate::nogo), which is faster.)
//!
//! A move is the number of its vertex. Independent parts are found as on boards; `nogo/parts.rs`
//! proves that they are independent, and the proof does not use the shape of the board.

use upstar_core::{Bits, GameInfo, Move, Player, PositionError, iter_bits};

use super::{
    Reading, State,
    board::{Board, BoardRules, STONES, groups, stones},
    graph::{self, GraphBoard},
};
use crate::nogo::INFO;

struct GraphNoGo {
    board: GraphBoard,
}

/// Reads a position's text.
///
/// # Errors
/// If the text is not a graph, or if a group has no liberty.
pub fn read(text: &str) -> Reading {
    let (board, state) = graph::read(text, STONES)?;
    let game = GraphNoGo { board };
    for (own, label) in stones(state).into_iter().zip(INFO.labels) {
        let alive = game.alive(own, game.open(state));
        if let Some(vertex) = iter_bits(own & !alive).next() {
            let message = format!(
                "the {label} group at {} has no liberty; every group needs one",
                game.board.name(vertex)
            );
            return Err(PositionError::new(text, message));
        }
    }
    Ok((Box::new(game), state))
}

impl GraphNoGo {
    /// The vertices without a stone.
    fn open(&self, state: State) -> u128 {
        let [x, o] = stones(state);
        self.board.all() & !(x | o)
    }

    /// The stones of `own` whose group touches a vertex of `liberties`.
    fn alive(&self, own: u128, liberties: u128) -> u128 {
        let mut alive = own & self.board.neighbours(liberties);
        loop {
            let more = (alive | self.board.neighbours(alive)) & own;
            if more == alive {
                return alive;
            }
            alive = more;
        }
    }

    /// The vertices where each player may play.
    fn legal(&self, state: State) -> [u128; 2] {
        let (stones, open) = (stones(state), self.open(state));
        Player::BOTH.map(|player| {
            let cells = iter_bits(self.board.empty(state)).map(u128::cell);
            let is_legal = |&cell: &u128| {
                let left = open & !cell;
                let own = stones[player.index()] | cell;
                let other = stones[player.other().index()];
                self.alive(own, left) == own && self.alive(other, left) == other
            };
            cells.filter(is_legal).fold(0, |set, cell| set | cell)
        })
    }
}

impl BoardRules for GraphNoGo {
    type Board = GraphBoard;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn board(&self) -> &GraphBoard {
        &self.board
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let cells = self.legal(state)[player.index()];
        moves.extend(iter_bits(cells).map(|cell| Move(cell as u32)));
    }

    fn play(&self, mut state: State, player: Player, mv: Move) -> State {
        state[player.index()] |= u128::cell(mv.0 as usize);
        state
    }

    /// The difference in the number of legal moves.
    fn evaluate(&self, state: State) -> i32 {
        let [left, right] = self.legal(state);
        left.count() as i32 - right.count() as i32
    }

    /// Connected live vertices and mortal groups, with the stones next to them.
    fn parts(&self, state: State) -> Vec<State> {
        let [left, right] = self.legal(state);
        let live = left | right;
        let [x, o] = stones(state);
        let dead = self.open(state) & !live;
        let immortal = self.alive(x, dead) | self.alive(o, dead);
        let component = live | (x | o) & !immortal;
        let regions = groups(component, |set| self.board.neighbours(set)).into_iter();
        let kept = |region| region | self.board.neighbours(region) & (x | o);
        let with_moves = regions.filter(|region| region & live != 0);
        with_moves.map(|region| self.board.only(kept(region), state)).collect()
    }

    /// The part with the vertices around it, which are liberties.
    fn part_key(&self, part: State) -> State {
        let inside = self.board.unblocked(part);
        self.board.shape(inside | self.board.neighbours(inside), part)
    }

    /// Keeps the stones and fills nothing: the part's live vertices become permanently empty.
    fn without(&self, state: State, part: State) -> State {
        let [left, right] = self.legal(part);
        state.map(|set| set | left | right)
    }
}
