//! The transposition table: what is known of positions, by exact key.
//!
//! The whole key is stored and compared, with the player to move, so two positions are never
//! confused and a hash collision costs time only. The table starts small and doubles, where it is, until its
//! limit; then, in a full bucket, the record that took the least work is replaced.
//!
//! **Narrow keys** As long as all keys fit one word ([`Key::packed`]), that word is stored in their
//! place, and four slots are one cache line; then, as long as they fit two ([`Key::packed_twice`]), these. The
//! first key that does not fit has all records moved to wider slots, so at most twice. A narrowed key is
//! still the whole key: no two have the same words.
//!
//! **Collection** A table that [`collects`](Table::collecting) frees three slots of ten at once
//! when it is nearly full and may not grow, and drops for that the records with the least work
//! (SmallTreeGC: Nagai, *A new depth-first-search algorithm for AND/OR trees*, 1999). A settled
//! record, which can never change, counts as if it had taken 16 times its work.
//!
//! **Threads** A [`Table`] belongs to one thread; several share a [`Shared`] one. A search that
//! does not care which holds a [`SearchTable`].

mod pages;
mod shared;
mod slots;

use std::marker::PhantomData;

pub use shared::{SearchTable, Shared};
use upstar_core::{Key, Player};

use self::slots::{FEWEST, Slots};

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

const USED: u64 = 1 << 63;
const PAYLOAD: u64 = (1 << 56) - 1;
const FIRST_SLOTS: usize = 1 << 10;
/// How many doublings of work being settled is worth.
const SETTLED: u64 = 4;

/// Where the records are.
enum Store<K: Key> {
    /// By keys of one word.
    Narrow(Slots<u64>),
    /// By keys of two words.
    Double(Slots<[u64; 2]>),
    /// By whole keys.
    Wide(Slots<K>),
}

/// The same for slots of either kind.
macro_rules! on_slots {
    ($store:expr, $slots:ident => $result:expr) => {
        match $store {
            Store::Narrow($slots) => $result,
            Store::Double($slots) => $result,
            Store::Wide($slots) => $result,
        }
    };
}

/// A table of records by exact key and player to move.
pub struct Table<K: Key, V> {
    store: Store<K>,
    max_bytes: usize,
    can_grow: bool,
    collects: bool,
    /// How many records were put, and how many for each slot it takes to double.
    made: u64,
    patience: u64,
    lost: u64,
    collections: u64,
    kind: PhantomData<V>,
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
        Table {
            store: Store::Narrow(at_most(slots, max_bytes)),
            max_bytes,
            can_grow: true,
            collects: false,
            made: 0,
            patience: 0,
            lost: 0,
            collections: 0,
            kind: PhantomData,
        }
    }

    /// An empty table that may grow to `max_bytes` and then collects.
    pub fn collecting(max_bytes: usize) -> Table<K, V> {
        Table { collects: true, ..Table::new(max_bytes) }
    }

    /// The bytes of one slot.
    #[inline]
    pub fn bytes_per_entry(&self) -> usize {
        match &self.store {
            Store::Narrow(_) => Slots::<u64>::BYTES,
            Store::Double(_) => Slots::<[u64; 2]>::BYTES,
            Store::Wide(_) => Slots::<K>::BYTES,
        }
    }

    /// How many slots there are.
    #[inline]
    fn slots(&self) -> usize {
        on_slots!(&self.store, slots => slots.len())
    }

    /// The bytes in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.slots() * self.bytes_per_entry()
    }

    /// How many records it holds.
    #[inline]
    pub fn len(&self) -> usize {
        on_slots!(&self.store, slots => slots.used())
    }

    /// Does it hold no record?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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

    /// Has the processor fetch where a position's record would be, which is asked for soon.
    #[inline]
    pub fn prefetch(&self, key: &K, player: Player) {
        match &self.store {
            Store::Narrow(slots) => {
                if let Some(narrow) = key.packed() {
                    slots.prefetch(&narrow, player);
                }
            }
            Store::Double(slots) => {
                if let Some(double) = key.packed_twice() {
                    slots.prefetch(&double, player);
                }
            }
            Store::Wide(slots) => slots.prefetch(key, player),
        }
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
        match &self.store {
            Store::Narrow(slots) => key.packed().and_then(|narrow| slots.find(&narrow, player)),
            Store::Double(slots) => {
                key.packed_twice().and_then(|double| slots.find(&double, player))
            }
            Store::Wide(slots) => slots.find(key, player),
        }
    }

    /// Notes what is known of a position, found with `nodes` nodes of work.
    #[inline]
    pub fn put(&mut self, key: K, player: Player, record: V, nodes: u64) {
        debug_assert!(record.pack() <= PAYLOAD, "a record takes 56 bits");
        let work = u64::from(64 - nodes.leading_zeros()).min(63);
        self.restore(key, USED | (player.index() as u64) << 62 | work << 56 | record.pack());
    }

    /// Gives every record to `visit`: the key and the word of its slot.
    pub fn walk(&self, visit: &mut dyn FnMut(&K, u64)) {
        match &self.store {
            Store::Narrow(slots) => {
                slots.records().for_each(|(narrow, word)| visit(&K::unpacked(narrow), word));
            }
            Store::Double(slots) => {
                slots.records().for_each(|(double, word)| visit(&K::unpacked_twice(double), word));
            }
            Store::Wide(slots) => slots.records().for_each(|(key, word)| visit(&key, word)),
        }
    }

    /// From now on the table doubles only when so many records for each slot have been put: before that
    /// those with the least work give way.
    #[inline]
    pub fn set_patience(&mut self, patience: u64) {
        self.patience = patience;
    }

    /// Notes what [`walk`](Table::walk) gave.
    #[inline]
    pub fn restore(&mut self, key: K, word: u64) {
        let has_replaced = loop {
            let has_replaced = match &mut self.store {
                Store::Narrow(slots) => key.packed().map(|narrow| slots.put::<V>(narrow, word)),
                Store::Double(slots) => {
                    key.packed_twice().map(|double| slots.put::<V>(double, word))
                }
                Store::Wide(slots) => Some(slots.put::<V>(key, word)),
            };
            match has_replaced {
                Some(has_replaced) => break has_replaced,
                None => self.widen(&key),
            }
        };
        self.lost += u64::from(has_replaced);
        self.made += 1;
        if self.len() > self.slots() / 2 {
            self.crowded();
        }
    }

    /// Makes room, if it is time to and there is a way.
    #[inline]
    fn crowded(&mut self) {
        if self.can_grow {
            if self.made >= self.patience * self.slots() as u64 {
                self.grow();
            }
        } else if self.collects && self.len() > self.slots() * 7 / 8 {
            self.collect();
        }
    }

    /// Doubles the table if the limit and the machine allow it; the limit holds also while the records
    /// move.
    #[cold]
    fn grow(&mut self) {
        let most = self.max_bytes;
        self.can_grow = on_slots!(&mut self.store, slots => {
            slots.bytes_to_double() <= most && slots.double()
        });
    }

    /// Moves all records to slots for keys of two words if they and `key` fit, and else to slots for
    /// whole keys: as many as the limit allows and no more than now.
    #[cold]
    fn widen(&mut self, key: &K) {
        let taken = if self.is_empty() { 0 } else { self.bytes() };
        let room = (self.slots(), self.max_bytes.saturating_sub(taken));
        let (store, lost) = match &self.store {
            Store::Narrow(old) => {
                let records = || old.records().map(|(narrow, word)| (K::unpacked(narrow), word));
                let twice = || records().map(|(key, word)| Some((key.packed_twice()?, word)));
                if key.packed_twice().is_some() && twice().all(|record| record.is_some()) {
                    let (slots, lost) = moved::<_, V>(twice().flatten(), room);
                    (Store::Double(slots), lost)
                } else {
                    let (slots, lost) = moved::<_, V>(records(), room);
                    (Store::Wide(slots), lost)
                }
            }
            Store::Double(old) => {
                let records = old.records().map(|(words, word)| (K::unpacked_twice(words), word));
                let (slots, lost) = moved::<_, V>(records, room);
                (Store::Wide(slots), lost)
            }
            Store::Wide(_) => return,
        };
        self.store = store;
        self.lost += lost;
    }

    /// Drops the records that are worth least until three slots of ten are free.
    #[cold]
    fn collect(&mut self) {
        let mut count = [0usize; 64 + SETTLED as usize];
        let mut add = |word| count[worth::<V>(word) as usize] += 1;
        on_slots!(&self.store, slots => slots.records().for_each(|(_, word)| add(word)));
        let mut surplus = self.len().saturating_sub(self.slots() * 7 / 10);
        let mut least = 0;
        while surplus > count[least] {
            surplus -= count[least];
            least += 1;
        }
        let before = self.len();
        let keep = |word| {
            let worth = worth::<V>(word) as usize;
            let drops = worth < least || (worth == least && surplus > 0);
            surplus -= usize::from(worth == least && drops);
            !drops
        };
        on_slots!(&mut self.store, slots => slots.retain(keep));
        self.lost += (before - self.len()) as u64;
        self.collections += 1;
    }

    /// Keeps only the records of which `keep` is true.
    pub fn retain(&mut self, keep: impl Fn(V) -> bool) {
        on_slots!(&mut self.store, slots => slots.retain(|word| keep(V::unpack(word))));
    }
}

/// New slots, at most so many and within so many bytes, that hold these records, and how many were lost
/// for lack of room.
fn moved<K: Key, V: Pack>(
    records: impl Iterator<Item = (K, u64)>,
    (slots, max_bytes): (usize, usize),
) -> (Slots<K>, u64) {
    let mut slots = at_most(slots, max_bytes);
    let lost = slots.take::<V>(records);
    (slots, lost)
}

/// So many slots, a power of two, or as many as fit into `max_bytes` and the machine.
fn at_most<K: Key>(slots: usize, max_bytes: usize) -> Slots<K> {
    let fit = (max_bytes / Slots::<K>::BYTES).max(FEWEST);
    let mut slots = slots.min(1 << fit.ilog2());
    loop {
        match Slots::new(slots, max_bytes) {
            Some(found) => return found,
            None => slots = (slots / 2).max(FEWEST),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use upstar_core::{Bounds, Rng};

    use super::*;
    use crate::Record;

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
    fn doubling_loses_nothing() {
        let mut table = Table::<u64, Record>::new(1 << 24);
        for n in 0..400_000 {
            table.put(n, Player::BOTH[n as usize % 2], record(n), n);
        }
        assert_eq!(table.bytes(), 1 << 24);
        assert_eq!(table.len() as u64 + table.lost(), 400_000);
        let found = (0..400_000u64).filter(|n| {
            let found = table.get(n, Player::BOTH[*n as usize % 2]);
            found.inspect(|&r| assert_eq!(r, record(*n))).is_some()
        });
        assert_eq!(found.count(), table.len());
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
    fn records_outlive_the_first_wide_key() {
        let mut table = Table::<[u64; 2], Record>::new(1 << 20);
        let narrow = |n: u64| [n, n * 7];
        for n in 0..1000 {
            table.put(narrow(n), Player::Right, record(n), n);
        }
        assert_eq!(table.bytes_per_entry(), 16);
        assert_eq!(table.get(&[u64::MAX, 0], Player::Right), None);
        table.put([u64::MAX, 0], Player::Right, record(3), 5);
        assert_eq!(table.bytes_per_entry(), 24);
        let mut kept = 0;
        table.walk(&mut |_, _| kept += 1);
        assert_eq!(table.len(), kept);
        assert_eq!(table.len() as u64 + table.lost(), 1001);
        let found = (0..1000).filter(|&n| {
            let found = table.get(&narrow(n), Player::Right);
            found.inspect(|&r| assert_eq!(r, record(n))).is_some()
        });
        assert_eq!(found.count() + 1, kept);
        assert!(kept > 900);
        assert_eq!(table.get(&[u64::MAX, 0], Player::Right), Some(record(3)));
    }

    #[test]
    fn records_outlive_the_first_key_of_two_words_and_the_first_wide_one() {
        let mut table = Table::<[u128; 2], Record>::new(1 << 20);
        let key = |n: u64| match n {
            0..500 => [u128::from(n), 7],
            500..1000 => [u128::from(n) << 70, 200],
            _ => [u128::from(n) << 70, 1 << 90],
        };
        for (keys, bytes) in [(0..500, 16), (500..1000, 24), (1000..1200, 48)] {
            for n in keys.clone() {
                table.put(key(n), Player::Left, record(n), n);
            }
            assert_eq!(table.bytes_per_entry(), bytes);
            let found = (0..keys.end).filter(|&n| {
                let found = table.get(&key(n), Player::Left);
                found.inspect(|&r| assert_eq!(r, record(n))).is_some()
            });
            assert_eq!(found.count() as u64 + table.lost(), keys.end);
            assert_eq!(table.len() as u64 + table.lost(), keys.end);
        }
        // Full buckets lose a few of a hundred whenever the table is half full, or its records move then.
        assert!(table.len() > 1000, "{} kept", table.len());
    }

    #[test]
    fn a_patient_table_doubles_later_and_keeps_what_took_most_work() {
        let [mut hasty, mut patient] = [(); 2].map(|()| Table::<u64, Record>::new(1 << 24));
        patient.set_patience(4);
        for n in 0..100_000u64 {
            for table in [&mut hasty, &mut patient] {
                table.put(n, Player::Left, record(n), if n % 100 == 0 { 1 << 20 } else { 1 });
            }
        }
        assert_eq!(hasty.bytes(), 8 * patient.bytes());
        let kept = (0..100_000).step_by(100).filter(|n| patient.get(n, Player::Left).is_some());
        assert!(kept.count() > 950);
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
