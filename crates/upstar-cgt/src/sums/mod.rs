//! Positions as sums of independent parts, for searches.
//!
//! Under normal play a position is worth the sum of its parts, and only the sum decides who wins.
//! [`Sum`] plays on sums instead of boards: a position is one part of a board that is *open*, the largest
//! without a known value, and the *rest*, a multiset of components, each a value in canonical form or
//! another open part. Then
//! * sums that differ only in where their parts lie, or in parts worth the same, are one position;
//! * parts worth zero, and parts that are negatives of each other, are dropped;
//! * all values number + n·↑ + nimber are added up to one;
//! * dominated and reversible moves of valued parts are gone;
//! * where all parts have values, bounds on them often tell the winner at a glance.
//!
//! There are few rests, and they are numbered; there are very many open parts, and their own keys
//! name them. So what is remembered for good stays small, and all else is in the search's table, which
//! may forget.
//!
//! **Guarantee** A sum has the outcome of the position it was made of, for either player to move.
//! Numbers of components and rests are handed out by comparing whole contents, so the key of a sum
//! names it exactly.
//!
//! # Where things are
//! * `parts`: the smaller parts of a game's positions, by number.
//! * `book`: components and rests, each once; `settle`: what a part is; `limit`: which get values; `stored`: which
//!   are on the disk.
//! * `bounds`: what values say of the winner of a sum.
//! * `game`: the game that is searched; `key`: the names of its positions; `seats`: which thread has which book.
//!
//! **Reference** Conway, *On Numbers and Games*; Müller and Li, *Locally informed global search
//! for sums of combinatorial games*, 2006.

mod book;
mod bounds;
mod game;
mod key;
mod limit;
mod parts;
mod seats;
mod settle;
mod stored;

pub use game::{Means, Position, Sum};
pub use limit::Limit;
pub use stored::Stock;
