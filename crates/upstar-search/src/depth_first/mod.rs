//! Depth-first searches that go where a best-first search would go, in bounded memory.
//!
//! Proof-number search and product propagation walk from the root to the most promising leaf,
//! expand it, and update the numbers on the way back. Most of these walks end close to the last
//! one. The depth-first form stays near the leaf: each position on the path gets a *window*,
//! the numbers for which every choice on the path above it stays the same. Control returns
//! to its parent only when its numbers leave the window or it is solved. Memory is a table and
//! the frames of the path.
//!
//! * [`entry`]: the table entry.
//! * [`threshold_rule`]: what a rule (numbers, sum, choice, window) is.
//! * [`engine`]: the search itself, for any rule.
//! * [`parallel`]: the same by several threads.
//! * [`solve`]: from goals to a [`Solution`](crate::Solution).
//! * [`options`]: the common parameters.
//! * [`df_pn`], [`df_pp`]: the two rules.

mod df_pn;
mod df_pp;
mod engine;
mod entry;
mod options;
mod parallel;
mod solve;
mod threshold_rule;

pub use df_pn::{DfPn, ProofNumbers};
pub use df_pp::{DfPp, Products};
pub use parallel::DfSharedState;
pub use solve::SolvedGoals;
pub use threshold_rule::ThresholdRule;
