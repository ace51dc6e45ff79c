//! Sums of heaps, up to identities that hold in every sum and under misère play too: a heap without moves is 0, heaps
//! with the same options are the same, and ∗ + ∗ = 0.

use std::collections::HashMap;

use super::HeapRules;

/// A sum of heaps, ascending, each the least heap with the same options.
pub type SumOfHeaps = Box<[u16]>;

/// All heaps up to a size, and their options.
pub struct HeapSums {
    /// For each heap the least heap with the same options. `None` if it has no move.
    heaps: Vec<Option<u16>>,
    /// The options of each heap.
    options: Vec<Vec<SumOfHeaps>>,
    /// The heap that equals ∗, if there is one.
    star: Option<u16>,
    by_options: HashMap<Vec<SumOfHeaps>, u16>,
}

impl HeapSums {
    /// The empty heap alone.
    pub fn new() -> HeapSums {
        let options = vec![Vec::new()];
        HeapSums { heaps: vec![None], options, star: None, by_options: HashMap::new() }
    }

    /// Adds the next heap.
    pub fn push(&mut self, rules: &HeapRules) {
        let heap = self.heaps.len();
        let mut options = Vec::new();
        rules.options(heap, &mut |left| {
            let heaps = left.iter().filter_map(|&part| self.heaps[part]);
            options.push(self.sum(heaps.collect()));
        });
        options.sort_unstable();
        options.dedup();
        let same = match options.is_empty() {
            true => None,
            false => Some(*self.by_options.entry(options.clone()).or_insert(heap as u16)),
        };
        if options.len() == 1 && options[0].is_empty() {
            self.star = same;
        }
        self.heaps.push(same);
        self.options.push(options);
    }

    /// The number of heaps, with the empty one.
    pub fn len(&self) -> usize {
        self.heaps.len()
    }

    /// Are there no heaps? There is always the empty one.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The least heap with the same options as this one. `None` if it has no move.
    pub fn heap(&self, heap: usize) -> Option<u16> {
        self.heaps[heap]
    }

    /// The options of a heap.
    pub fn heap_options(&self, heap: u16) -> &[SumOfHeaps] {
        &self.options[usize::from(heap)]
    }

    /// The sum of some heaps, each the least one with its options.
    pub fn sum(&self, mut heaps: Vec<u16>) -> SumOfHeaps {
        heaps.sort_unstable();
        if let Some(star) = self.star {
            let from = heaps.partition_point(|&heap| heap < star);
            let count = heaps[from..].partition_point(|&heap| heap == star);
            heaps.drain(from..from + count / 2 * 2);
        }
        heaps.into()
    }

    /// The sum of two sums.
    pub fn add(&self, a: &[u16], b: &[u16]) -> SumOfHeaps {
        self.sum([a, b].concat())
    }

    /// Calls `show` with each option of a sum, some of them twice, until it returns true. Options of large heaps come
    /// first.
    pub fn any_option(&self, sum: &[u16], show: &mut dyn FnMut(SumOfHeaps) -> bool) -> bool {
        for place in (0..sum.len()).rev() {
            if sum.get(place + 1) == Some(&sum[place]) {
                continue;
            }
            let rest = [&sum[..place], &sum[place + 1..]].concat();
            for option in self.heap_options(sum[place]) {
                if show(self.add(&rest, option)) {
                    return true;
                }
            }
        }
        false
    }
}

impl Default for HeapSums {
    fn default() -> HeapSums {
        HeapSums::new()
    }
}
