//! Independent parts of positions: their values, sums of values, and the winner of a sum.
//!
//! Under normal play the value of a position is the sum of the values of its parts, and the sum decides who
//! wins. This module is used by everything that needs values of parts: values of positions, the [game on
//! sums](crate::sum_game), and the [game that looks up values](crate::value_game).
//!
//! # Modules
//! * `table`: numbers for parts by their exact keys; `recent`: caches by cheaper keys.
//! * `recursion`: the value of a part from its options; `values`: the store in which every part gets one.
//! * `printed`: the values that the thesis on Clobber prints, with fewer simplifications.
//! * `limit`, `admission`: which parts get values, in searches on sums and in playouts.
//! * `database`: values of parts from a database.
//! * `sum`: sums of values; `outcome`: who wins them.
//! * `dissection`: the values of a position's parts and moves, and of all positions of a board.

mod admission;
mod database;
mod dissection;
mod limit;
mod outcome;
mod printed;
mod recent;
mod recursion;
mod sum;
mod table;
mod values;

pub(crate) use admission::{Admission, AdmissionFilter};
pub(crate) use database::PartDatabase;
pub use dissection::{AnyPartisan, Census, Dissection, Reply, ValuedMove};
pub use limit::ValueLimit;
pub(crate) use outcome::{OutcomeEffort, SumOutcomes, ValueBounds, Winners, winners_of_terms};
pub(crate) use recent::{RecentParts, SharedRecentParts};
pub(crate) use recursion::{PartStore, Scratch, value_of_part};
pub(crate) use sum::{PartValue, SumMap, ValueSum};
pub(crate) use table::PartTable;
pub use values::{Method, PartValues};
