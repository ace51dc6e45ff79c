//! The arena stores every value once, with its options.
//!
//! Contract: an [`Id`] is valid only for the arena that created it. Two ids of an arena are equal exactly if
//! their games are. Values are never removed. Caches of results are cleared when they become too large.

use std::{collections::HashMap, hash::Hasher, ops::Range, sync::Arc};

use upstar_core::HashIndex;

use super::{
    Dyadic, Nus, Thermograph, ValueError,
    budget::Budget,
    cache::{Cache, WordHasher, insert_bounded},
};

/// A value in an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub(super) u32);

impl Id {
    /// Zero, in every arena.
    pub const ZERO: Id = Id(0);

    /// The value with this number in an arena, which must have that many values.
    pub(crate) fn at(number: u32) -> Id {
        Id(number)
    }

    /// Its number in the arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The data of a value.
pub(super) struct Entry {
    /// The closed form, if there is one.
    pub nus: Option<Nus>,
    /// The range of the left options and then the right ones in the pool. Those of closed forms are created
    /// on demand.
    options: Option<(u32, u32, u32)>,
    /// The stops if Left, or Right, starts.
    pub stops: [Dyadic; 2],
    /// The depth of the game above closed forms. It bounds every recursion.
    pub height: u32,
    /// The negative, if it was computed.
    pub negative: Option<Id>,
}

/// The maximum depth of a game above closed forms. Recursions go at most twice as deep, which fits on the
/// stack of every thread.
const MAX_HEIGHT: u32 = 1000;

/// An arena of values; see the [module](super).
pub struct Values {
    pub(super) entries: Vec<Entry>,
    pub(super) pool: Vec<Id>,
    pub(super) index: HashIndex,
    pub(super) orders: Cache<bool>,
    pub(super) sums: Cache<Id>,
    pub(super) thermographs: HashMap<Id, Arc<Thermograph>>,
    pub(super) weights: HashMap<Id, Option<Id>>,
    pub(super) budget: Budget,
}

impl Default for Values {
    fn default() -> Values {
        Values::with_limit(4 << 30)
    }
}

impl Values {
    /// An empty arena that uses at most about `max_bytes`.
    pub fn with_limit(max_bytes: usize) -> Values {
        let mut values = Values {
            entries: Vec::new(),
            pool: Vec::new(),
            index: HashIndex::new(),
            orders: Cache::default(),
            sums: Cache::default(),
            thermographs: HashMap::new(),
            weights: HashMap::new(),
            budget: Budget::of(max_bytes),
        };
        let zero = Nus::number(Dyadic::ZERO);
        values.push(hash_nus(zero), Entry::closed(zero));
        values
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Always false, because zero is in every arena.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Caches the result of a comparison.
    pub(super) fn cache_order(&mut self, key: u64, answer: bool) {
        insert_bounded(&mut self.orders, key, answer, self.budget.max_bytes / 8);
    }

    /// Caches a sum.
    pub(super) fn cache_sum(&mut self, key: u64, sum: Id) {
        insert_bounded(&mut self.sums, key, sum, self.budget.max_bytes / 8);
    }

    /// The value of a closed form.
    ///
    /// # Errors
    /// If the memory limit is reached.
    pub fn nus(&mut self, nus: Nus) -> Result<Id, ValueError> {
        let hash = hash_nus(nus);
        let same = |i: u32| self.entries[i as usize].nus == Some(nus);
        if let Some(found) = self.index.find(hash, same) {
            return Ok(Id(found));
        }
        self.check_room(0)?;
        Ok(self.push(hash, Entry::closed(nus)))
    }

    /// A number.
    ///
    /// # Errors
    /// If the memory limit is reached.
    pub fn number(&mut self, number: Dyadic) -> Result<Id, ValueError> {
        self.nus(Nus::number(number))
    }

    /// The value with these options, which must be canonical and sorted, and must not be those of a closed
    /// form.
    pub(crate) fn intern(&mut self, left: &[Id], right: &[Id]) -> Result<Id, ValueError> {
        let hash = hash_options(left, right);
        let same = |i: u32| {
            let entry = &self.entries[i as usize];
            entry.nus.is_none()
                && entry.options.is_some_and(|(start, middle, end)| {
                    &self.pool[start as usize..middle as usize] == left
                        && &self.pool[middle as usize..end as usize] == right
                })
        };
        if let Some(found) = self.index.find(hash, same) {
            return Ok(Id(found));
        }
        self.check_room(left.len() + right.len())?;
        let height = left.iter().chain(right).map(|&o| self.entry(o).height).max().unwrap_or(0) + 1;
        if height > MAX_HEIGHT {
            return Err(ValueError::TooLarge(format!("a game deeper than {MAX_HEIGHT} moves")));
        }
        let stops = self.stops_of(left, right);
        let options = Some(self.store(left, right));
        let entry = Entry { nus: None, options, stops, height, negative: None };
        Ok(self.push(hash, entry))
    }

    /// The stops of a game with these options. The game must not be a number, so both lists have elements.
    pub(super) fn stops_of(&self, left: &[Id], right: &[Id]) -> [Dyadic; 2] {
        let best = left.iter().map(|&o| self.entry(o).stops[1]).max();
        let worst = right.iter().map(|&o| self.entry(o).stops[0]).min();
        [best.unwrap_or(Dyadic::ZERO), worst.unwrap_or(Dyadic::ZERO)]
    }

    fn store(&mut self, left: &[Id], right: &[Id]) -> (u32, u32, u32) {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(left);
        let middle = self.pool.len() as u32;
        self.pool.extend_from_slice(right);
        (start, middle, self.pool.len() as u32)
    }

    fn push(&mut self, hash: u64, entry: Entry) -> Id {
        let id = Id(self.entries.len() as u32);
        self.entries.push(entry);
        let (entries, pool) = (&self.entries, &self.pool);
        self.index.insert(hash, id.0, |i| entries[i as usize].hash(pool));
        id
    }

    #[inline]
    pub(super) fn entry(&self, id: Id) -> &Entry {
        &self.entries[id.index()]
    }

    /// The closed form, if there is one.
    pub fn as_nus(&self, id: Id) -> Option<Nus> {
        self.entry(id).nus
    }

    /// The number, if the value is one.
    pub fn as_number(&self, id: Id) -> Option<Dyadic> {
        self.entry(id).nus.filter(|nus| nus.is_number()).map(|nus| nus.number)
    }

    /// The ranges of the canonical options in the pool: left, right. Creates the options of closed forms.
    pub(super) fn ranges(&mut self, id: Id) -> Result<[Range<usize>; 2], ValueError> {
        let options = match (self.entry(id).options, self.entry(id).nus) {
            (Some(options), _) => options,
            (None, nus) => {
                let (left, right) = nus.map_or(Ok((vec![], vec![])), Nus::options)?;
                self.check_room(left.len() + right.len())?;
                let mut ids = [Vec::new(), Vec::new()];
                for (list, options) in ids.iter_mut().zip([left, right]) {
                    for option in options {
                        list.push(self.nus(option)?);
                    }
                }
                let options = self.store(&ids[0], &ids[1]);
                self.entries[id.index()].options = Some(options);
                options
            }
        };
        let (start, middle, end) = options;
        Ok([start as usize..middle as usize, middle as usize..end as usize])
    }

    #[inline]
    pub(super) fn pooled(&self, i: usize) -> Id {
        self.pool[i]
    }

    /// The canonical left options.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn left_options(&mut self, id: Id) -> Result<Vec<Id>, ValueError> {
        let [left, _] = self.ranges(id)?;
        Ok(self.pool[left].to_vec())
    }

    /// The canonical right options.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn right_options(&mut self, id: Id) -> Result<Vec<Id>, ValueError> {
        let [_, right] = self.ranges(id)?;
        Ok(self.pool[right].to_vec())
    }
}

impl Entry {
    fn closed(nus: Nus) -> Entry {
        Entry { nus: Some(nus), options: None, stops: [nus.number; 2], height: 0, negative: None }
    }

    fn hash(&self, pool: &[Id]) -> u64 {
        match (self.nus, self.options) {
            (None, Some((start, middle, end))) => hash_options(
                &pool[start as usize..middle as usize],
                &pool[middle as usize..end as usize],
            ),
            (nus, _) => hash_nus(nus.unwrap_or(Nus::number(Dyadic::ZERO))),
        }
    }
}

fn hash_nus(nus: Nus) -> u64 {
    let mut hasher = WordHasher::seeded(1);
    hasher.write_u64(nus.number.numerator() as u64);
    hasher.write_u64(u64::from(nus.number.exponent()) << 32 | u64::from(nus.ups as u32));
    hasher.write_u32(nus.nimber);
    hasher.finish()
}

fn hash_options(left: &[Id], right: &[Id]) -> u64 {
    let mut hasher = WordHasher::seeded(2);
    for id in left {
        hasher.write_u32(id.0);
    }
    hasher.write_u32(u32::MAX);
    for id in right {
        hasher.write_u32(id.0);
    }
    hasher.finish()
}
