//! Endgame databases: the exact value of every position of every board up to a size.
//!
//! A directory has one file for each board (`3x4.ids`) and the table of values (`values.table`). A board's
//! file has a header and a flat array. The array holds, for each position's number, the id of its value in
//! four little-endian bytes. Files are mapped into memory, so processes share them.
//!
//! # Modules
//! * `numbering`: positions as numbers, and the location of a part of a larger board.
//! * `game`: the interface to a game; `retrograde`: computes all values of a board; `option_sets`: a cache of
//!   values by their options.
//! * `file`, `value_table`, `map`: headers and checksums, the table of values, mapped files.
//! * `build`: builds all boards; `checkpoint`: saves a board that is not complete.
//! * `reader`: lookups and counts.
//!
//! # Reference
//! Claessen, *Combinatorial Game Theory in Clobber*, 2011, chapter 4.

mod build;
mod checkpoint;
mod file;
mod game;
mod map;
mod numbering;
mod option_sets;
mod reader;
mod retrograde;
mod value_table;

pub use build::{BuildPlan, GameOnGrid, boards_up_to, build};
pub use file::{CheckedFile, DatabaseError, Header, Result, Writer, remove_stale_files};
pub use game::DatabaseGame;
pub use numbering::{Locator, Place};
pub use reader::{BoardStat, Database, DatabaseRef, FoundValue, PositionCounts, game_of, stat};
