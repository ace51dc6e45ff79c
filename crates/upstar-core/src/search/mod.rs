//! Searches. Each is generic over [`Game`] and knows no game; each takes a [`Request`] and a
//! [`Control`] (limits, stop, progress) and returns a [`Solution`], plain data.

mod alpha_beta;
mod auto;
mod best_first;
mod checkpoint;
mod control;
mod depth_first;
mod line;
mod mila;
mod minimax;
mod monte_carlo;
mod oracle;
mod parameters;
mod playouts;
mod questions;
mod record;
mod solution;
mod sums;
mod table;
mod team;
#[cfg(test)]
mod three;

use std::path::PathBuf;

use crate::base::{Error, Score};
use crate::game::Game;
use crate::proof::Name;
use crate::sums::Stock;

pub use alpha_beta::AlphaBeta;
pub(crate) use alpha_beta::Search;
pub use auto::Auto;
pub use best_first::{
    CUSTOM, CustomInfo, CustomRules, Leaf, Mcpn, Opaque, Pn2, Pns, Pnt, Pp, Pp2, Ppn, Ppt,
    solve_custom,
};
pub use checkpoint::{Checkpoint, Effort, Proved};
pub use control::{Control, Limits, Meter, Progress, Share, Stopped, room_for_tables};
pub use depth_first::{Crew, DfPn, DfPp, Finished, Products, ProofNumbers, Rule};
use line::LINE;
pub use line::complete_line;
pub use mila::Mila;
pub use minimax::Minimax;
pub use monte_carlo::{
    FAMILY, Mcts, MctsE, MctsSolver, MonteCarloNode, MonteCarloPlayer, PureMctsSolver, SbMcts,
    UctSolver,
};
pub use parameters::{Parameter, Parameters};
pub use playouts::playouts;
pub use record::Record;
pub use solution::{
    Candidate, LARGEST_EXPORT, RootNumber, Solution, Stats, TracePoint, TreeNode, answers,
    full_bounds,
};
pub use sums::{When, solve_sum};
pub use table::{Memory, Pack, Shared, Table};
pub use team::Team;

/// What the lists and the documentation say of an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmInfo {
    /// The name that users type.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Where it was published.
    pub reference: &'static str,
    /// What `--set` accepts.
    pub parameters: &'static [Parameter],
    /// Is it right on games in which a position can come back?
    pub handles_repetition: bool,
    /// Does it keep a tree, so that it can tell its root's numbers over time and show it?
    pub keeps_tree: bool,
    /// Can it save its table from time to time, and go on from it?
    pub saves_table: bool,
}

/// An algorithm that proves values.
pub trait Solver {
    /// What is known of it.
    const INFO: AlgorithmInfo;

    /// Solves a position.
    ///
    /// # Errors
    /// If a parameter's value is out of range or memory cannot be had; reaching a limit is a
    /// result, not an error.
    fn solve<G: Game>(
        game: &G,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Result<Solution, Error>;
}

/// What is asked of a search, apart from its limits.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The algorithm's name.
    pub algorithm: String,
    /// Its parameters, as text.
    pub parameters: Parameters,
    /// Prove only whether the player to move reaches this score (from that player's point of
    /// view); without it, find the exact value.
    pub goal: Option<Score>,
    /// Note the root's numbers over time.
    pub trace: bool,
    /// Export the search tree down to this depth.
    pub tree_depth: Option<usize>,
    /// The seed of everything random.
    pub seed: u64,
    /// How many threads may work.
    pub threads: usize,
    /// Where to write a certificate of the answer.
    pub proof: Option<PathBuf>,
    /// The directory in which the table is saved from time to time, and found again.
    pub checkpoint: Option<PathBuf>,
    /// Seconds between two savings.
    pub checkpoint_every: f64,
    /// A database whose values searches on sums take.
    pub stock: Option<Stock>,
    /// The algorithm that is known to be best for the game;
    /// [`AnyPosition::solve`](crate::any::AnyPosition::solve) fills it in.
    pub best: Option<&'static str>,
    /// Should `auto` do without what the game proves at a glance? Filled in likewise.
    pub plain: bool,
    /// How the root is called in files; [`AnyPosition::solve`](crate::any::AnyPosition::solve)
    /// fills it in.
    pub name: Option<Name>,
}

impl Request {
    /// The exact value by `algorithm` with its default parameters on one thread.
    pub fn new(algorithm: &str) -> Request {
        Request { algorithm: algorithm.into(), threads: 1, ..Request::default() }
    }
}
