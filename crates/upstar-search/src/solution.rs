//! The result of a search: plain data.

use upstar_core::{Bounds, Meter, Move, Player, RootNumber, Score, SearchGame, Stopped};

use crate::AlphaBetaSearch;

/// The root's numbers at one moment of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct TracePoint {
    /// Nodes created so far.
    pub nodes: u64,
    /// Expansions so far.
    pub expansions: u64,
    /// Seconds so far.
    pub seconds: f64,
    /// Bytes in use.
    pub bytes: usize,
    /// The root's numbers.
    pub numbers: Vec<(&'static str, RootNumber)>,
    /// The move that would have been chosen.
    pub best_move: Option<Move>,
}

/// The most nodes that an exported tree holds.
pub const LARGEST_EXPORT: usize = 50_000;

/// A node of an exported search tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNode {
    /// The parent's place in the list; none for the root, which comes first.
    pub parent: Option<usize>,
    /// The move that leads here.
    pub mv: Option<Move>,
    /// The player to move.
    pub mover: Player,
    /// The proved winner of the goal, if there is one.
    pub winner: Option<Player>,
    /// The node's numbers, as its player to move sees them.
    pub numbers: Vec<(&'static str, RootNumber)>,
    /// How many children follow in the list.
    pub children: usize,
}

/// A move at the root, and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u64,
    /// Its value for the player to move, from 0, the worst score, to 1; none if it was never
    /// tried.
    pub value: Option<f64>,
    /// What is proved of its score, from Left's point of view.
    pub bounds: Bounds,
    /// Has progressive pruning left it out?
    pub pruned: bool,
}

/// What a search cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Nodes whose children were generated.
    pub expansions: u64,
    /// Nodes created, the root included.
    pub nodes: u64,
    /// Iterations of the algorithm's main loop.
    pub iterations: u64,
    /// Playouts, where it has any.
    pub playouts: Option<u64>,
    /// Seconds.
    pub seconds: f64,
    /// The most bytes in use at one time.
    pub peak_bytes: usize,
}

impl Stats {
    /// Adds the work of an earlier search that has given up.
    pub fn add(&mut self, earlier: &Stats) {
        self.nodes += earlier.nodes;
        self.expansions += earlier.expansions;
        self.peak_bytes = self.peak_bytes.max(earlier.peak_bytes);
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The proved bounds on the value, from Left's point of view.
    pub bounds: Bounds,
    /// Is the request answered?
    pub solved: bool,
    /// A move that reaches the proved value (any, where all are equal); the best guess when
    /// the search was stopped.
    pub best_move: Option<Move>,
    /// The line of play from the root.
    pub line: Vec<Move>,
    /// What is known of the root's moves, of searches that compare them.
    pub candidates: Vec<Candidate>,
    /// What it cost.
    pub stats: Stats,
    /// The root's numbers, by name.
    pub root: Vec<(&'static str, RootNumber)>,
    /// Other counts, by name (table entries, bytes per node, …).
    pub details: Vec<(&'static str, RootNumber)>,
    /// The root's numbers over time, when asked for.
    pub trace: Vec<TracePoint>,
    /// The top of the search tree, breadth first, when asked for.
    pub tree: Vec<TreeNode>,
    /// Why it ended early, if it did.
    pub stopped: Option<Stopped>,
    /// The algorithm that answered, if it is not the one that the request names.
    pub answered_by: Option<String>,
    /// What was chosen and why, as text.
    pub note: String,
}

/// What a search found, and its knowledge of winning moves.
pub struct Answer<'a, G: SearchGame> {
    /// The result, plain data.
    pub solution: Solution,
    /// Used to complete the line and to write a certificate.
    pub knowledge: Knowledge<'a, G>,
}

/// The winning moves that a finished search knows.
pub enum Knowledge<'a, G: SearchGame> {
    /// Nothing.
    Nothing,
    /// Moves that it has proved.
    Moves(Box<dyn WinningMoves<G> + 'a>),
    /// An alpha-beta search with its table.
    Search(Box<AlphaBetaSearch<'a, G>>),
}

/// Moves that a search has proved to win.
pub trait WinningMoves<G: SearchGame> {
    /// For a position where `claimant` moves, the number, in the order of `expand`, of a move with which that
    /// player gets at least `least` (seen by that player), if the search knows one.
    fn winning_move(
        &mut self,
        position: &G::Position,
        claimant: Player,
        least: Score,
    ) -> Option<usize>;
}

impl<G: SearchGame> From<Solution> for Answer<'_, G> {
    fn from(solution: Solution) -> Self {
        Answer { solution, knowledge: Knowledge::Nothing }
    }
}

impl Solution {
    /// Puts `text` before the note.
    pub fn prepend_note(&mut self, text: &str) {
        let separator = if self.note.is_empty() { "" } else { "; " };
        self.note = format!("{text}{separator}{}", self.note);
    }

    /// A solution with bounds and work, and nothing else.
    pub fn new(bounds: Bounds, meter: &Meter) -> Solution {
        Solution {
            bounds,
            solved: false,
            best_move: None,
            line: Vec::new(),
            candidates: Vec::new(),
            stats: Stats {
                expansions: meter.expansions,
                nodes: meter.nodes,
                peak_bytes: meter.peak_bytes,
                ..Stats::default()
            },
            root: Vec::new(),
            details: Vec::new(),
            trace: Vec::new(),
            tree: Vec::new(),
            stopped: meter.stopped(),
            answered_by: None,
            note: String::new(),
        }
    }

    /// Is the request answered?
    pub fn is_solved(&self) -> bool {
        self.solved
    }
}

/// Do proved bounds answer a request? With a goal, they decide whether the value reaches it; without one, they are
/// exact. Both are from the point of view of the player to move at the root.
pub fn answers(bounds: Bounds, goal: Option<Score>) -> bool {
    match goal {
        Some(goal) => bounds.lo >= goal || bounds.hi < goal,
        None => bounds.is_exact(),
    }
}

/// The bounds that every position of a game has: its least and its greatest score.
pub fn full_bounds<G: SearchGame>(game: &G) -> Bounds {
    let scores = game.scores();
    Bounds::new(scores[0], scores[scores.len() - 1])
}
