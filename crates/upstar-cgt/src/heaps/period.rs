//! Periods of sequences, found and proved.
//!
//! **Theorem** (Guy and Smith, *The G-values of various games*, 1956, for two heaps; the proof is the same for h.)
//! Let moves take at most k counters and leave at most h heaps. If g(n + p) = g(n) for all n with
//! n0 ≤ n < h·n0 + (h − 1)·p + k, where n0 ≥ 1, then g(n + p) = g(n) for all n ≥ n0.
//!
//! **Proof** By induction on n ≥ h·n0 + (h − 1)·p + k. An option of n + p has at least n + p − k ≥ h·(n0 + p) counters
//! in at most h heaps, so its largest heap b has at least n0 + p. Then g(b − p) = g(b), and the same move with b − p
//! is one of n with the same value. An option of n has a largest heap b ≥ n0 for the same reason, and the same move
//! with b + p is one of n + p.
//!
//! The theorem does not cover Grundy's game, where b − p may equal the other heap.
//!
//! **Search** The Z function of the reversed sequence has, for each p, the length of the longest suffix with period p.

use super::HeapRules;

/// A period of a sequence: g(n + length) = g(n) for all n ≥ start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// The length of the period.
    pub length: usize,
    /// The length of the pre-period: the first number from which the sequence is periodic.
    pub start: usize,
    /// Is the sequence periodic for ever? If not, it is so as far as it is known.
    pub is_proved: bool,
    /// g(n + length) = g(n) was checked for all n below this bound.
    pub checked: usize,
}

/// The period of a sequence whose first term is g(0). With rules, one that the theorem proves is preferred; otherwise
/// a period must occur at least three times.
pub fn period<T: PartialEq>(terms: &[T], rules: Option<&HeapRules>) -> Option<Period> {
    let count = terms.len();
    let matches = suffix_matches(terms);
    let found = |length: usize| {
        let start = count - length - matches[length] as usize;
        let checked = count - length;
        Period { length, start, is_proved: false, checked }
    };
    let lengths = || (1..count).map(found);
    if let Some(rules) = rules.filter(|rules| !rules.is_unequal) {
        let is_proved = |period: &Period| {
            let heaps = rules.most_left().max(1);
            let (start, length) = (period.start.max(1), period.length);
            heaps * start + (heaps - 1) * length + rules.longest() <= period.checked
        };
        if let Some(period) = lengths().find(is_proved) {
            return Some(Period { is_proved: true, ..period });
        }
    }
    lengths()
        .take_while(|period| 3 * period.length <= count)
        .find(|period| period.start + 3 * period.length <= count)
}

/// For each p, the number of last terms that equal the term p places before them, without a gap.
fn suffix_matches<T: PartialEq>(terms: &[T]) -> Vec<u32> {
    let count = terms.len();
    let back = |i: usize| &terms[count - 1 - i];
    let mut matches = vec![0_u32; count];
    let (mut left, mut right) = (0, 0);
    for p in 1..count {
        let mut length = if p < right { (matches[p - left] as usize).min(right - p) } else { 0 };
        while p + length < count && back(length) == back(p + length) {
            length += 1;
        }
        matches[p] = length as u32;
        if p + length > right {
            (left, right) = (p, p + length);
        }
    }
    matches
}
