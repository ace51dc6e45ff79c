//! Scores, and intervals that are proved to contain a score.

use super::Player;

/// The result of a finished game from Left's point of view: larger is better for Left.
/// Games that are only won, drawn or lost use 1, 0 and −1.
pub type Score = i16;

/// A proved interval: `lo` ≤ value ≤ `hi`. The point of view is Left's, unless the context states
/// another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Bounds {
    /// The value is at least this.
    pub lo: Score,
    /// The value is at most this.
    pub hi: Score,
}

impl Bounds {
    /// The interval from `lo` to `hi`.
    #[inline]
    pub fn new(lo: Score, hi: Score) -> Bounds {
        debug_assert!(lo <= hi, "empty bounds {lo}..{hi}");
        Bounds { lo, hi }
    }

    /// The interval that contains only `score`.
    #[inline]
    pub fn exactly(score: Score) -> Bounds {
        Bounds { lo: score, hi: score }
    }

    /// Is the value known?
    #[inline]
    pub fn is_exact(self) -> bool {
        self.lo == self.hi
    }

    /// The same interval from the point of view of `player`. The function is its own inverse.
    #[inline]
    pub fn seen_by(self, player: Player) -> Bounds {
        match player {
            Player::Left => self,
            Player::Right => Bounds { lo: -self.hi, hi: -self.lo },
        }
    }

    /// The intersection of two proved intervals.
    #[inline]
    pub fn meet(self, other: Bounds) -> Bounds {
        Bounds::new(self.lo.max(other.lo), self.hi.min(other.hi))
    }
}
