//! Bitboards: a set of cells in one machine word, narrow (64 cells) or wide (128 cells).
//!
//! The cell in `row` (0 at the top) and `column` is bit `row * columns + column`. There is no
//! padding, so games mask shifts that cross the end of a row.

use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr},
};

/// A set of cells. Small boards use `u64`, larger ones `u128`. Games are generic over this trait,
/// so that large boards do not slow down small ones.
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
    + super::Wide
{
    /// The number of cells that fit.
    const CAPACITY: usize;
    /// No cell.
    const EMPTY: Self;
    /// The set that contains only cell `index`.
    fn cell(index: usize) -> Self;
    /// The cells 0 to `count` − 1.
    fn first(count: usize) -> Self;
    /// The number of cells in the set.
    fn count(self) -> u32;
    /// The lowest cell of a set that is not empty.
    fn lowest(self) -> usize;
    /// The set without its lowest cell.
    fn without_lowest(self) -> Self;
    /// The cell that has exactly `n` lower cells in the set. The set has more than `n` cells.
    fn nth(self, n: u32) -> usize;
    /// The set in reverse order: cell i of `count` becomes cell `count` − 1 − i.
    fn reversed(self, count: usize) -> Self;
    /// A random set of cells, from a source of random words.
    fn random(word: impl FnMut() -> u64) -> Self;
    /// The cells 0 to 63, as a word.
    fn low_word(self) -> u64;
    /// The set of the cells 0 to 63 whose bits are set in `word`.
    fn from_word(word: u64) -> Self;
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
    ($($word:ident $nth:ident),*) => {$(
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
            fn reversed(self, count: usize) -> Self {
                self.reverse_bits() >> (Self::CAPACITY - count)
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn from_word(word: u64) -> Self {
                word.into()
            }
            #[inline]
            fn low_word(self) -> u64 {
                self as u64
            }
            #[inline]
            fn nth(self, n: u32) -> usize {
                $nth(self, n)
            }
            #[inline]
            fn random(mut word: impl FnMut() -> u64) -> Self {
                let words = <$word>::BITS / 64;
                (0..words).fold(0, |set, i| set | (word() as Self) << (64 * i))
            }
        }
    )*};
}
bits!(u64 nth_of_word, u128 nth_of_words);

/// A 1 in each byte of a word.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// `NTH_OF_BYTE[n][byte]` is the index of the bit of `byte` that has `n` lower bits set.
const NTH_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[n][byte] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Selects a bit without a loop (Vigna, *Broadword implementation of rank/select queries*, 2008):
/// the cumulative bit count of each byte, then the number of counts that are at most `n`, then a
/// table look-up in the byte that contains the bit.
#[inline]
fn nth_of_word(word: u64, n: u32) -> usize {
    let pairs = word - (word >> 1 & (BYTES * 0x55));
    let fours = (pairs & (BYTES * 0x33)) + (pairs >> 2 & (BYTES * 0x33));
    let up_to = ((fours + (fours >> 4)) & (BYTES * 0x0f)).wrapping_mul(BYTES);
    // The top bit of a byte remains set where its count is at most n. These are the bytes before
    // the one that contains the bit.
    let before = (((u64::from(n) * BYTES) | (BYTES << 7)) - up_to) >> 7 & BYTES;
    let shift = (before.wrapping_mul(BYTES) >> 56) as usize * 8;
    let lower = (up_to << 8 >> shift & 0xff) as u32;
    let byte = (word >> shift & 0xff) as usize;
    shift + usize::from(NTH_OF_BYTE[(n - lower) as usize][byte])
}

#[inline]
fn nth_of_words(words: u128, n: u32) -> usize {
    let (low, high) = (words as u64, (words >> 64) as u64);
    let count = low.count_ones();
    if n < count { nth_of_word(low, n) } else { 64 + nth_of_word(high, n - count) }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn the_nth_cell_is_the_nth_of_the_list<B: Bits>(set: B) {
        for (n, cell) in iter_bits(set).enumerate() {
            assert_eq!(set.nth(n as u32), cell, "{n} of {set:?}");
        }
    }

    #[test]
    fn nth_agrees_with_iter_bits() {
        let mut rng = Rng::new(5);
        for _ in 0..2000 {
            let [a, b, c] = [(); 3].map(|()| rng.bits());
            for word in [a, a & b, a & b & c, a | b, a | b | c, 1 << (a & 63), u64::MAX] {
                the_nth_cell_is_the_nth_of_the_list(word);
                the_nth_cell_is_the_nth_of_the_list(u128::from(word) << 64 | u128::from(a & c));
            }
        }
        the_nth_cell_is_the_nth_of_the_list(u128::MAX);
    }
}
