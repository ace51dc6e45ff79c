//! The table entry of the search for nimbers.

use crate::Pack;

/// What is proved of the nimber of a part.
///
/// ```text
/// bit  55     0..54
///      exact  the nimber, or a bit for each nimber below 55 that the part does not have
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NimberEntry {
    /// The nimber.
    Exact(u32),
    /// The nimbers that the part does not have, as bits.
    Excluded(u64),
}

const EXACT: u64 = 1 << 55;
/// The number of nimbers for which the table stores that a part does not have them.
pub(super) const EXCLUDED_BITS: u32 = 55;

/// What the search is asked about the nimber of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// Which nimber is it?
    Exact,
    /// Is it this one?
    Is(u32),
}

impl NimberEntry {
    /// Nothing is known.
    pub const UNKNOWN: NimberEntry = NimberEntry::Excluded(0);

    /// Does the entry answer the question?
    #[inline]
    pub fn answers(self, goal: Goal) -> bool {
        match (self, goal) {
            (NimberEntry::Exact(_), _) => true,
            (NimberEntry::Excluded(_), Goal::Exact) => false,
            (NimberEntry::Excluded(set), Goal::Is(nimber)) => {
                nimber < EXCLUDED_BITS && set >> nimber & 1 == 1
            }
        }
    }
}

impl Pack for NimberEntry {
    #[inline]
    fn pack(self) -> u64 {
        match self {
            NimberEntry::Exact(nimber) => EXACT | u64::from(nimber),
            NimberEntry::Excluded(set) => set & (EXACT - 1),
        }
    }

    #[inline]
    fn unpack(word: u64) -> NimberEntry {
        match word & EXACT {
            0 => NimberEntry::Excluded(word & (EXACT - 1)),
            _ => NimberEntry::Exact(word as u32),
        }
    }

    #[inline]
    fn is_settled(word: u64) -> bool {
        word & EXACT != 0
    }
}

/// A set of nimbers of any size.
#[derive(Clone, Debug, Default)]
pub(super) struct NimberSet {
    words: Vec<u64>,
    count: u32,
}

impl NimberSet {
    /// The set with the elements of a word, in the memory of this one.
    #[inline]
    pub fn set_to(&mut self, word: u64) {
        self.words.clear();
        self.words.push(word);
        self.count = word.count_ones();
    }

    #[inline]
    pub fn insert(&mut self, nimber: u32) {
        let (place, bit) = (nimber as usize / 64, 1 << (nimber % 64));
        if place >= self.words.len() {
            self.words.resize(place + 1, 0);
        }
        self.count += u32::from(self.words[place] & bit == 0);
        self.words[place] |= bit;
    }

    #[inline]
    pub fn contains(&self, nimber: u32) -> bool {
        self.words.get(nimber as usize / 64).is_some_and(|word| word >> (nimber % 64) & 1 == 1)
    }

    /// The number of elements.
    #[inline]
    pub fn len(&self) -> u32 {
        self.count
    }

    /// The least number that is not in the set.
    #[inline]
    pub fn mex(&self) -> u32 {
        let full = self.words.iter().take_while(|&&word| word == u64::MAX).count();
        64 * full as u32 + self.words.get(full).map_or(0, |word| word.trailing_ones())
    }

    /// The elements that a table entry can store.
    #[inline]
    pub fn entry(&self) -> NimberEntry {
        NimberEntry::Excluded(self.words.first().copied().unwrap_or(0) & (EXACT - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        for entry in [
            NimberEntry::Exact(0),
            NimberEntry::Exact(u32::MAX),
            NimberEntry::UNKNOWN,
            NimberEntry::Excluded(0b1011),
            NimberEntry::Excluded(EXACT - 1),
        ] {
            assert_eq!(NimberEntry::unpack(entry.pack()), entry);
            assert_eq!(
                NimberEntry::is_settled(entry.pack()),
                matches!(entry, NimberEntry::Exact(_))
            );
        }
    }

    #[test]
    fn the_mex_is_the_least_number_that_is_missing() {
        let mut set = NimberSet::default();
        set.set_to(0);
        for nimber in 0..200 {
            assert_eq!((set.mex(), set.len()), (nimber, nimber));
            assert!(!set.contains(nimber));
            set.insert(nimber);
            set.insert(nimber);
        }
        set.set_to(0b101);
        assert_eq!((set.mex(), set.len(), set.contains(150)), (1, 2, false));
    }
}
