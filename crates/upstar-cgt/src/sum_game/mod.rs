//! The game of playing on a sum of independent parts.
//!
//! Under normal play a position is worth the sum of its parts, and only the sum decides who wins.
//! [`SumGame`] plays on sums instead of boards. A position is one *open part* of a board, the largest
//! without a known value, and a *remainder*: a multiset of components, each a value in canonical form or
//! another open part. Then
//! * sums that differ only in where their parts lie, or in parts of equal value, are one position;
//! * parts of value 0, and parts that are negatives of each other, are dropped;
//! * all values number + n·↑ + nimber are added up to one;
//! * dominated and reversible moves of valued parts are gone;
//! * where all parts have values, bounds on them often decide who wins without search.
//!
//! There are few remainders, and they are numbered. There are very many open parts, and their own keys
//! name them. So what is never forgotten stays small, and all else is in the search's table, which may
//! forget.
//!
//! **Guarantee** A sum has the outcome of the position it was made of, for either player to move.
//! Numbers of components and remainders are handed out by comparing whole contents, so the key of a sum
//! names it exactly.
//!
//! # Where things are
//! * `game`: the game that is searched; `key`: keys of its positions; `thread_slots`: the table of each
//!   thread.
//! * `table`: components and remainders, each once; `components`: what a component is; `remainder`: sums of
//!   components.
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
