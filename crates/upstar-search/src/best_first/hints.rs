//! The winning moves of a search that has ended, for the certificate of its answer.

use std::collections::HashMap;

use upstar_core::{Bounds, Key, Move, Player, Score, SearchGame};

use crate::WinningMoves;

struct Hint<K> {
    key: K,
    mover: Player,
    /// What the move reaches for the player to move.
    least: Score,
    mv: Move,
}

/// Winning moves by the hash of their position.
pub struct Hints<G: SearchGame> {
    moves: HashMap<u64, Vec<Hint<G::Key>>>,
}

impl<G: SearchGame> Default for Hints<G> {
    fn default() -> Self {
        Hints { moves: HashMap::new() }
    }
}

impl<G: SearchGame> Hints<G> {
    /// Notes a move that reaches the lower end of proved bounds (from Left's point of view).
    pub fn put(&mut self, game: &G, position: &G::Position, bounds: Bounds, mv: Move) {
        let (key, mover) = (game.key(position), game.to_move(position));
        let least = bounds.seen_by(mover).lo;
        self.moves.entry(key.hash64()).or_default().push(Hint { key, mover, least, mv });
    }
}

impl<G: SearchGame> WinningMoves<G> for (&G, Hints<G>) {
    fn winning_move(
        &mut self,
        position: &G::Position,
        claimant: Player,
        least: Score,
    ) -> Option<usize> {
        let (game, hints) = (self.0, &self.1);
        let (key, mover) = (game.key(position), game.to_move(position));
        let notes = hints.moves.get(&key.hash64())?;
        let fits =
            |hint: &&Hint<G::Key>| hint.key == key && hint.mover == mover && hint.least >= least;
        let hint = notes.iter().filter(|_| mover == claimant).find(fits)?;
        let mut moves = Vec::new();
        game.expand(position, &mut moves);
        moves.iter().position(|&mv| mv == hint.mv)
    }
}
