//! Which positions are worth a record, and a larger table.
//!
//! **Idea** A position at which no child had to be searched cost one expansion, and its record saves
//! just that, if it comes up again. In most games such positions do, often. Where they turn out not
//! to, they are no longer recorded: the table is smaller, and memory costs more time than they do.
//! Where records of all kinds are seldom found, most of a large table is never read: then it does not
//! double before several records for each slot have been made, and those with the least work give way.
//!
//! **Guarantee** none is needed: what is not recorded is searched again.

/// So many records of a kind tell whether they pay.
const ENOUGH: u64 = 1 << 16;
/// They do if at least one in so many was found again.
const ONE_IN: u64 = 4;
/// How many records for each slot are made before a table doubles whose records are seldom found.
const PATIENCE: u64 = 4;

/// Records of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    made: u64,
    found: u64,
}

impl Tally {
    #[inline]
    fn pays(self) -> bool {
        self.made < ENOUGH || self.found * ONE_IN > self.made
    }
}

/// What has become of the records.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worth {
    all: Tally,
    /// Those of positions that cost one expansion.
    cheap: Tally,
}

impl Worth {
    /// The work that records of positions tell that cost one expansion: none.
    pub const CHEAP: u64 = 0;

    /// A record was found that tells so much work.
    #[inline]
    pub fn note_found(&mut self, work: u64) {
        self.all.found += 1;
        self.cheap.found += u64::from(work == Worth::CHEAP);
    }

    /// Is one more to be made?
    #[inline]
    pub fn pays(&mut self, is_cheap: bool) -> bool {
        let pays = !is_cheap || self.cheap.pays();
        self.all.made += u64::from(pays);
        self.cheap.made += u64::from(pays && is_cheap);
        pays
    }

    /// How many records for each slot there should be before a table doubles.
    #[inline]
    pub fn patience(&self) -> u64 {
        if self.all.pays() { 0 } else { PATIENCE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_that_are_found_are_made() {
        let [mut seldom, mut often] = [Worth::default(); 2];
        for n in 0..2 * ENOUGH {
            assert_eq!(seldom.pays(true), n < ENOUGH);
            assert!(seldom.pays(false) && often.pays(true));
            often.note_found(if n % 2 == 0 { Worth::CHEAP } else { 5 });
            if n % 8 == 0 {
                seldom.note_found(Worth::CHEAP);
            }
        }
        assert_eq!([seldom.patience(), often.patience()], [PATIENCE, 0]);
    }
}
