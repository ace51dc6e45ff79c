//! The game of playing on a sum.

use std::{
    ops::ControlFlow,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed},
    },
};

use upstar_core::{
    Bounds, Error, Game, Interner, Move, MoveOrdering, Partisan, Player, Playouts, Score,
    StaticBounds, Status, StopCheck, Symmetry, lock,
};

use super::{
    book::{Book, Joined, Rest, Shared},
    key::{CLOSED, SumKey},
    limit::Limit,
    seats::Seats,
    stored::Stock,
};

const SCORES: [Score; 2] = [-1, 1];
/// Marks moves in the rest, which are `REST | place << 16 | option`; others are the game's own, in the
/// open part.
const REST: u32 = 1 << 31;

/// Sums of parts of one game's positions.
pub struct Sum<G: Partisan> {
    game: Arc<G>,
    /// What is known, a book for each thread, and which one a thread has.
    books: Vec<Desk<G>>,
    seats: Seats,
    /// What all books call things.
    names: Shared,
    /// The highest limit of all books, to be seen without a lock.
    limit: AtomicU32,
    max_bytes: usize,
    /// What stands in the keys of sums without an open part.
    blank: G::Key,
    /// The position where a search begins, and what it is as a sum.
    start: G::Position,
    root: Position<G::Position>,
}

/// What sums may use.
#[derive(Clone, Debug)]
pub struct Means {
    /// How many threads search.
    pub threads: usize,
    /// How much may be remembered.
    pub max_bytes: usize,
    /// Are keys kept for later runs?
    pub is_kept: bool,
    /// Where values are that were worked out before.
    pub stock: Option<Stock>,
}

impl Means {
    /// Those of one thread and one run.
    pub fn alone(max_bytes: usize) -> Means {
        Means { threads: 1, max_bytes, is_kept: false, stock: None }
    }
}

/// A thread's book, and how many bytes it had when somebody asked for them last.
struct Desk<G: Partisan> {
    book: Mutex<Book<G>>,
    bytes: AtomicUsize,
}

/// A sum: the open part, if there is one, the rest, and who moves.
#[derive(Clone, Debug)]
pub struct Position<P> {
    open: Option<P>,
    rest: Rest,
    mover: Player,
}

impl<G: Partisan> Sum<G> {
    /// The sums that can be reached from a position. Parts within the limit get values, until the alarm says that it
    /// is time to stop, and these and all else that is remembered may take about as much as the means say.
    ///
    /// # Errors
    /// If there is no such database.
    pub fn of(
        game: &Arc<G>,
        start: &G::Position,
        limit: Limit,
        means: Means,
        alarm: &StopCheck,
    ) -> Result<Sum<G>, Error> {
        let Means { threads, max_bytes, is_kept, stock } = means;
        let names: Shared = (threads > 1 || is_kept).then(Arc::default);
        let begin = || -> Result<(Book<G>, Joined<G::Position>), Error> {
            let share = max_bytes / threads;
            let (game, alarm) = (Arc::clone(game), Arc::clone(alarm));
            let mut book = Book::new(game, limit, share, alarm, names.clone());
            stock.as_ref().map_or(Ok(()), |stock| book.open(stock))?;
            let root = book.read(start, Rest::NOTHING);
            Ok((book, root))
        };
        let desk = |book| Desk { book: Mutex::new(book), bytes: AtomicUsize::new(0) };
        let (book, (open, rest)) = begin()?;
        let mut books = vec![desk(book)];
        // All threads begin where the first does. A book that does not know it was stopped by the alarm.
        for _ in 1..threads {
            let (book, _) = begin()?;
            books.extend(Some(book).filter(|book| book.knows(rest)).map(desk));
        }
        let mover = game.to_move(start);
        Ok(Sum {
            root: Position { open: open.map(|open| game.with_mover(&open, mover)), rest, mover },
            seats: Seats::new(books.len()),
            books,
            names,
            limit: AtomicU32::new(limit.moves()),
            max_bytes,
            blank: game.part_key(start),
            start: start.clone(),
            game: Arc::clone(game),
        })
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
        single.filter(|part| self.moves(Some(part)) > self.limit.load(Relaxed))
    }

    /// The game's move that leads to the same sum, from the first position.
    pub fn board_move(&self, mv: Move) -> Option<Move> {
        // Another thread's move may be none here.
        let mut own = Vec::new();
        self.expand(&self.root, &mut own);
        own.iter().find(|&&own| own == mv)?;
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

    /// The numbers that keys are made of, where threads or later runs share them.
    pub fn names(&self) -> Option<&Arc<Mutex<Interner>>> {
        self.names.as_ref()
    }

    fn ask<R>(&self, question: impl FnOnce(&mut Book<G>) -> R) -> R {
        let desk = &self.books[self.seats.mine()];
        let mut book = lock(&desk.book);
        let known = self.limit.load(Relaxed);
        book.limit.raise(known);
        let answer = question(&mut book);
        if book.limit.moves() > known {
            self.limit.fetch_max(book.limit.moves(), Relaxed);
        }
        answer
    }

    /// Bytes in use, as far as the threads have told.
    fn bytes(&self) -> usize {
        let mine = &self.books[self.seats.mine()];
        mine.bytes.store(self.ask(|book| book.bytes()), Relaxed);
        let names = self.names.as_ref().map_or(0, |names| lock(names).bytes());
        names + self.books.iter().map(|desk| desk.bytes.load(Relaxed)).sum::<usize>()
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
            Some(open) => SumKey { part: self.game.part_key(open), rest: rest.name },
            None => SumKey { part: self.blank, rest: CLOSED | rest.name },
        }
    }

    fn has_stable_keys(&self) -> bool {
        self.names.is_some() && self.game.has_stable_keys()
    }

    fn heap_bytes(&self) -> usize {
        self.game.heap_bytes() + self.bytes()
    }

    /// Is there no more room for rests, which are never forgotten, or has the game itself failed?
    fn has_failed(&self) -> bool {
        self.game.has_failed() || self.ask(|book| book.is_full()) || self.bytes() > self.max_bytes
    }
}

impl<G: Partisan> Symmetry for Sum<G> {}

impl<G: Partisan> StaticBounds for Sum<G> {
    #[inline]
    fn bounds(&self, position: &Self::Position) -> Bounds {
        let Position { open, rest, mover } = position;
        match (open, rest.winners[mover.index()]) {
            (None, Some(winner)) => Bounds::exactly(winner.win()),
            (Some(open), _) if rest.is_nothing() => self.game.bounds(open),
            _ => Bounds::new(SCORES[0], SCORES[1]),
        }
    }
}

impl<G: Partisan> MoveOrdering for Sum<G> {
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
}

impl<G: Partisan> Playouts for Sum<G> {}
