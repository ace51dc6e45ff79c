//! Bisection of a value by goals: does the player to move at the root reach this score?
//!
//! If the request has no goal, the exact value is found by halving the set of possible scores. So n possible
//! scores take at most ⌈log₂ n⌉ goals.

use upstar_core::{Bounds, Player, Score, SearchGame};

/// A goal: does `player` reach at least `score`, from that player's point of view?
///
/// With a goal every position has a winner: `player`, if best play from the position reaches the goal,
/// otherwise the opponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The player to move at the root.
    pub player: Player,
    /// The score to reach.
    pub score: Score,
}

impl Goal {
    /// The winner, if bounds on the value (from Left's point of view) decide it.
    #[inline]
    pub fn winner(self, bounds: Bounds) -> Option<Player> {
        let bounds = bounds.seen_by(self.player);
        if bounds.lo >= self.score {
            Some(self.player)
        } else if bounds.hi < self.score {
            Some(self.player.other())
        } else {
            None
        }
    }

    /// Does `player` win with this final score (from Left's point of view)?
    #[inline]
    pub fn is_won_by(self, player: Player, score: Score) -> bool {
        let is_reached = Bounds::exactly(score).seen_by(self.player).lo >= self.score;
        is_reached == (player == self.player)
    }
}

/// A game's scores as one player sees them, in ascending order.
pub(crate) struct GoalBisection {
    scores: Vec<Score>,
}

impl GoalBisection {
    /// The goals of `player`.
    pub fn new<G: SearchGame>(game: &G, player: Player) -> GoalBisection {
        let seen = |&s: &Score| Bounds::exactly(s).seen_by(player).lo;
        let mut scores: Vec<Score> = game.scores().iter().map(seen).collect();
        scores.sort_unstable();
        GoalBisection { scores }
    }

    /// The next goal, and the greatest score below it. `bounds` must leave more than one score possible.
    pub fn next_goal(&self, bounds: Bounds, goal: Option<Score>) -> (Score, Score) {
        let number_below = |score| self.scores.partition_point(|&s| s < score);
        let i = match goal {
            Some(goal) => number_below(goal),
            None => {
                let (lowest, highest) = (number_below(bounds.lo), number_below(bounds.hi + 1) - 1);
                lowest + (highest - lowest).div_ceil(2)
            }
        };
        (self.scores[i], self.scores[i - 1])
    }

    /// The tightest bounds that contain all possible scores within `bounds`.
    pub fn tighten(&self, bounds: Bounds) -> Bounds {
        let mut within =
            self.scores.iter().copied().filter(|s| (bounds.lo..=bounds.hi).contains(s));
        let lo = within.next().unwrap_or(bounds.lo);
        Bounds::new(lo, within.next_back().unwrap_or(lo))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_goal_halves_the_possible_scores() {
        let bisection = GoalBisection { scores: vec![-1, 0, 1] };
        assert_eq!(bisection.next_goal(Bounds::new(-1, 1), None), (0, -1));
        assert_eq!(bisection.next_goal(Bounds::new(0, 1), None), (1, 0));
        assert_eq!(bisection.next_goal(Bounds::new(-1, 1), Some(1)), (1, 0));
        let bisection = GoalBisection { scores: vec![-5, -1, 2, 7] };
        assert_eq!(bisection.next_goal(Bounds::new(-5, 7), None), (2, -1));
        assert_eq!(bisection.tighten(Bounds::new(-4, 6)), Bounds::new(-1, 2));
        assert_eq!(bisection.tighten(Bounds::new(3, 7)), Bounds::exactly(7));
    }
}
