//! Evaluation of new nodes by random playouts.

use std::cell::{Cell, RefCell};

use upstar_core::{Move, Player, Rng, SearchGame};

use crate::goal_bisection::Goal;

/// How new nodes are evaluated by playouts.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutSettings {
    /// Playouts for each new node.
    pub playouts: u64,
    /// A winning rate of 0 counts as theta, a rate of 1 as 1 − theta: only proved nodes have 0 and 1.
    pub theta: f64,
}

/// Plays playouts and counts them.
#[derive(Debug)]
pub struct PlayoutEvaluator {
    settings: PlayoutSettings,
    rng: RefCell<Rng>,
    playouts: Cell<u64>,
}

impl PlayoutEvaluator {
    /// An evaluator; the same seed gives the same playouts.
    pub fn new(settings: PlayoutSettings, seed: u64) -> PlayoutEvaluator {
        PlayoutEvaluator { settings, rng: RefCell::new(Rng::new(seed)), playouts: Cell::new(0) }
    }

    /// How many playouts there were.
    pub fn playouts(&self) -> u64 {
        self.playouts.get()
    }

    /// The part of the playouts from a position that `player` wins.
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
