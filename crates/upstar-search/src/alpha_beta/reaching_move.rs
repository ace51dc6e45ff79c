//! A move that reaches a goal, found with the table of a finished search.
//!
//! **Idea** After a search, the table and the static bounds decide most positions. Only the others are
//! searched. If several moves are proved to reach the goal, the one that leaves the fewest replies is
//! returned, because a certificate must answer every reply.
//!
//! **Guarantee** The move is proved to reach the goal. None means that there is no such move, or that the
//! search was stopped (its meter says which).

use upstar_core::{Bounds, Control, Score, SearchGame, Status};

use super::{AlphaBetaConfig, AlphaBetaSearch};
use crate::Request;

impl<'a, G: SearchGame> AlphaBetaSearch<'a, G> {
    /// A search with the default parameters and an empty table.
    pub fn with_defaults(game: &'a G, control: &'a Control) -> AlphaBetaSearch<'a, G> {
        AlphaBetaSearch::new(game, AlphaBetaConfig::new(&Request::new("alpha-beta")), control)
    }

    /// Does it use a transposition table?
    pub fn has_table(&self) -> bool {
        self.config.table
    }

    /// The index, in the order of `expand`, of a move with which the player to move reaches `goal`, seen by
    /// that player.
    pub fn reaching_move(&mut self, position: &G::Position, goal: Score) -> Option<usize> {
        let mover = self.game.to_move(position);
        let mut moves = Vec::new();
        if self.game.expand(position, &mut moves).is_some() {
            return None;
        }
        let mut scratch = Vec::new();
        let mut order: Vec<(u32, usize)> = Vec::with_capacity(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            match self.game.status(&child, &mut scratch) {
                Status::Over(score) if Bounds::exactly(score).seen_by(mover).lo >= goal => {
                    return Some(index);
                }
                Status::Over(_) => {}
                Status::Moves(count) => order.push((count, index)),
            }
        }
        order.sort_unstable();
        let proved = order.iter().find(|&&(_, index)| {
            let mut child = position.clone();
            self.game.play(&mut child, moves[index]);
            self.is_proved(&child, mover, goal)
        });
        if let Some(&(_, index)) = proved {
            return Some(index);
        }
        let (bounds, mv) = self.value(position, Some(goal));
        let mv = mv.filter(|_| bounds.seen_by(mover).lo >= goal)?;
        moves.iter().position(|&m| m == mv)
    }
}
