//! One type for every game, so that code is not compiled for each game.
//!
//! **Why** A search that is generic over games is compiled once for each game. That pays where most
//! of the time is spent. All other code takes an [`ErasedGame`]: a game behind a trait object,
//! whose positions are small buffers and whose keys have one type. A call through it costs a few
//! nanoseconds. Positions that fit the buffer need no allocation.
//!
//! **Guarantee** An erased game has the same moves in the same order, and the same scores, bounds
//! and evaluations as the game in it. Its keys are equal exactly when the game's keys are. So a
//! search creates the same nodes, except when a small table replaces entries: which entries are
//! replaced depends on the hash of a key, and that is the same only for boards of at most 64 cells.
//! The [`key_hash`](crate::Game::key_hash) is the same, so certificates are the same files.
//!
//! * `position.rs`: one position type for all games; `key.rs`: one key type for all games;
//! * `game.rs`: the game for searches; `partisan.rs`: the same for games with values, whose
//!   positions are packed into [`Planes`](crate::Planes).

/// The methods of [`Game`](crate::Game) that take no position, forwarded to the game in `self.0`.
macro_rules! forward_without_position {
    () => {
        fn scores(&self) -> &[Score] {
            self.0.scores()
        }

        fn has_stable_keys(&self) -> bool {
            self.0.has_stable_keys()
        }

        fn interner(&self) -> Option<&SharedInterner> {
            self.0.interner()
        }

        fn heap_bytes(&self) -> usize {
            self.0.heap_bytes()
        }

        fn has_failed(&self) -> bool {
            self.0.has_failed()
        }
    };
}

mod game;
mod key;
mod partisan;
mod position;

pub use game::ErasedGame;
pub use key::ErasedKey;
pub use partisan::{ErasedPartisan, PackedPosition};
pub use position::ErasedPosition;
