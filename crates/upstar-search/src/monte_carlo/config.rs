//! The choices of one Monte-Carlo search. Every algorithm of this folder is the same loop with
//! other choices.

/// How exploration is added to a child's value. `N` are the parent's visits, `n` the child's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    /// c √(ln N / n) (Auer, Cesa-Bianchi and Fischer 2002; Kocsis and Szepesvári 2006).
    Ucb1,
    /// c √(ln N / n · min(V, c₂)) with V = σ² + c₁ √(ln N / n).
    Tuned,
}

/// The weight α of a child's own playouts against its all-moves-as-first statistics.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rave {
    /// Own playouts alone.
    Off,
    /// Always the same α.
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

/// What is proved of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Won or lost, one yes/no question after the other.
    WinLoss,
    /// Lower and upper bounds; solved children are left alone.
    Bounds,
    /// The same, and children that can no longer matter are cut.
    Cuts,
}

/// When a leaf gets children.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expand {
    /// As soon as it is reached again, and then all its children get their first playout.
    AllEnds,
    /// After so many visits.
    Visits(u32),
    /// When its share of its parent's visits, estimated from means and variances, is so many.
    Probability(f64),
}

/// The order in which moves are first tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// At random.
    Random,
    /// As the game lists them.
    Listed,
    /// Best first by the game's evaluation.
    Evaluation,
}

/// Progressive pruning (Bouzy 2004): moves that are statistically worse are left out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pruning {
    /// May a move come back when it is no longer worse?
    pub soft: bool,
    /// Half the width of an interval, in standard errors.
    pub ratio: f64,
    /// Standard errors below this (in scores) are small enough for two moves to be equal.
    pub equal: f64,
    /// Playouts that each move has before it may be pruned.
    pub least: u32,
    /// Visits between two checks.
    pub period: u32,
}

/// How a playout chooses moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Policy {
    /// Each as likely as any other.
    Uniform,
    /// With probability proportional to exp(K v), v the move's value so far in all playouts.
    Softmax(f64),
    /// The greatest of v (1 + u e^(−cN)), u drawn from −1 to 1: Gobble's annealing.
    Annealed(f64),
}

/// A node's value from its children's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Backup {
    /// The mean of its playouts.
    Mean,
    /// The best of its children's.
    Minimax,
    /// (m · mean + n · minimax) / (m + n): from the mean to minimax as visits n grow.
    Mix(f64),
}

/// A bias by proof numbers, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bias {
    /// 1 − rank / highest rank.
    Rank,
    /// 1 − number / greatest number.
    Max,
    /// 1 − number / sum of numbers.
    Sum,
}

/// Which move is played.
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
    /// One tree, one lock, virtual losses; playouts outside the lock.
    Tree,
    /// A tree for each thread.
    Root,
}

/// All choices.
#[derive(Clone, Debug)]
pub struct MonteCarloConfig {
    pub formula: Formula,
    pub c: f64,
    pub c1: f64,
    pub c2: f64,
    /// The value of a move that was never tried.
    pub first_play: f64,
    /// Weights of the pessimistic and the optimistic bound in a child's value.
    pub gamma: f64,
    pub delta: f64,
    /// The visits of a child at which these weights are halved; 0: they stay.
    pub bias_decay: f64,
    pub rave: Rave,
    /// With RAVE: is every move tried before any is tried again?
    pub rave_all: bool,
    /// The weight of the minimax of evaluations in a child's value.
    pub implicit: f64,
    pub bias: Option<Bias>,
    pub c_pn: f64,
    pub mode: Mode,
    /// Ask the game for static bounds.
    pub bounds: bool,
    pub expand: Expand,
    pub order: Order,
    /// k(n) = ⌈C n^α⌉ moves are considered.
    pub widening: Option<(f64, f64)>,
    pub pruning: Option<Pruning>,
    /// Enumerate all positions so many moves deep instead of growing a tree; 0: grow one.
    pub depth: u32,
    /// At nodes with fewer visits moves are drawn by lot, solved ones too.
    pub simulate_below: u32,
    /// The game's evaluation instead of playouts.
    pub evaluates: bool,
    /// Playouts for each leaf.
    pub playouts: u32,
    pub policy: Policy,
    /// Keep playouts' values within the bounds of each node that they pass.
    pub clip: bool,
    pub backup: Backup,
    pub final_move: FinalMove,
    pub parallel: Parallel,
}

impl MonteCarloConfig {
    /// Does any part need to know which moves a playout made?
    pub fn tracks_moves(&self) -> bool {
        self.rave != Rave::Off || self.policy != Policy::Uniform
    }

    /// Is a node's `value` in use?
    pub fn has_values(&self) -> bool {
        self.backup != Backup::Mean || self.implicit > 0.0
    }
}
