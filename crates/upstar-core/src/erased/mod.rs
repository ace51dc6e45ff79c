//! One type for every game, so that code need not be compiled for each.
//!
//! **Why** A search that is generic over games is compiled once for each game that it is used with. That
//! pays where the search is hot. Everything else takes an [`ErasedGame`]: a game behind a trait object,
//! whose positions are small buffers and whose keys have one type. A call through it costs a few
//! nanoseconds, and nothing is allocated for positions that fit the buffer.
//!
//! **Guarantee** An erased game has the moves, scores, bounds and guesses of the game in it, in the same
//! order, and keys that are equal exactly when the game's are. So a search creates the same nodes, unless a
//! table that is too small forgets others: that depends on where keys are placed, which is the same for boards
//! of at most 64 cells. It has the same [`key_hash`](crate::Game::key_hash), so certificates are the same files.
//!
//! * `position.rs` positions of any type in one; `key.rs` keys of any type in one;
//! * `game.rs` the game for searches; `partisan.rs` the same with parts and values, packed into
//!   [`Planes`](crate::Planes).

/// The methods of [`Game`](crate::Game) that take no position, forwarded to the game in `self.0`.
macro_rules! forward_without_position {
    () => {
        fn scores(&self) -> &[Score] {
            self.0.scores()
        }

        fn has_stable_keys(&self) -> bool {
            self.0.has_stable_keys()
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
