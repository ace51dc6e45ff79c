//! A small, fast, seeded random number generator: the same seed gives the same numbers on
//! every machine.

use super::{Bits, mix};

/// xoshiro256++ (Blackman and Vigna), seeded by splitmix64.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator for `seed`.
    #[inline]
    pub fn new(seed: u64) -> Rng {
        let mut word = seed;
        Rng {
            state: std::array::from_fn(|_| {
                word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
                mix(word)
            }),
        }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A uniform random number below `bound` (> 0), without bias (Lemire's method).
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            let low = product as u64;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// A uniform random cell of a set that is not empty.
    #[inline]
    pub fn cell<B: Bits>(&mut self, set: B) -> usize {
        set.nth(self.below(u64::from(set.count())) as u32)
    }

    /// A uniform random subset of `size` cells. The set has at least as many.
    ///
    /// Each cell is first chosen with probability 1/2. Then, while there are too many or too few,
    /// one random cell is removed or added. Every step treats all cells alike, so the result is
    /// uniform. About √n / 2 steps are enough.
    #[inline]
    pub fn subset<B: Bits>(&mut self, set: B, size: u32) -> B {
        let mut taken = set & B::random(|| self.bits());
        let mut count = taken.count();
        while count > size {
            taken ^= B::cell(taken.nth(self.below(u64::from(count)) as u32));
            count -= 1;
        }
        while count < size {
            let left = set & !taken;
            taken |= B::cell(self.cell(left));
            count += 1;
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// χ² of counts that should be equal.
    fn chi_square(counts: &[u32]) -> f64 {
        let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum()
    }

    #[test]
    fn subsets_are_uniform() {
        let mut rng = Rng::new(3);
        // There are ten subsets of two of five cells. A uniform source exceeds 27.9 once in a
        // thousand times.
        let cells = [1, 2, 40, 62, 63];
        let set = cells.iter().fold(0u64, |set, &c| set | 1 << c);
        for size in [2, 3] {
            let mut counts = std::collections::BTreeMap::new();
            for i in 0..20_000 {
                let taken = if i % 2 == 0 {
                    rng.subset(set, size)
                } else {
                    (rng.subset(u128::from(set) << 60, size) >> 60) as u64
                };
                assert!(taken & !set == 0 && taken.count_ones() == size);
                *counts.entry(taken).or_insert(0) += 1;
            }
            let counts: Vec<u32> = counts.into_values().collect();
            assert_eq!(counts.len(), 10);
            assert!(chi_square(&counts) < 27.9, "{counts:?}");
        }
        assert_eq!(rng.subset(set, 5), set);
        assert_eq!(rng.subset(set, 0), 0);
    }
}
