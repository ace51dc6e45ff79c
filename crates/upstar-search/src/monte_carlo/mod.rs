//! Monte-Carlo tree search: one loop with many options.
//!
//! **Idea** The loop repeats four steps. *Select* the most promising child, from the root to a leaf. *Expand*
//! the tree by a new leaf. Run a random *playout* from there to the end of the game. *Back up* the result
//! along the path. Proofs are separate from the statistics: each node has proved bounds on its value. These
//! come only from finished games and static bounds, and are tightened from the leaves upwards. A solved node
//! is not selected again.
//!
//! **Formula** `select.rs` has the value of a child, `backup.rs` the bounds, `config.rs` the options.
//!
//! **Guarantee** The bounds hold at every moment, whatever the statistics are. An answer is a proof. With one
//! thread, the same seed gives the same tree.
//!
//! **Reference** Coulom, *Efficient selectivity and backup operators in Monte-Carlo tree search*,
//! 2006; Kocsis and Szepesvári, *Bandit based Monte-Carlo planning*, 2006; Winands, Björnsson and
//! Saito, *Monte-Carlo tree search solver*, 2008; Cazenave and Saffidine, *Score bounded
//! Monte-Carlo tree search*, 2010.

mod answer;
mod backup;
mod config;
mod descend;
mod move_statistics;
mod node;
mod options;
mod parallel;
mod player;
mod playout;
mod scale;
mod search;
mod select;
mod solve;
mod solvers;
#[cfg(test)]
mod tests;
mod tree;

pub use node::Node as MonteCarloNode;
pub use player::MonteCarloPlayer;
pub use solvers::{FAMILY, Mcts, MctsE, MctsSolver, PureMctsSolver, SbMcts, UctSolver};
