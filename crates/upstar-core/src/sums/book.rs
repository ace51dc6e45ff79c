//! Components and sums, each once.
//!
//! Components have even and odd numbers: `c ^ 1` is the negative of `c`. One that is its own
//! negative has an even number, and the odd one beside it is not used. A sum is an ascending list
//! of components in which no two cancel, and at most one of which is a number + n·↑ + nimber.
//!
//! Values are worked out where parts meet: a larger part that stands alone is *raw*, a component
//! that has neither value nor negative and is never beside another one. In a sum of several, each
//! part is *settled*: worth nothing, a value, or a part with its negative.

use std::collections::HashMap;
use std::ops::Range;

use super::bounds::Span;
use super::source::Source;
use crate::base::{Player, mix};
use crate::cgt::{Id, Index, Nus, Values};

/// What a component is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// A part of a board.
    Part(u32),
    /// A value.
    Value(Id),
    /// Nothing: its neighbour is its own negative.
    Itself,
    /// Nothing: its neighbour has no negative here.
    Nobody,
}

/// Marks the component that a raw part is, and the sum that is nothing else; the other bits are
/// the part's number. Such sums are not kept.
pub(super) const RAW: u32 = 1 << 31;

/// Where in the pool are the sums that Left, or Right, can move to.
pub(super) type Options = [Option<(u32, u32)>; 2];

/// What is known of a part.
#[derive(Clone, Copy, Default)]
pub(super) struct Standing {
    /// Once asked for.
    pub(super) options: Options,
    /// What it is beside others: the outer none is not known yet, the inner none nothing.
    pub(super) settled: Option<Option<u32>>,
}

/// What is known of a value.
pub(super) struct Worth {
    pub(super) options: Options,
    pub(super) span: Span,
    pub(super) component: u32,
}

struct Entry {
    /// The components, in the pool.
    start: u32,
    len: u32,
    /// Who wins if Left, or Right, moves, where that is known at a glance.
    winners: [Option<Player>; 2],
}

/// All components and sums that were met.
pub struct Book {
    pub(super) source: Box<dyn Source>,
    pub(super) values: Values,
    /// Parts with more moves than this, of both players, get no value.
    pub(super) most_moves: u32,
    /// How many more parts may be valued for the one that is being settled.
    pub(super) credit: u32,
    pub(super) standings: Vec<Standing>,
    pub(super) worths: HashMap<Id, Worth>,
    pub(super) components: Vec<What>,
    /// Components of sums, and sums that components can be moved to.
    pool: Vec<u32>,
    sums: Vec<Entry>,
    index: Index,
    /// Lists that are not in use.
    spare: Vec<Vec<u32>>,
}

impl Book {
    /// A book of the parts of `source`; see [`Sum::of`](super::Sum::of).
    pub fn new(source: Box<dyn Source>, most_moves: u32, max_bytes: usize) -> Book {
        Book {
            source,
            values: Values::with_limit(max_bytes / 2),
            most_moves,
            credit: 0,
            standings: Vec::new(),
            worths: HashMap::new(),
            components: Vec::new(),
            pool: Vec::new(),
            sums: Vec::new(),
            index: Index::new(),
            spare: Vec::new(),
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.source.bytes()
            + self.values.bytes()
            + self.standings.len() * size_of::<Standing>()
            + self.components.len() * size_of::<What>()
            + self.worths.capacity() * (size_of::<(Id, Worth)>() + 1)
            + self.pool.len() * size_of::<u32>()
            + self.sums.len() * size_of::<Entry>()
            + self.index.bytes()
    }

    /// The sum of parts.
    pub fn sum_of_parts(&mut self, parts: &[u32]) -> u32 {
        let mut list = self.spare.pop().unwrap_or_default();
        match *parts {
            [part] => list.extend(self.alone(part)),
            _ => {
                for &part in parts {
                    list.extend(self.settled(part));
                }
            }
        }
        self.sum(list)
    }

    /// Who wins, where that is known at a glance.
    pub fn winner(&self, sum: u32, mover: Player) -> Option<Player> {
        if sum & RAW != 0 { None } else { self.sums[sum as usize].winners[mover.index()] }
    }

    /// Tells `each` every move: the place of the component in the sum, and the option. Of equal
    /// components only the first is moved.
    pub fn moves(&mut self, sum: u32, mover: Player, mut each: impl FnMut(u32, u32)) {
        if sum & RAW != 0 {
            let count = self.options(sum, mover).len() as u32;
            return (0..count).for_each(|option| each(0, option));
        }
        let mut last = None;
        for (place, i) in self.places(sum).enumerate() {
            let component = self.pool[i];
            if last.replace(component) != Some(component) {
                let count = self.options(component, mover).len() as u32;
                (0..count).for_each(|option| each(place as u32, option));
            }
        }
    }

    /// How many moves there are about: not less, and none exactly when there are none. Works out
    /// no part's options.
    pub fn mobility(&mut self, sum: u32, mover: Player) -> u32 {
        if sum & RAW != 0 {
            return self.mobility_in(sum, mover);
        }
        self.places(sum).map(|i| self.mobility_in(self.pool[i], mover)).sum()
    }

    fn mobility_in(&mut self, component: u32, mover: Player) -> u32 {
        let what = self.what(component);
        match (self.known_options(what)[mover.index()], what) {
            (None, What::Part(part)) => self.source.moves(part, mover),
            (known, _) => known.map_or(0, |(start, end)| end - start),
        }
    }

    /// The sum after a move.
    pub fn play(&mut self, sum: u32, mover: Player, place: u32, option: u32) -> u32 {
        if sum & RAW != 0 {
            let options = self.options(sum, mover);
            return self.pool[options.start + option as usize];
        }
        let places = self.places(sum);
        let moved = places.start + place as usize;
        let options = self.options(self.pool[moved], mover);
        let after = self.pool[options.start + option as usize];
        let mut list = self.spare.pop().unwrap_or_default();
        list.extend(&self.pool[places.start..moved]);
        list.extend(&self.pool[moved + 1..places.end]);
        match (after & RAW, list.is_empty()) {
            (_, true) => {
                self.spare.push(list);
                return after;
            }
            (0, false) => list.extend(&self.pool[self.places(after)]),
            (_, false) => list.extend(self.settled(after & !RAW)),
        }
        self.sum(list)
    }

    fn places(&self, sum: u32) -> Range<usize> {
        let Entry { start, len, .. } = self.sums[sum as usize];
        start as usize..(start + len) as usize
    }

    /// Where in the pool are the sums that a player can move a component to.
    fn options(&mut self, component: u32, player: Player) -> Range<usize> {
        let what = self.what(component);
        let (start, end) = match (self.known_options(what)[player.index()], what) {
            (Some(known), _) => known,
            (None, What::Part(part)) => {
                let options = self.source.options(part, player);
                let sums = options.iter().map(|parts| self.sum_of_parts(parts)).collect();
                let range = self.keep_options(sums);
                self.standing(part).options[player.index()] = Some(range);
                range
            }
            (None, _) => unreachable!("values come with their options"),
        };
        start as usize..end as usize
    }

    fn known_options(&mut self, what: What) -> Options {
        match what {
            What::Part(part) => self.standing(part).options,
            What::Value(value) => self.worths[&value].options,
            What::Itself | What::Nobody => unreachable!("no sum has such a component"),
        }
    }

    pub(super) fn keep_options(&mut self, mut sums: Vec<u32>) -> (u32, u32) {
        sums.sort_unstable();
        sums.dedup();
        let start = self.pool.len() as u32;
        self.pool.extend(sums);
        (start, self.pool.len() as u32)
    }

    /// The sum of components in any order, settled if they are several. The list is given back to
    /// the spare ones.
    pub(super) fn sum(&mut self, mut list: Vec<u32>) -> u32 {
        if list.len() > 1 {
            self.merge_closed(&mut list);
            list.sort_unstable();
            self.cancel(&mut list);
            if let [component] = list[..] {
                list[0] = self.without_others(component);
            }
        }
        let number = match list[..] {
            [raw] if raw & RAW != 0 => raw,
            _ => self.intern(&list),
        };
        list.clear();
        self.spare.push(list);
        number
    }

    /// Adds up the values number + n·↑ + nimber.
    fn merge_closed(&mut self, list: &mut Vec<u32>) {
        let closed = |book: &Book, component: u32| match book.what(component) {
            What::Value(value) => book.values.as_nus(value),
            _ => None,
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
                    return; // too large to add up: they stay as they are
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

    /// Drops pairs of an ascending list that are negatives of each other.
    fn cancel(&self, list: &mut Vec<u32>) {
        let mut kept = 0;
        for i in 0..list.len() {
            let component = list[i];
            let negative = match self.components[(component | 1) as usize] {
                What::Itself => component,
                _ => component ^ 1,
            };
            if kept > 0 && list[kept - 1] == negative {
                kept -= 1;
            } else {
                list[kept] = component;
                kept += 1;
            }
        }
        list.truncate(kept);
    }

    fn intern(&mut self, list: &[u32]) -> u32 {
        let hash = hash_of(list);
        let same = |sum: u32| &self.pool[self.places(sum)] == list;
        if let Some(known) = self.index.find(hash, same) {
            return known;
        }
        let winners = self.winners(list);
        let (start, len) = (self.pool.len() as u32, list.len() as u32);
        self.pool.extend(list);
        let number = self.sums.len() as u32;
        self.sums.push(Entry { start, len, winners });
        let (sums, pool) = (&self.sums, &self.pool);
        self.index.insert(hash, number, |sum| {
            let Entry { start, len, .. } = sums[sum as usize];
            hash_of(&pool[start as usize..(start + len) as usize])
        });
        number
    }

    /// Who wins if Left, or Right, moves, where values tell.
    fn winners(&mut self, list: &[u32]) -> [Option<Player>; 2] {
        if let &[component] = list
            && let What::Value(value) = self.what(component)
            && let Ok(outcome) = self.values.outcome(value)
        {
            return Player::BOTH.map(|mover| Some(outcome.winner(mover)));
        }
        let mut span = Some(Span::ZERO);
        for &component in list {
            let worth = match self.what(component) {
                What::Value(value) => Some(self.worths[&value].span),
                _ => None,
            };
            span = span.zip(worth).and_then(|(sum, worth)| sum.plus(worth));
        }
        Player::BOTH.map(|mover| span.and_then(|span| span.winner(mover)))
    }
}

fn hash_of(list: &[u32]) -> u64 {
    list.iter().fold(list.len() as u64, |hash, &word| {
        mix(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(word))
    })
}
