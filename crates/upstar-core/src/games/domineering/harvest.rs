//! The game of counts: how much of a plan is left for who made it.
//!
//! **Idea** P has places of some kinds (see `plan.rs`), each worth a number of moves. P takes one
//! place at each turn; O spoils one, or two that one domino of O can touch. What P gets at least
//! follows from how many places there are of each kind.
//!
//! **Formula** With n the counts, w(k) a place's worth and e(k) one place of kind k,
//! p(n) = max over k of w(k) + o(n − e(k)), and o(n) = the least p(n') over what O can do;
//! p = o = 0 when no place is left. Two places can be spoiled together unless one stands alone,
//! both are blocks or both are dominoes of the best kind. A block that is spoiled together with
//! another place, from the outside, leaves a domino of the least kind.
//!
//! **Guarantee** Counts above those told apart count as so many, and more places never hurt P, so
//! what is said is a lower bound. Values are found when first asked for and kept; threads may find
//! the same one twice, which is harmless.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// Blocks; dominoes that stand alone, by the O's moves that they cost: two, one, none; other
/// dominoes likewise.
pub(super) const KINDS: usize = 7;
pub(super) const BLOCK: usize = 0;
pub(super) const ALONE: usize = 1;
pub(super) const JOINT: usize = 4;
/// What stays of a block that is spoiled from the outside.
const REMNANT: usize = ALONE + 2;

/// What a place is worth: P's moves on it, and the moves that O loses by them.
const WORTH: [u8; KINDS] = [4, 3, 2, 1, 3, 2, 1];
/// As many of each kind are told apart; at least two.
const MOST: [usize; KINDS] = [6, 4, 5, 5, 4, 11, 7];

const STRIDE: [usize; KINDS + 1] = {
    let mut stride = [1; KINDS + 1];
    let mut kind = 0;
    while kind < KINDS {
        stride[kind + 1] = stride[kind] * (MOST[kind] + 1);
        kind += 1;
    }
    stride
};

/// How many places there are of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts(usize);

impl Counts {
    #[inline]
    pub fn new(counts: [u32; KINDS]) -> Counts {
        let at = (0..KINDS).map(|kind| (counts[kind] as usize).min(MOST[kind]) * STRIDE[kind]);
        Counts(at.sum())
    }

    #[inline]
    fn of(self, kind: usize) -> usize {
        self.0 / STRIDE[kind] % (MOST[kind] + 1)
    }

    /// One place less of a kind that there is.
    #[inline]
    pub fn without(self, kind: usize) -> Counts {
        Counts(self.0 - STRIDE[kind])
    }

    /// A block is gone but for its remnant.
    #[inline]
    pub fn with_remnant(self) -> Counts {
        Counts(self.0 + if self.of(REMNANT) < MOST[REMNANT] { STRIDE[REMNANT] } else { 0 })
    }
}

/// May one domino of O touch a place of each kind?
fn together(a: usize, b: usize) -> bool {
    let stands_alone = |kind| (ALONE..JOINT).contains(&kind);
    let apart = a == b && (a == BLOCK || a == JOINT);
    !(stands_alone(a) || stands_alone(b) || apart)
}

/// What P gets at least, for all counts.
#[derive(Debug)]
pub(super) struct Harvest {
    /// One more than the value, or 0 while it is unknown: P to move, O to move.
    known: [Box<[AtomicU8]>; 2],
}

impl Harvest {
    /// The values, found as they are needed.
    pub fn get() -> &'static Harvest {
        static HARVEST: OnceLock<Harvest> = OnceLock::new();
        HARVEST.get_or_init(|| {
            let unknown = || (0..STRIDE[KINDS]).map(|_| AtomicU8::new(0)).collect();
            Harvest { known: [unknown(), unknown()] }
        })
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

    #[inline]
    fn value(&self, counts: Counts, turn: usize) -> i32 {
        match self.known[turn][counts.0].load(Ordering::Relaxed) {
            0 => self.find(counts, turn),
            known => i32::from(known) - 1,
        }
    }

    #[cold]
    fn find(&self, counts: Counts, turn: usize) -> i32 {
        let kinds = || (0..KINDS).filter(|&kind| counts.of(kind) > 0);
        let value = match turn {
            0 => kinds().map(|k| i32::from(WORTH[k]) + self.spoiled(counts.without(k))).max(),
            _ => kinds().map(|k| self.worst(counts, k)).min(),
        };
        let value = value.unwrap_or(0);
        self.known[turn][counts.0].store(value as u8 + 1, Ordering::Relaxed);
        value
    }

    /// What P gets if O spoils a place of kind `first`, alone or with one of a later kind.
    fn worst(&self, counts: Counts, first: usize) -> i32 {
        let rest = counts.without(first);
        let others = (first..KINDS).filter(|&k| rest.of(k) > 0 && together(first, k));
        let pairs = others.map(|second| {
            let rest = rest.without(second);
            self.taking(if first == BLOCK { rest.with_remnant() } else { rest })
        });
        pairs.min().unwrap_or(i32::MAX).min(self.taking(rest))
    }
}
