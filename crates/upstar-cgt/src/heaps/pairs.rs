//! Pairs of heaps, for a group of heaps at a time.

/// The number of heaps in a group.
pub const GROUP: usize = 16;
/// The number of pairs in a block.
pub const BLOCK: usize = 128;
/// The number of values of each heap of a group that are compared with a pair at the same time.
pub const OPEN: usize = 8;
/// The number of values of 16 bits.
pub const VALUES: usize = 1 << 16;

/// A number for each heap of a group.
pub type Lanes = [u16; GROUP];
/// For each value and each heap of a group: is it the value of an option?
pub type Seen = [[u8; GROUP]; VALUES];

/// Blocks of the smaller heaps of all pairs of the heaps of a group, without the first heaps.
pub fn pair_blocks(start: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    let until = (start + GROUP) / 2 + 1;
    scattered(until.saturating_sub(GROUP).div_ceil(BLOCK)).map(move |i| {
        let first = GROUP + i * BLOCK;
        first..until.min(first + BLOCK)
    })
}

/// The numbers below `count` in an order in which neighbours are far apart.
pub fn scattered(count: usize) -> impl Iterator<Item = usize> {
    let has_common_factor = |step: usize| {
        let (mut a, mut b) = (step, count);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a > 1
    };
    let mut step = count * 89 / 144 + 1;
    while has_common_factor(step) {
        step += 1;
    }
    (0..count).map(move |i| i * step % count)
}

/// Lists the pairs of a heap with this value and one of the heaps from `other` on, for each heap of a group.
#[inline(always)]
pub fn list_pairs(seen: &mut Seen, values: &[u16], other: usize, value: u16) {
    let others: &Lanes = values[other..other + GROUP].try_into().expect("a group has a fixed size");
    let value = u64::from(value) * 0x0001_0001_0001_0001;
    for (quarter, others) in others.chunks_exact(4).enumerate() {
        let word =
            others.iter().rev().fold(0, |word, &other| word << 16 | u64::from(other)) ^ value;
        for i in 0..4 {
            seen[usize::from((word >> (16 * i)) as u16)][4 * quarter + i] = 1;
        }
    }
}

/// The values of pairs of heaps, the second ones in reverse order. Places that are left repeat the last value.
pub fn xor_reversed(block: &mut [u16; BLOCK], low: &[u16], high: &[u16]) {
    match (<&[u16; BLOCK]>::try_from(low), <&[u16; BLOCK]>::try_from(high)) {
        (Ok(low), Ok(high)) => {
            for i in 0..BLOCK {
                block[i] = low[i] ^ high[BLOCK - 1 - i];
            }
        }
        _ => {
            block.fill(low[0] ^ high[high.len() - 1]);
            for (pair, (&a, &b)) in block.iter_mut().zip(low.iter().zip(high.iter().rev())) {
                *pair = a ^ b;
            }
        }
    }
}

/// Compares these pairs with candidates of each heap of a group.
#[inline(always)]
pub fn compare_pairs(
    hits: &mut [Lanes; OPEN],
    candidates: &[Lanes; OPEN],
    values: &[u16],
    other: usize,
    value: u16,
) {
    let others: &Lanes = values[other..other + GROUP].try_into().expect("a group has a fixed size");
    for (hits, candidates) in hits.iter_mut().zip(candidates) {
        for lane in 0..GROUP {
            hits[lane] |= if value ^ others[lane] == candidates[lane] { u16::MAX } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_comes_once() {
        for count in 0..300 {
            let mut order: Vec<usize> = scattered(count).collect();
            order.sort_unstable();
            assert_eq!(order, (0..count).collect::<Vec<_>>());
        }
    }
}
