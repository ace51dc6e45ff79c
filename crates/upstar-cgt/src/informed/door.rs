//! Who has been here before: a small table of hashes.
//!
//! What comes up once in plays by chance mostly never comes again, and to work it out costs as much
//! as many plays. It is worked out when it comes up for the second time. A hash that another one has
//! pushed out counts as new; two that are equal are taken for one: both only change what is worked
//! out, never what is found.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Places: a power of two.
const PLACES: usize = 1 << 16;

/// The hashes that came last.
pub struct Door(Box<[AtomicU32]>);

impl Default for Door {
    fn default() -> Door {
        Door((0..PLACES).map(|_| AtomicU32::new(0)).collect())
    }
}

impl Door {
    /// Was this hash here before?
    #[inline]
    pub fn has_seen(&self, hash: u64) -> bool {
        let place = &self.0[hash as usize % PLACES];
        let rest = (hash >> 32) as u32;
        let seen = place.load(Relaxed) == rest;
        place.store(rest, Relaxed);
        seen
    }
}
