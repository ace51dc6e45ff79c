//! The configuration of a Monte-Carlo search. Every algorithm of this module is the same loop with a
//! different configuration.

/// The exploration term of a child's value. `N` are the parent's visits, `n` the child's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    /// c √(ln N / n) (Auer, Cesa-Bianchi and Fischer 2002; Kocsis and Szepesvári 2006).
    Ucb1,
    /// c √(ln N / n · min(V, c₂)) with V = σ² + c₁ √(ln N / n).
    Tuned,
}

/// The weight α of a child's own playouts relative to its all-moves-as-first statistics.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rave {
    /// Only the child's own playouts.
    Off,
    /// A constant α.
    Fixed(f64),
    /// α = n / (n + k).
    Count(f64),
    /// α = 1 − √(k / (3 n + k)) (Gelly and Silver 2007).
    Root(f64),
}

impl Rave {
    /// α after n visits.
    #[inline]
    pub fn weight(self, n: f64) -> f64 {
        match self {
            Rave::Off => 1.0,
            Rave::Fixed(alpha) => alpha,
            Rave::Count(k) => n / (n + k),
            Rave::Root(k) => 1.0 - (k / (3.0 * n + k)).sqrt(),
        }
    }
}

/// What the search proves about nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Wins or losses with respect to a goal; several goals if needed.
    WinLoss,
    /// Lower and upper bounds. Solved children are not selected.
    Bounds,
    /// The same, and children whose bounds cannot change the result are cut.
    Cuts,
}

/// When a leaf gets children.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expand {
    /// When it is reached for the second time. Then all its children get their first playout.
    AllEnds,
    /// After this many visits.
    Visits(u32),
    /// When its expected share of its parent's visits, estimated from means and variances, is at least this.
    Probability(f64),
}

/// The order in which moves are tried for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Random.
    Random,
    /// The order of the game's list of moves.
    Listed,
    /// Best first by the game's evaluation.
    Evaluation,
}

/// Progressive pruning (Bouzy 2004): moves that are statistically worse are not selected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pruning {
    /// May a pruned move be selected again when it is no longer worse?
    pub soft: bool,
    /// Half the width of an interval, in standard errors.
    pub ratio: f64,
    /// Two moves can be equal if their standard errors (in scores) are below this.
    pub equal: f64,
    /// The minimum number of playouts of a move before it may be pruned.
    pub least: u32,
    /// Visits between two checks.
    pub period: u32,
    /// Visits between two checks whether pruned moves look better.
    pub revival: u32,
    /// The search ends after this many playouts for each move of the root; 0: it does not.
    pub most: u32,
}

/// K of a playout: it changes from one number to another over the first playouts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Temperature {
    /// K at the first playout.
    pub first: f64,
    /// K after the given number of playouts.
    pub last: f64,
    /// That number; 0 if K is constant.
    pub playouts: f64,
}

impl Temperature {
    /// K after n playouts.
    #[inline]
    pub fn after(self, n: f64) -> f64 {
        if n >= self.playouts {
            return self.last;
        }
        self.first + (self.last - self.first) * n / self.playouts
    }
}

/// How a playout selects moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Policy {
    /// Every move has the same probability.
    Uniform,
    /// The probability is proportional to exp(K v), where v is the move's average value in all playouts.
    Softmax(Temperature),
    /// Selects the greatest v (1 + u e^(−cN)), with u random from −1 to 1: the annealing of Gobble.
    Annealed(f64),
}

/// How a node's value is computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Backup {
    /// The mean of its playouts.
    Mean,
    /// The best of its children's values.
    Minimax,
    /// (m · mean + n · minimax) / (m + n): changes from the mean to minimax as the visits n grow.
    Mix(f64),
}

/// A selection bias from the proof numbers of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bias {
    /// 1 − rank / highest rank.
    Rank,
    /// 1 − number / greatest number.
    Max,
    /// 1 − number / sum of numbers.
    Sum,
}

/// The rule that selects the move to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FinalMove {
    /// Most visits.
    Visits,
    /// Greatest value.
    Value,
    /// Greatest v + A / √n.
    Secure(f64),
}

/// How threads share the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parallel {
    /// One tree with one lock and virtual losses. Playouts run outside the lock.
    Tree,
    /// A tree for each thread.
    Root,
}

/// The whole configuration.
#[derive(Clone, Debug)]
pub struct MonteCarloConfig {
    pub formula: Formula,
    pub c: f64,
    pub c1: f64,
    pub c2: f64,
    /// The value of an untried move.
    pub first_play: f64,
    /// The weights of the pessimistic and the optimistic bound in a child's value.
    pub gamma: f64,
    pub delta: f64,
    /// The number of visits of a child at which these weights are halved; 0 if they are constant.
    pub bias_decay: f64,
    pub rave: Rave,
    /// Are the bounds of a child clipped to those of its parent before they count in its value?
    pub parent_bounds: bool,
    /// With RAVE: try every move once before any move is selected again.
    pub rave_all: bool,
    /// The playouts that the game's evaluation of a node counts as in its value; 0: it does not count.
    pub prior: f64,
    /// The weight of the minimax value of evaluations in a child's value.
    pub implicit: f64,
    pub bias: Option<Bias>,
    pub c_pn: f64,
    pub mode: Mode,
    /// Use the game's static bounds.
    pub bounds: bool,
    pub expand: Expand,
    pub order: Order,
    /// Progressive widening: k(n) = ⌈C n^α⌉ moves are considered.
    pub widening: Option<(f64, f64)>,
    pub pruning: Option<Pruning>,
    /// If not 0, enumerate all positions to this depth instead of growing a tree.
    pub depth: u32,
    /// At nodes with fewer visits, moves are selected at random, including solved ones.
    pub simulate_below: u32,
    /// Use the game's evaluation instead of playouts.
    pub evaluates: bool,
    /// The number of random moves before an evaluation.
    pub evaluate_after: u32,
    /// The number of playouts from each leaf.
    pub playouts: u32,
    pub policy: Policy,
    /// Clip the values of playouts to the bounds of each node on their path.
    pub clip: bool,
    pub backup: Backup,
    /// A node with at least this many visits has the minimax value of its children; 0: no node has.
    pub trust: u32,
    pub final_move: FinalMove,
    pub parallel: Parallel,
}

impl MonteCarloConfig {
    /// Does any option need the moves of a playout?
    pub fn tracks_moves(&self) -> bool {
        self.rave != Rave::Off || self.policy != Policy::Uniform
    }

    /// Does any option use a node's `value`?
    pub fn has_values(&self) -> bool {
        self.backup != Backup::Mean || self.implicit > 0.0 || self.trust > 0
    }
}
