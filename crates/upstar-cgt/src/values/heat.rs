//! Cooling, heating and overheating.
//!
//! * G cooled by t ≥ 0 is {G^L cooled − t | G^R cooled + t} up to the temperature of G, and the mean beyond
//!   it. Cooling is additive: a cooled sum is the sum of the cooled terms.
//! * Overheating from s to t maps an integer n to n·s, and every other game to {∫G^L + t | ∫G^R − t}.
//! * Heating by t does not change numbers. It is overheating for all other games. Cooling by t inverts it.
//!
//! **Reference** Berlekamp, Conway and Guy, *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory*,
//! chapter II.5.

use std::collections::HashMap;

use super::{Dyadic, Id, ValueError, Values};

/// Returns the result for a position directly, or none if its options decide.
type Stop<'a> = dyn Fn(&mut Values, Id) -> Result<Option<Id>, ValueError> + 'a;

/// A recursive transformation of all followers of a value.
struct Transform<'a> {
    stop: &'a Stop<'a>,
    /// This is added to the left options and subtracted from the right ones.
    shift: Id,
    done: HashMap<Id, Id>,
}

impl Transform<'_> {
    fn apply(&mut self, values: &mut Values, a: Id) -> Result<Id, ValueError> {
        if let Some(&known) = self.done.get(&a) {
            return Ok(known);
        }
        values.step()?;
        let found = match (self.stop)(values, a)? {
            Some(end) => end,
            None => {
                values.check_ups(a)?;
                let negated_shift = values.negate(self.shift)?;
                let mut lists = [Vec::new(), Vec::new()];
                for (side, range) in values.ranges(a)?.into_iter().enumerate() {
                    for i in range {
                        let option = self.apply(values, values.pooled(i))?;
                        let shift = if side == 0 { self.shift } else { negated_shift };
                        lists[side].push(values.add(option, shift)?);
                    }
                }
                values.canonical_of(&mut lists)?
            }
        };
        self.done.insert(a, found);
        Ok(found)
    }
}

impl Values {
    /// G cooled by t.
    ///
    /// # Errors
    /// If t is negative, or a limit is reached.
    pub fn cool(&mut self, a: Id, t: Dyadic) -> Result<Id, ValueError> {
        if t < Dyadic::ZERO {
            return Err(ValueError::Undefined(format!("cooling by {t}; it must be at least 0")));
        }
        let stop = |values: &mut Values, id| {
            let graph = values.thermograph(id)?;
            let frozen = t > graph.temperature();
            if frozen { values.number(graph.mean()).map(Some) } else { Ok(None) }
        };
        let shift = self.number(-t)?;
        Transform { stop: &stop, shift, done: HashMap::new() }.apply(self, a)
    }

    /// G heated by t, which may be any value. Numbers do not change.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn heat(&mut self, a: Id, t: Id) -> Result<Id, ValueError> {
        let stop = |values: &mut Values, id| Ok(values.as_number(id).map(|_| id));
        Transform { stop: &stop, shift: t, done: HashMap::new() }.apply(self, a)
    }

    /// G overheated from s to t.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn overheat(&mut self, a: Id, s: Id, t: Id) -> Result<Id, ValueError> {
        let stop = |values: &mut Values, id| match values.as_number(id) {
            Some(number) if number.is_integer() => values.multiple(number.numerator(), s).map(Some),
            _ => Ok(None),
        };
        Transform { stop: &stop, shift: t, done: HashMap::new() }.apply(self, a)
    }
}
