//! A node and its statistics. Values are from 0 to 1, from Left's point of view.

use upstar_core::{Bounds, Move, Player, Score};

/// A node of the tree: 48 bytes. The children of a node are adjacent. The untried ones come last, and only
/// their moves are set.
#[derive(Clone, Debug)]
pub struct Node {
    /// The sum of the values of its playouts.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f32,
    /// The number of its playouts.
    pub visits: u32,
    /// The minimax value of playouts or of evaluations, if the search uses one.
    pub value: f32,
    /// The proof number of each player, if the search uses them; `u32::MAX` if there is no proof.
    pub proof: [u32; 2],
    /// The move that leads here.
    pub mv: Move,
    /// The index of the first child.
    pub first: u32,
    /// The number of legal moves; 0 before the node is expanded.
    pub count: u16,
    /// How many of them were tried.
    pub tried_count: u16,
    /// The proved lower bound of its score.
    pub lo: Score,
    /// The proved upper bound of its score.
    pub hi: Score,
    /// The player to move.
    pub mover: Player,
    /// Was it removed by progressive pruning?
    pub pruned: bool,
}

const _: () = assert!(size_of::<Node>() == 48);

/// The proof number if no proof exists.
pub const INFINITE: u32 = u32::MAX;

impl Node {
    /// An untried node: only its move is known.
    pub fn untried(mv: Move, full: Bounds) -> Node {
        Node {
            sum: 0.0,
            squares: 0.0,
            visits: 0,
            value: 0.5,
            proof: [1, 1],
            mv,
            first: 0,
            count: 0,
            tried_count: 0,
            lo: full.lo,
            hi: full.hi,
            mover: Player::Left,
            pruned: false,
        }
    }

    /// Is its value proved?
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.lo == self.hi
    }

    /// The proved bounds.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        Bounds { lo: self.lo, hi: self.hi }
    }

    /// Can it no longer affect a parent with these bounds, where `player` is to move?
    #[inline]
    pub fn is_cut(&self, parent: Bounds, player: Player) -> bool {
        match player {
            Player::Left => self.hi <= parent.lo,
            Player::Right => self.lo >= parent.hi,
        }
    }

    /// The mean of its playouts; one half before the first.
    #[inline]
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.sum / f64::from(self.visits) }
    }

    /// The variance of its playouts.
    pub fn variance(&self) -> f64 {
        let n = f64::from(self.visits.max(1));
        (f64::from(self.squares) / n - (self.sum / n).powi(2)).max(0.0)
    }

    /// How many of its playouts the player won, drew and lost, if their values are 1, ½ and 0; none for more
    /// playouts than the sums represent exactly.
    pub fn counts(&self, player: Player) -> Option<[u64; 3]> {
        const MAX_VISITS: u32 = 1 << 22;
        if self.visits > MAX_VISITS {
            return None;
        }
        // With w wins and d draws of Left, the sum is w + d/2 and the sum of squares w + d/4.
        let squares = f64::from(self.squares);
        let draws = (4.0 * (self.sum - squares)).round() as u64;
        let wins = (2.0 * squares - self.sum).round() as u64;
        let losses = u64::from(self.visits).checked_sub(wins + draws)?;
        Some(match player {
            Player::Left => [wins, draws, losses],
            Player::Right => [losses, draws, wins],
        })
    }

    /// The standard error of its mean.
    pub fn error(&self) -> f64 {
        (self.variance() / f64::from(self.visits.max(1))).sqrt()
    }

    /// The indices of its children.
    #[inline]
    pub fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }

    /// The indices of the children that were tried.
    #[inline]
    pub fn tried(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.tried_count)
    }
}
