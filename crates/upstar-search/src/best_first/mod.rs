//! Best-first search: PNS and PP on trees (`pns`, `pp`), on graphs with transpositions
//! (`pnt`, `ppt`) and on two levels (`pn2`, `pp2`), and both from random playouts (`mcpn`, `ppn`).
//! One engine; the searches differ in the four functions of [`Rules`].

mod chance;
mod custom;
mod dag;
mod hints;
mod monte_carlo;
mod node;
mod pn;
mod pp;
mod rules;
mod solve;
mod solvers;
mod tree;
mod walk;

pub use custom::{CustomInfo, CustomRules, Opaque};
pub use monte_carlo::{Mcpn, Ppn};
pub use rules::Leaf;
pub use solvers::{CUSTOM, Pn2, Pns, Pnt, Pp, Pp2, Ppt, solve_custom};
