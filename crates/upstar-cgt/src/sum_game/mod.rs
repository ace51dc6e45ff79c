//! The game of playing on a sum of independent parts.
//!
//! Under normal play the value of a position is the sum of the values of its parts, and only the sum decides
//! who wins. [`SumGame`] plays on sums instead of boards. A position consists of one *open part* of a board,
//! the largest part without a known value, and a *remainder*. The remainder is a multiset of components. Each
//! component is a value in canonical form or another open part. This has these effects:
//! * Sums that differ only in the location of their parts, or in parts of equal value, are one position.
//! * Parts of value 0, and parts that are negatives of each other, are dropped.
//! * All values number + n·↑ + nimber are added up to one.
//! * Valued parts have no dominated and no reversible moves.
//! * If all parts have values, bounds on them often decide the winner without search.
//!
//! There are few remainders, and they are numbered. There are very many open parts, and they are identified
//! by their own keys. So the data that are never removed stay small. All other data are in the search's
//! table, which may lose entries.
//!
//! **Guarantee** A sum has the outcome of the position from which it was made, for either player to move.
//! Components and remainders are numbered by comparing whole contents, so the key of a sum identifies it
//! exactly.
//!
//! # Modules
//! * `game`: the game to search; `key`: keys of its positions; `thread_slots`: the table of each thread.
//! * `table`: stores each component and remainder once; `components`: the kinds of components; `remainder`:
//!   sums of components.
//! * `valuation`: which parts get values; `parts`: parts by number.
//!
//! **Reference** Conway, *On Numbers and Games*; Müller and Li, *Locally informed global search
//! for sums of combinatorial games*, 2006.

mod components;
mod game;
mod key;
mod parts;
mod remainder;
mod table;
mod thread_slots;
mod valuation;

pub use game::{SumConfig, SumGame, SumPosition};
