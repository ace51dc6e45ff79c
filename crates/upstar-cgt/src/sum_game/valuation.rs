//! Which parts of a sum get values, and the conversion of values to components.

use std::sync::Arc;

use upstar_core::Partisan;

use super::table::SumTable;
use crate::{
    parts::{PartStore, value_of_part},
    values::{Id, ValueError, Values},
};

impl<G: Partisan> SumTable<G> {
    /// The component of a part's value. The inner option is none if the value is 0. The outer option is none
    /// if the part stays open.
    pub(super) fn valued_component(
        &mut self,
        part: &G::Position,
        is_single: bool,
    ) -> Option<Option<u32>> {
        if let Some(value) = self.database_value(part) {
            return self.component_or_zero(value).ok();
        }
        let moves = self.parts.all_moves(part);
        if !self.limit.allows(moves, is_single) {
            return None;
        }
        let part = self.parts.number(part.clone());
        if self.known_value(part).is_none() {
            let game = Arc::clone(&self.parts.game);
            let mut scratch = std::mem::take(&mut self.scratch);
            let found = value_of_part(game.as_ref(), self, &mut scratch, part);
            self.scratch = scratch;
            found.ok().flatten()?;
        }
        self.parts.component(part)
    }

    /// The value of a part, if it is known.
    fn known_value(&self, part: u32) -> Option<Id> {
        match self.parts.component(part)? {
            None => Some(Id::ZERO),
            // An open part has no value yet, but may get one after the limit was raised.
            Some(component) => self.value_component(component).map(|known| known.value),
        }
    }

    /// The value of a part from the database, if it has one.
    fn database_value(&mut self, part: &G::Position) -> Option<Id> {
        let database = self.database.as_ref()?;
        let found = database.find(self.parts.game.pack(part))?;
        database.value(found, &mut self.values)
    }

    /// The component of a value; none if the value is 0.
    ///
    /// # Errors
    /// If a limit is reached.
    fn component_or_zero(&mut self, value: Id) -> Result<Option<u32>, ValueError> {
        match value {
            Id::ZERO => Ok(None),
            value => self.component_of_value(value).map(Some),
        }
    }
}

/// The store for sums: parts within the limit get values, and a value becomes a component at once.
impl<G: Partisan> PartStore<G> for SumTable<G> {
    type Part = u32;

    fn values(&mut self) -> &mut Values {
        &mut self.values
    }

    fn enter(&mut self, _game: &G, part: G::Position) -> u32 {
        self.parts.number(part)
    }

    fn position<'a>(&'a self, &part: &'a u32) -> &'a G::Position {
        self.parts.position(part)
    }

    fn known(&mut self, _game: &G, &part: &u32) -> Result<Option<Option<Id>>, ValueError> {
        let known = self.known_value(part);
        if known.is_some() || self.database.is_none() {
            return Ok(known.map(Some));
        }
        let position = self.parts.position(part).clone();
        let Some(value) = self.database_value(&position) else { return Ok(None) };
        let component = self.component_or_zero(value)?;
        self.parts.set_component(part, component);
        Ok(Some(Some(value)))
    }

    fn admit(&mut self, _game: &G, &part: &u32) -> Result<(), ValueError> {
        let limit = self.limit.moves();
        let position = self.parts.position(part).clone();
        if self.parts.all_moves(&position) > limit
            || !self.parts.try_limit(part, limit)
            || self.limit.is_spent()
            || (self.stop_check)()
        {
            return Err(ValueError::Stopped);
        }
        self.limit.count_value();
        Ok(())
    }

    fn store(&mut self, _game: &G, part: u32, value: Option<Id>) -> Result<Option<Id>, ValueError> {
        if let Some(value) = value {
            let component = self.component_or_zero(value)?;
            if let Some(negative) = self.parts.negative(part) {
                let opposite = component.map(|component| self.negative(component));
                self.parts.set_component(negative, opposite);
            }
            self.parts.set_component(part, component);
        }
        Ok(value)
    }
}
