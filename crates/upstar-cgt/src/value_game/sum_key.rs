//! Exact keys of sums, for transposition tables.
//!
//! The key of a sum lists the numbers of its parts without a value, and the number of the sum of the known
//! values. Numbers are assigned when parts and sums first occur, by comparing them whole. So equal keys mean
//! equal sums, whatever their hashes are.

use std::sync::{Mutex, PoisonError};

use upstar_core::{InternKey, Interner, Key, Planes};

use crate::parts::{PartTable, ValueSum};

/// The maximum number of numbers in a key.
const ROOM: usize = 7;
/// The first word of a key whose numbers are stored elsewhere.
const LONG: u32 = u32::MAX;

/// The numbers assigned so far.
struct Numbers<K> {
    /// Parts without a value, each with the number of its negative, if it has one.
    parts: PartTable<K, Option<u32>>,
    sums: Interner,
    long: Interner,
}

/// Keys of sums.
pub struct SumKeys<K: Key>(Mutex<Numbers<K>>);

impl<K: Key> Default for SumKeys<K> {
    fn default() -> SumKeys<K> {
        let (sums, long) = (Interner::default(), Interner::default());
        SumKeys(Mutex::new(Numbers { parts: PartTable::default(), sums, long }))
    }
}

impl<K: Key> SumKeys<K> {
    /// The key of the sum of known values and of parts without a value. Each part is given by its key and
    /// that of its negative. Parts that cancel each other do not appear in the key.
    pub fn key(&self, sum: &ValueSum, unknown: &[(K, Option<K>)]) -> Planes {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut numbers = Vec::with_capacity(unknown.len() + 1);
        for &(key, negative) in unknown {
            let (own, negative) = known.part(key, negative);
            let cancelled = numbers.iter().position(|&other| Some(other) == negative);
            match cancelled {
                Some(at) => drop(numbers.swap_remove(at)),
                None => numbers.push(own),
            }
        }
        numbers.sort_unstable();
        numbers.push(sum.with_words(|words| known.sums.intern(InternKey::Words(words))));
        let mut words = [0; ROOM + 1];
        if numbers.len() <= ROOM {
            // Unused words differ from every number.
            words.fill(LONG - 1);
            words[..numbers.len()].copy_from_slice(&numbers);
            words[ROOM] = numbers.len() as u32;
        } else {
            words[0] = LONG;
            words[1] = known.long.intern(InternKey::Words(&numbers));
        }
        let plane = |words: &[u32]| words.iter().fold(0, |bits, &w| bits << 32 | u128::from(w));
        [plane(&words[..4]), plane(&words[4..])]
    }

    /// The bytes of memory in use.
    pub fn bytes(&self) -> usize {
        let Numbers { parts, sums, long } = &*self.0.lock().unwrap_or_else(PoisonError::into_inner);
        parts.bytes() + sums.bytes() + long.bytes()
    }
}

impl<K: Key> Numbers<K> {
    /// The number of a part without a value, and of its negative.
    fn part(&mut self, key: K, negative: Option<K>) -> (u32, Option<u32>) {
        if let Some(own) = self.parts.find(&key) {
            return (own, *self.parts.get(own));
        }
        let own = self.parts.insert(key, None);
        let negative = negative.map(|negative| match self.parts.find(&negative) {
            Some(known) => known,
            None => self.parts.insert(negative, Some(own)),
        });
        *self.parts.get_mut(own) = negative;
        (own, negative)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        parts::PartValue,
        values::{Dyadic, Nus},
    };

    fn sum(number: i64) -> ValueSum {
        let mut sum = ValueSum::EMPTY;
        sum.add(PartValue::Closed(Nus::number(Dyadic::integer(number))));
        sum
    }

    #[test]
    fn equal_sums_share_a_key_and_others_do_not() {
        let keys = SumKeys::<u64>::default();
        let parts: Vec<(u64, Option<u64>)> = (0..12).map(|i| (i, Some(100 + i))).collect();
        let mut turned = parts.clone();
        turned.reverse();
        for count in 0..=12 {
            let key = keys.key(&sum(1), &parts[..count]);
            assert_eq!(keys.key(&sum(1), &turned[12 - count..]), key);
            assert_ne!(keys.key(&sum(2), &parts[..count]), key);
            if count > 0 {
                assert_ne!(keys.key(&sum(1), &parts[1..count]), key);
                let both = [&parts[..count], &[(200, Some(300)), (300, Some(200))]].concat();
                assert_eq!(keys.key(&sum(1), &both), key);
            }
        }
    }

    #[test]
    fn two_copies_of_a_self_negative_part_cancel() {
        let keys = SumKeys::<u64>::default();
        let twice = [(5, Some(5)), (5, Some(5))];
        assert_eq!(keys.key(&ValueSum::EMPTY, &twice), keys.key(&ValueSum::EMPTY, &[]));
        let lone = [(6, None), (6, None)];
        assert_ne!(keys.key(&ValueSum::EMPTY, &lone), keys.key(&ValueSum::EMPTY, &[]));
    }
}
