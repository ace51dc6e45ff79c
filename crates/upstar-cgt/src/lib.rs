//! Combinatorial game theory: values of games under normal play, positions as sums of independent
//! parts, and databases of values.
//!
//! * [`values`]: canonical forms and their arithmetic, thermographs, atomic weights, text.
//! * [`parts`]: values of independent parts, sums of them, and who wins a sum.
//! * [`sums`]: positions as sums of parts, for searches.
//! * [`informed`]: games that know the values of their parts.
//! * [`database`]: the values of all positions of small boards, on disk.

pub mod database;
pub mod informed;
pub mod parts;
pub mod sums;
pub mod values;

pub use parts::{AnyPartisan, Census, Dissection, Method, PartValues};
pub use values::*;
