//! How a game ends and when: bounds on the score with bounds on the plies.

use crate::{Bounds, Player, Score};

/// A score of −1, 0 or 1 from Left's point of view, and the plies until then. The plies of a draw are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// The score.
    pub score: Score,
    /// The plies from the position to the end of the game.
    pub plies: u32,
}

/// The worst and the best end for Left that are not disproved, when the winner hastens and the loser delays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ends {
    /// The worst end for Left: the soonest loss, or a draw, or the latest win.
    pub worst: End,
    /// The best end for Left: the soonest win, or a draw, or the latest loss.
    pub best: End,
}

impl Ends {
    /// The ends that bounds on the outcome leave possible. A proved win takes at most `max_plies`.
    #[inline]
    pub fn of(outcome: Bounds, max_plies: impl Fn() -> u32) -> Ends {
        let end = |score, is_proved| {
            let plies = if is_proved { max_plies() } else { 0 };
            End { score, plies }
        };
        Ends { worst: end(outcome.lo, outcome.lo == 1), best: end(outcome.hi, outcome.hi == -1) }
    }

    /// The game is won by `winner` after so many plies.
    #[inline]
    pub fn won(winner: Player, plies: u32) -> Ends {
        let end = End { score: winner.win(), plies };
        Ends { worst: end, best: end }
    }

    /// If `player` wins, it takes at least so many plies.
    #[inline]
    pub fn delay(&mut self, player: Player, plies: u32) {
        let soonest = self.best_for(player);
        if soonest.score == player.win() {
            soonest.plies = soonest.plies.max(plies);
        }
    }

    /// If `player` is proved to win, it takes at most so many plies.
    #[inline]
    pub fn hasten(&mut self, player: Player, plies: u32) {
        let latest = self.best_for(player.other());
        if latest.score == player.win() {
            latest.plies = latest.plies.min(plies);
        }
    }

    /// `player` does not win.
    #[inline]
    pub fn exclude_win(&mut self, player: Player) {
        let best = self.best_for(player);
        if best.score == player.win() {
            *best = End { score: 0, plies: 0 };
        }
    }

    /// Is only one end possible?
    #[inline]
    pub fn are_exact(&self) -> bool {
        self.worst == self.best
    }

    /// Is it not disproved that `player` wins?
    #[inline]
    pub fn may_win(&self, player: Player) -> bool {
        match player {
            Player::Left => self.best.score == 1,
            Player::Right => self.worst.score == -1,
        }
    }

    #[inline]
    fn best_for(&mut self, player: Player) -> &mut End {
        match player {
            Player::Left => &mut self.best,
            Player::Right => &mut self.worst,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_on_plies_applies_only_to_wins_of_that_player() {
        let end = |score, plies| End { score, plies };
        let mut open = Ends::of(Bounds::new(-1, 1), || 9);
        open.delay(Player::Left, 3);
        open.delay(Player::Right, 4);
        open.delay(Player::Right, 2);
        open.hasten(Player::Left, 5);
        assert_eq!(open, Ends { worst: end(-1, 4), best: end(1, 3) });
        open.exclude_win(Player::Right);
        open.delay(Player::Right, 8);
        assert_eq!(open, Ends { worst: end(0, 0), best: end(1, 3) });
        assert!(open.may_win(Player::Left) && !open.may_win(Player::Right));

        let mut won = Ends::of(Bounds::exactly(1), || 9);
        won.hasten(Player::Left, 7);
        won.hasten(Player::Right, 1);
        won.delay(Player::Left, 3);
        assert_eq!(won, Ends { worst: end(1, 7), best: end(1, 3) });
    }
}
