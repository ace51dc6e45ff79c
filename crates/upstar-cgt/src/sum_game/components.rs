//! Components of sums: values and open parts.
//!
//! Components come in pairs: `c ^ 1` is the negative of `c`. A component that is its own negative has an even
//! number, and the odd number after it is not used.

use upstar_core::{InternKey, Key, Partisan, id_of_key};

use super::{
    remainder::Remainder,
    table::{NONE, SumTable},
};
use crate::{
    parts::ValueBounds,
    values::{Id, ValueError},
};

/// The kind of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Component {
    /// An open part, by its number.
    OpenPart(u32),
    /// A value, by its number among the value components.
    Value(u32),
    /// Unused: the component of the even number is its own negative.
    SelfNegative,
    /// Unused: the component of the even number has no negative on the board.
    NoNegative,
}

impl Component {
    /// Is it an open part (a part without a value)?
    pub(super) fn is_open(self) -> bool {
        matches!(self, Component::OpenPart(_))
    }
}

/// A value that is a component.
pub(super) struct ValueComponent {
    pub(super) value: Id,
    /// The ranges in the pool of the remainders that Left, and Right, can move to.
    pub(super) options: [(u32, u32); 2],
    pub(super) bounds: ValueBounds,
}

impl<G: Partisan> SumTable<G> {
    /// The kind of a component.
    pub(super) fn component(&self, component: u32) -> Component {
        self.components[component as usize]
    }

    /// The value of a component, if it is one.
    pub(super) fn value_component(&self, component: u32) -> Option<&ValueComponent> {
        match self.component(component) {
            Component::Value(value) => Some(&self.value_components[value as usize]),
            _ => None,
        }
    }

    /// The negative of a component.
    pub(super) fn negative(&self, component: u32) -> u32 {
        match self.component(component | 1) {
            Component::SelfNegative => component,
            _ => component ^ 1,
        }
    }

    /// Adds a component with its interned id. Returns its number.
    fn add_component(&mut self, component: Component, id: u32) -> u32 {
        self.components.push(component);
        self.component_ids.push(id);
        self.components.len() as u32 - 1
    }

    /// The component of an open part; none if its value is known to be 0. Also creates the component of its
    /// negative.
    pub(super) fn component_of_part(&mut self, part: G::Position) -> Option<u32> {
        let part = self.parts.number(part);
        if let Some(known) = self.parts.component(part) {
            return known;
        }
        let number = self.components.len() as u32;
        let opposite = match self.parts.negative(part) {
            None => Component::NoNegative,
            Some(negative) if negative == part => Component::SelfNegative,
            Some(negative) => {
                self.parts.set_component(negative, Some(number + 1));
                Component::OpenPart(negative)
            }
        };
        let id = self.id_of_part(part);
        self.add_component(Component::OpenPart(part), id);
        let id = match opposite {
            Component::OpenPart(negative) => self.id_of_part(negative),
            _ => NONE,
        };
        self.add_component(opposite, id);
        self.parts.set_component(part, Some(number));
        Some(number)
    }

    /// The interned id of an open part: that of its key.
    fn id_of_part(&self, part: u32) -> u32 {
        if self.interner.is_none() {
            return NONE;
        }
        let key = self.parts.key(part);
        if self.parts.game.interner().is_some() {
            return id_of_key(&key);
        }
        let mut bytes = Vec::with_capacity(G::Key::BYTES);
        key.write(&mut bytes);
        let words = bytes
            .chunks(4)
            .map(|word| word.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)));
        self.shared_id(InternKey::Words(&words.collect::<Vec<_>>())).unwrap_or(NONE)
    }

    /// The component of a value. Creates the components of all values that can be reached from it.
    ///
    /// # Errors
    /// If a limit is reached. Then no component is incomplete.
    pub(super) fn component_of_value(&mut self, value: Id) -> Result<u32, ValueError> {
        if let Some(&known) = self.component_of_value.get(&value) {
            return Ok(known);
        }
        // 1. Compute the options of the value and of its negative, and their bounds. This may fail.
        let negative = self.values.negate(value)?;
        let mut prepared = Vec::new();
        for value in if negative == value { vec![value] } else { vec![value, negative] } {
            let options = self.option_remainders(value)?;
            prepared.push((value, options, ValueBounds::of(&mut self.values, value)?));
        }
        // 2. Create the components. This cannot fail.
        let first = self.components.len() as u32;
        for (value, options, bounds) in prepared {
            // Equal values have the same options, whose remainders have the same interned ids.
            let id = self.shared_id(InternKey::Pair(&options[0], &options[1]));
            let options = options.map(|remainders| self.keep_options(remainders));
            let number = self.value_components.len() as u32;
            let component = self.add_component(Component::Value(number), id.unwrap_or(NONE));
            self.value_components.push(ValueComponent { value, options, bounds });
            self.component_of_value.insert(value, component);
        }
        if negative == value {
            self.add_component(Component::SelfNegative, NONE);
        }
        Ok(first)
    }

    /// The interned ids of the remainders to which Left, and Right, can move a value.
    fn option_remainders(&mut self, value: Id) -> Result<[Vec<u32>; 2], ValueError> {
        let mut remainders = [Vec::new(), Vec::new()];
        let options = [self.values.left_options(value)?, self.values.right_options(value)?];
        for (remainders, options) in remainders.iter_mut().zip(options) {
            for option in options {
                remainders.push(match option {
                    Id::ZERO => Remainder::EMPTY.id,
                    option => {
                        let component = self.component_of_value(option)?;
                        self.remainder(vec![component]).id
                    }
                });
            }
        }
        Ok(remainders)
    }

    /// Stores the options of a value in the pool.
    fn keep_options(&mut self, mut remainders: Vec<u32>) -> (u32, u32) {
        remainders.sort_unstable();
        remainders.dedup();
        let start = self.pool.len() as u32;
        self.pool.extend(remainders);
        (start, self.pool.len() as u32)
    }
}
