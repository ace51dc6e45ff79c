//! Monte-Carlo tree search: one loop, and choices.
//!
//! **Idea** Four steps, over and over: *select* the child that promises most, from the root down;
//! *expand* the tree by a leaf; *play out* from there to the end of the game at random; *back
//! up* the result along the path. Proofs are separate from the statistics: each node
//! has proved bounds on its value, which come from finished games alone and are
//! tightened from the leaves up. A solved node is never selected again.
//!
//! **Formula** `select.rs` has the value of a child, `backup.rs` the bounds, `config.rs` the
//! choices.
//!
//! **Guarantee** Bounds hold at every moment, whatever the statistics say; an answer is a proof.
//! With one thread, equal seeds grow equal trees.
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
