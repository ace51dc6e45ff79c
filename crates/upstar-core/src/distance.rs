//! A game in which it matters how soon it ends: the winner hastens, the loser delays.
//!
//! **Idea** [`DistanceGame`] plays the same game and counts the plies from its root. A game that is won after
//! k plies has the score M − k for the winner, where M is greater than the length of every game. A draw has
//! the score 0. So a search for the value finds the shortest win and the longest loss, and all its tables,
//! goals and lines work unchanged.
//!
//! **Guarantee** A game's static knowledge is about outcomes. Its [bounds](StaticBounds::bounds) prove a sign,
//! from which bounds on the new score follow. Its candidates, forced moves and symmetric keys are used only if
//! the game says that they [keep distances](StaticBounds::keeps_distances). Otherwise all moves are searched,
//! and the number of plies is part of the key.

use crate::{
    Bounds, Error, Game, Key, Move, MoveOrdering, Player, Playouts, Score, SearchGame,
    StaticBounds, Status, Symmetry,
};

/// A game whose scores count the plies to its end.
pub struct DistanceGame<G> {
    game: G,
    /// M: greater than the length of every game from the root.
    most: Score,
    scores: Vec<Score>,
    keeps_distances: bool,
}

/// A position, and the plies that were played since the root.
#[derive(Clone)]
pub struct DistancePosition<P> {
    /// The position of the game.
    pub position: P,
    plies: u16,
}

/// A key, and the plies since the root unless the key determines them; then they are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DistanceKey<K> {
    key: K,
    plies: u16,
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
        if game.scores().iter().any(|score| !(-1..=1).contains(score)) {
            let text =
                "distances are for games that are won, drawn or lost; this game has other scores";
            return Err(Error::Unsuitable(text.into()));
        }
        let longest = game.max_plies(position).min(Score::MAX as u32 - 2) as Score;
        let most = longest + 1;
        let keeps_distances = game.keeps_distances();
        let root = DistancePosition { position: position.clone(), plies: 0 };
        let scores = (-most..=most).collect();
        Ok((DistanceGame { game, most, scores, keeps_distances }, root))
    }

    /// The outcome bounds that bounds on the new score prove.
    pub fn outcome(bounds: Bounds) -> Bounds {
        Bounds { lo: bounds.lo.signum(), hi: bounds.hi.signum() }
    }

    /// The plies to the end that a score stands for; none for a draw.
    pub fn distance(&self, score: Score) -> Option<u32> {
        (score != 0).then(|| u32::from(self.most.abs_diff(score.abs())))
    }

    /// The score of a game that ends with this sign after so many plies.
    #[inline]
    fn score(&self, sign: Score, plies: u32) -> Score {
        sign * (self.most - plies.min(self.most as u32 - 1) as Score)
    }

    /// Bounds on the score that follow from bounds on the outcome.
    #[inline]
    fn timed(&self, position: &DistancePosition<G::Position>, outcome: Bounds) -> Bounds {
        let plies = u32::from(position.plies);
        if let Some((sign, more)) = self.game.known_end(&position.position) {
            return Bounds::exactly(self.score(sign, plies + more));
        }
        // The position may itself be the end of the game, so a win may need no more plies.
        let soonest = plies + self.game.min_plies(&position.position);
        let last = || plies + self.game.max_plies(&position.position).min(1 << 20);
        let lo = match outcome.lo {
            1 => self.score(1, last()),
            0 => 0,
            _ => self.score(-1, soonest),
        };
        let hi = match outcome.hi {
            -1 => self.score(-1, last()),
            0 => 0,
            _ => self.score(1, soonest),
        };
        Bounds::new(lo, hi)
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
        Some(self.score(sign, u32::from(position.plies)))
    }

    #[inline]
    fn play(&self, position: &mut Self::Position, mv: Move) {
        self.game.play(&mut position.position, mv);
        position.plies = position.plies.saturating_add(1);
    }

    #[inline]
    fn key(&self, position: &Self::Position) -> Self::Key {
        let plies = if self.keeps_distances { 0 } else { position.plies };
        DistanceKey { key: self.game.key(&position.position), plies }
    }

    #[inline]
    fn status(&self, position: &Self::Position, scratch: &mut Vec<Move>) -> Status {
        match self.game.status(&position.position, scratch) {
            Status::Over(sign) => Status::Over(self.score(sign, u32::from(position.plies))),
            moves @ Status::Moves(_) => moves,
        }
    }

    fn make_root(&self, position: &mut Self::Position) {
        self.game.make_root(&mut position.position);
    }

    fn has_stable_keys(&self) -> bool {
        self.game.has_stable_keys()
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
        self.timed(position, self.game.bounds(&position.position))
    }

    #[inline]
    fn quick_bounds(&self, position: &Self::Position) -> Bounds {
        self.timed(position, self.game.quick_bounds(&position.position))
    }

    #[inline]
    fn candidates(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score> {
        if !self.keeps_distances {
            return self.expand(position, moves);
        }
        let sign = self.game.candidates(&position.position, moves)?;
        Some(self.score(sign, u32::from(position.plies)))
    }

    #[inline]
    fn play_forced(&self, position: &mut Self::Position) -> usize {
        if !self.keeps_distances {
            return 0;
        }
        let played = self.game.play_forced(&mut position.position);
        position.plies += played as u16;
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
        let (bounds, evaluation) = self.game.bounds_and_evaluation(&position.position);
        (self.timed(position, bounds), evaluation)
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
