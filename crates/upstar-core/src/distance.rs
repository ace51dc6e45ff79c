//! A game in which it matters how soon it ends: the winner hastens, the loser delays.
//!
//! **Idea** [`DistanceGame`] plays the same game and counts the plies from its root. A game that is won after
//! k plies has the score [`WIN_SCORE`] − k for the winner. A draw has the score 0. So a search for the value
//! finds the shortest win and the longest loss. All its tables, goals, lines and certificates work unchanged.
//!
//! **Guarantee** A game's static knowledge is about outcomes. Its [bounds](StaticBounds::bounds) prove the
//! sign of the new score, and its [ends](StaticBounds::ends) prove the plies. Its candidates, forced moves and
//! symmetric keys are used only if the game says that they [keep distances](StaticBounds::keeps_distances).
//! Otherwise all moves are searched, and the number of plies is part of every key. It is always part of
//! [`key`](Game::key), which certificates use.

use crate::{
    Bounds, End, Ends, Error, Game, Key, Move, MoveOrdering, Player, Playouts, Score, SearchGame,
    SharedInterner, StaticBounds, Status, Symmetry,
};

/// The score of a win after 0 plies. Certificates depend on it.
pub const WIN_SCORE: Score = 32_000;

/// Games that take more plies have the distance of games with so many plies, which is then not reported.
const MAX_PLIES: u32 = WIN_SCORE as u32 - 1;

/// A game whose scores count the plies to its end.
pub struct DistanceGame<G> {
    game: G,
    /// No game from the root takes more plies, unless it is [`MAX_PLIES`].
    longest: u32,
    scores: Vec<Score>,
    keeps_distances: bool,
}

/// A position, and the plies that were played since the root.
#[derive(Clone)]
pub struct DistancePosition<P> {
    /// The position of the game.
    pub position: P,
    // A whole word is copied faster.
    plies: u64,
}

/// A key, and the plies since the root; 0 if the key determines them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DistanceKey<K> {
    key: K,
    plies: u16,
}

/// The bounds on the outcome that bounds on the score of a [`DistanceGame`] prove.
pub fn outcome_of(bounds: Bounds) -> Bounds {
    Bounds { lo: bounds.lo.signum(), hi: bounds.hi.signum() }
}

/// The plies to the end that a score of a [`DistanceGame`] stands for. None for a draw, and if the game is too long.
pub fn distance_of(score: Score) -> Option<u32> {
    let plies = u32::from(WIN_SCORE.abs_diff(score.abs()));
    (score != 0 && plies < MAX_PLIES).then_some(plies)
}

/// The least score of a [`DistanceGame`] with which a player wins within so many plies.
pub fn win_within(plies: u32) -> Score {
    WIN_SCORE - plies.min(MAX_PLIES) as Score
}

fn check_scores<G: Game>(game: &G) -> Result<(), Error> {
    if game.scores().iter().all(|score| (-1..=1).contains(score)) {
        return Ok(());
    }
    let text = "distances are for games that are won, drawn or lost; this game has other scores";
    Err(Error::Unsuitable(text.into()))
}

impl<G: SearchGame> DistanceGame<G> {
    /// The game from a root on, and the root.
    ///
    /// # Errors
    /// If the game has other scores than −1, 0 and 1.
    pub fn new(
        game: G,
        position: &G::Position,
    ) -> Result<(DistanceGame<G>, DistancePosition<G::Position>), Error> {
        check_scores(&game)?;
        let (longest, keeps_distances) = (game.max_plies(position), game.keeps_distances());
        Ok(DistanceGame::with(game, position, longest, keeps_distances))
    }

    /// The same without the game's static knowledge, for a verifier.
    ///
    /// # Errors
    /// If the game has other scores than −1, 0 and 1.
    pub fn from_rules(
        game: G,
        position: &G::Position,
    ) -> Result<(DistanceGame<G>, DistancePosition<G::Position>), Error> {
        check_scores(&game)?;
        Ok(DistanceGame::with(game, position, MAX_PLIES, false))
    }

    fn with(
        game: G,
        position: &G::Position,
        longest: u32,
        keeps_distances: bool,
    ) -> (DistanceGame<G>, DistancePosition<G::Position>) {
        let longest = longest.min(MAX_PLIES);
        let root = DistancePosition { position: position.clone(), plies: 0 };
        let wins = WIN_SCORE - longest as Score..=WIN_SCORE;
        let losses = wins.clone().rev().map(|score| -score);
        let scores = losses.chain([0]).chain(wins).collect();
        (DistanceGame { game, longest, scores, keeps_distances }, root)
    }

    /// The score of a game that ends in this way, after `plies` plies from the root to the position.
    #[inline]
    fn score(&self, end: End, plies: u64) -> Score {
        let plies = (plies + u64::from(end.plies)).min(u64::from(self.longest));
        end.score * (WIN_SCORE - plies as Score)
    }

    /// Bounds on the score of a position whose possible ends are known.
    #[inline]
    fn timed(&self, position: &DistancePosition<G::Position>, ends: Ends) -> Bounds {
        let plies = position.plies;
        Bounds::new(self.score(ends.worst, plies), self.score(ends.best, plies))
    }

    /// The score of a game that is over.
    #[inline]
    fn over(&self, score: Score, plies: u64) -> Score {
        self.score(End { score, plies: 0 }, plies)
    }
}

impl<G: SearchGame> Game for DistanceGame<G> {
    type Position = DistancePosition<G::Position>;
    type Key = DistanceKey<G::Key>;

    fn scores(&self) -> &[Score] {
        &self.scores
    }

    #[inline]
    fn to_move(&self, position: &Self::Position) -> Player {
        self.game.to_move(&position.position)
    }

    #[inline]
    fn expand(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score> {
        let sign = self.game.expand(&position.position, moves)?;
        Some(self.over(sign, position.plies))
    }

    #[inline]
    fn play(&self, position: &mut Self::Position, mv: Move) {
        self.game.play(&mut position.position, mv);
        position.plies += 1;
    }

    #[inline]
    fn key(&self, position: &Self::Position) -> Self::Key {
        let plies = position.plies.min(u64::from(u16::MAX)) as u16;
        DistanceKey { key: self.game.key(&position.position), plies }
    }

    #[inline]
    fn key_hash(&self, key: &Self::Key) -> u64 {
        crate::mix(self.game.key_hash(&key.key) ^ u64::from(key.plies))
    }

    #[inline]
    fn status(&self, position: &Self::Position, scratch: &mut Vec<Move>) -> Status {
        match self.game.status(&position.position, scratch) {
            Status::Over(sign) => Status::Over(self.over(sign, position.plies)),
            moves @ Status::Moves(_) => moves,
        }
    }

    /// The game ends after one more ply at the soonest.
    fn remaining_scores(&self, position: &Self::Position) -> Option<Bounds> {
        let soonest = self.over(1, position.plies + 1);
        Some(Bounds::new(-soonest, soonest))
    }

    fn make_root(&self, position: &mut Self::Position) {
        self.game.make_root(&mut position.position);
    }

    fn has_stable_keys(&self) -> bool {
        self.game.has_stable_keys()
    }

    fn interner(&self) -> Option<&SharedInterner> {
        self.game.interner()
    }

    fn renumbered(&self, key: Self::Key, ids: &[u32]) -> Option<Self::Key> {
        self.game.renumbered(key.key, ids).map(|new| DistanceKey { key: new, ..key })
    }

    fn heap_bytes(&self) -> usize {
        self.game.heap_bytes()
    }

    fn has_failed(&self) -> bool {
        self.game.has_failed()
    }
}

impl<G: SearchGame> Symmetry for DistanceGame<G> {
    #[inline]
    fn symmetric_key(&self, position: &Self::Position) -> Self::Key {
        match self.keeps_distances {
            true => DistanceKey { key: self.game.symmetric_key(&position.position), plies: 0 },
            false => self.key(position),
        }
    }
}

impl<G: SearchGame> StaticBounds for DistanceGame<G> {
    #[inline]
    fn bounds(&self, position: &Self::Position) -> Bounds {
        self.timed(position, self.game.ends(&position.position))
    }

    #[inline]
    fn candidates(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score> {
        if !self.keeps_distances {
            return self.expand(position, moves);
        }
        let sign = self.game.candidates(&position.position, moves)?;
        Some(self.over(sign, position.plies))
    }

    #[inline]
    fn play_forced(&self, position: &mut Self::Position) -> usize {
        if !self.keeps_distances {
            return 0;
        }
        let played = self.game.play_forced(&mut position.position);
        position.plies += played as u64;
        played
    }
}

impl<G: SearchGame> MoveOrdering for DistanceGame<G> {
    #[inline]
    fn evaluate(&self, position: &Self::Position) -> i32 {
        self.game.evaluate(&position.position)
    }

    #[inline]
    fn bounds_and_evaluation(&self, position: &Self::Position) -> (Bounds, i32) {
        let (ends, evaluation) = self.game.ends_and_evaluation(&position.position);
        (self.timed(position, ends), evaluation)
    }

    /// A draw, until the outcome is known. Then the longest game, until it is known to be shorter.
    fn likely_score(&self, bounds: Bounds) -> Option<Score> {
        let slowest = WIN_SCORE - self.longest as Score;
        // In most games each player wins on every other ply.
        let is_slow = |score: Score| (slowest..=slowest + 1).contains(&score.abs());
        let has_slowest = self.longest < MAX_PLIES;
        match bounds {
            Bounds { lo, .. } if lo > 0 => Some(lo).filter(|&lo| has_slowest && is_slow(lo)),
            Bounds { hi, .. } if hi < 0 => Some(hi).filter(|&hi| has_slowest && is_slow(hi)),
            _ => Some(0),
        }
    }
}

impl<G: SearchGame> Playouts for DistanceGame<G> {}

impl<K: Key> Key for DistanceKey<K> {
    const BYTES: usize = K::BYTES + 2;

    #[inline]
    fn hash64(&self) -> u64 {
        match self.plies {
            0 => self.key.hash64(),
            plies => crate::mix(self.key.hash64() ^ u64::from(plies)),
        }
    }

    #[inline]
    fn packed(&self) -> Option<u64> {
        if self.plies == 0 { self.key.packed() } else { None }
    }

    #[inline]
    fn unpacked(word: u64) -> Self {
        DistanceKey { key: K::unpacked(word), plies: 0 }
    }

    #[inline]
    fn packed_twice(&self) -> Option<[u64; 2]> {
        if self.plies == 0 { self.key.packed_twice() } else { None }
    }

    #[inline]
    fn unpacked_twice(words: [u64; 2]) -> Self {
        DistanceKey { key: K::unpacked_twice(words), plies: 0 }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        self.key.write(bytes);
        bytes.extend(self.plies.to_le_bytes());
    }

    fn read(bytes: &mut &[u8]) -> Self {
        let key = K::read(bytes);
        let (plies, rest) = bytes.split_at(2);
        *bytes = rest;
        DistanceKey { key, plies: u16::from_le_bytes([plies[0], plies[1]]) }
    }
}
