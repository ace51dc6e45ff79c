//! What a game is: the rules, and what a game may know beside them.
//!
//! [`Game`] is the rules alone. It is all that a verifier of certificates sees. Capabilities stand
//! beside it, each a trait whose methods all have defaults:
//!
//! | trait | says | may it be wrong? |
//! |---|---|---|
//! | [`Symmetry`] | which positions are images of each other | no |
//! | [`StaticBounds`] | what is proved of a position without search | no |
//! | [`MoveOrdering`] | which moves to try first | yes |
//! | [`Playouts`] | how to play at random | it is random |
//! | [`Partisan`](crate::Partisan) | independent parts and values, under normal play | no |
//!
//! Searches take a [`SearchGame`], which is a `Game` with the first four. A game that has nothing to
//! say in a capability writes `impl Symmetry for MyGame {}`. [`Notation`](crate::Notation) is what
//! people see.
//!
//! Positions are values. A search copies one and plays on the copy. To undo a move is to go back to
//! the value before it.

use crate::{Bounds, Key, Player, Rng, Score};

/// A move: a small number whose meaning is its game's own, given the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u32);

/// Is a position finished, or how many moves has the player to move?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The game is over with this score, from Left's point of view.
    Over(Score),
    /// The game goes on with this many legal moves, at least one.
    Moves(u32),
}

/// The rules of a game on a board of a certain size, apart from its positions.
///
/// Laws, which the tests check for every registered game:
/// * every play ends, and no position comes up twice in one play;
/// * [`expand`](Game::expand) lists the same moves in the same order for equal positions;
/// * equal [`key`](Game::key)s and equal players to move mean the same subtree.
pub trait Game: Send + Sync + 'static {
    /// A position with its player to move.
    type Position: Clone + Send + Sync + 'static;
    /// An exact, compact name of a position (see [`Key`]).
    type Key: Key;

    // ---- required ----

    /// The scores that a finished game can have, from Left's point of view, ascending.
    fn scores(&self) -> &[Score];

    /// The player to move.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// Appends the legal moves to `moves`, in the game's fixed order, and returns nothing; or,
    /// when the game is over, appends nothing and returns the score from Left's point of view.
    fn expand(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score>;

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Move);

    /// The exact name of the position, apart from the player to move.
    fn key(&self, position: &Self::Position) -> Self::Key;

    // ---- to override for speed ----

    /// Is the game over, or how many moves are there? `scratch` is empty and left so.
    #[inline]
    fn status(&self, position: &Self::Position, scratch: &mut Vec<Move>) -> Status {
        match self.expand(position, scratch) {
            Some(score) => Status::Over(score),
            None => {
                let count = scratch.len() as u32;
                scratch.clear();
                Status::Moves(count)
            }
        }
    }

    /// The hash by which certificates place a key. It is part of their format.
    #[inline]
    fn key_hash(&self, key: &Self::Key) -> u64 {
        key.hash64()
    }

    // ---- for games that keep state of their own ----

    /// Marks a position as the root of a search. A game that declares positions over before their
    /// moves have run out makes an exception of roots, because a move is wanted there.
    #[inline]
    fn make_root(&self, _position: &mut Self::Position) {}

    /// Do keys mean the same in another process, so that they can be stored in files?
    fn has_stable_keys(&self) -> bool {
        true
    }

    /// Heap bytes owned by the game (games written in Python keep their states).
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Has the game failed (an exception in a game written in Python), so that the search
    /// should stop?
    fn has_failed(&self) -> bool {
        false
    }
}

/// Which positions are images of each other.
///
/// Law: equal [`symmetric_key`](Symmetry::symmetric_key)s and players to move mean the same value.
pub trait Symmetry: Game {
    /// One key for all positions that are the same up to the board's symmetries.
    #[inline]
    fn symmetric_key(&self, position: &Self::Position) -> Self::Key {
        self.key(position)
    }

    /// A key that distinguishes positions by the player who made each mark even where the rules do not
    /// (in Domineering, whose domino covers a cell), as some published programs did.
    #[inline]
    fn owner_key(&self, position: &Self::Position) -> Self::Key {
        self.key(position)
    }
}

/// What is proved of a position without search.
///
/// Laws:
/// * [`bounds`](StaticBounds::bounds) and [`quick_bounds`](StaticBounds::quick_bounds) hold the true value;
/// * [`candidates`](StaticBounds::candidates) are moves, in the order of `expand`, with a best one among them;
/// * [`candidates_or_value`](StaticBounds::candidates_or_value) returns the true value if it returns one, and
///   lists moves with a best one among them if it returns none;
/// * [`play_forced`](StaticBounds::play_forced) leads to a position with the same value.
pub trait StaticBounds: Game {
    /// A cheap proved interval around the value, from Left's point of view.
    #[inline]
    fn bounds(&self, _position: &Self::Position) -> Bounds {
        let scores = self.scores();
        Bounds::new(scores[0], scores[scores.len() - 1])
    }

    /// The part of [`bounds`](StaticBounds::bounds) that takes little time, for a search that will ask for
    /// [`candidates_or_value`](StaticBounds::candidates_or_value) if that is not enough.
    #[inline]
    fn quick_bounds(&self, position: &Self::Position) -> Bounds {
        self.bounds(position)
    }

    /// Appends moves as [`expand`](Game::expand) does, in the same order, but may leave some out
    /// as long as one of those with the best value remains: moves that are surely no better
    /// than another one that is listed.
    #[inline]
    fn candidates(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score> {
        self.expand(position, moves)
    }

    /// As [`candidates`](StaticBounds::candidates), for a search that needs no move where the value is
    /// known: if the game finds it out on the way, it returns it instead of listing moves.
    #[inline]
    fn candidates_or_value(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Move>,
    ) -> Option<Score> {
        self.candidates(position, moves)
    }

    /// Plays on while one move is surely no worse than all others, and returns how many were played: the
    /// value stays the same. Where [`bounds`](StaticBounds::bounds) decide a position there is no need to.
    #[inline]
    fn play_forced(&self, _position: &mut Self::Position) -> usize {
        0
    }
}

/// Heuristics that order moves and guide searches. They prove nothing.
pub trait MoveOrdering: StaticBounds {
    /// A cheap guess, larger for better for Left. Games without one return 0.
    #[inline]
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// A guess of the probability that Left wins, strictly between 0 and 1; by default made
    /// from [`evaluate`](MoveOrdering::evaluate).
    #[inline]
    fn win_probability(&self, position: &Self::Position) -> f64 {
        let odds = (f64::from(self.evaluate(position)) / 4.0).exp();
        (odds / (1.0 + odds)).clamp(1e-6, 1.0 - 1e-6)
    }

    /// [`bounds`](StaticBounds::bounds), and a guess that orders moves, larger for better for Left: what
    /// a depth-first search asks of each new position, in one call. The guess may differ from
    /// [`evaluate`](MoveOrdering::evaluate).
    #[inline]
    fn bounds_and_evaluation(&self, position: &Self::Position) -> (Bounds, i32) {
        (self.bounds(position), self.evaluate(position))
    }

    /// Appends to `priorities` a number for each of the `moves` of a position, larger for better for
    /// the mover, and returns true; or, without such knowledge, appends nothing and returns false.
    /// It orders moves before anything is known of where they lead, so that a search asks for the
    /// [bounds](StaticBounds::quick_bounds) of a child only when its turn comes.
    #[inline]
    fn move_priorities(
        &self,
        _position: &Self::Position,
        _moves: &[Move],
        _priorities: &mut Vec<i32>,
    ) -> bool {
        false
    }
}

/// Random play. By default every legal move is as likely as any other.
pub trait Playouts: Game {
    /// A random legal move, each as likely as any other; or the score when the game is over.
    /// `scratch` is empty and left so. An override that need not list the moves draws from the
    /// same distribution, though not the same move for the same seed.
    #[inline]
    fn random_move(
        &self,
        position: &Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        if let Some(score) = self.expand(position, scratch) {
            return Err(score);
        }
        let chosen = scratch[rng.below(scratch.len() as u64) as usize];
        scratch.clear();
        Ok(chosen)
    }

    /// The score, from Left's point of view, after random moves to the end of the game. An
    /// override that need not play them one by one draws from the same distribution.
    #[inline]
    fn random_end(
        &self,
        position: &Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Score {
        let mut position = position.clone();
        loop {
            match self.random_move(&position, rng, scratch) {
                Ok(mv) => self.play(&mut position, mv),
                Err(score) => return score,
            }
        }
    }

    /// The position from which a playout begins: the same, but for what playouts do not look at.
    #[inline]
    fn playout_start(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Appends the moves that a playout may make, each of them legal but for what playouts do not
    /// look at; or returns the score of a playout that is over. A game that knows moves which no
    /// playout should make (filling one's own eyes) leaves them out; by default there are none.
    #[inline]
    fn playout_moves(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score> {
        self.expand(position, moves)
    }

    /// A random one of [`playout_moves`](Playouts::playout_moves), each as likely as any other.
    /// `scratch` is empty and left so.
    #[inline]
    fn playout_move(
        &self,
        position: &Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        self.random_move(position, rng, scratch)
    }

    /// The score, from Left's point of view, at the end of a playout.
    #[inline]
    fn playout_end(
        &self,
        position: &Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Score {
        self.random_end(position, rng, scratch)
    }
}

/// All that a search sees of a game: the rules and every capability.
pub trait SearchGame: Game + Symmetry + StaticBounds + MoveOrdering + Playouts {}

impl<G: Game + Symmetry + StaticBounds + MoveOrdering + Playouts> SearchGame for G {}
