//! The game `sum`: positions of different games, and values, played side by side.
//!
//! A sum under normal play is one position: a move is a move in one of its parts, and the player who cannot move
//! loses. Parts are positions of games whose positions have values, their negatives, and values such as `{1|*}`.
//!
//! * `game`: the sum as a game; `component`: the interface of its parts; `literal`: values as parts.
//! * `text`: how sums are written.

mod component;
mod game;
mod literal;
mod text;

pub use component::{Component, Term, term};
pub use game::{MAX_PARTS, Sum};
pub use literal::literal;
pub use text::{INFO, WrittenTerm, position, read, written_terms};
