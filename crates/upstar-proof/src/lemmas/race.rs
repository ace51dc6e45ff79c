//! The race of moves behind the packing lemma: the least gain that a player P gets from areas.
//!
//! **Rules** P and the opponent O take turns. P takes an area and gets its gain. O touches one
//! area, or two that one domino of O can touch, or none. A touched domino is lost. A touched block
//! becomes an isolated domino of gain 1, if it is touched from the outside; otherwise it is lost.
//!
//! **Kinds** of areas, each of dominoes of P side by side, in O's direction:
//!
//! | kind | dominoes | gain | left when P takes it |
//! |---|---|---|---|
//! | block | 2, closed at one end | 4 | |
//! | isolated | 1, which O can only touch alone | 1, 2 or 3 | |
//! | joint | 1 | 1, 2 or 3 | |
//! | three | 3, closed at both ends | 5 | |
//! | four | 4, closed at both ends | 4 | a block |
//! | five | 5, closed at both ends | 4 | a three |
//! | open | 4, closed at one end | 4 | a block |
//!
//! O can touch two joint dominoes together, or a joint domino and a block or an open area from the
//! outside. [`Touching`] states whether O can also touch two joint dominoes of gain 3 together, and
//! two blocks or open areas. In a four and in an open area the third domino has gain 1 and the fourth gain 3.
//!
//! **Bound** The result is never more than P's gain in the race. P may choose any area, so it is no
//! error to try only a few: a block, and the isolated and the joint domino of the largest gain.
//! Every touch of O is tried. P gets exactly one of two equal isolated dominoes if P answers a touch
//! of one by taking the other, so pairs of them are counted first. More than 15 areas of a kind
//! count as 15.

use std::{cell::RefCell, collections::HashMap, ops::Range};

/// The number of kinds.
pub const KINDS: usize = 11;
/// Two dominoes, closed at one end.
pub const BLOCK: usize = 0;
/// The isolated dominoes; a domino of gain g is `ISOLATED + g − 1`.
pub const ISOLATED: usize = 1;
/// The joint dominoes; a domino of gain g is `JOINT + g − 1`.
pub const JOINT: usize = 4;
/// Three, four and five dominoes, closed at both ends.
pub const THREE: usize = 7;
pub const FOUR: usize = 8;
pub const FIVE: usize = 9;
/// Four dominoes, closed at one end.
pub const OPEN: usize = 10;
const GAIN: [i32; KINDS] = [4, 1, 2, 3, 1, 2, 3, 5, 4, 4, 4];

/// The areas that are left when O touches the dominoes `first` and `first + 1` of an area.
pub fn left_inside(kind: usize, first: usize) -> &'static [usize] {
    match (kind, first) {
        (THREE, _) => &[ISOLATED],
        (FOUR, 1) => &[ISOLATED, ISOLATED + 2],
        (FOUR, _) | (OPEN, 2) => &[BLOCK],
        (FIVE, 0 | 3) => &[JOINT, BLOCK],
        (FIVE, _) => &[ISOLATED, BLOCK],
        (OPEN, 0) => &[JOINT, JOINT + 2],
        (OPEN, _) => &[ISOLATED, JOINT + 2],
        _ => &[],
    }
}

/// The areas that are left when O touches an area from the outside.
pub fn left_outside(kind: usize) -> &'static [usize] {
    match kind {
        BLOCK => &[ISOLATED],
        OPEN => &[BLOCK, JOINT],
        _ => &[],
    }
}

/// The areas that are left when P takes an area.
fn left_by_p(kind: usize) -> &'static [usize] {
    match kind {
        FOUR | OPEN => &[BLOCK],
        FIVE => &[THREE],
        _ => &[],
    }
}

/// The number of dominoes of an area.
fn length(kind: usize) -> usize {
    match kind {
        BLOCK => 2,
        THREE => 3,
        FOUR | OPEN => 4,
        FIVE => 5,
        _ => 1,
    }
}

/// How many areas of each kind.
pub type Counts = [u8; KINDS];

/// Which unusual pairs one domino of O can touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Touching {
    /// Two joint dominoes of gain 3.
    pub two_threes: bool,
    /// Two blocks or open areas.
    pub two_blocks: bool,
}

/// The number of stored gains at which the store is emptied.
const MAX_STORED: usize = 1 << 20;

thread_local! {
    /// Gains by the counts, the touching and the player to move.
    static STORED: RefCell<HashMap<u64, i8>> = RefCell::new(HashMap::new());
}

/// The counts with one area replaced by others.
pub fn replaced(mut counts: Counts, kind: usize, left: &[usize]) -> Counts {
    counts[kind] -= 1;
    left.iter().for_each(|&kind| counts[kind] += 1);
    counts
}

/// A lower bound on P's gain with P to move.
pub fn gain(counts: Counts, touching: Touching) -> i32 {
    STORED.with_borrow_mut(|stored| {
        if stored.len() > MAX_STORED {
            stored.clear();
        }
        Race { touching, stored }.gain(counts, true)
    })
}

struct Race<'a> {
    touching: Touching,
    stored: &'a mut HashMap<u64, i8>,
}

impl Race<'_> {
    fn gain(&mut self, mut counts: Counts, p_moves: bool) -> i32 {
        let mut pairs = 0;
        for kind in ISOLATED..JOINT {
            pairs += i32::from(counts[kind] / 2) * GAIN[kind];
            counts[kind] %= 2;
        }
        if counts == [0; KINDS] {
            return pairs;
        }
        let digits = counts.iter().fold(0, |all, &count| all << 4 | u64::from(count.min(15)));
        let Touching { two_threes, two_blocks } = self.touching;
        let flags = [p_moves, two_threes, two_blocks];
        let word = flags.iter().fold(digits, |all, &flag| all << 1 | u64::from(flag));
        if let Some(&gain) = self.stored.get(&word) {
            return pairs + i32::from(gain);
        }
        let counts = counts.map(|count| count.min(15));
        let gain = if p_moves { self.taken(counts) } else { self.least(counts) };
        self.stored.insert(word, gain.min(i32::from(i8::MAX)) as i8);
        pairs + gain
    }

    /// P takes an area.
    fn taken(&mut self, counts: Counts) -> i32 {
        let largest = |kinds: Range<usize>| kinds.rev().find(|&kind| counts[kind] > 0);
        let dominoes = [largest(ISOLATED..JOINT), largest(JOINT..THREE)].into_iter().flatten();
        let others = [BLOCK, THREE, FOUR, FIVE, OPEN].into_iter().filter(|&kind| counts[kind] > 0);
        let take =
            |kind: usize| GAIN[kind] + self.gain(replaced(counts, kind, left_by_p(kind)), false);
        others.chain(dominoes).map(take).max().unwrap_or(0)
    }

    /// O touches one area, two areas or none.
    fn least(&mut self, counts: Counts) -> i32 {
        let touching = self.touching;
        let mut least = self.gain(counts, true);
        for kind in (0..KINDS).filter(|&kind| counts[kind] > 0) {
            // 1. One area. Touching the end of a block or of an open area leaves P more.
            for first in 0..length(kind).saturating_sub(1).max(1) {
                let left = replaced(counts, kind, left_inside(kind, first));
                least = least.min(self.gain(left, true));
            }
            // 2. Two areas.
            for other in (0..=kind).filter(|&other| touching.allows(kind, other)) {
                let left = replaced(counts, kind, &[]);
                if left[other] > 0 {
                    let left = replaced(left, other, left_outside(other));
                    let left = left_outside(kind).iter().fold(left, |mut left, &kind| {
                        left[kind] += 1;
                        left
                    });
                    least = least.min(self.gain(left, true));
                }
            }
        }
        least
    }
}

impl Touching {
    /// Can one domino of O touch two areas of these kinds from the outside? The first has the larger number.
    fn allows(self, kind: usize, other: usize) -> bool {
        const JOINT_THREE: usize = JOINT + 2;
        let is_joint = |kind: usize| (JOINT..THREE).contains(&kind);
        let is_long = |kind: usize| kind == BLOCK || kind == OPEN;
        match (kind, other) {
            (JOINT_THREE, JOINT_THREE) => self.two_threes,
            _ if is_long(kind) && is_long(other) => self.two_blocks,
            _ => (is_joint(kind) || is_long(kind)) && (is_joint(other) || is_long(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The race by its rules, with every choice of both players.
    fn by_rules(counts: Counts, p_moves: bool, found: &mut HashMap<(Counts, bool), i32>) -> i32 {
        if let Some(&value) = found.get(&(counts, p_moves)) {
            return value;
        }
        let kinds: Vec<usize> = (0..KINDS).filter(|&kind| counts[kind] > 0).collect();
        let value = if kinds.is_empty() {
            0
        } else if p_moves {
            let take = |&kind: &usize| {
                GAIN[kind] + by_rules(replaced(counts, kind, left_by_p(kind)), false, found)
            };
            kinds.iter().map(take).max().unwrap()
        } else {
            let mut left = vec![counts];
            for &kind in &kinds {
                let touched = replaced(counts, kind, left_outside(kind));
                let inside = (0..length(kind).saturating_sub(1))
                    .map(|first| replaced(counts, kind, left_inside(kind, first)));
                left.extend(inside);
                let is_closed = (THREE..OPEN).contains(&kind);
                if !is_closed {
                    left.push(touched);
                }
                let is_joint = |kind: usize| (JOINT..THREE).contains(&kind);
                for &other in kinds.iter().filter(|&&other| touched[other] > 0) {
                    let is_enough = counts[other] > u8::from(other == kind);
                    let is_long = other == BLOCK || other == OPEN;
                    if is_joint(kind) && is_enough && (is_joint(other) || is_long) {
                        left.push(replaced(touched, other, left_outside(other)));
                    }
                }
            }
            left.into_iter().map(|counts| by_rules(counts, true, found)).min().unwrap()
        };
        found.insert((counts, p_moves), value);
        value
    }

    /// All counts of at most two areas of a kind and four in all.
    #[test]
    fn the_bound_is_never_more_than_the_gain_and_mostly_equal() {
        let (mut equal, mut checked) = (0, 0);
        let mut found = HashMap::new();
        let touching = Touching { two_threes: true, two_blocks: false };
        for number in 0..3u32.pow(KINDS as u32) {
            let counts: Counts =
                std::array::from_fn(|kind| (number / 3u32.pow(kind as u32) % 3) as u8);
            if counts.iter().sum::<u8>() > 4 {
                continue;
            }
            let truth = by_rules(counts, true, &mut found);
            let bound = gain(counts, touching);
            assert!(bound <= truth, "{counts:?}: {bound} > {truth}");
            (equal, checked) = (equal + u32::from(bound == truth), checked + 1);
        }
        assert!(checked > 700 && equal * 10 > checked * 9, "{equal} of {checked}");
    }
}
