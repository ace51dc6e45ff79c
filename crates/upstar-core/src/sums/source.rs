//! The parts of a game's positions, by number.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::base::{Key, Player};
use crate::cgt::Index;
use crate::game::{Move, Partisan, Status};

/// Where parts and their moves come from; hides the game's type.
pub trait Source: Send {
    /// The parts that each move of `player` in a part leads to.
    fn options(&mut self, part: u32, player: Player) -> Vec<Vec<u32>>;
    /// How many moves a player has in a part.
    fn moves(&mut self, part: u32, player: Player) -> u32;
    /// A part that is worth the negative, if the game has one.
    fn negative(&mut self, part: u32) -> Option<u32>;
    /// Bytes in use.
    fn bytes(&self) -> usize;
}

/// Parts of positions of `G`. Those with equal [`part_key`](Partisan::part_key)s have one number.
pub struct Parts<G: Partisan> {
    game: Arc<G>,
    /// The key of each part, and a representative.
    parts: Vec<(G::Key, G::Position)>,
    index: Index,
    moves: Vec<Move>,
}

impl<G: Partisan> Parts<G> {
    /// No part is known yet.
    pub fn new(game: Arc<G>) -> Parts<G> {
        Parts { game, parts: Vec::new(), index: Index::new(), moves: Vec::new() }
    }

    /// The numbers of the parts of a position.
    pub fn of(&mut self, position: &G::Position) -> Vec<u32> {
        let parts = self.game.parts(position);
        parts.into_iter().map(|part| self.number(part)).collect()
    }

    fn number(&mut self, part: G::Position) -> u32 {
        let key = self.game.part_key(&part);
        let parts = &self.parts;
        let same = |number: u32| parts[number as usize].0 == key;
        if let Some(known) = self.index.find(key.hash64(), same) {
            return known;
        }
        let number = u32::try_from(parts.len()).expect("fewer parts than fit into memory");
        self.parts.push((key, part));
        let parts = &self.parts;
        self.index.insert(key.hash64(), number, |number| parts[number as usize].0.hash64());
        number
    }

    fn with_mover(&self, part: u32, player: Player) -> G::Position {
        self.game.with_mover(&self.parts[part as usize].1, player)
    }
}

impl<G: Partisan> Source for Parts<G> {
    fn options(&mut self, part: u32, player: Player) -> Vec<Vec<u32>> {
        let start = self.with_mover(part, player);
        let mut moves = std::mem::take(&mut self.moves);
        self.game.expand(&start, &mut moves);
        let after = |mv: Move| {
            let mut next = start.clone();
            self.game.play(&mut next, mv);
            self.of(&next)
        };
        let options = moves.drain(..).map(after).collect();
        self.moves = moves;
        options
    }

    fn moves(&mut self, part: u32, player: Player) -> u32 {
        let start = self.with_mover(part, player);
        match self.game.status(&start, &mut self.moves) {
            Status::Over(_) => 0,
            Status::Moves(count) => count,
        }
    }

    fn negative(&mut self, part: u32) -> Option<u32> {
        let negative = self.game.negative(&self.parts[part as usize].1)?;
        Some(self.number(negative))
    }

    fn bytes(&self) -> usize {
        self.parts.len() * size_of::<(G::Key, G::Position)>() + self.index.bytes()
    }
}

/// Parts that the book and whoever reads positions share.
pub type Shared<G> = Arc<Mutex<Parts<G>>>;

/// The parts behind the lock.
pub fn locked<G: Partisan>(parts: &Shared<G>) -> MutexGuard<'_, Parts<G>> {
    parts.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Partisan> Source for Shared<G> {
    fn options(&mut self, part: u32, player: Player) -> Vec<Vec<u32>> {
        locked(self).options(part, player)
    }

    fn moves(&mut self, part: u32, player: Player) -> u32 {
        locked(self).moves(part, player)
    }

    fn negative(&mut self, part: u32) -> Option<u32> {
        locked(self).negative(part)
    }

    fn bytes(&self) -> usize {
        locked(self).bytes()
    }
}
