//! The vocabulary of **upstar**: what games, values, searches and certificates have in common.
//!
//! * What a game is: [`Game`] for searches, [`Partisan`] for values, [`Notation`] for people.
//! * Players, scores and bounds; exact [keys](Key) of positions; bitboards, grids and their symmetries.
//! * The budget of a search: [`Limits`], a [`Control`] to watch and stop it, a [`Meter`] that counts.
//! * [`ErasedGame`]: one type for every game, for code that need not be compiled for each.
//!
//! This crate knows no game, no search and no Python.

mod alarm;
mod arena;
mod bits;
mod checksum;
mod control;
mod erased;
mod error;
mod game;
mod grid;
mod index;
mod key;
mod lock;
mod meter;
mod names;
mod notation;
mod parameters;
mod part_file;
mod partisan;
mod player;
mod rng;
mod score;
mod setup;
mod shapes;
mod squares;
mod stones;
mod symmetry;
mod team;
pub mod testing;

pub use alarm::Alarm;
pub use arena::{Arena, prefetch};
pub use bits::{Bits, iter_bits, upside_down};
pub use checksum::Checksum;
pub use control::{Control, Limits, Progress, RootMoveMap, RootNumber, Share, Stopped};
pub use erased::{ErasedGame, ErasedKey, ErasedPartisan, ErasedPosition, PackedPosition};
pub use error::{Error, ParameterError, PositionError, near_matches};
pub use game::{Game, Move, MoveOrdering, Playouts, SearchGame, StaticBounds, Status, Symmetry};
pub use grid::Grid;
pub use index::Index;
pub use key::{Key, Planes, Wide, mix};
pub use lock::DirectoryLock;
pub use meter::{Meter, room_for_tables};
pub use names::{Names, Thing};
pub use notation::{Diagram, GameInfo, Layout, Notation, PositionName};
pub use parameters::{AlgorithmInfo, Parameter, Parameters};
pub use part_file::{PartFile, check_target};
pub use partisan::{Cells, Makes, Partisan, Turning};
pub use player::Player;
pub use rng::Rng;
pub use score::{Bounds, Score};
pub use setup::{Alphabet, GridSetup, WIDEST};
pub use shapes::Shapes;
pub use squares::Squares;
pub use stones::{STONES, all_stones, stone_char, stone_text, stones};
pub use symmetry::Symmetries;
pub use team::Team;
