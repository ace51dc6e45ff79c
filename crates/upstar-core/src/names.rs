//! Numbers for things that are made of words and of other things: handed out by comparing whole
//! contents, so a number is an exact name; the same for all threads, and for later runs once they are
//! [restored](Names::restore).

use crate::{Index, mix};

/// A thing to be named, by what it is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing<'a> {
    /// Words that mean nothing here.
    Words(&'a [u32]),
    /// Two sets of things, by their names.
    Pair(&'a [u32], &'a [u32]),
    /// A multiset of things, by their names.
    Bag(&'a [u32]),
}

const WORDS: u32 = 0;
const PAIR: u32 = 1;
const BAG: u32 = 2;

/// All things that have names. Each is kept as its kind, for a pair the size of the first set, and its
/// words; names in sets ascend.
pub struct Names {
    pool: Vec<u32>,
    /// Where each thing ends.
    ends: Vec<usize>,
    index: Index,
    /// A thing that is being put together.
    scratch: Vec<u32>,
}

impl std::fmt::Debug for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} names", self.len())
    }
}

impl Default for Names {
    /// Nothing has a name.
    fn default() -> Names {
        let (pool, ends, scratch) = (Vec::new(), Vec::new(), Vec::new());
        Names { pool, ends, index: Index::new(), scratch }
    }
}

impl Names {
    /// The name of a thing; a new one if it has none.
    pub fn name(&mut self, thing: Thing) -> u32 {
        let mut words = std::mem::take(&mut self.scratch);
        match thing {
            Thing::Words(list) => {
                words.push(WORDS);
                words.extend(list);
            }
            Thing::Pair(first, second) => {
                words.extend([PAIR, first.len() as u32]);
                words.extend(first);
                words[2..].sort_unstable();
                let start = words.len();
                words.extend(second);
                words[start..].sort_unstable();
            }
            Thing::Bag(list) => {
                words.push(BAG);
                words.extend(list);
                words[1..].sort_unstable();
            }
        }
        let name = self.enter(&words);
        words.clear();
        self.scratch = words;
        name
    }

    fn enter(&mut self, words: &[u32]) -> u32 {
        let hash = hash_of(words);
        if let Some(known) = self.index.find(hash, |name| self.words(name) == words) {
            return known;
        }
        let name = u32::try_from(self.ends.len()).expect("fewer names than fit into memory");
        self.pool.extend(words);
        self.ends.push(self.pool.len());
        let (pool, ends) = (&self.pool, &self.ends);
        self.index.insert(hash, name, |name| hash_of(words_of(pool, ends, name)));
        name
    }

    fn words(&self, name: u32) -> &[u32] {
        words_of(&self.pool, &self.ends, name)
    }

    /// How many things have names.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Has nothing a name?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.pool.capacity() * size_of::<u32>()
            + self.ends.capacity() * size_of::<usize>()
            + self.index.bytes()
    }

    /// All there is, as words: each thing's length and words, in the order of names.
    pub fn saved(&self) -> impl Iterator<Item = u32> {
        (0..self.ends.len() as u32).flat_map(|name| {
            let words = self.words(name);
            std::iter::once(words.len() as u32).chain(words.iter().copied())
        })
    }

    /// Gives the things that [`saved`](Names::saved) has told names, and tells them in the order of their
    /// names there; none if that makes no sense.
    pub fn restore(&mut self, mut saved: impl Iterator<Item = u32>) -> Option<Vec<u32>> {
        let mut renamed: Vec<u32> = Vec::new();
        let mut thing: Vec<u32> = Vec::new();
        while let Some(len) = saved.next() {
            thing.clear();
            thing.extend(saved.by_ref().take(len as usize));
            if thing.len() != len as usize {
                return None;
            }
            let now = |names: &[u32]| -> Option<Vec<u32>> {
                names.iter().map(|&name| renamed.get(name as usize).copied()).collect()
            };
            let (&kind, words) = thing.split_first()?;
            let name = match kind {
                WORDS => self.name(Thing::Words(words)),
                PAIR => {
                    let (&first, words) = words.split_first()?;
                    let (first, second) = words.split_at_checked(first as usize)?;
                    self.name(Thing::Pair(&now(first)?, &now(second)?))
                }
                BAG => self.name(Thing::Bag(&now(words)?)),
                _ => return None,
            };
            renamed.push(name);
        }
        Some(renamed)
    }
}

fn words_of<'a>(pool: &'a [u32], ends: &[usize], name: u32) -> &'a [u32] {
    let name = name as usize;
    let start = if name == 0 { 0 } else { ends[name - 1] };
    &pool[start..ends[name]]
}

fn hash_of(words: &[u32]) -> u64 {
    words.iter().fold(words.len() as u64, |hash, &word| {
        mix(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_told_apart_by_what_they_are_made_of() {
        let mut names = Names::default();
        let a = names.name(Thing::Words(&[7, 8]));
        let b = names.name(Thing::Words(&[]));
        let things = [
            Thing::Bag(&[a, b]),
            Thing::Bag(&[a, a, b]),
            Thing::Pair(&[a], &[b]),
            Thing::Pair(&[a, b], &[]),
            Thing::Pair(&[], &[a, b]),
            Thing::Words(&[a, b]),
        ];
        let all: Vec<u32> = things.iter().map(|&thing| names.name(thing)).collect();
        for (i, first) in all.iter().enumerate() {
            assert_eq!(names.name(things[i]), *first);
            assert!(all[..i].iter().chain([&a, &b]).all(|other| other != first));
        }
        assert_eq!(names.name(Thing::Bag(&[b, a])), all[0], "the order does not matter");
    }

    #[test]
    fn restored_things_have_names_even_where_others_had_them_first() {
        let mut old = Names::default();
        let a = old.name(Thing::Words(&[1]));
        let b = old.name(Thing::Words(&[2]));
        let pair = old.name(Thing::Pair(&[a], &[a, b]));
        let bag = old.name(Thing::Bag(&[pair, pair, b]));

        let mut new = Names::default();
        let b2 = new.name(Thing::Words(&[2]));
        let c2 = new.name(Thing::Words(&[3]));
        let renamed = new.restore(old.saved()).expect("it was saved");
        assert_eq!(renamed[b as usize], b2);
        assert!(!renamed.contains(&c2));
        let a2 = new.name(Thing::Words(&[1]));
        let pair2 = new.name(Thing::Pair(&[a2], &[b2, a2]));
        assert_eq!(renamed, [a2, b2, pair2, new.name(Thing::Bag(&[pair2, b2, pair2]))]);
        assert_eq!(renamed.len(), bag as usize + 1);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for saved in [&[1][..], &[0], &[2, 9, 9], &[3, PAIR, 5, 0], &[2, BAG, 0], &[9, WORDS]] {
            assert_eq!(Names::default().restore(saved.iter().copied()), None, "{saved:?}");
        }
    }
}
