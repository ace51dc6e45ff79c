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
    SharedInterner, StaticBounds, Status, StopCheck, Symmetry, lock,
};

use super::{
    key::{CLOSED, SumKey},
    remainder::Remainder,
    table::{OpenSum, SumTable},
    thread_slots::ThreadSlots,
};
use crate::{database::DatabaseRef, parts::ValueLimit};

const SCORES: [Score; 2] = [-1, 1];
/// Marks a move in the remainder, which is `REMAINDER | place << 16 | option`. Other moves are the game's own
/// moves, in the open part.
const REMAINDER: u32 = 1 << 31;

/// Sums of parts of one game's positions.
pub struct SumGame<G: Partisan> {
    game: Arc<G>,
    /// A table for each thread.
    tables: Vec<ThreadTable<G>>,
    slots: ThreadSlots,
    /// The interner that all tables share.
    interner: Option<SharedInterner>,
    /// The highest limit of all tables, readable without a lock.
    limit: AtomicU32,
    max_bytes: usize,
    /// The key of the open part in sums that have none.
    placeholder: G::Key,
    /// The position where the search starts, and its sum.
    start: G::Position,
    root: SumPosition<G::Position>,
}

/// The resources of a game on sums.
#[derive(Clone, Debug)]
pub struct SumConfig {
    /// The number of threads of the search.
    pub threads: usize,
    /// The maximum number of bytes of all tables.
    pub max_bytes: usize,
    /// Are keys stored for later runs?
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

/// The table of a thread, and its bytes when they were last computed.
struct ThreadTable<G: Partisan> {
    table: Mutex<SumTable<G>>,
    bytes: AtomicUsize,
}

/// A sum: the open part, if there is one, the remainder, and the player to move.
#[derive(Clone, Debug)]
pub struct SumPosition<P> {
    open: Option<P>,
    remainder: Remainder,
    mover: Player,
}

impl<G: Partisan> SumGame<G> {
    /// The sums that can be reached from a position. Parts within the limit get values until `stop_check`
    /// returns true. All tables together may take about `max_bytes`.
    ///
    /// # Errors
    /// If the database cannot be opened.
    pub fn new(
        game: &Arc<G>,
        start: &G::Position,
        limit: ValueLimit,
        config: SumConfig,
        stop_check: &StopCheck,
    ) -> Result<SumGame<G>, Error> {
        let SumConfig { threads, max_bytes, keeps_keys, database } = config;
        // Ids of a game whose keys are ids have one interner with those of sums.
        let interner: Option<SharedInterner> = (threads > 1 || keeps_keys)
            .then(|| game.interner().cloned().unwrap_or_else(Interner::shared));
        let new_table = || -> Result<(SumTable<G>, OpenSum<G::Position>), Error> {
            let share = max_bytes / threads;
            let (game, stop_check) = (Arc::clone(game), Arc::clone(stop_check));
            let mut table = SumTable::new(game, limit, share, stop_check, interner.clone());
            database.as_ref().map_or(Ok(()), |database| table.open(database))?;
            let root = table.sum_of(start, Remainder::EMPTY);
            Ok((table, root))
        };
        let shared = |table| ThreadTable { table: Mutex::new(table), bytes: AtomicUsize::new(0) };
        let (table, (open, remainder)) = new_table()?;
        let mut tables = vec![shared(table)];
        // All threads start at the same root. A table that does not know its remainder was stopped by
        // `stop_check`, so it is left out.
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
            interner,
            limit: AtomicU32::new(limit.moves()),
            max_bytes,
            placeholder: game.part_key(start),
            start: start.clone(),
            game: Arc::clone(game),
        })
    }

    /// The sum of the start position.
    pub fn root(&self) -> &SumPosition<G::Position> {
        &self.root
    }

    /// Do all parts of the start position have values?
    pub fn is_valued(&self) -> bool {
        SumGame::<G>::has_values(&self.root)
    }

    /// Do all parts of a sum have values?
    pub fn has_values(sum: &SumPosition<G::Position>) -> bool {
        sum.open.is_none() && !sum.remainder.is_open
    }

    /// The sum of a position.
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

    /// The only part of a position, if there is exactly one and it is certainly too large for a value.
    fn single_part(&self, position: &G::Position) -> Option<G::Position> {
        let mut single = None;
        self.game.split(position, &mut |part| match single.replace(part) {
            None => ControlFlow::Continue(()),
            Some(_) => {
                single = None;
                ControlFlow::Break(())
            }
        });
        // The limit counts the moves of both players. If one player has more, the part is too large.
        single.filter(|part| self.moves(Some(part)) > self.limit.load(Relaxed))
    }

    /// The move of the game that leads from the start position to the same sum.
    pub fn board_move(&self, mv: Move) -> Option<Move> {
        // A move that another thread found may not exist here.
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

    /// Calls `query` with the table of this thread.
    fn with_table<R>(&self, query: impl FnOnce(&mut SumTable<G>) -> R) -> R {
        let mut table = lock(&self.tables[self.slots.own()].table);
        let known = self.limit.load(Relaxed);
        table.limit.raise(known);
        let result = query(&mut table);
        if table.limit.moves() > known {
            self.limit.fetch_max(table.limit.moves(), Relaxed);
        }
        result
    }

    /// The bytes in use, with the last known bytes of the other threads.
    fn bytes(&self) -> usize {
        let own = &self.tables[self.slots.own()];
        own.bytes.store(self.with_table(|table| table.bytes()), Relaxed);
        // The game counts the bytes of an interner that is its own.
        let own_interner = self.interner.as_ref().filter(|_| self.game.interner().is_none());
        let shared = own_interner.map_or(0, |interner| lock(interner).bytes());
        shared + self.tables.iter().map(|table| table.bytes.load(Relaxed)).sum::<usize>()
    }

    /// The number of moves in an open part.
    #[inline]
    fn moves(&self, open: Option<&G::Position>) -> u32 {
        match open.map(|open| self.game.status(open, &mut Vec::new())) {
            Some(Status::Moves(count)) => count,
            Some(Status::Over(_)) | None => 0,
        }
    }

    /// The number of moves.
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
            Some(open) => SumKey { part: self.game.part_key(open), remainder: remainder.id },
            None => SumKey { part: self.placeholder, remainder: CLOSED | remainder.id },
        }
    }

    /// Ids depend on the order in which sums occur.
    fn has_stable_keys(&self) -> bool {
        false
    }

    fn interner(&self) -> Option<&SharedInterner> {
        let is_stable = self.game.has_stable_keys() || self.game.interner().is_some();
        self.interner.as_ref().filter(|_| is_stable)
    }

    fn renumbered(&self, key: Self::Key, ids: &[u32]) -> Option<Self::Key> {
        let remainder = ids.get((key.remainder & !CLOSED) as usize)? | key.remainder & CLOSED;
        Some(SumKey { part: self.game.renumbered(key.part, ids)?, remainder })
    }

    fn heap_bytes(&self) -> usize {
        self.game.heap_bytes() + self.bytes()
    }

    /// Are the tables nearly full (remainders are never removed), or has the game itself failed?
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
    /// Prefers many moves, a good evaluation by the game, and an advantage in the remainder. Most preferred
    /// is an empty remainder, because such sums occur most often.
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
