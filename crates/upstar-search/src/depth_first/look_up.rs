//! What a depth-first search knows of a position without searching it.

use upstar_core::{Bounds, Key, Player, SearchGame, Status};

use crate::depth_first::{
    engine::{Engine, Visit},
    entry::ProofEntry,
    threshold_rule::{Leaf, ThresholdRule},
};

impl<G: SearchGame, R: ThresholdRule> Engine<'_, G, R> {
    /// The winner of a position, if it is known without search.
    pub fn known_winner(&mut self, position: &G::Position) -> Option<Player> {
        match self.look_up(position, self.game.to_move(position)) {
            Visit::Won(player) => Some(player),
            Visit::Open(_) => None,
        }
    }

    /// Looks up a position without search. Returns the winner, or the key and the numbers of an open
    /// position.
    #[inline]
    pub(super) fn look_up(
        &mut self,
        position: &G::Position,
        mover: Player,
    ) -> Visit<(G::Key, R::Numbers)> {
        if self.focus.is_some() {
            return self.look_up_focused(position, mover);
        }
        if self.bounds
            && let Some(player) = self.goal.winner(self.game.bounds(position))
        {
            return Visit::Won(player);
        }
        let key = self.key(position);
        match self.table.get(&key, mover) {
            Some(ProofEntry::Won(player)) => return Visit::Won(player),
            Some(ProofEntry::Open(bits)) => return Visit::Open((key, self.rule.unpack(bits))),
            None => {}
        }
        let moves = match self.game.status(position, &mut self.scratch) {
            Status::Over(score) => {
                let winner = self.goal.winner(Bounds::exactly(score));
                return Visit::Won(winner.expect("a score is above or below the goal"));
            }
            Status::Moves(moves) => moves,
        };
        let mut evaluation = 0;
        if self.rule.needs_evaluation() {
            evaluation = self.game.evaluate(position);
            if mover == Player::Right {
                evaluation = evaluation.saturating_neg();
            }
        }
        let hash = key.hash64() ^ mover.index() as u64;
        Visit::Open((key, self.rule.leaf(Leaf { moves, evaluation, hash })))
    }

    /// The index, in the list of moves, of a move that wins for the player to move, if the table still has
    /// one.
    pub fn winning_move(&mut self, position: &G::Position) -> Option<usize> {
        let mover = self.game.to_move(position);
        let mut moves = Vec::new();
        if self.game.expand(position, &mut moves).is_some() {
            return None;
        }
        moves.iter().position(|&mv| {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            let child_mover = self.game.to_move(&child);
            matches!(self.look_up(&child, child_mover), Visit::Won(player) if player == mover)
        })
    }
}
