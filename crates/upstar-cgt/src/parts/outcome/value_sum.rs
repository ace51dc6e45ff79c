//! The winner of a [`ValueSum`]: by stops, by atomic weights, or by adding it up.

use std::collections::HashMap;

use upstar_core::Player;

use super::Winners;
use crate::{
    parts::ValueSum,
    values::{Dyadic, Id, Outcome, ValueError, Values},
};

/// A sum is added up if the sizes of the canonical forms of its terms, multiplied, are at most this.
const MAX_NODES: u64 = 1 << 13;

/// How much work is done for a sum that is too large to add up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutcomeEffort {
    /// Add only stops.
    Stops,
    /// Add atomic weights too.
    AtomicWeights,
}

/// Tests for the winner of a sum, with a cache for the values of one arena.
#[derive(Default)]
pub struct SumOutcomes {
    /// The number of positions of canonical forms.
    nodes: HashMap<Id, u64>,
}

impl SumOutcomes {
    /// The winners of a sum.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn winners(
        &mut self,
        values: &mut Values,
        sum: &ValueSum,
        effort: OutcomeEffort,
    ) -> Result<Winners, ValueError> {
        // 1. Stops.
        if let Some(outcome) = by_stops(values, sum)? {
            return Ok(Winners::of(outcome));
        }
        // 2. Atomic weights, which are also faster than adding up the sum.
        let is_small = self.is_small(values, sum)?;
        let mut winners = Winners::UNKNOWN;
        if is_small || effort == OutcomeEffort::AtomicWeights {
            winners = by_atomic_weights(values, sum)?;
        }
        if winners.is_complete() || !is_small {
            return Ok(winners);
        }
        // 3. Add up the sum.
        by_halves(values, sum).map(Winners::of)
    }

    /// Is the sum small enough to add up? Its canonical form has at most as many positions as those of its
    /// terms multiplied.
    fn is_small(&mut self, values: &mut Values, sum: &ValueSum) -> Result<bool, ValueError> {
        let mut size = 1_u64;
        for &id in sum.others() {
            let nodes = match self.nodes.get(&id) {
                Some(&nodes) => nodes,
                None => {
                    let nodes = values.nodes(id)?;
                    self.nodes.insert(id, nodes);
                    nodes
                }
            };
            size = size.saturating_mul(nodes);
        }
        Ok(size <= MAX_NODES)
    }
}

/// The outcome by stops. The stops of the sum lie between the sum of the right stops and the sum of the left
/// stops. If both sums are positive, Left wins. If both are negative, Right wins.
fn by_stops(values: &Values, sum: &ValueSum) -> Result<Option<Outcome>, ValueError> {
    let [mut most, mut least] = [sum.closed.number; 2];
    for &id in sum.others() {
        most = most.plus(values.left_stop(id))?;
        least = least.plus(values.right_stop(id))?;
    }
    Ok(if least > Dyadic::ZERO {
        Some(Outcome::Left)
    } else if most < Dyadic::ZERO {
        Some(Outcome::Right)
    } else {
        None
    })
}

/// The two-ahead rule: a player whose atomic weight is at least 2 wins. With at least 1, the player wins when
/// moving first.
fn by_atomic_weights(values: &mut Values, sum: &ValueSum) -> Result<Winners, ValueError> {
    let closed = values.nus(sum.closed)?;
    let mut total = Id::ZERO;
    for &id in [closed].iter().chain(sum.others()) {
        let Some(weight) = values.atomic_weight(id)? else { return Ok(Winners::UNKNOWN) };
        total = values.add(total, weight)?;
    }
    for (player, sign, outcome) in
        [(Player::Left, 1, Outcome::Left), (Player::Right, -1, Outcome::Right)]
    {
        let mut is_ahead_by = |n: i64| {
            let n = values.number(Dyadic::integer(sign * n))?;
            if sign > 0 { values.le(n, total) } else { values.le(total, n) }
        };
        if is_ahead_by(2)? {
            return Ok(Winners::of(outcome));
        }
        if is_ahead_by(1)? {
            return Ok(Winners::moving_first(player));
        }
    }
    Ok(Winners::UNKNOWN)
}

/// The outcome of A + B by comparing A with −B, which is faster than adding them.
fn by_halves(values: &mut Values, sum: &ValueSum) -> Result<Outcome, ValueError> {
    let [mut one, mut other] = [values.nus(sum.closed)?, Id::ZERO];
    for (i, &id) in sum.others().iter().enumerate() {
        if i % 2 == 0 {
            other = values.add(other, id)?;
        } else {
            one = values.add(one, id)?;
        }
    }
    let opposite = values.negate(other)?;
    Ok(Outcome::from_order(values.le(opposite, one)?, values.le(one, opposite)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::PartValue;

    #[test]
    fn tests_agree_with_the_canonical_form_of_the_sum() {
        let mut values = Values::default();
        let texts = ["{1|-1}", "{2|-1}", "{^|v2*}", "+_1", "^", "v2*", "*2", "1/2", "{0|{0|-2}}"];
        let ids = texts.map(|text| values.parse(text).unwrap());
        let mut outcomes = SumOutcomes::default();
        for (i, &one) in ids.iter().enumerate() {
            for (j, &other) in ids.iter().enumerate() {
                let mut sum = ValueSum::EMPTY;
                let mut total = Id::ZERO;
                for id in [one, other, ids[(i + j) % ids.len()]] {
                    assert!(sum.add(PartValue::of(&mut values, id).unwrap()));
                    total = values.add(total, id).unwrap();
                }
                let truth = Winners::of(values.outcome(total).unwrap());
                let told = outcomes.winners(&mut values, &sum, OutcomeEffort::Stops).unwrap();
                assert_eq!(told, truth, "{i} {j}");
            }
        }
    }
}
