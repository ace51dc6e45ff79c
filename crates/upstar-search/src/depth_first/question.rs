//! Yes/no questions, and what a table remembers about one.
//!
//! A question is: does `player`, who moves at the root, reach `goal`? Every position then has a
//! winner: `player`, if the goal is reached from it by best play, or the opponent. "Solved" is
//! a state of its own that names the winner; it is never read off a number.
//!
//! Let the root's winner be W. Every later question at the root is harder for W than this one
//! (a higher goal if W is `player`, a lower one if not), and what W's opponent wins now, the
//! opponent wins then. So between questions the table keeps exactly the positions that W lost,
//! and their winner stays right; all other records could mislead and are dropped.

use upstar_core::{Bounds, Player, Score};

use crate::table::Pack;

/// Does `player` reach `goal`, from that player's point of view?
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub player: Player,
    pub goal: Score,
}

impl Question {
    /// Who wins, if bounds on the value (from Left's point of view) say so.
    #[inline]
    pub fn winner(self, bounds: Bounds) -> Option<Player> {
        let bounds = bounds.seen_by(self.player);
        if bounds.lo >= self.goal {
            Some(self.player)
        } else if bounds.hi < self.goal {
            Some(self.player.other())
        } else {
            None
        }
    }
}

/// What the table knows of a position.
///
/// ```text
/// bit  55      54      0..53
///      solved  winner  the rule's numbers of an open position, packed by the rule
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    Won(Player),
    Open(u64),
}

const SOLVED: u64 = 1 << 55;
/// The bits that a rule may use.
pub(super) const NUMBER_BITS: u32 = 54;

impl Pack for Known {
    #[inline]
    fn pack(self) -> u64 {
        match self {
            Known::Won(player) => SOLVED | (player.index() as u64) << NUMBER_BITS,
            Known::Open(numbers) => numbers,
        }
    }

    #[inline]
    fn unpack(word: u64) -> Known {
        if word & SOLVED != 0 {
            Known::Won(Player::BOTH[(word >> NUMBER_BITS & 1) as usize])
        } else {
            Known::Open(word & ((1 << NUMBER_BITS) - 1))
        }
    }

    #[inline]
    fn is_settled(word: u64) -> bool {
        word & SOLVED != 0
    }
}
