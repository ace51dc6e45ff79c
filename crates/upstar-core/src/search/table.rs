//! The transposition table: proved bounds by exact key.
//!
//! The whole key is stored and compared, with the player to move, so two positions are never
//! confused and a hash collision costs time only. The table starts small and doubles until its
//! limit; then, in a full bucket, the record that took the least work is replaced.
//!
//! A slot is the key and one word:
//! ```text
//! bit  63      62     56..61  48..55  32..47  16..31  0..15
//!      in use  mover  work    depth   move    hi      lo
//! ```
//! `work` is the binary logarithm of the nodes spent below the position.

use crate::base::{Bounds, Key, Player};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// Proved bounds, from Left's point of view.
    pub bounds: Bounds,
    /// The number of the best move in the list of moves, as a hint.
    pub best: u16,
    /// The depth to which it was searched in vain; 0 if it was searched to the end.
    pub depth: u8,
}

#[derive(Clone, Copy)]
struct Slot<K> {
    key: K,
    word: u64,
}

const USED: u64 = 1 << 63;
const BUCKET: usize = 4;
const FIRST_SLOTS: usize = 1 << 10;

/// A table of records by exact key and player to move.
pub struct Table<K> {
    slots: Vec<Slot<K>>,
    used: usize,
    max_bytes: usize,
    can_grow: bool,
}

#[inline]
fn pack(player: Player, record: Record, work: u64) -> u64 {
    let work = u64::from(64 - work.leading_zeros()).min(63);
    USED | (player.index() as u64) << 62
        | work << 56
        | u64::from(record.depth) << 48
        | u64::from(record.best) << 32
        | u64::from(record.bounds.hi as u16) << 16
        | u64::from(record.bounds.lo as u16)
}

#[inline]
fn unpack(word: u64) -> Record {
    Record {
        bounds: Bounds { lo: word as i16, hi: (word >> 16) as i16 },
        best: (word >> 32) as u16,
        depth: (word >> 48) as u8,
    }
}

#[inline]
fn work(word: u64) -> u64 {
    (word >> 56) & 63
}

/// Does the slot's word belong to `player`?
#[inline]
fn is_for(word: u64, player: Player) -> bool {
    word >> 62 == 2 | player.index() as u64
}

impl<K: Key> Table<K> {
    /// An empty table that may grow to `max_bytes`.
    pub fn new(max_bytes: usize) -> Table<K> {
        let mut table = Table { slots: Vec::new(), used: 0, max_bytes, can_grow: true };
        table.resize(FIRST_SLOTS);
        table
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

    #[inline]
    fn bucket(&self, key: &K, player: Player) -> usize {
        let hash = key.hash64() ^ (player.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash as usize & (self.slots.len() - BUCKET)
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: &K, player: Player) -> Option<Record> {
        let start = self.bucket(key, player);
        self.slots[start..start + BUCKET]
            .iter()
            .find(|slot| is_for(slot.word, player) && slot.key == *key)
            .map(|slot| unpack(slot.word))
    }

    /// Notes what is known of a position, found with `nodes` nodes of work.
    #[inline]
    pub fn put(&mut self, key: K, player: Player, record: Record, nodes: u64) {
        let word = pack(player, record, nodes);
        let start = self.bucket(&key, player);
        let bucket = &mut self.slots[start..start + BUCKET];
        let mut victim = 0;
        let mut least = u64::MAX;
        for (i, slot) in bucket.iter().enumerate() {
            if slot.word == 0 || (is_for(slot.word, player) && slot.key == key) {
                victim = i;
                break;
            }
            if work(slot.word) < least {
                least = work(slot.word);
                victim = i;
            }
        }
        self.used += usize::from(bucket[victim].word == 0);
        bucket[victim] = Slot { key, word };
        if self.can_grow && self.used > self.slots.len() / 2 {
            self.grow();
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
    use crate::base::Rng;
    use std::collections::HashMap;

    fn record(n: u64) -> Record {
        let lo = (n % 5) as i16 - 3;
        Record { bounds: Bounds::new(lo, lo + 1), best: n as u16, depth: n as u8 }
    }

    #[test]
    fn what_is_found_is_what_was_put() {
        let mut rng = Rng::new(1);
        let mut table = Table::<u64>::new(1 << 20);
        let mut truth = HashMap::new();
        for _ in 0..200_000 {
            let (key, player) = (rng.below(100_000), Player::BOTH[rng.below(2) as usize]);
            let record = record(rng.bits());
            table.put(key, player, record, rng.below(1000));
            truth.insert((key, player), record);
            assert!(table.bytes() <= 1 << 20);
        }
        let found = truth.iter().filter(|((key, player), record)| {
            table.get(key, *player).inspect(|r| assert_eq!(r, *record)).is_some()
        });
        assert!(found.count() > 10_000);
    }

    #[test]
    fn keys_with_equal_hash_places_are_told_apart() {
        let mut table = Table::<[u64; 2]>::new(1 << 16);
        for n in 0..100_000u64 {
            table.put([n, 7], Player::Left, record(n), n);
        }
        for n in 0..100_000u64 {
            assert!(table.get(&[n, 7], Player::Left).is_none_or(|r| r == record(n)));
            assert_eq!(table.get(&[n, 7], Player::Right), None);
        }
    }
}
