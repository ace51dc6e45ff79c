//! Endgame databases: the exact value of every position of every board up to a size.
//!
//! A directory has a file for each board (`3x4.ids`): a header and a flat array, for each position's
//! number the id of its value, four bytes, little-endian; and the table of values (`values.table`).
//! Files are mapped into memory, so processes share them.
//!
//! # Where things are
//! * `numbering`: positions as numbers, and the place of a part of a larger board.
//! * `board`: what is asked of a game; `retrograde`: all values of a board.
//! * `file`, `values`, `map`: headers and checksums, the table of values, mapped files.
//! * `build`: all boards, as they come; `saved`: one that is under way; `reader`: look-ups and
//!   counts.
//!
//! # Reference
//! Claessen, *Combinatorial Game Theory in Clobber*, 2011, chapter 4.

mod board;
mod build;
mod file;
mod map;
mod numbering;
mod reader;
mod retrograde;
mod saved;
mod shelf;
mod values;

pub use board::Board;
pub use build::{Boards, Plan, boards_up_to, build};
pub use file::{DatabaseError, Result};
pub use numbering::{Locator, Place};
pub use reader::{BoardStat, Database, DatabaseRef, FoundValue, Share, game_of, stat};
