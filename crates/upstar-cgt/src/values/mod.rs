//! Values of short partizan games under normal play: canonical forms and their arithmetic.
//!
//! [`Values`] is an arena in which every value has one [`Id`]: **equal games have the same id**, so `==` on
//! ids is equality of games. Values of the form number + n·↑ + nimber ([`Nus`]) are stored, added, compared
//! and printed in closed form. All others are stored by their canonical options.
//!
//! ```
//! use upstar_cgt::Values;
//!
//! let mut values = Values::default();
//! let up = values.parse("{0|*}")?;
//! let double = values.add(up, up)?;
//! assert_eq!(values.text(double)?, "^2");
//! assert_eq!(double, values.parse("{0|^*}")?);
//! # Ok::<(), upstar_cgt::ValueError>(())
//! ```
//!
//! # Modules
//! * `dyadic`, `nimber`, `nus`: closed forms; `arena`: interning and options; `budget`, `cache`: limits, and
//!   caches of results.
//! * `order`, `sum`, `canonical`: ≤, + and −, and the canonical form of given options; `simplify`: the steps
//!   that lead to it.
//! * `measure`, `thermograph`, `atomic`, `heat`, `product`, `reduced`: properties of values and operations on
//!   them.
//! * `parse`, `print`: reading and writing text.
//!
//! # References
//! Conway, *On Numbers and Games*; Berlekamp, Conway and Guy, *Winning Ways*; Siegel,
//! *Combinatorial Game Theory*.

#[cfg(test)]
mod algebra_tests;
mod arena;
mod atomic;
mod budget;
mod cache;
mod canonical;
mod dyadic;
mod error;
mod heat;
mod measure;
#[cfg(test)]
mod measure_tests;
mod nimber;
mod nus;
mod order;
mod parse;
mod print;
mod product;
mod reduced;
mod simplify;
mod sum;
#[cfg(test)]
mod tests;
mod thermograph;

pub use arena::{Id, Values};
pub use budget::{Effort, Poll};
pub use dyadic::{Dyadic, End, simplest_between};
pub use error::ValueError;
pub use measure::Outcome;
pub use nimber::{mex, nim_product, nim_sum};
pub use nus::Nus;
pub use print::Notation;
pub use simplify::{Reason, SimplificationStep};
pub use thermograph::{Thermograph, Wall};
