//! What values say of the winner of a sum.
//!
//! Every value v with right stop r is at least r + n·↑ for some n, and at least r + m·↑∗ for some
//! m; the best such n and m are v's *floor*, and the ceiling likewise from above. Floors add up:
//! the numbers as numbers, the ups by the best choice with an even and with an odd number of
//! stars. With F the floor of a sum S, S ≥ 0 if F ≥ 0, and S is not ≤ 0 if F is not.

use upstar_core::Player;

use crate::values::{Dyadic, Id, Nus, ValueError, Values};

/// The most ups that are tried.
const MOST: i32 = 8;
/// No number of ups is known to be below.
const NONE: i32 = i32::MIN / 4;

/// A lower bound: a number, and the most ups beside it without and with a star.
#[derive(Clone, Copy, Debug)]
pub struct Floor {
    number: Dyadic,
    even: i32,
    odd: i32,
}

impl Floor {
    /// That of the empty sum.
    pub const ZERO: Floor = Floor { number: Dyadic::ZERO, even: 0, odd: NONE };

    /// The floor of a value.
    ///
    /// # Errors
    /// When a limit is reached.
    fn of(values: &mut Values, value: Id) -> Result<Floor, ValueError> {
        let number = values.right_stop(value);
        let mut best = [NONE; 2];
        for (nimber, best) in best.iter_mut().enumerate() {
            for ups in (-MOST..=MOST).rev() {
                let below = values.nus(Nus { number, ups, nimber: nimber as u32 })?;
                if values.le(below, value)? {
                    *best = ups;
                    break;
                }
            }
        }
        Ok(Floor { number, even: best[0], odd: best[1] })
    }

    /// The floor of the sum; none if the numbers do not fit.
    fn plus(self, other: Floor) -> Option<Floor> {
        let ups = |a: i32, b: i32| (a + b).max(NONE);
        Some(Floor {
            number: self.number.plus(other.number).ok()?,
            even: ups(self.even, other.even).max(ups(self.odd, other.odd)),
            odd: ups(self.even, other.odd).max(ups(self.odd, other.even)),
        })
    }

    /// Is whatever has this floor surely at least 0?
    fn is_above(self) -> bool {
        match self.number.cmp(&Dyadic::ZERO) {
            std::cmp::Ordering::Equal => self.even >= 0 || self.odd >= 2,
            order => order.is_gt(),
        }
    }

    /// Is whatever has this floor surely not at most 0? (∗, ↑∗ and ↓∗ are confused with 0.)
    fn is_not_below(self) -> bool {
        match self.number.cmp(&Dyadic::ZERO) {
            std::cmp::Ordering::Equal => self.even >= 1 || self.odd >= -1,
            order => order.is_gt(),
        }
    }
}

/// The floors of a value, or of a sum, and of its negative.
#[derive(Clone, Copy, Debug)]
pub struct Span([Floor; 2]);

impl Span {
    /// That of the empty sum.
    pub const ZERO: Span = Span([Floor::ZERO; 2]);

    /// The span of a value.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn of(values: &mut Values, value: Id) -> Result<Span, ValueError> {
        let negative = values.negate(value)?;
        Ok(Span([Floor::of(values, value)?, Floor::of(values, negative)?]))
    }

    /// How much what has this span is in favour of Left, a guess: about twice its atomic weight where
    /// it is infinitesimal.
    pub fn lean(self) -> i16 {
        let [below, above] = self.0.map(|floor| floor.even.max(floor.odd).clamp(-MOST, MOST));
        (below - above) as i16
    }

    /// The span of the sum; none if it does not fit.
    pub fn plus(self, other: Span) -> Option<Span> {
        let [below, above] = self.0;
        Some(Span([below.plus(other.0[0])?, above.plus(other.0[1])?]))
    }

    /// Who wins a sum with this span if `mover` moves, if it tells.
    pub fn winner(self, mover: Player) -> Option<Player> {
        // Seen by the mover: who wins unless the sum is at most 0, and does not if it is.
        let [own, others] = [mover, mover.other()].map(|player| self.0[player.index()]);
        if own.is_not_below() { Some(mover) } else { others.is_above().then_some(mover.other()) }
    }
}
