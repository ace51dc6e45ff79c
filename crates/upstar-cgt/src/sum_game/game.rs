//! The game of playing on a sum.

use std::{
    ops::ControlFlow,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed},
    },
};

use upstar_core::{
    Alarm, Bounds, Error, Game, Move, MoveOrdering, Partisan, Player, Playouts, Score,
    StaticBounds, Status, Symmetry,
};

use super::{
    key::{CLOSED, SumKey},
    remainder::Remainder,
    table::{OpenSum, SharedNames, SumTable, lock},
    thread_slots::ThreadSlots,
};
use crate::{
    database::DatabaseRef,
    parts::{Interner, ValueLimit},
};

const SCORES: [Score; 2] = [-1, 1];
/// Marks moves in the remainder, which are `REMAINDER | place << 16 | option`. Others are the game's own
/// moves, in the open part.
const REMAINDER: u32 = 1 << 31;

/// Sums of parts of one game's positions.
pub struct SumGame<G: Partisan> {
    game: Arc<G>,
    /// What is known: a table for each thread.
    tables: Vec<ThreadTable<G>>,
    slots: ThreadSlots,
    /// What all tables call things.
    names: SharedNames,
    /// The highest limit of all tables, to be seen without a lock.
    limit: AtomicU32,
    max_bytes: usize,
    /// What stands in the keys of sums without an open part.
    blank: G::Key,
    /// The position where the search starts, and the sum that it is.
    start: G::Position,
    root: SumPosition<G::Position>,
}

/// What sums may use.
#[derive(Clone, Debug)]
pub struct SumConfig {
    /// How many threads search.
    pub threads: usize,
    /// How much memory all tables may use.
    pub max_bytes: usize,
    /// Are keys kept for later runs?
    pub keeps_keys: bool,
    /// A database of values.
    pub database: Option<DatabaseRef>,
}

impl SumConfig {
    /// One thread, one run, no database.
    pub fn single_thread(max_bytes: usize) -> SumConfig {
        SumConfig { threads: 1, max_bytes, keeps_keys: false, database: None }
    }
}

/// A thread's table, and how many bytes it had when that was asked last.
struct ThreadTable<G: Partisan> {
    table: Mutex<SumTable<G>>,
    bytes: AtomicUsize,
}

/// A sum: the open part, if there is one, the remainder, and who moves.
#[derive(Clone, Debug)]
pub struct SumPosition<P> {
    open: Option<P>,
    remainder: Remainder,
    mover: Player,
}

impl<G: Partisan> SumGame<G> {
    /// The sums that can be reached from a position. Parts within the limit get values until the alarm says
    /// stop. All tables together may take about `max_bytes`.
    ///
    /// # Errors
    /// If there is no such database.
    pub fn new(
        game: &Arc<G>,
        start: &G::Position,
        limit: ValueLimit,
        config: SumConfig,
        alarm: &Alarm,
    ) -> Result<SumGame<G>, Error> {
        let SumConfig { threads, max_bytes, keeps_keys, database } = config;
        let names: SharedNames = (threads > 1 || keeps_keys).then(Arc::default);
        let new_table = || -> Result<(SumTable<G>, OpenSum<G::Position>), Error> {
            let share = max_bytes / threads;
            let (game, alarm) = (Arc::clone(game), Arc::clone(alarm));
            let mut table = SumTable::new(game, limit, share, alarm, names.clone());
            database.as_ref().map_or(Ok(()), |database| table.open(database))?;
            let root = table.sum_of(start, Remainder::EMPTY);
            Ok((table, root))
        };
        let shared = |table| ThreadTable { table: Mutex::new(table), bytes: AtomicUsize::new(0) };
        let (table, (open, remainder)) = new_table()?;
        let mut tables = vec![shared(table)];
        // All threads start where the first does. A table that does not know it was stopped by the alarm.
        for _ in 1..threads {
            let (table, _) = new_table()?;
            tables.extend(Some(table).filter(|table| table.knows(remainder)).map(shared));
        }
        let mover = game.to_move(start);
        let open = open.map(|open| game.with_mover(&open, mover));
        Ok(SumGame {
            root: SumPosition { open, remainder, mover },
            slots: ThreadSlots::new(tables.len()),
            tables,
            names,
            limit: AtomicU32::new(limit.moves()),
            max_bytes,
            blank: game.part_key(start),
            start: start.clone(),
            game: Arc::clone(game),
        })
    }

    /// The sum that the first position is.
    pub fn root(&self) -> &SumPosition<G::Position> {
        &self.root
    }

    /// Has every part of the first position a value?
    pub fn is_valued(&self) -> bool {
        self.root.open.is_none() && !self.root.remainder.is_open
    }

    /// The sum that a position is.
    pub fn sum_of(&self, position: &G::Position) -> SumPosition<G::Position> {
        self.with_remainder(position, Remainder::EMPTY)
    }

    /// The sum of a position and a remainder.
    fn with_remainder(
        &self,
        position: &G::Position,
        remainder: Remainder,
    ) -> SumPosition<G::Position> {
        let mover = self.game.to_move(position);
        let (open, remainder) = match self.single_part(position).filter(|_| !remainder.is_open) {
            Some(part) => (Some(part), remainder),
            None => self.with_table(|table| table.sum_of(position, remainder)),
        };
        let open = open.map(|open| self.game.with_mover(&open, mover));
        SumPosition { open, remainder, mover }
    }

    /// The only part of a position, if there are no others and it is surely too large for a value.
    fn single_part(&self, position: &G::Position) -> Option<G::Position> {
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
            self.key(&self.sum_of(&next)) == wanted
        })
    }

    /// The numbers that keys are made of, where threads or later runs share them.
    pub fn names(&self) -> Option<&Arc<Mutex<Interner>>> {
        self.names.as_ref()
    }

    /// Asks this thread's table.
    fn with_table<R>(&self, question: impl FnOnce(&mut SumTable<G>) -> R) -> R {
        let mut table = lock(&self.tables[self.slots.own()].table);
        let known = self.limit.load(Relaxed);
        table.limit.raise(known);
        let answer = question(&mut table);
        if table.limit.moves() > known {
            self.limit.fetch_max(table.limit.moves(), Relaxed);
        }
        answer
    }

    /// Bytes in use, as far as the threads have said.
    fn bytes(&self) -> usize {
        let own = &self.tables[self.slots.own()];
        own.bytes.store(self.with_table(|table| table.bytes()), Relaxed);
        let names = self.names.as_ref().map_or(0, |names| lock(names).bytes());
        names + self.tables.iter().map(|table| table.bytes.load(Relaxed)).sum::<usize>()
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
    fn mobility(&self, position: &SumPosition<G::Position>) -> u32 {
        let SumPosition { open, remainder, mover } = position;
        self.moves(open.as_ref()) + u32::from(remainder.moves[mover.index()])
    }
}

impl<G: Partisan> Game for SumGame<G> {
    type Position = SumPosition<G::Position>;
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
        if !position.remainder.is_empty() {
            let each = |place, option| moves.push(Move(REMAINDER | place << 16 | option));
            self.with_table(|table| table.list_moves(position.remainder, position.mover, each));
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
        let SumPosition { open, remainder, mover } = position;
        if mv.0 & REMAINDER == 0
            && let Some(open) = open
        {
            self.game.play(open, mv);
            *position = self.with_remainder(open, *remainder);
            return;
        }
        let place = (mv.0 >> 16 & 0x7fff, mv.0 & 0xffff);
        let (after, left) =
            self.with_table(|table| table.play(open.take(), *remainder, *mover, place));
        *mover = mover.other();
        *open = after.map(|open| self.game.with_mover(&open, *mover));
        *remainder = left;
    }

    #[inline]
    fn key(&self, position: &Self::Position) -> Self::Key {
        let SumPosition { open, remainder, .. } = position;
        match open {
            Some(open) => SumKey { part: self.game.part_key(open), remainder: remainder.name },
            None => SumKey { part: self.blank, remainder: CLOSED | remainder.name },
        }
    }

    fn has_stable_keys(&self) -> bool {
        self.names.is_some() && self.game.has_stable_keys()
    }

    fn heap_bytes(&self) -> usize {
        self.game.heap_bytes() + self.bytes()
    }

    /// Is there no more room for remainders, which are never forgotten, or has the game itself failed?
    fn has_failed(&self) -> bool {
        self.game.has_failed()
            || self.with_table(|table| table.is_full())
            || self.bytes() > self.max_bytes
    }
}

impl<G: Partisan> Symmetry for SumGame<G> {}

impl<G: Partisan> StaticBounds for SumGame<G> {
    #[inline]
    fn bounds(&self, position: &Self::Position) -> Bounds {
        let SumPosition { open, remainder, mover } = position;
        match (open, remainder.winners.winner(*mover)) {
            (None, Some(winner)) => Bounds::exactly(winner.win()),
            (Some(open), _) if remainder.is_empty() => self.game.bounds(open),
            _ => Bounds::new(SCORES[0], SCORES[1]),
        }
    }
}

impl<G: Partisan> MoveOrdering for SumGame<G> {
    /// Good are many moves, what the game evaluates well, a remainder in one's favour, and best an empty
    /// remainder: such sums come up most often.
    #[inline]
    fn evaluate(&self, position: &Self::Position) -> i32 {
        let SumPosition { open, remainder, mover } = position;
        let moves = self.mobility(position) as i32 + i32::from(remainder.is_empty());
        let answers = if *mover == Player::Left { moves } else { -moves };
        let part = open.as_ref().map_or(0, |open| self.game.evaluate(open));
        2 * answers + part + i32::from(remainder.advantage)
    }
}

impl<G: Partisan> Playouts for SumGame<G> {}
