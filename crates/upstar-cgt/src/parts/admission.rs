//! Which parts and sums are worked out during random playouts.
//!
//! **Idea** What comes up once in a playout mostly never comes up again, and working it out costs as much
//! as many playouts. So it is worked out the second time it is seen.
//!
//! **Guarantee** None is needed. A hash that another one has replaced counts as new, and equal hashes are
//! taken for one; both change only what is worked out, never what is found.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// When what is not known is worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// At once.
    Always,
    /// The second time it is seen: for playouts.
    SecondTime,
}

/// Slots of the filter: a power of two.
const SLOTS: usize = 1 << 16;

/// The hashes seen last.
pub struct AdmissionFilter(Box<[AtomicU32]>);

impl Default for AdmissionFilter {
    /// Nothing was seen yet.
    fn default() -> AdmissionFilter {
        AdmissionFilter((0..SLOTS).map(|_| AtomicU32::new(0)).collect())
    }
}

impl AdmissionFilter {
    /// Is what has this hash to be worked out now? Notes that it was seen.
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
