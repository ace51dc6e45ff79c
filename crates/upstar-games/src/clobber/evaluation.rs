//! Evaluations of Clobber for players.
//!
//! **Parts** The most successful programs of a competition at Tartu (Willemson, *Computer Clobber Tournament at
//! Tartu University*, 2005) maximised the difference of stones in active parts, which have both colours. Parts
//! of value 0 or ∗ that are easy to recognise do not count, as in the program MILA: a pair, and three stones
//! whose middle one is alone in its colour.
//!
//! **Learnt** log (p / (1 − p)) = t + a · parts + m · movable + Σ w(window), where p is the probability that
//! Left wins, t the tempo (+ if Right is to move), `parts` the difference above, `movable` the difference
//! of stones that can move, and w a weight for the contents of each 3x3 window. The weights are learnt
//! from games that the evaluation plays against itself (`training.rs`). Symmetric windows share a weight, and
//! exchanged colours change its sign. So ∗ and every other position that is its own negative is even.

use std::sync::LazyLock;

use upstar_core::{Bits, Player};

use super::{
    Clobber, Position,
    windows::{CANONICAL, Canonical, MAX_COLUMNS, WINDOWS, for_each_window},
};

/// The unit of evaluations: a logit of 1, or a stone.
const UNIT: f32 = 64.0;

/// The weights of the learnt evaluation.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The advantage of the player who has just moved.
    pub tempo: f32,
    /// The weight of a stone in an active part.
    pub parts: f32,
    /// The weight of a stone that can move.
    pub movable: f32,
    /// The weights of canonical windows, by number.
    pub windows: Vec<f32>,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { tempo: 0.0, parts: 0.0, movable: 0.0, windows: vec![0.0; WINDOWS] }
    }
}

impl Weights {
    /// Reads lines `name weight` and `window NUMBER weight`. Lines that begin with # are comments.
    ///
    /// # Errors
    /// The line that is wrong.
    pub fn parse(text: &str) -> Result<Weights, String> {
        let mut weights = Weights::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let weight = words.last().and_then(|word| word.parse().ok()).ok_or(line)?;
            match words[..] {
                ["tempo", _] => weights.tempo = weight,
                ["parts", _] => weights.parts = weight,
                ["movable", _] => weights.movable = weight,
                ["window", number, _] => {
                    let number: usize = number.parse().map_err(|_| line)?;
                    *weights.windows.get_mut(number).ok_or(line)? = weight;
                }
                _ => return Err(line.into()),
            }
        }
        Ok(weights)
    }

    /// The text that `parse` accepts.
    pub fn print(&self) -> String {
        let mut text = format!(
            "tempo {:.4}\nparts {:.4}\nmovable {:.4}\n",
            self.tempo, self.parts, self.movable
        );
        for (number, weight) in self.windows.iter().enumerate() {
            if weight.abs() >= 5e-4 {
                text += &format!("window {number} {weight:.3}\n");
            }
        }
        text
    }
}

/// The weights in use, for all windows.
struct Dense {
    tempo: i32,
    parts: f32,
    movable: f32,
    windows: Vec<i16>,
}

/// The shipped weights. Its first lines say how they were made.
static LEARNT: LazyLock<Dense> = LazyLock::new(|| {
    let weights = Weights::parse(include_str!("learnt.weights")).unwrap_or_default();
    let dense = |canonical: &Canonical| {
        let weight = weights.windows[usize::from(canonical.number)] * f32::from(canonical.sign);
        (weight * UNIT).round() as i16
    };
    Dense {
        tempo: (weights.tempo * UNIT).round() as i32,
        parts: weights.parts * UNIT,
        movable: weights.movable * UNIT,
        windows: CANONICAL.iter().map(dense).collect(),
    }
});

impl<B: Bits> Clobber<B> {
    /// The difference of stones in active parts, except those of value 0 or ∗ that are easy to recognise.
    pub(super) fn stones_in_parts(&self, stones: [B; 2]) -> i32 {
        let [left, right] = stones;
        let movable = self.movable(stones, Player::Left);
        let mut rest = movable.into_iter().fold(B::EMPTY, |set, way| set | way);
        let mut difference = 0;
        while !rest.is_empty() {
            let group = self.squares.fill(B::cell(rest.lowest()), left | right);
            rest &= !group;
            let [own, other] = [left & group, right & group];
            let counts = [own.count() as i32, other.count() as i32];
            let is_star = match counts {
                [1, 2] => (self.squares.neighbours(own) & other).count() == 2,
                [2, 1] => (self.squares.neighbours(other) & own).count() == 2,
                _ => false,
            };
            if !is_star {
                difference += counts[0] - counts[1];
            }
        }
        difference
    }

    /// The difference of stones that can move.
    pub(super) fn movable_stones(&self, stones: [B; 2]) -> i32 {
        let [left, right] = Player::BOTH.map(|player| {
            let movable = self.movable(stones, player);
            movable.into_iter().fold(B::EMPTY, |set, way| set | way).count() as i32
        });
        left - right
    }

    /// The learnt evaluation; on boards of very long rows the one by parts.
    pub(super) fn learnt_evaluation(&self, position: &Position<B>) -> i32 {
        let parts = self.stones_in_parts(position.stones);
        if self.grid.columns > MAX_COLUMNS {
            return parts * UNIT as i32;
        }
        let learnt = &*LEARNT;
        let mut sum = match position.mover {
            Player::Left => -learnt.tempo,
            Player::Right => learnt.tempo,
        };
        for_each_window(self.grid, position.stones, |number| {
            sum += i32::from(learnt.windows[number]);
        });
        let movable = self.movable_stones(position.stones);
        sum + (parts as f32 * learnt.parts + movable as f32 * learnt.movable).round() as i32
    }

    /// The evaluation by parts.
    pub(super) fn parts_evaluation(&self, position: &Position<B>) -> i32 {
        self.stones_in_parts(position.stones) * UNIT as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clobber::setup;

    fn evaluations(text: &str) -> [i32; 2] {
        let (game, position) = Clobber::<u64>::new(&setup(text).unwrap(), Player::Left).unwrap();
        let tempo = LEARNT.tempo;
        [game.parts_evaluation(&position), game.learnt_evaluation(&position) + tempo]
    }

    #[test]
    fn exchanging_the_colours_negates_the_evaluation() {
        for text in ["xxo./.oxx/x.ox/oxxx", "xxo", "xoxxo/.xx.o", "x.xo/oox./xxoo"] {
            let swapped: String = text
                .chars()
                .map(|c| {
                    if c == 'x' {
                        'o'
                    } else if c == 'o' {
                        'x'
                    } else {
                        c
                    }
                })
                .collect();
            assert_eq!(evaluations(text), evaluations(&swapped).map(|e| -e), "{text}");
        }
    }

    #[test]
    fn stars_do_not_count() {
        for text in ["xo", "xox", "oxo", "xo/o.", "xo.ox"] {
            assert_eq!(evaluations(text)[0], 0, "{text}");
        }
        assert_eq!(evaluations("xxo")[0], 64);
    }

    #[test]
    fn the_shipped_weights_are_complete() {
        let weights = Weights::parse(include_str!("learnt.weights")).unwrap();
        let again = Weights::parse(&weights.print()).unwrap();
        assert_eq!(again.print(), weights.print());
        assert!(weights.windows.iter().filter(|w| **w != 0.0).count() > 100);
        let is_canonical =
            |n: usize| usize::from(CANONICAL[n].number) == n && CANONICAL[n].sign == 1;
        assert!((0..WINDOWS).all(|n| weights.windows[n] == 0.0 || is_canonical(n)));
    }
}
