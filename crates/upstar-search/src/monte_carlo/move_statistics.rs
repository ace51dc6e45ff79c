//! Statistics of moves across positions: all-moves-as-first (AMAF), and the averages that playout policies
//! use.
//!
//! A move is identified by its number. So these statistics are useful only if a number means the same move in
//! every position (a cell, a column, a step). This holds for the games here except P-games. In games written
//! in Python the numbers are indices of a list.
//!
//! **Reference** Brügmann, *Monte Carlo Go*, 1993; Finnsson and Björnsson, *Simulation-based approach to general game
//! playing*, 2008 (MAST).

use upstar_core::{Move, Player};

use super::{scale::value_for, tree::Amaf};

/// Moves with greater numbers get no statistics.
const MAX_MOVES: usize = 1 << 16;

/// Stores which player made each move of a playout first. Moves are added from the end of the playout to its
/// beginning.
#[derive(Default)]
pub struct AmafTracker {
    /// For each move, the last playout that contains it, and the player who made it first.
    first_player: Vec<(u32, Player)>,
    moves: Vec<Move>,
    playout: u32,
}

impl AmafTracker {
    /// Starts a new playout.
    pub fn start_playout(&mut self) {
        self.moves.clear();
        self.playout = self.playout.wrapping_add(1);
        if self.playout == 0 {
            self.first_player.clear();
            self.playout = 1;
        }
    }

    /// Adds a move that was made before those added so far.
    #[inline]
    pub fn add(&mut self, mv: Move, player: Player) {
        let number = mv.0 as usize;
        if number >= MAX_MOVES {
            return;
        }
        if number >= self.first_player.len() {
            self.first_player.resize(number + 1, (0, Player::Left));
        }
        if self.first_player[number].0 != self.playout {
            self.moves.push(mv);
        }
        self.first_player[number] = (self.playout, player);
    }

    /// The player who made a move first, among the moves added so far.
    #[inline]
    pub fn first_player(&self, mv: Move) -> Option<Player> {
        let entry = self.first_player.get(mv.0 as usize);
        entry.filter(|(playout, _)| *playout == self.playout).map(|&(_, player)| player)
    }
}

/// The average value of each move for each player, over all playouts in which the player made it
/// first (move-average sampling, MAST).
#[derive(Clone, Default)]
pub struct MoveAverages {
    values: [Vec<Amaf>; 2],
    /// The number of playouts.
    pub playouts: u64,
}

impl MoveAverages {
    /// Adds a playout with its value for Left.
    pub fn add_playout(&mut self, amaf_tracker: &AmafTracker, value: f32) {
        self.playouts += 1;
        for &mv in &amaf_tracker.moves {
            let Some(player) = amaf_tracker.first_player(mv) else { continue };
            let values = &mut self.values[player.index()];
            let number = mv.0 as usize;
            if number >= values.len() {
                values.resize(number + 1, Amaf::default());
            }
            values[number].add(value);
        }
    }

    /// A copy for a playout outside the lock, if its policy needs one.
    pub fn clone_if(&self, is_needed: bool) -> MoveAverages {
        if is_needed { self.clone() } else { MoveAverages::default() }
    }

    /// The average value of a move for the player who makes it; one half if it was never made.
    #[inline]
    pub fn value(&self, player: Player, mv: Move) -> f64 {
        let entry = self.values[player.index()].get(mv.0 as usize);
        entry.map_or(0.5, |amaf| value_for(amaf.mean(), player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both players make the same move; only the first of them counts.
    #[test]
    fn only_the_first_player_of_a_move_counts() {
        let mut amaf_tracker = AmafTracker::default();
        let play = [(Player::Left, 4), (Player::Right, 2), (Player::Left, 7), (Player::Right, 4)];
        amaf_tracker.start_playout();
        for (player, number) in play.into_iter().rev() {
            amaf_tracker.add(Move(number), player);
        }
        assert_eq!(amaf_tracker.first_player(Move(4)), Some(Player::Left));
        assert_eq!(amaf_tracker.first_player(Move(2)), Some(Player::Right));
        assert_eq!(amaf_tracker.first_player(Move(3)), None);
        let mut move_averages = MoveAverages::default();
        move_averages.add_playout(&amaf_tracker, 1.0);
        assert_eq!(move_averages.value(Player::Left, Move(4)), 1.0);
        assert_eq!(move_averages.value(Player::Right, Move(2)), 0.0);
        assert_eq!(move_averages.value(Player::Right, Move(4)), 0.5);
        amaf_tracker.start_playout();
        assert_eq!(amaf_tracker.first_player(Move(4)), None);
    }
}
