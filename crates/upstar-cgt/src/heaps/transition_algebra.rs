//! The transition algebra, which proves that a finite monoid predicts all outcomes under misère play.
//!
//! **Idea** Let Φ map sums of heaps to a finite commutative monoid Q with a subset P. Write M(G) for the set of Φ(H)
//! over all options H of G. Then (Φ, M)(G + H) = (Φ(G)·Φ(H), Φ(G)·M(H) ∪ M(G)·Φ(H)). So the pairs (Φ, M) of all sums
//! are the submonoid of Q × 2^Q that the pairs of the heaps generate. It is finite, and it is listed completely.
//!
//! **Guarantee** If in every pair (x, M) of it x ∈ P exactly when M is not empty and has no element of P, then by
//! induction G is a P-position under misère play exactly when Φ(G) ∈ P.
//!
//! **Reference** Plambeck and Siegel, *Misère quotients for impartial games*, 2008, section 5.

use std::collections::HashMap;

use upstar_core::{Control, Stopped};

use super::grundy::stop;

/// The clock is read after this many pairs.
const PAIRS_PER_CHECK: usize = 1 << 10;

/// A set of elements of the monoid, as bits.
pub type ElementSet = Box<[u64]>;

/// A finite commutative monoid with a subset, and how the heaps act on it.
#[derive(Clone, Debug, Default)]
pub struct Monoid {
    /// For each generator, the product of each element with it. Element 0 is the identity.
    pub by_generator: Vec<Vec<u32>>,
    /// Is an element in P?
    pub is_p: Vec<bool>,
}

impl Monoid {
    /// The number of elements.
    pub fn order(&self) -> usize {
        self.is_p.len()
    }

    /// The product of an element with a list of generators.
    pub fn apply(&self, element: u32, generators: &[usize]) -> u32 {
        generators.iter().fold(element, |at, &g| self.by_generator[g][at as usize])
    }
}

/// The pairs that generators make.
#[derive(Clone, Default)]
pub struct TransitionAlgebra {
    pairs: Vec<(u32, ElementSet)>,
    /// The pair and the generator from which a pair was made.
    from: Vec<(u32, u32)>,
    index: HashMap<(u32, ElementSet), u32>,
    /// The pairs of the generators: a list of factors that is an element, and the set of options likewise.
    generators: Vec<Generator>,
    bytes: usize,
}

/// The pair of a heap. Elements are given as functions on the monoid, so that products need no table.
#[derive(Clone)]
struct Generator {
    times: Vec<u32>,
    options: Vec<Vec<u32>>,
}

/// Why a list of pairs is not finished.
pub enum Failure {
    /// A pair contradicts the rule; these generators make it.
    Contradiction(Vec<usize>),
    /// A limit was reached.
    Stopped(Stopped),
}

impl TransitionAlgebra {
    /// The pair of the empty sum.
    pub fn new(order: usize) -> TransitionAlgebra {
        let mut algebra = TransitionAlgebra::default();
        algebra.insert(0, vec![0; order.div_ceil(64)].into(), (0, 0));
        algebra
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Is there a pair with this element and this set?
    pub fn contains(&self, element: u32, set: &ElementSet) -> bool {
        self.index.contains_key(&(element, set.clone()))
    }

    /// Adds a generator, given by the function `times` that multiplies by it and those of its options, and lists all
    /// products. On failure the algebra is as it was, except for a limit.
    pub fn add_generator(
        &mut self,
        monoid: &Monoid,
        times: Vec<u32>,
        options: Vec<Vec<u32>>,
        control: &Control,
    ) -> Result<(), Failure> {
        let (pairs, bytes) = (self.pairs.len(), self.bytes);
        let number = self.generators.len();
        self.generators.push(Generator { times, options });
        let found = self.close(monoid, pairs, number, control);
        if found.is_err() {
            for pair in self.pairs.drain(pairs..) {
                self.index.remove(&pair);
            }
            self.from.truncate(pairs);
            self.generators.pop();
            self.bytes = bytes;
        }
        found
    }

    /// Lists the products with the last generator of the first `old` pairs, and with all generators of new ones.
    fn close(
        &mut self,
        monoid: &Monoid,
        old: usize,
        last: usize,
        control: &Control,
    ) -> Result<(), Failure> {
        let mut at = 0;
        while at < self.pairs.len() {
            let first = if at < old { last } else { 0 };
            for number in first..self.generators.len() {
                let (element, set) = self.times(at, number);
                if self.contains(element, &set) {
                    continue;
                }
                let has_option = set.iter().any(|&word| word != 0);
                let has_p = elements(&set).any(|option| monoid.is_p[option as usize]);
                let is_right = monoid.is_p[element as usize] == (has_option && !has_p);
                self.insert(element, set, (at as u32, number as u32));
                if !is_right {
                    return Err(Failure::Contradiction(self.word(self.pairs.len() - 1)));
                }
                if self.pairs.len().is_multiple_of(PAIRS_PER_CHECK)
                    && let Some(stopped) = stop(control, self.bytes)
                {
                    return Err(Failure::Stopped(stopped));
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// The product of a pair and a generator.
    fn times(&self, at: usize, number: usize) -> (u32, ElementSet) {
        let (element, set) = &self.pairs[at];
        let generator = &self.generators[number];
        let mut product: ElementSet = vec![0; set.len()].into();
        elements(set).for_each(|x| insert(&mut product, generator.times[x as usize]));
        for option in &generator.options {
            insert(&mut product, option[*element as usize]);
        }
        (generator.times[*element as usize], product)
    }

    fn insert(&mut self, element: u32, set: ElementSet, from: (u32, u32)) {
        self.bytes += 2 * 8 * set.len() + 96;
        self.index.insert((element, set.clone()), self.pairs.len() as u32);
        self.pairs.push((element, set));
        self.from.push(from);
    }

    /// The generators that make a pair.
    fn word(&self, mut at: usize) -> Vec<usize> {
        let mut word = Vec::new();
        while at > 0 {
            let (before, generator) = self.from[at];
            word.push(generator as usize);
            at = before as usize;
        }
        word
    }
}

/// The elements of a set.
fn elements(set: &ElementSet) -> impl Iterator<Item = u32> + '_ {
    set.iter().enumerate().flat_map(|(place, &word)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * place as u32 + bit)
    })
}

/// Adds an element to a set.
pub fn insert(set: &mut ElementSet, element: u32) {
    set[element as usize / 64] |= 1 << (element % 64);
}
