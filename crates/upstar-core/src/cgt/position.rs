//! Values of positions of games under normal play.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use super::{Id, ValueError, Values};
use crate::base::{Key, Player};
use crate::game::{Move, Notation, Partisan};

/// A position's value, and those of the independent parts that it falls into.
#[derive(Clone, Debug)]
pub struct PositionValue {
    /// The value.
    pub value: Id,
    /// Text and value of each part in which somebody can move.
    pub parts: Vec<(String, Id)>,
}

/// A position that has a value, its game's type hidden.
pub trait AnyPartisan: Send + Sync {
    /// The value of the position.
    ///
    /// # Errors
    /// When a limit is reached.
    fn value(&self, values: &mut Values) -> Result<PositionValue, ValueError>;
}

impl<G: Partisan + Notation> AnyPartisan for (G, G::Position) {
    fn value(&self, values: &mut Values) -> Result<PositionValue, ValueError> {
        let (game, position) = self;
        let mut memo = Memo { game, values, known: HashMap::new() };
        let (mut value, mut parts) = (Id::ZERO, Vec::new());
        for part in game.parts(position) {
            let worth = memo.part(&part)?;
            value = memo.values.add(value, worth)?;
            parts.push((game.print(&part), worth));
        }
        Ok(PositionValue { value, parts })
    }
}

impl Values {
    /// The value of a position: the sum of its parts, each by the values of its options.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn of_position<G: Partisan>(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> Result<Id, ValueError> {
        Memo { game, values: self, known: HashMap::new() }.sum(position)
    }
}

/// A key as a hash map wants it; compared whole, so that no two positions are taken for one.
#[derive(PartialEq, Eq)]
struct Exact<K: Key>(K);

impl<K: Key> Hash for Exact<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash64());
    }
}

struct Memo<'a, G: Partisan> {
    game: &'a G,
    values: &'a mut Values,
    known: HashMap<Exact<G::Key>, Id>,
}

impl<G: Partisan> Memo<'_, G> {
    fn sum(&mut self, position: &G::Position) -> Result<Id, ValueError> {
        let mut sum = Id::ZERO;
        for part in self.game.parts(position) {
            let worth = self.part(&part)?;
            sum = self.values.add(sum, worth)?;
        }
        Ok(sum)
    }

    fn part(&mut self, part: &G::Position) -> Result<Id, ValueError> {
        let key = || Exact(self.game.symmetric_key(part));
        if let Some(&known) = self.known.get(&key()) {
            return Ok(known);
        }
        let key = key();
        self.values.step()?;
        let mut moves: Vec<Move> = Vec::new();
        let mut options = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let start = self.game.with_mover(part, player);
            moves.clear();
            self.game.expand(&start, &mut moves);
            for &mv in &moves {
                let mut next = start.clone();
                self.game.play(&mut next, mv);
                options[player.index()].push(self.sum(&next)?);
            }
        }
        let [left, right] = options;
        let value = self.values.canonical(left, right)?;
        self.known.insert(key, value);
        Ok(value)
    }
}
