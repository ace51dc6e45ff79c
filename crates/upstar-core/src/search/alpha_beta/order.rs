//! Which child comes first: the table's move, then as the game weighs moves or evaluates where they lead,
//! then killers and history. Order costs or saves time; it never changes an answer.

use super::search::Search;
use crate::base::{Bounds, Player, Score};
use crate::game::{Game, Move};
use crate::search::full_bounds;

/// A child that waits for its turn.
pub(super) struct Child<P, K> {
    /// None until its turn comes, where the game weighs moves.
    pub position: Option<P>,
    /// Its key, if that was needed already.
    pub key: Option<K>,
    /// Larger comes first; of equals the one generated first.
    pub rank: i64,
    pub index: u16,
    /// How many forced moves it is ahead of where its move leads.
    pub ahead: u16,
    pub mv: Move,
    /// What the game's bounds and the table say, seen by the parent's mover.
    pub known: Bounds,
}

const NO_MOVE: Move = Move(u32::MAX);
/// The rank of a child that waits because another thread is there.
pub(super) const LATER: i64 = i64::MIN;
pub(super) const HISTORY: usize = 1 << 12;

impl<G: Game> Search<'_, G> {
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
        if !(self.config.evaluation && self.game.weigh(position, moves, &mut self.weights)) {
            return self.play_children(position, first_move, hint, ply);
        }
        let known = full_bounds(self.game).seen_by(self.game.to_move(position));
        for (index, (&mv, &weight)) in moves.iter().zip(&self.weights).enumerate() {
            let index = index as u16;
            let rank = i64::from(weight) + (i64::from(index == hint) << 60);
            self.children.push(Child {
                position: None,
                key: None,
                rank,
                index,
                ahead: 0,
                mv,
                known,
            });
        }
    }

    /// Plays a child whose turn has come, if that was not done before, and asks the game what it can
    /// prove of it, then the table, whose record is on its way meanwhile.
    #[inline]
    pub(super) fn reach(&mut self, position: &G::Position, place: usize) {
        if self.children[place].position.is_some() {
            return;
        }
        let game = self.game;
        let mover = game.to_move(position);
        let mut next = position.clone();
        game.play(&mut next, self.children[place].mv);
        let (key, next_mover) = (self.key(&next), game.to_move(&next));
        if self.config.table {
            self.table.prefetch(&key, next_mover);
        }
        let mut known = self.children[place].known;
        if self.config.bounds {
            known = self.glance(&next).seen_by(mover);
        }
        if !known.is_exact()
            && let Some((record, work)) = self.look_up(&key, next_mover)
        {
            self.worth.note_found(work);
            known = known.meet(record.bounds.seen_by(mover));
        }
        let child = &mut self.children[place];
        (child.position, child.key, child.known) = (Some(next), Some(key), known);
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
                let (bounds, value) = self.game.assess(&child);
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
            let ahead = 0;
            let (known, index) = (known.seen_by(mover), index as u16);
            self.children.push(Child {
                position: Some(child),
                key: None,
                rank,
                index,
                ahead,
                mv,
                known,
            });
        }
    }

    /// Plays what is forced at the children that may be searched, until one reaches β.
    #[inline]
    pub(super) fn force_children(
        &mut self,
        mover: Player,
        first_child: usize,
        (alpha, beta): (Score, Score),
    ) {
        let open = |known: Bounds| known.hi > alpha && !known.is_exact();
        for child in self.children[first_child..].iter_mut().filter(|child| open(child.known)) {
            let Some(position) = &mut child.position else { continue };
            let played = self.game.play_forced(position);
            if played == 0 {
                continue;
            }
            child.ahead = played as u16;
            self.meter.nodes += played as u64;
            if self.config.bounds {
                child.known = child.known.meet(self.game.bounds(position).seen_by(mover));
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
        first_child: usize,
        alpha: Score,
        ply: usize,
    ) {
        let game = self.game;
        for place in first_child..self.children.len() {
            let Child { position, known, .. } = &self.children[place];
            let Some(position) =
                position.as_ref().filter(|_| known.hi > alpha && !known.is_exact())
            else {
                continue;
            };
            let key = self.key(position);
            self.table.prefetch(&key, game.to_move(position));
            self.children[place].key = Some(key);
        }
        if !self.config.cutoffs || !self.sample.is_costly(ply) {
            return;
        }
        for child in &mut self.children[first_child..] {
            let (Some(position), Some(key)) = (&child.position, &child.key) else { continue };
            if let Some(record) = self.table.get(key, game.to_move(position)) {
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
    pub(super) fn glance(&self, position: &G::Position) -> Bounds {
        if self.sifts() { self.game.glance(position) } else { self.game.bounds(position) }
    }

    /// Appends the moves that are worth a look; the score if the game is over or, below the root, known.
    #[inline]
    pub(super) fn list_moves(&mut self, position: &G::Position, ply: usize) -> Option<Score> {
        if self.sifts() && ply > 0 {
            self.game.sift(position, &mut self.moves)
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
