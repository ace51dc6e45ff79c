//! Caches of results of the arena.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use upstar_core::mix;

/// A hasher for keys that are one word.
#[derive(Default)]
pub struct WordHasher(u64);

impl WordHasher {
    /// A hasher that starts with a word of its own.
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

/// Results by a word.
pub type Cache<T> = HashMap<u64, T, BuildHasherDefault<WordHasher>>;

/// Bytes of a result in a cache: its pair and a control byte, and an eighth is kept free.
pub const CACHED: usize = 20;

/// Keeps a result. A cache that would have to grow beyond `max_bytes` is emptied instead.
pub fn remember<T>(cache: &mut Cache<T>, key: u64, result: T, max_bytes: usize) {
    if cache.len() == cache.capacity() && 2 * cache.capacity() * CACHED > max_bytes {
        cache.clear();
    }
    cache.insert(key, result);
}
