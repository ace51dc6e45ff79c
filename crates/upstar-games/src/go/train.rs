//! Weights of patterns, learned from records of games.
//!
//! There are two methods, for a policy π with weights θ and the surroundings φ of moves:
//! * **likelihood**: moves of the record become more likely, θ += α (φ(a) − Σ π(b) φ(b)) for each
//!   move a of the record;
//! * **balance** (simulation balancing, Silver and Tesauro 2009): the *mean* result of playouts
//!   should be the result z* of the game. The quality of single moves does not matter. Some
//!   playouts give the mean result V. Others give the gradient g = mean of (z − V) Σ (φ(a) − Σ π(b)
//!   φ(b)). Then θ += α (z* − V) g. Subtracting V, which the paper does not, changes no expectation
//!   and makes g less noisy.

use upstar_core::{Game, Move, Rng};

use super::{
    Go, Position,
    board::{Board, Point, colour_of},
    patterns::{Patterns, SURROUNDINGS, canonical, surrounding},
    playout::is_played,
};

/// The training parameters.
#[derive(Clone, Copy, Debug)]
pub struct TrainingConfig {
    /// The number of playouts for each of the two means; 0 means training by likelihood.
    pub playouts: u32,
    /// The learning rate α.
    pub rate: f32,
}

/// The result of one pass over a record.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// The number of positions.
    pub positions: u32,
    /// The sum of −ln π(a) for likelihood, or of (z* − V)² for balance.
    pub loss: f64,
}

/// The moves that a playout may make, with their odds.
#[derive(Default)]
struct Choices {
    points: Vec<Point>,
    sums: Vec<f32>,
}

impl Choices {
    fn list(&mut self, game: &Go, board: &Board, colour: u8, odds: impl Fn(u16) -> f32) {
        self.points.clear();
        self.sums.clear();
        let mut sum = 0.0;
        for &point in board.empty() {
            if is_played(board, game.options.eyes, point, colour) {
                sum += odds(surrounding(board, point, colour));
                self.points.push(point);
                self.sums.push(sum);
            }
        }
    }

    /// Adds `by` times the gradient of ln π(chosen).
    fn gradient(&self, board: &Board, colour: u8, chosen: Point, by: f32, to: &mut [f32]) {
        let total = self.sums.last().copied().unwrap_or(1.0);
        let feature = |point| usize::from(canonical(surrounding(board, point, colour)));
        let mut before = 0.0;
        for (&point, &sum) in self.points.iter().zip(&self.sums) {
            to[feature(point)] -= by * (sum - before) / total;
            before = sum;
        }
        to[feature(chosen)] += by;
    }
}

/// Learns from one game: its moves from `start`, and its result for Left (1, 0 or −1). Only the
/// weights of canonical surroundings are used. The array has one element for each surrounding.
pub fn train_on_record(
    game: &Go,
    start: &Position,
    moves: &[Move],
    result: f32,
    weights: &mut [f32],
    config: TrainingConfig,
    seed: u64,
) -> Progress {
    let mut rng = Rng::new(seed);
    let mut progress = Progress::default();
    let mut position = start.clone();
    let mut choices = Choices::default();
    // One position of a game is enough for balancing, because all positions have the same result.
    let chosen = rng.below(moves.len().max(1) as u64) as usize;
    let mut step = vec![0.0; SURROUNDINGS];
    for (number, &mv) in moves.iter().enumerate() {
        let colour = colour_of(position.mover);
        let point = game.points.get(mv.0 as usize).copied();
        if config.playouts == 0
            && let Some(point) = point
        {
            let odds = |bits| weights[usize::from(canonical(bits))].exp();
            choices.list(game, &position.board, colour, odds);
            let place = choices.points.iter().position(|&p| p == point);
            if let Some(place) = place {
                let before = if place == 0 { 0.0 } else { choices.sums[place - 1] };
                let total = choices.sums[choices.sums.len() - 1];
                progress.positions += 1;
                progress.loss -= f64::from((choices.sums[place] - before) / total).ln();
                choices.gradient(&position.board, colour, point, config.rate, weights);
            }
        } else if config.playouts > 0 && number == chosen {
            let patterns = Patterns::new("", &weights_of_all(weights), 100);
            let mut mean = 0.0;
            for _ in 0..config.playouts {
                mean += play(game, &position, &patterns, &mut choices, &mut rng, None);
            }
            mean /= config.playouts as f32;
            for _ in 0..config.playouts {
                // The result is known only at the end. So a playout is played twice with the same
                // random numbers.
                let mut again = rng.clone();
                let z = play(game, &position, &patterns, &mut choices, &mut rng, None);
                let gradient = Some(((z - mean) / config.playouts as f32, &mut step[..]));
                play(game, &position, &patterns, &mut choices, &mut again, gradient);
            }
            for (weight, step) in weights.iter_mut().zip(&step) {
                *weight += config.rate * (result - mean) * step;
            }
            progress.positions += 1;
            progress.loss += f64::from((result - mean).powi(2));
        }
        game.play(&mut position, mv);
    }
    progress
}

/// The weight of each surrounding, from those of the canonical ones.
pub fn weights_of_all(weights: &[f32]) -> Vec<f32> {
    (0..SURROUNDINGS).map(|bits| weights[usize::from(canonical(bits as u16))]).collect()
}

/// Runs a playout. Returns its result for Left, and adds the gradient of its moves if requested.
fn play(
    game: &Go,
    position: &Position,
    patterns: &Patterns,
    choices: &mut Choices,
    rng: &mut Rng,
    mut gradient: Option<(f32, &mut [f32])>,
) -> f32 {
    let mut board = position.board.clone();
    let mut mover = position.mover;
    let mut passes = 0;
    for _ in 0..game.options.length {
        let colour = colour_of(mover);
        choices.list(game, &board, colour, |bits| patterns.odds(bits));
        if choices.points.is_empty() {
            passes += 1;
            board.clear_ko();
            if passes == 2 {
                break;
            }
        } else {
            passes = 0;
            let point = choices.points[Patterns::draw(&choices.sums, rng)];
            if let Some((by, to)) = gradient.as_mut() {
                choices.gradient(&board, colour, point, *by, to);
            }
            board.play(point, colour);
        }
        mover = mover.other();
    }
    f32::from(game.score(&board).signum())
}

#[cfg(test)]
mod tests {
    use upstar_core::Player;

    use super::*;
    use crate::go::text::named_cell;

    fn cell(game: &Go, name: &str) -> Move {
        Move(named_cell(game.grid, name).unwrap() as u32)
    }

    #[test]
    fn moves_of_the_record_become_more_likely() {
        // Black always answers next to white's stone.
        let (game, start) = Go::new("5x5", Player::Right).unwrap();
        let names = ["a1", "b1", "e5", "d5", "a5", "b5", "e1", "d1"];
        let moves = names.map(|name| cell(&game, name));
        let mut weights = vec![0.0; SURROUNDINGS];
        let config = TrainingConfig { playouts: 0, rate: 0.2 };
        let mut losses = Vec::new();
        for round in 0..30 {
            let seen = train_on_record(&game, &start, &moves, 1.0, &mut weights, config, round);
            assert_eq!(seen.positions, 8);
            losses.push(seen.loss);
        }
        assert!(losses[29] < 0.7 * losses[0], "{losses:?}");
    }

    #[test]
    fn the_mean_result_of_playouts_approaches_the_result() {
        let (game, start) = Go::new("5x5:komi=-0.5", Player::Left).unwrap();
        let moves = [cell(&game, "c3")];
        let mut weights = vec![0.0; SURROUNDINGS];
        let config = TrainingConfig { playouts: 60, rate: 2.0 };
        let rounds = |weights: &mut Vec<f32>, rate, from: u64| -> f64 {
            let config = TrainingConfig { rate, ..config };
            let seen = (from..from + 25).map(|seed| {
                train_on_record(&game, &start, &moves, -1.0, weights, config, seed).loss
            });
            seen.sum::<f64>() / 25.0
        };
        let before = rounds(&mut weights.clone(), 0.0, 1000);
        for round in 0..4 {
            rounds(&mut weights, config.rate, 25 * round);
        }
        let after = rounds(&mut weights, 0.0, 1000);
        assert!(after < before, "{before} {after}");
    }
}
