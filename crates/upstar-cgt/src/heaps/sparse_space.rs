//! Grundy values of games that leave at most two heaps, with a sparse space.
//!
//! **Idea** Choose a mask. A value is *rare* if an even number of its bits are in the mask, else *common*. The rare
//! values are closed under exclusive or; a rare and a common value make a common one; two common values make a rare
//! one. So a common option has exactly one rare heap. If few heaps have rare values, all common options of a heap are
//! found from the list of rare heaps. The least common value that is no option bounds the mex. It is the mex unless a
//! smaller rare value is no option; rare options are searched for only until all of those are found.
//!
//! **Groups** Sixteen heaps are worked on together: for one heap of a pair, the other heaps of their pairs are
//! neighbours in memory.
//!
//! **List, then look up** Most options are found in the first few thousand pairs, which are listed. The few
//! values that are still open are then compared with the other pairs, many in one instruction.
//!
//! **Order** Heaps of similar size have similar values, so blocks of pairs are taken from everywhere in turn. This
//! finds the same options in half as many pairs.
//!
//! **Guarantee** The values are exact for every mask. The mask decides only how long it takes. With the mask 0 every
//! value is rare, which is the plain method.
//!
//! **Choice of the mask** The Walsh-Hadamard transform of the number of heaps with each value has, for each mask, the
//! number of rare heaps minus the number of common ones. The mask with the least entry is taken.
//!
//! **Reference** Berlekamp, Conway, Guy, *Winning Ways*, chapter 4 (sparse spaces); Gangolli and Plambeck, *A note on
//! periodicity in some octal games*, 1989; Flammenkamp's tables of octal games.

use super::HeapRules;
use super::pairs::{
    BLOCK, GROUP, OPEN, Seen, VALUES, compare_pairs, list_pairs, pair_blocks, scattered,
    xor_reversed,
};

/// The heap sizes at which the mask is chosen: this one, and each time the number of heaps has doubled.
const FIRST_CHOICE: usize = 128;
/// The number of blocks of pairs with a rare heap that are listed for a group.
const LISTED_RARE: usize = 96;
/// Blocks of any pairs: a group lists one more than the last if its heaps looked up more than this many for each.
const LOOKED_UP: usize = 2;

/// Grundy values of heaps 0, 1, 2, …, computed one by one.
pub struct SparseSpace<'a> {
    rules: &'a HeapRules,
    mask: u16,
    /// The heaps with rare values, without the first ones, and these values.
    rare: Vec<(u32, u16)>,
    rare_heaps: usize,
    next_choice: usize,
    /// The first heap of the group, and the one after its last.
    group: std::ops::Range<usize>,
    seen: Box<Seen>,
    /// For each heap of the group: the least common values that no pair with a larger heap than those of a group has.
    open: [Vec<u16>; GROUP],
    /// A power of two above all values before the last one of the group. No value from it on is seen.
    width: usize,
    /// Is a value rare?
    is_rare: Vec<bool>,
    /// The numbers of blocks of pairs with a rare heap, and of any pairs, that are listed for the group.
    listed_rare: usize,
    listed: usize,
    /// The number of blocks of pairs that the heaps of the group have looked up.
    looked_up: usize,
    /// The values of a block of pairs.
    block: [u16; BLOCK],
}

impl<'a> SparseSpace<'a> {
    pub fn new(rules: &'a HeapRules) -> SparseSpace<'a> {
        let seen = vec![[0; GROUP]; VALUES].into_boxed_slice();
        SparseSpace {
            rules,
            mask: 0,
            rare: Vec::new(),
            rare_heaps: 0,
            next_choice: FIRST_CHOICE,
            group: 0..0,
            seen: seen.try_into().expect("the table has a row for each value"),
            open: Default::default(),
            width: 1,
            is_rare: vec![true],
            listed_rare: LISTED_RARE,
            listed: 0,
            looked_up: 0,
            block: [0; BLOCK],
        }
    }

    /// The bytes of the tables that are in use.
    pub fn bytes(&self) -> usize {
        size_of::<(u32, u16)>() * self.rare.capacity() + (GROUP + 1) * self.width
    }

    /// The number of heaps with rare values.
    pub fn rare_heaps(&self) -> usize {
        self.rare_heaps
    }

    /// The value of the next heap, and the steps that it took.
    pub fn next(&mut self, values: &[u16]) -> (u32, usize) {
        let heap = values.len();
        let mut steps = 1;
        if heap >= self.group.end {
            steps += self.start_group(values);
        }
        let lane = heap - self.group.start;
        let rules = self.rules;
        // 1. Options that leave at most one heap, and those with one of the first heaps.
        if rules.taken[0].binary_search(&heap).is_ok() {
            self.seen[0][lane] = 1;
        }
        for &taken in rules.taken[1].iter().take_while(|&&taken| taken < heap) {
            self.seen[usize::from(values[heap - taken])][lane] = 1;
        }
        for left in splits(rules, heap) {
            let most = if self.mask == 0 { usize::MAX } else { GROUP - 1 };
            steps += self.list(values, lane, left, 1..=most.min(self.largest_smaller(left)));
        }
        if self.mask == 0 {
            let mex = self.seen[..self.width].iter().position(|row| row[lane] == 0);
            return (mex.unwrap_or(self.width) as u32, steps);
        }
        // 2. The least common value that is no option.
        let is_open = |value: &&u16| self.seen[usize::from(**value)][lane] == 0;
        let bound = match self.open[lane].iter().find(is_open) {
            Some(&value) => usize::from(value),
            None => {
                // The last heaps had all of the values that were open.
                steps += self.list_rare_pairs(values, lane);
                let is_open = |&value: &usize| !self.is_rare[value] && self.seen[value][lane] == 0;
                (0..self.width).find(is_open).unwrap_or(self.width)
            }
        };
        // 3. Rare values below it, until all of them are options.
        let is_open = |&value: &usize| self.is_rare[value] && self.seen[value][lane] == 0;
        let mut open: Vec<u16> = (0..bound).filter(is_open).map(|value| value as u16).collect();
        for left in splits(rules, heap) {
            steps += self.find_in_pairs(values, left, &mut open);
        }
        (open.first().map_or(bound as u32, |&value| u32::from(value)), steps)
    }

    /// Notes the value of the next heap, which has just been appended.
    pub fn note(&mut self, heap: usize, value: u16) {
        if self.mask != 0 && is_rare(value, self.mask) {
            self.rare_heaps += 1;
            if heap >= GROUP {
                self.rare.push((heap as u32, value));
            }
        }
        if usize::from(value) >= self.width {
            self.group.end = heap + 1;
        }
    }

    /// Starts a group: lists pairs of all its heaps, and finds the open common values. Returns the number of pairs.
    fn start_group(&mut self, values: &[u16]) -> usize {
        let start = values.len();
        if start >= self.next_choice {
            self.choose_mask(values);
            self.next_choice = 2 * start;
        }
        self.group = start..start + GROUP;
        // In Grundy's game a pair of equal heaps is none, so pairs are only looked up.
        if !self.rules.is_unequal {
            let is_more = self.looked_up > LOOKED_UP * GROUP * self.listed;
            self.listed = if is_more { self.listed + 1 } else { self.listed.saturating_sub(1) };
        }
        self.looked_up = 0;
        let last = usize::from(values.last().copied().unwrap_or(0));
        if last >= self.width {
            self.width = (last + 1).next_power_of_two();
            self.list_rare_values();
        }
        self.seen[..self.width].fill([0; GROUP]);
        if self.mask == 0 {
            return 1;
        }
        let mut steps = 0;
        for &taken in &self.rules.taken[2] {
            // The two heaps of the first pair have `left` counters.
            let Some(left) = start.checked_sub(taken) else { continue };
            for block in pair_blocks(start).take(self.listed) {
                for heap in block.start..block.end.min(left) {
                    list_pairs(&mut self.seen, values, left - heap, values[heap]);
                    steps += GROUP;
                }
            }
            for block in self.rare_blocks().take(self.listed_rare) {
                for &(heap, value) in
                    self.rare[block].iter().filter(|rare| (rare.0 as usize) < left)
                {
                    list_pairs(&mut self.seen, values, left - heap as usize, value);
                    steps += GROUP;
                }
            }
        }
        if self.rules.is_unequal {
            // Two equal rare heaps may have been listed.
            self.seen[0] = [0; GROUP];
        }
        steps + self.find_open_values(values)
    }

    /// Finds the least common values of each heap of the group that no pair with a rare heap has.
    fn find_open_values(&mut self, values: &[u16]) -> usize {
        let mut steps = 0;
        self.open.iter_mut().for_each(Vec::clear);
        loop {
            // 1. The next open values of each heap for which none has been found.
            let mut candidates = [[0; GROUP]; OPEN];
            let mut counts = [OPEN; GROUP];
            for lane in (0..GROUP).filter(|&lane| self.open[lane].is_empty()) {
                counts[lane] = 0;
            }
            let mut wanted = counts.iter().filter(|&&count| count == 0).count();
            if wanted == 0 {
                return steps;
            }
            // A value from `width` on is no option.
            let mut is_any = false;
            for value in (0..=usize::from(u16::MAX))
                .filter(|&v| !self.is_rare.get(v).copied().unwrap_or(false))
            {
                let row = &self.seen[value];
                if *row == [1; GROUP] {
                    continue;
                }
                for (lane, count) in counts.iter_mut().enumerate() {
                    if row[lane] == 0 && *count < OPEN {
                        candidates[*count][lane] = value as u16;
                        is_any = true;
                        *count += 1;
                        wanted -= usize::from(*count == OPEN);
                    }
                }
                if wanted == 0 {
                    break;
                }
            }
            if !is_any {
                return steps;
            }
            // 2. Compare them with the pairs that are not listed.
            let mut hits = [[0; GROUP]; OPEN];
            for &taken in &self.rules.taken[2] {
                let Some(left) = self.group.start.checked_sub(taken) else { continue };
                for block in self.rare_blocks().skip(self.listed_rare) {
                    for &(heap, value) in
                        self.rare[block].iter().filter(|rare| (rare.0 as usize) < left)
                    {
                        compare_pairs(&mut hits, &candidates, values, left - heap as usize, value);
                        steps += OPEN;
                    }
                }
            }
            for (lane, open) in self.open.iter_mut().enumerate().filter(|(_, open)| open.is_empty())
            {
                for (candidates, hits) in candidates.iter().zip(&hits).take(counts[lane]) {
                    match hits[lane] {
                        0 => open.push(candidates[lane]),
                        _ => self.seen[usize::from(candidates[lane])][lane] = 1,
                    }
                }
            }
        }
    }

    /// Lists all pairs of one heap of the group that have a rare heap.
    fn list_rare_pairs(&mut self, values: &[u16], lane: usize) -> usize {
        for left in splits(self.rules, self.group.start + lane) {
            for &(heap, value) in self.rare.iter().take_while(|rare| (rare.0 as usize) < left) {
                let value = value ^ values[left - heap as usize];
                self.seen[usize::from(value)][lane] |= u8::from(!self.is_rare[usize::from(value)]);
            }
        }
        self.rare.len() * self.rules.taken[2].len()
    }

    /// Lists the pairs of one heap of the group whose smaller heap is in a range.
    fn list(
        &mut self,
        values: &[u16],
        lane: usize,
        left: usize,
        smaller: std::ops::RangeInclusive<usize>,
    ) -> usize {
        let (low, high) =
            (&values[smaller.clone()], &values[left - smaller.end()..=left - smaller.start()]);
        for (&a, &b) in low.iter().zip(high.iter().rev()) {
            self.seen[usize::from(a ^ b)][lane] = 1;
        }
        low.len()
    }

    /// Removes the values of pairs that have not been listed from a list of open values.
    fn find_in_pairs(&mut self, values: &[u16], left: usize, open: &mut Vec<u16>) -> usize {
        let until = self.largest_smaller(left) + 1;
        let mut steps = 0;
        for block in pair_blocks(self.group.start).skip(self.listed) {
            if open.is_empty() {
                break;
            }
            let block = block.start..block.end.min(until);
            if block.is_empty() {
                continue;
            }
            let (low, high) =
                (&values[block.clone()], &values[left + 1 - block.end..=left - block.start]);
            xor_reversed(&mut self.block, low, high);
            open.retain(|&value| {
                self.block
                    .iter()
                    .fold(0, |hit, &pair| hit | if pair == value { u16::MAX } else { 0 })
                    == 0
            });
            steps += BLOCK;
            self.looked_up += 1;
        }
        steps
    }

    /// The largest smaller heap of a pair with so many counters.
    fn largest_smaller(&self, left: usize) -> usize {
        if self.rules.is_unequal { (left - 1) / 2 } else { left / 2 }
    }

    fn rare_blocks(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let count = self.rare.len();
        scattered(count.div_ceil(BLOCK)).map(move |i| i * BLOCK..count.min((i + 1) * BLOCK))
    }

    fn list_rare_values(&mut self) {
        self.is_rare = (0..self.width).map(|value| is_rare(value as u16, self.mask)).collect();
    }

    /// Chooses the mask with the fewest rare heaps; 0 if at least half of the heaps are rare.
    fn choose_mask(&mut self, values: &[u16]) {
        let largest = usize::from(values.iter().copied().max().unwrap_or(0));
        let mut balance = vec![0_i64; (largest + 1).next_power_of_two()];
        values.iter().for_each(|&value| balance[usize::from(value)] += 1);
        let mut half = 1;
        while half < balance.len() {
            for start in (0..balance.len()).step_by(2 * half) {
                for i in start..start + half {
                    let (a, b) = (balance[i], balance[i + half]);
                    (balance[i], balance[i + half]) = (a + b, a - b);
                }
            }
            half *= 2;
        }
        let best = (0..balance.len()).min_by_key(|&mask| balance[mask]).unwrap_or(0);
        self.mask = if balance[best] < 0 { best as u16 } else { 0 };
        (self.rare_heaps, self.rare) = (0, Vec::new());
        for (heap, &value) in values.iter().enumerate().skip(1) {
            if self.mask != 0 && is_rare(value, self.mask) {
                self.rare_heaps += 1;
                if heap >= GROUP {
                    self.rare.push((heap as u32, value));
                }
            }
        }
        self.list_rare_values();
    }
}

/// Is a value rare in the sparse space of a mask?
fn is_rare(value: u16, mask: u16) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

/// The counters that are left in two heaps, for each number that may be taken.
fn splits(rules: &HeapRules, heap: usize) -> impl Iterator<Item = usize> + use<'_> {
    let left = rules.taken[2].iter().map(move |&taken| heap.saturating_sub(taken));
    left.take_while(|&left| left > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(rules: &HeapRules, last: usize, listed_rare: usize) -> Vec<u16> {
        let mut sparse = SparseSpace { listed_rare, ..SparseSpace::new(rules) };
        let mut values = Vec::new();
        for heap in 0..=last {
            let value = sparse.next(&values).0 as u16;
            values.push(value);
            sparse.note(heap, value);
        }
        values
    }

    #[test]
    fn values_do_not_depend_on_the_pairs_that_are_listed() {
        let games = ["0.007", "0.6", "0.106", "4.06", "0.37", "0.604", "0.0007", "4.007", "0.26"];
        let rules = games.map(|code| HeapRules::read(&format!("octal:{code}")));
        for rules in rules.into_iter().chain([HeapRules::read("grundys-game")]) {
            let rules = rules.expect("these are games of heaps");
            let all_listed = values(&rules, 3000, usize::MAX);
            for listed_rare in 0..3 {
                assert!(values(&rules, 3000, listed_rare) == all_listed, "{rules:?}");
            }
        }
    }
}
