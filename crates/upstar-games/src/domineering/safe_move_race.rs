//! The race of safe moves: how much of a packing its owner gets at least.
//!
//! **Idea** P has areas of some kinds (see `packing_bounds.rs`), each with a gain in moves. P takes one
//! area at each turn. O spoils one, or two that one domino of O can touch. P's least gain follows
//! from the number of areas of each kind.
//!
//! **Formula** With n the counts, g(k) the gain of taking an area of kind k at once and n − k the
//! counts with what remains of it, p(n) = max over k of g(k) + o(n − k), and o(n) = the least p(n')
//! over the moves of O; p = o = 0 when no area is left.
//!
//! **Pairs** Of two equal dominoes that stand alone P gets exactly one. When a player takes or spoils
//! one of them, the opponent answers with the other one, so that the rest is played as if they were not
//! there. So the counts keep only odd ones, and there are few of these.
//!
//! **Choices** Write v for p or o. One more area never makes v smaller, nor does a turn: o(n) ≤ p(n). An
//! area x that is a domino makes it greater by g(x) at most. For O can play as if x were not there and
//! spoil it at the end; if P takes it meanwhile, that was P's turn. So few choices have to be compared:
//! * Let a and b be dominoes that O can touch in the same ways, both alone or both joint and not of gain
//!   3, and g(a) ≥ g(b). With a for b, v is not smaller, and greater by g(a) − g(b) at most: either player
//!   can play as if a were b. So P takes a rather than b, and O touches a rather than b.
//! * Put a joint domino in place of one of the same gain that stands alone, or a lesser joint domino in
//!   place of another. Then O can do all that it could, and P gets no more. So of joint ones, too, O
//!   touches the largest, as far as two of gain 3 cannot be touched together, and two rather than one. P
//!   takes a joint domino rather than one that stands alone and has no more gain.
//! * Put a block or a strip of three in place of a domino x that stands alone. Then O can play as if it
//!   were x and spoil it from within. That leaves a remnant at most, which has gain 1, and P gets at most
//!   g(block) − g(x), or g(strip) − g(x), more. So P takes the block or the strip rather than x.
//! * O touches a block or an open strip from the outside only together with something else: alone it does
//!   better from within.
//!
//! **Guarantee** Counts above [`MAX_COUNT`] count as that, and more areas never hurt P, so the result is a
//! lower bound. Gains are computed when they are first asked for. The table that stores them may
//! overwrite them. A word of it holds the whole counts with the gain, so that threads can share it.

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
/// The domino that remains of a block that O touches from the outside.
const REMNANT: usize = ALONE + 2;

/// The gain of taking an area at once: P's moves on it, and the moves that O loses by them.
const GAIN: [i32; KINDS] = [4, 3, 2, 1, 3, 2, 1, 5, 4, 4, 4];
/// The areas that remain when P takes an area: a strip becomes two dominoes shorter.
const AFTER_TAKE: [&[usize]; KINDS] =
    [&[], &[], &[], &[], &[], &[], &[], &[], &[BLOCK], &[THREE], &[BLOCK]];
/// The largest count of each kind; larger ones count as this.
const MAX_COUNT: [u32; KINDS] = [6, 15, 15, 15, 6, 8, 6, 3, 3, 3, 4];

/// The moves of O inside of a block or a strip, and the areas that remain.
pub(super) const SPOILED_INSIDE: [(usize, &[usize]); 9] = [
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

/// The areas that remain when O touches an area from the outside. Closed strips cannot be touched so.
fn after_touch(kind: usize) -> &'static [usize] {
    match kind {
        BLOCK => &[REMNANT],
        OPEN => &[BLOCK, JOINT + 2],
        _ => &[],
    }
}

/// The most that P loses when O touches an area from the outside: the gain of a domino; no limit for
/// other areas.
#[inline]
pub(super) fn max_loss(kind: usize) -> i32 {
    if (ALONE..THREE).contains(&kind) { GAIN[kind] } else { i32::from(i16::MAX) }
}

const DIGIT_BITS: usize = 4;
const DIGIT_MASK: u64 = (1 << DIGIT_BITS) - 1;

/// The number of areas of each kind, in digits of four bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AreaCounts(u64);

impl AreaCounts {
    #[inline]
    pub fn new(counts: [u32; KINDS]) -> AreaCounts {
        let digit =
            |kind: usize| u64::from(counts[kind].min(MAX_COUNT[kind])) << (DIGIT_BITS * kind);
        AreaCounts((0..KINDS).fold(0, |all, kind| all | digit(kind)))
    }

    #[inline]
    fn of(self, kind: usize) -> u64 {
        self.0 >> (DIGIT_BITS * kind) & DIGIT_MASK
    }

    /// An area of a kind that there is becomes some others.
    #[inline]
    pub fn replace(self, kind: usize, left: &[usize]) -> AreaCounts {
        left.iter().fold(AreaCounts(self.0 - (1 << (DIGIT_BITS * kind))), |counts, &kind| {
            AreaCounts(counts.0 + (u64::from(counts.of(kind) < DIGIT_MASK) << (DIGIT_BITS * kind)))
        })
    }

    /// O touches an area from the outside.
    #[inline]
    pub fn touched(self, kind: usize) -> AreaCounts {
        self.replace(kind, after_touch(kind))
    }

    /// The counts without pairs of equal dominoes that stand alone, and P's gain from these.
    #[inline]
    fn without_pairs(self) -> (AreaCounts, i32) {
        let pairs = |kind: usize| (self.of(kind) / 2) as i32 * GAIN[kind];
        let odd = |all: u64, kind: usize| all & !((DIGIT_MASK - 1) << (DIGIT_BITS * kind));
        let rest = (ALONE..JOINT).fold(self.0, odd);
        (AreaCounts(rest), pairs(ALONE) + pairs(ALONE + 1) + pairs(ALONE + 2))
    }
}

/// The binary logarithm of the number of words in the table.
const TABLE_BITS: u32 = 17;

/// The least gain of P, for all counts.
#[derive(Debug)]
pub(super) struct SafeMoveRace {
    /// Counts, and one more than the gains with O and with P to move; 0 where nothing is known.
    known: Box<[AtomicU64]>,
}

impl SafeMoveRace {
    /// The one table of the program, filled as gains are asked for.
    pub fn shared() -> &'static SafeMoveRace {
        static RACE: OnceLock<SafeMoveRace> = OnceLock::new();
        RACE.get_or_init(|| SafeMoveRace {
            known: (0..1 << TABLE_BITS).map(|_| AtomicU64::new(0)).collect(),
        })
    }

    /// P's least gain with P to move.
    #[inline]
    pub fn gain_moving_first(&self, counts: AreaCounts) -> i32 {
        self.gain(counts, 0)
    }

    /// P's least gain with O to move.
    #[inline]
    pub fn gain_moving_second(&self, counts: AreaCounts) -> i32 {
        self.gain(counts, 1)
    }

    /// Looks the counts up in two neighbouring words, and computes the gain if they are not there.
    #[inline]
    fn gain(&self, counts: AreaCounts, turn: u32) -> i32 {
        let (counts, pairs) = counts.without_pairs();
        let place = (counts.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - TABLE_BITS)) as usize;
        for place in [place, place ^ 1] {
            let word = self.known[place].load(Ordering::Relaxed);
            let value = (word >> (8 * turn) & 0xff) as i32;
            if word >> 16 == counts.0 && value != 0 {
                return pairs + value - 1;
            }
        }
        pairs + self.compute(counts, turn, place)
    }

    /// Computes a gain and stores it, together with that for the other's turn if that is known.
    #[cold]
    fn compute(&self, counts: AreaCounts, turn: u32, place: usize) -> i32 {
        let value = if turn == 0 { self.best_take(counts) } else { self.worst_spoil(counts) };
        let held = [place, place ^ 1].map(|place| self.known[place].load(Ordering::Relaxed));
        let other = held.iter().find(|&word| word >> 16 == counts.0).copied();
        if held[0] >> 16 != counts.0 {
            // The newest word comes first, the previous one second.
            self.known[place ^ 1].store(held[0], Ordering::Relaxed);
        }
        let word = other.unwrap_or(counts.0 << 16) | (value as u64 + 1) << (8 * turn);
        self.known[place].store(word, Ordering::Relaxed);
        value
    }

    /// P's least gain if P takes an area; see **Choices**.
    fn best_take(&self, counts: AreaCounts) -> i32 {
        let has = |kind: usize| counts.of(kind) > 0;
        let take = |kind: usize| {
            GAIN[kind] + self.gain_moving_second(counts.replace(kind, AFTER_TAKE[kind]))
        };
        let largest = |kinds: Range<usize>| kinds.into_iter().find(|&kind| has(kind));
        let joint = largest(JOINT..THREE);
        let alone = largest(ALONE..JOINT).filter(|alone| {
            let is_larger = joint.is_none_or(|joint| GAIN[*alone] > GAIN[joint]);
            is_larger && !has(BLOCK) && !has(THREE)
        });
        let others = [BLOCK, JOINT, THREE, FOUR, FIVE, OPEN].into_iter().filter(|&kind| has(kind));
        others.chain(largest(JOINT + 1..THREE)).chain(alone).map(take).max().unwrap_or(0)
    }

    /// P's least gain whatever O spoils; see **Choices**.
    fn worst_spoil(&self, counts: AreaCounts) -> i32 {
        let has = |kind: usize| counts.of(kind) > 0;
        let largest = |counts: AreaCounts, kinds: Range<usize>| {
            kinds.into_iter().find(|&kind| counts.of(kind) > 0)
        };
        let mut least = i32::MAX;
        let mut leave = |counts: AreaCounts| least = least.min(self.gain_moving_first(counts));
        for (kind, left) in SPOILED_INSIDE.into_iter().filter(|&(kind, _)| has(kind)) {
            leave(counts.replace(kind, left));
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
                let others = counts.replace(OPEN, &[]);
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

    /// Can one domino of O touch an area of each kind from the outside?
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
        fn value(&mut self, counts: AreaCounts, p_moves: bool) -> i32 {
            if let Some(&value) = self.0.get(&(counts.0, p_moves)) {
                return value;
            }
            let kinds: Vec<usize> = (0..KINDS).filter(|&kind| counts.of(kind) > 0).collect();
            let value = if kinds.is_empty() {
                0
            } else if p_moves {
                let take = |&kind: &usize| {
                    GAIN[kind] + self.value(counts.replace(kind, AFTER_TAKE[kind]), false)
                };
                kinds.iter().map(take).max().unwrap()
            } else {
                let mut left: Vec<AreaCounts> = Vec::new();
                let inside = SPOILED_INSIDE.into_iter().filter(|(kind, _)| kinds.contains(kind));
                left.extend(inside.map(|(kind, rest)| counts.replace(kind, rest)));
                for &first in kinds.iter().filter(|kind| !(THREE..OPEN).contains(*kind)) {
                    left.push(counts.touched(first));
                    let others = counts.replace(first, &[]);
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

    /// All counts of up to seven areas, where a block or a strip counts as two.
    #[test]
    fn choices_that_are_left_out_change_nothing() {
        fn visit(
            kind: usize,
            left: u32,
            counts: &mut [u32; KINDS],
            check: &mut dyn FnMut(AreaCounts),
        ) {
            if kind == KINDS {
                return check(AreaCounts::new(*counts));
            }
            let is_domino = (ALONE..THREE).contains(&kind);
            let weight = if is_domino { 1 } else { 2 };
            for count in (0..=left / weight).take(MAX_COUNT[kind] as usize + 1) {
                counts[kind] = count;
                visit(kind + 1, left - count * weight, counts, check);
            }
            counts[kind] = 0;
        }
        let mut plain = Plain::default();
        let mut checked = 0;
        visit(0, 7, &mut [0; KINDS], &mut |counts| {
            let race = SafeMoveRace::shared();
            let [best, least] = [true, false].map(|p_moves| plain.value(counts, p_moves));
            assert_eq!(race.gain_moving_first(counts), best, "{counts:?}");
            assert_eq!(race.gain_moving_second(counts), least, "{counts:?}");
            for kind in (ALONE..THREE).filter(|&kind| counts.of(kind) > 0) {
                assert!(plain.value(counts.touched(kind), true) >= best - max_loss(kind));
            }
            assert!(least <= best);
            checked += 1;
        });
        assert!(checked > 3000, "{checked}");
    }
}
