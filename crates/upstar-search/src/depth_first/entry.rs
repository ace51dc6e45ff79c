//! The table entry of depth-first searches.
//!
//! "Solved" is a separate state with the winner for the [`Goal`](crate::goal_bisection::Goal). It is never
//! derived from a number.
//!
//! Let W be the root's winner for one goal. Every later goal at the root is harder for W: a higher score if W
//! is the goal's player, a lower one if not. A position that W's opponent wins now, the opponent also wins
//! then. So between two goals the table keeps exactly the positions that W lost, and their winner stays
//! correct. All other entries could be wrong for the next goal and are removed.

use upstar_core::Player;

use crate::table::Pack;

/// The table entry of a position.
///
/// ```text
/// bit  55      54      0..53
///      solved  winner  the rule's numbers of an open position, packed by the rule
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProofEntry {
    Won(Player),
    Open(u64),
}

const SOLVED: u64 = 1 << 55;
/// The bits that a rule may use.
pub(super) const NUMBER_BITS: u32 = 54;

impl Pack for ProofEntry {
    #[inline]
    fn pack(self) -> u64 {
        match self {
            ProofEntry::Won(player) => SOLVED | (player.index() as u64) << NUMBER_BITS,
            ProofEntry::Open(numbers) => numbers,
        }
    }

    #[inline]
    fn unpack(word: u64) -> ProofEntry {
        if word & SOLVED != 0 {
            ProofEntry::Won(Player::BOTH[(word >> NUMBER_BITS & 1) as usize])
        } else {
            ProofEntry::Open(word & ((1 << NUMBER_BITS) - 1))
        }
    }

    #[inline]
    fn is_settled(word: u64) -> bool {
        word & SOLVED != 0
    }
}
