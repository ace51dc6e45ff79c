//! The partial order: a ≤ b exactly if no a^L ≥ b and no b^R ≤ a.

use super::{Id, ValueError, Values};

impl Values {
    /// Is a ≤ b?
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn le(&mut self, a: Id, b: Id) -> Result<bool, ValueError> {
        if let Some(known) = self.le_by_stops(a, b) {
            return Ok(known);
        }
        let key = u64::from(a.0) << 32 | u64::from(b.0);
        if let Some(&known) = self.orders.get(&key) {
            return Ok(known);
        }
        self.step()?;
        let answer = self.le_by_options(a, b)?;
        self.cache_order(key, answer);
        Ok(answer)
    }

    /// The order if closed forms or stops decide it. If a ≤ b, then a's stops are at most b's. If a's left
    /// stop is less than b's right stop, then a < b.
    pub(super) fn le_by_stops(&self, a: Id, b: Id) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        let (first, second) = (self.entry(a), self.entry(b));
        if let (Some(a), Some(b)) = (first.nus, second.nus) {
            return Some(a.le(b));
        }
        if first.stops[0] > second.stops[0] || first.stops[1] > second.stops[1] {
            return Some(false);
        }
        (first.stops[0] < second.stops[1]).then_some(true)
    }

    fn le_by_options(&mut self, a: Id, b: Id) -> Result<bool, ValueError> {
        let [left, _] = self.ranges(a)?;
        for i in left {
            if self.le(b, self.pooled(i))? {
                return Ok(false);
            }
        }
        let [_, right] = self.ranges(b)?;
        for i in right {
            if self.le(self.pooled(i), a)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Are a and b incomparable (confused): neither a ≤ b nor b ≤ a?
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn is_fuzzy(&mut self, a: Id, b: Id) -> Result<bool, ValueError> {
        Ok(!self.le(a, b)? && !self.le(b, a)?)
    }
}
