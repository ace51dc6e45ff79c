//! Weights of the evaluation, learnt from games that it plays against itself.
//!
//! **Idea** TD(λ) with a look-ahead of one move (Tesauro, *Temporal difference learning and TD-Gammon*, 1995).
//! Each player takes the move with the best evaluation, and sometimes a random move. After a game, the
//! evaluation of each position moves toward a mixture of the evaluations after it and the result.
//!
//! **Formula** T(n) = result; T(i) = (1 − λ) p(i + 1) + λ T(i + 1). For each feature f of position i,
//! w(f) += α (T(i) − p(i)) f. The rate α decreases linearly to a tenth.

use upstar_core::{Bits, Game, Move, Player, Rng};

use super::{
    Clobber, Position,
    evaluation::Weights,
    windows::{CANONICAL, for_each_window},
};

/// The weight of later evaluations in a target.
const LAMBDA: f32 = 0.8;
/// After the opening, one move of so many is random.
const EXPLORATION: u64 = 50;
/// Features other than windows are counts of stones, so they learn more slowly.
const COUNT_RATE: f32 = 0.1;

/// The training parameters.
#[derive(Clone, Copy, Debug)]
pub struct TrainingConfig {
    /// The number of games.
    pub games: u32,
    /// Random moves at the start of each game, at most.
    pub opening: u32,
    /// The learning rate α at the start.
    pub rate: f32,
    /// The seed of the games.
    pub seed: u64,
}

/// The features of a position.
#[derive(Clone, Default)]
struct Features {
    tempo: f32,
    parts: f32,
    movable: f32,
    windows: Vec<(u16, f32)>,
}

impl Features {
    fn of<B: Bits>(game: &Clobber<B>, position: &Position<B>) -> Features {
        let canonical = &*CANONICAL;
        let mut windows = Vec::with_capacity(64);
        for_each_window(game.grid, position.stones, |number| {
            let image = canonical[number];
            if image.sign != 0 {
                windows.push((image.number, f32::from(image.sign)));
            }
        });
        Features {
            tempo: if position.mover == Player::Right { 1.0 } else { -1.0 },
            parts: game.stones_in_parts(position.stones) as f32,
            movable: game.movable_stones(position.stones) as f32,
            windows,
        }
    }

    /// The logarithm of the odds that Left wins.
    fn logit(&self, weights: &Weights) -> f32 {
        let windows: f32 =
            self.windows.iter().map(|&(n, sign)| sign * weights.windows[usize::from(n)]).sum();
        windows
            + weights.tempo * self.tempo
            + weights.parts * self.parts
            + weights.movable * self.movable
    }

    fn learn(&self, weights: &mut Weights, by: f32) {
        for &(number, sign) in &self.windows {
            weights.windows[usize::from(number)] += by * sign;
        }
        weights.tempo += by * self.tempo;
        weights.parts += COUNT_RATE * by * self.parts;
        weights.movable += COUNT_RATE * by * self.movable;
    }
}

impl Weights {
    /// The logarithm of the odds that Left wins, for weights that are not those of the package.
    pub fn logit<B: Bits>(&self, game: &Clobber<B>, position: &Position<B>) -> f32 {
        Features::of(game, position).logit(self)
    }
}

fn probability(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Learns from games from `start`. After every hundredth game `progress` gets the number of games and the
/// mean squared error of these; if it returns false, the training ends.
pub fn train<B: Bits>(
    game: &Clobber<B>,
    start: &Position<B>,
    weights: &mut Weights,
    config: TrainingConfig,
    progress: &mut dyn FnMut(u32, f64) -> bool,
) {
    let mut rng = Rng::new(config.seed);
    let (mut error, mut positions) = (0.0, 0u32);
    for number in 0..config.games {
        let (seen, result) = play(game, *start, weights, config.opening, &mut rng);
        let rate = config.rate * (1.0 - 0.9 * number as f32 / config.games as f32);
        let mut target = result;
        for features in seen.iter().rev() {
            let estimate = probability(features.logit(weights));
            features.learn(weights, rate * (target - estimate));
            error += f64::from((result - estimate).powi(2));
            target = (1.0 - LAMBDA) * estimate + LAMBDA * target;
        }
        positions += seen.len() as u32;
        if number % 100 == 99 {
            if !progress(number + 1, error / f64::from(positions.max(1))) {
                return;
            }
            (error, positions) = (0.0, 0);
        }
    }
}

/// Plays a game: the features of the positions after the opening, and 1 if Left wins, else 0.
fn play<B: Bits>(
    game: &Clobber<B>,
    mut position: Position<B>,
    weights: &Weights,
    opening: u32,
    rng: &mut Rng,
) -> (Vec<Features>, f32) {
    let opening = rng.below(u64::from(opening) + 1) as u32;
    let mut seen = Vec::new();
    let mut moves: Vec<Move> = Vec::new();
    let mut ply = 0;
    loop {
        moves.clear();
        if let Some(score) = game.expand(&position, &mut moves) {
            return (seen, if score > 0 { 1.0 } else { 0.0 });
        }
        let after = |mv: Move| {
            let mut next = position;
            game.play(&mut next, mv);
            next
        };
        if ply < opening || rng.below(EXPLORATION) == 0 {
            position = after(moves[rng.below(moves.len() as u64) as usize]);
        } else {
            let sign = if position.mover == Player::Left { 1.0 } else { -1.0 };
            let mut best: Option<(f32, Features, Position<B>)> = None;
            for &mv in &moves {
                let next = after(mv);
                let features = Features::of(game, &next);
                let value = sign * features.logit(weights);
                if best.as_ref().is_none_or(|(least, ..)| value > *least) {
                    best = Some((value, features, next));
                }
            }
            if let Some((_, features, next)) = best {
                seen.push(features);
                position = next;
            }
        }
        ply += 1;
    }
}
