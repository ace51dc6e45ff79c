//! Independent parts of positions: their values, sums of values, and who wins a sum.
//!
//! Under normal play a position is worth the sum of its parts, and the sum decides who wins. This layer
//! serves everything that uses values of parts: values of positions, the [game on sums](crate::sum_game),
//! and the [game that knows values](crate::value_game).
//!
//! # Where things are
//! * `table`: numbers for parts by their exact keys; `recent`: caches by cheaper keys.
//! * `recursion`: the value of a part by its options; `values`: the store in which every part gets one.
//! * `limit`, `admission`: which parts get values, in searches on sums and in playouts.
//! * `database`: values of parts from a database.
//! * `sum`: sums of values; `outcome`: who wins them.
//! * `dissection`: the values of a position's parts and moves, and of all positions of a board.

mod admission;
mod database;
mod dissection;
mod limit;
mod outcome;
mod recent;
mod recursion;
mod sum;
mod table;
mod values;

pub(crate) use admission::{Admission, AdmissionFilter};
pub(crate) use database::PartDatabase;
pub use dissection::{AnyPartisan, Census, Dissection};
pub use limit::ValueLimit;
pub(crate) use outcome::{OutcomeEffort, SumOutcomes, ValueBounds, Winners, winners_of_terms};
pub(crate) use recent::{RecentParts, SharedRecentParts};
pub(crate) use recursion::{PartStore, Scratch, value_of_part};
pub(crate) use sum::{PartValue, SumMap, ValueSum};
pub(crate) use table::PartTable;
/// Exact numbers for contents made of words and of other numbers.
pub(crate) use upstar_core::{Names as Interner, Thing as InternKey};
pub use values::{Method, PartValues};
