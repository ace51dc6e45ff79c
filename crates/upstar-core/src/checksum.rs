//! The FNV-1a checksum (64 bits) of files: it finds accidents, not lies.

/// The running FNV-1a checksum.
pub struct Checksum(u64);

impl Checksum {
    /// Of no bytes.
    pub const START: Checksum = Checksum(0xcbf2_9ce4_8422_2325);

    /// The sum so far.
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
