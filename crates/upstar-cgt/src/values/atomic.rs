//! Atomic weights: the number of ups to which an all-small game corresponds.
//!
//! Let G̃ = {aw(G^L) − 2 | aw(G^R) + 2}. If G̃ is not an integer, aw(G) = G̃. If it is, G is compared with
//! far star, a nimber larger than any in G. If G is greater, aw(G) is the greatest integer n with no aw(G^R)
//! + 2 ≤ n. If G is less, it is the least n with no aw(G^L) − 2 ≥ n. Otherwise aw(G) = G̃.

use super::{Dyadic, Id, Nus, ValueError, Values};

impl Values {
    /// The atomic weight; `None` unless the game is all-small: in every follower, either both players can
    /// move or neither can.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn atomic_weight(&mut self, a: Id) -> Result<Option<Id>, ValueError> {
        if let Some(nus) = self.as_nus(a) {
            let small = nus.number == Dyadic::ZERO;
            let ups = Dyadic::integer(nus.ups.into());
            return if small { self.number(ups).map(Some) } else { Ok(None) };
        }
        if !self.is_infinitesimal(a) {
            return Ok(None);
        }
        if let Some(&known) = self.weights.get(&a) {
            return Ok(known);
        }
        self.step()?;
        let weight = self.weight_of_general(a)?;
        self.weights.insert(a, weight);
        Ok(weight)
    }

    fn weight_of_general(&mut self, a: Id) -> Result<Option<Id>, ValueError> {
        let mut lists = [Vec::new(), Vec::new()];
        for (side, range) in self.ranges(a)?.into_iter().enumerate() {
            let toll = self.number(Dyadic::integer(if side == 0 { -2 } else { 2 }))?;
            for i in range {
                let Some(weight) = self.atomic_weight(self.pooled(i))? else {
                    return Ok(None);
                };
                lists[side].push(self.add(weight, toll)?);
            }
        }
        let naive = self.canonical(lists[0].clone(), lists[1].clone())?;
        if !self.as_number(naive).is_some_and(Dyadic::is_integer) {
            return Ok(Some(naive));
        }
        let far_star = self.far_star(a)?;
        if self.le(far_star, a)? {
            return self.last_integer(naive, &lists[1], 1).map(Some);
        }
        if self.le(a, far_star)? {
            return self.last_integer(naive, &lists[0], -1).map(Some);
        }
        Ok(Some(naive))
    }

    /// A nimber that no follower of the game equals.
    fn far_star(&mut self, a: Id) -> Result<Id, ValueError> {
        let beyond = (self.birthday(a)? + 1).next_power_of_two();
        let nimber = u32::try_from(beyond).map_err(|_| ValueError::overflow())?;
        self.nus(Nus::infinitesimal(0, nimber))
    }

    /// The farthest integer from `from` in steps of `step` that satisfies all bounds. It exists, because the
    /// bounds of all-small games are finite.
    fn last_integer(&mut self, from: Id, bounds: &[Id], step: i64) -> Result<Id, ValueError> {
        let step_id = self.number(Dyadic::integer(step))?;
        let mut last = from;
        loop {
            let next = self.add(last, step_id)?;
            for &bound in bounds {
                let stopped = if step > 0 { self.le(bound, next)? } else { self.le(next, bound)? };
                if stopped {
                    return Ok(last);
                }
            }
            self.step()?;
            last = next;
        }
    }
}
