//! Lists of carriers.

use upstar_core::Bits;

/// A list of carriers. None is a subset of another.
#[derive(Clone, Copy)]
pub(super) struct CarrierList<B, const CAPACITY: usize> {
    len: usize,
    /// The carriers that the rules were applied to, with one bit for each.
    applied: u32,
    carriers: [B; CAPACITY],
}

impl<B: Bits, const CAPACITY: usize> CarrierList<B, CAPACITY> {
    pub const EMPTY: Self = CarrierList { len: 0, applied: 0, carriers: [B::EMPTY; CAPACITY] };

    #[inline]
    pub fn all(&self) -> &[B] {
        &self.carriers[..self.len]
    }

    /// The carriers that the rules were applied to.
    #[inline]
    pub fn applied(&self) -> impl Iterator<Item = B> + '_ {
        let is_applied = |&(i, _): &(usize, &B)| self.applied >> i & 1 == 1;
        self.all().iter().enumerate().filter(is_applied).map(|(_, &carrier)| carrier)
    }

    /// Records that the rules are applied to a carrier; false if it is no longer in the list, or was applied.
    #[inline]
    pub fn apply(&mut self, carrier: B) -> bool {
        let Some(place) = self.all().iter().position(|&known| known == carrier) else {
            return false;
        };
        let is_new = self.applied >> place & 1 == 0;
        self.applied |= 1 << place;
        is_new
    }

    /// Is one of these carriers a subset of `carrier`?
    #[inline]
    pub fn has_subset_of(&self, carrier: B) -> bool {
        self.all().iter().any(|&known| (known & !carrier).is_empty())
    }

    /// Adds a carrier and removes its supersets; false if it is not kept.
    pub fn add(&mut self, carrier: B) -> bool {
        if self.has_subset_of(carrier) {
            return false;
        }
        let (mut kept, mut applied) = (0, 0);
        for i in 0..self.len {
            if !(carrier & !self.carriers[i]).is_empty() {
                self.carriers[kept] = self.carriers[i];
                applied |= (self.applied >> i & 1) << kept;
                kept += 1;
            }
        }
        self.len = kept;
        self.applied = applied;
        if kept < CAPACITY {
            self.carriers[kept] = carrier;
            self.len += 1;
            return true;
        }
        // A smaller carrier replaces a largest one.
        let places = 0..CAPACITY;
        let Some(largest) = places.max_by_key(|&i| self.carriers[i].count()) else {
            return false;
        };
        let is_smaller = carrier.count() < self.carriers[largest].count();
        if is_smaller {
            self.carriers[largest] = carrier;
            self.applied &= !(1 << largest);
        }
        is_smaller
    }
}
