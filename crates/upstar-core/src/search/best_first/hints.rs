//! The winning moves of a search that has ended, for the certificate of its answer.

use std::collections::HashMap;

use crate::base::{Bounds, Key, Player, Score};
use crate::game::{Game, Move};
use crate::proof::Claim;

struct Hint<K> {
    key: K,
    mover: Player,
    /// What the move reaches for the player to move.
    least: Score,
    mv: Move,
}

/// Winning moves by the hash of their position.
pub struct Hints<G: Game> {
    moves: HashMap<u64, Vec<Hint<G::Key>>>,
}

impl<G: Game> Default for Hints<G> {
    fn default() -> Self {
        Hints { moves: HashMap::new() }
    }
}

impl<G: Game> Hints<G> {
    /// Notes a move that reaches the lower end of proved bounds (from Left's point of view).
    pub fn put(&mut self, game: &G, position: &G::Position, bounds: Bounds, mv: Move) {
        let (key, mover) = (game.key(position), game.to_move(position));
        let least = bounds.seen_by(mover).lo;
        self.moves.entry(key.hash64()).or_default().push(Hint { key, mover, least, mv });
    }

    /// The number, in the list of moves, of a move that proves the claim for its claimant.
    pub fn get(&self, game: &G, position: &G::Position, claim: &Claim) -> Option<usize> {
        let (key, mover) = (game.key(position), game.to_move(position));
        let notes = self.moves.get(&key.hash64())?;
        let fits = |hint: &&Hint<G::Key>| {
            hint.key == key && hint.mover == mover && hint.least >= claim.least
        };
        let hint = notes.iter().filter(|_| mover == claim.claimant).find(fits)?;
        let mut moves = Vec::new();
        game.expand(position, &mut moves);
        moves.iter().position(|&mv| mv == hint.mv)
    }
}
