//! Connection games, Hex and Y: a chain of stones that connects all sides of a player wins.
//!
//! On a full board exactly one player has connected all sides. The two games differ in the
//! [`ConnectionBoard`]. They share the rules, the static bounds and the playouts.
//!
//! * `graph.rs`: neighbours and sides;
//! * `static_analysis.rs`: proved winners and moves to search;
//! * `virtual_connections.rs` (with `links.rs` and `carriers.rs`), `inferior_cells.rs` and `resistance.rs`: the methods
//!   that the analysis uses;
//! * `witness.rs`: virtual connections with their derivation, for certificates.

mod carriers;
mod graph;
mod inferior_cells;
mod links;
mod resistance;
mod static_analysis;
#[cfg(test)]
mod tests;
mod virtual_connections;
mod witness;

use upstar_core::{
    Bits, Bounds, Focused, GameInfo, Layout, Move, Player, Playouts, ProofSet, Rng, Score,
    StaticBounds, Symmetries,
};

pub use self::graph::BoardGraph;
use crate::{
    cell_moves,
    stones::{StoneGame, StonePosition, StoneRules},
};

/// The shape of the board, in which connection games differ.
pub trait ConnectionBoard<B: Bits>: Send + Sync + 'static {
    /// The game's entry in the registry.
    const INFO: &'static GameInfo;
    /// How the board is drawn.
    const LAYOUT: Layout;

    /// The number of rows.
    fn rows(&self) -> usize;

    /// The row (from the top) and the column of a cell.
    fn place(&self, cell: usize) -> (usize, usize);

    /// The neighbours of each cell, and the sides that each player has to connect.
    fn graph(&self) -> BoardGraph<B>;

    /// The symmetries that map each player's sides to sides of the same player.
    fn symmetries(&self) -> Symmetries<B>;

    /// Does the chain of the cell `stone` connect all sides of `player`?
    fn connects(&self, graph: &BoardGraph<B>, own: B, player: Player, stone: usize) -> bool;

    /// Has Left, who owns the cells `left` of a full board, connected all sides?
    fn left_connects_when_full(&self, left: B) -> bool;
}

/// The rules of a connection game on one board.
#[derive(Clone, Debug)]
pub struct ConnectionRules<B, S> {
    pub(crate) shape: S,
    pub(crate) graph: BoardGraph<B>,
}

/// A connection game on one board.
pub type ConnectionGame<B, S> = StoneGame<B, ConnectionRules<B, S>>;

/// The shape decides the graph.
impl<B, S: PartialEq> PartialEq for ConnectionRules<B, S> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape
    }
}

impl<B: Bits, S: ConnectionBoard<B>> StoneRules<B> for ConnectionRules<B, S> {
    const INFO: &'static GameInfo = S::INFO;
    const SCORES: &'static [Score] = &[-1, 1];
    const LAYOUT: Layout = S::LAYOUT;

    fn rows(&self) -> usize {
        self.shape.rows()
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        self.shape.place(cell)
    }

    #[inline]
    fn wins(&self, own: B, player: Player, stone: usize) -> bool {
        self.shape.connects(&self.graph, own, player, stone)
    }
}

impl<B: Bits, S: ConnectionBoard<B>> ConnectionGame<B, S> {
    /// The game on a board of this shape, and the position with the stones of `cells`.
    pub(crate) fn on(
        shape: S,
        cells: &[u8],
        mover: Player,
    ) -> (ConnectionGame<B, S>, StonePosition<B>) {
        let (graph, symmetries) = (shape.graph(), shape.symmetries());
        StoneGame::start(ConnectionRules { shape, graph }, symmetries, cells, mover)
    }

    /// The static bounds, and an evaluation by the number of moves to search; `None` if the game is
    /// over or the board is too large for the analysis.
    #[inline]
    pub(crate) fn analysed_bounds_and_evaluation(
        &self,
        position: &StonePosition<B>,
    ) -> Option<(Bounds, i32)> {
        let &StonePosition { stones, mover, winner } = position;
        if winner.is_some() || !self.rules.graph.is_analysed() {
            return None;
        }
        let analysis = self.rules.graph.analyse(stones, mover);
        Some((analysis.bounds(), analysis.evaluation(mover)))
    }
}

impl<B: Bits, S: ConnectionBoard<B>> StaticBounds for ConnectionGame<B, S> {
    #[inline]
    fn bounds(&self, position: &StonePosition<B>) -> Bounds {
        match position.winner {
            Some(winner) => Bounds::exactly(winner.win()),
            None => self.rules.graph.analyse(position.stones, position.mover).bounds(),
        }
    }

    /// Fills in dead and captured cells.
    #[inline]
    fn focus(&self, position: &mut StonePosition<B>, moves: &mut Vec<Move>) -> Focused {
        let StonePosition { stones, mover, winner } = position;
        match winner {
            Some(winner) => Focused {
                proof: ProofSet::EMPTY,
                ..Focused::without_sets(Bounds::exactly(winner.win()), 0)
            },
            None => self.rules.graph.focus(stones, *mover, moves),
        }
    }

    /// The empty cells.
    #[inline]
    fn max_plies(&self, position: &StonePosition<B>) -> u32 {
        self.empty(position.stones).count()
    }

    /// Virtual connections with their derivation.
    fn witnesses(
        &self,
        position: &StonePosition<B>,
        claimant: Player,
        show: &mut dyn FnMut(&str, &[u8]) -> bool,
    ) {
        if position.winner.is_none()
            && let Some(witness) = self.connection_witness(position, claimant)
        {
            show("connection", &witness);
        }
    }

    #[inline]
    fn candidates(&self, position: &StonePosition<B>, moves: &mut Vec<Move>) -> Option<Score> {
        if position.winner.is_none() {
            let best = self.rules.graph.best_moves(position.stones, position.mover);
            cell_moves::push_cells(best, moves);
        }
        position.winner.map(Player::win)
    }
}

impl<B: Bits, S: ConnectionBoard<B>> Playouts for ConnectionGame<B, S> {
    #[inline]
    fn random_move(
        &self,
        position: &StonePosition<B>,
        rng: &mut Rng,
        _scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        cell_moves::random_move(self.cell_moves(position), rng)
    }

    /// Stones that are placed after the win do not change the winner. So all empty cells are filled
    /// at once. The player to move gets half of them, rounded up.
    #[inline]
    fn random_end(
        &self,
        position: &StonePosition<B>,
        rng: &mut Rng,
        _scratch: &mut Vec<Move>,
    ) -> Score {
        if let Some(winner) = position.winner {
            return winner.win();
        }
        let empty = self.empty(position.stones);
        let movers = rng.subset(empty, empty.count().div_ceil(2));
        let lefts = if position.mover == Player::Left { movers } else { empty & !movers };
        let left = position.stones[Player::Left.index()] | lefts;
        if self.rules.shape.left_connects_when_full(left) { 1 } else { -1 }
    }
}
