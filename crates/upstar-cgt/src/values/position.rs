//! Values of positions: the sum of the parts, each by the values of its options.
//!
//! A part is worked out once however often it comes up: it is remembered by its exact
//! [`part_key`](Partisan::part_key), so moved and mirrored copies share the work, and a part whose
//! [`negative`](Partisan::negative) is known is negated.
//!
//! Guarantee: exact, or an error that says which limit was reached. With [`Method::Claessen`] a
//! position may have no value although there is one, never a wrong one.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hash, Hasher},
};

use upstar_core::{Key, Move, Partisan, Player};

use super::{Id, ValueError, Values};

/// How values of positions are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Canonical forms of every kind.
    #[default]
    Exact,
    /// Only values n·↑ + ∗k are kept; a position with an option of another kind, or whose own
    /// value is of another kind, has none. After Claessen, *Combinatorial Game Theory in
    /// Clobber*, 2011, with a sound test for reversible options.
    Claessen,
}

/// The longest play of a part: a recursion for each move, which any thread's stack can bear.
const LONGEST: u32 = 1000;

/// A key as a hash map wants it; compared whole, so that no two positions are taken for one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exact<K: Key>(pub K);

impl<K: Key> Hash for Exact<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash64());
    }
}

/// Keys are well mixed already.
#[derive(Default)]
pub(crate) struct Mixed(u64);

/// What is known by keys.
pub(crate) type ExactMap<K, T> = HashMap<Exact<K>, T, BuildHasherDefault<Mixed>>;

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {}

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

/// A place for a value that the method does not have.
const UNKNOWN: Id = Id(u32::MAX);

/// The parts that were met so far.
pub struct Memory<G: Partisan> {
    known: ExactMap<G::Key, Id>,
    /// Lists that are not in use, so that none is made for each position.
    moves: Vec<Vec<Move>>,
    options: Vec<Vec<Id>>,
}

impl<G: Partisan> Default for Memory<G> {
    fn default() -> Memory<G> {
        Memory { known: HashMap::default(), moves: Vec::new(), options: Vec::new() }
    }
}

/// Values of positions of one game, with the parts that were met so far.
pub struct Valuer<'a, G: Partisan> {
    game: &'a G,
    method: Method,
    memory: Memory<G>,
    depth: u32,
}

impl<'a, G: Partisan> Valuer<'a, G> {
    /// Nothing is known yet.
    pub fn new(game: &'a G, method: Method) -> Valuer<'a, G> {
        Valuer::resume(game, method, Memory::default())
    }

    /// What another one of the same game and method has found is known; its values are those of
    /// one arena.
    pub fn resume(game: &'a G, method: Method, memory: Memory<G>) -> Valuer<'a, G> {
        Valuer { game, method, memory, depth: 0 }
    }

    /// What is known by now.
    pub fn into_memory(self) -> Memory<G> {
        self.memory
    }

    /// How many parts are known.
    pub fn len(&self) -> usize {
        self.memory.known.len()
    }

    /// Is nothing known yet?
    pub fn is_empty(&self) -> bool {
        self.memory.known.is_empty()
    }

    /// The value of a position; `None` if the method has none.
    ///
    /// # Errors
    /// When a limit is reached. What was found is kept, so asking again goes on from there.
    pub fn value(
        &mut self,
        values: &mut Values,
        position: &G::Position,
    ) -> Result<Option<Id>, ValueError> {
        let mut sum = Id::ZERO;
        for part in self.game.parts(position) {
            match self.part(values, &part)? {
                Some(worth) => sum = values.add(sum, worth)?,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// The value of a part, which is not split.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn part(
        &mut self,
        values: &mut Values,
        part: &G::Position,
    ) -> Result<Option<Id>, ValueError> {
        let key = Exact(self.game.part_key(part));
        if let Some(&known) = self.memory.known.get(&key) {
            return Ok((known != UNKNOWN).then_some(known));
        }
        if let Some(negative) = self.game.negative(part) {
            let key = Exact(self.game.part_key(&negative));
            match self.memory.known.get(&key) {
                Some(&UNKNOWN) => return Ok(None),
                Some(&known) => return values.negate(known).map(Some),
                None => (),
            }
        }
        if self.depth >= LONGEST {
            return Err(ValueError::TooLarge(format!("a play of more than {LONGEST} moves")));
        }
        self.depth += 1;
        let found = self.by_options(values, part);
        self.depth -= 1;
        let found = found?;
        if self.memory.known.len() == self.memory.known.capacity() {
            // A slot is the pair and a control byte; while the table grows there are both.
            let slot = size_of::<(Exact<G::Key>, Id)>() + 1;
            values.reserve(self.game.heap_bytes() + self.memory.known.capacity() * slot * 4)?;
        }
        self.memory.known.insert(key, found.unwrap_or(UNKNOWN));
        Ok(found)
    }

    fn by_options(
        &mut self,
        values: &mut Values,
        part: &G::Position,
    ) -> Result<Option<Id>, ValueError> {
        values.count_position()?;
        let mut moves = self.memory.moves.pop().unwrap_or_default();
        let mut options = [0, 1].map(|_| self.memory.options.pop().unwrap_or_default());
        let mut known = true;
        for player in Player::BOTH {
            let start = self.game.with_mover(part, player);
            moves.clear();
            self.game.expand(&start, &mut moves);
            for &mv in &moves {
                let mut next = start.clone();
                self.game.play(&mut next, mv);
                match self.value(values, &next)? {
                    Some(value) => options[player.index()].push(value),
                    None => known = false,
                }
            }
        }
        if self.game.has_failed() {
            return Err(ValueError::Stopped);
        }
        let found = if known { Some(values.canonical_of(&mut options)?) } else { None };
        options.iter_mut().for_each(Vec::clear);
        self.memory.options.extend(options);
        self.memory.moves.push(moves);
        Ok(found.filter(|&value| self.keeps(values, value)))
    }

    /// Does the method keep a value?
    pub(super) fn keeps(&self, values: &Values, value: Id) -> bool {
        self.method == Method::Exact || values.is_ups_and_nimber(value)
    }
}

impl Values {
    /// Is it n·↑ + ∗k?
    pub fn is_ups_and_nimber(&self, a: Id) -> bool {
        self.as_nus(a).is_some_and(|nus| nus.number == super::Dyadic::ZERO)
    }

    /// The value of a position.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn of_position<G: Partisan>(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> Result<Id, ValueError> {
        let found = Valuer::new(game, Method::Exact).value(self, position)?;
        Ok(found.unwrap_or(Id::ZERO)) // the exact method has a value for everything
    }
}
