//! The positions proved so far under one claim, as far as they are remembered: a direct-mapped
//! array of exact keys with the player to move.
//!
//! Writer and verifier keep the same cache by doing the same things in the same order, so a
//! certificate says "known" only where the verifier remembers too. The size is fixed, so the
//! memory is bounded whatever the size of the proof: a position that was overwritten is simply
//! proved again. Whole keys are compared; a hash only says where to look.
//!
//! In games whose keys do not last (numbers given out as positions come: Go, fights) the same position has
//! another key for the writer than for the verifier. There the slot follows from when a position was first
//! put, which is the same for both; that takes memory for each position, as the game's own names do.

use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
};

use upstar_core::{Key, Player, mix};

/// Proved positions.
pub struct Cache<K> {
    slots: Vec<Option<(K, Player)>>,
    /// When each key was first put, where keys do not last.
    first_put: Option<HashMap<Hashed<K>, u64>>,
}

/// A key in a map.
#[derive(PartialEq, Eq)]
struct Hashed<K>(K);

impl<K: Key> Hash for Hashed<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash64());
    }
}

impl<K: Key> Cache<K> {
    /// The bytes of one slot.
    pub const SLOT_BYTES: usize = size_of::<Option<(K, Player)>>();

    /// An empty cache of `slots` slots, a power of two; none if the memory cannot be had.
    pub fn new(slots: usize, keys_last: bool) -> Option<Cache<K>> {
        assert!(slots.is_power_of_two(), "{slots} slots");
        let first_put = (!keys_last).then(HashMap::new);
        let mut cache = Cache { slots: Vec::new(), first_put };
        cache.slots.try_reserve_exact(slots).ok()?;
        cache.slots.resize(slots, None);
        Some(cache)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(None);
        self.first_put.iter_mut().for_each(HashMap::clear);
    }

    #[inline]
    fn slot(&self, number: u64, player: Player) -> usize {
        let player = (player.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mix(number ^ player) as usize & (self.slots.len() - 1)
    }

    /// Is the position remembered? `hash` is the key's [`key_hash`](upstar_core::Game::key_hash).
    #[inline]
    pub fn has(&self, key: &K, hash: impl FnOnce() -> u64, player: Player) -> bool {
        let number = match &self.first_put {
            None => hash(),
            Some(known) => match known.get(&Hashed(*key)) {
                Some(&number) => number,
                None => return false,
            },
        };
        self.slots[self.slot(number, player)] == Some((*key, player))
    }

    /// Remembers a position, in place of the one that had its slot.
    #[inline]
    pub fn put(&mut self, key: K, hash: impl FnOnce() -> u64, player: Player) {
        let number = match &mut self.first_put {
            None => hash(),
            Some(known) => {
                let next = known.len() as u64;
                *known.entry(Hashed(key)).or_insert(next)
            }
        };
        let slot = self.slot(number, player);
        self.slots[slot] = Some((key, player));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_remembers_only_what_was_put() {
        for (slots, keys_last) in [(1, true), (2, false), (64, true), (64, false)] {
            let mut cache = Cache::<u64>::new(slots, keys_last).unwrap();
            for key in 0..1000 {
                assert!(!cache.has(&key, || key.hash64(), Player::Left));
                cache.put(key, || key.hash64(), Player::Left);
                assert!(cache.has(&key, || key.hash64(), Player::Left));
                assert!(!cache.has(&key, || key.hash64(), Player::Right));
            }
            cache.clear();
            assert!((0..1000).all(|key| !cache.has(&key, || key.hash64(), Player::Left)));
        }
        assert!(Cache::<u64>::new(1 << 60, true).is_none());
    }

    #[test]
    fn where_keys_do_not_last_the_same_things_are_remembered_under_other_keys() {
        let mut caches = [(); 2].map(|()| Cache::<u64>::new(64, false).unwrap());
        let other = |key: u64| mix(key);
        for step in 0..1000 {
            let key = step % 300;
            caches[0].put(key, || key.hash64(), Player::Left);
            caches[1].put(other(key), || other(key).hash64(), Player::Left);
            for key in 0..300 {
                let known = caches[0].has(&key, || key.hash64(), Player::Left);
                assert_eq!(caches[1].has(&other(key), || other(key).hash64(), Player::Left), known);
            }
        }
    }
}
