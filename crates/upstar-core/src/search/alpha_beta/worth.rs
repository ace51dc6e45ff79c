//! Which positions are worth a record.
//!
//! **Idea** A position at which no child had to be searched cost one expansion, and its record saves
//! just that, if it comes up again. In most games such positions do, often. Where they turn out not
//! to, they are no longer recorded: the table is smaller, and memory costs more time than they do.
//!
//! **Guarantee** none is needed: what is not recorded is searched again.

/// So many records of this kind tell whether they pay.
const ENOUGH: u64 = 1 << 18;
/// They do if at least one in so many was found again.
const ONE_IN: u64 = 4;

/// Records of positions that cost one expansion.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cheap {
    made: u64,
    found: u64,
}

impl Cheap {
    /// The work that their records tell: none.
    pub const WORK: u64 = 0;

    /// A record was found that tells so much work.
    #[inline]
    pub fn note_found(&mut self, work: u64) {
        self.found += u64::from(work == Cheap::WORK);
    }

    /// Is one more to be made?
    #[inline]
    pub fn pays(&mut self) -> bool {
        let pays = self.made < ENOUGH || self.found * ONE_IN > self.made;
        self.made += u64::from(pays);
        pays
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_that_are_found_are_made() {
        let [mut seldom, mut often] = [Cheap::default(); 2];
        for n in 0..2 * ENOUGH {
            assert_eq!(seldom.pays(), n < ENOUGH);
            assert!(often.pays());
            often.note_found(if n % 2 == 0 { Cheap::WORK } else { 5 });
            seldom.note_found(if n % 8 == 0 { Cheap::WORK } else { 5 });
        }
    }
}
