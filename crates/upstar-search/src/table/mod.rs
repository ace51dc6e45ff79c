//! The transposition table, with exact keys.
//!
//! The table stores and compares the whole key with the player to move. So it never confuses two positions,
//! and a hash collision costs only time. The table starts small and doubles in place until its limit. Then
//! the entry of a full bucket with the lowest [replacement priority](replacement_priority) is replaced.
//!
//! **Narrow keys** As long as all keys fit into one word ([`Key::packed`]), the table stores that word
//! instead of the key, and four slots are one cache line. As long as they fit into two words
//! ([`Key::packed_twice`]), it stores two words. The first key that does not fit moves all entries to wider
//! slots, so entries move at most twice. A packed key is still the whole key: no two keys have the same
//! words.
//!
//! **Collection** A table that [`collects`](Table::collecting) frees three tenths of its slots at once when
//! it is nearly full and may not grow. It removes the entries with the least work (SmallTreeGC: Nagai, *A new
//! depth-first-search algorithm for AND/OR trees*, 1999). A settled entry can never change. It counts as if
//! it had taken 16 times its work.
//!
//! **Threads** A [`Table`] belongs to one thread. Several threads share a [`SharedTable`]. A [`SearchTable`]
//! is either of them.

mod entry;
mod pages;
mod search_table;
mod shared;
mod slots;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;

pub use entry::BoundsEntry;
pub use search_table::SearchTable;
pub use shared::SharedTable;
use upstar_core::{Key, Player};

use self::slots::{MIN_SLOTS, Slots};

/// A table entry that fits into the low 56 bits of a word.
pub trait Pack: Copy {
    /// The packed entry, below 2⁵⁶.
    fn pack(self) -> u64;
    /// The entry of a word, whose higher bits are ignored.
    fn unpack(word: u64) -> Self;
    /// Is the packed entry final? Then its replacement priority is higher.
    #[inline]
    fn is_settled(_word: u64) -> bool {
        false
    }
}

/// The bit of a slot that is in use.
const USED: u64 = 1 << 63;
/// The bits of a packed entry.
const ENTRY_BITS: u64 = (1 << 56) - 1;
const FIRST_SLOTS: usize = 1 << 10;
/// A table that keeps its entries doubles when it has lost more than one of so many.
const ENTRIES_PER_LOSS: u64 = 64;
/// A settled entry has the replacement priority of an entry with this many more doublings of work.
const SETTLED_BONUS: u64 = 4;

/// The slots, by the width of their keys.
enum Store<K: Key> {
    /// Keys of one word.
    Narrow(Slots<u64>),
    /// Keys of two words.
    Double(Slots<[u64; 2]>),
    /// Whole keys.
    Wide(Slots<K>),
}

/// Evaluates the same expression for slots of each width.
macro_rules! on_slots {
    ($store:expr, $slots:ident => $result:expr) => {
        match $store {
            Store::Narrow($slots) => $result,
            Store::Double($slots) => $result,
            Store::Wide($slots) => $result,
        }
    };
}

/// A table of entries by exact key and player to move.
pub struct Table<K: Key, V> {
    store: Store<K>,
    max_bytes: usize,
    can_grow: bool,
    collects: bool,
    /// Does the table also double when it has lost many entries? See [`Table::keeping`].
    keeps: bool,
    /// The entries lost since the table last doubled.
    lost_since_growth: u64,
    /// The number of puts so far.
    puts: u64,
    /// The table doubles only after this many puts for each slot.
    puts_per_slot_to_grow: u64,
    lost: u64,
    collections: u64,
    kind: PhantomData<V>,
}

/// The replacement priority of an entry: the logarithm of its work, and more if it is settled. The entry of a
/// bucket with the lowest priority is replaced.
#[inline]
fn replacement_priority<V: Pack>(word: u64) -> u64 {
    ((word >> 56) & 63) + SETTLED_BONUS * u64::from(V::is_settled(word))
}

impl<K: Key, V: Pack> Table<K, V> {
    /// An empty table that may grow to `max_bytes`.
    pub fn new(max_bytes: usize) -> Table<K, V> {
        Table::with_slots(FIRST_SLOTS, max_bytes)
    }

    /// An empty table of `slots` slots, a power of two, that may grow to `max_bytes`.
    fn with_slots(slots: usize, max_bytes: usize) -> Table<K, V> {
        Table {
            store: Store::Narrow(slots_within(slots, max_bytes)),
            max_bytes,
            can_grow: true,
            collects: false,
            keeps: false,
            lost_since_growth: 0,
            puts: 0,
            puts_per_slot_to_grow: 0,
            lost: 0,
            collections: 0,
            kind: PhantomData,
        }
    }

    /// An empty table that may grow to `max_bytes` and then collects.
    pub fn collecting(max_bytes: usize) -> Table<K, V> {
        Table { collects: true, ..Table::new(max_bytes) }
    }

    /// An empty table that may grow to `max_bytes`. It also doubles when full buckets have lost many entries. This
    /// pays for searches that need most of their entries again.
    pub fn keeping(max_bytes: usize) -> Table<K, V> {
        Table { keeps: true, ..Table::new(max_bytes) }
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

    /// The number of slots.
    #[inline]
    fn slots(&self) -> usize {
        on_slots!(&self.store, slots => slots.len())
    }

    /// The bytes of memory in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.slots() * self.bytes_per_entry()
    }

    /// The number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        on_slots!(&self.store, slots => slots.used())
    }

    /// Is there no entry?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of entries that were collected or replaced by entries of other positions.
    #[inline]
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// The number of collections.
    pub fn collections(&self) -> u64 {
        self.collections
    }

    /// Prefetches the bucket of a position.
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

    /// The entry of a position.
    #[inline]
    pub fn get(&self, key: &K, player: Player) -> Option<V> {
        self.find(key, player).map(V::unpack)
    }

    /// The entry of a position, and the approximate number of nodes of its search.
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

    /// Stores the entry of a position, found with `nodes` nodes of work.
    #[inline]
    pub fn put(&mut self, key: K, player: Player, entry: V, nodes: u64) {
        debug_assert!(entry.pack() <= ENTRY_BITS, "an entry takes 56 bits");
        let work = u64::from(64 - nodes.leading_zeros()).min(63);
        self.restore(key, USED | (player.index() as u64) << 62 | work << 56 | entry.pack());
    }

    /// Calls `visit` for every entry with the key and the word of its slot.
    pub fn for_each(&self, visit: &mut dyn FnMut(&K, u64)) {
        match &self.store {
            Store::Narrow(slots) => {
                slots.for_each(&mut |narrow, word| visit(&K::unpacked(narrow), word));
            }
            Store::Double(slots) => {
                slots.for_each(&mut |double, word| visit(&K::unpacked_twice(double), word));
            }
            Store::Wide(slots) => slots.for_each(&mut |key, word| visit(&key, word)),
        }
    }

    /// From now on the table doubles only after `puts` puts for each slot. Before that, entries of low
    /// priority are replaced.
    #[inline]
    pub fn set_puts_per_slot_to_grow(&mut self, puts: u64) {
        self.puts_per_slot_to_grow = puts;
    }

    /// Stores an entry that [`for_each`](Table::for_each) has returned.
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
        self.puts += 1;
        self.lost_since_growth += u64::from(has_replaced);
        let loses_many = has_replaced
            && self.keeps
            && self.lost_since_growth * ENTRIES_PER_LOSS > self.len() as u64;
        if self.len() > self.slots() / 2 || loses_many {
            self.make_room();
        }
    }

    /// Grows the table or collects, if necessary.
    #[inline]
    fn make_room(&mut self) {
        if self.can_grow {
            if self.puts >= self.puts_per_slot_to_grow * self.slots() as u64 {
                self.grow();
            }
        } else if self.collects && self.len() > self.slots() * 7 / 8 {
            self.collect();
        }
    }

    /// Doubles the table if the limit and the system allow it. The limit also holds while the entries move.
    #[cold]
    fn grow(&mut self) {
        self.lost_since_growth = 0;
        let max_bytes = self.max_bytes;
        self.can_grow = on_slots!(&mut self.store, slots => {
            slots.bytes_to_double() <= max_bytes && slots.double()
        });
    }

    /// Moves all entries to slots with keys of two words if they and `key` fit, otherwise to slots with whole
    /// keys. There are as many slots as the limit allows, but no more than before.
    #[cold]
    fn widen(&mut self, key: &K) {
        let taken = if self.is_empty() { 0 } else { self.bytes() };
        let room = (self.slots(), self.max_bytes.saturating_sub(taken));
        if matches!(self.store, Store::Wide(_)) {
            return;
        }
        let mut fit_two_words =
            matches!(self.store, Store::Narrow(_)) && key.packed_twice().is_some();
        self.for_each(&mut |key, _| fit_two_words = fit_two_words && key.packed_twice().is_some());
        let mut lost = 0;
        self.store = if fit_two_words {
            let mut slots = slots_within(room.0, room.1);
            self.for_each(&mut |key, word| {
                let double = key.packed_twice().expect("all keys fit two words");
                lost += u64::from(slots.put::<V>(double, word));
            });
            Store::Double(slots)
        } else {
            let mut slots = slots_within(room.0, room.1);
            self.for_each(&mut |key, word| lost += u64::from(slots.put::<V>(*key, word)));
            Store::Wide(slots)
        };
        self.lost += lost;
    }

    /// Removes the entries of lowest priority until three tenths of the slots are free.
    #[cold]
    fn collect(&mut self) {
        let mut count = [0usize; 64 + SETTLED_BONUS as usize];
        let mut add = |word| count[replacement_priority::<V>(word) as usize] += 1;
        on_slots!(&self.store, slots => slots.for_each(&mut |_, word| add(word)));
        let mut surplus = self.len().saturating_sub(self.slots() * 7 / 10);
        let mut least = 0;
        while surplus > count[least] {
            surplus -= count[least];
            least += 1;
        }
        let before = self.len();
        let mut keep = |word| {
            let priority = replacement_priority::<V>(word) as usize;
            let drops = priority < least || (priority == least && surplus > 0);
            surplus -= usize::from(priority == least && drops);
            !drops
        };
        on_slots!(&mut self.store, slots => slots.retain(&mut keep));
        self.lost += (before - self.len()) as u64;
        self.collections += 1;
    }

    /// Keeps only the entries for which `keep` is true.
    pub fn retain(&mut self, keep: &dyn Fn(V) -> bool) {
        let mut keep = |word| keep(V::unpack(word));
        on_slots!(&mut self.store, slots => slots.retain(&mut keep));
    }
}

/// `slots` slots, a power of two, or as many as fit into `max_bytes` and can be allocated.
fn slots_within<K: Key>(slots: usize, max_bytes: usize) -> Slots<K> {
    let fit = (max_bytes / Slots::<K>::BYTES).max(MIN_SLOTS);
    let mut slots = slots.min(1 << fit.ilog2());
    loop {
        match Slots::new(slots, max_bytes) {
            Some(found) => return found,
            None => slots = (slots / 2).max(MIN_SLOTS),
        }
    }
}
