//! A node and its statistics. Values are from Left's point of view, from 0
//! to 1.

use upstar_core::{Bounds, Move, Player, Score};

/// A node of the tree: 48 bytes. Children lie side by side. The untried ones are the
/// last of them and have only their move.
#[derive(Clone, Debug)]
pub struct Node {
    /// The sum of the values of its playouts.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f32,
    /// Its playouts.
    pub visits: u32,
    /// The minimax value, of playouts or of evaluations, where one is used.
    pub value: f32,
    /// The proof number of each player, where they are used; `u32::MAX` if it cannot be.
    pub proof: [u32; 2],
    /// The move that leads here.
    pub mv: Move,
    /// Where the children are.
    pub first: u32,
    /// Legal moves, once the node has children.
    pub count: u16,
    /// How many of them were tried.
    pub tried_count: u16,
    /// Its score is proved to be at least this.
    pub lo: Score,
    /// Its score is proved to be at most this.
    pub hi: Score,
    /// The player to move.
    pub mover: Player,
    /// Is it left out by progressive pruning?
    pub pruned: bool,
}

const _: () = assert!(size_of::<Node>() == 48);

/// The proof number of what cannot be proved.
pub const INFINITE: u32 = u32::MAX;

impl Node {
    /// A node of which only the move is known.
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

    /// Is its value known?
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.lo == self.hi
    }

    /// What is proved.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        Bounds { lo: self.lo, hi: self.hi }
    }

    /// Can it no longer matter at a parent with these bounds, in which `player` moves?
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

    /// The standard error of its mean.
    pub fn error(&self) -> f64 {
        (self.variance() / f64::from(self.visits.max(1))).sqrt()
    }

    /// Its children's places.
    #[inline]
    pub fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }

    /// The places of those that were tried.
    #[inline]
    pub fn tried(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.tried_count)
    }
}
