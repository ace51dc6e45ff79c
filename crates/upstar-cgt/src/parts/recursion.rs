//! The value of a part from the values of its options: the one recursion of this crate.
//!
//! **Idea** The value of a part is {Left's options | Right's options} in canonical form. The value of an
//! option is the sum of the parts that the move leaves. The recursion itself has no table and no limit. A
//! [`PartStore`] returns the known values, decides which parts get a value, and stores the results.
//!
//! | store | parts that get a value | used by |
//! |---|---|---|
//! | [`PartValues`](super::PartValues) | all; with Claessen's method those of value n·↑ + ∗k | values of positions, lookups |
//! | `sum_game::SumTable` | those within a [`ValueLimit`](super::ValueLimit) | searches on sums |
//!
//! **Guarantee** The value is exact. There is none if the store rejects the part, the method of the store has
//! no value for it, or a limit of the arena is reached.

use std::ops::ControlFlow;

use upstar_core::{Move, Partisan, Player};

use crate::values::{Id, ValueError, Values};

/// The maximum length of a line of play in a part. The recursion depth equals this length, and it fits on the
/// stack of every thread.
pub(super) const LONGEST_PLAY: usize = 1000;

/// The table of parts that the recursion uses.
pub trait PartStore<G: Partisan> {
    /// How the store refers to a part.
    type Part: Clone;

    /// The arena of the values.
    fn values(&mut self) -> &mut Values;
    /// Adds a part that an option leads to.
    fn enter(&mut self, game: &G, part: G::Position) -> Self::Part;
    /// The part as a position.
    fn position<'a>(&'a self, part: &'a Self::Part) -> &'a G::Position;
    /// The known value of a part: `Some(None)` if it is known to have no value.
    ///
    /// # Errors
    /// If a limit is reached.
    fn known(&mut self, game: &G, part: &Self::Part) -> Result<Option<Option<Id>>, ValueError>;
    /// Called before a part is valued.
    ///
    /// # Errors
    /// If the part gets no value now. Then a part that leads to it gets none either.
    fn admit(&mut self, game: &G, part: &Self::Part) -> Result<(), ValueError>;
    /// Stores the value that was found, or that there is none. Returns the value as the store keeps it.
    ///
    /// # Errors
    /// If a limit is reached.
    fn store(
        &mut self,
        game: &G,
        part: Self::Part,
        value: Option<Id>,
    ) -> Result<Option<Id>, ValueError>;
}

/// Lists that the recursion reuses, so that it allocates nothing for a part.
pub struct Scratch<P> {
    moves: Vec<Move>,
    /// The parts of the options that are being valued. Those of deeper parts come last.
    parts: Vec<P>,
    /// The end of each option's parts in the list.
    ends: Vec<usize>,
    /// Lists for the values of options that are not in use.
    lists: Vec<Vec<Id>>,
    depth: usize,
}

impl<P> Default for Scratch<P> {
    fn default() -> Scratch<P> {
        let (moves, parts, ends, lists) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Scratch { moves, parts, ends, lists, depth: 0 }
    }
}

/// The value of a part.
///
/// # Errors
/// If a limit is reached or the store rejects a part. The values found before are kept.
pub fn value_of_part<G: Partisan, S: PartStore<G>>(
    game: &G,
    store: &mut S,
    scratch: &mut Scratch<S::Part>,
    part: S::Part,
) -> Result<Option<Id>, ValueError> {
    // An earlier call may have ended with an error and left its lists incomplete.
    scratch.parts.clear();
    scratch.ends.clear();
    scratch.depth = 0;
    match store.known(game, &part)? {
        Some(known) => Ok(known),
        None => Recursion { game, store, scratch }.new_part(part),
    }
}

/// A running recursion.
struct Recursion<'a, G: Partisan, S: PartStore<G>> {
    game: &'a G,
    store: &'a mut S,
    scratch: &'a mut Scratch<S::Part>,
}

impl<G: Partisan, S: PartStore<G>> Recursion<'_, G, S> {
    /// The value of a part that is not known.
    fn new_part(&mut self, part: S::Part) -> Result<Option<Id>, ValueError> {
        if self.scratch.depth >= LONGEST_PLAY {
            let text = format!("a line of play is longer than {LONGEST_PLAY} moves");
            return Err(ValueError::TooLarge(text));
        }
        self.store.admit(self.game, &part)?;
        self.scratch.depth += 1;
        let found = self.by_options(&part)?;
        self.scratch.depth -= 1;
        self.store.store(self.game, part, found)
    }

    /// The value from the options. All options are valued even if one has no value, because they occur again.
    fn by_options(&mut self, part: &S::Part) -> Result<Option<Id>, ValueError> {
        let mut options = [0, 1].map(|_| self.scratch.lists.pop().unwrap_or_default());
        let mut have_values = true;
        for player in Player::BOTH {
            let (base, first) = (self.scratch.parts.len(), self.scratch.ends.len());
            self.list_options(part, player);
            let mut start = base;
            for option in first..self.scratch.ends.len() {
                let end = self.scratch.ends[option];
                match self.sum(start, end)? {
                    Some(value) => options[player.index()].push(value),
                    None => have_values = false,
                }
                start = end;
            }
            self.scratch.ends.truncate(first);
            self.scratch.parts.truncate(base);
        }
        if self.game.has_failed() {
            return Err(ValueError::Stopped);
        }
        let values = self.store.values();
        let found = if have_values { Some(values.canonical_of(&mut options)?) } else { None };
        options.iter_mut().for_each(Vec::clear);
        self.scratch.lists.extend(options);
        Ok(found)
    }

    /// Lists the parts of each of a player's options.
    fn list_options(&mut self, part: &S::Part, player: Player) {
        let Recursion { game, store, scratch: Scratch { moves, parts, ends, .. } } = self;
        let start = game.with_mover(store.position(part), player);
        moves.clear();
        game.expand(&start, moves);
        for &mv in moves.iter() {
            let mut next = start.clone();
            game.play(&mut next, mv);
            game.split(&next, &mut |part| {
                parts.push(store.enter(game, part));
                ControlFlow::Continue(())
            });
            ends.push(parts.len());
        }
    }

    /// The sum of listed parts; none if one of them has no value.
    fn sum(&mut self, start: usize, end: usize) -> Result<Option<Id>, ValueError> {
        let mut sum = Id::ZERO;
        for at in start..end {
            let value = match self.store.known(self.game, &self.scratch.parts[at])? {
                Some(known) => known,
                None => self.new_part(self.scratch.parts[at].clone())?,
            };
            match value {
                Some(value) => sum = self.store.values().add(sum, value)?,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }
}
