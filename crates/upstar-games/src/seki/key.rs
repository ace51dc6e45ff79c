//! Keys of positions.

use upstar_core::{Key, Planes, Wide};

/// The key of a position: see the head of `mod.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionKey {
    /// Each player's stones on the playable points, and the passes. There are no stones after the
    /// first capture.
    pub stones: [u64; 2],
    /// The id of the history since the first capture; 0 before it.
    pub history: u64,
}

impl Key for PositionKey {
    const BYTES: usize = 24;

    fn write(&self, bytes: &mut Vec<u8>) {
        self.stones.write(bytes);
        self.history.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> PositionKey {
        PositionKey { stones: <[u64; 2]>::read(bytes), history: u64::read(bytes) }
    }

    #[inline]
    fn hash64(&self) -> u64 {
        [self.stones.hash64(), self.history].hash64()
    }
}

impl Wide for PositionKey {
    #[inline]
    fn widen(self) -> Planes {
        let [first, second] = self.stones.map(u128::from);
        [first | second << 64, u128::from(self.history)]
    }

    #[inline]
    fn narrow([stones, history]: Planes) -> PositionKey {
        PositionKey { stones: [stones as u64, (stones >> 64) as u64], history: history as u64 }
    }
}
