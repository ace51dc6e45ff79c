//! Playouts: the value of a leaf, by random moves or by the game's evaluation.

use upstar_core::{Move, Player, Rng, Score, SearchGame};

use super::{
    config::{MonteCarloConfig, Policy},
    move_statistics::MoveAverages,
    scale::Scale,
    search::Iteration,
};

impl<G: SearchGame> Iteration<G> {
    /// Evaluates the leaf of the iteration. Returns the number of playouts; an evaluation counts as one.
    pub(super) fn simulate(
        &mut self,
        game: &G,
        config: &MonteCarloConfig,
        scale: Scale,
        move_averages: &MoveAverages,
    ) -> u64 {
        self.played.clear();
        self.count = 1;
        if config.evaluates {
            let value = match self.known {
                Some(value) => value,
                None => self.evaluate(game, config.evaluate_after, scale),
            };
            (self.sum, self.squares) = (value, value * value);
            return 1;
        }
        if let Some(value) = self.known {
            // A finished game counts as one playout.
            (self.sum, self.squares) = (value, value * value);
            return 1;
        }
        self.count = config.playouts;
        (self.sum, self.squares) = (0.0, 0.0);
        for _ in 0..config.playouts {
            let score = if config.tracks_moves() {
                self.play_and_track(game, config.policy, move_averages)
            } else {
                game.playout_end(&self.position, &mut self.rng, &mut self.scratch)
            };
            let value = scale.normalize(scale.fold(score));
            self.sum += value;
            self.squares += value * value;
        }
        u64::from(config.playouts)
    }

    /// The game's evaluation of the leaf, or of a position some random moves later (Lorentz 2008).
    fn evaluate(&mut self, game: &G, moves: u32, scale: Scale) -> f64 {
        if moves == 0 {
            return game.win_probability(&self.position);
        }
        let mut position = game.playout_start(&self.position);
        for _ in 0..moves {
            let chosen = game.playout_move(&position, &mut self.rng, &mut self.scratch);
            self.scratch.clear();
            match chosen {
                Ok(mv) => game.play(&mut position, mv),
                Err(score) => return scale.normalize(scale.fold(score)),
            }
        }
        game.win_probability(&position)
    }

    /// Runs a playout and stores its moves.
    fn play_and_track(&mut self, game: &G, policy: Policy, move_averages: &MoveAverages) -> Score {
        let mut position = game.playout_start(&self.position);
        loop {
            let mover = game.to_move(&position);
            let chosen = match policy {
                Policy::Uniform => game.playout_move(&position, &mut self.rng, &mut self.scratch),
                _ => match game.playout_moves(&position, &mut self.scratch) {
                    Some(score) => Err(score),
                    None => {
                        let rng = &mut self.rng;
                        Ok(choose(
                            policy,
                            move_averages,
                            mover,
                            &self.scratch,
                            &mut self.weights,
                            rng,
                        ))
                    }
                },
            };
            self.scratch.clear();
            match chosen {
                Ok(mv) => {
                    self.played.push((mover, mv));
                    game.play(&mut position, mv);
                }
                Err(score) => return score,
            }
        }
    }
}

/// Selects a move by a policy that uses move averages.
fn choose(
    policy: Policy,
    move_averages: &MoveAverages,
    mover: Player,
    moves: &[Move],
    weights: &mut Vec<f64>,
    rng: &mut Rng,
) -> Move {
    weights.clear();
    match policy {
        Policy::Uniform => moves[rng.below(moves.len() as u64) as usize],
        Policy::Softmax(temperature) => {
            let temperature = temperature.after(move_averages.playouts as f64);
            let mut sum = 0.0;
            weights.extend(moves.iter().map(|&mv| {
                sum += (temperature * move_averages.value(mover, mv)).exp();
                sum
            }));
            let drawn = unit(rng) * sum;
            moves[weights.partition_point(|&w| w <= drawn).min(moves.len() - 1)]
        }
        Policy::Annealed(rate) => {
            let noise = (-rate * move_averages.playouts as f64).exp();
            weights.extend(moves.iter().map(|&mv| {
                let value = move_averages.value(mover, mv);
                value * (1.0 + noise * (2.0 * unit(rng) - 1.0))
            }));
            let best = (0..moves.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b]));
            moves[best.unwrap_or(0)]
        }
    }
}

/// A random number from 0 (included) to 1 (excluded).
fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::{
        super::{config::Temperature, move_statistics::AmafTracker},
        *,
    };

    /// Two moves, one of value 1 and one of value 0 for Left.
    fn move_averages() -> MoveAverages {
        let (mut move_averages, mut amaf_tracker) =
            (MoveAverages::default(), AmafTracker::default());
        for (number, value) in [(0, 1.0), (1, 0.0)] {
            amaf_tracker.start_playout();
            amaf_tracker.add(Move(number), Player::Left);
            move_averages.add_playout(&amaf_tracker, value);
        }
        move_averages
    }

    fn share_of_the_better(policy: Policy) -> f64 {
        let (move_averages, mut rng, mut weights) = (move_averages(), Rng::new(5), Vec::new());
        let moves = [Move(1), Move(0)];
        let mut chosen =
            || choose(policy, &move_averages, Player::Left, &moves, &mut weights, &mut rng);
        (0..20_000).filter(|_| chosen() == Move(0)).count() as f64 / 20_000.0
    }

    #[test]
    fn softmax_prefers_moves_of_higher_value() {
        for k in [0.0_f64, 2.0, 5.0] {
            let expected = k.exp() / (k.exp() + 1.0);
            let constant = Temperature { first: k, last: k, playouts: 0.0 };
            let share = share_of_the_better(Policy::Softmax(constant));
            assert!((share - expected).abs() < 0.012, "{k}");
        }
        assert!((share_of_the_better(Policy::Uniform) - 0.5).abs() < 0.012);
        assert_eq!(share_of_the_better(Policy::Annealed(1e6)), 1.0);
    }

    #[test]
    fn a_temperature_changes_linearly_until_its_last_value() {
        let rising = Temperature { first: 1.0, last: 5.0, playouts: 100.0 };
        assert_eq!([0.0, 25.0, 100.0, 1e9].map(|n| rising.after(n)), [1.0, 2.0, 5.0, 5.0]);
        let constant = Temperature { first: 3.0, last: 3.0, playouts: 0.0 };
        assert_eq!(constant.after(0.0), 3.0);
    }
}
