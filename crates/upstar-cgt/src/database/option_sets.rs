//! A cache of values by their sets of options, within a fixed number of bytes.
//!
//! There are many small sets, so they are not allocated one by one. They are stored one after another in one
//! list, which never moves, and an index finds them by their hash. When the list is full, the cache is
//! cleared.

use upstar_core::HashIndex;

/// Sets of options, each with the word of its value.
pub struct OptionSetCache {
    index: HashIndex,
    /// For each set: its word, the number of its elements, and the elements.
    words: Vec<u32>,
    max_bytes: usize,
}

/// The maximum number of bytes: offsets in the cache are 32-bit numbers.
const LARGEST: usize = 1 << 33;
/// The words of an entry before the set.
const HEAD: usize = 2;

impl OptionSetCache {
    /// An empty cache of at most `max_bytes`. They are reserved at once and used as sets are inserted.
    pub fn new(max_bytes: usize) -> OptionSetCache {
        let max_bytes = max_bytes.min(LARGEST);
        let mut words = Vec::new();
        // If the reservation fails, the list moves as it grows.
        let _ = words.try_reserve_exact(max_bytes / size_of::<u32>());
        OptionSetCache { index: HashIndex::new(), words, max_bytes }
    }

    /// The word of a set.
    pub fn find(&self, hash: u64, set: &[u32]) -> Option<u32> {
        let at = self.index.find(hash, |at| entry(&self.words, at).1 == set)?;
        Some(entry(&self.words, at).0)
    }

    /// Inserts a set that is not in the cache. `hash_of` computes the hash of any set.
    pub fn insert(&mut self, set: &[u32], word: u32, hash_of: impl Fn(&[u32]) -> u64) {
        // While the index doubles, both sizes are in memory.
        let most = self.words.len() + HEAD + set.len() + self.index.bytes() / size_of::<u32>() * 3;
        if most * size_of::<u32>() > self.max_bytes {
            self.words.clear();
            self.index = HashIndex::new();
        }
        let at = self.words.len() as u32;
        self.words.extend([word, set.len() as u32]);
        self.words.extend(set);
        let words = &self.words;
        self.index.insert(hash_of(set), at, |at| hash_of(entry(words, at).1));
    }
}

/// The word and the set at an offset.
fn entry(words: &[u32], at: u32) -> (u32, &[u32]) {
    let at = at as usize;
    let set = at + HEAD;
    (words[at], &words[set..set + words[at + 1] as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(set: &[u32]) -> u64 {
        // Few different hashes, so that the test compares sets with equal hashes.
        set.len() as u64 % 4
    }

    #[test]
    fn a_set_is_found_by_its_elements() {
        let mut cache = OptionSetCache::new(1 << 16);
        for number in 0..200 {
            let set = vec![number; number as usize % 7];
            if cache.find(hash(&set), &set).is_none() {
                cache.insert(&set, number, hash);
            }
        }
        assert_eq!(cache.find(hash(&[]), &[]), Some(0));
        assert_eq!(cache.find(hash(&[8]), &[8]), Some(8));
        assert_eq!(cache.find(hash(&[9, 9]), &[9, 9]), Some(9));
        assert_eq!(cache.find(hash(&[9, 8]), &[9, 8]), None);
    }

    #[test]
    fn a_full_cache_is_cleared_and_stays_within_its_bytes() {
        let mut cache = OptionSetCache::new(4096);
        let capacity = cache.words.capacity();
        for number in 0..10_000 {
            let set = [number, 1, 2];
            cache.insert(&set, number, hash);
            assert_eq!(cache.find(hash(&set), &set), Some(number));
        }
        assert_eq!(cache.words.capacity(), capacity);
        assert!(4 * cache.words.len() + cache.index.bytes() <= 4096);
        assert_eq!(cache.find(hash(&[0, 1, 2]), &[0, 1, 2]), None);
    }
}
