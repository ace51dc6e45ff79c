//! Depth-first searches that go where a best-first search would go, in bounded memory.
//!
//! Proof-number search and product propagation walk from the root to the most promising leaf,
//! expand it, and update the numbers on the way back. Most of these walks end close to the last
//! one. The depth-first form stays down there: each position on the path is given a *window*,
//! the numbers for which every choice on the path above it stays as it is, and control returns
//! to its parent only when its numbers leave the window or it is solved. Memory is a table and
//! the frames of the path.
//!
//! * [`question`]: yes/no questions, and how answers are remembered.
//! * [`rule`]: what a rule (numbers, sum, choice, window) is.
//! * [`engine`]: the search itself, for any rule.
//! * [`together`]: the same by several threads.
//! * [`ask`]: from questions to a [`Solution`](crate::Solution).
//! * [`df_pn`], [`df_pp`]: the two rules.

mod ask;
mod df_pn;
mod df_pp;
mod engine;
mod parallel;
mod question;
mod rule;

pub use ask::Finished;
pub use df_pn::{DfPn, ProofNumbers};
pub use df_pp::{DfPp, Products};
pub use parallel::Crew;
pub use rule::Rule;
