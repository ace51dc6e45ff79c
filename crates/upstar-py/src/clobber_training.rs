//! Training of the evaluation of Clobber.

use pyo3::prelude::*;
use upstar_core::{Bits, Error, GridSetup, Player};
use upstar_games::clobber::{Clobber, TrainingConfig, Weights, setup, train};

use crate::convert::raise;

/// Learns weights from games that the evaluation plays against itself, and returns their text. After every
/// hundredth game `progress` gets the number of games and the error of these.
#[pyfunction]
pub fn train_clobber(
    py: Python<'_>,
    board: &str,
    games: u32,
    opening: u32,
    rate: f32,
    seed: u64,
    progress: Py<PyAny>,
) -> PyResult<String> {
    let setup = setup(board).map_err(|error| raise(py, &Error::from(error)))?;
    let config = TrainingConfig { games, opening, rate, seed };
    if setup.grid.cells() <= 64 {
        learn::<u64>(py, &setup, config, &progress)
    } else {
        learn::<u128>(py, &setup, config, &progress)
    }
}

fn learn<B: Bits>(
    py: Python<'_>,
    setup: &GridSetup,
    config: TrainingConfig,
    progress: &Py<PyAny>,
) -> PyResult<String> {
    let (game, start) =
        Clobber::<B>::new(setup, Player::Left).map_err(|error| raise(py, &Error::from(error)))?;
    let mut weights = Weights::default();
    let mut raised = None;
    py.detach(|| {
        train(&game, &start, &mut weights, config, &mut |games, error| {
            Python::attach(|py| {
                let called = py
                    .check_signals()
                    .and_then(|()| progress.call1(py, (games, error)).map(|_| ()));
                raised = called.err();
                raised.is_none()
            })
        });
    });
    raised.map_or_else(|| Ok(weights.print()), Err)
}
