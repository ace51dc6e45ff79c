//! Endgame databases: the exact value of every position of every board up to a size.
//!
//! A directory has a file for each board (`3x4.ids`) and the table of values (`values.table`). A board's
//! file is a header and a flat array: for each position's number the id of its value, four bytes,
//! little-endian. Files are mapped into memory, so processes share them.
//!
//! # Where things are
//! * `numbering`: positions as numbers, and the place of a part of a larger board.
//! * `game`: what a database asks of a game; `retrograde`: all values of a board; `option_sets`: a cache
//!   of values by their options.
//! * `file`, `value_table`, `map`: headers and checksums, the table of values, mapped files.
//! * `build`: builds all boards; `checkpoint`: a board that is not complete.
//! * `reader`: look-ups and counts.
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
pub use file::{DatabaseError, Result};
pub use game::DatabaseGame;
pub use numbering::{Locator, Place};
pub use reader::{BoardStat, Database, DatabaseRef, FoundValue, PositionCounts, game_of, stat};
