//! The two players.

use super::Score;

/// One of the two players. Each game has its own labels for them (black and white, …).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Player {
    /// Moves first by default; positive scores are good for Left.
    Left = 0,
    /// The other player.
    Right = 1,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The opponent.
    #[inline]
    pub fn other(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// 0 for Left, 1 for Right.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The score of a game that this player has won, in games with only wins and losses.
    #[inline]
    pub fn win(self) -> Score {
        match self {
            Player::Left => 1,
            Player::Right => -1,
        }
    }
}
