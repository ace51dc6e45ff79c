//! The slots of a table, in buckets of four, and the replacement of entries.
//!
//! A slot consists of the key and one word:
//! ```text
//! bit  63      62     56..61  0..55
//!      in use  mover  work    the entry, packed by its own type
//! ```
//! `work` is the binary logarithm of the nodes spent below the position. With keys of one word
//! a bucket is one cache line.

use upstar_core::{Key, Player, prefetch};

use super::{Pack, pages::Pages, replacement_priority};

const BUCKET: usize = 4;
/// The minimum number of slots.
pub(super) const MIN_SLOTS: usize = BUCKET;

#[derive(Clone, Copy)]
struct Slot<K> {
    key: K,
    word: u64,
}

/// A number of slots that is a power of two.
pub(super) struct Slots<K: Key> {
    slots: Pages<Slot<K>>,
    used: usize,
}

/// The first slot of the bucket of a key, in a table of `slots` slots.
#[inline]
fn bucket<K: Key>(key: &K, player: Player, slots: usize) -> usize {
    let hash = key.hash64() ^ (player.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash as usize & (slots - BUCKET)
}

/// Does the slot's word belong to `player`?
#[inline]
fn is_for(word: u64, player: Player) -> bool {
    word >> 62 == 2 | player.index() as u64
}

/// The player to move in the entry of a word.
#[inline]
fn player_of(word: u64) -> Player {
    Player::BOTH[(word >> 62 & 1) as usize]
}

impl<K: Key> Slots<K> {
    /// The bytes of a slot.
    pub const BYTES: usize = size_of::<Slot<K>>();

    /// `slots` empty slots, a power of two, which may grow to as many as fit into `max_bytes`. None if the
    /// memory cannot be allocated.
    pub fn new(slots: usize, max_bytes: usize) -> Option<Slots<K>> {
        let max_slots = (max_bytes / Self::BYTES).max(MIN_SLOTS);
        Some(Slots { slots: Pages::zeroed(slots, 1 << max_slots.ilog2())?, used: 0 })
    }

    /// The number of slots.
    #[inline]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// The number of slots that hold an entry.
    #[inline]
    pub fn used(&self) -> usize {
        self.used
    }

    #[inline]
    fn bucket(&self, key: &K, player: Player) -> usize {
        bucket(key, player, self.slots.len())
    }

    /// Prefetches the bucket of a key.
    #[inline]
    pub fn prefetch(&self, key: &K, player: Player) {
        prefetch(&raw const self.slots[self.bucket(key, player)]);
    }

    /// Prefetches the bucket of a key in `slots` slots at address `start`. That memory may already be freed.
    #[inline]
    pub fn prefetch_from(start: usize, slots: usize, key: &K, player: Player) {
        let place = bucket(key, player, slots) * Self::BYTES;
        prefetch(std::ptr::without_provenance::<u8>(start.wrapping_add(place)));
    }

    /// The address of the slots.
    pub fn address(&self) -> usize {
        self.slots.as_ptr().addr()
    }

    /// The word of a key.
    #[inline]
    pub fn find(&self, key: &K, player: Player) -> Option<u64> {
        let start = self.bucket(key, player);
        self.slots[start..start + BUCKET]
            .iter()
            .find(|slot| is_for(slot.word, player) && slot.key == *key)
            .map(|slot| slot.word)
    }

    /// Writes a word. Returns true if it has replaced the entry of another position, which is the one of
    /// lowest priority.
    #[inline]
    pub fn put<V: Pack>(&mut self, key: K, word: u64) -> bool {
        let player = player_of(word);
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
            let priority = replacement_priority::<V>(slot.word);
            if priority < least {
                least = priority;
                victim = i;
            }
        }
        self.used += usize::from(bucket[victim].word == 0);
        bucket[victim] = Slot { key, word };
        least != u64::MAX
    }

    /// The bytes that are in memory while the slots are doubled.
    pub fn bytes_to_double(&self) -> usize {
        let copied = if self.slots.has_room() { 0 } else { self.len() };
        (2 * self.len() + copied) * Self::BYTES
    }

    /// Doubles the slots. Returns false if the memory cannot be allocated. One more bit of the hash decides
    /// whether an entry stays or moves by the old number of slots.
    pub fn double(&mut self) -> bool {
        let before = self.len();
        if !self.slots.double() {
            return false;
        }
        for start in (0..before).step_by(BUCKET) {
            let (mut stay, mut moved) = (start, start + before);
            for i in start..start + BUCKET {
                let slot = self.slots[i];
                if slot.word == 0 {
                    break;
                }
                self.slots[i].word = 0;
                let is_moved = self.bucket(&slot.key, player_of(slot.word)) != start;
                let place = if is_moved { &mut moved } else { &mut stay };
                self.slots[*place] = slot;
                *place += 1;
            }
        }
        true
    }

    /// Calls `visit` for every entry with its key and its word.
    pub fn for_each(&self, visit: &mut dyn FnMut(K, u64)) {
        for slot in self.slots.iter() {
            if slot.word != 0 {
                visit(slot.key, slot.word);
            }
        }
    }

    /// Keeps the entries for which `keep` is true, and moves them to the first slots of their buckets.
    pub fn retain(&mut self, keep: &mut dyn FnMut(u64) -> bool) {
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
}
