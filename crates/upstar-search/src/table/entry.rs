//! The table entry of alpha-beta: proved bounds and hints.
//!
//! ```text
//! bit  48..55  32..47  16..31  0..15
//!      depth   move    hi      lo
//! ```

use upstar_core::Bounds;

use super::Pack;

/// The proved bounds of a position, and its best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoundsEntry {
    /// Proved bounds, from Left's point of view.
    pub bounds: Bounds,
    /// The index of the best move in the list of moves, as a hint for move ordering.
    pub best: u16,
    /// The depth of a search that met its horizon; 0 if the search did not meet one.
    pub depth: u8,
}

impl Pack for BoundsEntry {
    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.depth) << 48
            | u64::from(self.best) << 32
            | u64::from(self.bounds.hi as u16) << 16
            | u64::from(self.bounds.lo as u16)
    }

    #[inline]
    fn unpack(word: u64) -> BoundsEntry {
        BoundsEntry {
            bounds: Bounds { lo: word as i16, hi: (word >> 16) as i16 },
            best: (word >> 32) as u16,
            depth: (word >> 48) as u8,
        }
    }
}
