//! What parts are: values, or open.

use std::sync::Arc;

use upstar_core::{Key, Partisan, Thing};

use super::{
    book::{Book, Joined, NOBODY, Rest, What, Worth},
    bounds::Span,
};
use crate::{
    parts::{PartStore, value_of_part},
    values::{Id, ValueError, Values},
};

impl<G: Partisan> Book<G> {
    pub(super) fn what(&self, component: u32) -> What {
        self.components[component as usize]
    }

    /// What there is altogether: an open part, the fresh ones, and a list of components, which is
    /// given back to the spare ones.
    pub(super) fn join(
        &mut self,
        open: Option<G::Position>,
        mut list: Vec<u32>,
    ) -> Joined<G::Position> {
        let mut fresh = std::mem::take(&mut self.fresh);
        let is_alone = open.is_none() && fresh.len() == 1 && list.is_empty();
        fresh.retain(|part| match self.worth(part, is_alone) {
            None => true,
            Some(component) => {
                list.extend(component);
                false
            }
        });
        fresh.extend(open);
        let is_part = |&component: &u32| matches!(self.what(component), What::Part(_));
        let open = if fresh.len() == 1 && !list.iter().any(is_part) {
            fresh.pop()
        } else {
            for part in fresh.drain(..) {
                list.extend(self.component_of_part(part));
            }
            self.tidy(&mut list);
            self.take_largest(&mut list)
        };
        self.fresh = fresh;
        (open, self.rest(list))
    }

    /// Takes the largest of the open parts out of a list.
    fn take_largest(&mut self, list: &mut Vec<u32>) -> Option<G::Position> {
        let mut largest = None;
        for (place, &component) in list.iter().enumerate() {
            if let What::Part(part) = self.what(component) {
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

    /// The component that a part's value is, the inner none if that is 0; the outer none if it stays
    /// open.
    fn worth(&mut self, part: &G::Position, is_alone: bool) -> Option<Option<u32>> {
        if let Some(value) = self.stored_value(part) {
            return self.settled_as(value);
        }
        let moves = self.parts.all_moves(part);
        if !self.limit.allows(moves, is_alone) {
            return None;
        }
        let part = self.parts.number(part.clone());
        self.value(part)?;
        self.parts.settled(part)
    }

    /// The value of a part that is on the disk.
    fn stored_value(&mut self, part: &G::Position) -> Option<Id> {
        let stored = self.stored.as_ref()?;
        stored.value(self.parts.game.pack(part), &mut self.values)
    }

    /// The component that a value is, the inner none if it is 0; the outer none if a limit is reached.
    fn settled_as(&mut self, value: Id) -> Option<Option<u32>> {
        match value {
            Id::ZERO => Some(None),
            value => self.component_of_value(value).ok().map(Some),
        }
    }

    /// The component that an open part is, and beside it its negative; none if it is known to be worth 0.
    fn component_of_part(&mut self, part: G::Position) -> Option<u32> {
        let part = self.parts.number(part);
        if let Some(known) = self.parts.settled(part) {
            return known;
        }
        let component = self.components.len() as u32;
        let other = match self.parts.negative(part) {
            None => What::Nobody,
            Some(negative) if negative == part => What::Itself,
            Some(negative) => {
                self.parts.settle(negative, Some(component + 1));
                What::Part(negative)
            }
        };
        let name = self.name_of_part(part);
        self.add(What::Part(part), name);
        let name = match other {
            What::Part(negative) => self.name_of_part(negative),
            _ => NOBODY,
        };
        self.add(other, name);
        self.parts.settle(part, Some(component));
        Some(component)
    }

    fn name_of_part(&self, part: u32) -> u32 {
        if !self.has_names() {
            return NOBODY;
        }
        let mut bytes = Vec::with_capacity(G::Key::BYTES);
        self.parts.key(part).write(&mut bytes);
        let words = bytes
            .chunks(4)
            .map(|word| word.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)));
        self.name(Thing::Words(&words.collect::<Vec<_>>()))
    }

    /// The component that is the negative of one.
    pub(super) fn negative(&self, component: u32) -> u32 {
        match self.what(component | 1) {
            What::Itself => component,
            _ => component ^ 1,
        }
    }

    /// The component that a value is, with all values that can be reached from it.
    ///
    /// # Errors
    /// When a limit is reached; nothing is half done then.
    pub(super) fn component_of_value(&mut self, value: Id) -> Result<u32, ValueError> {
        if let Some(&known) = self.by_value.get(&value) {
            return Ok(known);
        }
        let negative = self.values.negate(value)?;
        let mut made = Vec::new();
        for value in if negative == value { vec![value] } else { vec![value, negative] } {
            let mut rests = [Vec::new(), Vec::new()];
            let options = [self.values.left_options(value)?, self.values.right_options(value)?];
            for (rests, options) in rests.iter_mut().zip(options) {
                for option in options {
                    rests.push(match option {
                        Id::ZERO => Rest::NOTHING.name,
                        option => {
                            let component = self.component_of_value(option)?;
                            self.rest(vec![component]).name
                        }
                    });
                }
            }
            made.push((value, rests, Span::of(&mut self.values, value)?));
        }
        let first = self.components.len() as u32;
        for (value, rests, span) in made {
            // Equal values have the same options, and their rests the same names.
            let name = self.name(Thing::Pair(&rests[0], &rests[1]));
            let options = rests.map(|rests| self.keep_options(rests));
            let component = self.add(What::Value(self.worths.len() as u32), name);
            self.worths.push(Worth { value, options, span });
            self.by_value.insert(value, component);
        }
        if negative == value {
            self.add(What::Itself, NOBODY);
        }
        Ok(first)
    }

    /// Values a part, which is then settled, unless it or a part that it leads to has too many moves, a
    /// limit is reached, or it is time to stop.
    fn value(&mut self, part: u32) -> Option<Id> {
        let game = Arc::clone(&self.parts.game);
        let mut scratch = std::mem::take(&mut self.scratch);
        let found = value_of_part(game.as_ref(), self, &mut scratch, part);
        self.scratch = scratch;
        found.ok().flatten()
    }
}

/// Parts within the limit get values.
impl<G: Partisan> PartStore<G> for Book<G> {
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
        match self.parts.settled(part).map(|settled| settled.map(|known| self.what(known))) {
            Some(None) => return Ok(Some(Some(Id::ZERO))),
            Some(Some(What::Value(worth))) => {
                return Ok(Some(Some(self.worths[worth as usize].value)));
            }
            _ => {}
        }
        let position = self.parts.position(part).clone();
        let Some(value) = self.stored_value(&position) else { return Ok(None) };
        let settled = self.settled_as(value).ok_or(ValueError::Stopped)?;
        self.parts.settle(part, settled);
        Ok(Some(Some(value)))
    }

    fn admit(&mut self, _game: &G, &part: &u32) -> Result<(), ValueError> {
        let limit = self.limit.moves();
        let position = self.parts.position(part).clone();
        if self.parts.all_moves(&position) > limit
            || !self.parts.try_with(part, limit)
            || self.limit.is_spent()
            || (self.alarm)()
        {
            return Err(ValueError::Stopped);
        }
        self.limit.note_made();
        Ok(())
    }

    fn store(&mut self, _game: &G, part: u32, value: Option<Id>) -> Result<Option<Id>, ValueError> {
        let Some(value) = value else { return Ok(None) };
        let settled = self.settled_as(value).ok_or(ValueError::Stopped)?;
        if let Some(negative) = self.parts.negative(part) {
            self.parts.settle(negative, settled.map(|component| self.negative(component)));
        }
        self.parts.settle(part, settled);
        Ok(Some(value))
    }
}
