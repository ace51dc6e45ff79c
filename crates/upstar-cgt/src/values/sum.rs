//! The group operations: negatives, sums, integer multiples.

use super::{Id, Nus, ValueError, Values};

impl Values {
    /// −a.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn negate(&mut self, a: Id) -> Result<Id, ValueError> {
        if let Some(nus) = self.as_nus(a) {
            return self.nus(nus.negated());
        }
        if let Some(known) = self.entry(a).negative {
            return Ok(known);
        }
        self.step()?;
        let [left, right] = self.ranges(a)?;
        let mut lists = [Vec::new(), Vec::new()];
        for (list, range) in lists.iter_mut().zip([right, left]) {
            for i in range {
                list.push(self.negate(self.pooled(i))?);
            }
            list.sort_unstable();
        }
        let negative = self.intern(&lists[0], &lists[1])?;
        self.entries[a.index()].negative = Some(negative);
        self.entries[negative.index()].negative = Some(a);
        Ok(negative)
    }

    /// a + b.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn add(&mut self, a: Id, b: Id) -> Result<Id, ValueError> {
        if let (Some(first), Some(second)) = (self.as_nus(a), self.as_nus(b)) {
            return self.nus(first.plus(second)?);
        }
        if a == Id::ZERO || b == Id::ZERO {
            return Ok(if a == Id::ZERO { b } else { a });
        }
        if self.entry(a).negative == Some(b) {
            return Ok(Id::ZERO);
        }
        let (a, b) = (a.min(b), a.max(b));
        let key = u64::from(a.0) << 32 | u64::from(b.0);
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        self.step()?;
        let sum = if self.as_number(a).is_some() {
            self.translate(b, a)?
        } else if self.as_number(b).is_some() {
            self.translate(a, b)?
        } else {
            self.check_ups(a)?;
            self.check_ups(b)?;
            let mut lists = [Vec::new(), Vec::new()];
            for (one, other) in [(a, b), (b, a)] {
                for (list, range) in lists.iter_mut().zip(self.ranges(one)?) {
                    for i in range {
                        list.push(self.add(self.pooled(i), other)?);
                    }
                }
            }
            let [left, right] = lists;
            self.canonical(left, right)?
        };
        self.cache_sum(key, sum);
        Ok(sum)
    }

    /// Checks the depth of a recursion that lists the options of closed forms: it is at most the number of
    /// ups.
    pub(super) fn check_ups(&self, a: Id) -> Result<(), ValueError> {
        const MOST: u32 = 1000;
        match self.as_nus(a) {
            Some(nus) if nus.ups.unsigned_abs() > MOST => Err(ValueError::TooLarge(format!(
                "more than {MOST} ups in a sum with another game"
            ))),
            _ => Ok(()),
        }
    }

    /// A game that is not a closed form plus a number. By the number translation theorem the number is added
    /// to the options, which stay canonical.
    fn translate(&mut self, game: Id, number: Id) -> Result<Id, ValueError> {
        let mut lists = [Vec::new(), Vec::new()];
        for (list, range) in lists.iter_mut().zip(self.ranges(game)?) {
            for i in range {
                list.push(self.add(self.pooled(i), number)?);
            }
            list.sort_unstable();
        }
        self.intern(&lists[0], &lists[1])
    }

    /// a − b.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn subtract(&mut self, a: Id, b: Id) -> Result<Id, ValueError> {
        let negative = self.negate(b)?;
        self.add(a, negative)
    }

    /// n·a, by doubling.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn multiple(&mut self, n: i64, a: Id) -> Result<Id, ValueError> {
        if let Some(nus) = self.as_nus(a) {
            return self.nus(nus.times(n)?);
        }
        let mut power = if n < 0 { self.negate(a)? } else { a };
        let mut rest = n.unsigned_abs();
        let mut sum = self.nus(Nus::infinitesimal(0, 0))?;
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.add(sum, power)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.add(power, power)?;
            }
        }
        Ok(sum)
    }
}
