//! Caches of the parts that occurred last, by keys that cost less than
//! [`part_key`](upstar_core::Partisan::part_key).
//!
//! Both are direct-mapped: the hash of a key selects its only slot, and a newer key replaces an older one.
//! Keys are compared whole, so a cache may miss but never returns the data of another part.

use std::sync::Mutex;

use upstar_core::Key;

/// A cache for one thread, with `SLOTS` slots. They are allocated at the first insertion.
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
            // All slots may hold the first part, because keys are compared whole.
            self.0 = vec![(key, data); SLOTS];
        }
        self.0[slot::<K, SLOTS>(&key)] = (key, data);
    }

    /// The bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.0.len() * size_of::<(K, T)>()
    }
}

/// A cache that threads share. A slot that another thread is using counts as a miss.
pub struct SharedRecentParts<K, T, const SLOTS: usize>(Box<[Slot<K, T>]>);

/// A key and its data, if the slot is used.
type Slot<K, T> = Mutex<Option<(K, T)>>;

impl<K: Key, T: Copy, const SLOTS: usize> Default for SharedRecentParts<K, T, SLOTS> {
    /// An empty cache.
    fn default() -> Self {
        SharedRecentParts((0..SLOTS).map(|_| Mutex::new(None)).collect())
    }
}

impl<K: Key, T: Copy, const SLOTS: usize> SharedRecentParts<K, T, SLOTS> {
    /// The data of a key. Playouts call this for every part.
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

/// The slot of a key. The number of slots is a power of two.
#[inline]
fn slot<K: Key, const SLOTS: usize>(key: &K) -> usize {
    const { assert!(SLOTS.is_power_of_two()) };
    key.hash64() as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caches_lose_entries_but_never_confuse_keys() {
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
