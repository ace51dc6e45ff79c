//! Combinatorial game theory: values of games under normal play, positions as sums of independent
//! parts, and databases of values.
//!
//! * [`values`]: canonical forms and their arithmetic, thermographs, atomic weights, text.
//! * [`sums`]: positions as sums of parts, for searches.
//! * [`informed`]: games that know the values of their parts.
//! * [`database`]: the values of all positions of small boards, on disk.

pub mod database;
pub mod informed;
pub mod sums;
pub mod values;

pub use values::*;
