//! Names of sums: what tables tell positions apart by.
//!
//! A sum's name lists the numbers of its unknown parts, each by its exact key, and the number of
//! the known ones' tally. Numbers are given as parts and tallies come up, and looked up by
//! comparing them whole: equal names are equal sums, whatever hashes do.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use upstar_core::{Key, Planes};

use super::tally::Tally;
use crate::values::{Exact, ExactMap};

/// The unknown parts of which a name has room.
const ROOM: usize = 7;
/// In the first place of a name whose parts are listed elsewhere.
const LONG: u32 = u32::MAX;

/// An unknown part's number, and its negative's, if it has one.
#[derive(Clone, Copy)]
struct Number {
    own: u32,
    negative: Option<u32>,
}

struct Lists<K: Key> {
    parts: ExactMap<K, Number>,
    tallies: HashMap<Tally, u32>,
    long: HashMap<Vec<u32>, u32>,
}

/// The numbers given so far.
pub struct Names<K: Key>(Mutex<Lists<K>>);

impl<K: Key> Default for Names<K> {
    fn default() -> Names<K> {
        let (parts, tallies, long) = (HashMap::default(), HashMap::default(), HashMap::default());
        Names(Mutex::new(Lists { parts, tallies, long }))
    }
}

/// The number of something that is met, a new one if it is met for the first time.
fn number<T: Hash + Eq>(known: &mut HashMap<T, u32>, thing: T) -> u32 {
    let next = known.len() as u32;
    *known.entry(thing).or_insert(next)
}

impl<K: Key> Names<K> {
    /// The name of the sum of a tally and unknown parts, given by the keys of each and of its
    /// negative. Parts that cancel each other leave no trace.
    pub fn name(&self, tally: &Tally, unknown: &[(K, Option<K>)]) -> Planes {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut numbers = Vec::with_capacity(unknown.len() + 1);
        for &(key, negative) in unknown {
            let Number { own, negative } = lists.part(key, negative);
            let cancelled = numbers.iter().position(|&other| Some(other) == negative);
            match cancelled {
                Some(at) => drop(numbers.swap_remove(at)),
                None => numbers.push(own),
            }
        }
        numbers.sort_unstable();
        numbers.push(number(&mut lists.tallies, *tally));
        let mut words = [0; ROOM + 1];
        if numbers.len() <= ROOM {
            // Places that are not in use differ from every number.
            words.fill(LONG - 1);
            words[..numbers.len()].copy_from_slice(&numbers);
            words[ROOM] = numbers.len() as u32;
        } else {
            words[0] = LONG;
            words[1] = number(&mut lists.long, numbers);
        }
        let plane = |words: &[u32]| words.iter().fold(0, |bits, &w| bits << 32 | u128::from(w));
        [plane(&words[..4]), plane(&words[4..])]
    }

    /// Bytes in use, about.
    pub fn bytes(&self) -> usize {
        let lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lists.parts.capacity() * 2 * size_of::<(K, Number)>()
            + lists.tallies.capacity() * 2 * size_of::<(Tally, u32)>()
            + lists.long.capacity() * 128
    }
}

impl<K: Key> Lists<K> {
    fn part(&mut self, key: K, negative: Option<K>) -> Number {
        if let Some(&known) = self.parts.get(&Exact(key)) {
            return known;
        }
        let own = self.parts.len() as u32;
        let (opposite, other) = match negative {
            None => (None, None),
            Some(same) if same == key => (Some(own), None),
            Some(negative) => (Some(own + 1), Some(negative)),
        };
        let given = Number { own, negative: opposite };
        self.parts.insert(Exact(key), given);
        if let Some(negative) = other {
            let given = Number { own: own + 1, negative: Some(own) };
            self.parts.insert(Exact(negative), given);
        }
        given
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        informed::tally::Worth,
        values::{Dyadic, Nus},
    };

    fn tally(number: i64) -> Tally {
        let mut tally = Tally::EMPTY;
        tally.add(Worth::Closed(Nus::number(Dyadic::integer(number))));
        tally
    }

    #[test]
    fn equal_sums_share_a_name_and_others_do_not() {
        let names = Names::<u64>::default();
        let parts: Vec<(u64, Option<u64>)> = (0..12).map(|i| (i, Some(100 + i))).collect();
        let mut turned = parts.clone();
        turned.reverse();
        for count in 0..=12 {
            let name = names.name(&tally(1), &parts[..count]);
            assert_eq!(names.name(&tally(1), &turned[12 - count..]), name);
            assert_ne!(names.name(&tally(2), &parts[..count]), name);
            if count > 0 {
                assert_ne!(names.name(&tally(1), &parts[1..count]), name);
                let both = [&parts[..count], &[(200, Some(300)), (300, Some(200))]].concat();
                assert_eq!(names.name(&tally(1), &both), name);
            }
        }
    }

    #[test]
    fn a_part_that_is_its_own_negative_cancels_itself() {
        let names = Names::<u64>::default();
        let twice = [(5, Some(5)), (5, Some(5))];
        assert_eq!(names.name(&Tally::EMPTY, &twice), names.name(&Tally::EMPTY, &[]));
        let lone = [(6, None), (6, None)];
        assert_ne!(names.name(&Tally::EMPTY, &lone), names.name(&Tally::EMPTY, &[]));
    }
}
