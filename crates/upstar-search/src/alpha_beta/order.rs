//! Which child comes first: the table's move, then as the game weighs moves or evaluates where they lead,
//! then killers and history. Order costs or saves time; it never changes an answer.

use std::num::NonZeroU32;

use upstar_core::{Bounds, Move, Player, Score, SearchGame};

use super::search::Search;
use crate::full_bounds;

/// A child that waits for its turn. Most are never looked at, so they are kept small.
pub(super) struct Child {
    /// Larger comes first; of equals the one generated first.
    pub rank: i64,
    pub mv: Move,
    pub index: u16,
    /// Which of the positions that were reached it is; none until its turn comes, where the game weighs
    /// moves.
    pub place: Option<NonZeroU32>,
}

/// The position of a child.
pub(super) struct Reached<P, K> {
    pub position: P,
    /// Its key, if that was needed already.
    pub key: Option<K>,
    /// How many forced moves it is ahead of where its move leads.
    pub ahead: u16,
    /// What the game's bounds and the table say, seen by the parent's mover.
    pub known: Bounds,
}

const NO_MOVE: Move = Move(u32::MAX);
/// The rank of a child that waits because another thread is there.
pub(super) const LATER: i64 = i64::MIN;
pub(super) const HISTORY: usize = 1 << 12;

impl<G: SearchGame> Search<'_, G> {
    /// Ranks the moves from `first_move` on: as the game weighs them, or else by where they lead.
    #[inline]
    pub(super) fn make_children(
        &mut self,
        position: &G::Position,
        first_move: usize,
        hint: u16,
        ply: usize,
    ) {
        let moves = &self.moves[first_move..];
        self.weights.clear();
        if !(self.config.evaluation
            && self.game.move_priorities(position, moves, &mut self.weights))
        {
            return self.play_children(position, first_move, hint, ply);
        }
        let ranked = moves.iter().zip(&self.weights).enumerate().map(|(index, (&mv, &weight))| {
            let index = index as u16;
            let rank = i64::from(weight) + (i64::from(index == hint) << 60);
            Child { rank, mv, index, place: None }
        });
        self.children.extend(ranked);
    }

    /// Notes where a child leads, and returns the child's place.
    #[inline]
    fn note_reached(&mut self, reached: Reached<G::Position, G::Key>) -> Option<NonZeroU32> {
        self.reached.push(reached);
        NonZeroU32::new(self.reached.len() as u32)
    }

    /// Where a child leads: it is played when its turn has come, if that was not done before, and the game
    /// is asked what it can prove of it, then the table, whose record is on its way meanwhile.
    #[inline]
    pub(super) fn reach(&mut self, position: &G::Position, child: usize) -> usize {
        if let Some(place) = self.children[child].place {
            return place.get() as usize - 1;
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
            && let Some((record, work)) = self.look_up(&key, next_mover)
        {
            self.worth.note_found(work);
            known = known.meet(record.bounds.seen_by(mover));
        }
        let reached = Reached { position: next, key: Some(key), ahead: 0, known };
        self.children[child].place = self.note_reached(reached);
        self.reached.len() - 1
    }

    /// Plays each move from `first_move` on and ranks the results.
    #[inline]
    fn play_children(&mut self, position: &G::Position, first_move: usize, hint: u16, ply: usize) {
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
                rank += i64::from(self.history[mover.index()][mv.0 as usize % HISTORY]);
            }
            rank += i64::from(killers.contains(&mv)) << 23;
            rank += i64::from(index == usize::from(hint)) << 60;
            let known = known.seen_by(mover);
            let reached = Reached { position: child, key: None, ahead: 0, known };
            let place = self.note_reached(reached);
            self.children.push(Child { rank, mv, index: index as u16, place });
        }
    }

    /// Plays what is forced at the children that may be searched, until one reaches β.
    #[inline]
    pub(super) fn force_children(
        &mut self,
        mover: Player,
        first_reached: usize,
        (alpha, beta): (Score, Score),
    ) {
        let open = |known: Bounds| known.hi > alpha && !known.is_exact();
        for child in self.reached[first_reached..].iter_mut().filter(|child| open(child.known)) {
            let played = self.game.play_forced(&mut child.position);
            if played == 0 {
                continue;
            }
            child.ahead = played as u16;
            self.meter.nodes += played as u64;
            if self.config.bounds {
                child.known = child.known.meet(self.game.bounds(&child.position).seen_by(mover));
                if child.known.lo >= beta {
                    return;
                }
            }
        }
    }

    /// Has the table's records of the children fetched that may be searched, and reads them all if it pays.
    #[inline]
    pub(super) fn look_children_up(
        &mut self,
        mover: Player,
        first_reached: usize,
        alpha: Score,
        ply: usize,
    ) {
        let game = self.game;
        for place in first_reached..self.reached.len() {
            let Reached { position, known, .. } = &self.reached[place];
            if known.hi <= alpha || known.is_exact() {
                continue;
            }
            let key = self.key(position);
            self.table.prefetch(&key, game.to_move(position));
            self.reached[place].key = Some(key);
        }
        if !self.config.cutoffs || !self.sample.is_costly(ply) {
            return;
        }
        for child in &mut self.reached[first_reached..] {
            let Some(key) = &child.key else { continue };
            if let Some(record) = self.table.get(key, game.to_move(&child.position)) {
                child.known = child.known.meet(record.bounds.seen_by(mover));
            }
        }
    }

    /// The highest rank from `rest` on; the one generated first among equals.
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

    /// Is the game asked for a value when its moves are listed? Where moves are wanted all the same, or
    /// its knowledge is not, it is not.
    #[inline]
    fn sifts(&self) -> bool {
        self.config.filter && self.config.bounds
    }

    /// What the game can prove of a position whose moves are listed if that is not enough.
    #[inline]
    pub(super) fn quick_bounds(&self, position: &G::Position) -> Bounds {
        if self.sifts() { self.game.quick_bounds(position) } else { self.game.bounds(position) }
    }

    /// Appends the moves that are worth a look; the score if the game is over or, below the root, known.
    #[inline]
    pub(super) fn list_moves(&mut self, position: &G::Position, ply: usize) -> Option<Score> {
        if self.sifts() && ply > 0 {
            self.game.candidates_or_value(position, &mut self.moves)
        } else if self.config.filter {
            self.game.candidates(position, &mut self.moves)
        } else {
            self.game.expand(position, &mut self.moves)
        }
    }

    /// A move made the rest superfluous: try it early elsewhere too.
    #[inline]
    pub(super) fn note_cut(&mut self, mover: Player, mv: Move, ply: usize) {
        if self.config.history {
            let count = &mut self.history[mover.index()][mv.0 as usize % HISTORY];
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
