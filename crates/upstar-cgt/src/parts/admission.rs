//! Which parts and sums are computed during random playouts.
//!
//! **Idea** A part that occurs once in a playout mostly never occurs again, and computing its value costs as
//! much as many playouts. So it is computed the second time it is seen. The same holds for sums.
//!
//! **Guarantee** None is needed. A hash that another one has replaced counts as new, and different parts with
//! equal hashes count as one. Both change only which values are computed, never the values.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// When an unknown value is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// The first time it is seen.
    Always,
    /// The second time it is seen; for playouts.
    SecondTime,
}

/// The slots of the filter, a power of two.
const SLOTS: usize = 1 << 16;

/// The hashes that were seen last.
pub struct AdmissionFilter(Box<[AtomicU32]>);

impl Default for AdmissionFilter {
    /// A filter that has seen nothing.
    fn default() -> AdmissionFilter {
        AdmissionFilter((0..SLOTS).map(|_| AtomicU32::new(0)).collect())
    }
}

impl AdmissionFilter {
    /// Should the part or sum with this hash be computed now? Records that it was seen.
    #[inline]
    pub fn admits(&self, hash: u64, admission: Admission) -> bool {
        admission == Admission::Always || self.was_seen(hash)
    }

    #[inline]
    fn was_seen(&self, hash: u64) -> bool {
        let slot = &self.0[hash as usize % SLOTS];
        let high = (hash >> 32) as u32;
        let seen = slot.load(Relaxed) == high;
        slot.store(high, Relaxed);
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_time_is_admitted() {
        let filter = AdmissionFilter::default();
        for hash in [1 << 40, 3 << 40 | 5, 7 << 33] {
            assert!(filter.admits(hash, Admission::Always));
            assert!(!filter.admits(hash, Admission::SecondTime));
            assert!(filter.admits(hash, Admission::SecondTime));
        }
    }
}
