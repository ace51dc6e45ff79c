//! Nimbers: sum, product, and minimum excludant (mex).

/// The nim-sum: addition of Nim heaps.
pub fn nim_sum(a: u32, b: u32) -> u32 {
    a ^ b
}

/// The mex: the least nimber that is not among `options`.
pub fn mex(options: impl IntoIterator<Item = u32>) -> u32 {
    let mut sorted: Vec<u32> = options.into_iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.iter().zip(0..).take_while(|&(&x, i)| x == i).count() as u32
}

/// The nim-product, Conway's multiplication, with which the nimbers are a field.
///
/// Let F = 2^(2^k) be a Fermat power of two. Then x⊗F = x·F for x < F, and F⊗F = F ⊕ F/2. So (a₁F + a₀)⊗(b₁F
/// + b₀) = (a₁b₁ ⊕ a₁b₀ ⊕ a₀b₁)F ⊕ a₀b₀ ⊕ a₁b₁⊗(F/2).
pub fn nim_product(a: u32, b: u32) -> u32 {
    product(a, b, 16)
}

/// The product of two nimbers below 2^(2·bits).
fn product(a: u32, b: u32, bits: u32) -> u32 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1 << bits) - 1;
    let (a1, a0, b1, b0) = (a >> bits, a & mask, b >> bits, b & mask);
    if a1 == 0 && b1 == 0 {
        return product(a, b, bits / 2);
    }
    let half = bits / 2;
    let low = product(a0, b0, half);
    let high = product(a1, b1, half);
    let cross = product(a1 ^ a0, b1 ^ b0, half) ^ low;
    (cross << bits) ^ low ^ product(high, 1 << (bits - 1), half)
}
