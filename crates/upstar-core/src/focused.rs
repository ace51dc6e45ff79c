//! The result of a game's focused analysis, with proof sets.

use crate::{Bounds, Move};

/// A set of moves with numbers below 128, or [`ALL`](ProofSet::ALL) moves. It is a *proof set* of the winner of a
/// position if the win remains when the opponent first plays all legal moves outside the set.
///
/// So if a move of the loser leads to a position with this proof set, all moves outside the set lose, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofSet(pub u128);

impl ProofSet {
    /// All moves: it says nothing.
    pub const ALL: ProofSet = ProofSet(u128::MAX);
    /// No move.
    pub const EMPTY: ProofSet = ProofSet(0);

    /// The set of one move, or all moves if its number is too large.
    #[inline]
    pub fn of(mv: Move) -> ProofSet {
        1_u128.checked_shl(mv.0).map_or(ProofSet::ALL, ProofSet)
    }

    /// Is the move in the set?
    #[inline]
    pub fn has(self, mv: Move) -> bool {
        self.0 & ProofSet::of(mv).0 != 0
    }

    /// The moves in one of the sets. A proof set with more moves is a proof set.
    #[inline]
    #[must_use]
    pub fn or(self, other: ProofSet) -> ProofSet {
        ProofSet(self.0 | other.0)
    }

    /// The moves in both sets.
    #[inline]
    #[must_use]
    pub fn and(self, other: ProofSet) -> ProofSet {
        ProofSet(self.0 & other.0)
    }

    /// The union of some of the sets that have no common move outside `left_out`: a proof set of the player who answers
    /// each move with a set that does not contain it. All moves if there are none.
    pub fn covering(sets: &[ProofSet], left_out: ProofSet) -> ProofSet {
        let (mut common, mut union) = (!left_out.0, 0_u128);
        while common != 0 {
            // The set that removes the most moves for each move that it adds.
            let gain = |set: &ProofSet| {
                let added = (set.0 & !union).count_ones() + 1;
                (common & !set.0).count_ones() * 1024 / added
            };
            let Some(set) = sets.iter().max_by_key(|&set| gain(set)) else {
                return ProofSet::ALL;
            };
            if common & !set.0 == 0 {
                return ProofSet::ALL;
            }
            common &= set.0;
            union |= set.0;
        }
        ProofSet(union)
    }
}

/// The result of [`StaticBounds::focus`](crate::StaticBounds::focus).
///
/// The proof sets are those of games that are won or lost, whose moves are independent of each other, as in Hex. Other
/// games leave them as in [`without_sets`](Focused::without_sets).
#[derive(Clone, Debug)]
pub struct Focused {
    /// Proved bounds.
    pub bounds: Bounds,
    /// The initial disproof number for the player to move, such as the number of moves.
    pub effort: u32,
    /// If the bounds are exact, a proof set of the winner in the original position.
    pub proof: ProofSet,
    /// For each player, the moves that make a proof set in the new position one in the original position.
    pub captured: [ProofSet; 2],
    /// Proof sets of the opponent if the player to move passes. Moves outside one of them are not listed.
    pub threats: Vec<ProofSet>,
    /// Moves that are not listed for other reasons. A move that is worse than a listed one needs no entry.
    pub omitted: ProofSet,
    /// If the listed moves lose, the moves that the opponent needs against the omitted ones.
    pub answers: ProofSet,
}

impl Focused {
    /// A result that says nothing about proof sets.
    pub fn without_sets(bounds: Bounds, effort: u32) -> Focused {
        Focused {
            bounds,
            effort,
            proof: ProofSet::ALL,
            captured: [ProofSet::ALL; 2],
            threats: Vec::new(),
            omitted: ProofSet::EMPTY,
            answers: ProofSet::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cover_is_a_union_of_sets_without_a_common_move() {
        let sets = [0b0111, 0b1101, 0b1_0011, 0b1_1110].map(ProofSet);
        assert_eq!(ProofSet::covering(&sets[..2], ProofSet::EMPTY), ProofSet::ALL);
        assert_eq!(ProofSet::covering(&sets[..3], ProofSet(1)), ProofSet(0b1_1111));
        assert_eq!(ProofSet::covering(&sets, ProofSet(0b110)), ProofSet(0b1_1111));
        assert_eq!(ProofSet::covering(&sets, ProofSet::ALL), ProofSet::EMPTY);
        assert_eq!(ProofSet::covering(&[], ProofSet::EMPTY), ProofSet::ALL);
        assert!(ProofSet::of(Move(200)).has(Move(3)) && !ProofSet::of(Move(4)).has(Move(3)));
    }
}
