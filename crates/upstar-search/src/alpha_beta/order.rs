//! Move ordering: the move of the table entry first, then by the game's move priorities or the evaluation of
//! the children, then killer moves and history. The order never changes an answer.

use std::num::NonZeroU32;

use upstar_core::{Bounds, Move, Player, Score, SearchGame};

use super::search::AlphaBetaSearch;
use crate::full_bounds;

/// A ranked move. Most are never searched, so this struct is small.
pub(super) struct Child {
    /// A larger rank comes first. Among equals, the move that was generated first comes first.
    pub rank: i64,
    pub mv: Move,
    pub index: u16,
    /// One more than the index of its position. None before the child is played, in games with move
    /// priorities.
    pub position: Option<NonZeroU32>,
}

/// The position of a child.
pub(super) struct ChildPosition<P, K> {
    pub position: P,
    /// The key of the position, if it was computed.
    pub key: Option<K>,
    /// The number of forced moves that were played after the move.
    pub forced_moves: u16,
    /// The bounds from the game and the table, seen by the player to move at the parent.
    pub known: Bounds,
}

/// The rank of a child that is deferred because another thread searches it.
pub(super) const DEFERRED_RANK: i64 = i64::MIN;
/// The largest count of a move in the history table.
const MAX_HISTORY: u32 = (1 << 23) - 1;

impl<G: SearchGame> AlphaBetaSearch<'_, G> {
    /// Ranks the moves from `first_move` on, by the game's priorities or else by the positions after them.
    #[inline]
    pub(super) fn rank_children(
        &mut self,
        position: &G::Position,
        first_move: usize,
        hint: u16,
        ply: usize,
    ) {
        let moves = &self.moves[first_move..];
        self.priorities.clear();
        if !(self.config.evaluation
            && !self.config.plain_order
            && self.game.move_priorities(position, moves, &mut self.priorities))
        {
            return self.play_and_rank_children(position, first_move, hint, ply);
        }
        let ranked =
            moves.iter().zip(&self.priorities).enumerate().map(|(index, (&mv, &priority))| {
                let index = index as u16;
                let rank = i64::from(priority) + (i64::from(index == hint) << 60);
                Child { rank, mv, index, position: None }
            });
        self.children.extend(ranked);
    }

    /// Stores the position of a child. Returns one more than its index.
    #[inline]
    fn push_position(&mut self, child: ChildPosition<G::Position, G::Key>) -> Option<NonZeroU32> {
        self.child_positions.push(child);
        NonZeroU32::new(self.child_positions.len() as u32)
    }

    /// Returns the index of a child's position. If the child was not played before, plays its move,
    /// prefetches its table entry, reads the static bounds, then reads the table.
    #[inline]
    pub(super) fn play_child(&mut self, position: &G::Position, child: usize) -> usize {
        if let Some(number) = self.children[child].position {
            return number.get() as usize - 1;
        }
        let game = self.game;
        let mover = game.to_move(position);
        let mut next = position.clone();
        game.play(&mut next, self.children[child].mv);
        let (key, next_mover) = (self.key(&next), game.to_move(&next));
        if self.config.table {
            self.table.prefetch(&key, next_mover);
        }
        let mut known = full_bounds(game);
        if self.config.bounds {
            known = self.quick_bounds(&next);
        }
        let mut known = known.seen_by(mover);
        if !known.is_exact()
            && let Some((entry, work)) = self.look_up(&key, next_mover)
        {
            self.admission.record_hit(work);
            known = known.meet(entry.bounds.seen_by(mover));
        }
        let child_position =
            ChildPosition { position: next, key: Some(key), forced_moves: 0, known };
        self.children[child].position = self.push_position(child_position);
        self.child_positions.len() - 1
    }

    /// Plays each move from `first_move` on and ranks the results.
    #[inline]
    fn play_and_rank_children(
        &mut self,
        position: &G::Position,
        first_move: usize,
        hint: u16,
        ply: usize,
    ) {
        let mover = self.game.to_move(position);
        let killers = self.killers.at(ply);
        let unknown = full_bounds(self.game);
        for (index, i) in (first_move..self.moves.len()).enumerate() {
            let mv = self.moves[i];
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            let mut rank = 0;
            let mut known = unknown;
            if self.config.bounds || self.config.evaluation {
                let (bounds, value) = if self.config.plain_order && !self.config.bounds {
                    (unknown, self.game.evaluate(&child))
                } else {
                    self.game.bounds_and_evaluation(&child)
                };
                if self.config.bounds {
                    known = bounds;
                }
                if self.config.evaluation {
                    let value = i64::from(value);
                    rank += match mover {
                        Player::Left => value << 24,
                        Player::Right => -value << 24,
                    };
                }
            }
            if self.config.history {
                rank += i64::from(self.history.get(mover, mv));
            }
            rank += i64::from(killers.contains(&mv)) << 23;
            rank += i64::from(index == usize::from(hint)) << 60;
            let known = known.seen_by(mover);
            let child_position =
                ChildPosition { position: child, key: None, forced_moves: 0, known };
            let position = self.push_position(child_position);
            self.children.push(Child { rank, mv, index: index as u16, position });
        }
    }

    /// Plays the forced replies at the children that may still be searched, until one of them reaches β.
    #[inline]
    pub(super) fn play_forced_replies(
        &mut self,
        mover: Player,
        first_position: usize,
        (alpha, beta): (Score, Score),
    ) {
        let open = |known: Bounds| known.hi > alpha && !known.is_exact();
        for child in
            self.child_positions[first_position..].iter_mut().filter(|child| open(child.known))
        {
            let played = self.game.play_forced(&mut child.position);
            if played == 0 {
                continue;
            }
            child.forced_moves = played as u16;
            self.meter.nodes += played as u64;
            if self.config.bounds {
                child.known = child.known.meet(self.game.bounds(&child.position).seen_by(mover));
                if child.known.lo >= beta {
                    return;
                }
            }
        }
    }

    /// Prefetches the table entries of the children that may still be searched. Reads all of them if the
    /// positions of this ply are costly.
    #[inline]
    pub(super) fn look_up_children(
        &mut self,
        mover: Player,
        first_position: usize,
        alpha: Score,
        ply: usize,
    ) {
        let game = self.game;
        for index in first_position..self.child_positions.len() {
            let ChildPosition { position, known, .. } = &self.child_positions[index];
            if known.hi <= alpha || known.is_exact() {
                continue;
            }
            let key = self.key(position);
            self.table.prefetch(&key, game.to_move(position));
            self.child_positions[index].key = Some(key);
        }
        if !self.config.cutoffs || !self.sample.is_costly(ply) {
            return;
        }
        for child in &mut self.child_positions[first_position..] {
            let Some(key) = &child.key else { continue };
            if let Some(entry) = self.table.get(key, game.to_move(&child.position)) {
                child.known = child.known.meet(entry.bounds.seen_by(mover));
            }
        }
    }

    /// The child of the highest rank from `rest` on; among equals, the one that was generated first.
    #[inline]
    pub(super) fn next_child(&self, rest: usize) -> usize {
        let mut best = rest;
        for i in rest + 1..self.children.len() {
            let (a, b) = (&self.children[i], &self.children[best]);
            if a.rank > b.rank || (a.rank == b.rank && a.index < b.index) {
                best = i;
            }
        }
        best
    }

    /// May the game return a value instead of a list of moves?
    #[inline]
    fn accepts_values(&self) -> bool {
        self.config.filter && self.config.bounds
    }

    /// The static bounds of a position. Only the quick ones if the list of moves can return a value.
    #[inline]
    pub(super) fn quick_bounds(&self, position: &G::Position) -> Bounds {
        if self.accepts_values() {
            self.game.quick_bounds(position)
        } else {
            self.game.bounds(position)
        }
    }

    /// Appends the moves to search. Returns the score if the game is over or, below the root, if the game
    /// knows the value.
    #[inline]
    pub(super) fn list_moves(&mut self, position: &G::Position, ply: usize) -> Option<Score> {
        if self.accepts_values() && ply > 0 {
            self.game.candidates_or_value(position, &mut self.moves)
        } else if self.config.filter {
            self.game.candidates(position, &mut self.moves)
        } else {
            self.game.expand(position, &mut self.moves)
        }
    }

    /// Records a move that caused a cut as a killer move and in the history table.
    #[inline]
    pub(super) fn record_cut(&mut self, mover: Player, mv: Move, ply: usize) {
        if self.config.history {
            self.history.add(mover, mv, 1, MAX_HISTORY);
        }
        if self.config.killers {
            self.killers.add(ply, mv);
        }
    }
}
