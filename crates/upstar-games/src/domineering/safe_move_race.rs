//! The race of safe moves: the least gain that a player gets from its packing.
//!
//! **Idea** P has areas of some kinds (see `packing_bounds.rs`), each with a gain in moves. P takes
//! one area at each turn. O spoils one area, or two areas that one domino of O can touch. P's least
//! gain depends only on the number of areas of each kind.
//!
//! **Formula** Let n be the counts, g(k) the gain of taking an area of kind k, and n − k the counts
//! after that. Then p(n) = max over k of g(k) + o(n − k), and o(n) = the least p(n') over the moves
//! of O. When no area is left, p = o = 0.
//!
//! **Pairs** P gets exactly one of two equal isolated dominoes. When a player takes or spoils one
//! of them, the opponent answers with the other one, and the rest is played as if they did not
//! exist. So the table stores these counts only modulo 2, and needs few entries.
//!
//! **Choices** Write v for p or o. One more area never makes v smaller, and neither does the right
//! to move: o(n) ≤ p(n). A domino x increases v by at most g(x), because O can play as if x did not
//! exist and spoil it at the end. If P takes x earlier, P has used a turn. So only a few choices
//! have to be compared:
//! * Let a and b be dominoes that O can touch in the same ways: both isolated, or both joint and
//!   not of gain 3. Let g(a) ≥ g(b). If a replaces b, v does not decrease, and it increases by at
//!   most g(a) − g(b), because either player can play as if a were b. So P takes a rather than b,
//!   and O touches a rather than b.
//! * Replace an isolated domino by a joint one of the same gain, or a joint domino by a joint one
//!   of smaller gain. Then O keeps all its choices, and P gets no more. So O touches the largest
//!   joint dominoes, and two rather than one, except that it cannot touch two of gain 3 together. P
//!   takes a joint domino rather than an isolated one without a larger gain.
//! * Replace an isolated domino x by a block or a strip of three. Then O can play as if it were x
//!   and spoil it from the inside. That leaves at most a remnant, which has gain 1. P gets at most
//!   g(block) − g(x), or g(strip) − g(x), more. So P takes the block or the strip rather than x.
//! * O touches a block or an open strip from the outside only together with another area. A touch
//!   from the inside is at least as good for O as a touch of this area alone.
//!
//! **Guarantee** Counts are limited to [`MAX_COUNT`]. More areas never hurt P, so the result is a
//! lower bound. Gains are computed on first use. The table that stores them may overwrite entries.
//! Each word contains the complete counts with the gain, so threads can share the table.

use std::{
    ops::Range,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// The number of kinds of areas: blocks; isolated dominoes that cost O two moves, one or none;
/// joint dominoes likewise; closed strips of three, four and five dominoes; open strips of four.
pub(super) const KINDS: usize = 11;
pub(super) const BLOCK: usize = 0;
pub(super) const ISOLATED: usize = 1;
pub(super) const JOINT: usize = 4;
pub(super) const THREE: usize = 7;
pub(super) const FOUR: usize = 8;
pub(super) const FIVE: usize = 9;
pub(super) const OPEN: usize = 10;
/// The domino that remains of a block that O touches from the outside.
const REMNANT: usize = ISOLATED + 2;

/// The gain of taking an area: P's moves on it plus the moves that O loses.
const GAIN: [i32; KINDS] = [4, 3, 2, 1, 3, 2, 1, 5, 4, 4, 4];
/// The areas that remain when P takes an area. A strip becomes two dominoes shorter.
const AFTER_TAKE: [&[usize]; KINDS] =
    [&[], &[], &[], &[], &[], &[], &[], &[], &[BLOCK], &[THREE], &[BLOCK]];
/// The maximum count of each kind. Larger counts are reduced to it.
const MAX_COUNT: [u32; KINDS] = [6, 15, 15, 15, 6, 8, 6, 3, 3, 3, 4];

/// The moves of O inside a block or a strip, and the areas that remain.
pub(super) const SPOILED_INSIDE: [(usize, &[usize]); 9] = [
    (BLOCK, &[]),
    (THREE, &[REMNANT]),
    (FOUR, &[BLOCK]),
    (FOUR, &[REMNANT, ISOLATED]),
    (FIVE, &[JOINT + 2, BLOCK]),
    (FIVE, &[REMNANT, BLOCK]),
    (OPEN, &[JOINT + 2, JOINT]),
    (OPEN, &[REMNANT, JOINT]),
    (OPEN, &[BLOCK]),
];

/// The areas that remain when O touches an area from the outside. O cannot touch closed strips this
/// way.
fn after_touch(kind: usize) -> &'static [usize] {
    match kind {
        BLOCK => &[REMNANT],
        OPEN => &[BLOCK, JOINT + 2],
        _ => &[],
    }
}

/// The maximum loss of P when O touches an area from the outside. For a domino it is its gain. For
/// other areas there is no limit.
#[inline]
pub(super) fn max_loss(kind: usize) -> i32 {
    if (ISOLATED..THREE).contains(&kind) { GAIN[kind] } else { i32::from(i16::MAX) }
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

    /// Replaces one area of a kind by the areas in `left`. The count of the kind is at least 1.
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

    /// The counts without pairs of equal isolated dominoes, and P's gain from these pairs.
    #[inline]
    fn without_pairs(self) -> (AreaCounts, i32) {
        let pairs = |kind: usize| (self.of(kind) / 2) as i32 * GAIN[kind];
        let odd = |all: u64, kind: usize| all & !((DIGIT_MASK - 1) << (DIGIT_BITS * kind));
        let rest = (ISOLATED..JOINT).fold(self.0, odd);
        (AreaCounts(rest), pairs(ISOLATED) + pairs(ISOLATED + 1) + pairs(ISOLATED + 2))
    }
}

/// The binary logarithm of the number of words in the table.
const TABLE_BITS: u32 = 17;

/// The least gain of P, for all counts.
#[derive(Debug)]
pub(super) struct SafeMoveRace {
    /// Each word contains the counts, and one more than the gains with O and with P to move; 0 if a
    /// gain is unknown.
    known: Box<[AtomicU64]>,
}

impl SafeMoveRace {
    /// The global table. It is filled on demand.
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

    /// Looks up the counts in two neighbouring words, and computes the gain if it is not there.
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

    /// Computes a gain and stores it, together with the gain for the other player to move if that
    /// is known.
    #[cold]
    fn compute(&self, counts: AreaCounts, turn: u32, place: usize) -> i32 {
        let value = if turn == 0 { self.best_take(counts) } else { self.worst_spoil(counts) };
        let held = [place, place ^ 1].map(|place| self.known[place].load(Ordering::Relaxed));
        let other = held.iter().find(|&word| word >> 16 == counts.0).copied();
        if held[0] >> 16 != counts.0 {
            // The newest word is stored first, the previous one second.
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
        let isolated = largest(ISOLATED..JOINT).filter(|isolated| {
            let is_larger = joint.is_none_or(|joint| GAIN[*isolated] > GAIN[joint]);
            is_larger && !has(BLOCK) && !has(THREE)
        });
        let others = [BLOCK, JOINT, THREE, FOUR, FIVE, OPEN].into_iter().filter(|&kind| has(kind));
        others.chain(largest(JOINT + 1..THREE)).chain(isolated).map(take).max().unwrap_or(0)
    }

    /// P's least gain over all moves of O; see **Choices**.
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
        if let Some(isolated) = largest(counts, ISOLATED..JOINT) {
            leave(counts.touched(isolated));
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
        let is_isolated = |kind| (ISOLATED..JOINT).contains(&kind);
        let apart = a == b && (a == BLOCK || a == JOINT);
        ![a, b].into_iter().any(|kind| is_closed(kind) || is_isolated(kind)) && !apart
    }

    /// The same game with all choices and without the rule of pairs, for comparison.
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
    fn omitted_choices_do_not_change_the_gain() {
        fn visit(
            kind: usize,
            left: u32,
            counts: &mut [u32; KINDS],
            check: &mut dyn FnMut(AreaCounts),
        ) {
            if kind == KINDS {
                return check(AreaCounts::new(*counts));
            }
            let is_domino = (ISOLATED..THREE).contains(&kind);
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
            for kind in (ISOLATED..THREE).filter(|&kind| counts.of(kind) > 0) {
                assert!(plain.value(counts.touched(kind), true) >= best - max_loss(kind));
            }
            assert!(least <= best);
            checked += 1;
        });
        assert!(checked > 3000, "{checked}");
    }
}
