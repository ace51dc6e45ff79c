//! One key type for all games.

use crate::{Key, Planes, Wide};

/// A key of some game: the bits of [`Wide::widen`](crate::Wide::widen).
///
/// It hashes and packs as two `u64` if the upper halves are empty, and as two `u128` otherwise. So
/// on boards of at most 64 cells, a table uses the same slots as for the game's own keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErasedKey {
    /// The halves of both planes, lowest first.
    words: [u64; 4],
}

impl ErasedKey {
    /// The key with these bits.
    #[inline]
    pub fn new([first, second]: Planes) -> ErasedKey {
        let high = |plane: u128| (plane >> 64) as u64;
        ErasedKey { words: [first as u64, high(first), second as u64, high(second)] }
    }

    /// The key's bits.
    #[inline]
    pub fn planes(&self) -> Planes {
        let [a, b, c, d] = self.words.map(u128::from);
        [a | b << 64, c | d << 64]
    }

    #[inline]
    fn is_narrow(&self) -> bool {
        self.words[1] | self.words[3] == 0
    }
}

impl Key for ErasedKey {
    const BYTES: usize = 32;

    #[inline]
    fn hash64(&self) -> u64 {
        let [a, _, c, _] = self.words;
        if self.is_narrow() { [a, c].hash64() } else { self.planes().hash64() }
    }

    #[inline]
    fn packed(&self) -> Option<u64> {
        let [a, _, c, _] = self.words;
        if self.is_narrow() { [a, c].packed() } else { None }
    }

    #[inline]
    fn unpacked(word: u64) -> ErasedKey {
        let [a, c] = <[u64; 2]>::unpacked(word);
        ErasedKey { words: [a, 0, c, 0] }
    }

    #[inline]
    fn packed_twice(&self) -> Option<[u64; 2]> {
        let [a, _, c, _] = self.words;
        self.is_narrow().then_some([a, c])
    }

    #[inline]
    fn unpacked_twice([a, c]: [u64; 2]) -> ErasedKey {
        ErasedKey { words: [a, 0, c, 0] }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        self.words.iter().for_each(|word| word.write(bytes));
    }

    fn read(bytes: &mut &[u8]) -> ErasedKey {
        ErasedKey { words: std::array::from_fn(|_| u64::read(bytes)) }
    }
}

impl Wide for ErasedKey {
    #[inline]
    fn widen(self) -> Planes {
        self.planes()
    }

    #[inline]
    fn narrow(planes: Planes) -> ErasedKey {
        ErasedKey::new(planes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<K: Wide>(key: K) -> ErasedKey {
        let erased = ErasedKey::new(key.widen());
        assert_eq!(K::narrow(erased.planes()), key);
        if let Some(word) = erased.packed() {
            assert_eq!(ErasedKey::unpacked(word), erased);
        }
        if let Some(words) = erased.packed_twice() {
            assert_eq!(ErasedKey::unpacked_twice(words), erased);
        }
        let mut bytes = Vec::new();
        erased.write(&mut bytes);
        assert_eq!(bytes.len(), ErasedKey::BYTES);
        assert_eq!(ErasedKey::read(&mut bytes.as_slice()), erased);
        erased
    }

    #[test]
    fn an_erased_key_is_the_whole_key_and_hashes_as_two_words_do() {
        let words = [0, 1, (1 << 31) - 1, 1 << 31, (1 << 62) - 1, 1 << 62, u64::MAX];
        for a in words {
            check(a);
            check(a as u32);
            check(u128::from(a) << 40 | 5);
            for b in words {
                let erased = check([a, b]);
                assert_eq!((erased.hash64(), erased.packed()), ([a, b].hash64(), [a, b].packed()));
                check([u128::from(a), u128::from(b)]);
                let high = [u128::from(a) << 64, u128::from(b) << 33];
                let erased = check(high);
                assert!(erased.is_narrow() || erased.hash64() == high.hash64());
            }
        }
    }
}
