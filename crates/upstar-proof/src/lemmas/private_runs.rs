//! Private runs, in Domineering: cells that at most one player can use.
//!
//! **Theorem** A free cell without free neighbours is in no domino, so it may count as taken. A run of
//! n cells in a player's direction, none of which has a free neighbour in the other direction, is an
//! independent part in which only this player moves, ⌊n/2⌋ times. Its value is this integer, positive
//! for Left and negative for Right. So these runs together have the value d = (moves of Left) − (moves
//! of Right). They equal |d| dominoes of the player who has more; the other cells may count as taken.
//!
//! The dominoes that stay are the first ones, in the order of their cells.

use upstar_core::Player;

use super::{At, Board, Family, Lemma, packing::Packing};

/// The lemma on a board.
pub struct PrivateRuns(Packing);

impl PrivateRuns {
    /// The lemma for a board of Domineering.
    pub fn for_board(board: &Board) -> Option<Box<dyn Lemma>> {
        (board.family == Family::Domineering)
            .then(|| Box::new(PrivateRuns(Packing::on(board))) as Box<dyn Lemma>)
    }

    /// The cells beside a set in a player's direction.
    #[inline]
    fn beside(&self, set: u128, player: Player) -> u128 {
        self.0.next(set, player) | self.0.back(set, player)
    }

    /// The free cells of runs of a player that the other player cannot use at all.
    fn private(&self, free: u128, player: Player) -> u128 {
        let mut shared = free & self.beside(free, player.other());
        loop {
            let more = shared | (self.beside(shared, player) & free);
            if more == shared {
                return free & !shared;
            }
            shared = more;
        }
    }

    /// The first dominoes of a player in its private runs, as cells, and how many there are in all.
    fn dominoes(&self, private: u128, player: Player, most: u32) -> (u128, u32) {
        let mut starts = private & self.0.back(private, player);
        let (mut cells, mut count) = (0, 0);
        while starts != 0 {
            let first = starts & starts.wrapping_neg();
            let second = self.0.next(first, player);
            starts &= !(first | second);
            if count < most {
                cells |= first | second;
            }
            count += 1;
        }
        (cells, count)
    }
}

impl Lemma for PrivateRuns {
    fn name(&self) -> &'static str {
        "private-runs"
    }

    #[inline]
    fn equal(&self, at: At) -> At {
        let free = self.0.all & !at.planes[0];
        let [left, right] = Player::BOTH.map(|player| self.private(free, player));
        if left | right == 0 {
            return at;
        }
        // A cell without free neighbours is in both sets, and in no domino.
        let [lefts, rights] = [(left, Player::Left), (right, Player::Right)]
            .map(|(private, player)| self.dominoes(private, player, 0).1);
        let kept = match lefts >= rights {
            true => self.dominoes(left, Player::Left, lefts - rights).0,
            false => self.dominoes(right, Player::Right, rights - lefts).0,
        };
        let taken = self.0.all & !((free & !(left | right)) | kept);
        At { planes: [taken, 0], ..at }
    }
}
