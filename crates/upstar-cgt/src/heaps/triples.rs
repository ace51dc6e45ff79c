//! Grundy values of games that may leave three heaps (hexadecimal games).
//!
//! **Idea** For each total m, store the set of values of all pairs of heaps with m counters, and of all triples. The
//! set for triples is a union of the sets for pairs, each translated by the value of the third heap. A translation by
//! exclusive or permutes the words of a set and the bits in each word.

use super::HeapRules;

/// A set of values: bit v % 64 of word v / 64. The number of words is a power of two.
type ValueSet = Vec<u64>;

/// Grundy values of heaps 0, 1, 2, …, computed one by one.
pub struct Triples<'a> {
    rules: &'a HeapRules,
    /// The values of all pairs and of all triples of heaps with a number of counters in all.
    pairs: Vec<ValueSet>,
    triples: Vec<ValueSet>,
}

impl<'a> Triples<'a> {
    pub fn new(rules: &'a HeapRules) -> Triples<'a> {
        Triples { rules, pairs: Vec::new(), triples: Vec::new() }
    }

    /// The bytes of the tables.
    pub fn bytes(&self) -> usize {
        let words = self.pairs.last().map_or(0, Vec::len) + self.triples.last().map_or(0, Vec::len);
        self.pairs.len() * (8 * words + 2 * size_of::<ValueSet>())
    }

    /// The value of the next heap, and the steps that it took.
    pub fn next(&mut self, values: &[u16]) -> (u32, usize) {
        let heap = values.len();
        // Three heaps with `heap` counters in all are smaller than the heap.
        let mut pairs = vec![0];
        for a in 1..=heap / 2 {
            insert(&mut pairs, values[a] ^ values[heap - a]);
        }
        let mut triples = vec![0];
        let mut steps = heap;
        for (c, &value) in values.iter().enumerate().skip(1) {
            unite(&mut triples, &self.pairs[heap - c], value);
            steps += triples.len();
        }
        self.pairs.push(pairs);
        self.triples.push(triples);
        let mut options = vec![0];
        let taken = &self.rules.taken;
        if taken[0].binary_search(&heap).is_ok() {
            insert(&mut options, 0);
        }
        for &taken in taken[1].iter().take_while(|&&taken| taken < heap) {
            insert(&mut options, values[heap - taken]);
        }
        for (taken, sets) in [(&taken[2], &self.pairs), (&taken[3], &self.triples)] {
            for &taken in taken.iter().take_while(|&&taken| taken <= heap) {
                unite(&mut options, &sets[heap - taken], 0);
            }
        }
        let free = options.iter().position(|&word| word != u64::MAX);
        let mex = free.map_or(64 * options.len() as u32, |word| {
            64 * word as u32 + options[word].trailing_ones()
        });
        (mex, steps)
    }
}

fn insert(set: &mut ValueSet, value: u16) {
    let word = usize::from(value) / 64;
    if word >= set.len() {
        set.resize((word + 1).next_power_of_two(), 0);
    }
    set[word] |= 1 << (value % 64);
}

/// Adds to a set all values of another one, each combined with a value.
fn unite(set: &mut ValueSet, other: &ValueSet, value: u16) {
    let high = usize::from(value) / 64;
    let words = other.len().max((high + 1).next_power_of_two());
    if words > set.len() {
        set.resize(words, 0);
    }
    for (place, &word) in other.iter().enumerate().filter(|(_, word)| **word != 0) {
        set[place ^ high] |= translate(word, value % 64);
    }
}

/// The word whose bit i ^ value is bit i of this word.
fn translate(mut word: u64, value: u16) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, low) in LOW.into_iter().enumerate() {
        if value >> bit & 1 == 1 {
            word = (word & low) << (1 << bit) | word >> (1 << bit) & low;
        }
    }
    word
}
