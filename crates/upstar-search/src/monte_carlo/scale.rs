//! Scores on the scale of the search: from 0, the worst for Left, to 1. With a goal there are only two
//! scores.

use upstar_core::{Bounds, Player, Score, SearchGame};

/// The least and the greatest score, and the goal, if any, that maps every score to one of them.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    pub lo: Score,
    pub hi: Score,
    /// Scores of at least this, from Left's point of view, are mapped to `hi`, others to `lo`.
    threshold: Option<Score>,
    /// The least score at or above the threshold, and the greatest score below it.
    around_threshold: (Score, Score),
    /// Are there only wins, losses and perhaps draws halfway between them?
    pub has_outcomes: bool,
}

impl Scale {
    /// A scale without a goal.
    pub fn whole<G: SearchGame>(game: &G) -> Scale {
        let scores = game.scores();
        let (lo, hi) = (scores[0], scores[scores.len() - 1]);
        let has_outcomes = match *scores {
            [lo, draw, hi] => i32::from(lo) + i32::from(hi) == 2 * i32::from(draw),
            _ => scores.len() == 2,
        };
        Scale { lo, hi, threshold: None, around_threshold: (hi, lo), has_outcomes }
    }

    /// The scale for the goal of `player` to reach `least`, from that player's point of view.
    pub fn goal<G: SearchGame>(game: &G, player: Player, least: Score) -> Scale {
        let whole = Scale::whole(game);
        let threshold = match player {
            Player::Left => least,
            Player::Right => 1 - least,
        };
        let above = game.scores().iter().copied().find(|&s| s >= threshold);
        let below = game.scores().iter().copied().rfind(|&s| s < threshold);
        let around_threshold = (above.unwrap_or(whole.hi), below.unwrap_or(whole.lo));
        Scale { threshold: Some(threshold), around_threshold, has_outcomes: true, ..whole }
    }

    /// The bounds that hold for every score.
    #[inline]
    pub fn full(self) -> Bounds {
        Bounds { lo: self.lo, hi: self.hi }
    }

    /// Maps a score of the game to a score of the goal.
    #[inline]
    pub fn fold(self, score: Score) -> Score {
        match self.threshold {
            None => score,
            Some(threshold) if score >= threshold => self.hi,
            Some(_) => self.lo,
        }
    }

    /// The bounds on the game's score that follow from bounds on the score of the goal.
    pub fn unfold(self, bounds: Bounds) -> Bounds {
        if self.threshold.is_none() {
            return bounds;
        }
        let lo = if bounds.lo == self.hi { self.around_threshold.0 } else { self.lo };
        let hi = if bounds.hi == self.lo { self.around_threshold.1 } else { self.hi };
        Bounds { lo, hi }
    }

    /// Maps a score to a value from 0, the worst for Left, to 1.
    #[inline]
    pub fn normalize(self, score: Score) -> f64 {
        if self.hi == self.lo {
            return 0.5;
        }
        (f64::from(score) - f64::from(self.lo)) / (f64::from(self.hi) - f64::from(self.lo))
    }
}

/// A value from 0 to 1, seen by a player.
#[inline]
pub fn value_for(value: f64, player: Player) -> f64 {
    match player {
        Player::Left => value,
        Player::Right => 1.0 - value,
    }
}
