//! A table for several threads.
//!
//! **Idea** The table is cut into many ordinary [`Table`]s, each behind a lock of its own; the
//! high bits of a key's hash say which (inside, the low bits say where). Each part starts small,
//! doubles and replaces by itself, so that growing stops only who needs that part, and not for
//! long.
//!
//! **Guarantee** A record is read and written under the lock of its part together with its whole
//! key: no thread ever sees half a record, or one of another position.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Pack, Table};
use crate::base::{Key, Player};

const PARTS: usize = 1 << 8;
const FIRST_SLOTS: usize = 1 << 6;

/// A table that several threads read and write.
pub struct Shared<K: Key, V> {
    parts: Box<[Mutex<Table<K, V>>]>,
    /// The bytes of all parts.
    bytes: AtomicUsize,
}

impl<K: Key, V: Pack> Shared<K, V> {
    /// An empty table that may grow to `max_bytes`.
    pub fn new(max_bytes: usize) -> Shared<K, V> {
        Shared::of(|| Table::starting_with(FIRST_SLOTS, max_bytes / PARTS))
    }

    /// An empty table that may grow to `max_bytes` and then collects.
    pub fn collecting(max_bytes: usize) -> Shared<K, V> {
        Shared::of(|| Table {
            collects: true,
            ..Table::starting_with(FIRST_SLOTS, max_bytes / PARTS)
        })
    }

    fn of(part: impl Fn() -> Table<K, V>) -> Shared<K, V> {
        let parts: Box<[_]> = (0..PARTS).map(|_| Mutex::new(part())).collect();
        let bytes = parts.iter().map(|part| lock(part).bytes()).sum();
        Shared { parts, bytes: AtomicUsize::new(bytes) }
    }

    #[inline]
    fn part(&self, key: &K) -> MutexGuard<'_, Table<K, V>> {
        lock(&self.parts[(key.hash64() >> 56) as usize % PARTS])
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: &K, player: Player) -> Option<V> {
        self.part(key).get(key, player)
    }

    /// What is known of a position, and about how many nodes it took.
    #[inline]
    pub fn get_with_work(&self, key: &K, player: Player) -> Option<(V, u64)> {
        self.part(key).get_with_work(key, player)
    }

    /// Notes what is known of a position, found with `nodes` nodes of work; unless another thread
    /// has settled it meanwhile.
    #[inline]
    pub fn put(&self, key: K, player: Player, record: V, nodes: u64) {
        let mut part = self.part(&key);
        if !V::is_settled(record.pack()) && part.find(&key, player).is_some_and(V::is_settled) {
            return;
        }
        let before = part.bytes();
        part.put(key, player, record, nodes);
        let after = part.bytes();
        if after != before {
            // Slots for wider keys may be fewer: the sum wraps as it should.
            self.bytes.fetch_add(after.wrapping_sub(before), Relaxed);
        }
    }

    /// Notes what [`walk`](Shared::walk) gave.
    pub fn restore(&self, key: K, word: u64) {
        let mut part = self.part(&key);
        let before = part.bytes();
        part.restore(key, word);
        self.bytes.fetch_add(part.bytes().wrapping_sub(before), Relaxed);
    }

    /// Gives every record to `visit`, part by part: the key and the word of its slot.
    pub fn walk(&self, visit: &mut dyn FnMut(&K, u64)) {
        for part in &self.parts {
            lock(part).walk(visit);
        }
    }

    /// Keeps only the records of which `keep` is true.
    pub fn retain(&self, keep: impl Fn(V) -> bool) {
        self.parts.iter().for_each(|part| lock(part).retain(&keep));
    }

    /// How many records were replaced by those of other positions or collected.
    pub fn lost(&self) -> u64 {
        self.parts.iter().map(|part| lock(part).lost()).sum()
    }

    /// How often its parts collected.
    pub fn collections(&self) -> u64 {
        self.parts.iter().map(|part| lock(part).collections()).sum()
    }

    /// The bytes in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// The bytes of one slot.
    pub fn bytes_per_entry(&self) -> usize {
        self.parts.iter().map(|part| lock(part).bytes_per_entry()).max().unwrap_or(0)
    }

    /// How many records it holds.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| lock(part).len()).sum()
    }

    /// Does it hold no record?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A table of one's own, or a part in a shared one.
pub enum Memory<'a, K: Key, V> {
    /// For one thread.
    Own(Table<K, V>),
    /// For several.
    Shared(&'a Shared<K, V>),
}

impl<K: Key, V: Pack> Memory<'_, K, V> {
    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: &K, player: Player) -> Option<V> {
        match self {
            Memory::Own(table) => table.get(key, player),
            Memory::Shared(table) => table.get(key, player),
        }
    }

    /// Has the processor fetch a position's record, which is asked for soon. In a shared table that
    /// would take a lock, and gain nothing.
    #[inline]
    pub fn prefetch(&self, key: &K, player: Player) {
        if let Memory::Own(table) = self {
            table.prefetch(key, player);
        }
    }

    /// As [`Table::set_patience`]; a shared table has none.
    #[inline]
    pub fn set_patience(&mut self, patience: u64) {
        if let Memory::Own(table) = self {
            table.set_patience(patience);
        }
    }

    /// Notes what is known of a position, found with `nodes` nodes of work.
    #[inline]
    pub fn put(&mut self, key: K, player: Player, record: V, nodes: u64) {
        match self {
            Memory::Own(table) => table.put(key, player, record, nodes),
            Memory::Shared(table) => table.put(key, player, record, nodes),
        }
    }

    /// What is known of a position, and about how many nodes it took.
    #[inline]
    pub fn get_with_work(&self, key: &K, player: Player) -> Option<(V, u64)> {
        match self {
            Memory::Own(table) => table.get_with_work(key, player),
            Memory::Shared(table) => table.get_with_work(key, player),
        }
    }

    /// Keeps only the records of which `keep` is true.
    pub fn retain(&mut self, keep: impl Fn(V) -> bool) {
        match self {
            Memory::Own(table) => table.retain(keep),
            Memory::Shared(table) => table.retain(keep),
        }
    }

    /// How many records were replaced by those of other positions or collected.
    #[inline]
    pub fn lost(&self) -> u64 {
        match self {
            Memory::Own(table) => table.lost(),
            Memory::Shared(table) => table.lost(),
        }
    }

    /// How often it collected.
    pub fn collections(&self) -> u64 {
        match self {
            Memory::Own(table) => table.collections(),
            Memory::Shared(table) => table.collections(),
        }
    }

    /// Gives every record to `visit`: the key and the word of its slot.
    pub fn walk(&self, visit: &mut dyn FnMut(&K, u64)) {
        match self {
            Memory::Own(table) => table.walk(visit),
            Memory::Shared(table) => table.walk(visit),
        }
    }

    /// Notes what [`walk`](Memory::walk) gave.
    pub fn restore(&mut self, key: K, word: u64) {
        match self {
            Memory::Own(table) => table.restore(key, word),
            Memory::Shared(table) => table.restore(key, word),
        }
    }

    /// The bytes in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        match self {
            Memory::Own(table) => table.bytes(),
            Memory::Shared(table) => table.bytes(),
        }
    }

    /// The bytes of one slot.
    pub fn bytes_per_entry(&self) -> usize {
        match self {
            Memory::Own(table) => table.bytes_per_entry(),
            Memory::Shared(table) => table.bytes_per_entry(),
        }
    }

    /// How many records it holds.
    pub fn len(&self) -> usize {
        match self {
            Memory::Own(table) => table.len(),
            Memory::Shared(table) => table.len(),
        }
    }

    /// Does it hold no record?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Bounds;
    use crate::search::Record;
    use std::thread;

    /// What every thread says of a key, so that a torn or foreign record shows.
    fn record(key: u64) -> Record {
        let lo = (key % 1000) as i16;
        Record { bounds: Bounds::new(lo, lo + 7), best: (key * 3) as u16, depth: key as u8 }
    }

    #[test]
    fn threads_find_whole_records_of_their_own_keys() {
        for max_bytes in [1 << 16, 1 << 24] {
            let table = Shared::<u64, Record>::new(max_bytes);
            thread::scope(|scope| {
                for offset in 0..4 {
                    let table = &table;
                    scope.spawn(move || {
                        for n in 0..100_000_u64 {
                            let key = (n * 7 + offset * 13) % 50_000;
                            table.put(key, Player::Left, record(key), n);
                            let other = (n * 11 + offset) % 50_000;
                            let found = table.get(&other, Player::Left);
                            assert!(found.is_none_or(|r| r == record(other)));
                            assert_eq!(table.get(&other, Player::Right), None);
                        }
                    });
                }
            });
            assert!(table.bytes() <= max_bytes.max(PARTS * 4 * size_of::<[u64; 2]>()));
            assert!(!table.is_empty() && table.len() <= 50_000);
            assert_eq!(table.len() > 49_000, max_bytes == 1 << 24);
        }
    }
}
