//! The interface of a game: its rules, and optional knowledge about them.
//!
//! [`Game`] is the rules alone. A verifier of certificates uses nothing else. The capabilities are
//! separate traits, and all of their methods have defaults:
//!
//! | trait | what it provides | may it be wrong? |
//! |---|---|---|
//! | [`Symmetry`] | which positions are images of each other | no |
//! | [`StaticBounds`] | bounds that are proved without search | no |
//! | [`MoveOrdering`] | which moves to try first | yes |
//! | [`Playouts`] | random play | it is random |
//! | [`Partisan`](crate::Partisan) | independent parts and values, under normal play | no |
//!
//! Searches take a [`SearchGame`], which is a `Game` with the first four. A game without knowledge
//! of one kind writes `impl Symmetry for MyGame {}`. [`Notation`](crate::Notation) adds text and
//! diagrams.
//!
//! A search copies a position before it plays a move. To undo the move, it returns to the earlier
//! copy.

use crate::{Bounds, Ends, Focused, Key, Player, Rng, Score, SharedInterner, id_of_key, key_of_id};

/// A move: a small number. The game and the position define its meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u32);

/// Whether the game is over, or the number of legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The game is over with this score, from Left's point of view.
    Over(Score),
    /// The game continues with this many legal moves, at least one.
    Moves(u32),
}

/// The rules of a game on a board of a certain size. Positions are stored separately.
///
/// Laws, which the tests check for every registered game:
/// * every game ends, and no position occurs twice in one game;
/// * [`expand`](Game::expand) lists the same moves in the same order for equal positions;
/// * positions with equal [`key`](Game::key)s and the same player to move have the same subtree.
pub trait Game: Send + Sync + 'static {
    /// A position with its player to move.
    type Position: Clone + Send + Sync + 'static;
    /// An exact, compact identifier of a position (see [`Key`]).
    type Key: Key;

    // ---- required ----

    /// The scores that a finished game can have, from Left's point of view, ascending.
    fn scores(&self) -> &[Score];

    /// The player to move.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// Appends the legal moves to `moves`, in the game's fixed order, and returns `None`. When the
    /// game is over, appends nothing and returns the score from Left's point of view.
    fn expand(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score>;

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Move);

    /// The exact key of the position, without the player to move.
    fn key(&self, position: &Self::Position) -> Self::Key;

    // ---- to override for speed ----

    /// Whether the game is over, or the number of legal moves. `scratch` is empty before and after.
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

    /// The hash of a key in certificates. It is part of their format.
    #[inline]
    fn key_hash(&self, key: &Self::Key) -> u64 {
        key.hash64()
    }

    /// Bounds on the scores of all continuations of a game that is not over, in games whose scores count plies.
    /// They follow from the rules alone. A verifier of certificates uses them.
    #[inline]
    fn remaining_scores(&self, _position: &Self::Position) -> Option<Bounds> {
        None
    }

    /// The position with this key and this player to move, in games whose keys determine positions.
    /// `None` in other games, and for a key that no position of this board has. A key of another
    /// board of the same game must not cause a panic.
    ///
    /// Law: a rebuilt position has the key, the player to move and the subtree of the original.
    #[inline]
    fn rebuild(&self, _key: &Self::Key, _mover: Player) -> Option<Self::Position> {
        None
    }

    // ---- for games that have state of their own ----

    /// Marks a position as the root of a search. Some games declare a position over although moves
    /// remain. They do not do so at a root, because the search needs a move there.
    #[inline]
    fn make_root(&self, _position: &mut Self::Position) {}

    /// Are keys the same in every process, so that they can be stored in files?
    fn has_stable_keys(&self) -> bool {
        true
    }

    /// The interner of the ids that keys consist of, in games whose keys are ids of contents that are the same in every
    /// process. Checkpoints store the contents. Such a key is its id alone (see [`id_of_key`]). The interner
    /// is a [`shared`](crate::Interner::shared) one.
    fn interner(&self) -> Option<&SharedInterner> {
        None
    }

    /// The key with new ids. `ids` has the new id of each old one. `None` if an id is missing.
    fn renumbered(&self, key: Self::Key, ids: &[u32]) -> Option<Self::Key> {
        match self.interner() {
            None => Some(key),
            Some(_) => ids.get(id_of_key(&key) as usize).map(|&id| key_of_id(id)),
        }
    }

    /// Heap bytes owned by the game (games written in Python store their states).
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Has the game failed, so that the search should stop? This happens when a game written in
    /// Python raises an exception.
    fn has_failed(&self) -> bool {
        false
    }
}

/// Which positions are images of each other.
///
/// Law: positions with equal [`symmetric_key`](Symmetry::symmetric_key)s and the same player to
/// move have the same value.
pub trait Symmetry: Game {
    /// One key for all positions that are equal up to the board's symmetries.
    #[inline]
    fn symmetric_key(&self, position: &Self::Position) -> Self::Key {
        self.key(position)
    }

    /// A key that also records which player made each mark, even where the rules do not need it. In
    /// Domineering it records whose domino covers a cell. Some published programs used such keys.
    #[inline]
    fn owner_key(&self, position: &Self::Position) -> Self::Key {
        self.key(position)
    }
}

/// Bounds and moves that are proved without search.
///
/// Laws:
/// * [`bounds`](StaticBounds::bounds) and [`quick_bounds`](StaticBounds::quick_bounds) contain the
///   true value;
/// * [`candidates`](StaticBounds::candidates) lists moves in the order of `expand`, and a best move
///   is among them;
/// * [`candidates_or_value`](StaticBounds::candidates_or_value) returns the true value, or lists
///   moves with a best move among them;
/// * [`focus`](StaticBounds::focus) obeys the laws of bounds and candidates, in a position with the same value, and its
///   [proof sets](crate::ProofSet) are what they claim;
/// * [`play_forced`](StaticBounds::play_forced) leads to a position with the same value.
pub trait StaticBounds: Game {
    /// A proved interval that contains the value, from Left's point of view. It must be cheap to
    /// compute.
    #[inline]
    fn bounds(&self, _position: &Self::Position) -> Bounds {
        let scores = self.scores();
        Bounds::new(scores[0], scores[scores.len() - 1])
    }

    /// The part of [`bounds`](StaticBounds::bounds) that takes little time. A search calls
    /// [`candidates_or_value`](StaticBounds::candidates_or_value) next if it needs more.
    #[inline]
    fn quick_bounds(&self, position: &Self::Position) -> Bounds {
        self.bounds(position)
    }

    /// Appends moves as [`expand`](Game::expand) does, in the same order. It may omit moves that
    /// are proved to be no better than a listed one. At least one move with the best value remains.
    #[inline]
    fn candidates(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score> {
        self.expand(position, moves)
    }

    /// The same as [`candidates`](StaticBounds::candidates), for a search that needs no move when
    /// the value is known. If the game finds the value on the way, it returns it instead of listing
    /// moves.
    #[inline]
    fn candidates_or_value(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Move>,
    ) -> Option<Score> {
        self.candidates(position, moves)
    }

    /// Bounds and moves in one call, for a search that examines only the best moves at first. Returns proved bounds.
    /// Unless they are exact, appends moves as [`candidates`](StaticBounds::candidates) does, in any order: the one
    /// that looks best comes first. It may replace the position by another one with the same value and the same
    /// player to move, in which the moves are listed. They are legal in both positions. It may also return proof sets.
    #[inline]
    fn focus(&self, position: &mut Self::Position, moves: &mut Vec<Move>) -> Focused {
        let before = moves.len();
        let bounds = match self.candidates_or_value(position, moves) {
            Some(score) => Bounds::exactly(score),
            None => self.quick_bounds(position),
        };
        Focused::without_sets(bounds, (moves.len() - before) as u32)
    }

    /// Plays moves as long as one move is proved to be no worse than all others. Returns the number
    /// of moves played. The value stays the same. It need not play where
    /// [`bounds`](StaticBounds::bounds) decide a position.
    #[inline]
    fn play_forced(&self, _position: &mut Self::Position) -> usize {
        0
    }

    /// Proposes witnesses for the lemmas of certificates: what may prove that `claimant` wins, or refute
    /// moves of the opponent. Calls `show` with the name of a lemma and a witness, until it returns false. A
    /// witness may be wrong, because the lemma checks it.
    #[inline]
    fn witnesses(
        &self,
        _position: &Self::Position,
        _claimant: Player,
        _show: &mut dyn FnMut(&str, &[u8]) -> bool,
    ) {
    }

    // ---- for distances: how many plies the winner needs ----

    /// An upper bound on the plies to the end of the game.
    #[inline]
    fn max_plies(&self, _position: &Self::Position) -> u32 {
        u32::MAX
    }

    /// The worst and the best end for Left: [`bounds`](StaticBounds::bounds) with bounds on the plies.
    #[inline]
    fn ends(&self, position: &Self::Position) -> Ends {
        Ends::of(self.bounds(position), || self.max_plies(position))
    }

    /// Do candidates, forced moves and symmetric keys also keep the number of plies to the end, and do
    /// positions with equal symmetric keys have the same number of plies behind them?
    #[inline]
    fn keeps_distances(&self) -> bool {
        false
    }
}

/// What an evaluation for players is made of. A game without such an evaluation uses the one that orders moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayEvaluation {
    /// The evaluation that orders moves.
    Ordering,
    /// A formula about the parts of a position.
    Parts,
    /// Weights learnt from games.
    Learnt,
}

/// Heuristics that order moves and guide searches. They prove nothing.
pub trait MoveOrdering: StaticBounds {
    /// A cheap heuristic evaluation: larger is better for Left. Games without one return 0.
    #[inline]
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// An evaluation for players, at the horizon of their searches. It may take more time than
    /// [`evaluate`](MoveOrdering::evaluate).
    fn play_evaluation(&self, position: &Self::Position, _kind: PlayEvaluation) -> i32 {
        self.evaluate(position)
    }

    /// An estimate of the probability that Left wins, strictly between 0 and 1. The default is
    /// computed from [`evaluate`](MoveOrdering::evaluate).
    #[inline]
    fn win_probability(&self, position: &Self::Position) -> f64 {
        let odds = (f64::from(self.evaluate(position)) / 4.0).exp();
        (odds / (1.0 + odds)).clamp(1e-6, 1.0 - 1e-6)
    }

    /// [`bounds`](StaticBounds::bounds) and an evaluation that orders moves: larger is better for
    /// Left. A depth-first search calls this once for each new position. The evaluation may differ
    /// from [`evaluate`](MoveOrdering::evaluate).
    #[inline]
    fn bounds_and_evaluation(&self, position: &Self::Position) -> (Bounds, i32) {
        (self.bounds(position), self.evaluate(position))
    }

    /// The same with [`ends`](StaticBounds::ends) instead of bounds, for searches for distances. A game that
    /// overrides `ends` overrides this too.
    #[inline]
    fn ends_and_evaluation(&self, position: &Self::Position) -> (Ends, i32) {
        let (bounds, evaluation) = self.bounds_and_evaluation(position);
        (Ends::of(bounds, || self.max_plies(position)), evaluation)
    }

    /// A guess of the root's score within proved bounds, from Left's point of view. A search for the exact
    /// score first tests the goals next to the guess. Without a guess it halves the scores.
    #[inline]
    fn likely_score(&self, _bounds: Bounds) -> Option<Score> {
        None
    }

    /// Appends to `priorities` a number for each of the `moves` of a position and returns true:
    /// larger is better for the player to move. Without such knowledge, appends nothing and returns
    /// false. The priorities order moves before the children are examined, so that a search
    /// computes the [bounds](StaticBounds::quick_bounds) of a child only when its turn comes.
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

/// Random play. By default all legal moves are equally likely.
pub trait Playouts: Game {
    /// A random legal move, all equally likely, or the score when the game is over. `scratch` is
    /// empty before and after. An override that does not list the moves draws from the same
    /// distribution, but the same seed may give another move.
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

    /// The score, from Left's point of view, after random moves to the end of the game. An override
    /// that does not play every move draws from the same distribution.
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

    /// The position from which a playout begins: the same, without the state that playouts ignore.
    #[inline]
    fn playout_start(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Appends the moves that a playout may make, or returns the score of a playout that is over.
    /// The moves are legal, except for rules that playouts ignore. A game may omit moves that no
    /// playout should make, such as filling one's own eyes. The default omits none.
    #[inline]
    fn playout_moves(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score> {
        self.expand(position, moves)
    }

    /// A random one of [`playout_moves`](Playouts::playout_moves), all equally likely. `scratch` is
    /// empty before and after.
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

    /// The score at the end of a playout, and the number of moves to choose from at all of its positions
    /// together. Every move is one of [`playout_moves`](Playouts::playout_moves).
    #[inline]
    fn playout_choices(
        &self,
        position: &Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> (Score, u64) {
        let mut position = self.playout_start(position);
        let mut choices = 0;
        loop {
            if let Some(score) = self.playout_moves(&position, scratch) {
                return (score, choices);
            }
            choices += scratch.len() as u64;
            let chosen = scratch[rng.below(scratch.len() as u64) as usize];
            scratch.clear();
            self.play(&mut position, chosen);
        }
    }
}

/// The interface that searches use: the rules and every capability.
pub trait SearchGame: Game + Symmetry + StaticBounds + MoveOrdering + Playouts {}

impl<G: Game + Symmetry + StaticBounds + MoveOrdering + Playouts> SearchGame for G {}
