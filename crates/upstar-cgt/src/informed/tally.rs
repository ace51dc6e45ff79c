//! Sums of values as look-ups need them: closed forms added up at once, all others listed.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hash, Hasher},
};

use upstar_core::{Player, mix};

use crate::values::{Dyadic, Id, Nus, Outcome};

/// What a part is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// A number, ups and a nimber.
    Closed(Nus),
    /// Another value of the arena.
    Other {
        /// The value.
        id: Id,
        /// Its negative.
        negative: Id,
    },
    /// Too large to be valued.
    Unknown,
}

impl Worth {
    /// Is it zero?
    #[inline]
    pub fn is_zero(self) -> bool {
        self == Worth::Closed(Nus::number(Dyadic::ZERO))
    }

    /// Do the two add up to zero?
    pub fn cancels(self, other: Worth) -> bool {
        match (self, other) {
            (Worth::Closed(a), Worth::Closed(b)) => a.negated() == b,
            (Worth::Other { negative, .. }, Worth::Other { id, .. }) => negative == id,
            _ => false,
        }
    }
}

/// The most values of other forms that a sum may have left after cancelling.
pub const MOST: usize = 8;

/// A sum of values. Equal sums of equal parts are equal, whatever their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The closed forms together.
    pub closed: Nus,
    /// The others, ascending; zero where there is none.
    others: [Id; MOST],
    count: u8,
}

impl Hash for Tally {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash64());
    }
}

/// A hasher of sums, whose hashes are mixed already.
#[derive(Default)]
pub struct MixedHasher(u64);

impl Hasher for MixedHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(self.0 ^ u64::from(byte)));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

/// What is known of sums.
pub type SumMap<T> = HashMap<Tally, T, BuildHasherDefault<MixedHasher>>;

impl Tally {
    /// Nothing.
    pub const EMPTY: Tally =
        Tally { closed: Nus::number(Dyadic::ZERO), others: [Id::ZERO; MOST], count: 0 };

    /// The values of other forms.
    pub fn others(&self) -> &[Id] {
        &self.others[..usize::from(self.count)]
    }

    /// Shows the words that the sum is made of: equal sums have equal words.
    pub fn with_words<R>(&self, read: impl FnOnce(&[u32]) -> R) -> R {
        const HEAD: usize = 5;
        let Nus { number, ups, nimber } = self.closed;
        let numerator = number.numerator() as u64;
        let mut words = [0; HEAD + MOST];
        words[..HEAD].copy_from_slice(&[
            numerator as u32,
            (numerator >> 32) as u32,
            number.exponent(),
            ups as u32,
            nimber,
        ]);
        for (word, id) in words[HEAD..].iter_mut().zip(self.others()) {
            *word = id.index() as u32;
        }
        read(&words[..HEAD + self.others().len()])
    }

    /// A hash of the whole sum.
    #[inline]
    pub fn hash64(&self) -> u64 {
        let Nus { number, ups, nimber } = self.closed;
        let infinitesimal = u64::from(ups as u32) << 32 | u64::from(nimber);
        let number = mix(number.numerator() as u64 ^ u64::from(number.exponent()) << 56);
        let words = self.others().iter().map(|id| id.index() as u64);
        words.fold(mix(infinitesimal ^ number), |hash, word| mix(hash ^ word))
    }

    /// Adds a part; false if the sum cannot be told.
    #[inline]
    pub fn add(&mut self, worth: Worth) -> bool {
        match worth {
            // Most games that fall apart have infinitesimal parts: no fractions to add.
            Worth::Closed(Nus { number: Dyadic::ZERO, ups, nimber }) => {
                let Some(ups) = self.closed.ups.checked_add(ups) else { return false };
                self.closed.ups = ups;
                self.closed.nimber ^= nimber;
                true
            }
            Worth::Closed(nus) => match self.closed.plus(nus) {
                Ok(sum) => {
                    self.closed = sum;
                    true
                }
                Err(_) => false,
            },
            Worth::Other { id, negative } => self.list(id, negative),
            Worth::Unknown => false,
        }
    }

    fn list(&mut self, id: Id, negative: Id) -> bool {
        let count = usize::from(self.count);
        if let Some(at) = self.others().iter().position(|&other| other == negative) {
            self.others.copy_within(at + 1..count, at);
            self.others[count - 1] = Id::ZERO;
            self.count -= 1;
            return true;
        }
        if count == MOST {
            return false;
        }
        let at = self.others().partition_point(|&other| other < id);
        self.others.copy_within(at..count, at + 1);
        self.others[at] = id;
        self.count += 1;
        true
    }
}

/// Who wins, for each player who may be to move; `None` where that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    winners: [Option<Player>; 2],
}

impl Verdict {
    /// Nothing is known.
    pub const OPEN: Verdict = Verdict { winners: [None; 2] };

    /// What an outcome class says.
    pub fn of(outcome: Outcome) -> Verdict {
        let [left, right] = Player::BOTH;
        let winners = match outcome {
            Outcome::Left => [left, left],
            Outcome::Right => [right, right],
            Outcome::Next => [left, right],
            Outcome::Previous => [right, left],
        };
        Verdict { winners: winners.map(Some) }
    }

    /// Only that `winner` wins when to move.
    pub fn moving(winner: Player) -> Verdict {
        let mut verdict = Verdict::OPEN;
        verdict.winners[winner.index()] = Some(winner);
        verdict
    }

    /// Is the winner known whoever is to move?
    pub fn is_complete(self) -> bool {
        self.winners.iter().all(Option::is_some)
    }

    /// Who wins if `mover` is to move.
    #[inline]
    pub fn winner(self, mover: Player) -> Option<Player> {
        self.winners[mover.index()]
    }
}

/// The outcome class of a closed form.
#[inline]
pub fn outcome(nus: Nus) -> Outcome {
    let zero = Nus::number(Dyadic::ZERO);
    match (zero.le(nus), nus.le(zero)) {
        (true, true) => Outcome::Previous,
        (true, false) => Outcome::Left,
        (false, true) => Outcome::Right,
        (false, false) => Outcome::Next,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Values;

    #[test]
    fn a_sum_is_the_same_in_any_order_and_negatives_cancel() {
        let mut values = Values::default();
        let mut worths = Vec::new();
        for text in ["{1|-1}", "{2|-1}", "{^|v2*}", "+_1"] {
            let id = values.parse(text).unwrap();
            let negative = values.negate(id).unwrap();
            worths.extend([(id, negative), (negative, id)]);
        }
        let other = |&(id, negative): &(Id, Id)| Worth::Other { id, negative };
        let sum = |order: &[usize]| {
            let mut tally = Tally::EMPTY;
            assert!(order.iter().all(|&i| tally.add(other(&worths[i]))));
            tally
        };
        assert_eq!(sum(&[0, 2, 4]), sum(&[4, 0, 2]));
        assert_eq!(sum(&[2, 4, 3, 5, 6]), sum(&[6]));
        assert_eq!(sum(&[0, 1, 2, 3, 4, 5, 6, 7]), Tally::EMPTY);
    }

    #[test]
    fn closed_forms_have_the_outcome_that_the_arena_says() {
        let mut values = Values::default();
        for ups in -3..4 {
            for nimber in 0..4 {
                for number in [-1, 0, 1] {
                    let number = Dyadic::integer(number);
                    let nus = Nus { number, ups, nimber };
                    let id = values.nus(nus).unwrap();
                    assert_eq!(outcome(nus), values.outcome(id).unwrap(), "{nus:?}");
                }
            }
        }
    }
}
