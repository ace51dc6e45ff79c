//! The transposition table: what is known of positions, by exact key.
//!
//! The whole key is stored and compared, with the player to move, so two positions are never
//! confused and a hash collision costs time only. The table starts small and doubles until its
//! limit; then, in a full bucket, the record that took the least work is replaced.
//!
//! A slot is the key and one word:
//! ```text
//! bit  63      62     56..61  0..55
//!      in use  mover  work    the record, packed by its own type
//! ```
//! `work` is the binary logarithm of the nodes spent below the position.
//!
//! **Collection** A table that [`collects`](Table::collecting) frees three slots of ten at once
//! when it is nearly full and may not grow, and drops for that the records with the least work
//! (SmallTreeGC: Nagai, *A new depth-first-search algorithm for AND/OR trees*, 1999). A settled
//! record, which can never change, counts as if it had taken 16 times its work.
//!
//! **Threads** A [`Table`] belongs to one thread; several share a [`Shared`] one. A search that
//! does not care which holds a [`Memory`].

mod shared;

use std::marker::PhantomData;

use crate::base::{Key, Player};

pub use shared::{Memory, Shared};

/// What a table holds: fits in the low 56 bits of a word.
pub trait Pack: Copy {
    /// The packed record, below 2⁵⁶.
    fn pack(self) -> u64;
    /// The record that packs so; higher bits are to be ignored.
    fn unpack(word: u64) -> Self;
    /// Is the packed record final, and so worth more than its work?
    #[inline]
    fn is_settled(_word: u64) -> bool {
        false
    }
}

#[derive(Clone, Copy)]
struct Slot<K> {
    key: K,
    word: u64,
}

const USED: u64 = 1 << 63;
const PAYLOAD: u64 = (1 << 56) - 1;
const BUCKET: usize = 4;
const FIRST_SLOTS: usize = 1 << 10;
/// How many doublings of work being settled is worth.
const SETTLED: u64 = 4;

/// A table of records by exact key and player to move.
pub struct Table<K, V> {
    slots: Vec<Slot<K>>,
    used: usize,
    max_bytes: usize,
    can_grow: bool,
    collects: bool,
    lost: u64,
    collections: u64,
    kind: PhantomData<V>,
}

/// Does the slot's word belong to `player`?
#[inline]
fn is_for(word: u64, player: Player) -> bool {
    word >> 62 == 2 | player.index() as u64
}

/// What a record is worth keeping.
#[inline]
fn worth<V: Pack>(word: u64) -> u64 {
    ((word >> 56) & 63) + SETTLED * u64::from(V::is_settled(word))
}

impl<K: Key, V: Pack> Table<K, V> {
    /// An empty table that may grow to `max_bytes`.
    pub fn new(max_bytes: usize) -> Table<K, V> {
        Table::starting_with(FIRST_SLOTS, max_bytes)
    }

    /// An empty table of so many slots, a power of two, that may grow to `max_bytes`.
    fn starting_with(slots: usize, max_bytes: usize) -> Table<K, V> {
        let mut table = Table {
            slots: Vec::new(),
            used: 0,
            max_bytes,
            can_grow: true,
            collects: false,
            lost: 0,
            collections: 0,
            kind: PhantomData,
        };
        let fit = (max_bytes / size_of::<Slot<K>>()).max(BUCKET);
        table.resize(slots.min(1 << fit.ilog2()));
        table
    }

    /// An empty table that may grow to `max_bytes` and then collects.
    pub fn collecting(max_bytes: usize) -> Table<K, V> {
        Table { collects: true, ..Table::new(max_bytes) }
    }

    /// The bytes of one slot.
    pub const fn bytes_per_entry() -> usize {
        size_of::<Slot<K>>()
    }

    /// The bytes in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot<K>>()
    }

    /// How many records it holds.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Does it hold no record?
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// How many records were replaced by those of other positions or collected.
    #[inline]
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// How often it collected.
    pub fn collections(&self) -> u64 {
        self.collections
    }

    #[inline]
    fn bucket(&self, key: &K, player: Player) -> usize {
        let hash = key.hash64() ^ (player.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash as usize & (self.slots.len() - BUCKET)
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: &K, player: Player) -> Option<V> {
        self.find(key, player).map(V::unpack)
    }

    /// What is known of a position, and about how many nodes it took.
    #[inline]
    pub fn get_with_work(&self, key: &K, player: Player) -> Option<(V, u64)> {
        self.find(key, player).map(|word| (V::unpack(word), (1 << ((word >> 56) & 63)) >> 1))
    }

    #[inline]
    fn find(&self, key: &K, player: Player) -> Option<u64> {
        let start = self.bucket(key, player);
        self.slots[start..start + BUCKET]
            .iter()
            .find(|slot| is_for(slot.word, player) && slot.key == *key)
            .map(|slot| slot.word)
    }

    /// Notes what is known of a position, found with `nodes` nodes of work.
    #[inline]
    pub fn put(&mut self, key: K, player: Player, record: V, nodes: u64) {
        debug_assert!(record.pack() <= PAYLOAD, "a record takes 56 bits");
        let work = u64::from(64 - nodes.leading_zeros()).min(63);
        self.restore(key, USED | (player.index() as u64) << 62 | work << 56 | record.pack());
    }

    /// Every record: the key and the word of its slot.
    pub fn records(&self) -> impl Iterator<Item = (&K, u64)> {
        self.slots.iter().filter(|slot| slot.word != 0).map(|slot| (&slot.key, slot.word))
    }

    /// Notes what [`records`](Table::records) gave.
    #[inline]
    pub fn restore(&mut self, key: K, word: u64) {
        let player = Player::BOTH[(word >> 62 & 1) as usize];
        let start = self.bucket(&key, player);
        let bucket = &mut self.slots[start..start + BUCKET];
        let mut victim = 0;
        let mut least = u64::MAX;
        for (i, slot) in bucket.iter().enumerate() {
            if slot.word == 0 || (is_for(slot.word, player) && slot.key == key) {
                victim = i;
                least = u64::MAX;
                break;
            }
            if worth::<V>(slot.word) < least {
                least = worth::<V>(slot.word);
                victim = i;
            }
        }
        self.lost += u64::from(least != u64::MAX);
        self.used += usize::from(bucket[victim].word == 0);
        bucket[victim] = Slot { key, word };
        if self.used > self.slots.len() / 2 {
            self.crowded();
        }
    }

    /// Makes room, if it is time to and there is a way.
    #[inline]
    fn crowded(&mut self) {
        if self.can_grow {
            self.grow();
        } else if self.collects && self.used > self.slots.len() * 7 / 8 {
            self.collect();
        }
    }

    /// Doubles the table if the limit and the machine allow it; while the records move, both
    /// the old and the new slots are in memory, and the limit holds then too.
    #[cold]
    fn grow(&mut self) {
        let slots = self.slots.len() * 2;
        let needed = (slots + self.slots.len()) * size_of::<Slot<K>>();
        if needed > self.max_bytes || !self.resize(slots) {
            self.can_grow = false;
        }
    }

    /// Drops the records that are worth least until three slots of ten are free.
    #[cold]
    fn collect(&mut self) {
        let mut count = [0usize; 64 + SETTLED as usize];
        for slot in self.slots.iter().filter(|slot| slot.word != 0) {
            count[worth::<V>(slot.word) as usize] += 1;
        }
        let mut surplus = self.used.saturating_sub(self.slots.len() * 7 / 10);
        let mut least = 0;
        while surplus > count[least] {
            surplus -= count[least];
            least += 1;
        }
        let before = self.used;
        self.retain_words(|word| {
            let worth = worth::<V>(word) as usize;
            let drops = worth < least || (worth == least && surplus > 0);
            surplus -= usize::from(worth == least && drops);
            !drops
        });
        self.lost += (before - self.used) as u64;
        self.collections += 1;
    }

    /// Keeps only the records of which `keep` is true.
    pub fn retain(&mut self, keep: impl Fn(V) -> bool) {
        self.retain_words(|word| keep(V::unpack(word)));
    }

    /// Keeps some records; those of a bucket stay at its beginning.
    fn retain_words(&mut self, mut keep: impl FnMut(u64) -> bool) {
        self.used = 0;
        for bucket in self.slots.chunks_exact_mut(BUCKET) {
            let mut kept = 0;
            for i in 0..BUCKET {
                if bucket[i].word != 0 && keep(bucket[i].word) {
                    bucket[kept] = bucket[i];
                    kept += 1;
                }
            }
            for slot in &mut bucket[kept..] {
                slot.word = 0;
            }
            self.used += kept;
        }
    }

    /// Moves all records into a table of `slots` slots; false if memory cannot be had.
    fn resize(&mut self, slots: usize) -> bool {
        let mut fresh: Vec<Slot<K>> = Vec::new();
        if fresh.try_reserve_exact(slots).is_err() {
            return false;
        }
        // SAFETY: the capacity was reserved; all-zero bytes are a valid unused slot, as `K` is
        // plain data that is read only after a used slot was written over it.
        #[allow(unsafe_code)]
        unsafe {
            std::ptr::write_bytes(fresh.as_mut_ptr(), 0, slots);
            fresh.set_len(slots);
        }
        let old = std::mem::replace(&mut self.slots, fresh);
        self.used = 0;
        for slot in old.into_iter().filter(|slot| slot.word != 0) {
            let player = Player::BOTH[(slot.word >> 62 & 1) as usize];
            let start = self.bucket(&slot.key, player);
            let bucket = &mut self.slots[start..start + BUCKET];
            if let Some(free) = bucket.iter_mut().find(|s| s.word == 0) {
                *free = slot;
                self.used += 1;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Bounds, Rng};
    use crate::search::Record;
    use std::collections::HashMap;

    fn record(n: u64) -> Record {
        let lo = (n % 5) as i16 - 3;
        Record { bounds: Bounds::new(lo, lo + 1), best: n as u16, depth: n as u8 }
    }

    #[test]
    fn what_is_found_is_what_was_put() {
        for max_bytes in [64, 1 << 12, 1 << 20] {
            for collects in [false, true] {
                let mut rng = Rng::new(1);
                let mut table = Table::<u64, Record> { collects, ..Table::new(max_bytes) };
                let mut truth = HashMap::new();
                for _ in 0..200_000 {
                    let (key, player) = (rng.below(100_000), Player::BOTH[rng.below(2) as usize]);
                    let record = record(rng.bits());
                    table.put(key, player, record, rng.below(1000));
                    truth.insert((key, player), record);
                    assert!(table.bytes() <= max_bytes);
                }
                let found = truth.iter().filter(|((key, player), record)| {
                    table.get(key, *player).inspect(|r| assert_eq!(r, *record)).is_some()
                });
                assert_eq!(found.count(), table.len());
                assert!(table.len() >= max_bytes / 64);
                assert_eq!(table.collections() > 0, collects);
            }
        }
    }

    #[test]
    fn keys_with_equal_hash_places_are_told_apart() {
        let mut table = Table::<[u64; 2], Record>::new(1 << 16);
        for n in 0..100_000u64 {
            table.put([n, 7], Player::Left, record(n), n);
        }
        for n in 0..100_000u64 {
            assert!(table.get(&[n, 7], Player::Left).is_none_or(|r| r == record(n)));
            assert_eq!(table.get(&[n, 7], Player::Right), None);
        }
    }

    #[test]
    fn a_collection_keeps_what_took_most_work() {
        let mut table = Table::<u64, Record>::collecting(1 << 14);
        for n in 0..10_000u64 {
            table.put(n, Player::Left, record(n), if n % 100 == 0 { 1 << 20 } else { 1 });
        }
        assert!(table.collections() > 0 && table.lost() > 0);
        let kept = (0..10_000).step_by(100).filter(|n| table.get(n, Player::Left).is_some());
        assert!(kept.count() > 95);
    }
}
