//! Components and rests, each once.
//!
//! Components have even and odd numbers: `c ^ 1` is the negative of `c`. One that is its own
//! negative has an even number, and the odd one beside it is not used. A rest is an ascending list
//! of components in which no two cancel, and at most one of which is a number + n·↑ + nimber.
//!
//! Values are worked out where parts meet: a larger part that stands alone is left as it is. Beside others
//! each part is *settled*: worth nothing, a value, or open. Of several open parts all but the largest
//! are components.
//!
//! A book belongs to one thread. Where several search, or others later, what their table is told must mean the same
//! to all: then components and rests also have [names](Names), which the books share and ask for once for
//! each. For one that is alone, the number of a rest is its name.

use std::{
    collections::HashMap,
    ops::{ControlFlow, Range},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use upstar_core::{Alarm, Error, Index, Names, Partisan, Player, Thing, mix};

use super::{
    bounds::Span,
    limit::Limit,
    parts::Parts,
    stored::{Stock, Stored},
};
use crate::{
    parts::Scratch,
    values::{Id, Nus, Values},
};

/// What a component is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// A part of a board.
    Part(u32),
    /// A value, by its number among those that are components.
    Value(u32),
    /// Nothing: its neighbour is its own negative.
    Itself,
    /// Nothing: its neighbour has no negative here.
    Nobody,
}

/// A value that is a component.
pub(super) struct Worth {
    pub(super) value: Id,
    /// Where in the pool are the rests that Left, or Right, can move to.
    pub(super) options: [(u32, u32); 2],
    pub(super) span: Span,
}

/// A rest, by its name, and what is often asked of it.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    pub(super) name: u32,
    /// How many moves Left, and Right, have.
    pub(super) moves: [u16; 2],
    /// How much it is in favour of Left, about.
    pub(super) lean: i16,
    /// Is a component an open part?
    pub(super) is_open: bool,
    /// Who wins if Left, or Right, moves and there is nothing else, where that is known at a glance.
    pub(super) winners: [Option<Player>; 2],
}

impl Rest {
    /// The rest that is nothing.
    pub(super) const NOTHING: Rest = Rest {
        name: 0,
        moves: [0; 2],
        lean: 0,
        is_open: false,
        winners: [Some(Player::Right), Some(Player::Left)],
    };

    pub(super) fn is_nothing(self) -> bool {
        self.name == Rest::NOTHING.name
    }
}

struct Entry {
    /// The components, in the pool.
    start: u32,
    len: u32,
    rest: Rest,
}

/// Names that books share, if there is anybody to share them with.
pub(super) type Shared = Option<Arc<Mutex<Names>>>;

/// What a lock guards.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An open part, if there is one, and the rest.
pub(super) type Joined<P> = (Option<P>, Rest);

/// All components and rests that were met.
pub struct Book<G: Partisan> {
    pub(super) parts: Parts<G>,
    /// Lists for valuing parts.
    pub(super) scratch: Scratch<u32>,
    pub(super) values: Values,
    pub(super) limit: Limit,
    /// What is on the disk.
    pub(super) stored: Option<Stored>,
    pub(super) worths: Vec<Worth>,
    pub(super) components: Vec<What>,
    /// Their names.
    called: Vec<u32>,
    /// The component that a value is.
    pub(super) by_value: HashMap<Id, u32>,
    /// Components of rests, and rests that values can be moved to.
    pub(super) pool: Vec<u32>,
    rests: Vec<Entry>,
    /// Which rest has a name, if it is one of this book's.
    by_name: Vec<u32>,
    names: Shared,
    index: Index,
    /// Lists that are not in use.
    pub(super) spare: Vec<Vec<u32>>,
    /// Parts that a move has led to.
    pub(super) fresh: Vec<G::Position>,
    /// Is it time to stop? Then no more values are worked out.
    pub(super) alarm: Alarm,
}

/// The number of no rest, and the name of no component.
pub(super) const NOBODY: u32 = u32::MAX;
/// There may be so many rests; their numbers leave a bit for other things, and no search comes far beyond
/// the limit before it looks at it.
const MOST_RESTS: usize = 1 << 30;
/// And so many numbers of components in them.
const MOST_POOL: usize = 1 << 31;

impl<G: Partisan> Book<G> {
    /// A book of the parts of a game's positions; see [`Sum::of`](super::Sum::of).
    pub fn new(
        game: Arc<G>,
        limit: Limit,
        max_bytes: usize,
        alarm: Alarm,
        names: Shared,
    ) -> Book<G> {
        let mut values = Values::with_limit(max_bytes / 2);
        values.allow_steps(limit.steps());
        let is_time = Arc::clone(&alarm);
        values.poll_with(Some(Box::new(move |_| is_time())));
        let mut book = Book {
            parts: Parts::new(game),
            scratch: Scratch::default(),
            values,
            limit,
            stored: None,
            worths: Vec::new(),
            components: Vec::new(),
            called: Vec::new(),
            by_value: HashMap::new(),
            pool: Vec::new(),
            rests: Vec::new(),
            by_name: Vec::new(),
            names,
            index: Index::new(),
            spare: Vec::new(),
            fresh: Vec::new(),
            alarm,
        };
        book.intern(&[]);
        book
    }

    /// Takes values from a database.
    ///
    /// # Errors
    /// If there is none of the game, or it is damaged.
    pub fn open(&mut self, stock: &Stock) -> Result<(), Error> {
        // However many values there are, reading them is no reason to give up.
        let poll = self.values.poll_with(None);
        let stored = Stored::open(stock, self.parts.game.cells(), &mut self.values);
        self.values.poll_with(poll);
        self.stored = Some(stored?);
        Ok(())
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.parts.bytes()
            + self.values.bytes()
            + self.worths.capacity() * size_of::<Worth>()
            + self.components.capacity() * size_of::<What>()
            + self.by_value.capacity() * (size_of::<(Id, u32)>() + 1)
            + self.pool.capacity() * size_of::<u32>()
            + self.called.capacity() * size_of::<u32>()
            + self.rests.capacity() * size_of::<Entry>()
            + self.by_name.capacity() * size_of::<u32>()
            + self.index.bytes()
    }

    /// Have components names?
    pub(super) fn has_names(&self) -> bool {
        self.names.is_some()
    }

    /// The name of a component, where it needs one.
    pub(super) fn name(&self, thing: Thing) -> u32 {
        self.names.as_ref().map_or(NOBODY, |names| lock(names).name(thing))
    }

    /// The name of a rest that gets this number.
    fn name_rest(&mut self, number: u32, list: &[u32]) -> u32 {
        let Some(names) = &self.names else { return number };
        let mut called = self.spare.pop().unwrap_or_default();
        called.extend(list.iter().map(|&component| self.called[component as usize]));
        let name = lock(names).name(Thing::Bag(&called));
        called.clear();
        self.spare.push(called);
        name
    }

    /// Adds a component with its name, and returns its number.
    pub(super) fn add(&mut self, what: What, name: u32) -> u32 {
        self.components.push(what);
        self.called.push(name);
        self.components.len() as u32 - 1
    }

    /// Does it know a rest?
    pub fn knows(&self, rest: Rest) -> bool {
        self.by_name.get(rest.name as usize).is_some_and(|&number| number != NOBODY)
    }

    /// Will numbers run out soon?
    pub fn is_full(&self) -> bool {
        self.by_name.len() > MOST_RESTS || self.pool.len() > MOST_POOL
    }

    /// Tells `each` every move: the place of the component in the rest, and the option. Of equal
    /// components only the first is moved.
    pub fn list(&mut self, rest: Rest, mover: Player, mut each: impl FnMut(u32, u32)) {
        let mut last = None;
        for (place, i) in self.places(rest.name).enumerate() {
            let component = self.pool[i];
            if last.replace(component) != Some(component) {
                (0..self.moves_in(component, mover)).for_each(|option| each(place as u32, option));
            }
        }
    }

    fn moves_in(&mut self, component: u32, mover: Player) -> u32 {
        match self.what(component) {
            What::Part(part) => {
                let position = self.parts.position(part).clone();
                self.parts.moves(&position, mover)
            }
            What::Value(worth) => {
                let (start, end) = self.worths[worth as usize].options[mover.index()];
                end - start
            }
            What::Itself | What::Nobody => unreachable!("no rest has such a component"),
        }
    }

    /// What there is after a move in the rest, beside an open part.
    pub fn play(
        &mut self,
        open: Option<G::Position>,
        rest: Rest,
        mover: Player,
        (place, option): (u32, u32),
    ) -> Joined<G::Position> {
        let places = self.places(rest.name);
        let moved = places.start + place as usize;
        let component = self.pool[moved];
        let mut list = self.spare.pop().unwrap_or_default();
        list.extend(&self.pool[places.start..moved]);
        list.extend(&self.pool[moved + 1..places.end]);
        match self.what(component) {
            What::Value(worth) => {
                let (start, _) = self.worths[worth as usize].options[mover.index()];
                let after = self.places(self.pool[(start + option) as usize]);
                list.extend(&self.pool[after]);
            }
            What::Part(part) => {
                let after = self.parts.play(part, mover, option);
                self.split(&after);
            }
            What::Itself | What::Nobody => unreachable!("no rest has such a component"),
        }
        self.join(open, list)
    }

    /// What a position is, beside a rest.
    pub fn read(&mut self, position: &G::Position, rest: Rest) -> Joined<G::Position> {
        self.split(position);
        let mut list = self.spare.pop().unwrap_or_default();
        list.extend(&self.pool[self.places(rest.name)]);
        self.join(None, list)
    }

    fn split(&mut self, position: &G::Position) {
        let fresh = &mut self.fresh;
        self.parts.game.split(position, &mut |part| {
            fresh.push(part);
            ControlFlow::Continue(())
        });
    }

    /// Where the components of a rest are, by its name.
    fn places(&self, name: u32) -> Range<usize> {
        self.places_of(self.by_name[name as usize])
    }

    fn places_of(&self, rest: u32) -> Range<usize> {
        let Entry { start, len, .. } = self.rests[rest as usize];
        start as usize..(start + len) as usize
    }

    pub(super) fn keep_options(&mut self, mut rests: Vec<u32>) -> (u32, u32) {
        rests.sort_unstable();
        rests.dedup();
        let start = self.pool.len() as u32;
        self.pool.extend(rests);
        (start, self.pool.len() as u32)
    }

    /// The rest that components in any order are. The list is given back to the spare ones.
    pub(super) fn rest(&mut self, mut list: Vec<u32>) -> Rest {
        self.tidy(&mut list);
        let rest = self.intern(&list);
        list.clear();
        self.spare.push(list);
        rest
    }

    /// Brings components into order, and drops those that cancel.
    pub(super) fn tidy(&mut self, list: &mut Vec<u32>) {
        if list.len() > 1 {
            self.merge_closed(list);
            list.sort_unstable();
            self.cancel(list);
        }
    }

    /// Adds up the values number + n·↑ + nimber.
    fn merge_closed(&mut self, list: &mut Vec<u32>) {
        let closed = |book: &Book<G>, component: u32| match book.what(component) {
            What::Value(worth) => book.values.as_nus(book.worths[worth as usize].value),
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
            if kept > 0 && list[kept - 1] == self.negative(component) {
                kept -= 1;
            } else {
                list[kept] = component;
                kept += 1;
            }
        }
        list.truncate(kept);
    }

    fn intern(&mut self, list: &[u32]) -> Rest {
        let hash = hash_of(list);
        let same = |rest: u32| &self.pool[self.places_of(rest)] == list;
        if let Some(known) = self.index.find(hash, same) {
            return self.rests[known as usize].rest;
        }
        let number = u32::try_from(self.rests.len()).expect("fewer rests than fit into memory");
        let name = self.name_rest(number, list);
        let rest = self.describe(name, list);
        let (start, len) = (self.pool.len() as u32, list.len() as u32);
        self.pool.extend(list);
        self.rests.push(Entry { start, len, rest });
        if self.by_name.len() <= name as usize {
            self.by_name.resize(name as usize + 1, NOBODY);
        }
        self.by_name[name as usize] = number;
        let (rests, pool) = (&self.rests, &self.pool);
        self.index.insert(hash, number, |rest| {
            let Entry { start, len, .. } = rests[rest as usize];
            hash_of(&pool[start as usize..(start + len) as usize])
        });
        rest
    }

    /// What is often asked of a new rest.
    fn describe(&mut self, name: u32, list: &[u32]) -> Rest {
        let moves = Player::BOTH.map(|mover| {
            let each = list.chunk_by(|a, b| a == b).map(|equal| self.moves_in(equal[0], mover));
            each.sum::<u32>().min(u32::from(u16::MAX)) as u16
        });
        let mut lean = 0;
        let mut span = Some(Span::ZERO);
        for &component in list {
            let worth = match self.what(component) {
                What::Value(worth) => Some(self.worths[worth as usize].span),
                _ => None,
            };
            lean += worth.map_or(0, Span::lean);
            span = span.zip(worth).and_then(|(sum, worth)| sum.plus(worth));
        }
        let mut winners = Player::BOTH.map(|mover| span.and_then(|span| span.winner(mover)));
        if let &[component] = list
            && let What::Value(worth) = self.what(component)
            && let Ok(outcome) = self.values.outcome(self.worths[worth as usize].value)
        {
            winners = Player::BOTH.map(|mover| Some(outcome.winner(mover)));
        }
        let is_part = |&component: &u32| matches!(self.what(component), What::Part(_));
        Rest { name, moves, lean, is_open: list.iter().any(is_part), winners }
    }
}

fn hash_of(list: &[u32]) -> u64 {
    list.iter().fold(list.len() as u64, |hash, &word| {
        mix(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(word))
    })
}
