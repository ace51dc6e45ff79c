//! Genera of heaps under misère play.
//!
//! **Formula** The misère Grundy value of a position without moves is 1. That of any other position is the mex over
//! its options. The genus of G is g^(m0 m1 m2 …), where g is the Grundy value of G under normal play and m_j is the
//! misère Grundy value of G + j·∗2. For G + j·∗2 the options are those of G with j·∗2, and G + (j − 1)·∗2 with or
//! without ∗. Adding ∗ changes a misère Grundy value by exclusive or with 1. So
//! m_j(G) = mex({m_j(H) : H an option of G} ∪ {m_(j−1)(G), m_(j−1)(G) xor 1 if j > 0}).
//!
//! **Guarantee** The last two terms repeat for ever: the terms of all options do from some j on, and m_j depends only
//! on them and on m_(j−1). So once m_(j+1) = m_(j−1) after that, the terms have period 2.
//!
//! **Reference** Conway, *On Numbers and Games*, 1976, chapter 12; *Winning Ways*, chapter 13.

use std::{collections::HashMap, fmt, sync::atomic::Ordering::Relaxed};

use upstar_core::{Control, Stopped};

use super::{
    HeapRules,
    grundy::{grundy_values, stop},
    sums::{HeapSums, SumOfHeaps},
};

/// The clock is read after this many sums.
const SUMS_PER_CHECK: usize = 1 << 10;

/// A genus: the Grundy value under normal play, and the misère Grundy values with copies of ∗2. The last two repeat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Genus {
    /// The Grundy value under normal play.
    pub grundy: u16,
    /// The superscript.
    pub misere: Vec<u16>,
}

/// The genera of heaps 0, 1, 2, ….
#[derive(Clone, Debug, Default)]
pub struct Genera {
    /// The genera; fewer than wanted if a limit was reached.
    pub genera: Vec<Genus>,
    /// The number of sums of heaps whose terms were computed.
    pub sums: usize,
    /// Why the work ended early.
    pub stopped: Option<Stopped>,
}

impl Genus {
    /// Is it the genus of a sum of Nim heaps?
    pub fn is_tame(&self) -> bool {
        let terms: &[u16] = &self.misere;
        match self.grundy {
            0 => [&[0, 2][..], &[1, 2, 0]].contains(&terms),
            1 => [&[1, 3][..], &[0, 3, 1]].contains(&terms),
            grundy => terms == [grundy, grundy ^ 2],
        }
    }
}

impl fmt::Display for Genus {
    /// `4^146`; with commas if a term has two digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<String> = self.misere.iter().map(u16::to_string).collect();
        let comma = if self.misere.iter().any(|&term| term > 9) { "," } else { "" };
        write!(f, "{}^{}", self.grundy, terms.join(comma))
    }
}

/// Computes the genera of heaps 0 to `last`.
pub fn genera(rules: &HeapRules, last: usize, control: &Control) -> Genera {
    let mut found = Genera::default();
    let values = grundy_values(rules, last, control);
    if values.stopped.is_some() {
        found.stopped = values.stopped;
        return found;
    }
    let mut work = Work { sums: HeapSums::new(), terms: HashMap::new(), bytes: 0, control };
    for heap in 0..=last {
        if heap > 0 {
            work.sums.push(rules);
        }
        let sum: Vec<u16> = work.sums.heap(heap).into_iter().collect();
        match work.terms(&sum) {
            Ok(misere) => found.genera.push(Genus { grundy: values.values[heap], misere }),
            Err(stopped) => {
                found.stopped = Some(stopped);
                break;
            }
        }
    }
    found.sums = work.terms.len();
    found
}

struct Work<'a> {
    sums: HeapSums,
    terms: HashMap<SumOfHeaps, Vec<u16>>,
    bytes: usize,
    control: &'a Control,
}

impl Work<'_> {
    /// The superscript of the genus of a sum.
    fn terms(&mut self, sum: &[u16]) -> Result<Vec<u16>, Stopped> {
        if let Some(known) = self.terms.get(sum) {
            return Ok(known.clone());
        }
        let mut options: Vec<SumOfHeaps> = Vec::new();
        self.sums.any_option(sum, &mut |option| {
            options.push(option);
            false
        });
        options.sort_unstable();
        options.dedup();
        let mut theirs = Vec::new();
        for option in &options {
            theirs.push(self.terms(option)?);
        }
        theirs.sort_unstable();
        theirs.dedup();
        let terms = combine(&theirs);
        self.bytes += 2 * (sum.len() + terms.len()) + 96;
        self.terms.insert(sum.into(), terms.clone());
        if self.terms.len().is_multiple_of(SUMS_PER_CHECK) {
            self.control.progress.nodes.store(self.terms.len() as u64, Relaxed);
            self.control.progress.bytes.store(self.bytes, Relaxed);
            if let Some(stopped) = stop(self.control, self.bytes) {
                return Err(stopped);
            }
        }
        Ok(terms)
    }
}

/// Term j of a list whose last two terms repeat.
fn term(terms: &[u16], j: usize) -> u16 {
    match j < terms.len() {
        true => terms[j],
        false => terms[terms.len() - 2 + (j - terms.len()) % 2],
    }
}

/// The terms of a position from those of its options.
fn combine(options: &[Vec<u16>]) -> Vec<u16> {
    let settled = options.iter().map(Vec::len).max().unwrap_or(0);
    let mut terms: Vec<u16> = Vec::new();
    loop {
        let j = terms.len();
        let mut seen: Vec<u16> = options.iter().map(|option| term(option, j)).collect();
        match terms.last() {
            Some(&last) => seen.extend([last, last ^ 1]),
            None if options.is_empty() => seen.push(0),
            None => {}
        }
        let mex =
            (0..).find(|value| !seen.contains(value)).expect("a list does not have all values");
        terms.push(mex);
        if j >= settled + 2 && terms[j] == terms[j - 2] {
            break;
        }
    }
    while terms.len() > 2 && terms[terms.len() - 1] == terms[terms.len() - 3] {
        terms.pop();
    }
    terms
}
