//! A game that looks up the values of its parts.
//!
//! **Idea** Under normal play the value of a position is the sum of its independent parts. [`ValueGame`] is a
//! game like any other, so every search runs on it. Its moves are those of the game that it wraps, with these
//! differences:
//! * A position whose sum decides the winner is *over* (Claessen's Algorithm 4), except at the root of a
//!   search, which must return a move.
//! * Moves in parts that have value 0, or that cancel each other, are not listed if `simplify` says so
//!   (Algorithm 5).
//! * Positions that are equal sums share one [`symmetric_key`](Symmetry::symmetric_key), wherever their parts
//!   are.
//! * Evaluations use means, temperatures and atomic weights.
//!
//! **Guarantee** The outcome of every position stays the same, because G and G + 0 have the same outcome. A
//! winning move of the simplified position is a winning move of the whole position. A part that cannot be
//! valued within the given size and work is searched as before.
//!
//! There is one type for all games, so searches are compiled for it once
//! ([decision 30](../../../docs/decisions/0030-values-in-searches.md)).
//!
//! # Modules
//! * `oracle`: what the values of a position's parts imply for the position.
//! * `lookup`: values of parts and outcomes of sums, for many threads; `sum_key`: exact keys of sums.
//! * `config`: the parameters.
//!
//! **Reference** Claessen, *Combinatorial Game Theory in Clobber*, 2011; the two-ahead rule is in
//! Berlekamp, Conway and Guy, *Winning Ways*.

mod config;
mod lookup;
mod oracle;
mod sum_key;

use std::sync::Arc;

pub use config::{PARAMETERS, Simplify, ValueGameConfig};
use upstar_core::{
    Bounds, Error, Game, Move, MoveOrdering, Partisan, Planes, Player, Playouts, Rng, Score,
    StaticBounds, Status, Symmetry,
};

use self::oracle::{Packed, PartOracle, ValueOracle};

const SCORES: [Score; 2] = [-1, 1];

/// A game under normal play with the values of its parts.
pub struct ValueGame {
    oracle: Box<dyn ValueOracle>,
    config: ValueGameConfig,
}

/// A position of a game under normal play.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    planes: Planes,
    mover: Player,
    /// Is it the root of a search? Then the search must return a move, even if the winner is known.
    is_root: bool,
}

impl Position {
    #[inline]
    fn packed(&self) -> Packed {
        (self.planes, self.mover)
    }
}

impl ValueGame {
    /// The game of this name with its values, and the root of a search.
    ///
    /// # Errors
    /// If the configuration does not suit the game, or a database is damaged.
    pub fn new<G: Partisan>(
        game: &Arc<G>,
        name: &str,
        position: &G::Position,
        config: ValueGameConfig,
    ) -> Result<(ValueGame, Position), Error> {
        let simplifies = config.simplify != Simplify::Never;
        if simplifies && game.without(position, position).is_none() {
            let text = "simplify needs a game whose moves keep their numbers when a part is \
                        removed, such as a game on a board";
            return Err(Error::Unsuitable(text.into()));
        }
        let oracle = Box::new(PartOracle::new(game, name, config.clone())?);
        Ok((ValueGame { oracle, config }, ValueGame::root(game, position)))
    }

    /// A position of the game as the root of a search.
    pub fn root<G: Partisan>(game: &Arc<G>, position: &G::Position) -> Position {
        let (planes, mover) = (game.pack(position), game.to_move(position));
        Position { planes, mover, is_root: true }
    }

    /// The winner, if it is known and the position is not the root.
    #[inline]
    fn winner(&self, position: &Position) -> Option<Player> {
        let asks = self.config.solved && !position.is_root;
        asks.then(|| self.oracle.winner(position.packed())).flatten()
    }

    /// Does the position list only moves that affect the outcome?
    #[inline]
    fn simplifies(&self, position: &Position) -> bool {
        match self.config.simplify {
            Simplify::Never => false,
            Simplify::Root => position.is_root,
            Simplify::Always => true,
        }
    }
}

impl Game for ValueGame {
    type Position = Position;
    type Key = Planes;

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    /// At the root, all moves are listed if none affects the outcome, because the search must return a move.
    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        if let Some(winner) = self.winner(position) {
            return Some(winner.win());
        }
        let (at, before) = (position.packed(), moves.len());
        let over = self.oracle.expand(at, self.simplifies(position), moves);
        if over.is_some() && position.is_root {
            moves.truncate(before);
            return self.oracle.expand(at, false, moves);
        }
        over
    }

    fn play(&self, position: &mut Position, mv: Move) {
        (position.planes, position.mover) = self.oracle.play(position.packed(), mv);
        position.is_root = false;
    }

    fn make_root(&self, position: &mut Position) {
        position.is_root = true;
    }

    fn key(&self, position: &Position) -> Planes {
        self.oracle.key(position.packed())
    }

    fn status(&self, position: &Position, scratch: &mut Vec<Move>) -> Status {
        if let Some(winner) = self.winner(position) {
            return Status::Over(winner.win());
        }
        let at = position.packed();
        match self.oracle.status(at, self.simplifies(position), scratch) {
            Status::Over(_) if position.is_root => self.oracle.status(at, false, scratch),
            status => status,
        }
    }

    fn heap_bytes(&self) -> usize {
        self.oracle.heap_bytes()
    }

    fn has_failed(&self) -> bool {
        self.oracle.has_failed()
    }
}

impl Symmetry for ValueGame {
    /// The key of the sum.
    fn symmetric_key(&self, position: &Position) -> Planes {
        self.oracle.sum_key(position.packed())
    }
}

impl StaticBounds for ValueGame {
    fn candidates(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        if let Some(winner) = self.winner(position) {
            return Some(winner.win());
        }
        let (at, before) = (position.packed(), moves.len());
        let over = self.oracle.candidates(at, self.simplifies(position), moves);
        if over.is_some() && position.is_root {
            moves.truncate(before);
            return self.oracle.candidates(at, false, moves);
        }
        over
    }

    fn bounds(&self, position: &Position) -> Bounds {
        self.bounds_and_evaluation(position).0
    }
}

impl MoveOrdering for ValueGame {
    fn evaluate(&self, position: &Position) -> i32 {
        self.oracle.evaluate(position.packed())
    }

    /// Evaluations by values are in quarters of a move.
    fn win_probability(&self, position: &Position) -> f64 {
        let unit = if self.config.ordering { 16.0 } else { 4.0 };
        let odds = (f64::from(self.evaluate(position)) / unit).exp();
        (odds / (1.0 + odds)).clamp(1e-6, 1.0 - 1e-6)
    }

    fn bounds_and_evaluation(&self, position: &Position) -> (Bounds, i32) {
        let (bounds, evaluation) = self.oracle.bounds_and_evaluation(position.packed());
        if !bounds.is_exact()
            && let Some(winner) = self.winner(position)
        {
            return (Bounds::exactly(winner.win()), evaluation);
        }
        (bounds, evaluation)
    }

    fn move_priorities(&self, position: &Position, moves: &[Move], weights: &mut Vec<i32>) -> bool {
        self.oracle.move_priorities(position.packed(), moves, weights)
    }
}

impl Playouts for ValueGame {
    fn random_move(
        &self,
        position: &Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        match self.winner(position) {
            Some(winner) => Err(winner.win()),
            None => self.oracle.random_move(position.packed(), rng, scratch),
        }
    }

    fn random_end(&self, position: &Position, rng: &mut Rng, scratch: &mut Vec<Move>) -> Score {
        self.oracle.random_end(position.packed(), rng, scratch)
    }

    fn playout_start(&self, position: &Position) -> Position {
        let mut start = Position { is_root: false, ..*position };
        if self.config.simplify != Simplify::Never {
            (start.planes, start.mover) = self.oracle.simplify(position.packed());
        }
        start
    }
}
