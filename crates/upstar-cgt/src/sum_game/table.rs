//! The table of a thread: components and remainders, each once.
//!
//! Values are worked out where parts meet: a large part that stands alone is left as it is. Beside others
//! each part is a component: nothing if its value is 0, a value, or an open part. Of several open parts
//! all but the largest are components.
//!
//! A table belongs to one thread. Where several threads search, or later runs, the keys in their
//! transposition table must mean the same to all. Then components and remainders also have *names*: numbers
//! of an interner that the tables share and ask once for each. For a table that is alone, the number of a
//! remainder is its name.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use upstar_core::{Alarm, Error, Index, Partisan, Player};

use super::{
    components::{Component, ValueComponent},
    parts::SumParts,
    remainder::{Remainder, RemainderEntry},
};
use crate::{
    database::DatabaseRef,
    parts::{InternKey, Interner, PartDatabase, Scratch, ValueLimit},
    values::{Id, Values},
};

/// The interner that tables share, if there is more than one or keys are kept.
pub(super) type SharedNames = Option<Arc<Mutex<Interner>>>;

/// What a lock guards.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A sum: its open part, if there is one, and the remainder.
pub(super) type OpenSum<P> = (Option<P>, Remainder);

/// All components and remainders that came up.
pub struct SumTable<G: Partisan> {
    pub(super) parts: SumParts<G>,
    pub(super) values: Values,
    pub(super) limit: ValueLimit,
    pub(super) database: Option<PartDatabase>,
    /// Is it time to stop? Then no more values are worked out.
    pub(super) alarm: Alarm,
    pub(super) components: Vec<Component>,
    /// The components' names.
    pub(super) component_names: Vec<u32>,
    pub(super) value_components: Vec<ValueComponent>,
    /// The component that a value is.
    pub(super) component_of_value: HashMap<Id, u32>,
    /// Components of remainders, and names of remainders that values can be moved to.
    pub(super) pool: Vec<u32>,
    pub(super) remainders: Vec<RemainderEntry>,
    /// Remainders by their components.
    pub(super) index: Index,
    /// The number of the remainder with a name, or [`NONE`] if it is one of another table.
    pub(super) number_of_name: Vec<u32>,
    pub(super) names: SharedNames,
    /// Lists that are not in use.
    pub(super) spare_lists: Vec<Vec<u32>>,
    /// Parts that a move has led to.
    pub(super) new_parts: Vec<G::Position>,
    /// Lists for valuing parts.
    pub(super) scratch: Scratch<u32>,
}

/// The number of no remainder, and the name of no component.
pub(super) const NONE: u32 = u32::MAX;
/// The most remainders. Their numbers leave a bit for other things, and no search comes far beyond the
/// limit before it checks it.
const MAX_REMAINDERS: usize = 1 << 30;
/// The most numbers of components in them.
const MAX_POOL: usize = 1 << 31;

impl<G: Partisan> SumTable<G> {
    /// A table of the parts of a game's positions; see [`SumGame::new`](super::SumGame::new).
    pub fn new(
        game: Arc<G>,
        limit: ValueLimit,
        max_bytes: usize,
        alarm: Alarm,
        names: SharedNames,
    ) -> SumTable<G> {
        let mut values = Values::with_limit(max_bytes / 2);
        values.allow_steps(limit.max_steps());
        let is_time = Arc::clone(&alarm);
        values.poll_with(Some(Box::new(move |_| is_time())));
        let mut table = SumTable {
            parts: SumParts::new(game),
            values,
            limit,
            database: None,
            alarm,
            components: Vec::new(),
            component_names: Vec::new(),
            value_components: Vec::new(),
            component_of_value: HashMap::new(),
            pool: Vec::new(),
            remainders: Vec::new(),
            index: Index::new(),
            number_of_name: Vec::new(),
            names,
            spare_lists: Vec::new(),
            new_parts: Vec::new(),
            scratch: Scratch::default(),
        };
        table.intern(&[]);
        table
    }

    /// Takes values from a database, too.
    ///
    /// # Errors
    /// If there is none of the game, or it is damaged.
    pub fn open(&mut self, reference: &DatabaseRef) -> Result<(), Error> {
        let cells = self.parts.game.cells();
        self.database = Some(PartDatabase::open(reference, cells, &mut self.values)?);
        Ok(())
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.parts.bytes()
            + self.values.bytes()
            + self.value_components.capacity() * size_of::<ValueComponent>()
            + self.components.capacity() * size_of::<Component>()
            + self.component_of_value.capacity() * (size_of::<(Id, u32)>() + 1)
            + self.pool.capacity() * size_of::<u32>()
            + self.component_names.capacity() * size_of::<u32>()
            + self.remainders.capacity() * size_of::<RemainderEntry>()
            + self.number_of_name.capacity() * size_of::<u32>()
            + self.index.bytes()
    }

    /// The name of what has this content, where names are shared.
    pub(super) fn shared_name(&self, content: InternKey) -> Option<u32> {
        self.names.as_ref().map(|names| lock(names).name(content))
    }

    /// Does it know a remainder?
    pub fn knows(&self, remainder: Remainder) -> bool {
        self.number_of_name.get(remainder.name as usize).is_some_and(|&number| number != NONE)
    }

    /// Will numbers run out soon?
    pub fn is_full(&self) -> bool {
        self.number_of_name.len() > MAX_REMAINDERS || self.pool.len() > MAX_POOL
    }

    /// Shows every move in a remainder: the place of the component, and the option. Of equal components
    /// only the first is moved.
    pub fn list_moves(
        &mut self,
        remainder: Remainder,
        mover: Player,
        mut show: impl FnMut(u32, u32),
    ) {
        let mut last = None;
        for (place, i) in self.places(remainder.name).enumerate() {
            let component = self.pool[i];
            if last.replace(component) != Some(component) {
                (0..self.moves_in(component, mover)).for_each(|option| show(place as u32, option));
            }
        }
    }

    /// How many moves a player has in a component.
    pub(super) fn moves_in(&mut self, component: u32, mover: Player) -> u32 {
        match self.component(component) {
            Component::OpenPart(part) => {
                let position = self.parts.position(part).clone();
                self.parts.moves(&position, mover)
            }
            Component::Value(value) => {
                let (start, end) = self.value_components[value as usize].options[mover.index()];
                end - start
            }
            Component::SelfNegative | Component::NoNegative => unreachable!("{NOT_USED}"),
        }
    }

    /// The sum after a move in the remainder beside an open part.
    pub fn play(
        &mut self,
        open: Option<G::Position>,
        remainder: Remainder,
        mover: Player,
        (place, option): (u32, u32),
    ) -> OpenSum<G::Position> {
        let places = self.places(remainder.name);
        let moved = places.start + place as usize;
        let component = self.pool[moved];
        let mut list = self.spare_lists.pop().unwrap_or_default();
        list.extend(&self.pool[places.start..moved]);
        list.extend(&self.pool[moved + 1..places.end]);
        match self.component(component) {
            Component::Value(value) => {
                let (start, _) = self.value_components[value as usize].options[mover.index()];
                let after = self.places(self.pool[(start + option) as usize]);
                list.extend(&self.pool[after]);
            }
            Component::OpenPart(part) => {
                let after = self.parts.play(part, mover, option);
                self.split(&after);
            }
            Component::SelfNegative | Component::NoNegative => unreachable!("{NOT_USED}"),
        }
        self.join(open, list)
    }

    /// The sum of a position and a remainder.
    pub fn sum_of(&mut self, position: &G::Position, remainder: Remainder) -> OpenSum<G::Position> {
        self.split(position);
        let mut list = self.spare_lists.pop().unwrap_or_default();
        list.extend(&self.pool[self.places(remainder.name)]);
        self.join(None, list)
    }

    fn split(&mut self, position: &G::Position) {
        let new_parts = &mut self.new_parts;
        self.parts.game.split(position, &mut |part| {
            new_parts.push(part);
            ControlFlow::Continue(())
        });
    }

    /// The sum of an open part, the new parts, and a list of components, which becomes a spare list.
    fn join(&mut self, open: Option<G::Position>, mut list: Vec<u32>) -> OpenSum<G::Position> {
        let mut new_parts = std::mem::take(&mut self.new_parts);
        let is_single = open.is_none() && new_parts.len() == 1 && list.is_empty();
        new_parts.retain(|part| match self.valued_component(part, is_single) {
            None => true,
            Some(component) => {
                list.extend(component);
                false
            }
        });
        new_parts.extend(open);
        let is_open = |&component: &u32| self.component(component).is_open();
        let open = if new_parts.len() == 1 && !list.iter().any(is_open) {
            new_parts.pop()
        } else {
            for part in new_parts.drain(..) {
                list.extend(self.component_of_part(part));
            }
            self.normalize(&mut list);
            self.take_largest(&mut list)
        };
        self.new_parts = new_parts;
        (open, self.remainder(list))
    }

    /// Takes the largest of the open parts out of a list.
    fn take_largest(&mut self, list: &mut Vec<u32>) -> Option<G::Position> {
        let mut largest = None;
        for (place, &component) in list.iter().enumerate() {
            if let Component::OpenPart(part) = self.component(component) {
                let position = self.parts.position(part).clone();
                let size = (self.parts.all_moves(&position), component);
                if largest.as_ref().is_none_or(|&(most, _, _)| most < size) {
                    largest = Some((size, place, position));
                }
            }
        }
        let (_, place, position) = largest?;
        list.remove(place);
        Some(position)
    }
}

const NOT_USED: &str = "no remainder has a component that is not in use";
