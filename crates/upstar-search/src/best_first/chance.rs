//! Random playouts that give new nodes their first numbers.

use std::cell::{Cell, RefCell};

use upstar_core::{Move, Player, Rng, SearchGame};

use super::node::Question;

/// How many playouts a new node gets, and what they may not say.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// Playouts for each new node.
    pub playouts: u64,
    /// What stands for a winning rate of 0, and taken from 1 for a rate of 1: only what is proved
    /// has these.
    pub theta: f64,
}

/// A source of playouts and how many it gave.
#[derive(Debug)]
pub struct Chance {
    sampling: Sampling,
    rng: RefCell<Rng>,
    played: Cell<u64>,
}

impl Chance {
    /// The same seed gives the same playouts.
    pub fn new(sampling: Sampling, seed: u64) -> Chance {
        Chance { sampling, rng: RefCell::new(Rng::new(seed)), played: Cell::new(0) }
    }

    /// How many playouts there were.
    pub fn played(&self) -> u64 {
        self.played.get()
    }

    /// The share of random plays from a position that `player` wins.
    pub fn win_rate<G: SearchGame>(
        &self,
        game: &G,
        position: &G::Position,
        question: Question,
        player: Player,
        scratch: &mut Vec<Move>,
    ) -> f64 {
        let Sampling { playouts, theta } = self.sampling;
        let rng = &mut *self.rng.borrow_mut();
        let won = |_: &u64| question.wins(game.playout_end(position, rng, scratch), player);
        let wins = (0..playouts).filter(won).count() as u64;
        self.played.set(self.played.get() + playouts);
        match wins {
            0 => theta,
            _ if wins == playouts => 1.0 - theta,
            _ => wins as f64 / playouts as f64,
        }
    }
}
