//! Move ordering: the move of the table entry first, then killer moves, evaluation and history.

use upstar_core::{Move, Player, SearchGame};

use super::{
    entry::NO_BEST,
    search::{IterativeDeepening, MAX_EVALUATION},
};

/// The largest count of a move in the history table.
const MAX_HISTORY: u32 = (1 << 30) - 1;

/// A child and its rank.
pub(super) struct Child<P> {
    pub position: P,
    pub mv: Move,
    pub index: u16,
    /// A larger rank comes first. Among equals, the child that was generated first comes first.
    pub rank: i64,
}

impl<G: SearchGame> IterativeDeepening<'_, G> {
    /// Plays and ranks the moves from `first_move` on.
    pub(super) fn rank_children(
        &mut self,
        position: &G::Position,
        first_move: usize,
        hint: u16,
        ply: usize,
    ) {
        let mover = self.game.to_move(position);
        let killers = self.killers.at(ply);
        for (index, i) in (first_move..self.moves.len()).enumerate() {
            let mv = self.moves[i];
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            let mut rank = i64::from(self.evaluate(&child, mover)) << 24;
            if self.config.history {
                rank += i64::from(self.history.get(mover, mv)) << 4;
            }
            rank += i64::from(self.config.killers && killers.contains(&mv)) << 40;
            rank += i64::from(index == usize::from(hint)) << 60;
            let index = index.min(usize::from(NO_BEST)) as u16;
            self.children.push(Child { position: child, mv, index, rank });
        }
    }

    /// Swaps the child of the highest rank from `place` on to `place`; among equals, the one that was
    /// generated first.
    pub(super) fn select_next(&mut self, place: usize) {
        let rest = &self.children[place..];
        let better = |a: &Child<_>, b: &Child<_>| (a.rank, b.index) > (b.rank, a.index);
        let mut best = 0;
        for i in 1..rest.len() {
            if better(&rest[i], &rest[best]) {
                best = i;
            }
        }
        self.children.swap(place, place + best);
    }

    /// Records a move that caused a cut as a killer move and in the history table.
    pub(super) fn record_cut(&mut self, mover: Player, mv: Move, ply: usize, depth: u32) {
        if self.config.history {
            self.history.add(mover, mv, depth * depth, MAX_HISTORY);
        }
        if self.config.killers {
            self.killers.add(ply, mv);
        }
    }

    /// The game's evaluation, seen by a player.
    pub(super) fn evaluate(&self, position: &G::Position, player: Player) -> i32 {
        let value = self.game.play_evaluation(position, self.config.evaluation);
        let value = value.clamp(-MAX_EVALUATION, MAX_EVALUATION);
        match player {
            Player::Left => value,
            Player::Right => -value,
        }
    }
}
