//! Entries: what a file stores of a position.

use std::cmp::Ordering;

use upstar_core::{Bounds, Player, Score};

/// The pairs of bounds, in the order of their numbers.
const BOUNDS: [(Score, Score); 6] = [(-1, -1), (-1, 0), (-1, 1), (0, 0), (0, 1), (1, 1)];

/// What is proved of a position: bounds on its score, and the plies to the end if they are known.
///
/// As a number: 6 (plies + 1) + the number of the bounds, where plies + 1 is 0 if they are not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Bounds on the score, from Left's point of view. They are from −1 to 1.
    pub bounds: Bounds,
    /// The plies to the end if the winner hastens and the loser delays. None for a draw, or if they are not known.
    pub distance: Option<u32>,
}

impl Entry {
    /// A game that is over.
    pub fn over(score: Score) -> Entry {
        Entry { bounds: Bounds::exactly(score), distance: (score != 0).then_some(0) }
    }

    /// The entry of the position before a move that leads to this one.
    #[must_use]
    pub fn before_move(self) -> Entry {
        Entry { distance: self.distance.map(|plies| plies + 1), ..self }
    }

    /// The number that stands for the entry.
    #[inline]
    pub fn number(self) -> u32 {
        let Bounds { lo, hi } = self.bounds;
        let pair = BOUNDS.iter().position(|&bounds| bounds == (lo, hi)).expect("bounds in -1..=1");
        6 * self.distance.map_or(0, |plies| plies + 1) + pair as u32
    }

    /// The entry that a number stands for.
    #[inline]
    pub fn from_number(number: u32) -> Entry {
        let (lo, hi) = BOUNDS[number as usize % 6];
        Entry { bounds: Bounds::new(lo, hi), distance: (number / 6).checked_sub(1) }
    }

    /// Compares exact entries: greater is better for the player. A win is better if it is sooner, a loss if it is later.
    pub fn compare(self, other: Entry, player: Player) -> Ordering {
        self.rank(player).cmp(&other.rank(player))
    }

    #[inline]
    fn rank(self, player: Player) -> (Score, Score, i64) {
        let Bounds { lo, hi } = self.bounds.seen_by(player);
        let plies = i64::from(self.distance.unwrap_or(0));
        (lo, hi, if lo > 0 { -plies } else { plies })
    }

    /// What the entries of a position prove together.
    #[must_use]
    pub fn and(self, other: Entry) -> Entry {
        Entry { bounds: self.bounds.meet(other.bounds), distance: self.distance.or(other.distance) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_survives_as_a_number() {
        for (lo, hi) in BOUNDS {
            for distance in [None, Some(0), Some(1), Some(126), Some(30_000)] {
                let entry = Entry { bounds: Bounds::new(lo, hi), distance };
                assert_eq!(Entry::from_number(entry.number()), entry);
            }
        }
    }

    #[test]
    fn a_soon_win_and_a_late_loss_are_better() {
        let entry = |score: Score, plies| Entry { bounds: Bounds::exactly(score), distance: plies };
        let order = [
            entry(-1, Some(2)),
            entry(-1, Some(4)),
            entry(0, None),
            entry(1, Some(7)),
            entry(1, Some(3)),
        ];
        for (i, a) in order.iter().enumerate() {
            for (j, b) in order.iter().enumerate() {
                assert_eq!(a.compare(*b, Player::Left), i.cmp(&j));
            }
        }
        assert_eq!(entry(1, Some(3)).compare(entry(1, Some(5)), Player::Right), Ordering::Less);
    }
}
