//! Keys: exact, compact identifiers of positions. Two positions with the same key *are* the same,
//! up to the player to move. So a table that compares whole keys cannot lead to a false proof.

use std::fmt::Debug;

/// An exact identifier of a position without the player to move. Tables store the player
/// separately.
pub trait Key: Copy + Eq + Debug + Send + Sync + 'static {
    /// A well-mixed hash that selects the slot in a table. Equality compares whole keys.
    fn hash64(&self) -> u64;

    /// The key in one word, if it fits. Different keys have different words.
    #[inline]
    fn packed(&self) -> Option<u64> {
        None
    }

    /// The key that [`packed`](Key::packed) put into this word.
    #[inline]
    fn unpacked(_word: u64) -> Self {
        unreachable!("keys of this kind never fit one word")
    }

    /// The key in two words, if it needs two and fits. Different keys have different words.
    #[inline]
    fn packed_twice(&self) -> Option<[u64; 2]> {
        None
    }

    /// The key that [`packed_twice`](Key::packed_twice) put into these words.
    #[inline]
    fn unpacked_twice(_words: [u64; 2]) -> Self {
        unreachable!("keys of this kind never fit two words")
    }

    /// The size of the key in files, in bytes.
    const BYTES: usize;

    /// Appends the key's bytes in little-endian order.
    fn write(&self, bytes: &mut Vec<u8>);

    /// Reads a key from the front of `bytes` and advances past it. The caller provides enough
    /// bytes.
    fn read(bytes: &mut &[u8]) -> Self;
}

/// The id of an [`Interner`](crate::Interner) that a key consists of: its first bytes. The others are 0.
pub fn id_of_key<K: Key>(key: &K) -> u32 {
    let mut bytes = Vec::with_capacity(K::BYTES);
    key.write(&mut bytes);
    u32::read(&mut bytes.as_slice())
}

/// The key that consists of an id.
pub fn key_of_id<K: Key>(id: u32) -> K {
    let mut bytes = Vec::with_capacity(K::BYTES);
    id.write(&mut bytes);
    bytes.resize(K::BYTES, 0);
    K::read(&mut bytes.as_slice())
}

/// Reads and writes an integer in little-endian order.
macro_rules! bytes_of {
    ($number:ty) => {
        const BYTES: usize = size_of::<$number>();

        fn write(&self, bytes: &mut Vec<u8>) {
            bytes.extend(self.to_le_bytes());
        }

        fn read(bytes: &mut &[u8]) -> Self {
            let (first, rest) = bytes.split_at(Self::BYTES);
            *bytes = rest;
            Self::from_le_bytes(std::array::from_fn(|i| first[i]))
        }
    };
}

/// Two sets of at most 128 cells, or any other 256 bits.
pub type Planes = [u128; 2];

/// Keys that can be converted to [`Planes`] and back. The halves of a pair go into one plane each.
pub trait Wide: Key {
    /// The key's bits.
    fn widen(self) -> Planes;
    /// The key that was widened.
    fn narrow(planes: Planes) -> Self;
}

macro_rules! wide {
    ($($word:ident),*) => {$(
        impl Wide for $word {
            #[inline]
            fn widen(self) -> Planes {
                [u128::from(self), 0]
            }

            #[inline]
            fn narrow(planes: Planes) -> $word {
                planes[0] as $word
            }
        }
    )*};
}

wide!(u32, u64, u128);

impl<K: Wide> Wide for [K; 2] {
    #[inline]
    fn widen(self) -> Planes {
        self.map(|half| half.widen()[0])
    }

    #[inline]
    fn narrow(planes: Planes) -> [K; 2] {
        planes.map(|plane| K::narrow([plane, 0]))
    }
}

/// Mixes the bits of a word: a bijection with good avalanche (the finaliser of splitmix64).
#[inline]
pub fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Mixes one more word into a hash.
#[inline]
fn mix_in(hash: u64, word: u64) -> u64 {
    mix(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ word)
}

/// The hash of a list of words.
#[inline]
pub fn hash_words(words: &[u32]) -> u64 {
    words.iter().fold(words.len() as u64, |hash, &word| mix_in(hash, u64::from(word)))
}

impl Key for u32 {
    bytes_of!(u32);

    #[inline]
    fn packed(&self) -> Option<u64> {
        Some(u64::from(*self))
    }

    #[inline]
    fn unpacked(word: u64) -> u32 {
        word as u32
    }

    #[inline]
    fn hash64(&self) -> u64 {
        mix(u64::from(*self))
    }
}

impl Key for u64 {
    bytes_of!(u64);

    #[inline]
    fn packed(&self) -> Option<u64> {
        Some(*self)
    }

    #[inline]
    fn unpacked(word: u64) -> u64 {
        word
    }

    #[inline]
    fn hash64(&self) -> u64 {
        mix(*self)
    }
}

impl Key for u128 {
    bytes_of!(u128);

    #[inline]
    fn packed(&self) -> Option<u64> {
        u64::try_from(*self).ok()
    }

    #[inline]
    fn unpacked(word: u64) -> u128 {
        u128::from(word)
    }

    /// Two `u64` need less alignment than a `u128`, so a table slot can be smaller.
    #[inline]
    fn packed_twice(&self) -> Option<[u64; 2]> {
        Some([*self as u64, (*self >> 64) as u64])
    }

    #[inline]
    fn unpacked_twice([low, high]: [u64; 2]) -> u128 {
        u128::from(low) | u128::from(high) << 64
    }

    #[inline]
    fn hash64(&self) -> u64 {
        mix_in(mix(*self as u64), (*self >> 64) as u64)
    }
}

impl<K: Key> Key for [K; 2] {
    const BYTES: usize = 2 * K::BYTES;

    #[inline]
    fn write(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|key| key.write(bytes));
    }

    fn read(bytes: &mut &[u8]) -> Self {
        [K::read(bytes), K::read(bytes)]
    }

    /// `Some` if each part fits half a word.
    #[inline]
    fn packed(&self) -> Option<u64> {
        let [first, second] = [self[0].packed()?, self[1].packed()?];
        ((first | second) >> 32 == 0).then_some(first | second << 32)
    }

    #[inline]
    fn unpacked(word: u64) -> [K; 2] {
        [K::unpacked(word & u64::from(u32::MAX)), K::unpacked(word >> 32)]
    }

    /// `Some` if the first part leaves one byte and the second part fits there.
    #[inline]
    fn packed_twice(&self) -> Option<[u64; 2]> {
        let ([low, high], second) = (self[0].packed_twice()?, self[1].packed()?);
        (high >> 56 == 0 && second >> 8 == 0).then_some([low, high | second << 56])
    }

    #[inline]
    fn unpacked_twice([low, high]: [u64; 2]) -> [K; 2] {
        [K::unpacked_twice([low, high & (u64::MAX >> 8)]), K::unpacked(high >> 56)]
    }

    #[inline]
    fn hash64(&self) -> u64 {
        mix_in(self[0].hash64(), self[1].hash64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_key_is_the_whole_key() {
        fn check<K: Key>(key: K, fits: bool) {
            assert_eq!(key.packed().is_some(), fits, "{key:?}");
            if let Some(word) = key.packed() {
                assert_eq!(K::unpacked(word), key);
            }
        }
        let half = u64::from(u32::MAX);
        for (first, second) in [(0, 0), (1, half), (half, 1), (half + 1, 0), (0, half + 1)] {
            check(first, true);
            check([first, second], first.max(second) <= half);
            check([first, second].map(u128::from), first.max(second) <= half);
            check(u128::from(first) << 31 | u128::from(second), true);
        }
        check(1_u128 << 64, false);
        check([1_u128 << 64, 0], false);
        check(u32::MAX, true);
    }

    #[test]
    fn a_key_packed_in_two_words_is_the_whole_key() {
        fn check<K: Key>(key: K, fits: bool) {
            assert_eq!(key.packed_twice().is_some(), fits, "{key:?}");
            if let Some(words) = key.packed_twice() {
                assert_eq!(K::unpacked_twice(words), key);
            }
        }
        for first in [0, 1, 1 << 64, u128::MAX >> 8, 1 << 120, u128::MAX] {
            check(first, true);
            for second in [0, 1, 255, 256, 1 << 64, u128::MAX] {
                check([first, second], first >> 120 == 0 && second < 256);
            }
        }
        check([7_u64, 7], false);
        check(7_u64, false);
    }
}
