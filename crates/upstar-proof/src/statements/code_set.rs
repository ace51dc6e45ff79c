//! A set of position codes: open addressing in one array. Whole codes are compared.

use upstar_core::mix;

/// The mark of an empty slot. No position has this code: it would need all cells in both planes.
const EMPTY: u128 = u128::MAX;

/// A set of codes.
pub struct CodeSet {
    slots: Vec<u128>,
    count: usize,
}

impl CodeSet {
    /// An empty set with space for so many codes.
    pub fn with_capacity(codes: usize) -> CodeSet {
        let slots = (codes + codes / 2 + 8).next_power_of_two();
        CodeSet { slots: vec![EMPTY; slots], count: 0 }
    }

    /// The bytes that a set with so many codes needs.
    pub fn bytes_for(codes: u64) -> u64 {
        (codes + codes / 2 + 8).next_power_of_two() * size_of::<u128>() as u64
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u128>()
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

    /// Is the code in the set?
    #[inline]
    pub fn has(&self, code: u128) -> bool {
        self.slots[self.slot(code)] == code
    }

    /// Adds a code; false if it is in the set already.
    pub fn add(&mut self, code: u128) -> bool {
        if 3 * self.count >= 2 * self.slots.len() {
            let larger = CodeSet { slots: vec![EMPTY; 2 * self.slots.len()], count: self.count };
            let smaller = std::mem::replace(self, larger);
            for code in smaller.slots.into_iter().filter(|&code| code != EMPTY) {
                let slot = self.slot(code);
                self.slots[slot] = code;
            }
        }
        let slot = self.slot(code);
        let is_new = self.slots[slot] == EMPTY;
        self.slots[slot] = code;
        self.count += usize::from(is_new);
        is_new
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
