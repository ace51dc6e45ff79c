//! Incentives, the Norton product and the ordinal sum.
//!
//! * The incentives of G are the gains of its moves: G^L − G for Left, G − G^R for Right.
//! * The Norton product G·U for U > 0: n copies of U for an integer G = n, otherwise {G^L·U + U + Δ | G^R·U −
//!   (U + Δ)} over all incentives Δ of U. It distributes over sums of G and preserves the order. The atomic
//!   weight of G·↑ is G.
//! * The ordinal sum G:H = {G^L, G:H^L | G^R, G:H^R}: a move in G removes H. It depends on the form of G;
//!   here this is the canonical form.
//!
//! **Reference** Conway, *On Numbers and Games*, chapter 16; Siegel, *Combinatorial Game Theory*, chapters
//! II.1 and II.4 to II.7.

use std::collections::HashMap;

use super::{Id, ValueError, Values};

impl Values {
    /// Left's and Right's incentives, one for each canonical option.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn incentives(&mut self, a: Id) -> Result<[Vec<Id>; 2], ValueError> {
        let mut lists = [Vec::new(), Vec::new()];
        for (side, range) in self.ranges(a)?.into_iter().enumerate() {
            for i in range {
                let option = self.pooled(i);
                let (from, to) = if side == 0 { (a, option) } else { (option, a) };
                lists[side].push(self.subtract(to, from)?);
            }
        }
        Ok(lists)
    }

    /// The Norton product G·U.
    ///
    /// # Errors
    /// If U is not positive, or a limit is reached.
    pub fn norton(&mut self, a: Id, unit: Id) -> Result<Id, ValueError> {
        if unit == Id::ZERO || !self.le(Id::ZERO, unit)? {
            return Err(ValueError::Undefined(
                "the Norton product with a unit that is not positive".into(),
            ));
        }
        let mut gains = Vec::new();
        for incentive in self.incentives(unit)?.concat() {
            gains.push(self.add(unit, incentive)?);
        }
        self.drop_dominated(&mut gains, 0)?;
        self.norton_with(a, unit, &gains, &mut HashMap::new())
    }

    fn norton_with(
        &mut self,
        a: Id,
        unit: Id,
        gains: &[Id],
        done: &mut HashMap<Id, Id>,
    ) -> Result<Id, ValueError> {
        if let Some(number) = self.as_number(a)
            && number.is_integer()
        {
            return self.multiple(number.numerator(), unit);
        }
        if let Some(&known) = done.get(&a) {
            return Ok(known);
        }
        self.check_ups(a)?;
        self.step()?;
        let mut lists = [Vec::new(), Vec::new()];
        for (side, range) in self.ranges(a)?.into_iter().enumerate() {
            for i in range {
                let option = self.norton_with(self.pooled(i), unit, gains, done)?;
                for &gain in gains {
                    lists[side].push(match side {
                        0 => self.add(option, gain)?,
                        _ => self.subtract(option, gain)?,
                    });
                }
            }
        }
        let product = self.canonical_of(&mut lists)?;
        done.insert(a, product);
        Ok(product)
    }

    /// The ordinal sum G:H.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn ordinal_sum(&mut self, a: Id, b: Id) -> Result<Id, ValueError> {
        let base = [self.left_options(a)?, self.right_options(a)?];
        self.ordinal_sum_with(&base, b, &mut HashMap::new())
    }

    fn ordinal_sum_with(
        &mut self,
        base: &[Vec<Id>; 2],
        b: Id,
        done: &mut HashMap<Id, Id>,
    ) -> Result<Id, ValueError> {
        if let Some(&known) = done.get(&b) {
            return Ok(known);
        }
        self.check_height(b)?;
        self.step()?;
        let mut lists = base.clone();
        for (side, range) in self.ranges(b)?.into_iter().enumerate() {
            for i in range {
                let above = self.ordinal_sum_with(base, self.pooled(i), done)?;
                lists[side].push(above);
            }
        }
        let sum = self.canonical_of(&mut lists)?;
        done.insert(b, sum);
        Ok(sum)
    }

    /// Checks the depth of a recursion that also lists the options of closed forms: it is at most the
    /// birthday.
    fn check_height(&mut self, a: Id) -> Result<(), ValueError> {
        const LATEST: u64 = 1000;
        match self.as_nus(a).map(|nus| nus.birthday()) {
            Some(day) if day > LATEST => {
                Err(ValueError::TooLarge(format!("a form with a birthday after day {LATEST}")))
            }
            _ => Ok(()),
        }
    }
}
