//! Bitboards: a set of cells in one machine word, narrow (64 cells) or wide (128 cells).
//!
//! Cell `row * columns + column`, with row 0 at the top, is bit number that; there is no
//! padding, so shifts across a row's end are masked by the game.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of cells. Small boards use `u64`, larger ones `u128`; games are generic over it, so
/// that the small ones pay nothing for the large ones.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + super::Key
{
    /// The number of cells that fit.
    const CAPACITY: usize;
    /// No cell.
    const EMPTY: Self;
    /// The set of cell `index` alone.
    fn cell(index: usize) -> Self;
    /// The cells 0 to `count` − 1.
    fn first(count: usize) -> Self;
    /// How many cells are in the set.
    fn count(self) -> u32;
    /// The lowest cell of a set that is not empty.
    fn lowest(self) -> usize;
    /// The set without its lowest cell.
    fn without_lowest(self) -> Self;
    /// The set turned round: cell i of `count` becomes cell `count` − 1 − i.
    fn turned(self, count: usize) -> Self;
    /// The cells 0 to 63, as a word.
    fn low_word(self) -> u64;
    /// Is no cell in the set?
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Is cell `index` in the set?
    #[inline]
    fn has(self, index: usize) -> bool {
        !(self & Self::cell(index)).is_empty()
    }
}

macro_rules! bits {
    ($($word:ty),*) => {$(
        impl Bits for $word {
            const CAPACITY: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;
            #[inline]
            fn cell(index: usize) -> Self {
                1 << index
            }
            #[inline]
            fn first(count: usize) -> Self {
                if count == Self::CAPACITY { !0 } else { (1 << count) - 1 }
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn turned(self, count: usize) -> Self {
                self.reverse_bits() >> (Self::CAPACITY - count)
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn low_word(self) -> u64 {
                self as u64
            }
        }
    )*};
}
bits!(u64, u128);

/// The cells of a set, lowest first.
#[inline]
pub fn iter_bits<B: Bits>(mut set: B) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set.is_empty() {
            return None;
        }
        let cell = set.lowest();
        set = set.without_lowest();
        Some(cell)
    })
}

/// The set upside down, on a board with rows of `columns` cells.
#[inline]
pub fn upside_down<B: Bits>(set: B, rows: usize, columns: usize) -> B {
    let row = B::first(columns);
    let mut rest = set;
    let mut flipped = B::EMPTY;
    for i in (0..rows).rev() {
        flipped |= (rest & row) << (i * columns) as u32;
        if i > 0 {
            rest = rest >> columns as u32;
        }
    }
    flipped
}
