//! Additive bounds of the form number + n·↑ (+ ∗) on values.
//!
//! **Idea** Every value v with right stop r is at least r + n·↑ for some n, and at least r + m·↑ + ∗ for some
//! m. The greatest such n and m are the [`LowerBound`] of v. The upper bound is the lower bound of −v. Lower
//! bounds are added term by term: the numbers as numbers, the ups by the better choice for an even and for an
//! odd number of stars.
//!
//! **Guarantee** Let F be the lower bound of a sum S. If F ≥ 0, then S ≥ 0. If F is not ≤ 0, then S is not ≤
//! 0.

use upstar_core::Player;

use super::Winners;
use crate::values::{Dyadic, Id, Nus, ValueError, Values};

/// The maximum number of ups that are tried.
const MAX_UPS: i32 = 8;
/// No number of ups is known to be a lower bound.
const NONE: i32 = i32::MIN / 4;

/// A lower bound: a number, and the most ups that can be added to it without and with a star.
#[derive(Clone, Copy, Debug)]
struct LowerBound {
    number: Dyadic,
    even: i32,
    odd: i32,
}

impl LowerBound {
    /// The lower bound of the empty sum.
    const ZERO: LowerBound = LowerBound { number: Dyadic::ZERO, even: 0, odd: NONE };

    /// The lower bound of a value.
    ///
    /// # Errors
    /// If a limit is reached.
    fn of(values: &mut Values, value: Id) -> Result<LowerBound, ValueError> {
        let number = values.right_stop(value);
        let mut best = [NONE; 2];
        for (nimber, best) in best.iter_mut().enumerate() {
            for ups in (-MAX_UPS..=MAX_UPS).rev() {
                let below = values.nus(Nus { number, ups, nimber: nimber as u32 })?;
                if values.le(below, value)? {
                    *best = ups;
                    break;
                }
            }
        }
        Ok(LowerBound { number, even: best[0], odd: best[1] })
    }

    /// The lower bound of the sum; none if the numbers overflow.
    fn plus(self, other: LowerBound) -> Option<LowerBound> {
        let ups = |a: i32, b: i32| (a + b).max(NONE);
        Some(LowerBound {
            number: self.number.plus(other.number).ok()?,
            even: ups(self.even, other.even).max(ups(self.odd, other.odd)),
            odd: ups(self.even, other.odd).max(ups(self.odd, other.even)),
        })
    }

    /// Is every value with this lower bound at least 0?
    fn is_at_least_zero(self) -> bool {
        match self.number.cmp(&Dyadic::ZERO) {
            std::cmp::Ordering::Equal => self.even >= 0 || self.odd >= 2,
            order => order.is_gt(),
        }
    }

    /// Is no value with this lower bound at most 0? (∗, ↑∗ and ↓∗ are confused with 0.)
    fn is_not_at_most_zero(self) -> bool {
        match self.number.cmp(&Dyadic::ZERO) {
            std::cmp::Ordering::Equal => self.even >= 1 || self.odd >= -1,
            order => order.is_gt(),
        }
    }
}

/// The lower bounds of a value, or of a sum, and of its negative.
#[derive(Clone, Copy, Debug)]
pub struct ValueBounds([LowerBound; 2]);

impl ValueBounds {
    /// The bounds of the empty sum.
    pub const ZERO: ValueBounds = ValueBounds([LowerBound::ZERO; 2]);

    /// The bounds of a value.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn of(values: &mut Values, value: Id) -> Result<ValueBounds, ValueError> {
        let negative = values.negate(value)?;
        Ok(ValueBounds([LowerBound::of(values, value)?, LowerBound::of(values, negative)?]))
    }

    /// A heuristic for Left's advantage: about twice the atomic weight of the infinitesimal part.
    pub fn advantage(self) -> i16 {
        let [below, above] = self.0.map(|bound| bound.even.max(bound.odd).clamp(-MAX_UPS, MAX_UPS));
        (below - above) as i16
    }

    /// The bounds of the sum; none if the numbers overflow.
    pub fn plus(self, other: ValueBounds) -> Option<ValueBounds> {
        let [below, above] = self.0;
        Some(ValueBounds([below.plus(other.0[0])?, above.plus(other.0[1])?]))
    }

    /// The winners of a sum with these bounds, as far as the bounds decide.
    pub fn winners(self) -> Winners {
        Winners(Player::BOTH.map(|mover| {
            // The player to move wins unless the sum, seen by that player, is at most 0.
            let [own, others] = [mover, mover.other()].map(|player| self.0[player.index()]);
            if own.is_not_at_most_zero() {
                Some(mover)
            } else {
                others.is_at_least_zero().then_some(mover.other())
            }
        }))
    }
}
