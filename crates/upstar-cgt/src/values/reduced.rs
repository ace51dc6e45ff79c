//! Reduced canonical forms: the simplest game that differs by an infinitesimal.
//!
//! G ≤ H *up to infinitesimals* if the left stop of G − H is at most 0.
//! 1. If both stops of a game are the same number x, it becomes x.
//! 2. Otherwise all options are reduced. Then, until nothing changes, options that are dominated up to
//!    infinitesimals are removed. A left option with a reply ≤ G up to infinitesimals is replaced by the left
//!    options of that reply, or by x if both stops of the reply are the same number x. Likewise for Right.
//!
//! **Guarantee** Two values have the same reduced form exactly if they differ by an infinitesimal.
//!
//! **Reference** Grossman and Siegel, *Reductions of partizan games*, 2009.

use std::collections::HashMap;

use super::{Dyadic, Id, ValueError, Values};

impl Values {
    /// The reduced canonical form.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn reduced(&mut self, a: Id) -> Result<Id, ValueError> {
        self.reduced_with(a, &mut HashMap::new())
    }

    /// The number that equals both stops, if there is one.
    fn only_stop(&self, a: Id) -> Option<Dyadic> {
        let [left, right] = self.entry(a).stops;
        (left == right).then_some(left)
    }

    fn reduced_with(&mut self, a: Id, done: &mut HashMap<Id, Id>) -> Result<Id, ValueError> {
        if let Some(number) = self.only_stop(a) {
            return self.number(number);
        }
        if let Some(&known) = done.get(&a) {
            return Ok(known);
        }
        self.step()?;
        let mut options = [Vec::new(), Vec::new()];
        for (side, range) in self.ranges(a)?.into_iter().enumerate() {
            for i in range {
                let option = self.reduced_with(self.pooled(i), done)?;
                options[side].push(option);
            }
        }
        loop {
            for (side, list) in options.iter_mut().enumerate() {
                self.drop_nearly_dominated(list, side)?;
            }
            let bypassed = self.bypass_nearly(&mut options, a, 0)?
                || self.bypass_nearly(&mut options, a, 1)?;
            if !bypassed {
                break;
            }
        }
        let reduced = self.canonical_of(&mut options)?;
        done.insert(a, reduced);
        Ok(reduced)
    }

    /// Is a ≤ b up to infinitesimals?
    fn nearly_le(&mut self, a: Id, b: Id) -> Result<bool, ValueError> {
        let difference = self.subtract(a, b)?;
        Ok(self.left_stop(difference) <= Dyadic::ZERO)
    }

    /// Is `a` at least as good as `b` for a side, up to infinitesimals?
    fn nearly_better(&mut self, a: Id, b: Id, side: usize) -> Result<bool, ValueError> {
        if side == 0 { self.nearly_le(b, a) } else { self.nearly_le(a, b) }
    }

    fn drop_nearly_dominated(
        &mut self,
        options: &mut Vec<Id>,
        side: usize,
    ) -> Result<(), ValueError> {
        options.sort_unstable();
        options.dedup();
        let mut i = 0;
        while i < options.len() {
            let mut dominated = false;
            for j in 0..options.len() {
                // Reduced forms that are equal up to infinitesimals are identical.
                dominated |= j != i && self.nearly_better(options[j], options[i], side)?;
            }
            if dominated {
                options.remove(i);
            } else {
                i += 1;
            }
        }
        Ok(())
    }

    /// Bypasses one option of a side that is reversible up to infinitesimals. Returns whether there was one.
    fn bypass_nearly(
        &mut self,
        options: &mut [Vec<Id>; 2],
        a: Id,
        side: usize,
    ) -> Result<bool, ValueError> {
        for i in 0..options[side].len() {
            for j in self.ranges(options[side][i])?[1 - side].clone() {
                let answer = self.pooled(j);
                if !self.nearly_better(a, answer, side)? {
                    continue;
                }
                options[side].swap_remove(i);
                match self.only_stop(answer) {
                    Some(number) => {
                        let number = self.number(number)?;
                        options[side].push(number);
                    }
                    None => {
                        let range = self.ranges(answer)?[side].clone();
                        options[side].extend(range.map(|k| self.pooled(k)));
                    }
                }
                return Ok(true);
            }
        }
        Ok(false)
    }
}
