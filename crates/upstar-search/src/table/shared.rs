//! A table for several threads.
//!
//! **Idea** The table consists of shards. Each shard is an ordinary [`Table`] with its own lock. The high
//! bits of a key's hash select the shard, the low bits the bucket in it. Each shard starts small, doubles and
//! replaces entries independently. So growth blocks only the threads that need that shard, for a short time.
//! The address of a shard's slots can be read without its lock, which is enough to prefetch an entry.
//!
//! **Guarantee** An entry is read and written together with its whole key, under the lock of its shard. So no
//! thread reads a part of an entry, or the entry of another position.

use std::sync::{
    Mutex, MutexGuard,
    atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use upstar_core::{Key, Player, lock};

use super::{Pack, Store, Table, slots::Slots};

/// There are enough shards that threads seldom wait. With more shards, each would be too small for huge
/// pages.
const SHARDS: usize = 1 << 5;
const FIRST_SLOTS: usize = 1 << 6;

/// A shard has cache lines of its own, so that threads at different shards do not slow each other.
#[repr(align(128))]
struct Shard<K: Key, V>(Mutex<Table<K, V>>);

impl<K: Key, V> Shard<K, V> {
    #[inline]
    fn lock(&self) -> MutexGuard<'_, Table<K, V>> {
        lock(&self.0)
    }
}

/// A table that several threads read and write.
pub struct SharedTable<K: Key, V> {
    shards: Box<[Shard<K, V>]>,
    /// The addresses of the slots of each shard, which may be outdated.
    addresses: Box<[SlotsAddress]>,
    /// The bytes of all shards.
    bytes: AtomicUsize,
    /// See [`Table::set_puts_per_slot_to_grow`].
    puts_per_slot_to_grow: AtomicU64,
}

/// The address of slots, which is read without a lock. If it is outdated, a prefetch is useless but does no
/// harm.
struct SlotsAddress {
    start: AtomicUsize,
    slots: AtomicUsize,
    /// The number of words of a key: one, two, or 0 for whole keys.
    words: AtomicU8,
}

impl SlotsAddress {
    fn of<K: Key, V: Pack>(table: &Table<K, V>) -> SlotsAddress {
        let (start, words) = match &table.store {
            Store::Narrow(slots) => (slots.address(), 1),
            Store::Double(slots) => (slots.address(), 2),
            Store::Wide(slots) => (slots.address(), 0),
        };
        SlotsAddress { start: start.into(), slots: table.slots().into(), words: words.into() }
    }

    fn set(&self, address: SlotsAddress) {
        self.start.store(address.start.into_inner(), Relaxed);
        self.slots.store(address.slots.into_inner(), Relaxed);
        self.words.store(address.words.into_inner(), Relaxed);
    }
}

impl<K: Key, V: Pack> SharedTable<K, V> {
    /// An empty table that may grow to `max_bytes`.
    pub fn new(max_bytes: usize) -> SharedTable<K, V> {
        SharedTable::of(|| Table::with_slots(FIRST_SLOTS, max_bytes / SHARDS))
    }

    /// An empty table that may grow to `max_bytes` and then collects.
    pub fn collecting(max_bytes: usize) -> SharedTable<K, V> {
        SharedTable::of(|| Table {
            collects: true,
            ..Table::with_slots(FIRST_SLOTS, max_bytes / SHARDS)
        })
    }

    /// An empty table that may grow to `max_bytes`; see [`Table::keeping`].
    pub fn keeping(max_bytes: usize) -> SharedTable<K, V> {
        SharedTable::of(|| Table {
            keeps: true,
            ..Table::with_slots(FIRST_SLOTS, max_bytes / SHARDS)
        })
    }

    fn of(shard: impl Fn() -> Table<K, V>) -> SharedTable<K, V> {
        let shards: Box<[_]> = (0..SHARDS).map(|_| Shard(Mutex::new(shard()))).collect();
        let addresses = shards.iter().map(|shard| SlotsAddress::of(&shard.lock())).collect();
        let bytes = shards.iter().map(|shard| shard.lock().bytes()).sum();
        SharedTable {
            shards,
            addresses,
            bytes: AtomicUsize::new(bytes),
            puts_per_slot_to_grow: AtomicU64::new(0),
        }
    }

    #[inline]
    fn shard(&self, key: &K) -> MutexGuard<'_, Table<K, V>> {
        self.shards[shard_number(key)].lock()
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub fn prefetch(&self, key: &K, player: Player) {
        let SlotsAddress { start, slots, words } = &self.addresses[shard_number(key)];
        let (start, slots) = (start.load(Relaxed), slots.load(Relaxed));
        match words.load(Relaxed) {
            1 => {
                if let Some(narrow) = key.packed() {
                    Slots::prefetch_from(start, slots, &narrow, player);
                }
            }
            2 => {
                if let Some(double) = key.packed_twice() {
                    Slots::prefetch_from(start, slots, &double, player);
                }
            }
            _ => Slots::prefetch_from(start, slots, key, player),
        }
    }

    /// See [`Table::set_puts_per_slot_to_grow`].
    #[inline]
    pub fn set_puts_per_slot_to_grow(&self, puts_per_slot_to_grow: u64) {
        if self.puts_per_slot_to_grow.load(Relaxed) != puts_per_slot_to_grow {
            self.puts_per_slot_to_grow.store(puts_per_slot_to_grow, Relaxed);
        }
    }

    /// The entry of a position.
    #[inline]
    pub fn get(&self, key: &K, player: Player) -> Option<V> {
        self.shard(key).get(key, player)
    }

    /// The entry of a position, and the approximate number of nodes of its search.
    #[inline]
    pub fn get_with_work(&self, key: &K, player: Player) -> Option<(V, u64)> {
        self.shard(key).get_with_work(key, player)
    }

    /// Stores the entry of a position, found with `nodes` nodes of work, unless another thread has stored a
    /// settled entry since.
    #[inline]
    pub fn put(&self, key: K, player: Player, entry: V, nodes: u64) {
        let mut shard = self.shard(&key);
        if !V::is_settled(entry.pack()) && shard.find(&key, player).is_some_and(V::is_settled) {
            return;
        }
        shard.set_puts_per_slot_to_grow(self.puts_per_slot_to_grow.load(Relaxed));
        let before = (shard.slots(), shard.bytes());
        shard.put(key, player, entry, nodes);
        self.update_size(shard_number(&key), &shard, before);
    }

    /// Updates the size and the address of a shard.
    #[inline]
    fn update_size(&self, number: usize, shard: &Table<K, V>, before: (usize, usize)) {
        if (shard.slots(), shard.bytes()) != before {
            // Slots for wider keys may be fewer. Then the difference is negative, and the addition wraps
            // correctly.
            self.bytes.fetch_add(shard.bytes().wrapping_sub(before.1), Relaxed);
            self.addresses[number].set(SlotsAddress::of(shard));
        }
    }

    /// Stores an entry that [`for_each`](SharedTable::for_each) has returned.
    pub fn restore(&self, key: K, word: u64) {
        let mut shard = self.shard(&key);
        let before = (shard.slots(), shard.bytes());
        shard.restore(key, word);
        self.update_size(shard_number(&key), &shard, before);
    }

    /// Calls `visit` for every entry, shard by shard, with the key and the word of its slot.
    pub fn for_each(&self, visit: &mut dyn FnMut(&K, u64)) {
        for shard in &self.shards {
            shard.lock().for_each(visit);
        }
    }

    /// Keeps only the entries for which `keep` is true.
    pub fn retain(&self, keep: &dyn Fn(V) -> bool) {
        self.shards.iter().for_each(|shard| shard.lock().retain(keep));
    }

    /// The number of entries that were collected or replaced by entries of other positions.
    pub fn lost(&self) -> u64 {
        self.shards.iter().map(|shard| shard.lock().lost()).sum()
    }

    /// The number of collections of all shards.
    pub fn collections(&self) -> u64 {
        self.shards.iter().map(|shard| shard.lock().collections()).sum()
    }

    /// The bytes of memory in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// The bytes of one slot.
    pub fn bytes_per_entry(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().bytes_per_entry()).max().unwrap_or(0)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().len()).sum()
    }

    /// Is there no entry?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[inline]
fn shard_number<K: Key>(key: &K) -> usize {
    (key.hash64() >> 56) as usize % SHARDS
}

#[cfg(test)]
mod tests {
    use std::thread;

    use upstar_core::Bounds;

    use super::*;
    use crate::BoundsEntry;

    /// The entry that every thread stores for a key, so that the test detects a torn entry or one of another
    /// key.
    fn entry(key: u64) -> BoundsEntry {
        let lo = (key % 1000) as i16;
        BoundsEntry { bounds: Bounds::new(lo, lo + 7), best: (key * 3) as u16, depth: key as u8 }
    }

    #[test]
    fn threads_read_whole_entries_of_their_own_keys() {
        for max_bytes in [1 << 16, 1 << 24] {
            let table = SharedTable::<u64, BoundsEntry>::new(max_bytes);
            thread::scope(|scope| {
                for offset in 0..4 {
                    let table = &table;
                    scope.spawn(move || {
                        for n in 0..100_000_u64 {
                            let key = (n * 7 + offset * 13) % 50_000;
                            table.put(key, Player::Left, entry(key), n);
                            let other = (n * 11 + offset) % 50_000;
                            table.prefetch(&other, Player::Left);
                            let found = table.get(&other, Player::Left);
                            assert!(found.is_none_or(|r| r == entry(other)));
                            assert_eq!(table.get(&other, Player::Right), None);
                        }
                    });
                }
            });
            assert!(table.bytes() <= max_bytes.max(SHARDS * 4 * size_of::<[u64; 2]>()));
            assert!(!table.is_empty() && table.len() <= 50_000);
            assert_eq!(table.len() > 49_000, max_bytes == 1 << 24);
            for (shard, address) in table.shards.iter().zip(&table.addresses) {
                let (now, seen) = (SlotsAddress::of(&shard.lock()), address.start.load(Relaxed));
                assert_eq!(seen, now.start.into_inner(), "the address is up to date");
                assert_eq!(address.slots.load(Relaxed), now.slots.into_inner());
            }
        }
    }

    #[test]
    fn a_table_can_grow_late() {
        let [early, late] = [(); 2].map(|()| SharedTable::<u64, BoundsEntry>::new(1 << 24));
        late.set_puts_per_slot_to_grow(4);
        for key in 0..100_000 {
            for table in [&early, &late] {
                table.put(key, Player::Left, entry(key), 1);
            }
        }
        assert!(early.bytes() >= 4 * late.bytes());
    }
}
