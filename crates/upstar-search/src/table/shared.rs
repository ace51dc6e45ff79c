//! A table for several threads.
//!
//! **Idea** The table is cut into some ordinary [`Table`]s, each behind a lock of its own; the
//! high bits of a key's hash say which (inside, the low bits say where). Each part starts small,
//! doubles and replaces by itself, so that growing stops only who needs that part, and not for
//! long. Where a part's slots are can be read without its lock, which is enough to fetch a record ahead.
//!
//! **Guarantee** A record is read and written under the lock of its part together with its whole
//! key: no thread ever sees half a record, or one of another position.

use std::sync::{
    Arc, Mutex, MutexGuard,
    atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use upstar_core::{Key, Player, lock};

use super::{Pack, Store, Table, slots::Slots};

/// Many, so that threads seldom meet; but with very many, each would be too small for huge pages.
const PARTS: usize = 1 << 5;
const FIRST_SLOTS: usize = 1 << 6;

/// A table that several threads read and write.
pub struct Shared<K: Key, V> {
    parts: Box<[Mutex<Table<K, V>>]>,
    /// Where the slots of each part are, or were a moment ago.
    places: Box<[Place]>,
    /// The bytes of all parts.
    bytes: AtomicUsize,
    /// See [`Table::set_patience`].
    patience: AtomicU64,
}

/// Where slots are, to be read without a lock: whatever a thread reads is good enough to fetch something by.
struct Place {
    start: AtomicUsize,
    slots: AtomicUsize,
    /// How many words a key takes: one, two, or 0 for whole keys.
    words: AtomicU8,
}

impl Place {
    fn of<K: Key, V: Pack>(table: &Table<K, V>) -> Place {
        let (start, words) = match &table.store {
            Store::Narrow(slots) => (slots.address(), 1),
            Store::Double(slots) => (slots.address(), 2),
            Store::Wide(slots) => (slots.address(), 0),
        };
        Place { start: start.into(), slots: table.slots().into(), words: words.into() }
    }

    fn set(&self, place: Place) {
        self.start.store(place.start.into_inner(), Relaxed);
        self.slots.store(place.slots.into_inner(), Relaxed);
        self.words.store(place.words.into_inner(), Relaxed);
    }
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
        let places = parts.iter().map(|part| Place::of(&lock(part))).collect();
        let bytes = parts.iter().map(|part| lock(part).bytes()).sum();
        Shared { parts, places, bytes: AtomicUsize::new(bytes), patience: AtomicU64::new(0) }
    }

    #[inline]
    fn part(&self, key: &K) -> MutexGuard<'_, Table<K, V>> {
        lock(&self.parts[number_of_part(key)])
    }

    /// Has the processor fetch where a position's record would be, which is asked for soon.
    #[inline]
    pub fn prefetch(&self, key: &K, player: Player) {
        let Place { start, slots, words } = &self.places[number_of_part(key)];
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

    /// See [`Table::set_patience`].
    #[inline]
    pub fn set_patience(&self, patience: u64) {
        if self.patience.load(Relaxed) != patience {
            self.patience.store(patience, Relaxed);
        }
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
        part.set_patience(self.patience.load(Relaxed));
        let before = (part.slots(), part.bytes());
        part.put(key, player, record, nodes);
        self.note_size(number_of_part(&key), &part, before);
    }

    /// Notes how large a part is now, and where.
    #[inline]
    fn note_size(&self, number: usize, part: &Table<K, V>, before: (usize, usize)) {
        if (part.slots(), part.bytes()) != before {
            // Slots for wider keys may be fewer: the sum wraps as it should.
            self.bytes.fetch_add(part.bytes().wrapping_sub(before.1), Relaxed);
            self.places[number].set(Place::of(part));
        }
    }

    /// Notes what [`walk`](Shared::walk) gave.
    pub fn restore(&self, key: K, word: u64) {
        let mut part = self.part(&key);
        let before = (part.slots(), part.bytes());
        part.restore(key, word);
        self.note_size(number_of_part(&key), &part, before);
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

#[inline]
fn number_of_part<K: Key>(key: &K) -> usize {
    (key.hash64() >> 56) as usize % PARTS
}

/// A table of one's own, or a part in a shared one.
pub enum SearchTable<K: Key, V> {
    /// For one thread.
    Own(Table<K, V>),
    /// For several.
    Shared(Arc<Shared<K, V>>),
}

impl<K: Key, V: Pack> SearchTable<K, V> {
    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: &K, player: Player) -> Option<V> {
        match self {
            SearchTable::Own(table) => table.get(key, player),
            SearchTable::Shared(table) => table.get(key, player),
        }
    }

    /// Has the processor fetch a position's record, which is asked for soon.
    #[inline]
    pub fn prefetch(&self, key: &K, player: Player) {
        match self {
            SearchTable::Own(table) => table.prefetch(key, player),
            SearchTable::Shared(table) => table.prefetch(key, player),
        }
    }

    /// See [`Table::set_patience`].
    #[inline]
    pub fn set_patience(&mut self, patience: u64) {
        match self {
            SearchTable::Own(table) => table.set_patience(patience),
            SearchTable::Shared(table) => table.set_patience(patience),
        }
    }

    /// Notes what is known of a position, found with `nodes` nodes of work.
    #[inline]
    pub fn put(&mut self, key: K, player: Player, record: V, nodes: u64) {
        match self {
            SearchTable::Own(table) => table.put(key, player, record, nodes),
            SearchTable::Shared(table) => table.put(key, player, record, nodes),
        }
    }

    /// What is known of a position, and about how many nodes it took.
    #[inline]
    pub fn get_with_work(&self, key: &K, player: Player) -> Option<(V, u64)> {
        match self {
            SearchTable::Own(table) => table.get_with_work(key, player),
            SearchTable::Shared(table) => table.get_with_work(key, player),
        }
    }

    /// Keeps only the records of which `keep` is true.
    pub fn retain(&mut self, keep: impl Fn(V) -> bool) {
        match self {
            SearchTable::Own(table) => table.retain(keep),
            SearchTable::Shared(table) => table.retain(keep),
        }
    }

    /// How many records were replaced by those of other positions or collected.
    #[inline]
    pub fn lost(&self) -> u64 {
        match self {
            SearchTable::Own(table) => table.lost(),
            SearchTable::Shared(table) => table.lost(),
        }
    }

    /// How often it collected.
    pub fn collections(&self) -> u64 {
        match self {
            SearchTable::Own(table) => table.collections(),
            SearchTable::Shared(table) => table.collections(),
        }
    }

    /// Gives every record to `visit`: the key and the word of its slot.
    pub fn walk(&self, visit: &mut dyn FnMut(&K, u64)) {
        match self {
            SearchTable::Own(table) => table.walk(visit),
            SearchTable::Shared(table) => table.walk(visit),
        }
    }

    /// Notes what [`walk`](SearchTable::walk) gave.
    pub fn restore(&mut self, key: K, word: u64) {
        match self {
            SearchTable::Own(table) => table.restore(key, word),
            SearchTable::Shared(table) => table.restore(key, word),
        }
    }

    /// The bytes in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        match self {
            SearchTable::Own(table) => table.bytes(),
            SearchTable::Shared(table) => table.bytes(),
        }
    }

    /// The bytes of one slot.
    pub fn bytes_per_entry(&self) -> usize {
        match self {
            SearchTable::Own(table) => table.bytes_per_entry(),
            SearchTable::Shared(table) => table.bytes_per_entry(),
        }
    }

    /// How many records it holds.
    pub fn len(&self) -> usize {
        match self {
            SearchTable::Own(table) => table.len(),
            SearchTable::Shared(table) => table.len(),
        }
    }

    /// Does it hold no record?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use upstar_core::Bounds;

    use super::*;
    use crate::Record;

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
                            table.prefetch(&other, Player::Left);
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
            for (part, place) in table.parts.iter().zip(&table.places) {
                let (now, seen) = (Place::of(&lock(part)), place.start.load(Relaxed));
                assert_eq!(seen, now.start.into_inner(), "the place is the last one");
                assert_eq!(place.slots.load(Relaxed), now.slots.into_inner());
            }
        }
    }

    #[test]
    fn a_patient_table_doubles_later() {
        let [hasty, patient] = [(); 2].map(|()| Shared::<u64, Record>::new(1 << 24));
        patient.set_patience(4);
        for key in 0..100_000 {
            for table in [&hasty, &patient] {
                table.put(key, Player::Left, record(key), 1);
            }
        }
        assert!(hasty.bytes() >= 4 * patient.bytes());
    }
}
