//! Sums of values. Closed forms number + n·↑ + nimber are added at once. All other values are listed, and a
//! value cancels its negative.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hash, Hasher},
};

use upstar_core::mix;

use crate::values::{Dyadic, Id, Nus, ValueError, Values};

/// The value of a part, if it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartValue {
    /// A number, ups and a nimber.
    Closed(Nus),
    /// Another value of the arena.
    Other {
        /// The value.
        id: Id,
        /// Its negative.
        negative: Id,
    },
    /// The value is not known: the part is too large, or was not valued yet.
    Unknown,
}

impl PartValue {
    /// A value of an arena.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn of(values: &mut Values, id: Id) -> Result<PartValue, ValueError> {
        Ok(match values.as_nus(id) {
            Some(nus) => PartValue::Closed(nus),
            None => PartValue::Other { id, negative: values.negate(id)? },
        })
    }

    /// Is it zero?
    #[inline]
    pub fn is_zero(self) -> bool {
        self == PartValue::Closed(Nus::number(Dyadic::ZERO))
    }

    /// Is the sum of the two values zero?
    pub fn cancels(self, other: PartValue) -> bool {
        match (self, other) {
            (PartValue::Closed(a), PartValue::Closed(b)) => a.negated() == b,
            (PartValue::Other { negative, .. }, PartValue::Other { id, .. }) => negative == id,
            _ => false,
        }
    }
}

/// The maximum number of values of other forms that may be left in a sum after cancelling.
const MAX_OTHERS: usize = 8;

/// A sum of values. The same values in any order give equal sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueSum {
    /// The sum of the closed forms.
    pub closed: Nus,
    /// The other values in ascending order, padded with zeros.
    others: [Id; MAX_OTHERS],
    count: u8,
}

impl Hash for ValueSum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash64());
    }
}

/// A hasher for sums, whose hashes are already mixed.
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

/// A map from sums to data.
pub type SumMap<T> = HashMap<ValueSum, T, BuildHasherDefault<MixedHasher>>;

impl ValueSum {
    /// The empty sum.
    pub const EMPTY: ValueSum =
        ValueSum { closed: Nus::number(Dyadic::ZERO), others: [Id::ZERO; MAX_OTHERS], count: 0 };

    /// The values of other forms.
    pub fn others(&self) -> &[Id] {
        &self.others[..usize::from(self.count)]
    }

    /// Calls `read` with the words of the sum. Equal sums have equal words.
    pub fn with_words<R>(&self, read: impl FnOnce(&[u32]) -> R) -> R {
        const HEAD: usize = 5;
        let Nus { number, ups, nimber } = self.closed;
        let numerator = number.numerator() as u64;
        let mut words = [0; HEAD + MAX_OTHERS];
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

    /// Adds the value of a part. Returns false if the sum is then not known.
    #[inline]
    pub fn add(&mut self, value: PartValue) -> bool {
        match value {
            // In most games that split into parts, the parts are infinitesimal, and there are no fractions to
            // add.
            PartValue::Closed(Nus { number: Dyadic::ZERO, ups, nimber }) => {
                let Some(ups) = self.closed.ups.checked_add(ups) else { return false };
                self.closed.ups = ups;
                self.closed.nimber ^= nimber;
                true
            }
            PartValue::Closed(nus) => match self.closed.plus(nus) {
                Ok(sum) => {
                    self.closed = sum;
                    true
                }
                Err(_) => false,
            },
            PartValue::Other { id, negative } => self.add_other(id, negative),
            PartValue::Unknown => false,
        }
    }

    fn add_other(&mut self, id: Id, negative: Id) -> bool {
        let count = usize::from(self.count);
        if let Some(at) = self.others().iter().position(|&other| other == negative) {
            self.others.copy_within(at + 1..count, at);
            self.others[count - 1] = Id::ZERO;
            self.count -= 1;
            return true;
        }
        if count == MAX_OTHERS {
            return false;
        }
        let at = self.others().partition_point(|&other| other < id);
        self.others.copy_within(at..count, at + 1);
        self.others[at] = id;
        self.count += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Values;

    #[test]
    fn a_sum_is_the_same_in_any_order_and_negatives_cancel() {
        let mut values = Values::default();
        let mut known = Vec::new();
        for text in ["{1|-1}", "{2|-1}", "{^|v2*}", "+_1"] {
            let id = values.parse(text).unwrap();
            let negative = values.negate(id).unwrap();
            known.extend([(id, negative), (negative, id)]);
        }
        let other = |&(id, negative): &(Id, Id)| PartValue::Other { id, negative };
        let sum = |order: &[usize]| {
            let mut sum = ValueSum::EMPTY;
            assert!(order.iter().all(|&i| sum.add(other(&known[i]))));
            sum
        };
        assert_eq!(sum(&[0, 2, 4]), sum(&[4, 0, 2]));
        assert_eq!(sum(&[2, 4, 3, 5, 6]), sum(&[6]));
        assert_eq!(sum(&[0, 1, 2, 3, 4, 5, 6, 7]), ValueSum::EMPTY);
    }
}
