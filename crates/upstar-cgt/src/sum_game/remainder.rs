//! Remainders: sums of components, each stored once.
//!
//! A remainder is an ascending list of components. No two of them cancel, and at most one is a value number +
//! n·↑ + nimber.

use std::ops::Range;

use upstar_core::{InternKey, Interner, Partisan, Player, hash_words, lock};

use super::table::{NONE, SumTable};
use crate::{
    parts::{ValueBounds, Winners, winners_of_terms},
    values::{Id, Nus},
};

/// A remainder, by its interned id, with data that are often needed.
#[derive(Clone, Copy, Debug)]
pub struct Remainder {
    pub(super) id: u32,
    /// The number of moves of Left, and of Right.
    pub(super) moves: [u16; 2],
    /// A heuristic for Left's advantage.
    pub(super) advantage: i16,
    /// Is a component an open part?
    pub(super) is_open: bool,
    /// The winners of the remainder alone, as far as bounds decide.
    pub(super) winners: Winners,
}

impl Remainder {
    /// The empty remainder.
    pub(super) const EMPTY: Remainder = Remainder {
        id: Interner::EMPTY,
        moves: [0; 2],
        advantage: 0,
        is_open: false,
        winners: Winners::OF_ZERO,
    };

    pub(super) fn is_empty(self) -> bool {
        self.id == Remainder::EMPTY.id
    }
}

/// An entry of the table of remainders.
pub(super) struct RemainderEntry {
    /// The range of the components in the pool.
    start: u32,
    len: u32,
    remainder: Remainder,
}

impl RemainderEntry {
    fn places(&self) -> Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

impl<G: Partisan> SumTable<G> {
    /// The indices of the components of a remainder in the pool.
    pub(super) fn places(&self, id: u32) -> Range<usize> {
        self.remainders[self.number_of_id[id as usize] as usize].places()
    }

    /// The remainder with these components, in any order. The list becomes a spare list.
    pub(super) fn remainder(&mut self, mut list: Vec<u32>) -> Remainder {
        self.normalize(&mut list);
        let remainder = self.intern(&list);
        list.clear();
        self.spare_lists.push(list);
        remainder
    }

    /// Sorts components and removes those that cancel.
    pub(super) fn normalize(&mut self, list: &mut Vec<u32>) {
        if list.len() > 1 {
            self.add_closed_forms(list);
            list.sort_unstable();
            self.cancel(list);
        }
    }

    /// Adds up the values number + n·↑ + nimber.
    fn add_closed_forms(&mut self, list: &mut Vec<u32>) {
        let closed = |table: &SumTable<G>, component: u32| {
            table.value_component(component).and_then(|known| table.values.as_nus(known.value))
        };
        let mut total: Option<Nus> = None;
        let mut count = 0;
        for &component in list.iter() {
            if let Some(nus) = closed(self, component) {
                count += 1;
                total = match total {
                    None => Some(nus),
                    Some(sum) => sum.plus(nus).ok(),
                };
                if total.is_none() {
                    return; // The sum is too large: keep the terms.
                }
            }
        }
        let Some(total) = total.filter(|_| count > 1) else { return };
        let Ok(value) = self.values.nus(total) else { return };
        let component = match value {
            Id::ZERO => None,
            value => match self.component_of_value(value) {
                Ok(component) => Some(component),
                Err(_) => return,
            },
        };
        list.retain(|&component| closed(self, component).is_none());
        list.extend(component);
    }

    /// Removes pairs of an ascending list that are negatives of each other.
    fn cancel(&self, list: &mut Vec<u32>) {
        let mut kept = 0;
        for i in 0..list.len() {
            let component = list[i];
            if kept > 0 && list[kept - 1] == self.negative(component) {
                kept -= 1;
            } else {
                list[kept] = component;
                kept += 1;
            }
        }
        list.truncate(kept);
    }

    /// The remainder with these components. Creates it if there is none.
    pub(super) fn intern(&mut self, list: &[u32]) -> Remainder {
        let hash = hash_words(list);
        let same = |number: u32| &self.pool[self.remainders[number as usize].places()] == list;
        if let Some(known) = self.index.find(hash, same) {
            return self.remainders[known as usize].remainder;
        }
        let number = self.remainders.len();
        let number = u32::try_from(number).expect("fewer remainders than fit into memory");
        let id = self.remainder_id(number, list);
        let remainder = self.describe(id, list);
        let (start, len) = (self.pool.len() as u32, list.len() as u32);
        self.pool.extend(list);
        self.remainders.push(RemainderEntry { start, len, remainder });
        if self.number_of_id.len() <= id as usize {
            self.number_of_id.resize(id as usize + 1, NONE);
        }
        self.number_of_id[id as usize] = number;
        let (remainders, pool) = (&self.remainders, &self.pool);
        self.index
            .insert(hash, number, |number| hash_words(&pool[remainders[number as usize].places()]));
        remainder
    }

    /// The interned id for a remainder that gets this number.
    fn remainder_id(&mut self, number: u32, list: &[u32]) -> u32 {
        let Some(interner) = &self.interner else { return number };
        let mut components = self.spare_lists.pop().unwrap_or_default();
        components.extend(list.iter().map(|&component| self.component_ids[component as usize]));
        let id = lock(interner).intern(InternKey::Multiset(&components));
        components.clear();
        self.spare_lists.push(components);
        id
    }

    /// Computes the data of a new remainder.
    fn describe(&mut self, id: u32, list: &[u32]) -> Remainder {
        let moves = Player::BOTH.map(|mover| {
            let each = list.chunk_by(|a, b| a == b).map(|equal| self.moves_in(equal[0], mover));
            each.sum::<u32>().min(u32::from(u16::MAX)) as u16
        });
        let mut advantage = 0;
        let mut total = Some(ValueBounds::ZERO);
        for &component in list {
            let bounds = self.value_component(component).map(|known| known.bounds);
            advantage += bounds.map_or(0, ValueBounds::advantage);
            total = total.zip(bounds).and_then(|(sum, bounds)| sum.plus(bounds));
        }
        let single = match list {
            &[component] => self.value_component(component).map(|known| known.value),
            _ => None,
        };
        let winners = winners_of_terms(&mut self.values, total, single);
        let is_open = list.iter().any(|&component| self.component(component).is_open());
        Remainder { id, moves, advantage, is_open, winners }
    }
}
