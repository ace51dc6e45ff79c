//! Claims: the statements that a certificate proves, and the claims that an answer needs.
//!
//! A claim states that a player gets at least a score, whatever the opponent plays. An exact value
//! v needs two claims: the player to move gets at least v, and the opponent gets at least −v. If v
//! is the best or the worst score of the game, one of them is trivial and omitted. A yes/no
//! question needs one claim.

use upstar_core::{Bounds, Player, Score, WIN_SCORE, outcome_of};

/// The statement that `claimant` gets at least `least`, from the claimant's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The player who gets the score.
    pub claimant: Player,
    /// The least score that the claimant gets, from the claimant's point of view.
    pub least: Score,
}

impl Claim {
    /// Does the score of a finished game, from Left's point of view, satisfy the claim?
    #[inline]
    pub fn holds(&self, score: Score) -> bool {
        Bounds::exactly(score).seen_by(self.claimant).lo >= self.least
    }

    /// Do bounds on all continuations of a game that is not over decide the claim?
    #[inline]
    pub fn is_decided_by(&self, remaining: Option<Bounds>) -> Option<bool> {
        let Bounds { lo, hi } = remaining?.seen_by(self.claimant);
        match self.least {
            least if lo >= least => Some(true),
            least if hi < least => Some(false),
            _ => None,
        }
    }

    /// Is the claim about one of the scores of the game (from Left's point of view)?
    pub fn is_about(&self, scores: &[Score]) -> bool {
        scores.iter().any(|&s| Bounds::exactly(s).seen_by(self.claimant).lo == self.least)
    }
}

/// The claims that together are equivalent to proved `bounds`, from Left's point of view. With a
/// `goal`, they state whether the player to move reaches it. Without a goal, they state the bounds.
/// A claim that holds in every game is omitted.
pub fn claims_for(
    scores: &[Score],
    bounds: Bounds,
    goal: Option<Score>,
    mover: Player,
) -> Vec<Claim> {
    let mut seen: Vec<Score> =
        scores.iter().map(|&s| Bounds::exactly(s).seen_by(mover).lo).collect();
    seen.sort_unstable();
    let (Some(&worst), Some(&best)) = (seen.first(), seen.last()) else { return Vec::new() };
    let bounds = bounds.seen_by(mover);
    let (least, most) = match goal {
        None => (bounds.lo, bounds.hi),
        Some(goal) if bounds.lo >= goal => {
            (seen.iter().copied().find(|&s| s >= goal).unwrap_or(best), best)
        }
        Some(goal) => (worst, seen.iter().copied().rfind(|&s| s < goal).unwrap_or(worst)),
    };
    let mut claims = Vec::new();
    if least > worst {
        claims.push(Claim { claimant: mover, least });
    }
    if most < best {
        claims.push(Claim { claimant: mover.other(), least: -most });
    }
    claims
}

/// The bounds that proved claims imply, from the point of view of `mover`.
pub fn bounds_from(scores: &[Score], claims: &[Claim], mover: Player) -> Bounds {
    let (first, last) = (scores[0], scores[scores.len() - 1]);
    let mut bounds = Bounds::new(first, last).seen_by(mover);
    for claim in claims {
        if claim.claimant == mover {
            bounds.lo = bounds.lo.max(claim.least);
        } else {
            bounds.hi = bounds.hi.min(-claim.least);
        }
    }
    bounds
}

/// The outcome in words for the player to move, given the game's scores and the bounds from that
/// player's point of view: `win`, `draw`, `loss`, a score with its sign, or a lower or upper bound.
pub fn outcome_text(scores: &[Score], bounds: Bounds) -> String {
    let has_words = scores.iter().all(|s| (-1..=1).contains(s));
    let word = |score: Score| match score {
        _ if !has_words => format!("{score:+}"),
        1 => "win".to_string(),
        0 => "draw".to_string(),
        _ => "loss".to_string(),
    };
    let most = scores.iter().map(|s| s.abs()).max().unwrap_or(0);
    match bounds {
        Bounds { lo, hi } if lo == hi => word(lo),
        Bounds { lo, hi } if lo > -most && hi < most => format!("{} to {}", word(lo), word(hi)),
        Bounds { lo, .. } if lo > -most => format!("at least {}", word(lo)),
        Bounds { hi, .. } if hi < most => format!("at most {}", word(hi)),
        _ => "unknown".to_string(),
    }
}

/// What bounds on the score of a [`DistanceGame`](upstar_core::DistanceGame) say about the player to move: `win`,
/// `loss` or `draw` if they are exact, otherwise the plies that they prove.
pub fn distance_text(bounds: Bounds) -> String {
    let text = |words: &str, plies: Score| {
        format!("{words} within {plies} {}", if plies == 1 { "ply" } else { "plies" })
    };
    let plies = |score: Score| WIN_SCORE - score.abs();
    match bounds {
        Bounds { lo, hi } if lo == hi => outcome_text(&[-1, 0, 1], outcome_of(bounds)),
        Bounds { lo, .. } if lo > 0 => text("win", plies(lo)),
        Bounds { hi, .. } if hi < 0 => text("loss", plies(hi)),
        Bounds { lo: 0, .. } => "at least draw".into(),
        Bounds { hi: 0, .. } => "at most draw".into(),
        Bounds { lo, .. } if lo > -WIN_SCORE => text("no loss", plies(lo) - 1),
        Bounds { hi, .. } => text("no win", plies(hi) - 1),
    }
}

#[cfg(test)]
mod tests {
    use Player::{Left, Right};

    use super::*;

    const THREE: [Score; 3] = [-1, 0, 1];

    fn claims(bounds: Bounds, goal: Option<Score>, mover: Player) -> Vec<(Player, Score)> {
        claims_for(&THREE, bounds, goal, mover).iter().map(|c| (c.claimant, c.least)).collect()
    }

    #[test]
    fn a_draw_needs_two_claims_and_an_extreme_score_one() {
        for mover in Player::BOTH {
            let exactly = |v| Bounds::exactly(v).seen_by(mover);
            assert_eq!(claims(exactly(0), None, mover), [(mover, 0), (mover.other(), 0)]);
            assert_eq!(claims(exactly(1), None, mover), [(mover, 1)]);
            assert_eq!(claims(exactly(-1), None, mover), [(mover.other(), 1)]);
        }
    }

    #[test]
    fn a_goal_needs_one_claim_or_none() {
        assert_eq!(claims(Bounds::new(0, 1), Some(0), Left), [(Left, 0)]);
        assert_eq!(claims(Bounds::new(-1, 0), Some(1), Left), [(Right, 0)]);
        assert_eq!(claims(Bounds::new(0, 0), Some(1), Right), [(Left, 0)]);
        assert_eq!(claims(Bounds::new(-1, -1), Some(0), Left), [(Right, 1)]);
        assert_eq!(claims(Bounds::new(-1, 1), Some(-1), Left), []);
        assert_eq!(claims(Bounds::new(-1, 1), Some(2), Left), []);
    }

    #[test]
    fn claims_are_equivalent_to_the_bounds() {
        for mover in Player::BOTH {
            for value in THREE {
                let bounds = Bounds::exactly(value);
                let claims = claims_for(&THREE, bounds, None, mover);
                assert_eq!(bounds_from(&THREE, &claims, mover), bounds.seen_by(mover));
            }
        }
        assert_eq!(outcome_text(&THREE, Bounds::exactly(0)), "draw");
        assert_eq!(outcome_text(&THREE, Bounds::new(-1, 0)), "at most draw");
        assert_eq!(outcome_text(&[-5, 5], Bounds::exactly(5)), "+5");
    }

    #[test]
    fn distances_have_words() {
        let within = |plies| WIN_SCORE - plies;
        for (bounds, text) in [
            (Bounds::exactly(within(41)), "win"),
            (Bounds::exactly(-within(36)), "loss"),
            (Bounds::exactly(0), "draw"),
            (Bounds::new(within(13), WIN_SCORE), "win within 13 plies"),
            (Bounds::new(within(1), WIN_SCORE), "win within 1 ply"),
            (Bounds::new(-WIN_SCORE, within(14)), "no win within 13 plies"),
            (Bounds::new(-WIN_SCORE, -within(8)), "loss within 8 plies"),
            (Bounds::new(-within(8), WIN_SCORE), "no loss within 7 plies"),
            (Bounds::new(-WIN_SCORE, 0), "at most draw"),
        ] {
            assert_eq!(distance_text(bounds), text);
        }
    }
}
