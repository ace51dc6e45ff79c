//! Evaluation of new nodes by random playouts.

use std::cell::{Cell, RefCell};

use upstar_core::{Move, Player, Rng, SearchGame};

use crate::goal_bisection::Goal;

/// How playouts evaluate new nodes.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutSettings {
    /// The playouts from each new node.
    pub playouts: u64,
    /// A winning rate of 0 is replaced by theta, a rate of 1 by 1 − theta. Only proved nodes have 0 and 1.
    pub theta: f64,
}

/// Runs playouts and counts them.
#[derive(Debug)]
pub struct PlayoutEvaluator {
    settings: PlayoutSettings,
    rng: RefCell<Rng>,
    playouts: Cell<u64>,
}

impl PlayoutEvaluator {
    /// Creates an evaluator. The same seed gives the same playouts.
    pub fn new(settings: PlayoutSettings, seed: u64) -> PlayoutEvaluator {
        PlayoutEvaluator { settings, rng: RefCell::new(Rng::new(seed)), playouts: Cell::new(0) }
    }

    /// The number of playouts so far.
    pub fn playouts(&self) -> u64 {
        self.playouts.get()
    }

    /// The fraction of the playouts from a position that `player` wins.
    pub fn win_rate<G: SearchGame>(
        &self,
        game: &G,
        position: &G::Position,
        goal: Goal,
        player: Player,
        scratch: &mut Vec<Move>,
    ) -> f64 {
        let PlayoutSettings { playouts, theta } = self.settings;
        let rng = &mut *self.rng.borrow_mut();
        let won = |_: &u64| goal.is_won_by(player, game.playout_end(position, rng, scratch));
        let wins = (0..playouts).filter(won).count() as u64;
        self.playouts.set(self.playouts.get() + playouts);
        match wins {
            0 => theta,
            _ if wins == playouts => 1.0 - theta,
            _ => wins as f64 / playouts as f64,
        }
    }
}
