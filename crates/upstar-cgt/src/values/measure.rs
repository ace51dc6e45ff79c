//! Outcome, stops, birthday and size of values.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use upstar_core::Player;

use super::{Dyadic, Id, Nus, ValueError, Values};

/// The outcome class under normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Left wins, whoever starts: the value is positive.
    Left,
    /// Right wins, whoever starts: the value is negative.
    Right,
    /// The first player wins: the value is confused with zero.
    Next,
    /// The second player wins: the value is zero.
    Previous,
}

impl Outcome {
    /// The outcome of a value, from whether it is ≥ 0 and whether it is ≤ 0.
    pub fn from_order(is_at_least_zero: bool, is_at_most_zero: bool) -> Outcome {
        match (is_at_least_zero, is_at_most_zero) {
            (true, true) => Outcome::Previous,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Next,
        }
    }

    /// The winner if `mover` starts.
    pub fn winner(self, mover: Player) -> Player {
        match self {
            Outcome::Left => Player::Left,
            Outcome::Right => Player::Right,
            Outcome::Next => mover,
            Outcome::Previous => mover.other(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::Next => "N",
            Outcome::Previous => "P",
        })
    }
}

/// The maximum number of positions that are counted.
const MAX_NODES: usize = 10_000_000;

impl Values {
    /// The outcome class.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn outcome(&mut self, a: Id) -> Result<Outcome, ValueError> {
        Ok(Outcome::from_order(self.le(Id::ZERO, a)?, self.le(a, Id::ZERO)?))
    }

    /// The left stop: the number that is reached if Left starts and both play optimally until a number.
    pub fn left_stop(&self, a: Id) -> Dyadic {
        self.entry(a).stops[0]
    }

    /// The right stop: the same if Right starts.
    pub fn right_stop(&self, a: Id) -> Dyadic {
        self.entry(a).stops[1]
    }

    /// Is its absolute value less than every positive number? This holds exactly if both stops are 0.
    pub fn is_infinitesimal(&self, a: Id) -> bool {
        self.entry(a).stops == [Dyadic::ZERO; 2]
    }

    /// The height of the canonical form: the length of the longest sequence of moves, alternating or not.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn birthday(&mut self, a: Id) -> Result<u64, ValueError> {
        self.birthday_with(a, &mut HashMap::new())
    }

    fn birthday_with(&mut self, a: Id, known: &mut HashMap<Id, u64>) -> Result<u64, ValueError> {
        if let Some(nus) = self.as_nus(a) {
            return Ok(nus.birthday());
        }
        if let Some(&birthday) = known.get(&a) {
            return Ok(birthday);
        }
        self.step()?;
        let [left, right] = self.ranges(a)?;
        let mut birthday = 0;
        for i in left.chain(right) {
            birthday = birthday.max(self.birthday_with(self.pooled(i), known)? + 1);
        }
        known.insert(a, birthday);
        Ok(birthday)
    }

    /// The number of distinct positions of the canonical form, with itself.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn nodes(&mut self, a: Id) -> Result<u64, ValueError> {
        let (mut general, mut closed) = (HashSet::new(), HashSet::new());
        // An integer has all smaller ones as followers, so only the extreme ones are stored.
        let (mut least, mut most) = (0i64, 0i64);
        let mut open = vec![a];
        let mut open_closed: Vec<Nus> = Vec::new();
        while let Some(id) = open.pop() {
            self.step()?;
            if let Some(nus) = self.as_nus(id) {
                open_closed.push(nus);
            } else if general.insert(id) {
                let [left, right] = self.ranges(id)?;
                open.extend(left.chain(right).map(|i| self.pooled(i)));
            }
        }
        while let Some(nus) = open_closed.pop() {
            if nus.is_number() && nus.number.is_integer() {
                least = least.min(nus.number.numerator());
                most = most.max(nus.number.numerator());
            } else if closed.insert(nus) {
                if closed.len() > MAX_NODES {
                    return Err(ValueError::TooLarge(format!("more than {MAX_NODES} positions")));
                }
                let (left, right) = nus.options()?;
                open_closed.extend(left.into_iter().chain(right));
            }
        }
        let integers = most.unsigned_abs() + least.unsigned_abs() + 1;
        Ok((general.len() + closed.len()) as u64 + integers)
    }
}
