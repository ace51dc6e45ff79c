//! Scores as the loop sees them: from 0, the worst for Left, to 1; and yes/no questions as games
//! with two scores.

use upstar_core::{Bounds, Player, Score, SearchGame};

/// The least and greatest score, and the question that folds all others onto them.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    pub lo: Score,
    pub hi: Score,
    /// Scores from this on, from Left's point of view, count as `hi`, others as `lo`.
    threshold: Option<Score>,
    /// The least score from the threshold on, and the greatest below it.
    beside: (Score, Score),
}

impl Scale {
    /// All scores as they are.
    pub fn whole<G: SearchGame>(game: &G) -> Scale {
        let scores = game.scores();
        let (lo, hi) = (scores[0], scores[scores.len() - 1]);
        Scale { lo, hi, threshold: None, beside: (hi, lo) }
    }

    /// The question whether `max` reaches `least`, from the point of view of `max`.
    pub fn question<G: SearchGame>(game: &G, max: Player, least: Score) -> Scale {
        let whole = Scale::whole(game);
        let threshold = match max {
            Player::Left => least,
            Player::Right => 1 - least,
        };
        let above = game.scores().iter().copied().find(|&s| s >= threshold);
        let below = game.scores().iter().copied().rfind(|&s| s < threshold);
        let beside = (above.unwrap_or(whole.hi), below.unwrap_or(whole.lo));
        Scale { threshold: Some(threshold), beside, ..whole }
    }

    /// Bounds without knowledge.
    #[inline]
    pub fn full(self) -> Bounds {
        Bounds { lo: self.lo, hi: self.hi }
    }

    /// A score of the game as a score of the question.
    #[inline]
    pub fn fold(self, score: Score) -> Score {
        match self.threshold {
            None => score,
            Some(threshold) if score >= threshold => self.hi,
            Some(_) => self.lo,
        }
    }

    /// What bounds in the question say of the game's score.
    pub fn unfold(self, bounds: Bounds) -> Bounds {
        if self.threshold.is_none() {
            return bounds;
        }
        let lo = if bounds.lo == self.hi { self.beside.0 } else { self.lo };
        let hi = if bounds.hi == self.lo { self.beside.1 } else { self.hi };
        Bounds { lo, hi }
    }

    /// From 0, the worst for Left, to 1.
    #[inline]
    pub fn normal(self, score: Score) -> f64 {
        if self.hi == self.lo {
            return 0.5;
        }
        (f64::from(score) - f64::from(self.lo)) / (f64::from(self.hi) - f64::from(self.lo))
    }
}

/// A value from 0 to 1 as a player sees it.
#[inline]
pub fn seen(value: f64, player: Player) -> f64 {
    match player {
        Player::Left => value,
        Player::Right => 1.0 - value,
    }
}
