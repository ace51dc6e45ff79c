//! Sets of options whose values are known, within a number of bytes that is set in advance.
//!
//! Sets are many and small, so each is not a piece of memory of its own: they stand one after
//! another in one list that is never moved, and an index finds them by their hash. When the list is
//! full, all are forgotten.

use upstar_core::HashIndex;

/// Sets, each with a word.
pub struct Shelf {
    index: HashIndex,
    /// For each set: its word, how many words it has, these.
    words: Vec<u32>,
    max_bytes: usize,
}

/// The most bytes of a shelf: places in it are numbers of 32 bits.
const LARGEST: usize = 1 << 33;
/// Words of an entry before the set.
const HEAD: usize = 2;

impl Shelf {
    /// An empty shelf that takes at most so many bytes; memory that is not used yet is only asked
    /// for.
    pub fn new(max_bytes: usize) -> Shelf {
        let max_bytes = max_bytes.min(LARGEST);
        let mut words = Vec::new();
        // Without it the list is moved as it grows, no more.
        let _ = words.try_reserve_exact(max_bytes / size_of::<u32>());
        Shelf { index: HashIndex::new(), words, max_bytes }
    }

    /// The word of a set.
    pub fn find(&self, hash: u64, set: &[u32]) -> Option<u32> {
        let at = self.index.find(hash, |at| entry(&self.words, at).1 == set)?;
        Some(entry(&self.words, at).0)
    }

    /// Adds a set that is not there; `hash_of` is the hash of any set.
    pub fn insert(&mut self, set: &[u32], word: u32, hash_of: impl Fn(&[u32]) -> u64) {
        // An index that doubles needs both sizes for a moment.
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

/// The word and the set that begin at a place.
fn entry(words: &[u32], at: u32) -> (u32, &[u32]) {
    let at = at as usize;
    let set = at + HEAD;
    (words[at], &words[set..set + words[at + 1] as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(set: &[u32]) -> u64 {
        // Few hashes: sets must be told apart by what they have.
        set.len() as u64 % 4
    }

    #[test]
    fn a_set_is_found_by_what_it_has() {
        let mut shelf = Shelf::new(1 << 16);
        for number in 0..200 {
            let set = vec![number; number as usize % 7];
            if shelf.find(hash(&set), &set).is_none() {
                shelf.insert(&set, number, hash);
            }
        }
        assert_eq!(shelf.find(hash(&[]), &[]), Some(0));
        assert_eq!(shelf.find(hash(&[8]), &[8]), Some(8));
        assert_eq!(shelf.find(hash(&[9, 9]), &[9, 9]), Some(9));
        assert_eq!(shelf.find(hash(&[9, 8]), &[9, 8]), None);
    }

    #[test]
    fn a_full_shelf_forgets_and_keeps_to_its_bytes() {
        let mut shelf = Shelf::new(4096);
        let capacity = shelf.words.capacity();
        for number in 0..10_000 {
            let set = [number, 1, 2];
            shelf.insert(&set, number, hash);
            assert_eq!(shelf.find(hash(&set), &set), Some(number));
        }
        assert_eq!(shelf.words.capacity(), capacity);
        assert!(4 * shelf.words.len() + shelf.index.bytes() <= 4096);
        assert_eq!(shelf.find(hash(&[0, 1, 2]), &[0, 1, 2]), None);
    }
}
