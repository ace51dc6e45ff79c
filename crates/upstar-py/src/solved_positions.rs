//! Files of solved positions for Python: strong solutions and books.

use std::{path::PathBuf, time::Duration};

use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyTimeoutError},
    prelude::*,
    types::{PyBytes, PyDict},
};
use upstar_cgt::database::DatabaseError;
use upstar_core::{Control, Limits, Score};
use upstar_engine::{
    self as engine, BOOK, Batch, BookPlan, STRONG, SolvedPositions, build_book as build,
    build_strong as build_file,
};
use upstar_search::strong::Entry;

use crate::{
    Options, PyPosition,
    database::{failed, reading},
    pair,
    run_detached::{Progress, run_detached},
};

/// The exception for an error of a build. A build that ran out of time can be resumed.
fn raised(error: &DatabaseError, interrupted: bool) -> PyErr {
    match error {
        DatabaseError::Stopped if !interrupted => {
            PyTimeoutError::new_err("the time is over; the same call resumes the build")
        }
        _ => failed(error),
    }
}

/// Builds the strong solution of a position. Returns the number of positions.
#[pyfunction]
#[pyo3(signature = (position, path, threads, max_bytes, max_seconds, progress))]
pub fn build_strong(
    py: Python<'_>,
    position: &PyPosition,
    path: PathBuf,
    threads: usize,
    max_bytes: Option<usize>,
    max_seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<u64> {
    let default = Limits::default();
    let control = Control::new(Limits {
        max_bytes: max_bytes.unwrap_or(default.max_bytes),
        max_seconds: max_seconds.unwrap_or(default.max_seconds),
        ..default
    });
    let progress = progress.map(|callback| Progress { callback, root: None });
    let work = || build_file(position.inner.as_ref(), path.clone(), threads, &control);
    let (built, interrupted) = run_detached(py, &control, false, progress, work)?;
    built.map_err(|error| raised(&error, interrupted))
}

/// Builds or extends a book. The limits of `options` are those of each position; `max_seconds` is for all of them.
/// Returns the positions in the file, those to solve, and those that were solved.
#[pyfunction]
#[pyo3(signature = (position, path, depth, algorithm, options, max_seconds, save_every, progress))]
#[allow(clippy::too_many_arguments, reason = "one function of the Python package calls it")]
pub fn build_book(
    py: Python<'_>,
    position: &PyPosition,
    path: PathBuf,
    depth: usize,
    algorithm: String,
    options: Options,
    max_seconds: Option<f64>,
    save_every: f64,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u64, u64, u64)> {
    let limits = options.control().limits;
    let max_seconds = max_seconds.unwrap_or(f64::INFINITY);
    let control = Control::new(Limits { max_seconds, ..limits });
    let request = options.request(algorithm, 1);
    let save_every = Duration::try_from_secs_f64(save_every).unwrap_or(Duration::MAX);
    let batch = Batch { deadline: max_seconds, ..Batch::new(&request, limits, options.threads) };
    let plan = BookPlan { path, depth, batch, save_every };
    let progress = progress.map(|callback| Progress { callback, root: None });
    let work = || build(position.inner.as_ref(), &plan, &control);
    let (built, interrupted) = run_detached(py, &control, false, progress, work)?;
    let report = built.map_err(|error| raised(&error, interrupted))?;
    if interrupted {
        return Err(PyKeyboardInterrupt::new_err(()));
    }
    Ok((report.positions, report.wanted, report.solved))
}

/// An open file of solved positions.
#[pyclass(frozen, name = "SolvedPositions", module = "upstar._core")]
pub struct PySolvedPositions(SolvedPositions);

/// Bounds from Left's point of view, and the distance.
type Found = ((Score, Score), Option<u32>);

fn found(entry: Entry) -> Found {
    (pair(entry.bounds), entry.distance)
}

/// Opens a strong solution or a book.
#[pyfunction]
pub fn open_solved_positions(
    py: Python<'_>,
    path: PathBuf,
    only_strong: bool,
) -> PyResult<PySolvedPositions> {
    let kinds: &[&str] = if only_strong { &[STRONG] } else { &[STRONG, BOOK] };
    let (opened, _) = reading(py, || SolvedPositions::open(&path, kinds))?;
    opened.map(PySolvedPositions).map_err(|error| failed(&error))
}

#[pymethods]
impl PySolvedPositions {
    /// The position from which all others are reached.
    #[getter]
    fn root(&self) -> PyPosition {
        PyPosition { inner: self.0.root().boxed_clone(), custom: crate::PythonGames::default() }
    }

    /// The lines of the header, and the size of the file.
    #[getter]
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.0.header().lines() {
            dict.set_item(name, value)?;
        }
        dict.set_item("bytes", self.0.bytes())?;
        Ok(dict)
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    /// What the file says of each position: bounds and distance, or None if it does not have it.
    fn probe_many(
        &self,
        py: Python<'_>,
        positions: Vec<PyRef<'_, PyPosition>>,
    ) -> PyResult<Vec<Option<Found>>> {
        let roots: Vec<&dyn engine::AnyPosition> =
            positions.iter().map(|p| p.inner.as_ref()).collect();
        let probe = || roots.iter().map(|p| self.0.probe(*p)).collect::<Result<Vec<_>, _>>();
        let entries = py.detach(probe).map_err(|error| failed(&error))?;
        Ok(entries.into_iter().map(|entry| entry.map(found)).collect())
    }

    /// The moves of a position with what the file says of the position after each.
    fn moves(&self, position: &PyPosition) -> PyResult<Vec<(String, Option<Found>)>> {
        let inner = position.inner.as_ref();
        let moves = self.0.probe_moves(inner).map_err(|error| failed(&error))?;
        Ok(moves.into_iter().map(|(mv, entry)| (inner.move_text(mv), entry.map(found))).collect())
    }

    /// Is the position on the board of this file?
    fn suits(&self, position: &PyPosition) -> bool {
        self.0.has_board_of(position.inner.as_ref())
    }

    /// The code of a position in 16 bytes, little-endian; None if codes of this file have too few bits for it.
    fn code(&self, position: &PyPosition) -> PyResult<Option<u128>> {
        self.0.code(position.inner.as_ref()).map_err(|error| failed(&error))
    }

    /// Looks up codes of 8 bytes each, little-endian. Returns a byte for each score (from Left's point of view; 2 if the
    /// file does not have the code), and two bytes for each distance (65,535 if there is none).
    fn probe_codes<'py>(
        &self,
        py: Python<'py>,
        codes: &[u8],
    ) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let (scores, distances) = py.detach(|| self.0.probe_codes(codes));
        (PyBytes::new(py, &scores), PyBytes::new(py, &distances))
    }
}
