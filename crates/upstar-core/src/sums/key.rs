//! Names of sums.

use crate::base::{Key, mix};

/// The name of a sum: its open part's, and the number of the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SumKey<K> {
    pub(super) part: K,
    pub(super) rest: u32,
}

impl<K: Key> Key for SumKey<K> {
    const BYTES: usize = K::BYTES + u32::BYTES;

    #[inline]
    fn hash64(&self) -> u64 {
        mix(self.part.hash64() ^ u64::from(self.rest))
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        self.part.write(bytes);
        self.rest.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> SumKey<K> {
        SumKey { part: K::read(bytes), rest: u32::read(bytes) }
    }
}
