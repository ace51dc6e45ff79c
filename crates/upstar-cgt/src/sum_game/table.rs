//! The table of a thread, which stores each component and remainder once.
//!
//! Values are computed only if there are several parts: a large single part stays open. In a sum, each part
//! becomes a component: none if its value is 0, a value, or an open part. If there are several open parts,
//! all except the largest are components.
//!
//! A table belongs to one thread. If several threads or later runs share a transposition table, its keys must
//! mean the same to all of them. Then components and remainders also have *interned ids*: ids from an
//! interner that the tables share and query once for each. For a single table, the number of a remainder is
//! its id.

use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

use upstar_core::{Error, HashIndex, InternKey, Partisan, Player, SharedInterner, StopCheck, lock};

use super::{
    components::{Component, ValueComponent},
    parts::SumParts,
    remainder::{Remainder, RemainderEntry},
};
use crate::{
    database::DatabaseRef,
    parts::{PartDatabase, Scratch, ValueLimit},
    values::{Id, Values},
};

/// A sum: its open part, if there is one, and the remainder.
pub(super) type OpenSum<P> = (Option<P>, Remainder);

/// All components and remainders that have occurred.
pub struct SumTable<G: Partisan> {
    pub(super) parts: SumParts<G>,
    pub(super) values: Values,
    pub(super) limit: ValueLimit,
    pub(super) database: Option<PartDatabase>,
    /// Should the search stop? Then no more values are computed.
    pub(super) stop_check: StopCheck,
    pub(super) components: Vec<Component>,
    /// The interned ids of the components.
    pub(super) component_ids: Vec<u32>,
    pub(super) value_components: Vec<ValueComponent>,
    /// The component of a value.
    pub(super) component_of_value: HashMap<Id, u32>,
    /// The components of remainders, and the interned ids of the remainders to which values can be moved.
    pub(super) pool: Vec<u32>,
    pub(super) remainders: Vec<RemainderEntry>,
    /// Remainders by their components.
    pub(super) index: HashIndex,
    /// The number of the remainder with an interned id, or [`NONE`] if only another table has it.
    pub(super) number_of_id: Vec<u32>,
    pub(super) interner: Option<SharedInterner>,
    /// Lists that are not in use.
    pub(super) spare_lists: Vec<Vec<u32>>,
    /// The parts after a move.
    pub(super) new_parts: Vec<G::Position>,
    /// Lists for the valuation of parts.
    pub(super) scratch: Scratch<u32>,
}

/// Stands for no remainder and for no component.
pub(super) const NONE: u32 = u32::MAX;
/// The maximum number of remainders. Their numbers leave one bit unused. A search checks the limit often
/// enough that it does not exceed it by much.
const MAX_REMAINDERS: usize = 1 << 30;
/// The maximum number of components in them.
const MAX_POOL: usize = 1 << 31;

impl<G: Partisan> SumTable<G> {
    /// A table for the parts of a game's positions; see [`SumGame::new`](super::SumGame::new).
    pub fn new(
        game: Arc<G>,
        limit: ValueLimit,
        max_bytes: usize,
        stop_check: StopCheck,
        interner: Option<SharedInterner>,
    ) -> SumTable<G> {
        let mut values = Values::with_limit(max_bytes / 2);
        values.allow_steps(limit.max_steps());
        let is_time = Arc::clone(&stop_check);
        values.poll_with(Some(Box::new(move |_| is_time())));
        let mut table = SumTable {
            parts: SumParts::new(game),
            values,
            limit,
            database: None,
            stop_check,
            components: Vec::new(),
            component_ids: Vec::new(),
            value_components: Vec::new(),
            component_of_value: HashMap::new(),
            pool: Vec::new(),
            remainders: Vec::new(),
            index: HashIndex::new(),
            number_of_id: Vec::new(),
            interner,
            spare_lists: Vec::new(),
            new_parts: Vec::new(),
            scratch: Scratch::default(),
        };
        table.intern(&[]);
        table
    }

    /// Opens a database to look up values in.
    ///
    /// # Errors
    /// If there is no database of the game, or it is damaged.
    pub fn open(&mut self, reference: &DatabaseRef) -> Result<(), Error> {
        let cells = self.parts.game.cells();
        self.database = Some(PartDatabase::open(reference, cells, &mut self.values)?);
        Ok(())
    }

    /// The bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.parts.bytes()
            + self.values.bytes()
            + self.value_components.capacity() * size_of::<ValueComponent>()
            + self.components.capacity() * size_of::<Component>()
            + self.component_of_value.capacity() * (size_of::<(Id, u32)>() + 1)
            + self.pool.capacity() * size_of::<u32>()
            + self.component_ids.capacity() * size_of::<u32>()
            + self.remainders.capacity() * size_of::<RemainderEntry>()
            + self.number_of_id.capacity() * size_of::<u32>()
            + self.index.bytes()
    }

    /// The interned id of a content, if the tables share an interner.
    pub(super) fn shared_id(&self, content: InternKey) -> Option<u32> {
        self.interner.as_ref().map(|interner| lock(interner).intern(content))
    }

    /// Does the table contain a remainder?
    pub fn knows(&self, remainder: Remainder) -> bool {
        self.number_of_id.get(remainder.id as usize).is_some_and(|&number| number != NONE)
    }

    /// Are the numbers nearly used up?
    pub fn is_full(&self) -> bool {
        self.number_of_id.len() > MAX_REMAINDERS || self.pool.len() > MAX_POOL
    }

    /// Calls `show` for every move in a remainder, with the index of the component and the option. Only the
    /// first of equal components is moved.
    pub fn list_moves(
        &mut self,
        remainder: Remainder,
        mover: Player,
        mut show: impl FnMut(u32, u32),
    ) {
        let mut last = None;
        for (place, i) in self.places(remainder.id).enumerate() {
            let component = self.pool[i];
            if last.replace(component) != Some(component) {
                (0..self.moves_in(component, mover)).for_each(|option| show(place as u32, option));
            }
        }
    }

    /// The number of moves of a player in a component.
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

    /// The sum after a move in the remainder.
    pub fn play(
        &mut self,
        open: Option<G::Position>,
        remainder: Remainder,
        mover: Player,
        (place, option): (u32, u32),
    ) -> OpenSum<G::Position> {
        let places = self.places(remainder.id);
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
        list.extend(&self.pool[self.places(remainder.id)]);
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

    /// Removes the largest open part from a list.
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
