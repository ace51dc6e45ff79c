//! Move ordering: the table's move first, then by the game's move priorities or the evaluation of the
//! children, then killers and history. The order never changes an answer.

use std::num::NonZeroU32;

use upstar_core::{Bounds, Move, Player, Score, SearchGame};

use super::search::AlphaBetaSearch;
use crate::full_bounds;

/// A ranked move. Most are never searched, so they are small.
pub(super) struct Child {
    /// Larger comes first; among equals the one generated first.
    pub rank: i64,
    pub mv: Move,
    pub index: u16,
    /// One more than the index of its position; none until it is played, where the game has move
    /// priorities.
    pub position: Option<NonZeroU32>,
}

/// The position of a child.
pub(super) struct ChildPosition<P, K> {
    pub position: P,
    /// Its key, if it was computed already.
    pub key: Option<K>,
    /// How many forced moves were played after its move.
    pub forced_moves: u16,
    /// The bounds from the game and the table, seen by the parent's mover.
    pub known: Bounds,
}

const NO_MOVE: Move = Move(u32::MAX);
/// The rank of a child that is deferred because another thread searches it.
pub(super) const DEFERRED_RANK: i64 = i64::MIN;
/// The entries of the history table for each player.
pub(super) const HISTORY_SIZE: usize = 1 << 12;

impl<G: SearchGame> AlphaBetaSearch<'_, G> {
    /// Ranks the moves from `first_move` on: by the game's priorities, or else by the positions after them.
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

    /// Stores the position of a child; returns one more than its index.
    #[inline]
    fn push_position(&mut self, child: ChildPosition<G::Position, G::Key>) -> Option<NonZeroU32> {
        self.child_positions.push(child);
        NonZeroU32::new(self.child_positions.len() as u32)
    }

    /// The index of a child's position. Plays the move, if that was not done before, and reads the static
    /// bounds, then the table, whose entry is prefetched meanwhile.
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
        let killers = self.killers.get(ply).copied().unwrap_or([NO_MOVE; 2]);
        let unknown = full_bounds(self.game);
        for (index, i) in (first_move..self.moves.len()).enumerate() {
            let mv = self.moves[i];
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            let mut rank = 0;
            let mut known = unknown;
            if self.config.bounds || self.config.evaluation {
                let (bounds, value) = self.game.bounds_and_evaluation(&child);
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
                rank += i64::from(self.history[mover.index()][mv.0 as usize % HISTORY_SIZE]);
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

    /// Plays the forced replies at the children that may be searched, until one reaches β.
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

    /// Prefetches the table's entries of the children that may be searched, and reads them all if it pays.
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

    /// The child of highest rank from `rest` on; the one generated first among equals.
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

    /// May the game return a value instead of moves when moves are listed?
    #[inline]
    fn accepts_values(&self) -> bool {
        self.config.filter && self.config.bounds
    }

    /// The static bounds of a position. Its moves are listed if these are not enough.
    #[inline]
    pub(super) fn quick_bounds(&self, position: &G::Position) -> Bounds {
        if self.accepts_values() {
            self.game.quick_bounds(position)
        } else {
            self.game.bounds(position)
        }
    }

    /// Appends the moves to search; returns the score if the game is over or, below the root, known.
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

    /// Records a move that caused a cut in the killers and the history, which order moves elsewhere.
    #[inline]
    pub(super) fn record_cut(&mut self, mover: Player, mv: Move, ply: usize) {
        if self.config.history {
            let count = &mut self.history[mover.index()][mv.0 as usize % HISTORY_SIZE];
            *count = (*count + 1).min((1 << 23) - 1);
        }
        if self.config.killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [NO_MOVE; 2]);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != mv {
                *killers = [mv, killers[0]];
            }
        }
    }
}
