//! A game that knows what its parts are worth.
//!
//! **Idea** Under normal play a position is worth the sum of its independent parts. [`Informed`] is
//! a game like any other, so every search runs on it: its moves are those of the game that it wraps,
//! but
//! * a position whose sum is known is *over*, with the winner that the sum says (Claessen's
//!   Algorithm 4), except where a search begins, because a move is wanted there;
//! * moves in parts that are worth 0, or that cancel each other, need not be listed (Algorithm 5);
//! * positions that are equal sums share one [`symmetric_key`](Game::symmetric_key), wherever their
//!   parts lie;
//! * guesses follow means, temperatures and atomic weights.
//!
//! **Guarantee** The outcome of no position changes: G and G + 0 have the same one. A winning move
//! of what is left is one of the whole. What cannot be valued within the given size and effort is
//! played out as before.
//!
//! The type is one for all games, so that searches are compiled once more and not once more for
//! each ([decision 30](../../../docs/decisions/0030-games-that-know-values.md)).
//!
//! **Reference** Claessen, *Combinatorial Game Theory in Clobber*, 2011; the two-ahead rule is in
//! Berlekamp, Conway and Guy, *Winning Ways*.

mod book;
mod door;
mod names;
mod options;
mod surveyor;
mod tally;

use std::sync::Arc;

pub use options::{Options, PARAMETERS, Simplify};
use upstar_core::{
    Bounds, Error, Game, Move, MoveOrdering, Partisan, Planes, Player, Playouts, Rng, Score,
    StaticBounds, Status, Symmetry,
};

use self::surveyor::{Packed, Survey, Surveyor};

const SCORES: [Score; 2] = [-1, 1];

/// A game under normal play with the values of its parts.
pub struct Informed {
    survey: Box<dyn Survey>,
    options: Options,
}

/// A position of a game under normal play.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    planes: Planes,
    mover: Player,
    /// Does a search begin here, so that a move is wanted whatever is known?
    is_root: bool,
}

impl Position {
    #[inline]
    fn packed(&self) -> Packed {
        (self.planes, self.mover)
    }
}

impl Informed {
    /// The game of this name with what it is to know, and a position from which a search begins.
    ///
    /// # Errors
    /// If what was asked for does not suit the game, or a database is damaged.
    pub fn new<G: Partisan>(
        game: &Arc<G>,
        name: &str,
        position: &G::Position,
        options: Options,
    ) -> Result<(Informed, Position), Error> {
        let leaves_out = options.simplify != Simplify::Never;
        if leaves_out && game.without(position, position).is_none() {
            let text = "simplify needs a game whose moves keep their numbers when a part goes, \
                        such as one on a board";
            return Err(Error::Unsuitable(text.into()));
        }
        let survey = Box::new(Surveyor::new(game, name, options.clone())?);
        Ok((Informed { survey, options }, Informed::start(game, position)))
    }

    /// A position of the game from which a search begins.
    pub fn start<G: Partisan>(game: &Arc<G>, position: &G::Position) -> Position {
        let (planes, mover) = (game.pack(position), game.to_move(position));
        Position { planes, mover, is_root: true }
    }

    /// The winner, if that is known and no move is wanted.
    #[inline]
    fn winner(&self, position: &Position) -> Option<Player> {
        let asks = self.options.solved && !position.is_root;
        asks.then(|| self.survey.winner(position.packed())).flatten()
    }

    /// Are moves that do not matter left out?
    #[inline]
    fn simplifies(&self, position: &Position) -> bool {
        match self.options.simplify {
            Simplify::Never => false,
            Simplify::Root => position.is_root,
            Simplify::Always => true,
        }
    }
}

impl Game for Informed {
    type Position = Position;
    type Key = Planes;

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    /// Where a search begins and nothing matters, every move is listed: one is wanted.
    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        if let Some(winner) = self.winner(position) {
            return Some(winner.win());
        }
        let (at, before) = (position.packed(), moves.len());
        let over = self.survey.expand(at, self.simplifies(position), moves);
        if over.is_some() && position.is_root {
            moves.truncate(before);
            return self.survey.expand(at, false, moves);
        }
        over
    }

    fn play(&self, position: &mut Position, mv: Move) {
        (position.planes, position.mover) = self.survey.play(position.packed(), mv);
        position.is_root = false;
    }

    fn make_root(&self, position: &mut Position) {
        position.is_root = true;
    }

    fn key(&self, position: &Position) -> Planes {
        self.survey.key(position.packed())
    }

    fn status(&self, position: &Position, scratch: &mut Vec<Move>) -> Status {
        if let Some(winner) = self.winner(position) {
            return Status::Over(winner.win());
        }
        let at = position.packed();
        match self.survey.status(at, self.simplifies(position), scratch) {
            Status::Over(_) if position.is_root => self.survey.status(at, false, scratch),
            status => status,
        }
    }

    fn heap_bytes(&self) -> usize {
        self.survey.heap_bytes()
    }

    fn has_failed(&self) -> bool {
        self.survey.has_failed()
    }
}

impl Symmetry for Informed {
    /// The name of the sum.
    fn symmetric_key(&self, position: &Position) -> Planes {
        self.survey.name(position.packed())
    }
}

impl StaticBounds for Informed {
    fn candidates(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        if let Some(winner) = self.winner(position) {
            return Some(winner.win());
        }
        let (at, before) = (position.packed(), moves.len());
        let over = self.survey.candidates(at, self.simplifies(position), moves);
        if over.is_some() && position.is_root {
            moves.truncate(before);
            return self.survey.candidates(at, false, moves);
        }
        over
    }

    fn bounds(&self, position: &Position) -> Bounds {
        self.bounds_and_evaluation(position).0
    }
}

impl MoveOrdering for Informed {
    fn evaluate(&self, position: &Position) -> i32 {
        self.survey.evaluate(position.packed())
    }

    /// Guesses by values are in quarters of a move.
    fn win_probability(&self, position: &Position) -> f64 {
        let unit = if self.options.ordering { 16.0 } else { 4.0 };
        let odds = (f64::from(self.evaluate(position)) / unit).exp();
        (odds / (1.0 + odds)).clamp(1e-6, 1.0 - 1e-6)
    }

    fn bounds_and_evaluation(&self, position: &Position) -> (Bounds, i32) {
        let (bounds, guess) = self.survey.bounds_and_evaluation(position.packed());
        if !bounds.is_exact()
            && let Some(winner) = self.winner(position)
        {
            return (Bounds::exactly(winner.win()), guess);
        }
        (bounds, guess)
    }

    fn move_priorities(&self, position: &Position, moves: &[Move], weights: &mut Vec<i32>) -> bool {
        self.survey.move_priorities(position.packed(), moves, weights)
    }
}

impl Playouts for Informed {
    fn random_move(
        &self,
        position: &Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        match self.winner(position) {
            Some(winner) => Err(winner.win()),
            None => self.survey.random_move(position.packed(), rng, scratch),
        }
    }

    fn random_end(&self, position: &Position, rng: &mut Rng, scratch: &mut Vec<Move>) -> Score {
        self.survey.random_end(position.packed(), rng, scratch)
    }

    fn playout_start(&self, position: &Position) -> Position {
        let mut start = Position { is_root: false, ..*position };
        if self.options.simplify != Simplify::Never {
            (start.planes, start.mover) = self.survey.simplify(position.packed());
        }
        start
    }
}
