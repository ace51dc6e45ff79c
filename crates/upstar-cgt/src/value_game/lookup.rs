//! Values of parts and outcomes of sums, computed once and then looked up.
//!
//! A lookup takes a shared lock, so many threads can run lookups at once. New values are computed by one
//! thread at a time, within a fixed number of steps. A part that would need more steps has no value, which is
//! not an error.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed},
    },
};

use upstar_core::{Error, Key, Partisan};

use crate::{
    database::{DatabaseRef, FoundValue},
    parts::{
        Admission, AdmissionFilter, Method, OutcomeEffort, PartDatabase, PartTable, PartValue,
        PartValues, SharedRecentParts, SumMap, SumOutcomes, ValueSum, Winners,
    },
    values::{Dyadic, Id, Values},
};

/// The number of tables, each with its own lock.
const SHARDS: usize = 16;
/// The maximum work for a value, in thousands of steps of the arena: about a second.
const MAX_KILOSTEPS: u32 = 1024;
/// The maximum bytes of the values. The data of parts and sums may take the same again.
const MAX_BYTES: usize = 1 << 30;
/// The slots for the parts that were looked up last.
const RECENT: usize = 1 << 14;

/// The evaluation of a part, in quarters of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartEvaluation {
    /// The mean plus the mean of the atomic weight.
    pub mean: i32,
    /// The temperature.
    pub temperature: i32,
}

/// The values of the parts of one game's positions, for many threads.
pub struct PartLookup<G: Partisan> {
    /// Parts by [`placed_key`](Partisan::placed_key). Most lookups succeed here, and need no canonical image.
    recent: SharedRecentParts<G::Key, PartValue, RECENT>,
    /// Parts by [`part_key`](Partisan::part_key).
    shards: [RwLock<PartTable<G::Key, PartValue>>; SHARDS],
    winners: RwLock<SumMap<Winners>>,
    evaluations: RwLock<HashMap<Id, PartEvaluation>>,
    filter: AdmissionFilter,
    arena: Mutex<Arena<G>>,
    database: Option<DatabaseLookup>,
    effort: OutcomeEffort,
    bytes: AtomicUsize,
}

/// A database, and the values that were looked up, each with its negative.
struct DatabaseLookup {
    database: PartDatabase,
    values: Vec<OnceLock<[PartValue; 2]>>,
}

/// Computes values and outcomes.
struct Arena<G: Partisan> {
    values: Values,
    parts: PartValues<G>,
    outcomes: SumOutcomes,
    /// The remaining thousands of steps for the current computation.
    kilosteps: Arc<AtomicU32>,
}

impl<G: Partisan> PartLookup<G> {
    /// A lookup without parts.
    pub fn new(effort: OutcomeEffort) -> PartLookup<G> {
        let mut values = Values::with_limit(MAX_BYTES);
        let kilosteps = Arc::new(AtomicU32::new(MAX_KILOSTEPS));
        let left = Arc::clone(&kilosteps);
        // The arena calls this every 4096 steps.
        let spend = move |_| left.fetch_update(Relaxed, Relaxed, |n| n.checked_sub(4)).is_err();
        values.poll_with(Some(Box::new(spend)));
        let (parts, outcomes) = (PartValues::new(Method::Exact), SumOutcomes::default());
        PartLookup {
            recent: SharedRecentParts::default(),
            shards: std::array::from_fn(|_| RwLock::default()),
            winners: RwLock::default(),
            evaluations: RwLock::default(),
            filter: AdmissionFilter::default(),
            arena: Mutex::new(Arena { values, parts, outcomes, kilosteps }),
            database: None,
            effort,
            bytes: AtomicUsize::new(0),
        }
    }

    /// Opens a database to look up values in.
    ///
    /// # Errors
    /// If there is no database of the game, or it is damaged.
    pub fn open(&mut self, game: &G, reference: &DatabaseRef) -> Result<(), Error> {
        let mut arena = self.arena();
        let database = PartDatabase::open(reference, game.cells(), &mut arena.values);
        self.bytes.fetch_max(arena.values.bytes(), Relaxed);
        drop(arena);
        let database = database?;
        let values = (0..database.value_count()).map(|_| OnceLock::new()).collect();
        self.database = Some(DatabaseLookup { database, values });
        Ok(())
    }

    /// The cells of the largest board that a database has.
    #[inline]
    pub fn max_cells(&self) -> u32 {
        self.database.as_ref().map_or(0, |lookup| lookup.database.max_cells() as u32)
    }

    /// The bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// The value of a part. It is computed if the part has at most `cells` cells.
    #[inline]
    pub fn value(
        &self,
        game: &G,
        part: &G::Position,
        max_cells: u32,
        admission: Admission,
    ) -> PartValue {
        let key = game.placed_key(part);
        if let Some(value) = self.recent.get(&key) {
            return value;
        }
        let value = match self.in_database(game, part) {
            Some(value) => value,
            None if game.size(part) > max_cells => PartValue::Unknown,
            None => match self.known_or_new(game, part, admission) {
                Some(value) => value,
                None => return PartValue::Unknown,
            },
        };
        self.recent.insert(key, value);
        value
    }

    /// The value of a part in the database.
    fn in_database(&self, game: &G, part: &G::Position) -> Option<PartValue> {
        let DatabaseLookup { database, values } = self.database.as_ref()?;
        let found = database.find(game.pack(part))?;
        let both = values[found.number as usize].get_or_init(|| {
            let arena = &mut self.arena().values;
            [false, true].map(|is_negated| {
                let id = database.value(FoundValue { is_negated, ..found }, arena);
                id.and_then(|id| PartValue::of(arena, id).ok()).unwrap_or(PartValue::Unknown)
            })
        });
        Some(both[usize::from(found.is_negated)])
    }

    /// The known value of a part, or else its computed value; none if the part is not admitted yet.
    fn known_or_new(
        &self,
        game: &G,
        part: &G::Position,
        admission: Admission,
    ) -> Option<PartValue> {
        let key = game.part_key(part);
        let hash = key.hash64();
        let shard = &self.shards[(hash >> 32) as usize % SHARDS];
        if let Some(&value) = read(shard).find_data(&key) {
            return Some(value);
        }
        if !self.filter.admits(hash, admission) {
            return None;
        }
        let value = self.compute_value(game, part);
        let mut shard = write(shard);
        // Another thread may have inserted it in the meantime.
        if shard.find(&key).is_none() && self.has_room() {
            shard.insert(key, value);
            self.bytes.fetch_add(2 * size_of::<(G::Key, PartValue)>(), Relaxed);
        }
        Some(value)
    }

    fn compute_value(&self, game: &G, part: &G::Position) -> PartValue {
        let mut arena = self.arena();
        let Arena { values, parts, .. } = &mut *arena;
        let found = parts.part(game, values, part).and_then(|id| match id {
            Some(id) => PartValue::of(values, id),
            None => Ok(PartValue::Unknown),
        });
        self.bytes.fetch_max(values.bytes(), Relaxed);
        found.unwrap_or(PartValue::Unknown)
    }

    /// The winners of a sum.
    pub fn winners(&self, sum: &ValueSum, admission: Admission) -> Winners {
        if sum.others().is_empty() {
            return Winners::of_closed(sum.closed);
        }
        if let Some(&winners) = read(&self.winners).get(sum) {
            return winners;
        }
        if !self.filter.admits(sum.hash64(), admission) {
            return Winners::UNKNOWN;
        }
        let mut arena = self.arena();
        let Arena { values, outcomes, .. } = &mut *arena;
        let winners = outcomes.winners(values, sum, self.effort).unwrap_or(Winners::UNKNOWN);
        drop(arena);
        let mut known = write(&self.winners);
        if self.has_room() {
            known.insert(*sum, winners);
            self.bytes.fetch_add(2 * size_of::<(ValueSum, Winners)>(), Relaxed);
        }
        winners
    }

    /// The evaluation of a part with a value.
    pub fn evaluation(&self, value: PartValue) -> PartEvaluation {
        match value {
            PartValue::Unknown => PartEvaluation::default(),
            PartValue::Closed(nus) => {
                PartEvaluation { mean: quarters(nus.number) + 4 * nus.ups, temperature: 0 }
            }
            PartValue::Other { id, .. } => {
                if let Some(&known) = read(&self.evaluations).get(&id) {
                    return known;
                }
                let values = &mut self.arena().values;
                let mean = values.mean(id).map_or(0, quarters);
                let temperature = values.temperature(id).map_or(0, quarters).max(0);
                let weight = values.atomic_weight(id).ok().flatten();
                let ups = weight.and_then(|w| values.mean(w).ok()).map_or(0, quarters);
                let found = PartEvaluation { mean: mean + ups, temperature };
                write(&self.evaluations).insert(id, found);
                found
            }
        }
    }

    fn has_room(&self) -> bool {
        self.bytes() < 2 * MAX_BYTES
    }

    /// The arena, with the maximum number of steps.
    fn arena(&self) -> MutexGuard<'_, Arena<G>> {
        let arena = self.arena.lock().unwrap_or_else(PoisonError::into_inner);
        arena.kilosteps.store(MAX_KILOSTEPS, Relaxed);
        arena
    }
}

/// A number in quarters, clamped.
fn quarters(x: Dyadic) -> i32 {
    const MOST: i128 = 1 << 24;
    let whole = (i128::from(x.numerator()) * 4) >> x.exponent();
    whole.clamp(-MOST, MOST) as i32
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
