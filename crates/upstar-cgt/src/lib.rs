//! Combinatorial game theory: values of games under normal play, positions as sums of independent parts, and
//! databases of values.
//!
//! * [`values`]: canonical forms and their arithmetic, thermographs, atomic weights, text.
//! * [`parts`]: values of independent parts, their sums, and the winner of a sum.
//! * [`sum_game`]: the game of playing on a sum of parts, for searches.
//! * [`value_game`]: a game that looks up the values of its parts, for searches.
//! * [`database`]: the values of all positions of small boards, on disk.
//! * [`heaps`]: games of heaps: Grundy values, periods, misère quotients.

pub mod database;
pub mod heaps;
pub mod parts;
pub mod sum_game;
pub mod value_game;
pub mod values;

pub use parts::{
    AnyPartisan, Census, Dissection, Method, PartValues, Reply, ValueLimit, ValuedMove,
};
pub use values::*;
