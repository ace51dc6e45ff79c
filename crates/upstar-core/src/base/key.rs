//! Keys: exact, compact names of positions. Two positions with the same key *are* the same
//! (up to the player to move), so a table that compares keys cannot make a false proof.

use std::fmt::Debug;

/// An exact name of a position, without the player to move, which tables store beside it.
pub trait Key: Copy + Eq + Debug + Send + Sync + 'static {
    /// A well-mixed number to place the key in a table; never used to tell keys apart.
    fn hash64(&self) -> u64;

    /// How many bytes the key takes in files.
    const BYTES: usize;

    /// Appends the key's bytes, lowest first.
    fn write(&self, bytes: &mut Vec<u8>);

    /// The key whose bytes come first; takes them away. There are enough.
    fn read(bytes: &mut &[u8]) -> Self;
}

/// Appends, and takes away, the bytes of a whole number.
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

/// Keys that go into [`Planes`] and come out again; of two halves, each goes into one plane.
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

impl Key for u32 {
    bytes_of!(u32);

    #[inline]
    fn hash64(&self) -> u64 {
        mix(u64::from(*self))
    }
}

impl Key for u64 {
    bytes_of!(u64);

    #[inline]
    fn hash64(&self) -> u64 {
        mix(*self)
    }
}

impl Key for u128 {
    bytes_of!(u128);

    #[inline]
    fn hash64(&self) -> u64 {
        mix_in(mix(*self as u64), (*self >> 64) as u64)
    }
}

impl<K: Key> Key for [K; 2] {
    const BYTES: usize = 2 * K::BYTES;

    fn write(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|key| key.write(bytes));
    }

    fn read(bytes: &mut &[u8]) -> Self {
        [K::read(bytes), K::read(bytes)]
    }

    #[inline]
    fn hash64(&self) -> u64 {
        mix_in(self[0].hash64(), self[1].hash64())
    }
}
