//! A cache of the positions proved so far under one claim: a direct-mapped array of exact keys with
//! the player to move.
//!
//! Writer and verifier perform the same operations in the same order, so their caches are always
//! equal. A certificate marks a position as known only if the verifier's cache contains it too. The
//! size is fixed, so the memory is bounded for a proof of any size. A position that was overwritten
//! is proved again. Whole keys are compared. A hash only selects the slot.
//!
//! Some games have no stable keys, because they number positions as they occur (Go and seki). There
//! the same position has different keys for the writer and for the verifier. So its slot is
//! computed from the order in which positions were first stored, which is the same for both. This
//! needs memory for each position, as the game's own numbering does.

use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
};

use upstar_core::{Key, Player, mix};

/// Proved positions.
pub struct Cache<K> {
    slots: Vec<Option<(K, Player)>>,
    /// The order in which keys were first stored, for games without stable keys.
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

    /// An empty cache of `slots` slots, a power of two; `None` if there is not enough memory.
    pub fn new(slots: usize, has_stable_keys: bool) -> Option<Cache<K>> {
        assert!(slots.is_power_of_two(), "{slots} slots");
        let first_put = (!has_stable_keys).then(HashMap::new);
        let mut cache = Cache { slots: Vec::new(), first_put };
        cache.slots.try_reserve_exact(slots).ok()?;
        cache.slots.resize(slots, None);
        Some(cache)
    }

    /// The bytes of memory in use.
    pub fn bytes(&self) -> usize {
        // A map has a control byte for each entry and is at most 7/8 full.
        let entries = self.first_put.as_ref().map_or(0, HashMap::capacity);
        self.slots.len() * Self::SLOT_BYTES + entries * (size_of::<(Hashed<K>, u64)>() + 1) * 8 / 7
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.slots.fill(None);
        self.first_put.iter_mut().for_each(HashMap::clear);
    }

    #[inline]
    fn slot(&self, number: u64, player: Player) -> usize {
        let player = (player.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mix(number ^ player) as usize & (self.slots.len() - 1)
    }

    /// Does the cache contain the position? `hash` is the key's
    /// [`key_hash`](upstar_core::Game::key_hash).
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

    /// Stores a position. It replaces the one in its slot.
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
    fn it_contains_only_stored_positions() {
        for (slots, has_stable_keys) in [(1, true), (2, false), (64, true), (64, false)] {
            let mut cache = Cache::<u64>::new(slots, has_stable_keys).unwrap();
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
    fn without_stable_keys_the_slots_depend_on_the_order_only() {
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
