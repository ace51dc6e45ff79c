//! The winner of a sum of values.
//!
//! | test | what it decides | used for |
//! |---|---|---|
//! | [closed form](Winners::of_closed) | everything, for number + n·↑ + nimber | value sums |
//! | sum of [bounds](ValueBounds) number + n·↑ (+ ∗) | much, with two additions a term | remainders |
//! | [comparison with 0](winners_of_terms) | everything, for a single value | remainders |
//! | sum of stops | much of hot sums | value sums |
//! | sum of atomic weights | two ahead wins; one ahead wins with the move | value sums |
//! | comparison of one half with the negative of the other | everything, at a high cost | small value sums |
//!
//! A *remainder* of the [game on sums](crate::sum_game) is new at nearly every node, so only its bounds are
//! added ([`winners_of_terms`]). A [`ValueSum`](super::ValueSum) of the [game that looks up
//! values](crate::value_game) ends the search below it, so more work is worthwhile ([`SumOutcomes`]).
//!
//! **Guarantee** If a test returns a winner, that player wins. A test that cannot decide returns none.
//!
//! **Reference** Berlekamp, Conway and Guy, *Winning Ways*; Siegel, *Combinatorial Game Theory*.

mod bounds;
mod value_sum;

use upstar_core::Player;

pub use bounds::ValueBounds;
pub use value_sum::{OutcomeEffort, SumOutcomes};

use crate::values::{Dyadic, Id, Nus, Outcome, Values};

/// The winner of a sum, for each player who may be to move; `None` if it is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Winners([Option<Player>; 2]);

impl Winners {
    /// No winner is known.
    pub const UNKNOWN: Winners = Winners([None; 2]);
    /// The winners of the empty sum: the player to move loses.
    pub const OF_ZERO: Winners = Winners([Some(Player::Right), Some(Player::Left)]);

    /// The winners that follow from an outcome class.
    pub fn of(outcome: Outcome) -> Winners {
        Winners(Player::BOTH.map(|mover| Some(outcome.winner(mover))))
    }

    /// The winners of a closed form.
    #[inline]
    pub fn of_closed(closed: Nus) -> Winners {
        const ZERO: Nus = Nus::number(Dyadic::ZERO);
        Winners::of(Outcome::from_order(ZERO.le(closed), closed.le(ZERO)))
    }

    /// The only known winner is `winner`, if that player is to move.
    fn moving_first(winner: Player) -> Winners {
        let mut winners = Winners::UNKNOWN;
        winners.0[winner.index()] = Some(winner);
        winners
    }

    /// Is the winner known for both players to move?
    fn is_complete(self) -> bool {
        self.0.iter().all(Option::is_some)
    }

    /// The winner if `mover` is to move.
    #[inline]
    pub fn winner(self, mover: Player) -> Option<Player> {
        self.0[mover.index()]
    }
}

/// The winners of a sum by the bounds of its terms. The bounds are none if a term has no value. If the sum is
/// a single value, it is compared with 0 instead.
pub fn winners_of_terms(
    values: &mut Values,
    bounds: Option<ValueBounds>,
    single: Option<Id>,
) -> Winners {
    if let Some(value) = single
        && let Ok(outcome) = values.outcome(value)
    {
        return Winners::of(outcome);
    }
    bounds.map_or(Winners::UNKNOWN, ValueBounds::winners)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_forms_have_the_same_outcome_as_in_the_arena() {
        let mut values = Values::default();
        for ups in -3..4 {
            for nimber in 0..4 {
                for number in [-1, 0, 1] {
                    let number = Dyadic::integer(number);
                    let nus = Nus { number, ups, nimber };
                    let id = values.nus(nus).unwrap();
                    let expected = Winners::of(values.outcome(id).unwrap());
                    assert_eq!(Winners::of_closed(nus), expected, "{nus:?}");
                }
            }
        }
    }

    #[test]
    fn bounds_never_return_a_wrong_winner() {
        let mut values = Values::default();
        let texts = ["{1|-1}", "{2|-1}", "{^|v2*}", "+_1", "^", "v2*", "*2", "1/2", "{0|{0|-2}}"];
        let ids = texts.map(|text| values.parse(text).unwrap());
        for &one in &ids {
            for &other in &ids {
                let sum = values.add(one, other).unwrap();
                let truth = values.outcome(sum).unwrap();
                let [one, other] = [one, other].map(|id| ValueBounds::of(&mut values, id).unwrap());
                let told = winners_of_terms(&mut values, one.plus(other), None);
                for mover in Player::BOTH {
                    assert!(told.winner(mover).is_none_or(|told| told == truth.winner(mover)));
                }
            }
        }
    }
}
