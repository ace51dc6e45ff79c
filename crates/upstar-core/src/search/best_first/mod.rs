//! Best-first search: PNS and PP on trees (`pns`, `pp`), on graphs with transpositions
//! (`pnt`, `ppt`) and on two levels (`pn2`, `pp2`). One engine; the searches differ in the four
//! functions of [`Rules`].

mod dag;
mod node;
mod pn;
mod pp;
mod rules;
mod solve;
mod solvers;
mod tree;

pub use pn::ProofNumbers;
pub use pp::Products;
pub use rules::{Init, Leaf, Rules, Ties};
pub use solvers::{Pn2, Pns, Pnt, Pp, Pp2, Ppt};
