//! Positions as sums of independent parts, for searches.
//!
//! Under normal play a position is worth the sum of its parts, and only the sum decides who wins.
//! [`Sum`] plays on sums instead of boards: a position is a multiset of *components*, each a part
//! of a board or, where its value is known, that value in canonical form. Then
//! * sums that differ only in where their parts lie, or in parts worth the same, are one position;
//! * parts worth zero, and parts that are negatives of each other, are dropped;
//! * all values number + n·↑ + nimber are added up to one;
//! * dominated and reversible moves of valued parts are gone;
//! * where all parts have values, bounds on them often tell the winner at a glance;
//! * the moves of a part are worked out once, however often it comes up.
//!
//! **Guarantee** A sum has the outcome of the position it was made of, for either player to move.
//! Numbers of components and sums are handed out by comparing whole contents, so the key of a sum
//! names it exactly.
//!
//! # Where things are
//! * `source`: the parts of a game's positions, by number, and their moves.
//! * `book`: components and sums, each once; `settle`: what a part is.
//! * `bounds`: what values say of the winner of a sum.
//! * `game`: the game that is searched.
//!
//! **Reference** Conway, *On Numbers and Games*; Müller and Li, *Locally informed global search
//! for sums of combinatorial games*, 2006.

mod book;
mod bounds;
mod game;
mod settle;
mod source;
#[cfg(test)]
mod tests;

pub use game::{Position, Sum};
