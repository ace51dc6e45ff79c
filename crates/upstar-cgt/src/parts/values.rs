//! Values of positions: the sum of the parts' values.
//!
//! Each part is valued only once. It is stored by its exact [`part_key`](Partisan::part_key), so translated
//! and mirrored copies share the work. A part whose [`negative`](Partisan::negative) is known is negated.
//!
//! **Guarantee** The value is exact, or an error names the limit that was reached. With [`Method::Claessen`]
//! a position may get no value although it has one, but never a wrong one.

use upstar_core::{Key, Partisan};

use super::{
    printed::PrintedValues,
    recursion::{PartStore, Scratch, value_of_part},
    table::PartTable,
};
use crate::values::{Id, ValueError, Values};

/// How values of positions are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Canonical forms of every kind.
    #[default]
    Exact,
    /// Only values n·↑ + ∗k are kept. A position gets no value if an option or the position itself has a
    /// value of another kind. After Claessen, *Combinatorial Game Theory in Clobber*, 2011, with a sound test
    /// for reversible options.
    Claessen,
    /// The same with fewer comparisons of options: a fit to the shares that the thesis prints, chosen after
    /// the fact (see `printed.rs`).
    ClaessenPrinted,
}

/// The values of the parts that have occurred so far in one game, in one arena.
pub struct PartValues<G: Partisan> {
    method: Method,
    known: KnownValues<G::Key>,
    printed: PrintedValues<G::Key>,
    scratch: Scratch<KeyedPart<G>>,
}

/// A part and its key, which is expensive to compute.
type KeyedPart<G> = (<G as upstar_core::Game>::Position, <G as upstar_core::Game>::Key);

/// Values by keys; none for parts to which the method gives no value.
type KnownValues<K> = PartTable<K, Option<Id>>;

impl<G: Partisan> PartValues<G> {
    /// A store without parts.
    pub fn new(method: Method) -> PartValues<G> {
        let (known, printed) = (PartTable::default(), PrintedValues::default());
        PartValues { method, known, printed, scratch: Scratch::default() }
    }

    /// The number of known parts.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Is no part known?
    pub fn is_empty(&self) -> bool {
        self.known.len() == 0
    }

    /// The value of a position; `None` if the method has none. The arena must be the same for all positions.
    ///
    /// # Errors
    /// If a limit is reached. The values found so far are kept, so the next call continues from there.
    pub fn value(
        &mut self,
        game: &G,
        values: &mut Values,
        position: &G::Position,
    ) -> Result<Option<Id>, ValueError> {
        let mut sum = Id::ZERO;
        for part in game.parts(position) {
            match self.part(game, values, &part)? {
                Some(value) => sum = values.add(sum, value)?,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// The value of a single part.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn part(
        &mut self,
        game: &G,
        values: &mut Values,
        part: &G::Position,
    ) -> Result<Option<Id>, ValueError> {
        let PartValues { method, known, printed, scratch } = self;
        if *method == Method::ClaessenPrinted {
            let found = printed.part(game, part, &mut || values.count_position())?;
            return found.map(|nus| values.nus(nus)).transpose();
        }
        let mut store = EveryPart { method: *method, known, values };
        let part = store.enter(game, part.clone());
        value_of_part(game, &mut store, scratch, part)
    }
}

/// The store in which every part gets a value.
struct EveryPart<'a, K> {
    method: Method,
    known: &'a mut KnownValues<K>,
    values: &'a mut Values,
}

impl<K: Key, G: Partisan<Key = K>> PartStore<G> for EveryPart<'_, K> {
    type Part = KeyedPart<G>;

    #[inline]
    fn values(&mut self) -> &mut Values {
        self.values
    }

    #[inline]
    fn enter(&mut self, game: &G, part: G::Position) -> KeyedPart<G> {
        let key = game.part_key(&part);
        (part, key)
    }

    #[inline]
    fn position<'a>(&'a self, (position, _): &'a KeyedPart<G>) -> &'a G::Position {
        position
    }

    #[inline]
    fn known(
        &mut self,
        game: &G,
        (position, key): &KeyedPart<G>,
    ) -> Result<Option<Option<Id>>, ValueError> {
        if let Some(&known) = self.known.find_data(key) {
            return Ok(Some(known));
        }
        let Some(negative) = game.negative(position) else { return Ok(None) };
        match self.known.find_data(&game.part_key(&negative)) {
            None => Ok(None),
            Some(&None) => Ok(Some(None)),
            Some(&Some(known)) => self.values.negate(known).map(|value| Some(Some(value))),
        }
    }

    #[inline]
    fn admit(&mut self, _game: &G, _part: &KeyedPart<G>) -> Result<(), ValueError> {
        self.values.count_position()
    }

    fn store(
        &mut self,
        game: &G,
        (_, key): KeyedPart<G>,
        value: Option<Id>,
    ) -> Result<Option<Id>, ValueError> {
        let is_exact = self.method == Method::Exact;
        let kept = value.filter(|&value| is_exact || self.values.is_ups_and_nimber(value));
        if self.known.is_at_capacity() {
            // While the table grows, the old one and one of twice the size are in memory.
            self.values.reserve(game.heap_bytes() + 3 * self.known.bytes())?;
        }
        self.known.insert(key, kept);
        Ok(kept)
    }
}

impl Values {
    /// Is it n·↑ + ∗k?
    pub fn is_ups_and_nimber(&self, a: Id) -> bool {
        self.as_nus(a).is_some_and(|nus| nus.number == crate::values::Dyadic::ZERO)
    }

    /// The value of a position.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn of_position<G: Partisan>(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> Result<Id, ValueError> {
        let found = PartValues::new(Method::Exact).value(game, self, position)?;
        Ok(found.unwrap_or(Id::ZERO)) // The exact method always returns a value.
    }
}
