//! The options of one part during its search.

use upstar_core::{KeyedPart, OptionList};

use super::entry::{NimberEntry, NimberSet};

/// The options of a part. Frames are used again, so that the search allocates nothing for a node.
#[derive(Default)]
pub(super) struct Frame {
    pub options: OptionList,
    /// The options whose nimbers are not known, in the order in which they are tried.
    pub open: Vec<OpenOption>,
    /// The nimbers that the part does not have.
    pub excluded: NimberSet,
    /// The number of questions about options.
    pub asked: u64,
}

/// An option whose nimber is not known.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenOption {
    /// The place of its first unknown part among the parts of all options, and of the part after its last.
    pub start: u32,
    pub end: u32,
    /// The exclusive or of the nimbers of its known parts.
    pub nimber: u32,
}

impl OpenOption {
    /// Is the nimber of the option known?
    pub fn is_known(&self) -> bool {
        self.start == self.end
    }

    /// The option with these parts of a list.
    pub fn of(range: std::ops::Range<usize>) -> OpenOption {
        let (start, end) = (range.start as u32, range.end as u32);
        OpenOption { start, end, nimber: 0 }
    }

    /// Removes the parts whose nimbers are known, and adds these up. The largest part comes last.
    #[inline]
    pub fn simplify(
        &mut self,
        parts: &mut [KeyedPart],
        lookup: impl Fn(&KeyedPart) -> NimberEntry,
    ) {
        let mut at = self.start as usize;
        while at < self.end as usize {
            if let NimberEntry::Exact(nimber) = lookup(&parts[at]) {
                self.nimber ^= nimber;
                self.end -= 1;
                parts.swap(at, self.end as usize);
            } else {
                at += 1;
            }
        }
        let unknown = &mut parts[self.start as usize..self.end as usize];
        if let Some(largest) = (0..unknown.len()).max_by_key(|&at| unknown[at].size) {
            unknown.swap(largest, self.end as usize - self.start as usize - 1);
        }
    }

    /// Removes pairs of equal parts, whose sum is 0.
    #[inline]
    pub fn cancel_pairs(&mut self, parts: &mut [KeyedPart]) {
        let mut at = self.start as usize;
        while at < self.end as usize {
            let twin = (at + 1..self.end as usize).find(|&other| parts[other].key == parts[at].key);
            match twin {
                Some(twin) => {
                    parts.swap(twin, self.end as usize - 1);
                    parts.swap(at, self.end as usize - 2);
                    self.end -= 2;
                }
                None => at += 1,
            }
        }
    }

    /// The size of the largest unknown part.
    #[inline]
    pub fn size(&self, parts: &[KeyedPart]) -> u32 {
        if self.is_known() { 0 } else { parts[self.end as usize - 1].size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_parts_cancel_in_pairs() {
        for (keys, left) in [
            (vec![1, 1], vec![]),
            (vec![1, 2, 1], vec![2]),
            (vec![1, 1, 1], vec![1]),
            (vec![3, 2, 2, 3], vec![]),
            (vec![4, 3, 3, 5, 4, 4], vec![4, 5]),
        ] {
            let part = |&key: &u128| KeyedPart::new([key, 0], [key, 0], 1);
            let mut parts: Vec<_> = keys.iter().map(part).collect();
            let mut option = OpenOption::of(0..parts.len());
            option.cancel_pairs(&mut parts);
            let kept = &parts[option.start as usize..option.end as usize];
            let mut kept: Vec<_> = kept.iter().map(|part| part.key.planes()[0]).collect();
            kept.sort_unstable();
            assert_eq!(kept, left, "{keys:?}");
        }
    }
}
