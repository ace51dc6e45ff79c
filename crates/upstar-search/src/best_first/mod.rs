//! Best-first search: proof-number search and product propagation on trees (`pns`, `pp`), on graphs with
//! transpositions (`pnt`, `ppt`) and on two levels (`pn2`, `pp2`), and both with leaves evaluated by random
//! playouts (`mcpn`, `ppn`). `mopns` and `mopp` keep numbers for every outcome in one tree. All others share one engine. They differ in the four functions of [`SelectionRule`].

mod custom;
mod dag;
mod ews;
mod monte_carlo;
mod multi_outcome;
mod node;
mod playout_evaluator;
mod pn;
mod pp;
mod search_graph;
mod selection_rule;
mod solve;
mod solvers;
mod trace;
mod tree;
mod winning_moves;

pub use custom::{CustomInfo, CustomSelectionRule, SharedInfo};
pub use ews::Ews;
pub use monte_carlo::{Mcpn, Ppn};
pub use multi_outcome::{Mopns, Mopp};
pub use selection_rule::Leaf;
pub use solvers::{CUSTOM, Pn2, Pns, Pnt, Pp, Pp2, Ppt, solve_custom};
