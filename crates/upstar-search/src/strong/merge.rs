//! Merging sorted lists of items.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::position_file::Item;

/// Merges sorted lists into one sorted list without duplicates. Equal codes are joined by `join`.
pub struct Merge<'a, J> {
    sources: Vec<Box<dyn Iterator<Item = Item> + 'a>>,
    /// The next item of each source.
    heap: BinaryHeap<Reverse<(u128, u32, usize)>>,
    join: J,
}

impl<'a, J: Fn(u32, u32) -> u32> Merge<'a, J> {
    /// Merges these sources.
    pub fn new(mut sources: Vec<Box<dyn Iterator<Item = Item> + 'a>>, join: J) -> Merge<'a, J> {
        let firsts = sources.iter_mut().enumerate();
        let heap = firsts
            .filter_map(|(at, source)| source.next().map(|(code, n)| Reverse((code, n, at))))
            .collect();
        Merge { sources, heap, join }
    }

    fn pop(&mut self) -> Option<Item> {
        let mut top = self.heap.peek_mut()?;
        let Reverse((code, number, at)) = *top;
        match self.sources[at].next() {
            // The heap restores its order when `top` is dropped.
            Some((code, number)) => *top = Reverse((code, number, at)),
            None => drop(std::collections::binary_heap::PeekMut::pop(top)),
        }
        Some((code, number))
    }
}

impl<J: Fn(u32, u32) -> u32> Iterator for Merge<'_, J> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let (code, mut number) = self.pop()?;
        while self.heap.peek().is_some_and(|Reverse((next, ..))| *next == code) {
            let (_, other) = self.pop()?;
            number = (self.join)(number, other);
        }
        Some((code, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_merged_list_is_sorted_and_has_no_duplicates() {
        let lists: [Vec<Item>; 4] =
            [vec![(1, 1), (3, 3), (9, 9)], vec![], vec![(1, 5), (2, 2), (9, 1)], vec![(9, 0)]];
        let sources: Vec<Box<dyn Iterator<Item = Item>>> =
            lists.into_iter().map(|list| Box::new(list.into_iter()) as _).collect();
        let merged: Vec<Item> = Merge::new(sources, |a, b| a.max(b)).collect();
        assert_eq!(merged, [(1, 5), (2, 2), (3, 3), (9, 9)]);
    }
}
