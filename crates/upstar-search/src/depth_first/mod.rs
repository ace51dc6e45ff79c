//! Depth-first searches that expand the same leaves as a best-first search, in bounded memory.
//!
//! Proof-number search and product propagation descend from the root to the most promising leaf, expand it,
//! and update the numbers on the way back. Most descents end close to the last one. The depth-first form
//! stays near the leaf. Each position on the path has a *window*: the numbers for which every selection on
//! the path above it stays the same. The search returns to the parent only when the position's numbers leave
//! the window or it is solved. The memory holds only a table and the frames of the path.
//!
//! * [`entry`]: the table entry.
//! * [`threshold_rule`]: the interface of a rule (numbers, sum, selection, window).
//! * [`engine`]: the search itself, for any rule.
//! * [`focus`]: the same search of the best moves only, until all of them lose.
//! * [`look_up`]: what is known of a position without search.
//! * [`parallel`]: the same search by several threads.
//! * [`solve`]: the loop over goals that produces a [`Solution`](crate::Solution).
//! * [`winners`]: the winners of several positions, with one table.
//! * [`options`]: the common parameters.
//! * [`df_pn`], [`df_pp`]: the two rules.

mod df_pn;
mod df_pp;
mod engine;
mod entry;
mod focus;
mod look_up;
mod options;
mod parallel;
mod solve;
mod threshold_rule;
mod winners;

pub use df_pn::{DfPn, ProofNumbers};
pub use df_pp::{DfPp, Products};
pub use parallel::DfSharedState;
pub use solve::SolvedGoals;
pub use threshold_rule::ThresholdRule;
pub(crate) use winners::WinnerSearch;
