//! The vocabulary that games and searches share.

mod alarm;
mod arena;
mod bits;
mod error;
mod grid;
mod index;
mod key;
mod lock;
mod names;
mod player;
mod rng;
mod score;
mod setup;
mod shapes;
mod squares;
mod stones;
mod symmetry;

pub use alarm::Alarm;
pub use arena::{Arena, prefetch};
pub use bits::{Bits, iter_bits, upside_down};
pub use error::{Error, ParameterError, PositionError, near_matches};
pub use grid::Grid;
pub(crate) use index::Index;
pub use key::{Key, Planes, Wide, mix};
pub use lock::DirectoryLock;
pub use names::{Names, Thing};
pub use player::Player;
pub use rng::Rng;
pub use score::{Bounds, Score};
pub use setup::{Alphabet, GridSetup, WIDEST};
pub use shapes::Shapes;
pub use squares::Squares;
pub use stones::{STONES, all_stones, stone_char, stone_text, stones};
pub use symmetry::Symmetries;
