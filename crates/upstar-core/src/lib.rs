//! The shared types of **upstar**, which games, values, searches and certificates use.
//!
//! * The interface of a game: [`Game`] for searches, [`Partisan`] for values, [`Notation`] for text
//!   and diagrams.
//! * Players, scores and bounds; exact [keys](Key) of positions; bitboards, grids and their symmetries.
//! * The budget of a search: [`Limits`], a [`Control`] that stops it and shows its progress, and a
//!   [`Meter`] that counts its work.
//! * [`ErasedGame`]: one type for every game, for code that is not compiled for each game.
//!
//! This crate contains no game, no search and no Python.

mod arena;
mod atomic_file;
mod bits;
mod clock;
mod control;
mod directory_lock;
mod distance;
mod ends;
mod erased;
mod error;
mod fnv1a;
mod focused;
mod game;
mod grid;
mod hash_index;
mod impartial;
mod interner;
mod key;
mod meter;
mod move_value;
mod notation;
mod parameters;
mod partisan;
mod player;
mod rng;
mod score;
mod setup;
mod shapes;
mod squares;
mod stones;
mod stop_check;
mod symmetry;
mod sync;
pub mod testing;
mod thread_team;

pub use arena::{Arena, prefetch};
pub use atomic_file::{AtomicFile, check_writable};
pub use bits::{Bits, iter_bits, upside_down};
pub use clock::Clock;
pub use control::{Control, Limits, Progress, RootMoveMap, RootNumber, Stopped, WorkShare};
pub use directory_lock::DirectoryLock;
pub use distance::{
    DistanceGame, DistanceKey, DistancePosition, WIN_SCORE, distance_of, outcome_of, win_within,
};
pub use ends::{End, Ends};
pub use erased::{ErasedGame, ErasedKey, ErasedPartisan, ErasedPosition, PackedPosition};
pub use error::{Error, ParameterError, PositionError, near_matches};
pub use fnv1a::Fnv1a;
pub use focused::{Focused, ProofSet};
pub use game::{
    Game, Move, MoveOrdering, PlayEvaluation, Playouts, SearchGame, StaticBounds, Status, Symmetry,
};
pub use grid::Grid;
pub use hash_index::HashIndex;
pub use impartial::{KeyedPart, OptionList};
pub use interner::{InternKey, Interner, SharedInterner};
pub use key::{Key, Planes, Wide, hash_words, id_of_key, key_of_id, mix};
pub use meter::{Meter, bytes_for_tables};
pub use move_value::{MoveValue, ProvedBy};
pub use notation::{Diagram, GameInfo, Layout, Notation, PositionName};
pub use parameters::{AlgorithmInfo, Parameter, Parameters};
pub use partisan::{Cells, Makes, Partisan, Turning, options_by_moves};
pub use player::Player;
pub use rng::Rng;
pub use score::{Bounds, Score};
pub use setup::{Alphabet, GridSetup, MAX_BITBOARD_CELLS, expand_repeats};
pub use shapes::Shapes;
pub use squares::Squares;
pub use stones::{STONES, all_stones, stone_char, stone_text, stones};
pub use stop_check::{StopCheck, read_until, should_stop_reading};
pub use symmetry::Symmetries;
pub use sync::{into_inner, lock};
pub use thread_team::ThreadTeam;
