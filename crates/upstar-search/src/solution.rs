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
    /// Bytes of memory in use.
    pub bytes: usize,
    /// The root's numbers.
    pub numbers: Vec<(&'static str, RootNumber)>,
    /// The move that the search would have returned at this moment.
    pub best_move: Option<Move>,
}

impl TracePoint {
    /// A trace point with the current numbers and best move of the root.
    pub(crate) fn new(
        meter: &Meter,
        bytes: usize,
        numbers: Vec<(&'static str, RootNumber)>,
        best_move: Option<Move>,
    ) -> TracePoint {
        let (nodes, expansions) = (meter.nodes, meter.expansions);
        TracePoint { nodes, expansions, seconds: meter.seconds(), bytes, numbers, best_move }
    }
}

/// The maximum number of nodes in an exported tree.
pub const MAX_EXPORT: usize = 50_000;

/// A node of an exported search tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNode {
    /// The parent's index in the list. None for the root, which comes first.
    pub parent: Option<usize>,
    /// The move that leads here.
    pub mv: Option<Move>,
    /// The player to move.
    pub mover: Player,
    /// The proved winner with respect to the goal, if there is one.
    pub winner: Option<Player>,
    /// The node's numbers, seen by its player to move.
    pub numbers: Vec<(&'static str, RootNumber)>,
    /// The number of children of this node in the list.
    pub children: usize,
}

/// A move at the root, with its statistics and bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often the search selected it.
    pub visits: u64,
    /// Its value for the player to move, from 0 (the worst score) to 1 (the best). None if it was never
    /// selected.
    pub value: Option<f64>,
    /// The proved bounds on its score, from Left's point of view.
    pub bounds: Bounds,
    /// Was it removed by progressive pruning?
    pub pruned: bool,
    /// How many of its playouts the player to move won, drew and lost; none if the scores are not wins,
    /// draws and losses, or the values are not those of playouts.
    pub counts: Option<[u64; 3]>,
}

/// The work of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Nodes whose children were generated.
    pub expansions: u64,
    /// Nodes created, the root included.
    pub nodes: u64,
    /// Iterations of the algorithm's main loop.
    pub iterations: u64,
    /// The number of playouts, for searches that use them.
    pub playouts: Option<u64>,
    /// The elapsed time in seconds.
    pub seconds: f64,
    /// The most bytes in use at one time.
    pub peak_bytes: usize,
}

impl Stats {
    /// Adds the work of an earlier search that did not answer.
    pub fn add(&mut self, earlier: &Stats) {
        self.nodes += earlier.nodes;
        self.expansions += earlier.expansions;
        self.peak_bytes = self.peak_bytes.max(earlier.peak_bytes);
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The proved bounds on the value, from Left's point of view.
    pub bounds: Bounds,
    /// Is the request answered?
    pub solved: bool,
    /// The plies to the end when the winner hastens and the loser delays, if the request asks for them and
    /// there is a winner.
    pub distance: Option<u32>,
    /// Does the player to move win within the plies that the request states? None without such a request, and
    /// if that is not known.
    pub wins_in_time: Option<bool>,
    /// A move that reaches the proved value. If the search was stopped, its best guess.
    pub best_move: Option<Move>,
    /// The principal variation from the root.
    pub line: Vec<Move>,
    /// The root's moves, for searches that compare them.
    pub candidates: Vec<Candidate>,
    /// The work of the search.
    pub stats: Stats,
    /// The root's numbers, by name.
    pub root: Vec<(&'static str, RootNumber)>,
    /// Other counts, by name (table entries, bytes per node, …).
    pub details: Vec<(&'static str, RootNumber)>,
    /// The root's numbers over time, if the request asks for a trace.
    pub trace: Vec<TracePoint>,
    /// The top of the search tree in breadth-first order, if the request asks for it.
    pub tree: Vec<TreeNode>,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stopped>,
    /// The algorithm that answered, if it is not the one that the request names.
    pub answered_by: Option<String>,
    /// The choice of algorithm and its reasons, as text.
    pub note: String,
}

/// The result of a search, and the winning moves that it has proved.
pub struct Answer<'a, G: SearchGame> {
    /// The result, plain data.
    pub solution: Solution,
    /// Used to complete the line and to write a certificate.
    pub knowledge: Knowledge<'a, G>,
}

/// The winning moves that a finished search has proved.
pub enum Knowledge<'a, G: SearchGame> {
    /// No moves.
    Nothing,
    /// Proved winning moves.
    Moves(Box<dyn WinningMoves<G> + 'a>),
    /// An alpha-beta search with its table.
    Search(Box<AlphaBetaSearch<'a, G>>),
}

/// Moves that a search has proved to win.
pub trait WinningMoves<G: SearchGame> {
    /// For a position where `claimant` moves, returns the index, in the order of `expand`, of a move with
    /// which that player gets at least `least` (seen by that player), if the search has proved one.
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

    /// A solution with bounds and counts of work only.
    pub fn new(bounds: Bounds, meter: &Meter) -> Solution {
        Solution {
            bounds,
            solved: false,
            distance: None,
            wins_in_time: None,
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

/// Do proved bounds answer a request? With a goal, they must decide whether the value reaches it. Without a
/// goal, they must be exact. Bounds and goal are from the point of view of the player to move at the root.
pub fn answers(bounds: Bounds, goal: Option<Score>) -> bool {
    match goal {
        Some(goal) => bounds.lo >= goal || bounds.hi < goal,
        None => bounds.is_exact(),
    }
}

/// The bounds that hold for every position of a game: its least and its greatest score.
pub fn full_bounds<G: SearchGame>(game: &G) -> Bounds {
    let scores = game.scores();
    Bounds::new(scores[0], scores[scores.len() - 1])
}
