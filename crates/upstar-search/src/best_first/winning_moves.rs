//! The winning moves of a finished search, from which a certificate is written.

use std::collections::HashMap;

use upstar_core::{Bounds, Key, Move, Player, Score, SearchGame};

use crate::WinningMoves;

/// A move with a proved score.
struct ProvedMove<K> {
    key: K,
    mover: Player,
    /// The score that the move reaches at least, seen by the player to move.
    least: Score,
    mv: Move,
}

/// Winning moves by the hash of their position.
pub struct WinningMoveTable<G: SearchGame> {
    moves: HashMap<u64, Vec<ProvedMove<G::Key>>>,
}

impl<G: SearchGame> Default for WinningMoveTable<G> {
    fn default() -> Self {
        WinningMoveTable { moves: HashMap::new() }
    }
}

impl<G: SearchGame> WinningMoveTable<G> {
    /// Stores a move that reaches the lower bound of `bounds` (from Left's point of view).
    pub fn put(&mut self, game: &G, position: &G::Position, bounds: Bounds, mv: Move) {
        let (key, mover) = (game.key(position), game.to_move(position));
        let least = bounds.seen_by(mover).lo;
        self.moves.entry(key.hash64()).or_default().push(ProvedMove { key, mover, least, mv });
    }
}

impl<G: SearchGame> WinningMoves<G> for (&G, WinningMoveTable<G>) {
    fn winning_move(
        &mut self,
        position: &G::Position,
        claimant: Player,
        least: Score,
    ) -> Option<usize> {
        let (game, table) = (self.0, &self.1);
        let (key, mover) = (game.key(position), game.to_move(position));
        let candidates = table.moves.get(&key.hash64())?;
        let fits = |proved: &&ProvedMove<G::Key>| {
            proved.key == key && proved.mover == mover && proved.least >= least
        };
        let proved = candidates.iter().filter(|_| mover == claimant).find(fits)?;
        let mut moves = Vec::new();
        game.expand(position, &mut moves);
        moves.iter().position(|&mv| mv == proved.mv)
    }
}
