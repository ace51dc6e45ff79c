//! The positions proved so far under one claim, as far as they are remembered: a direct-mapped
//! array of exact keys with the player to move.
//!
//! Writer and verifier keep the same cache by doing the same things in the same order, so a
//! certificate says "known" only where the verifier remembers too. The size is fixed, so the
//! memory is bounded whatever the size of the proof: a position that was overwritten is simply
//! proved again. Whole keys are compared; a hash only says where to look.

use crate::base::{Key, Player, mix};

/// Proved positions.
pub struct Cache<K> {
    slots: Vec<Option<(K, Player)>>,
}

impl<K: Key> Cache<K> {
    /// The bytes of one slot.
    pub const SLOT_BYTES: usize = size_of::<Option<(K, Player)>>();

    /// An empty cache of `slots` slots, a power of two; none if the memory cannot be had.
    pub fn new(slots: usize) -> Option<Cache<K>> {
        assert!(slots.is_power_of_two(), "{slots} slots");
        let mut cache = Cache { slots: Vec::new() };
        cache.slots.try_reserve_exact(slots).ok()?;
        cache.slots.resize(slots, None);
        Some(cache)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    #[inline]
    fn slot(&self, key: &K, player: Player) -> usize {
        let player = (player.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mix(key.hash64() ^ player) as usize & (self.slots.len() - 1)
    }

    /// Is the position remembered?
    #[inline]
    pub fn has(&self, key: &K, player: Player) -> bool {
        self.slots[self.slot(key, player)] == Some((*key, player))
    }

    /// Remembers a position, in place of the one that had its slot.
    #[inline]
    pub fn put(&mut self, key: K, player: Player) {
        let slot = self.slot(&key, player);
        self.slots[slot] = Some((key, player));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_remembers_only_what_was_put() {
        for slots in [1, 2, 64] {
            let mut cache = Cache::<u64>::new(slots).unwrap();
            for key in 0..1000 {
                assert!(!cache.has(&key, Player::Left));
                cache.put(key, Player::Left);
                assert!(cache.has(&key, Player::Left));
                assert!(!cache.has(&key, Player::Right));
            }
            cache.clear();
            assert!((0..1000).all(|key| !cache.has(&key, Player::Left)));
        }
        assert!(Cache::<u64>::new(1 << 60).is_none());
    }
}
