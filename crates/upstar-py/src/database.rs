//! Endgame databases for Python: build, statistics and look-up.

use std::{path::PathBuf, time::Duration};

use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyMemoryError, PyOSError},
    import_exception,
    prelude::*,
    types::{PyDict, PyList},
};
use upstar_cgt::{
    Id, ValueError, Values,
    database::{self, BuildPlan, Database, DatabaseError, Locator, PositionCounts},
};
use upstar_core::{Control, Grid, Limits, read_until};
use upstar_engine::registry;

use crate::{
    PyPosition,
    convert::raise,
    run_detached::{Progress, run_detached},
    value::{PyValue, check_not_in_use, locked, with},
};

import_exception!(upstar.errors, DamagedFileError);
import_exception!(upstar.errors, UnsuitableError);

pub fn failed(error: &DatabaseError) -> PyErr {
    let text = error.to_string();
    match error {
        DatabaseError::Damaged(..) => DamagedFileError::new_err(text),
        DatabaseError::System(..) => PyOSError::new_err(text),
        DatabaseError::Unsuitable(_) => UnsuitableError::new_err(text),
        DatabaseError::OutOfMemory(_) => PyMemoryError::new_err(text),
        DatabaseError::Stopped => PyKeyboardInterrupt::new_err(()),
    }
}

/// The game's board of a size, with the error type of databases.
fn board(game: &str, grid: Grid) -> database::Result<Box<dyn database::DatabaseGame>> {
    registry::board(game, grid).map_err(|error| DatabaseError::Unsuitable(error.to_string()))
}

/// Builds a database. Returns the boards that were built.
#[pyfunction]
#[pyo3(signature = (game, rows, columns, directory, threads, max_bytes, save_every, progress))]
#[allow(clippy::too_many_arguments, reason = "one function of the Python package calls it")]
pub fn build_database(
    py: Python<'_>,
    game: String,
    rows: usize,
    columns: usize,
    directory: PathBuf,
    threads: usize,
    max_bytes: Option<usize>,
    save_every: f64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<(usize, usize)>> {
    let default = Limits::default();
    let max_bytes = max_bytes.unwrap_or(default.max_bytes);
    let control = Control::new(Limits { max_bytes, ..default });
    let grid = Grid { rows, columns };
    registry::board(&game, grid).map_err(|error| raise(py, &error))?;
    let save_every = Duration::try_from_secs_f64(save_every).unwrap_or(Duration::MAX);
    let plan = BuildPlan { game, grid, directory, threads, save_every };
    let progress = progress.map(|callback| Progress { callback, root: None });
    let work = || database::build(&plan, &|grid| board(&plan.game, grid), &control);
    let (built, _) = run_detached(py, &control, false, progress, work)?;
    let built = built.map_err(|error| failed(&error))?;
    Ok(built.into_iter().map(|grid| (grid.rows, grid.columns)).collect())
}

fn counts<'py>(py: Python<'py>, counts: &PositionCounts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("positions", counts.positions)?;
    dict.set_item("ups_and_nimbers", counts.ups_and_nimbers)?;
    dict.set_item("restricted", counts.restricted)?;
    dict.set_item("values", counts.values)?;
    Ok(dict)
}

/// Statistics of the files of a directory, or of one file.
#[pyfunction]
pub fn database_stat(py: Python<'_>, path: PathBuf) -> PyResult<(String, Bound<'_, PyList>)> {
    let work = || {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let here = PathBuf::from(".");
        let directory = if path.is_dir() { &path } else { parent.unwrap_or(&here) };
        let game = database::game_of(directory)?;
        let cells = |grid| {
            let text = format!("{game} has no board of cells");
            board(&game, grid)?.cells().ok_or(DatabaseError::Unsuitable(text))
        };
        let counted = database::stat(&path, &game, &cells, &mut Values::default())?;
        Ok((game, counted))
    };
    let (found, interrupted) = reading(py, work)?;
    if interrupted {
        return Err(PyKeyboardInterrupt::new_err(()));
    }
    let (game, counted) = found.map_err(|error| failed(&error))?;
    let list = PyList::empty(py);
    for stat in counted {
        let dict = PyDict::new(py);
        dict.set_item("rows", stat.grid.rows)?;
        dict.set_item("columns", stat.grid.columns)?;
        dict.set_item("path", stat.path)?;
        dict.set_item("bytes", stat.bytes)?;
        dict.set_item("all", counts(py, &stat.all)?)?;
        dict.set_item("whole", counts(py, &stat.whole)?)?;
        list.append(dict)?;
    }
    Ok((game, list))
}

/// Reads large files with the interpreter released. Ctrl-C stops the reading. Returns also whether it was pressed.
pub fn reading<T: Send>(py: Python<'_>, work: impl Fn() -> T + Send + Sync) -> PyResult<(T, bool)> {
    let control = Control::unlimited();
    let check = control.stop_check();
    run_detached(py, &control, false, None, || read_until(check.clone(), &work))
}

/// A part's text and its value, if the database has it.
type Part = (String, Option<PyValue>);

/// An open database. Its values belong to the arena of the process.
#[pyclass(frozen, name = "Database", module = "upstar._core")]
pub struct PyDatabase {
    #[pyo3(get)]
    game: String,
    inner: Database,
}

/// Opens the database in a directory.
#[pyfunction]
pub fn open_database(py: Python<'_>, directory: PathBuf) -> PyResult<PyDatabase> {
    check_not_in_use()?;
    let (opened, _) = reading(py, || {
        let game = database::game_of(&directory)?;
        let smallest = board(&game, Grid { rows: 1, columns: 1 })?;
        let Some(cells) = smallest.cells() else {
            return Err(DatabaseError::Unsuitable(format!("{game} has no board of cells")));
        };
        let inner = locked(|values| Database::open(&directory, &game, cells, values))?;
        Ok(PyDatabase { inner, game })
    })?;
    opened.map_err(|error| failed(&error))
}

#[pymethods]
impl PyDatabase {
    /// The value of a position, if the database has it, and of each of its parts.
    fn probe(
        &self,
        py: Python<'_>,
        position: &PyPosition,
    ) -> PyResult<(Option<PyValue>, Vec<Part>)> {
        let inner = position.inner.as_ref();
        let (wanted, game) = (&self.game, inner.game());
        let pieces = inner.pieces().filter(|_| wanted == game);
        let cells = inner.database_board().and_then(|board| board.cells());
        let (Some((planes, parts)), Some(cells)) = (pieces, cells) else {
            let text = format!("the database is for {wanted}, but the position is of {game}");
            return Err(UnsuitableError::new_err(text));
        };
        let locator = Locator::new(cells);
        let (whole, parts) = with(py, |values| {
            let mut value = |planes| -> Result<Option<Id>, ValueError> {
                let found = self.inner.look_up(&locator, planes);
                found.map(|found| self.inner.value(found, values)).transpose()
            };
            let whole = value(planes)?;
            let parts = parts
                .iter()
                .map(|(text, planes)| Ok((text.clone(), value(*planes)?)))
                .collect::<Result<Vec<_>, ValueError>>()?;
            let mut sum = Some(Id::ZERO);
            for (_, part) in &parts {
                sum = match (sum, part) {
                    (Some(sum), Some(part)) => Some(values.add(sum, *part)?),
                    _ => None,
                };
            }
            Ok((whole.or(sum), parts))
        })?;
        let parts = parts.into_iter().map(|(text, id)| (text, id.map(PyValue::new)));
        Ok((whole.map(PyValue::new), parts.collect()))
    }
}
