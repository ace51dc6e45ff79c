//! The FNV-1a checksum (64 bits) of files. It detects accidental damage, not forgery.

/// A running FNV-1a checksum.
pub struct Fnv1a(u64);

impl Fnv1a {
    /// The checksum of no bytes.
    pub const EMPTY: Fnv1a = Fnv1a(0xcbf2_9ce4_8422_2325);

    /// The checksum of the bytes so far.
    pub fn value(&self) -> u64 {
        self.0
    }

    /// Adds bytes.
    #[inline]
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}
