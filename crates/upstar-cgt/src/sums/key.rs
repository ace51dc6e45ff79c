//! Names of sums.

use upstar_core::{Key, mix};

/// Marks the keys of sums without an open part.
pub(super) const CLOSED: u32 = 1 << 31;

/// The name of a sum: its open part's, and the number of the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SumKey<K> {
    pub(super) part: K,
    pub(super) rest: u32,
}

impl<K: Key> Key for SumKey<K> {
    const BYTES: usize = K::BYTES + u32::BYTES;

    #[inline]
    fn packed_twice(&self) -> Option<[u64; 2]> {
        Some([self.part.packed()?, u64::from(self.rest)])
    }

    #[inline]
    fn unpacked_twice([part, rest]: [u64; 2]) -> SumKey<K> {
        SumKey { part: K::unpacked(part), rest: rest as u32 }
    }

    #[inline]
    fn hash64(&self) -> u64 {
        mix(self.part.hash64() ^ u64::from(self.rest))
    }

    fn renumbered(self, numbers: &[u32]) -> Option<SumKey<K>> {
        let rest = numbers.get((self.rest & !CLOSED) as usize)? | self.rest & CLOSED;
        Some(SumKey { rest, ..self })
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        self.part.write(bytes);
        self.rest.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> SumKey<K> {
        SumKey { part: K::read(bytes), rest: u32::read(bytes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_small_boards_fit_two_words() {
        let key = |part, rest| SumKey { part, rest };
        for rest in [0, 1, u32::MAX] {
            for part in [[0, 1], [u64::from(u32::MAX), 7]] {
                let words = key(part, rest).packed_twice().expect("32 cells fit");
                assert_eq!(SumKey::unpacked_twice(words), key(part, rest));
            }
            assert_eq!(key([1_u64 << 32, 7], rest).packed_twice(), None);
        }
    }
}
