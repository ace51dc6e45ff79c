//! The game of playing on a sum.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::book::{Book, Rest};
use super::key::SumKey;
use super::limit::Limit;
use crate::base::{Alarm, Bounds, Player, Score};
use crate::game::{Game, Move, Partisan, Status};

const SCORES: [Score; 2] = [-1, 1];
/// Marks moves in the rest, which are `REST | place << 16 | option`; others are the game's own, in the
/// open part.
const REST: u32 = 1 << 31;
/// Marks the keys of sums without an open part.
const CLOSED: u32 = 1 << 31;

/// Sums of parts of one game's positions.
pub struct Sum<G: Partisan> {
    game: Arc<G>,
    book: Mutex<Book<G>>,
    /// The limit of the book, to be seen without a lock.
    limit: AtomicU32,
    max_bytes: usize,
    /// What stands in the keys of sums without an open part.
    blank: G::Key,
    /// The position where a search begins, and what it is as a sum.
    start: G::Position,
    root: Position<G::Position>,
}

/// A sum: the open part, if there is one, the rest, and who moves.
#[derive(Clone, Debug)]
pub struct Position<P> {
    open: Option<P>,
    rest: Rest,
    mover: Player,
}

impl<G: Partisan> Sum<G> {
    /// The sums that can be reached from a position. Parts within the limit get values, until the alarm says
    /// that it is time to stop, and these and all else that is remembered may take about `max_bytes`.
    pub fn of(
        game: &Arc<G>,
        start: &G::Position,
        limit: Limit,
        max_bytes: usize,
        alarm: Alarm,
    ) -> Sum<G> {
        let mut book = Book::new(Arc::clone(game), limit, max_bytes, alarm);
        let mover = game.to_move(start);
        let (open, rest) = book.read(start, Rest::NOTHING);
        let root = Position { open: open.map(|open| game.with_mover(&open, mover)), rest, mover };
        let limit = AtomicU32::new(book.limit.moves());
        let (game, blank) = (Arc::clone(game), game.part_key(start));
        Sum { game, book: Mutex::new(book), limit, max_bytes, blank, start: start.clone(), root }
    }

    /// The sum that the first position is.
    pub fn root(&self) -> &Position<G::Position> {
        &self.root
    }

    /// Has the first position a value, or has each of its parts one?
    pub fn is_valued(&self) -> bool {
        self.root.open.is_none() && !self.root.rest.is_open
    }

    /// A position as a sum.
    pub fn read(&self, position: &G::Position) -> Position<G::Position> {
        self.beside(position, Rest::NOTHING)
    }

    /// A position beside a rest.
    fn beside(&self, position: &G::Position, rest: Rest) -> Position<G::Position> {
        let mover = self.game.to_move(position);
        let (open, rest) = match self.single(position).filter(|_| !rest.is_open) {
            Some(single) => (Some(single), rest),
            None => self.ask(|book| book.read(position, rest)),
        };
        let open = open.map(|open| self.game.with_mover(&open, mover));
        Position { open, rest, mover }
    }

    /// The only part of a position, if there are no others and it is surely too large for a value.
    fn single(&self, position: &G::Position) -> Option<G::Position> {
        let mut single = None;
        self.game.split(position, &mut |part| match single.replace(part) {
            None => ControlFlow::Continue(()),
            Some(_) => {
                single = None;
                ControlFlow::Break(())
            }
        });
        // The limit is one for the moves of both players.
        single.filter(|part| self.moves(Some(part)) > self.limit.load(Ordering::Relaxed))
    }

    fn ask<R>(&self, question: impl FnOnce(&mut Book<G>) -> R) -> R {
        let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = question(&mut book);
        self.limit.store(book.limit.moves(), Ordering::Relaxed);
        answer
    }

    /// How many moves there are in an open part.
    #[inline]
    fn moves(&self, open: Option<&G::Position>) -> u32 {
        match open.map(|open| self.game.status(open, &mut Vec::new())) {
            Some(Status::Moves(count)) => count,
            Some(Status::Over(_)) | None => 0,
        }
    }

    /// How many moves there are.
    #[inline]
    fn mobility(&self, position: &Position<G::Position>) -> u32 {
        let Position { open, rest, mover } = position;
        self.moves(open.as_ref()) + u32::from(rest.moves[mover.index()])
    }
}

impl<G: Partisan> Game for Sum<G> {
    type Position = Position<G::Position>;
    type Key = SumKey<G::Key>;
    type OwnedKey = SumKey<G::Key>;

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    #[inline]
    fn to_move(&self, position: &Self::Position) -> Player {
        position.mover
    }

    fn expand(&self, position: &Self::Position, moves: &mut Vec<Move>) -> Option<Score> {
        let before = moves.len();
        if let Some(open) = &position.open {
            self.game.expand(open, moves);
        }
        if !position.rest.is_nothing() {
            let each = |place, option| moves.push(Move(REST | place << 16 | option));
            self.ask(|book| book.list(position.rest, position.mover, each));
        }
        (moves.len() == before).then(|| position.mover.other().win())
    }

    #[inline]
    fn status(&self, position: &Self::Position, _scratch: &mut Vec<Move>) -> Status {
        match self.mobility(position) {
            0 => Status::Over(position.mover.other().win()),
            count => Status::Moves(count),
        }
    }

    fn play(&self, position: &mut Self::Position, mv: Move) {
        let Position { open, rest, mover } = position;
        if mv.0 & REST == 0
            && let Some(open) = open
        {
            self.game.play(open, mv);
            *position = self.beside(open, *rest);
            return;
        }
        let place = (mv.0 >> 16 & 0x7fff, mv.0 & 0xffff);
        let (after, left) = self.ask(|book| book.play(open.take(), *rest, *mover, place));
        *mover = mover.other();
        *open = after.map(|open| self.game.with_mover(&open, *mover));
        *rest = left;
    }

    #[inline]
    fn key(&self, position: &Self::Position) -> Self::Key {
        let Position { open, rest, .. } = position;
        match open {
            Some(open) => SumKey { part: self.game.part_key(open), rest: rest.number },
            None => SumKey { part: self.blank, rest: CLOSED | rest.number },
        }
    }

    fn owned_key(&self, position: &Self::Position) -> Self::Key {
        self.key(position)
    }

    /// It is good to have many answers, what the game finds good, a rest in one's favour, and
    /// best no rest at all: such sums are met most often.
    #[inline]
    fn evaluate(&self, position: &Self::Position) -> i32 {
        let Position { open, rest, mover } = position;
        let moves = self.mobility(position) as i32 + i32::from(rest.is_nothing());
        let answers = if *mover == Player::Left { moves } else { -moves };
        let guess = open.as_ref().map_or(0, |open| self.game.evaluate(open));
        2 * answers + guess + i32::from(rest.lean)
    }

    #[inline]
    fn bounds(&self, position: &Self::Position) -> Bounds {
        let Position { open, rest, mover } = position;
        match (open, rest.winners[mover.index()]) {
            (None, Some(winner)) => Bounds::exactly(winner.win()),
            (Some(open), _) if rest.is_nothing() => self.game.bounds(open),
            _ => Bounds::new(SCORES[0], SCORES[1]),
        }
    }

    /// The game's move that leads to the same sum, from the first position.
    fn told(&self, mv: Move) -> Option<Move> {
        let mut after = self.root.clone();
        self.play(&mut after, mv);
        let wanted = self.key(&after);
        let mut moves = Vec::new();
        self.game.expand(&self.start, &mut moves);
        moves.into_iter().find(|&mv| {
            let mut next = self.start.clone();
            self.game.play(&mut next, mv);
            self.key(&self.read(&next)) == wanted
        })
    }

    fn has_lasting_keys(&self) -> bool {
        false
    }

    fn memory(&self) -> usize {
        self.game.memory() + self.ask(|book| book.bytes())
    }

    /// Is there no more room for rests, which are never forgotten, or has the game itself failed?
    fn has_failed(&self) -> bool {
        self.game.has_failed() || self.ask(|book| book.is_full() || book.bytes() > self.max_bytes)
    }
}
