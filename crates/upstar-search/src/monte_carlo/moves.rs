//! Moves across positions: who made a move first in a play, and what moves have been worth in
//! all plays.
//!
//! A move is known by its number. All moves as first, and playouts that learn, therefore make
//! sense where a number means the same act in every position (a cell, a column, a step), as in
//! the games here but P-games; in games written in Python numbers are places in a list.

use upstar_core::{Move, Player};

use super::{scale::seen, tree::Amaf};

/// Moves with greater numbers are not followed.
const MOST: usize = 1 << 16;

/// Who first made each move of a play, told from its end to its beginning.
#[derive(Default)]
pub struct Firsts {
    /// For each move the play in which it was last made, and by whom first.
    by: Vec<(u32, Player)>,
    made: Vec<Move>,
    play: u32,
}

impl Firsts {
    /// A new play.
    pub fn begin(&mut self) {
        self.made.clear();
        self.play = self.play.wrapping_add(1);
        if self.play == 0 {
            self.by.clear();
            self.play = 1;
        }
    }

    /// An earlier move than those told so far.
    #[inline]
    pub fn put(&mut self, mv: Move, player: Player) {
        let number = mv.0 as usize;
        if number >= MOST {
            return;
        }
        if number >= self.by.len() {
            self.by.resize(number + 1, (0, Player::Left));
        }
        if self.by[number].0 != self.play {
            self.made.push(mv);
        }
        self.by[number] = (self.play, player);
    }

    /// Who made it first, of what was told so far.
    #[inline]
    pub fn by(&self, mv: Move) -> Option<Player> {
        let entry = self.by.get(mv.0 as usize);
        entry.filter(|(play, _)| *play == self.play).map(|&(_, player)| player)
    }
}

/// What moves have been worth for each player, over all plays in which the player made them
/// first.
#[derive(Clone, Default)]
pub struct Habits {
    values: [Vec<Amaf>; 2],
    /// Plays so far.
    pub plays: u64,
}

impl Habits {
    /// A play with its value for Left.
    pub fn learn(&mut self, firsts: &Firsts, value: f32) {
        self.plays += 1;
        for &mv in &firsts.made {
            let Some(player) = firsts.by(mv) else { continue };
            let values = &mut self.values[player.index()];
            let number = mv.0 as usize;
            if number >= values.len() {
                values.resize(number + 1, Amaf::default());
            }
            values[number].add(value);
        }
    }

    /// A copy for a playout outside the lock, where playouts look at it.
    pub fn clone_if(&self, wanted: bool) -> Habits {
        if wanted { self.clone() } else { Habits::default() }
    }

    /// What a move has been worth for the player who makes it; one half if never made.
    #[inline]
    pub fn value(&self, player: Player, mv: Move) -> f64 {
        let entry = self.values[player.index()].get(mv.0 as usize);
        entry.map_or(0.5, |amaf| seen(amaf.mean(), player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One point is played on several times: only the player who came first counts.
    #[test]
    fn the_first_to_play_there_counts() {
        let mut firsts = Firsts::default();
        let play = [(Player::Left, 4), (Player::Right, 2), (Player::Left, 7), (Player::Right, 4)];
        firsts.begin();
        for (player, number) in play.into_iter().rev() {
            firsts.put(Move(number), player);
        }
        assert_eq!(firsts.by(Move(4)), Some(Player::Left));
        assert_eq!(firsts.by(Move(2)), Some(Player::Right));
        assert_eq!(firsts.by(Move(3)), None);
        let mut habits = Habits::default();
        habits.learn(&firsts, 1.0);
        assert_eq!(habits.value(Player::Left, Move(4)), 1.0);
        assert_eq!(habits.value(Player::Right, Move(2)), 0.0);
        assert_eq!(habits.value(Player::Right, Move(4)), 0.5);
        firsts.begin();
        assert_eq!(firsts.by(Move(4)), None);
    }
}
