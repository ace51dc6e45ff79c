//! All search algorithms. Each is generic over [`SearchGame`] and has no knowledge of a particular game. Each
//! takes a [`Request`] and a [`Control`] (limits, stop, progress). Each returns an [`Answer`]: a
//! [`Solution`], which is plain data, and the [winning moves](Knowledge) that the search has proved.
//!
//! This crate instantiates no search for any game.

mod alpha_beta;
mod analysis;
mod best_first;
mod checkpoint;
mod depth_first;
mod goal_bisection;
mod helper_threads;
mod interleave;
mod line;
mod mila;
mod minimax;
mod monte_carlo;
mod move_history;
mod nimber;
mod playouts;
mod solution;
pub mod strong;
mod sum_search;
mod table;

use std::path::PathBuf;

pub use alpha_beta::{AlphaBeta, AlphaBetaSearch};
pub use analysis::{
    Analysis, AnalysisOptions, BoardView, BoundsSearch, BoxedSearch, DistanceView, MoveView,
    SumView, analyze,
};
pub use best_first::{
    CUSTOM, CustomInfo, CustomSelectionRule, Ews, Leaf, Mcpn, Mopns, Mopp, Pn2, Pns, Pnt, Pp, Pp2,
    Ppn, Ppt, SharedInfo, solve_custom,
};
pub use checkpoint::{Checkpoint, RootProof, WorkDone, checkpoint_directory};
pub use depth_first::{
    DfPn, DfPp, DfSharedState, Products, ProofNumbers, SolvedGoals, ThresholdRule,
};
pub use helper_threads::run_with_helpers;
pub use interleave::{
    BoxedResumable, EQUAL_SHARES, FAVOUR_FIRST, Interleaving, ResumableSearch, solve_interleaved,
    start_alpha_beta, start_df_pn,
};
pub use line::complete_line;
pub use mila::Mila;
pub use minimax::Minimax;
pub use monte_carlo::{
    FAMILY, Mcts, MctsE, MctsSolver, MonteCarloNode, MonteCarloPlayer, PureMctsSolver, SbMcts,
    UctSolver,
};
pub use nimber::{
    NIMBER, NimberBounds, NimberKnowledge, NimberSolution, SharedNimbers, solve_nimber,
};
pub use playouts::playouts;
pub use solution::{
    Answer, Candidate, Knowledge, MAX_EXPORT, Solution, Stats, TracePoint, TreeNode, WinningMoves,
    answers, full_bounds,
};
pub use sum_search::{SumSearch, solve_briefly, solve_sum};
pub use table::{BoundsEntry, Pack, SearchTable, SharedTable, Table};
use upstar_core::{AlgorithmInfo, Control, Error, Parameters, PositionName, Score, SearchGame};

/// An algorithm that proves values.
pub trait Solver {
    /// The description of the algorithm.
    const INFO: AlgorithmInfo;

    /// Solves a position.
    ///
    /// # Errors
    /// If a parameter's value is out of range or memory cannot be allocated. Reaching a limit is not an
    /// error: the search returns what it has proved.
    fn solve<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
    ) -> Result<Answer<'a, G>, Error>;
}

/// A request to a search, apart from its limits.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The algorithm's name.
    pub algorithm: String,
    /// The algorithm's parameters, as text.
    pub parameters: Parameters,
    /// If set, prove only whether the player to move reaches this score, from that player's point of view. If
    /// not, find the exact value.
    pub goal: Option<Score>,
    /// Find the number of plies to the end as well: the shortest win, the longest loss.
    pub distance: bool,
    /// Prove only whether the player to move wins within so many plies.
    pub max_distance: Option<u32>,
    /// Return the root's numbers over time.
    pub trace: bool,
    /// Export the search tree down to this depth.
    pub tree_depth: Option<usize>,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of threads to use.
    pub threads: usize,
    /// The file to which the caller will write a certificate. Searches then store the winning moves that it
    /// needs.
    pub proof: Option<PathBuf>,
    /// May the certificate use lemmas (format 2), if there are any for the game?
    pub lemmas: bool,
    /// The directory of the checkpoint. The search saves its table there and resumes from it.
    pub checkpoint: Option<PathBuf>,
    /// Seconds between two saves.
    pub checkpoint_every: f64,
    /// The name of the root in files.
    pub name: Option<PositionName>,
    /// A fingerprint of the program's sources. A checkpoint made by other sources is rejected.
    pub sources: &'static str,
    /// Is the search on sums of parts? Its table has other keys than that of a search on positions.
    pub is_on_sums: bool,
}

impl Request {
    /// A request for the exact value by `algorithm`, with its default parameters, on one thread.
    pub fn new(algorithm: &str) -> Request {
        Request { algorithm: algorithm.into(), threads: 1, ..Request::default() }
    }
}
