//! Interning: exact numbers (ids) for keys that are made of words and of other interned keys.
//!
//! Equal keys get equal ids, because whole contents are compared. All threads share the ids. A
//! later run restores them with [`restore`](Interner::restore).

use std::sync::{Arc, Mutex};

use crate::{HashIndex, hash_words};

/// An interner that several owners share.
pub type SharedInterner = Arc<Mutex<Interner>>;

/// A key to intern, by its content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InternKey<'a> {
    /// Plain words.
    Words(&'a [u32]),
    /// Two sets of interned keys, by their ids.
    Pair(&'a [u32], &'a [u32]),
    /// A multiset of interned keys, by their ids.
    Multiset(&'a [u32]),
}

const WORDS: u32 = 0;
const PAIR: u32 = 1;
const MULTISET: u32 = 2;

/// A hash-consing store of keys.
///
/// Each key is stored as words: its kind, for a pair also the size of the first set, then its
/// content. Ids in sets are sorted.
pub struct Interner {
    pool: Vec<u32>,
    /// Where each key ends in the pool.
    ends: Vec<usize>,
    index: HashIndex,
    /// The words of the key that is being interned.
    scratch: Vec<u32>,
}

impl std::fmt::Debug for Interner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} interned keys", self.len())
    }
}

impl Default for Interner {
    /// An empty store.
    fn default() -> Interner {
        let (pool, ends, scratch) = (Vec::new(), Vec::new(), Vec::new());
        Interner { pool, ends, index: HashIndex::new(), scratch }
    }
}

impl Interner {
    /// The id of the empty multiset in a [`shared`](Interner::shared) interner.
    pub const EMPTY: u32 = 0;

    /// An interner to share, with the empty multiset as its first key.
    pub fn shared() -> SharedInterner {
        let mut interner = Interner::default();
        interner.intern(InternKey::Multiset(&[]));
        Arc::new(Mutex::new(interner))
    }

    /// The id of a key; a new id if the key is new.
    pub fn intern(&mut self, key: InternKey) -> u32 {
        let mut words = std::mem::take(&mut self.scratch);
        match key {
            InternKey::Words(list) => {
                words.push(WORDS);
                words.extend(list);
            }
            InternKey::Pair(first, second) => {
                words.extend([PAIR, first.len() as u32]);
                words.extend(first);
                words[2..].sort_unstable();
                let start = words.len();
                words.extend(second);
                words[start..].sort_unstable();
            }
            InternKey::Multiset(list) => {
                words.push(MULTISET);
                words.extend(list);
                words[1..].sort_unstable();
            }
        }
        let id = self.intern_words(&words);
        words.clear();
        self.scratch = words;
        id
    }

    fn intern_words(&mut self, words: &[u32]) -> u32 {
        let hash = hash_words(words);
        if let Some(known) = self.index.find(hash, |id| self.words(id) == words) {
            return known;
        }
        let id = u32::try_from(self.ends.len()).expect("fewer keys than fit into memory");
        self.pool.extend(words);
        self.ends.push(self.pool.len());
        let (pool, ends) = (&self.pool, &self.ends);
        self.index.insert(hash, id, |id| hash_words(words_of(pool, ends, id)));
        id
    }

    fn words(&self, id: u32) -> &[u32] {
        words_of(&self.pool, &self.ends, id)
    }

    /// The words of the key with this id, which was made of plain words.
    pub fn plain_words(&self, id: u32) -> &[u32] {
        &self.words(id)[1..]
    }

    /// A hash of the content of the key with this id. It is the same in every process if the ids in the content are.
    pub fn content_hash(&self, id: u32) -> u64 {
        hash_words(self.words(id))
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there no key?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.pool.capacity() * size_of::<u32>()
            + self.ends.capacity() * size_of::<usize>()
            + self.index.bytes()
    }

    /// All keys as words: the length and the words of each, in the order of ids.
    pub fn serialized(&self) -> impl Iterator<Item = u32> {
        (0..self.ends.len() as u32).flat_map(|id| {
            let words = self.words(id);
            std::iter::once(words.len() as u32).chain(words.iter().copied())
        })
    }

    /// Interns the keys of a [`serialized`](Interner::serialized) interner. Returns their ids here,
    /// in the order of their ids there; `None` if the words are malformed.
    pub fn restore(&mut self, mut serialized: impl Iterator<Item = u32>) -> Option<Vec<u32>> {
        let mut ids: Vec<u32> = Vec::new();
        let mut key: Vec<u32> = Vec::new();
        while let Some(len) = serialized.next() {
            key.clear();
            key.extend(serialized.by_ref().take(len as usize));
            if key.len() != len as usize {
                return None;
            }
            let renumber = |old: &[u32]| -> Option<Vec<u32>> {
                old.iter().map(|&id| ids.get(id as usize).copied()).collect()
            };
            let (&kind, words) = key.split_first()?;
            let id = match kind {
                WORDS => self.intern(InternKey::Words(words)),
                PAIR => {
                    let (&first, words) = words.split_first()?;
                    let (first, second) = words.split_at_checked(first as usize)?;
                    self.intern(InternKey::Pair(&renumber(first)?, &renumber(second)?))
                }
                MULTISET => self.intern(InternKey::Multiset(&renumber(words)?)),
                _ => return None,
            };
            ids.push(id);
        }
        Some(ids)
    }
}

fn words_of<'a>(pool: &'a [u32], ends: &[usize], id: u32) -> &'a [u32] {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] };
    &pool[start..ends[id]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ids_mean_equal_content() {
        let mut interner = Interner::default();
        let a = interner.intern(InternKey::Words(&[7, 8]));
        let b = interner.intern(InternKey::Words(&[]));
        let keys = [
            InternKey::Multiset(&[a, b]),
            InternKey::Multiset(&[a, a, b]),
            InternKey::Pair(&[a], &[b]),
            InternKey::Pair(&[a, b], &[]),
            InternKey::Pair(&[], &[a, b]),
            InternKey::Words(&[a, b]),
        ];
        let all: Vec<u32> = keys.iter().map(|&key| interner.intern(key)).collect();
        for (i, first) in all.iter().enumerate() {
            assert_eq!(interner.intern(keys[i]), *first);
            assert!(all[..i].iter().chain([&a, &b]).all(|other| other != first));
        }
        assert_eq!(
            interner.intern(InternKey::Multiset(&[b, a])),
            all[0],
            "the order does not matter"
        );
    }

    #[test]
    fn restored_keys_have_the_ids_of_equal_keys() {
        let mut old = Interner::default();
        let a = old.intern(InternKey::Words(&[1]));
        let b = old.intern(InternKey::Words(&[2]));
        let pair = old.intern(InternKey::Pair(&[a], &[a, b]));
        let multiset = old.intern(InternKey::Multiset(&[pair, pair, b]));

        let mut new = Interner::default();
        let b2 = new.intern(InternKey::Words(&[2]));
        let c2 = new.intern(InternKey::Words(&[3]));
        let ids = new.restore(old.serialized()).expect("it was serialized");
        assert_eq!(ids[b as usize], b2);
        assert!(!ids.contains(&c2));
        let a2 = new.intern(InternKey::Words(&[1]));
        let pair2 = new.intern(InternKey::Pair(&[a2], &[b2, a2]));
        assert_eq!(ids, [a2, b2, pair2, new.intern(InternKey::Multiset(&[pair2, b2, pair2]))]);
        assert_eq!(ids.len(), multiset as usize + 1);
    }

    #[test]
    fn malformed_words_are_rejected() {
        for words in [&[1][..], &[0], &[2, 9, 9], &[3, PAIR, 5, 0], &[2, MULTISET, 0], &[9, WORDS]]
        {
            assert_eq!(Interner::default().restore(words.iter().copied()), None, "{words:?}");
        }
    }
}
