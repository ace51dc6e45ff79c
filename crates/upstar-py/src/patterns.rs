//! Patterns of Go playouts: register weights and learn them from games.

use std::collections::HashMap;

use pyo3::prelude::*;
use upstar_core::{Error, Game, Notation, Player};
use upstar_games::go::{Go, patterns, train};

use crate::convert::raise;

/// The weights of canonical surroundings, by their numbers.
type Weights = HashMap<u16, f32>;

fn dense(weights: &Weights) -> Vec<f32> {
    let mut all = vec![0.0; patterns::SURROUNDINGS];
    for (&bits, &weight) in weights {
        all[usize::from(patterns::canonical(bits))] = weight;
    }
    all
}

/// Registers weights under a name, which positions of Go can then use.
#[pyfunction]
pub fn learn_patterns(name: &str, weights: Weights) {
    patterns::register(name, train::weights_of_all(&dense(&weights)));
}

/// A game to learn from: its first position, the player who moved first, its moves, and the result
/// for Left.
type Record = (String, usize, Vec<String>, f32);

/// Learns from games. Returns the weights, the number of positions and the sum of losses.
#[pyfunction]
pub fn study_patterns(
    py: Python<'_>,
    records: Vec<Record>,
    weights: Weights,
    playouts: u32,
    rate: f32,
    seed: u64,
) -> PyResult<(Weights, u32, f64)> {
    let config = train::TrainingConfig { playouts, rate };
    let mut dense = dense(&weights);
    let mut total = train::Progress::default();
    for (number, (text, mover, names, result)) in records.into_iter().enumerate() {
        let read = || -> Result<_, Error> {
            let (game, start) = Go::new(&text, Player::BOTH[mover.min(1)])?;
            let mut position = start.clone();
            let mut moves = Vec::with_capacity(names.len());
            for name in &names {
                let mv = game.parse_move(&position, name).map_err(Error::Move)?;
                game.play(&mut position, mv);
                moves.push(mv);
            }
            Ok((game, start, moves))
        };
        let (game, start, moves) = read().map_err(|e| raise(py, &e))?;
        let seed = seed.wrapping_add(number as u64);
        let seen = py.detach(|| {
            train::train_on_record(&game, &start, &moves, result, &mut dense, config, seed)
        });
        py.check_signals()?;
        total.positions += seen.positions;
        total.loss += seen.loss;
    }
    let kept = dense.into_iter().enumerate().filter(|(_, weight)| *weight != 0.0);
    Ok((kept.map(|(bits, weight)| (bits as u16, weight)).collect(), total.positions, total.loss))
}
