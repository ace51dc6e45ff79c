//! The game of counts: how much of a plan is left for who made it.
//!
//! **Idea** P has places of some kinds (see `plan.rs`), each worth a number of moves. P takes one
//! place at each turn; O spoils one, or two that one domino of O can touch. What P gets at least
//! follows from how many places there are of each kind.
//!
//! **Formula** With n the counts, w(k) what taking a place of kind k is worth at once and n − k the
//! counts with what that leaves, p(n) = max over k of w(k) + o(n − k), and o(n) = the least p(n')
//! over what O can do; p = o = 0 when no place is left.
//!
//! **Pairs** Of two equal dominoes that stand alone P gets exactly one: whoever takes or spoils one
//! of them first, the other one is answered with, so that the rest is played as if they were not
//! there. So only odd ones are kept in the counts, and there are few of these.
//!
//! **Choices** Write v for p or o. One more place never makes v smaller, nor does a turn: o(n) ≤ p(n). A
//! place x that is a domino makes it greater by w(x) at most, since O may play as if x were not there and
//! spoil it at the end; if P takes it meanwhile, that was P's turn. So few choices have to be looked at:
//! * Let a and b be dominoes that O can touch in the same ways, both alone or both joint and not worth 3,
//!   and w(a) ≥ w(b). With a for b, v is not smaller, and greater by w(a) − w(b) at most: either player may
//!   play as if a were b. So P takes a rather than b, and O touches a rather than b.
//! * With a joint domino in place of one of the same worth that stands alone, or with a lesser joint domino in
//!   place of another, O can do all that it could, and P gets no more. So of joint ones, too, O touches the
//!   largest, as far as two of worth 3 cannot be touched together, and two rather than one; and P takes a
//!   joint domino rather than one that stands alone and is worth no more.
//! * With a block or a strip of three in place of a domino x that stands alone, O may play as if it were x and
//!   spoil it from within. That leaves a remnant at most, which is worth 1, and P gets at most
//!   w(block) − w(x), or w(strip) − w(x), more. So P takes the block or the strip rather than x.
//! * O touches a block or an open strip from the outside only together with something else: alone it does
//!   better from within.
//!
//! **Guarantee** Counts above those told apart count as so many, and more places never hurt P, so
//! what is said is a lower bound. Values are found when first asked for and kept in a table that may
//! forget them. A word of it holds the whole counts with the value, so that threads may share it.

use std::{
    ops::Range,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// Blocks; dominoes that stand alone, by the O's moves that they cost: two, one, none; other
/// dominoes likewise; closed strips of three, four and five dominoes; open ones of four.
pub(super) const KINDS: usize = 11;
pub(super) const BLOCK: usize = 0;
pub(super) const ALONE: usize = 1;
pub(super) const JOINT: usize = 4;
pub(super) const THREE: usize = 7;
pub(super) const FOUR: usize = 8;
pub(super) const FIVE: usize = 9;
pub(super) const OPEN: usize = 10;
/// What stays of a block that is spoiled from the outside.
const REMNANT: usize = ALONE + 2;

/// What taking a place is worth at once: P's moves on it, and the moves that O loses by them.
const WORTH: [i32; KINDS] = [4, 3, 2, 1, 3, 2, 1, 5, 4, 4, 4];
/// What is left of a place that P takes: two dominoes fewer of a strip.
const REST: [&[usize]; KINDS] =
    [&[], &[], &[], &[], &[], &[], &[], &[], &[BLOCK], &[THREE], &[BLOCK]];
/// As many of each kind are told apart.
const MOST: [u32; KINDS] = [6, 15, 15, 15, 6, 8, 6, 3, 3, 3, 4];

/// What O can do inside of a block or a strip, and what that leaves.
pub(super) const INSIDE: [(usize, &[usize]); 9] = [
    (BLOCK, &[]),
    (THREE, &[REMNANT]),
    (FOUR, &[BLOCK]),
    (FOUR, &[REMNANT, ALONE]),
    (FIVE, &[JOINT + 2, BLOCK]),
    (FIVE, &[REMNANT, BLOCK]),
    (OPEN, &[JOINT + 2, JOINT]),
    (OPEN, &[REMNANT, JOINT]),
    (OPEN, &[BLOCK]),
];

/// What is left of a place that O touches from the outside, which it can if it is none of those strips
/// that are closed.
fn outside(kind: usize) -> &'static [usize] {
    match kind {
        BLOCK => &[REMNANT],
        OPEN => &[BLOCK, JOINT + 2],
        _ => &[],
    }
}

/// P loses no more than this when a place is touched from the outside: what a domino is worth. Of others
/// nothing is said.
#[inline]
pub(super) fn most_lost(kind: usize) -> i32 {
    if (ALONE..THREE).contains(&kind) { WORTH[kind] } else { i32::from(i16::MAX) }
}

const DIGIT: usize = 4;
const DIGITS: u64 = (1 << DIGIT) - 1;

/// How many places there are of each kind, in digits of four bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts(u64);

impl Counts {
    #[inline]
    pub fn new(counts: [u32; KINDS]) -> Counts {
        let digit = |kind: usize| u64::from(counts[kind].min(MOST[kind])) << (DIGIT * kind);
        Counts((0..KINDS).fold(0, |all, kind| all | digit(kind)))
    }

    #[inline]
    fn of(self, kind: usize) -> u64 {
        self.0 >> (DIGIT * kind) & DIGITS
    }

    /// A place of a kind that there is becomes some others.
    #[inline]
    pub fn with(self, kind: usize, left: &[usize]) -> Counts {
        left.iter().fold(Counts(self.0 - (1 << (DIGIT * kind))), |counts, &kind| {
            Counts(counts.0 + (u64::from(counts.of(kind) < DIGITS) << (DIGIT * kind)))
        })
    }

    /// O touches a place from the outside.
    #[inline]
    pub fn touched(self, kind: usize) -> Counts {
        self.with(kind, outside(kind))
    }

    /// The counts without pairs of equal dominoes that stand alone, and what P gets of these.
    #[inline]
    fn without_pairs(self) -> (Counts, i32) {
        let pairs = |kind: usize| (self.of(kind) / 2) as i32 * WORTH[kind];
        let odd = |all: u64, kind: usize| all & !((DIGITS - 1) << (DIGIT * kind));
        let rest = (ALONE..JOINT).fold(self.0, odd);
        (Counts(rest), pairs(ALONE) + pairs(ALONE + 1) + pairs(ALONE + 2))
    }
}

/// Words in the table, as a power of two.
const SIZE: u32 = 17;

/// What P gets at least, for all counts.
#[derive(Debug)]
pub(super) struct Harvest {
    /// Counts, and one more than the values with O and with P to move; 0 where nothing is known.
    known: Box<[AtomicU64]>,
}

impl Harvest {
    /// The values, found as they are needed.
    pub fn get() -> &'static Harvest {
        static HARVEST: OnceLock<Harvest> = OnceLock::new();
        HARVEST
            .get_or_init(|| Harvest { known: (0..1 << SIZE).map(|_| AtomicU64::new(0)).collect() })
    }

    /// What P gets at least with P to move.
    #[inline]
    pub fn taking(&self, counts: Counts) -> i32 {
        self.value(counts, 0)
    }

    /// What P gets at least with O to move.
    #[inline]
    pub fn spoiled(&self, counts: Counts) -> i32 {
        self.value(counts, 1)
    }

    /// Two neighbouring words may hold the counts.
    #[inline]
    fn value(&self, counts: Counts, turn: u32) -> i32 {
        let (counts, pairs) = counts.without_pairs();
        let place = (counts.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SIZE)) as usize;
        for place in [place, place ^ 1] {
            let word = self.known[place].load(Ordering::Relaxed);
            let value = (word >> (8 * turn) & 0xff) as i32;
            if word >> 16 == counts.0 && value != 0 {
                return pairs + value - 1;
            }
        }
        pairs + self.find(counts, turn, place)
    }

    /// Finds a value and keeps it, together with that for the other's turn if that is known.
    #[cold]
    fn find(&self, counts: Counts, turn: u32, place: usize) -> i32 {
        let value = if turn == 0 { self.best(counts) } else { self.least(counts) };
        let held = [place, place ^ 1].map(|place| self.known[place].load(Ordering::Relaxed));
        let other = held.iter().find(|&word| word >> 16 == counts.0).copied();
        if held[0] >> 16 != counts.0 {
            // The newest word comes first, the one before it second.
            self.known[place ^ 1].store(held[0], Ordering::Relaxed);
        }
        let word = other.unwrap_or(counts.0 << 16) | (value as u64 + 1) << (8 * turn);
        self.known[place].store(word, Ordering::Relaxed);
        value
    }

    /// What P gets at least by taking something; see **Choices**.
    fn best(&self, counts: Counts) -> i32 {
        let has = |kind: usize| counts.of(kind) > 0;
        let take = |kind: usize| WORTH[kind] + self.spoiled(counts.with(kind, REST[kind]));
        let largest = |kinds: Range<usize>| kinds.into_iter().find(|&kind| has(kind));
        let joint = largest(JOINT..THREE);
        let alone = largest(ALONE..JOINT).filter(|alone| {
            let is_larger = joint.is_none_or(|joint| WORTH[*alone] > WORTH[joint]);
            is_larger && !has(BLOCK) && !has(THREE)
        });
        let others = [BLOCK, JOINT, THREE, FOUR, FIVE, OPEN].into_iter().filter(|&kind| has(kind));
        others.chain(largest(JOINT + 1..THREE)).chain(alone).map(take).max().unwrap_or(0)
    }

    /// What P gets at least whatever O spoils; see **Choices**.
    fn least(&self, counts: Counts) -> i32 {
        let has = |kind: usize| counts.of(kind) > 0;
        let largest = |counts: Counts, kinds: Range<usize>| {
            kinds.into_iter().find(|&kind| counts.of(kind) > 0)
        };
        let mut least = i32::MAX;
        let mut leave = |counts: Counts| least = least.min(self.taking(counts));
        for (kind, left) in INSIDE.into_iter().filter(|&(kind, _)| has(kind)) {
            leave(counts.with(kind, left));
        }
        if let Some(alone) = largest(counts, ALONE..JOINT) {
            leave(counts.touched(alone));
        }
        let joint = largest(counts, JOINT..THREE);
        if let Some(first) = joint {
            let rest = counts.touched(first);
            let others = if first == JOINT { JOINT + 1 } else { JOINT };
            leave(largest(rest, others..THREE).map_or(rest, |second| rest.touched(second)));
        }
        for first in [BLOCK, OPEN].into_iter().filter(|&kind| has(kind)) {
            let rest = counts.touched(first);
            joint.into_iter().for_each(|joint| leave(rest.touched(joint)));
            if first == OPEN {
                let others = counts.with(OPEN, &[]);
                let seconds = [BLOCK, OPEN].into_iter().filter(|&kind| others.of(kind) > 0);
                seconds.for_each(|second| leave(rest.touched(second)));
            }
        }
        if least == i32::MAX { 0 } else { least }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// May one domino of O touch a place of each kind from the outside?
    fn together(a: usize, b: usize) -> bool {
        let is_closed = |kind| (THREE..OPEN).contains(&kind);
        let stands_alone = |kind| (ALONE..JOINT).contains(&kind);
        let apart = a == b && (a == BLOCK || a == JOINT);
        ![a, b].into_iter().any(|kind| is_closed(kind) || stands_alone(kind)) && !apart
    }

    /// The same game with all choices, and without pairs.
    #[derive(Default)]
    struct Plain(HashMap<(u64, bool), i32>);

    impl Plain {
        fn value(&mut self, counts: Counts, p_moves: bool) -> i32 {
            if let Some(&value) = self.0.get(&(counts.0, p_moves)) {
                return value;
            }
            let kinds: Vec<usize> = (0..KINDS).filter(|&kind| counts.of(kind) > 0).collect();
            let value = if kinds.is_empty() {
                0
            } else if p_moves {
                let take =
                    |&kind: &usize| WORTH[kind] + self.value(counts.with(kind, REST[kind]), false);
                kinds.iter().map(take).max().unwrap()
            } else {
                let mut left: Vec<Counts> = Vec::new();
                let inside = INSIDE.into_iter().filter(|(kind, _)| kinds.contains(kind));
                left.extend(inside.map(|(kind, rest)| counts.with(kind, rest)));
                for &first in kinds.iter().filter(|kind| !(THREE..OPEN).contains(*kind)) {
                    left.push(counts.touched(first));
                    let others = counts.with(first, &[]);
                    for &second in kinds.iter().filter(|&&kind| others.of(kind) > 0) {
                        if together(first, second) {
                            left.push(counts.touched(first).touched(second));
                        }
                    }
                }
                left.into_iter().map(|counts| self.value(counts, true)).min().unwrap()
            };
            self.0.insert((counts.0, p_moves), value);
            value
        }
    }

    /// All counts of up to seven places, where a block or a strip counts as two.
    #[test]
    fn choices_that_are_left_out_change_nothing() {
        fn visit(kind: usize, left: u32, counts: &mut [u32; KINDS], check: &mut dyn FnMut(Counts)) {
            if kind == KINDS {
                return check(Counts::new(*counts));
            }
            let is_domino = (ALONE..THREE).contains(&kind);
            let weight = if is_domino { 1 } else { 2 };
            for count in (0..=left / weight).take(MOST[kind] as usize + 1) {
                counts[kind] = count;
                visit(kind + 1, left - count * weight, counts, check);
            }
            counts[kind] = 0;
        }
        let mut plain = Plain::default();
        let mut checked = 0;
        visit(0, 7, &mut [0; KINDS], &mut |counts| {
            let harvest = Harvest::get();
            let [best, least] = [true, false].map(|p_moves| plain.value(counts, p_moves));
            assert_eq!(harvest.taking(counts), best, "{counts:?}");
            assert_eq!(harvest.spoiled(counts), least, "{counts:?}");
            for kind in (ALONE..THREE).filter(|&kind| counts.of(kind) > 0) {
                assert!(plain.value(counts.touched(kind), true) >= best - most_lost(kind));
            }
            assert!(least <= best);
            checked += 1;
        });
        assert!(checked > 3000, "{checked}");
    }
}
