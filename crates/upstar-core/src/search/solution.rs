//! The result of a search: plain data.

use crate::base::{Bounds, Player, Score};
use crate::game::{Game, Move};
use crate::proof::{ProofError, WriteReport};
use crate::search::{Meter, Stopped};

/// A number at the root, by name: proof numbers, probabilities, …
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RootNumber {
    /// A whole number.
    Integer(u64),
    /// A real number; may be infinite.
    Real(f64),
}

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
    /// Who is proved to win the question asked, if that is proved.
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
    /// Adds the work of a search that has given up before.
    pub fn add(&mut self, before: &Stats) {
        self.nodes += before.nodes;
        self.expansions += before.expansions;
        self.peak_bytes = self.peak_bytes.max(before.peak_bytes);
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The proved bounds on the value, from Left's point of view.
    pub bounds: Bounds,
    /// Was everything that was asked answered?
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
    /// Other counts worth telling, by name (table hits, bytes per node, …).
    pub details: Vec<(&'static str, RootNumber)>,
    /// The root's numbers over time, when asked for.
    pub trace: Vec<TracePoint>,
    /// The top of the search tree, breadth first, when asked for.
    pub tree: Vec<TreeNode>,
    /// Why it ended early, if it did.
    pub stopped: Option<Stopped>,
    /// What was chosen and why, in words.
    pub note: String,
    /// The certificate, or why there is none, if one was asked for and the answer was found.
    pub proof: Option<Result<WriteReport, ProofError>>,
}

impl Solution {
    /// Puts words before what the note says already.
    pub fn say_first(&mut self, words: &str) {
        let more = if self.note.is_empty() { "" } else { "; " };
        self.note = format!("{words}{more}{}", self.note);
    }

    /// A solution of which only the bounds and the effort are known.
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
            note: String::new(),
            proof: None,
        }
    }

    /// Was everything that was asked answered?
    pub fn is_solved(&self) -> bool {
        self.solved
    }
}

/// Do proved bounds answer what was asked? Both from the point of view of the player to move
/// at the root: with a goal, whether the value reaches it; without one, the exact value.
pub fn answers(bounds: Bounds, goal: Option<Score>) -> bool {
    match goal {
        Some(goal) => bounds.lo >= goal || bounds.hi < goal,
        None => bounds.is_exact(),
    }
}

/// The bounds that every position of a game has: its least and its greatest score.
pub fn full_bounds<G: Game>(game: &G) -> Bounds {
    let scores = game.scores();
    Bounds::new(scores[0], scores[scores.len() - 1])
}
