//! The arena: every value once, its options, its limits.
//!
//! Contract: an [`Id`] is good for the arena that made it. Two ids of an arena are equal exactly
//! when their games are. Values are never forgotten; caches of results are, when they grow.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
    ops::Range,
    sync::Arc,
    time::Instant,
};

use upstar_core::{HashIndex, mix};

use super::{Dyadic, Nus, Thermograph, ValueError};

/// A value in an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub(super) u32);

impl Id {
    /// Zero, in every arena.
    pub const ZERO: Id = Id(0);

    /// The value with a number in an arena that has that many.
    pub(crate) fn at(number: u32) -> Id {
        Id(number)
    }

    /// Its number in the arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is kept of a value.
pub(super) struct Entry {
    /// The closed form, where there is one.
    pub nus: Option<Nus>,
    /// Left options, then right ones, in the pool; of closed forms once they are asked for.
    options: Option<(u32, u32, u32)>,
    /// Where play ends if Left, or Right, starts and both stop at numbers.
    pub stops: [Dyadic; 2],
    /// How deep the game is above closed forms: bounds every recursion.
    pub height: u32,
    /// The negative, once known.
    pub negative: Option<Id>,
}

/// The deepest game that is kept, counted above closed forms. Recursions go twice as deep at
/// most, which any thread's stack can bear.
const MAX_HEIGHT: u32 = 1000;

/// A hasher for keys that are one word.
#[derive(Default)]
pub(super) struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0.rotate_left(5) ^ word);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }
}

/// Results by a word.
pub(super) type Cache<T> = HashMap<u64, T, BuildHasherDefault<WordHasher>>;

/// Bytes of a result in a cache: its pair and a control byte, and an eighth is kept free.
const CACHED: usize = 20;

/// Keeps a result. A cache that would have to grow beyond `max_bytes` is emptied instead.
fn remember<T>(cache: &mut Cache<T>, key: u64, result: T, max_bytes: usize) {
    if cache.len() == cache.capacity() && 2 * cache.capacity() * CACHED > max_bytes {
        cache.clear();
    }
    cache.insert(key, result);
}

/// Asked from time to time whether to stop.
pub type Poll = Box<dyn FnMut(Effort) -> bool + Send>;

/// An arena of values; see the [module](super).
pub struct Values {
    pub(super) entries: Vec<Entry>,
    pool: Vec<Id>,
    index: HashIndex,
    pub(super) orders: Cache<bool>,
    pub(super) sums: Cache<Id>,
    pub(super) thermographs: HashMap<Id, Arc<Thermograph>>,
    pub(super) weights: HashMap<Id, Option<Id>>,
    max_bytes: usize,
    /// Bytes that whoever uses the arena has put aside.
    reserved: usize,
    /// When to stop.
    deadline: Option<Instant>,
    poll: Option<Poll>,
    steps: u64,
    max_steps: u64,
    /// Positions of games that were worked out.
    positions: u64,
}

/// How far a long computation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions of games that were worked out.
    pub positions: u64,
    /// Values in the arena.
    pub values: usize,
    /// Bytes in use.
    pub bytes: usize,
}

impl Default for Values {
    fn default() -> Values {
        Values::with_limit(4 << 30)
    }
}

impl Values {
    /// An empty arena that takes at most about `max_bytes`.
    pub fn with_limit(max_bytes: usize) -> Values {
        let mut values = Values {
            entries: Vec::new(),
            pool: Vec::new(),
            index: HashIndex::new(),
            orders: Cache::default(),
            sums: Cache::default(),
            thermographs: HashMap::new(),
            weights: HashMap::new(),
            max_bytes,
            reserved: 0,
            deadline: None,
            poll: None,
            steps: 0,
            max_steps: u64::MAX,
            positions: 0,
        };
        let zero = Nus::number(Dyadic::ZERO);
        values.push(hash_nus(zero), Entry::closed(zero));
        values
    }

    /// Asks `poll` now and then, during long operations, whether to stop with
    /// [`ValueError::Stopped`]. Returns who was asked before.
    pub fn poll_with(&mut self, poll: Option<Poll>) -> Option<Poll> {
        std::mem::replace(&mut self.poll, poll)
    }

    /// Lets all work take at most so many steps; the same work takes the same number on every machine.
    pub fn allow_steps(&mut self, steps: u64) {
        self.max_steps = steps;
    }

    /// Lets what follows take at most so many bytes, those in use included, and no longer than to
    /// a deadline. Returns what was allowed before.
    pub fn limit(
        &mut self,
        max_bytes: usize,
        deadline: Option<Instant>,
    ) -> (usize, Option<Instant>) {
        self.reserved = 0;
        let before = (self.max_bytes, self.deadline);
        (self.max_bytes, self.deadline) = (max_bytes, deadline);
        before
    }

    /// Says how many bytes the caller has put aside, which count as used.
    ///
    /// # Errors
    /// When they do not fit beside the values.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), ValueError> {
        self.reserved = bytes;
        self.check_room(0)
    }

    /// How far a long computation is.
    pub fn effort(&self) -> Effort {
        Effort { positions: self.positions, values: self.len(), bytes: self.bytes() }
    }

    /// Counts a position that is worked out.
    pub(crate) fn count_position(&mut self) -> Result<(), ValueError> {
        self.positions += 1;
        self.step()
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never: zero is always there.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The bytes in use, caches included.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
            + self.pool.len() * size_of::<Id>()
            + self.index.bytes()
            + self.cache_bytes()
            + self.reserved
    }

    fn cache_bytes(&self) -> usize {
        (self.orders.capacity() + self.sums.capacity()) * CACHED
            + self.thermograph_bytes()
            + self.weights.capacity() * 16
    }

    fn thermograph_bytes(&self) -> usize {
        self.thermographs.values().map(|thermograph| thermograph.bytes()).sum()
    }

    /// Remembers what was compared.
    pub(super) fn remember_order(&mut self, key: u64, answer: bool) {
        remember(&mut self.orders, key, answer, self.max_bytes / 8);
    }

    /// Remembers what was added.
    pub(super) fn remember_sum(&mut self, key: u64, sum: Id) {
        remember(&mut self.sums, key, sum, self.max_bytes / 8);
    }

    /// Counts a step of work: polls, and keeps thermographs within a quarter of the limit.
    pub(super) fn step(&mut self) -> Result<(), ValueError> {
        self.steps += 1;
        if self.steps > self.max_steps {
            return Err(ValueError::Stopped);
        }
        if self.steps.is_multiple_of(4096) {
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(ValueError::OutOfTime);
            }
            let effort = self.effort();
            if self.poll.as_mut().is_some_and(|poll| poll(effort)) {
                return Err(ValueError::Stopped);
            }
            if self.thermograph_bytes() > self.max_bytes / 4 {
                self.thermographs.clear();
            }
        }
        Ok(())
    }

    /// The value of a closed form.
    ///
    /// # Errors
    /// When memory is short.
    pub fn nus(&mut self, nus: Nus) -> Result<Id, ValueError> {
        let hash = hash_nus(nus);
        let same = |i: u32| self.entries[i as usize].nus == Some(nus);
        if let Some(found) = self.index.find(hash, same) {
            return Ok(Id(found));
        }
        self.check_room(0)?;
        Ok(self.push(hash, Entry::closed(nus)))
    }

    /// A number.
    ///
    /// # Errors
    /// When memory is short.
    pub fn number(&mut self, number: Dyadic) -> Result<Id, ValueError> {
        self.nus(Nus::number(number))
    }

    /// The value with these options, which must be canonical, sorted, and of no closed form.
    pub(crate) fn intern(&mut self, left: &[Id], right: &[Id]) -> Result<Id, ValueError> {
        let hash = hash_options(left, right);
        let same = |i: u32| {
            let entry = &self.entries[i as usize];
            entry.nus.is_none()
                && entry.options.is_some_and(|(start, middle, end)| {
                    &self.pool[start as usize..middle as usize] == left
                        && &self.pool[middle as usize..end as usize] == right
                })
        };
        if let Some(found) = self.index.find(hash, same) {
            return Ok(Id(found));
        }
        self.check_room(left.len() + right.len())?;
        let height = left.iter().chain(right).map(|&o| self.entry(o).height).max().unwrap_or(0) + 1;
        if height > MAX_HEIGHT {
            return Err(ValueError::TooLarge(format!("a game deeper than {MAX_HEIGHT} moves")));
        }
        let stops = self.stops_of(left, right);
        let options = Some(self.store(left, right));
        let entry = Entry { nus: None, options, stops, height, negative: None };
        Ok(self.push(hash, entry))
    }

    /// The stops of a game with these options that is not a number: both lists have some.
    pub(super) fn stops_of(&self, left: &[Id], right: &[Id]) -> [Dyadic; 2] {
        let best = left.iter().map(|&o| self.entry(o).stops[1]).max();
        let worst = right.iter().map(|&o| self.entry(o).stops[0]).min();
        [best.unwrap_or(Dyadic::ZERO), worst.unwrap_or(Dyadic::ZERO)]
    }

    fn check_room(&self, options: usize) -> Result<(), ValueError> {
        let bytes = self.entries.len() * size_of::<Entry>()
            + (self.pool.len() + options) * size_of::<Id>()
            + self.index.bytes()
            + self.reserved;
        let full = bytes > self.max_bytes || self.pool.len() + options > u32::MAX as usize - 1;
        if full { Err(ValueError::OutOfMemory(self.max_bytes)) } else { Ok(()) }
    }

    fn store(&mut self, left: &[Id], right: &[Id]) -> (u32, u32, u32) {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(left);
        let middle = self.pool.len() as u32;
        self.pool.extend_from_slice(right);
        (start, middle, self.pool.len() as u32)
    }

    fn push(&mut self, hash: u64, entry: Entry) -> Id {
        let id = Id(self.entries.len() as u32);
        self.entries.push(entry);
        let (entries, pool) = (&self.entries, &self.pool);
        self.index.insert(hash, id.0, |i| entries[i as usize].hash(pool));
        id
    }

    #[inline]
    pub(super) fn entry(&self, id: Id) -> &Entry {
        &self.entries[id.index()]
    }

    /// The closed form, where there is one.
    pub fn as_nus(&self, id: Id) -> Option<Nus> {
        self.entry(id).nus
    }

    /// Is it a number? Which?
    pub fn as_number(&self, id: Id) -> Option<Dyadic> {
        self.entry(id).nus.filter(|nus| nus.is_number()).map(|nus| nus.number)
    }

    /// Where the canonical options are in the pool: left, right. Those of closed forms are made.
    pub(super) fn ranges(&mut self, id: Id) -> Result<[Range<usize>; 2], ValueError> {
        let options = match (self.entry(id).options, self.entry(id).nus) {
            (Some(options), _) => options,
            (None, nus) => {
                let (left, right) = nus.map_or(Ok((vec![], vec![])), Nus::options)?;
                self.check_room(left.len() + right.len())?;
                let mut ids = [Vec::new(), Vec::new()];
                for (list, options) in ids.iter_mut().zip([left, right]) {
                    for option in options {
                        list.push(self.nus(option)?);
                    }
                }
                let options = self.store(&ids[0], &ids[1]);
                self.entries[id.index()].options = Some(options);
                options
            }
        };
        let (start, middle, end) = options;
        Ok([start as usize..middle as usize, middle as usize..end as usize])
    }

    #[inline]
    pub(super) fn pooled(&self, i: usize) -> Id {
        self.pool[i]
    }

    /// The canonical left options.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn left_options(&mut self, id: Id) -> Result<Vec<Id>, ValueError> {
        let [left, _] = self.ranges(id)?;
        Ok(self.pool[left].to_vec())
    }

    /// The canonical right options.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn right_options(&mut self, id: Id) -> Result<Vec<Id>, ValueError> {
        let [_, right] = self.ranges(id)?;
        Ok(self.pool[right].to_vec())
    }
}

impl Entry {
    fn closed(nus: Nus) -> Entry {
        Entry { nus: Some(nus), options: None, stops: [nus.number; 2], height: 0, negative: None }
    }

    fn hash(&self, pool: &[Id]) -> u64 {
        match (self.nus, self.options) {
            (None, Some((start, middle, end))) => hash_options(
                &pool[start as usize..middle as usize],
                &pool[middle as usize..end as usize],
            ),
            (nus, _) => hash_nus(nus.unwrap_or(Nus::number(Dyadic::ZERO))),
        }
    }
}

fn hash_nus(nus: Nus) -> u64 {
    let mut hasher = WordHasher(1);
    hasher.write_u64(nus.number.numerator() as u64);
    hasher.write_u64(u64::from(nus.number.exponent()) << 32 | u64::from(nus.ups as u32));
    hasher.write_u32(nus.nimber);
    hasher.finish()
}

fn hash_options(left: &[Id], right: &[Id]) -> u64 {
    let mut hasher = WordHasher(2);
    for id in left {
        hasher.write_u32(id.0);
    }
    hasher.write_u32(u32::MAX);
    for id in right {
        hasher.write_u32(id.0);
    }
    hasher.finish()
}
