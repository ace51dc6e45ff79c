//! Caches of the parts that came up last, by keys that cost less than
//! [`part_key`](upstar_core::Partisan::part_key).
//!
//! Both are direct-mapped: a key has one slot, the one that its hash says, and a newer key replaces an
//! older one. Keys are compared whole, so a cache may miss but never returns another part's data.

use std::sync::Mutex;

use upstar_core::Key;

/// A cache for one thread, with `SLOTS` slots. It allocates them when the first part comes.
pub struct RecentParts<K, T, const SLOTS: usize>(Vec<(K, T)>);

impl<K: Key, T: Copy, const SLOTS: usize> RecentParts<K, T, SLOTS> {
    /// An empty cache.
    pub const EMPTY: Self = RecentParts(Vec::new());

    /// The data of a key.
    #[inline]
    pub fn get(&self, key: &K) -> Option<T> {
        let (same, data) = self.0.get(slot::<K, SLOTS>(key))?;
        (same == key).then_some(*data)
    }

    /// Stores the data of a key.
    #[inline]
    pub fn insert(&mut self, key: K, data: T) {
        if self.0.is_empty() {
            // Every slot may hold the first part: keys are compared whole.
            self.0 = vec![(key, data); SLOTS];
        }
        self.0[slot::<K, SLOTS>(&key)] = (key, data);
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.0.len() * size_of::<(K, T)>()
    }
}

/// A cache that threads share. A slot that another thread uses at the moment counts as a miss.
pub struct SharedRecentParts<K, T, const SLOTS: usize>(Box<[Slot<K, T>]>);

/// A key and its data, if there is one.
type Slot<K, T> = Mutex<Option<(K, T)>>;

impl<K: Key, T: Copy, const SLOTS: usize> Default for SharedRecentParts<K, T, SLOTS> {
    /// An empty cache.
    fn default() -> Self {
        SharedRecentParts((0..SLOTS).map(|_| Mutex::new(None)).collect())
    }
}

impl<K: Key, T: Copy, const SLOTS: usize> SharedRecentParts<K, T, SLOTS> {
    /// The data of a key. Playouts ask it for every part.
    #[inline(always)]
    pub fn get(&self, key: &K) -> Option<T> {
        let slot = self.0[slot::<K, SLOTS>(key)].try_lock().ok()?;
        slot.and_then(|(same, data)| (same == *key).then_some(data))
    }

    /// Stores the data of a key.
    #[inline]
    pub fn insert(&self, key: K, data: T) {
        if let Ok(mut slot) = self.0[slot::<K, SLOTS>(&key)].try_lock() {
            *slot = Some((key, data));
        }
    }
}

/// The slot of a key; the number of slots is a power of two.
#[inline]
fn slot<K: Key, const SLOTS: usize>(key: &K) -> usize {
    const { assert!(SLOTS.is_power_of_two()) };
    key.hash64() as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caches_forget_but_never_confuse_keys() {
        let mut own = RecentParts::<u64, u64, 4>::EMPTY;
        let shared = SharedRecentParts::<u64, u64, 4>::default();
        assert_eq!(own.get(&1), None);
        for key in 0..100 {
            own.insert(key, key + 1);
            shared.insert(key, key + 1);
            assert_eq!([own.get(&key), shared.get(&key)], [Some(key + 1); 2]);
            for other in 0..key {
                assert!(
                    [own.get(&other), shared.get(&other)]
                        .into_iter()
                        .flatten()
                        .all(|data| data == other + 1)
                );
            }
        }
    }
}
