//! The index of a hash-consing store. It maps the content of an item to its number.

/// An open-addressing table of item numbers below `u32::MAX`. It does not store the items. Its
/// owner stores and compares them.
pub struct HashIndex {
    /// `u32::MAX` marks an empty slot. The number of slots is a power of two. At most three
    /// quarters are full.
    slots: Vec<u32>,
    len: usize,
}

const EMPTY: u32 = u32::MAX;

impl Default for HashIndex {
    fn default() -> HashIndex {
        HashIndex::new()
    }
}

impl HashIndex {
    /// An empty table.
    #[inline]
    pub fn new() -> HashIndex {
        HashIndex { slots: vec![EMPTY; 64], len: 0 }
    }

    /// The number under `hash` that `is_same` accepts.
    #[inline]
    pub fn find(&self, hash: u64, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != EMPTY {
            if is_same(self.slots[slot]) {
                return Some(self.slots[slot]);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// Adds a number that is not in the table. `hash_of` returns the hash of a number in the table.
    #[inline]
    pub fn insert(&mut self, hash: u64, number: u32, hash_of: impl Fn(u32) -> u64) {
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            let larger = vec![EMPTY; self.slots.len() * 2];
            let old = std::mem::replace(&mut self.slots, larger);
            for number in old.into_iter().filter(|&number| number != EMPTY) {
                self.place(hash_of(number), number);
            }
        }
        self.place(hash, number);
        self.len += 1;
    }

    #[inline]
    fn place(&mut self, hash: u64, number: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = number;
    }

    /// The bytes in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }
}
