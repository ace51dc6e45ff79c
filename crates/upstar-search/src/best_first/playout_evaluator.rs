//! Evaluation of new nodes by random playouts.

use std::cell::{Cell, RefCell};

use upstar_core::{
    AlgorithmInfo, Error, Move, ParameterError, Parameters, Player, Rng, SearchGame,
};

use crate::goal_bisection::Goal;

/// The maximum number of playouts for one node.
const MAX_PLAYOUTS: u64 = 1_000_000;

/// How the winning rates 0 and 1 are avoided. Only proved nodes have them.
#[derive(Clone, Copy, Debug)]
pub enum Extremes {
    /// A rate of 0 is replaced by theta, a rate of 1 by 1 − theta.
    Theta(f64),
    /// Two playouts are added, one won and one lost.
    TwoMore,
}

/// The number of playouts that a request asks for.
pub fn playouts_of(info: &AlgorithmInfo, parameters: &Parameters) -> Result<u64, Error> {
    let playouts = parameters.integer(info, "playouts");
    if (1..=MAX_PLAYOUTS).contains(&playouts) {
        return Ok(playouts);
    }
    let text = format!(
        "{}: playouts={playouts} is not possible; it must be 1 to {MAX_PLAYOUTS}",
        info.name
    );
    Err(Error::Parameter(ParameterError(text)))
}

/// How playouts evaluate new nodes.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutSettings {
    /// The playouts from each new node.
    pub playouts: u64,
    pub extremes: Extremes,
    /// Count the moves to choose from during the playouts.
    pub counts_choices: bool,
}

/// What the playouts from a new node show.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutEstimate {
    /// The fraction of the playouts that the player wins.
    pub win_rate: f64,
    /// The number of moves to choose from during a playout, on average, if it was counted.
    pub choices: Option<f64>,
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

    /// Runs the playouts from a position and counts those that `player` wins.
    pub fn estimate<G: SearchGame>(
        &self,
        game: &G,
        position: &G::Position,
        goal: Goal,
        player: Player,
        scratch: &mut Vec<Move>,
    ) -> PlayoutEstimate {
        let PlayoutSettings { playouts, extremes, counts_choices } = self.settings;
        let rng = &mut *self.rng.borrow_mut();
        let (mut wins, mut choices) = (0, 0);
        for _ in 0..playouts {
            let score = if counts_choices {
                let (score, count) = game.playout_choices(position, rng, scratch);
                choices += count;
                score
            } else {
                game.playout_end(position, rng, scratch)
            };
            wins += u64::from(goal.is_won_by(player, score));
        }
        self.playouts.set(self.playouts.get() + playouts);
        let win_rate = match extremes {
            Extremes::TwoMore => (wins + 1) as f64 / (playouts + 2) as f64,
            Extremes::Theta(theta) if wins == 0 => theta,
            Extremes::Theta(theta) if wins == playouts => 1.0 - theta,
            Extremes::Theta(_) => wins as f64 / playouts as f64,
        };
        let choices = counts_choices.then(|| choices as f64 / playouts as f64);
        PlayoutEstimate { win_rate, choices }
    }
}
