//! Keys of sums.

use upstar_core::{Key, mix};

/// Marks the keys of sums without an open part.
pub(super) const CLOSED: u32 = 1 << 31;

/// The key of a sum: the key of its open part, and the interned id of the remainder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SumKey<K> {
    pub(super) part: K,
    pub(super) remainder: u32,
}

impl<K: Key> Key for SumKey<K> {
    const BYTES: usize = K::BYTES + u32::BYTES;

    #[inline]
    fn packed_twice(&self) -> Option<[u64; 2]> {
        Some([self.part.packed()?, u64::from(self.remainder)])
    }

    #[inline]
    fn unpacked_twice([part, remainder]: [u64; 2]) -> SumKey<K> {
        SumKey { part: K::unpacked(part), remainder: remainder as u32 }
    }

    #[inline]
    fn hash64(&self) -> u64 {
        mix(self.part.hash64() ^ u64::from(self.remainder))
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        self.part.write(bytes);
        self.remainder.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> SumKey<K> {
        SumKey { part: K::read(bytes), remainder: u32::read(bytes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_small_boards_fit_two_words() {
        let key = |part, remainder| SumKey { part, remainder };
        for remainder in [0, 1, u32::MAX] {
            for part in [[0, 1], [u64::from(u32::MAX), 7]] {
                let words = key(part, remainder).packed_twice().expect("32 cells fit");
                assert_eq!(SumKey::unpacked_twice(words), key(part, remainder));
            }
            assert_eq!(key([1_u64 << 32, 7], remainder).packed_twice(), None);
        }
    }
}
