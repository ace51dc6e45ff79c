//! Impartial versions of games, and nimbers.

use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};
use upstar_core::{Limits, Stopped};
use upstar_engine::{self as engine, CertifiedNimber, registry};
use upstar_search::{NIMBER, SharedNimbers};

use crate::{
    Options, PyPosition,
    convert::{raise, written_proof},
    game_row,
    run_detached::{Progress, run_detached},
};

/// The descriptions of the impartial versions of games.
#[pyfunction]
pub fn impartial_games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for info in registry::impartial_versions() {
        list.append(game_row(py, info)?)?;
    }
    Ok(list)
}

/// The impartial version of a position, with the same player to move.
#[pyfunction]
pub fn impartial(py: Python<'_>, position: &PyPosition) -> PyResult<PyPosition> {
    let inner = registry::impartial(position.inner.as_ref(), position.inner.to_move());
    let inner = inner.map_err(|e| raise(py, &e))?;
    position.checked(PyPosition { inner, custom: position.custom.clone() })
}

/// Nimbers of parts that searches of several positions of one game share.
#[pyclass(name = "SharedNimbers", frozen)]
pub struct PySharedNimbers {
    game: String,
    shared: SharedNimbers,
}

/// A table of nimbers for positions of the game of this one, if positions of several sizes can share one.
#[pyfunction]
pub fn shared_nimbers(position: &PyPosition, max_bytes: Option<usize>) -> Option<PySharedNimbers> {
    let limits = Limits::default();
    let inner = position.inner.as_ref();
    let shared = engine::shared_nimbers(inner, max_bytes.unwrap_or(limits.max_bytes))?;
    Some(PySharedNimbers { game: inner.game().into(), shared })
}

/// Finds the nimber of a position with the interpreter released.
#[pyfunction]
#[pyo3(signature = (position, options, progress, shared=None))]
pub fn nimber<'py>(
    py: Python<'py>,
    position: &PyPosition,
    options: Options,
    progress: Option<Py<PyAny>>,
    shared: Option<PyRef<'py, PySharedNimbers>>,
) -> PyResult<Bound<'py, PyDict>> {
    let control = options.control();
    // A game written in Python runs in one thread, because that thread holds the interpreter.
    let threads = if position.custom.is_empty() { options.threads } else { 1 };
    let request = options.request(NIMBER.name.into(), threads);
    let fresh = position.fresh(py)?;
    let inner = fresh.as_ref().map_or(&position.inner, |(_, inner)| inner);
    let progress = progress.map(|callback| Progress { callback, root: Some(inner.as_ref()) });
    let shared = shared.as_ref().filter(|shared| shared.game == inner.game()).map(|s| &s.shared);
    let search = || match shared.and_then(|shared| shared.solve(&inner.text(), &control)) {
        Some(solution) => Ok(CertifiedNimber { solution, proof: None }),
        None => engine::nimber(inner.as_ref(), &request, &control),
    };
    let (found, interrupted) = run_detached(py, &control, fresh.is_some(), progress, search)?;
    if let Some(error) = fresh.as_ref().and_then(|(game, _)| game.take_error()) {
        return Err(error);
    }
    let CertifiedNimber { solution: found, proof } = found.map_err(|e| raise(py, &e))?;
    let stopped = if interrupted { Some(Stopped::Asked) } else { found.stopped };
    let dict = PyDict::new(py);
    dict.set_item("lower", found.bounds.lo)?;
    dict.set_item("upper", found.bounds.hi)?;
    dict.set_item("nodes", found.stats.nodes)?;
    dict.set_item("seconds", found.stats.seconds)?;
    dict.set_item("peak_bytes", found.stats.peak_bytes)?;
    dict.set_item("stopped", stopped.filter(|_| !found.bounds.is_exact()).map(Stopped::name))?;
    dict.set_item("interrupted", interrupted)?;
    dict.set_item("earlier", found.earlier)?;
    dict.set_item("save_error", found.save_error)?;
    dict.set_item("proof", written_proof(py, proof.as_ref())?)?;
    dict.set_item("estimated_nodes", found.estimated_nodes)?;
    Ok(dict)
}
