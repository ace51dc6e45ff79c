//! Caches for results of the arena.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use upstar_core::mix;

/// A hasher for keys of one word.
#[derive(Default)]
pub struct WordHasher(u64);

impl WordHasher {
    /// A hasher with an initial state.
    pub fn seeded(seed: u64) -> WordHasher {
        WordHasher(seed)
    }
}

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0.rotate_left(5) ^ word);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }
}

/// Results by a key of one word.
pub type Cache<T> = HashMap<u64, T, BuildHasherDefault<WordHasher>>;

/// The bytes of a result in a cache: its pair and a control byte, with an eighth of the slots free.
pub const CACHED: usize = 20;

/// Stores a result. If the cache would have to grow beyond `max_bytes`, it is cleared instead.
pub fn insert_bounded<T>(cache: &mut Cache<T>, key: u64, result: T, max_bytes: usize) {
    if cache.len() == cache.capacity() && 2 * cache.capacity() * CACHED > max_bytes {
        cache.clear();
    }
    cache.insert(key, result);
}
