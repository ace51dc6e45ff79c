//! A table of parts, which assigns numbers to exact keys.

use upstar_core::{HashIndex, Key};

/// Parts by their [`part_key`](upstar_core::Partisan::part_key)s, with data for each.
///
/// **Guarantee** Keys are compared whole, so two parts have the same number exactly if their keys are equal.
/// Numbers are assigned from 0 in the order of insertion.
pub struct PartTable<K, T> {
    entries: Vec<(K, T)>,
    index: HashIndex,
}

impl<K, T> Default for PartTable<K, T> {
    /// An empty table.
    fn default() -> PartTable<K, T> {
        PartTable { entries: Vec::new(), index: HashIndex::new() }
    }
}

impl<K: Key, T> PartTable<K, T> {
    /// The number of the part with this key, if it has one.
    #[inline]
    pub fn find(&self, key: &K) -> Option<u32> {
        self.index.find(key.hash64(), |number| self.entries[number as usize].0 == *key)
    }

    /// The data of the part with this key, if it has a number.
    #[inline]
    pub fn find_data(&self, key: &K) -> Option<&T> {
        self.find(key).map(|number| self.get(number))
    }

    /// Adds a part whose key is new, and returns its number.
    pub fn insert(&mut self, key: K, data: T) -> u32 {
        let number = u32::try_from(self.entries.len()).expect("fewer parts than fit into memory");
        self.entries.push((key, data));
        let entries = &self.entries;
        self.index.insert(key.hash64(), number, |number| entries[number as usize].0.hash64());
        number
    }

    /// The key of the part with this number.
    pub fn key(&self, number: u32) -> K {
        self.entries[number as usize].0
    }

    /// The data of the part with this number.
    #[inline]
    pub fn get(&self, number: u32) -> &T {
        &self.entries[number as usize].1
    }

    /// The data of the part with this number, mutable.
    #[inline]
    pub fn get_mut(&mut self, number: u32) -> &mut T {
        &mut self.entries[number as usize].1
    }

    /// The number of parts.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Does the next insertion allocate memory?
    pub fn is_at_capacity(&self) -> bool {
        self.entries.len() == self.entries.capacity()
    }

    /// The bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<(K, T)>() + self.index.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_have_one_number_and_numbers_are_consecutive() {
        let mut table = PartTable::default();
        for key in 0..500_u64 {
            assert_eq!(table.find(&key), None);
            assert_eq!(u64::from(table.insert(key, key * key)), key);
        }
        for key in 0..500_u64 {
            let number = table.find(&key).unwrap();
            assert_eq!((table.key(number), *table.get(number)), (key, key * key));
        }
        assert_eq!(table.len(), 500);
    }
}
