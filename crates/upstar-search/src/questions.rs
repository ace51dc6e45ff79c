//! Which yes/no question comes next: does the player to move at the root reach this score?
//!
//! Without a goal the exact value is found by halving the scores that are still possible, so n
//! possible scores take at most ⌈log₂ n⌉ questions.

use upstar_core::{Bounds, Player, Score, SearchGame};

/// A game's scores as one player sees them, ascending.
pub(crate) struct Questions {
    scores: Vec<Score>,
}

impl Questions {
    /// The questions that `player` may ask.
    pub fn new<G: SearchGame>(game: &G, player: Player) -> Questions {
        let seen = |&s: &Score| Bounds::exactly(s).seen_by(player).lo;
        let mut scores: Vec<Score> = game.scores().iter().map(seen).collect();
        scores.sort_unstable();
        Questions { scores }
    }

    /// The next question, and the greatest score that falls short of it; `bounds` leave more
    /// than one score possible.
    pub fn next(&self, bounds: Bounds, goal: Option<Score>) -> (Score, Score) {
        let reached = |score| self.scores.partition_point(|&s| s < score);
        let i = match goal {
            Some(goal) => reached(goal),
            None => {
                let (lowest, highest) = (reached(bounds.lo), reached(bounds.hi + 1) - 1);
                lowest + (highest - lowest).div_ceil(2)
            }
        };
        (self.scores[i], self.scores[i - 1])
    }

    /// The tightest bounds around the scores that are possible within `bounds`.
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
    fn questions_halve_the_scores() {
        let questions = Questions { scores: vec![-1, 0, 1] };
        assert_eq!(questions.next(Bounds::new(-1, 1), None), (0, -1));
        assert_eq!(questions.next(Bounds::new(0, 1), None), (1, 0));
        assert_eq!(questions.next(Bounds::new(-1, 1), Some(1)), (1, 0));
        let questions = Questions { scores: vec![-5, -1, 2, 7] };
        assert_eq!(questions.next(Bounds::new(-5, 7), None), (2, -1));
        assert_eq!(questions.tighten(Bounds::new(-4, 6)), Bounds::new(-1, 2));
        assert_eq!(questions.tighten(Bounds::new(3, 7)), Bounds::exactly(7));
    }
}
