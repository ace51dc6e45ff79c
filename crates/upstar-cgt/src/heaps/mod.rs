//! Games of heaps: octal, hexadecimal and subtraction games and their kin, under normal and misère play.
//!
//! * `rules`: what a move in a heap leaves, and how such games are written.
//! * `grundy`: Grundy values of all heaps up to a size; `sparse_space` (with `pairs`) and `triples` compute them,
//!   `period` proves periods.
//! * `sums`: sums of heaps; `genus` and `quotient`: misère play; `transition_algebra` proves quotients, `presentation`
//!   writes them.

mod genus;
mod grundy;
mod pairs;
mod period;
mod presentation;
mod quotient;
mod rules;
mod sparse_space;
mod sums;
mod transition_algebra;
mod triples;

pub use genus::{Genera, Genus, genera};
pub use grundy::{GrundyValues, grundy_values};
pub use period::{Period, period};
pub use presentation::{Presentation, presentation};
pub use quotient::{MisereQuotient, misere_quotient};
pub use rules::HeapRules;
pub use sums::{HeapSums, SumOfHeaps};
