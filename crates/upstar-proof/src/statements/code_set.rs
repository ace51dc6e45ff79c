//! Maps of position codes: open addressing in one array. Whole codes are compared.

use upstar_core::mix;

/// The mark of an empty slot. No position has this code: it would need all cells in both planes.
const EMPTY: u128 = u128::MAX;

/// A map from codes to values.
pub struct CodeMap<V> {
    slots: Vec<u128>,
    values: Vec<V>,
    count: usize,
}

/// A set of codes.
pub type CodeSet = CodeMap<()>;

impl<V: Copy + Default> CodeMap<V> {
    const SLOT_BYTES: usize = size_of::<u128>() + size_of::<V>();

    /// An empty map with space for so many codes.
    pub fn with_capacity(codes: usize) -> CodeMap<V> {
        let slots = (codes + codes / 2 + 8).next_power_of_two();
        CodeMap { slots: vec![EMPTY; slots], values: vec![V::default(); slots], count: 0 }
    }

    /// The bytes that a map with so many codes needs.
    pub fn bytes_for(codes: u64) -> u64 {
        (codes + codes / 2 + 8).next_power_of_two() * Self::SLOT_BYTES as u64
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.slots.len() * Self::SLOT_BYTES
    }

    /// The slot of a code: the one that contains it, or the empty one where it belongs.
    #[inline]
    fn slot(&self, code: u128) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = mix(code as u64 ^ mix((code >> 64) as u64)) as usize & mask;
        while self.slots[slot] != code && self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The value of a code.
    #[inline]
    pub fn get(&self, code: u128) -> Option<V> {
        let slot = self.slot(code);
        (self.slots[slot] == code).then(|| self.values[slot])
    }

    /// Adds a code with its value; false if the code is in the map already.
    pub fn insert(&mut self, code: u128, value: V) -> bool {
        if 3 * self.count >= 2 * self.slots.len() {
            let smaller = std::mem::replace(self, CodeMap::with_capacity(self.slots.len()));
            self.count = smaller.count;
            for (code, value) in smaller.slots.into_iter().zip(smaller.values) {
                if code != EMPTY {
                    let slot = self.slot(code);
                    (self.slots[slot], self.values[slot]) = (code, value);
                }
            }
        }
        let slot = self.slot(code);
        let is_new = self.slots[slot] == EMPTY;
        if is_new {
            (self.slots[slot], self.values[slot]) = (code, value);
            self.count += 1;
        }
        is_new
    }
}

impl CodeSet {
    /// Is the code in the set?
    #[inline]
    pub fn has(&self, code: u128) -> bool {
        self.slots[self.slot(code)] == code
    }

    /// Adds a code; false if it is in the set already.
    pub fn add(&mut self, code: u128) -> bool {
        self.insert(code, ())
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::Rng;

    use super::*;

    #[test]
    fn it_has_what_was_added() {
        let mut rng = Rng::new(5);
        let mut set = CodeSet::with_capacity(0);
        let codes: Vec<u128> =
            (0..5000).map(|_| u128::from(rng.bits()) << 60 ^ u128::from(rng.below(7))).collect();
        for &code in &codes {
            set.add(code);
            assert!(set.has(code) && !set.add(code));
        }
        assert!(codes.iter().all(|&code| set.has(code)));
        assert!(!set.has(1 << 100));
    }
}
