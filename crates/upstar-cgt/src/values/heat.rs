//! Cooling, heating and overheating.
//!
//! * G cooled by t ≥ 0: {G^L cooled − t | G^R cooled + t}, up to the temperature of G; beyond it
//!   the mean. Additive: cooling a sum is adding what was cooled.
//! * Overheating from s to t: an integer n becomes n·s, every other game
//!   {∫G^L + t | ∫G^R − t}.
//! * Heating by t leaves numbers as they are and is overheating otherwise; cooling by t undoes it.
//!
//! References: Berlekamp, Conway and Guy, *Winning Ways*, chapter 6; Siegel, *Combinatorial Game
//! Theory*, chapter II.5.

use std::collections::HashMap;

use super::{Dyadic, Id, ValueError, Values};

/// What a position becomes at once, if not its options decide.
type Stop<'a> = dyn Fn(&mut Values, Id) -> Result<Option<Id>, ValueError> + 'a;

/// What becomes of every option on the way to a value.
struct Pass<'a> {
    stop: &'a Stop<'a>,
    /// What is added to the left options; it is taken from the right ones.
    bonus: Id,
    done: HashMap<Id, Id>,
}

impl Pass<'_> {
    fn apply(&mut self, values: &mut Values, a: Id) -> Result<Id, ValueError> {
        if let Some(&known) = self.done.get(&a) {
            return Ok(known);
        }
        values.step()?;
        let found = match (self.stop)(values, a)? {
            Some(end) => end,
            None => {
                values.check_ups(a)?;
                let malus = values.negate(self.bonus)?;
                let mut lists = [Vec::new(), Vec::new()];
                for (side, range) in values.ranges(a)?.into_iter().enumerate() {
                    for i in range {
                        let option = self.apply(values, values.pooled(i))?;
                        let tax = if side == 0 { self.bonus } else { malus };
                        lists[side].push(values.add(option, tax)?);
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
    /// When t is negative, or a limit is reached.
    pub fn cool(&mut self, a: Id, t: Dyadic) -> Result<Id, ValueError> {
        if t < Dyadic::ZERO {
            return Err(ValueError::Undefined(format!("cooling by {t}: at least 0 is wanted")));
        }
        let stop = |values: &mut Values, id| {
            let graph = values.thermograph(id)?;
            let frozen = t > graph.temperature();
            if frozen { values.number(graph.mean()).map(Some) } else { Ok(None) }
        };
        let bonus = self.number(-t)?;
        Pass { stop: &stop, bonus, done: HashMap::new() }.apply(self, a)
    }

    /// G heated by t, which may be any value; numbers stay as they are.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn heat(&mut self, a: Id, t: Id) -> Result<Id, ValueError> {
        let stop = |values: &mut Values, id| Ok(values.as_number(id).map(|_| id));
        Pass { stop: &stop, bonus: t, done: HashMap::new() }.apply(self, a)
    }

    /// G overheated from s to t.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn overheat(&mut self, a: Id, s: Id, t: Id) -> Result<Id, ValueError> {
        let stop = |values: &mut Values, id| match values.as_number(id) {
            Some(number) if number.is_integer() => values.multiple(number.numerator(), s).map(Some),
            _ => Ok(None),
        };
        Pass { stop: &stop, bonus: t, done: HashMap::new() }.apply(self, a)
    }
}
