//! Retrograde analysis: the values of all positions of a board.
//!
//! **Idea** A position's value is the canonical form of its options' values. Every move leads to a lower
//! *layer* (in Clobber: one stone less). So one pass over the layers from the lowest up finds every value
//! after those of its options. (The thesis scans the whole table until nothing changes.) A position has up to
//! sixteen images under the symmetries of the board and the exchange of colours. Only the image with the
//! least number is computed. The others are copied or negated.
//!
//! **Threads** Threads take blocks of numbers. The table is an array of atomic words; a thread reads only
//! words that were written in an earlier layer. The same sets of options occur often. So most positions find
//! their value by a shared lookup, and only new sets go to the arena, one at a time.
//!
//! **Guarantee** The values do not depend on the number of threads. Nothing is assumed about parts.

use std::{
    sync::{
        Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};

use upstar_core::{Control, Planes, Player, mix};

use super::{
    file::{DatabaseError, Result},
    game::DatabaseGame,
    numbering::Numbering,
    option_sets::OptionSetCache,
    value_table::database_error,
};
use crate::values::{Id, Values};

/// Flag: the restricted method of Claessen's thesis has a value too.
pub const RESTRICTED: u32 = 1 << 31;
/// Flag: the position is a single part that reaches all borders.
pub const WHOLE: u32 = 1 << 30;
/// The bits of an id.
pub const ID: u32 = WHOLE - 1;
/// The id of contents that are not a legal position.
pub const NONE: u32 = ID;
/// The entry of a position that is not computed yet. No other entry has both flags and this id.
pub const UNSET: u32 = u32::MAX;

/// The numbers that a thread takes at a time.
const BLOCK: u64 = 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3;
/// The number of locks for lookups.
const SHARDS: usize = 64;

/// The buffers of a thread: left ids, right ids, and their set.
#[derive(Default)]
struct Scratch {
    lists: [Vec<u32>; 2],
    set: Vec<u32>,
}

/// The computation of one board.
pub struct Retrograde<'a> {
    board: &'a dyn DatabaseGame,
    numbering: Numbering,
    /// For each number, the value's number in the arena, and flags.
    table: Vec<AtomicU32>,
    values: Mutex<&'a mut Values>,
    /// Values by sets of options: left ids, a separator, right ids.
    shards: Vec<RwLock<OptionSetCache>>,
    control: &'a Control,
    failure: Mutex<Option<DatabaseError>>,
    stop: AtomicBool,
    /// The first number of the layer that no thread has taken yet.
    next: AtomicU64,
}

/// The result of a call of [`Retrograde::layer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The layer is complete.
    Done,
    /// The time is up. The same call continues the layer.
    Paused,
}

impl<'a> Retrograde<'a> {
    /// Starts with the entries that are known. Caches may use `bytes`, besides the table and the arena.
    pub fn new(
        board: &'a dyn DatabaseGame,
        numbering: Numbering,
        values: &'a mut Values,
        known: Option<Vec<AtomicU32>>,
        bytes: usize,
        control: &'a Control,
    ) -> Retrograde<'a> {
        let unset = || (0..numbering.count()).map(|_| AtomicU32::new(UNSET)).collect();
        let table = known.unwrap_or_else(unset);
        let shards =
            (0..SHARDS).map(|_| RwLock::new(OptionSetCache::new(bytes / SHARDS))).collect();
        let (values, failure) = (Mutex::new(values), Mutex::new(None));
        let (stop, next) = (AtomicBool::new(false), AtomicU64::new(0));
        Retrograde { board, numbering, table, values, shards, control, failure, stop, next }
    }

    /// Gives access to the table and the arena while no thread runs.
    pub fn with_values<T>(&mut self, look: impl FnOnce(&[AtomicU32], &mut Values) -> T) -> T {
        let values = self.values.get_mut().unwrap_or_else(PoisonError::into_inner);
        look(&self.table, values)
    }

    /// Computes a layer until the given time, but at least one block for each thread.
    ///
    /// # Errors
    /// If a limit is reached or the build is stopped.
    pub fn layer(&self, layer: usize, threads: usize, until: Option<Instant>) -> Result<Step> {
        let step = self.in_blocks(threads, until, |range, scratch| {
            self.numbering.scan(layer, range, |index| {
                if self.entry(index) == UNSET && !self.stop.load(Relaxed) {
                    let worked = self.compute_value(index, scratch);
                    self.record(worked);
                }
            });
        })?;
        if step == Step::Paused {
            return Ok(step);
        }
        let negatives = self.negatives()?;
        self.in_blocks(threads, None, |range, _| {
            let mut done = 0;
            self.numbering.scan(layer, range, |index| {
                if self.entry(index) == UNSET {
                    self.table[index as usize].store(self.image_entry(index, &negatives), Relaxed);
                }
                done += 1;
            });
            self.control.progress.nodes.fetch_add(done, Relaxed);
        })
    }

    /// Lets threads take blocks of all numbers until the given time.
    fn in_blocks(
        &self,
        threads: usize,
        until: Option<Instant>,
        work: impl Fn(std::ops::Range<u64>, &mut Scratch) + Sync,
    ) -> Result<Step> {
        let count = self.numbering.count();
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    let mut scratch = Scratch::default();
                    loop {
                        let start = self.next.fetch_add(BLOCK, Relaxed);
                        if self.control.is_stopped() {
                            self.record(Err(DatabaseError::Stopped));
                        }
                        if start >= count || self.stop.load(Relaxed) {
                            break;
                        }
                        work(start..(start + BLOCK).min(count), &mut scratch);
                        if until.is_some_and(|until| Instant::now() >= until) {
                            break;
                        }
                    }
                });
            }
        });
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(failure) = failure {
            return Err(failure);
        }
        if self.next.load(Relaxed) < count {
            return Ok(Step::Paused);
        }
        self.next.store(0, Relaxed);
        Ok(Step::Done)
    }

    fn record(&self, result: Result<()>) {
        if let Err(error) = result {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.get_or_insert(error);
            self.stop.store(true, Relaxed);
        }
    }

    fn entry(&self, index: u64) -> u32 {
        self.table[index as usize].load(Relaxed)
    }

    fn index(&self, planes: Planes) -> u64 {
        // All contents that the game itself creates have a number.
        self.numbering.index(planes).unwrap_or(0)
    }

    /// The numbers of the canonical images of a position and of its negative.
    fn images(&self, planes: Planes) -> (u64, u64) {
        let (least, negative) = self.board.images(planes);
        (self.index(least), negative.map_or(u64::MAX, |negative| self.index(negative)))
    }

    /// Computes the value of a position, unless it is the image of another one.
    fn compute_value(&self, index: u64, scratch: &mut Scratch) -> Result<()> {
        let planes = self.numbering.planes(index);
        let slot = &self.table[index as usize];
        if !self.board.is_position(planes) {
            slot.store(NONE, Relaxed);
            return Ok(());
        }
        let (least, negative) = self.images(planes);
        if least.min(negative) != index {
            return Ok(());
        }
        let lists = &mut scratch.lists;
        lists.iter_mut().for_each(Vec::clear);
        let mut restricted = true;
        self.board.options(planes, &mut |player: Player, next| {
            let entry = self.entry(self.index(next));
            restricted &= entry & RESTRICTED != 0;
            lists[player.index()].push(entry & ID);
        });
        for list in lists.iter_mut() {
            list.sort_unstable();
            list.dedup();
        }
        let found = self.look_up(scratch)?;
        let whole = if self.board.is_whole(planes) { WHOLE } else { 0 };
        // The cache flags the ids of values n·↑ + ∗k.
        let restricted = if restricted { found & RESTRICTED } else { 0 };
        slot.store(found & ID | whole | restricted, Relaxed);
        Ok(())
    }

    /// The value with these options.
    fn look_up(&self, Scratch { lists, set }: &mut Scratch) -> Result<u32> {
        set.clear();
        set.extend(&lists[0]);
        set.push(u32::MAX);
        set.extend(&lists[1]);
        let hash = hash_of(set);
        // The index inside a shard uses the lower bits of the hash.
        let shard = &self.shards[(hash >> 32) as usize % SHARDS];
        let known = shard.read().unwrap_or_else(PoisonError::into_inner).find(hash, set);
        if let Some(found) = known {
            return Ok(found);
        }
        let ids =
            lists.each_ref().map(|list| list.iter().map(|&id| Id::at(id)).collect::<Vec<_>>());
        let [left, right] = ids;
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let id = values.canonical(left, right).map_err(database_error)?;
        let mark = if values.is_ups_and_nimber(id) { RESTRICTED } else { 0 };
        self.control.progress.bytes.store(4 * self.table.len() + values.bytes(), Relaxed);
        drop(values);
        if id.index() >= NONE as usize {
            let text = "the board has more values than a database can hold";
            return Err(DatabaseError::Unsuitable(text.into()));
        }
        let found = id.index() as u32 | mark;
        let mut shard = shard.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have inserted the same set.
        if shard.find(hash, set).is_none() {
            shard.insert(set, found, hash_of);
        }
        Ok(found)
    }

    /// For each value of the arena, its negative.
    fn negatives(&self) -> Result<Vec<u32>> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let mut negatives = Vec::with_capacity(values.len());
        while negatives.len() < values.len() {
            let id = Id::at(negatives.len() as u32);
            negatives.push(values.negate(id).map_err(database_error)?.index() as u32);
        }
        Ok(negatives)
    }

    /// The entry of an image of a known position.
    fn image_entry(&self, index: u64, negatives: &[u32]) -> u32 {
        // The image may itself be an image that another thread is just copying. So follow the images to the
        // position that was computed.
        let (mut source, mut is_negated) = (index, false);
        loop {
            let (least, negative) = self.images(self.numbering.planes(source));
            let image = least.min(negative);
            if image == source {
                break;
            }
            is_negated ^= image != least;
            source = image;
        }
        let planes = self.numbering.planes(index);
        let entry = self.entry(source);
        let id = if is_negated { negatives[(entry & ID) as usize] } else { entry & ID };
        // An image may have fewer cells in use, if some cells can never be used by a move.
        let same = self.numbering.full(source) == self.numbering.full(index);
        let whole = if same { entry & WHOLE != 0 } else { self.board.is_whole(planes) };
        id | entry & RESTRICTED | if whole { WHOLE } else { 0 }
    }
}

fn hash_of(set: &[u32]) -> u64 {
    set.iter().fold(0, |hash, &word| mix(hash ^ u64::from(word)))
}
