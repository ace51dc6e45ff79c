//! Which positions get a table entry, and when the table grows.
//!
//! **Idea** A position is cheap if none of its children was searched: it cost one expansion. An entry for it
//! saves that expansion when the position occurs again. In most games cheap positions occur often. In the
//! others they get no entry. The table stays smaller, and a smaller table saves more time than the entries
//! would. If entries of all kinds are seldom found, most of a large table is never read. Then the table
//! doubles only after several puts for each slot. Until then, entries with little work are replaced.
//!
//! **Guarantee** The answer does not depend on admission: a position without an entry is searched again.

/// The hit rate of a kind of entries is trusted after this many entries.
const MIN_SAMPLE: u64 = 1 << 16;
/// Entries are worth storing if more than one in this many is found again.
const MIN_HIT_ONE_IN: u64 = 4;
/// A table whose entries are seldom found doubles after this many puts for each slot.
const PUTS_PER_SLOT: u64 = 4;

/// How many entries of one kind were stored and found.
#[derive(Clone, Copy, Debug, Default)]
struct HitRate {
    stored: u64,
    found: u64,
}

impl HitRate {
    #[inline]
    fn pays(self) -> bool {
        self.stored < MIN_SAMPLE || self.found * MIN_HIT_ONE_IN > self.stored
    }
}

/// Uses hit rates to decide which entries the table stores.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TableAdmission {
    all: HitRate,
    /// Entries of positions that cost one expansion.
    cheap: HitRate,
}

impl TableAdmission {
    /// The work of an entry whose position cost one expansion.
    pub const CHEAP_WORK: u64 = 0;

    /// Records that an entry was found. `work` is the stored work of the entry.
    #[inline]
    pub fn record_hit(&mut self, work: u64) {
        self.all.found += 1;
        self.cheap.found += u64::from(work == TableAdmission::CHEAP_WORK);
    }

    /// Returns whether to store one more entry, and counts it if so.
    #[inline]
    pub fn admits(&mut self, is_cheap: bool) -> bool {
        let admits = !is_cheap || self.cheap.pays();
        self.all.stored += u64::from(admits);
        self.cheap.stored += u64::from(admits && is_cheap);
        admits
    }

    /// The puts for each slot that are needed before the table doubles.
    #[inline]
    pub fn puts_per_slot_to_grow(&self) -> u64 {
        if self.all.pays() { 0 } else { PUTS_PER_SLOT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_that_are_found_are_stored() {
        let [mut seldom, mut often] = [TableAdmission::default(); 2];
        for n in 0..2 * MIN_SAMPLE {
            assert_eq!(seldom.admits(true), n < MIN_SAMPLE);
            assert!(seldom.admits(false) && often.admits(true));
            often.record_hit(if n % 2 == 0 { TableAdmission::CHEAP_WORK } else { 5 });
            if n % 8 == 0 {
                seldom.record_hit(TableAdmission::CHEAP_WORK);
            }
        }
        let growth = [seldom, often].map(|admission| admission.puts_per_slot_to_grow());
        assert_eq!(growth, [PUTS_PER_SLOT, 0]);
    }
}
