//! The Python bindings of upstar's core: positions, the lists of games and algorithms, and `solve`.
//! The stub `_core.pyi` documents them. `run_detached` runs searches. `python_game` adapts games
//! written in Python.

mod batch;
mod build;
mod certificate;
mod clobber_training;
mod convert;
mod database;
mod heaps;
mod nimbers;
mod patterns;
mod player;
mod position_value;
mod python_game;
mod run_detached;
mod selection_rule;
mod solved_positions;
mod sum;
mod value;

use std::path::PathBuf;

use batch::solve_many;
use build::build_info;
use certificate::{PyCertificate, open_certificate};
use clobber_training::train_clobber;
use convert::{raise, solution_dict, verification_dict};
use database::{PyDatabase, build_database, database_stat, open_database};
use heaps::{grundy_values, heap_genera, misere_quotient, observed_period};
use nimbers::{PySharedNimbers, impartial, impartial_games, nimber, shared_nimbers};
use patterns::{learn_patterns, study_patterns};
use player::{PyPlayer, new_player};
use position_value::{census, dissect};
use pyo3::{
    exceptions::PyKeyboardInterrupt,
    prelude::*,
    types::{PyDict, PyList},
};
use python_game::PyGame;
use run_detached::{Progress, run_detached};
use selection_rule::PyRules;
use solved_positions::{PySolvedPositions, build_book, build_strong, open_solved_positions};
use sum::{Fresh, PythonGames, sum_position, written_terms};
use upstar_cgt::value_game;
use upstar_core::{
    Bounds, Control, DirectoryLock, GameInfo, Layout, Limits, Move, Parameter, Parameters, Player,
    PositionName, Score, Stopped, read_until,
};
use upstar_engine::{self as engine, AnyPosition, impartial as impartial_version, registry};
use upstar_search::{CUSTOM, Request, checkpoint_directory};
use value::{
    PyValue, nim_product, parse_options, parse_value, simplest_number, simplify, value_of_options,
};

/// A position of a game with a player to move; immutable.
#[pyclass(frozen, name = "Position", module = "upstar._core")]
pub struct PyPosition {
    inner: Box<dyn AnyPosition>,
    /// The adapters of the games that are written in Python.
    custom: PythonGames,
}

impl PyPosition {
    /// The value, or the exception that the user's Python code raised meanwhile.
    fn checked<T>(&self, value: T) -> PyResult<T> {
        match self.custom.take_error() {
            Some(error) => Err(error),
            None => Ok(value),
        }
    }

    /// The same position of a game written in Python, in a new adapter without stored states.
    fn fresh(&self, py: Python<'_>) -> PyResult<Option<Fresh>> {
        sum::fresh(py, self.inner.as_ref())
    }

    fn find(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let found = self.inner.parse_move(text);
        self.checked(())?;
        found.map_err(|e| raise(py, &e))
    }
}

/// Cells of a board: row from the top, column.
type Cells = Vec<(usize, usize)>;

#[pymethods]
impl PyPosition {
    #[getter]
    fn game(&self) -> &str {
        self.inner.game()
    }

    #[getter]
    fn labels(&self) -> (&str, &str) {
        self.inner.labels().into()
    }

    #[getter]
    fn text(&self) -> PyResult<String> {
        self.checked(self.inner.text())
    }

    #[getter]
    fn to_move(&self) -> usize {
        self.inner.to_move().index()
    }

    #[getter]
    fn result(&self) -> PyResult<Option<Score>> {
        self.checked(self.inner.result())
    }

    #[getter]
    fn scores(&self) -> Vec<Score> {
        self.inner.scores()
    }

    #[getter]
    fn custom<'py>(&self, py: Python<'py>) -> Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        sum::object_and_state(py, self.inner.as_ref())
    }

    /// Do both players have the same moves in every position of the game?
    #[getter]
    fn is_impartial(&self) -> bool {
        let terms = self.inner.terms();
        terms.is_some_and(|terms| terms.iter().all(|term| term.component.is_impartial()))
    }

    /// The position of which this one is the impartial version.
    #[getter]
    fn partisan(&self) -> Option<PyPosition> {
        let inner = impartial_version::partisan_version(self.inner.as_ref())?;
        Some(PyPosition { inner, custom: self.custom.clone() })
    }

    fn moves(&self) -> PyResult<Vec<String>> {
        let moves = self.inner.moves();
        self.checked(moves.into_iter().map(|mv| self.inner.move_text(mv)).collect())
    }

    fn play(&self, py: Python<'_>, r#move: &str) -> PyResult<PyPosition> {
        let mv = self.find(py, r#move)?;
        let inner = self.inner.play(mv);
        self.checked(PyPosition { inner, custom: self.custom.clone() })
    }

    fn move_cells(&self, py: Python<'_>, r#move: &str) -> PyResult<Cells> {
        let mv = self.find(py, r#move)?;
        self.checked(self.inner.move_cells(mv))
    }

    /// The legal moves with the cells that each touches. The moves are generated once.
    fn cells_of_moves(&self) -> PyResult<Vec<(String, Cells)>> {
        let moves = self.inner.moves();
        let cells = |mv| (self.inner.move_text(mv), self.inner.move_cells(mv));
        self.checked(moves.into_iter().map(cells).collect())
    }

    /// The parts of the position in a sum.
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Vec<(bool, Bound<'py, PyAny>)>> {
        sum::terms(py, self)
    }

    fn board(&self) -> PyResult<(&'static str, Vec<String>)> {
        let board = self.inner.diagram();
        let layout = match board.layout {
            Layout::Square => "square",
            Layout::Points => "points",
            Layout::Hexagons => "hexagons",
            Layout::Triangle => "triangle",
            Layout::Graph => "graph",
            Layout::Vertices => "vertices",
            Layout::Text => "text",
        };
        self.checked((layout, board.rows))
    }
}

fn side(index: usize) -> Player {
    Player::BOTH[index.min(1)]
}

/// The descriptions of all games.
#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for info in registry::games() {
        list.append(game_row(py, info)?)?;
    }
    Ok(list)
}

/// The description of a game.
fn game_row<'py>(py: Python<'py>, info: &GameInfo) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("name", info.name)?;
    row.set_item("summary", info.summary)?;
    row.set_item("labels", <(&str, &str)>::from(info.labels))?;
    row.set_item("rules", info.rules)?;
    row.set_item("positions", info.positions)?;
    row.set_item("moves", info.moves)?;
    row.set_item("usual", info.usual)?;
    row.set_item("examples", info.examples)?;
    Ok(row)
}

fn parameter_list<'py>(py: Python<'py>, all: &[Parameter]) -> PyResult<Bound<'py, PyList>> {
    let parameters = PyList::empty(py);
    for parameter in all {
        let entry = PyDict::new(py);
        entry.set_item("name", parameter.name)?;
        entry.set_item("default", parameter.default)?;
        entry.set_item("values", parameter.values)?;
        entry.set_item("help", parameter.help)?;
        parameters.append(entry)?;
    }
    Ok(parameters)
}

/// The parameters that every algorithm takes on games whose positions have values.
#[pyfunction]
fn value_parameters(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    parameter_list(py, value_game::PARAMETERS)
}

/// The descriptions of all algorithms.
#[pyfunction]
fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for info in registry::ALGORITHMS {
        let row = PyDict::new(py);
        row.set_item("name", info.name)?;
        row.set_item("summary", info.summary)?;
        row.set_item("reference", info.reference)?;
        row.set_item("parameters", parameter_list(py, info.parameters)?)?;
        row.set_item("playouts", registry::has_playouts(info.name))?;
        list.append(row)?;
    }
    Ok(list)
}

/// Reads a position.
#[pyfunction]
fn position(py: Python<'_>, game: &str, text: &str, to_move: usize) -> PyResult<PyPosition> {
    let inner = registry::position(game, text, Some(side(to_move))).map_err(|e| raise(py, &e))?;
    Ok(PyPosition { inner, custom: PythonGames::default() })
}

/// A position of a game written in Python.
#[pyfunction]
fn custom_position(
    game: &Bound<'_, PyAny>,
    state: &Bound<'_, PyAny>,
    to_move: usize,
) -> PyResult<PyPosition> {
    let (game, inner) = PyGame::position(game, state, side(to_move))?;
    Ok(PyPosition { inner, custom: PythonGames::one(game) })
}

/// The options of `solve`, as the Python package passes them.
#[derive(FromPyObject)]
struct Options {
    #[pyo3(item)]
    parameters: Vec<(String, String)>,
    #[pyo3(item)]
    goal: Option<Score>,
    #[pyo3(item)]
    max_nodes: Option<u64>,
    #[pyo3(item)]
    max_seconds: Option<f64>,
    #[pyo3(item)]
    max_bytes: Option<usize>,
    #[pyo3(item)]
    max_playouts: Option<u64>,
    #[pyo3(item)]
    threads: usize,
    #[pyo3(item)]
    seed: u64,
    #[pyo3(item)]
    distance: bool,
    #[pyo3(item, default)]
    max_distance: Option<u32>,
    #[pyo3(item)]
    trace: bool,
    #[pyo3(item)]
    tree_depth: Option<usize>,
    #[pyo3(item)]
    proof: Option<PathBuf>,
    #[pyo3(item, default)]
    lemmas: bool,
    /// The game and the position as a certificate names them, for a game written in Python.
    #[pyo3(item, default)]
    name: Option<(String, String)>,
    #[pyo3(item)]
    checkpoint: Option<PathBuf>,
    #[pyo3(item)]
    checkpoint_every: f64,
}

impl Options {
    /// What is asked, of an algorithm with this name.
    fn request(&self, algorithm: String, threads: usize) -> Request {
        Request {
            algorithm,
            parameters: Parameters::new(self.parameters.clone()),
            goal: self.goal,
            seed: self.seed,
            threads,
            distance: self.distance,
            max_distance: self.max_distance,
            trace: self.trace,
            tree_depth: self.tree_depth,
            proof: self.proof.clone(),
            lemmas: self.lemmas,
            checkpoint: self.checkpoint.clone(),
            checkpoint_every: self.checkpoint_every,
            ..Request::default()
        }
    }

    fn control(&self) -> Control {
        let default = Limits::default();
        Control::new(Limits {
            max_nodes: self.max_nodes.unwrap_or(default.max_nodes),
            max_seconds: self.max_seconds.unwrap_or(default.max_seconds),
            max_bytes: self.max_bytes.unwrap_or(default.max_bytes),
            max_playouts: self.max_playouts.unwrap_or(default.max_playouts),
        })
    }
}

/// Solves a position with the interpreter released. `algorithm` is a name or an `upstar.BestFirst`.
#[pyfunction]
#[pyo3(signature = (position, algorithm, options, progress))]
fn solve<'py>(
    py: Python<'py>,
    position: &PyPosition,
    algorithm: &Bound<'py, PyAny>,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let control = options.control();
    let name: Option<String> = algorithm.extract().ok();
    let rules = match name {
        None => Some(PyRules::new(algorithm, &control)?),
        Some(_) => None,
    };
    // A game written in Python runs in one thread, because that thread holds the interpreter.
    let threads = if !position.custom.is_empty() { 1 } else { options.threads };
    let mut request = options.request(name.unwrap_or_else(|| CUSTOM.name.into()), threads);
    let fresh = position.fresh(py)?;
    let renewed = match &fresh {
        Some((_, inner)) => Some(inner.boxed_clone()),
        None => registry::renewed(position.inner.as_ref()),
    };
    let inner = renewed.as_ref().unwrap_or(&position.inner);
    request.name = options.name.map(|(game, text)| {
        let labels = inner.labels().map(String::from);
        PositionName { game, position: text, labels }
    });
    let attached = fresh.is_some() || rules.is_some();
    let progress = progress.map(|callback| Progress { callback, root: Some(inner.as_ref()) });
    // Without the limit of seconds: a database that is opened is read to its end.
    let check = control.for_one_of_many(Limits::default()).stop_check();
    let (solution, interrupted) = run_detached(py, &control, attached, progress, || {
        // The database of a search may be large.
        read_until(check.clone(), || match &rules {
            Some(rules) => engine::solve_custom(inner.as_ref(), &request, &control, rules),
            None => engine::solve(inner.as_ref(), &request, &control),
        })
    })?;
    let raised = || {
        let by_game = fresh.as_ref().and_then(|(game, _)| game.take_error());
        by_game.or_else(|| rules.as_ref().and_then(PyRules::take_error))
    };
    if let Some(error) = raised() {
        return Err(error);
    }
    if interrupted && solution.is_err() {
        return Err(PyKeyboardInterrupt::new_err(()));
    }
    let solved = solution.map_err(|e| raise(py, &e))?;
    let answer = solution_dict(py, inner.as_ref(), &request, &solved)?;
    if interrupted {
        answer.set_item("stopped", Stopped::Asked.name())?;
    }
    raised().map_or(Ok(answer), Err)
}

/// The lock of a directory with a checkpoint. It is held until the object is deleted.
#[pyclass(frozen, name = "CheckpointLock", module = "upstar._core")]
struct PyCheckpointLock {
    _lock: DirectoryLock,
}

/// Creates and locks the directory of a checkpoint of work on this position.
#[pyfunction]
fn lock_checkpoint(
    py: Python<'_>,
    position: &PyPosition,
    directory: PathBuf,
) -> PyResult<PyCheckpointLock> {
    let (game, _) = position.inner.erased();
    let lock = checkpoint_directory(&game, &directory).map_err(|e| raise(py, &e))?;
    Ok(PyCheckpointLock { _lock: lock })
}

/// Finds the value of every move with the interpreter released. `known` has what is proved of moves already.
#[pyfunction]
#[pyo3(signature = (position, options, known, progress))]
fn analyze<'py>(
    py: Python<'py>,
    position: &PyPosition,
    options: Options,
    known: Vec<convert::KnownRow>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let control = options.control();
    let fresh = position.fresh(py)?;
    let renewed = match &fresh {
        Some((_, inner)) => Some(inner.boxed_clone()),
        None => registry::renewed(position.inner.as_ref()),
    };
    let inner = renewed.as_ref().unwrap_or(&position.inner);
    let progress = progress.map(|callback| Progress { callback, root: Some(inner.as_ref()) });
    // A game written in Python runs in one thread, because that thread holds the interpreter.
    let threads = if fresh.is_some() { 1 } else { options.threads };
    let known = convert::known_moves(inner.as_ref(), &known).map_err(|e| raise(py, &e))?;
    let search = || engine::analyze(inner.as_ref(), options.distance, threads, &known, &control);
    let (analysis, interrupted) = run_detached(py, &control, fresh.is_some(), progress, search)?;
    if let Some(error) = fresh.as_ref().and_then(|(game, _)| game.take_error()) {
        return Err(error);
    }
    let analysis = analysis.map_err(|e| raise(py, &e))?;
    let stopped = if interrupted { Some(Stopped::Asked) } else { analysis.stopped };
    let dict = PyDict::new(py);
    dict.set_item("moves", convert::move_rows(inner.as_ref(), &analysis.moves))?;
    dict.set_item("expansions", analysis.stats.expansions)?;
    dict.set_item("nodes", analysis.stats.nodes)?;
    dict.set_item("iterations", analysis.stats.iterations)?;
    dict.set_item("seconds", analysis.stats.seconds)?;
    dict.set_item("peak_bytes", analysis.stats.peak_bytes)?;
    dict.set_item("stopped", stopped.map(Stopped::name))?;
    Ok(dict)
}

/// Runs random playouts from a position with the interpreter released. Returns the number of
/// playouts with each score, and the seconds.
#[pyfunction]
#[pyo3(signature = (position, count, seed, max_seconds, parameters))]
fn playouts(
    py: Python<'_>,
    position: &PyPosition,
    count: u64,
    seed: u64,
    max_seconds: Option<f64>,
    parameters: Vec<(String, String)>,
) -> PyResult<(Vec<(Score, u64)>, f64)> {
    let parameters = Parameters::new(parameters);
    let control = Control::new(Limits {
        max_seconds: max_seconds.unwrap_or(f64::INFINITY),
        ..Limits::default()
    });
    let fresh = position.fresh(py)?;
    let renewed = match &fresh {
        Some((_, inner)) => Some(inner.boxed_clone()),
        None => registry::renewed(position.inner.as_ref()),
    };
    let inner = renewed.as_ref().unwrap_or(&position.inner);
    let play = || {
        (engine::playouts(inner.as_ref(), count, seed, &parameters, &control), control.seconds())
    };
    let ((ends, seconds), interrupted) = run_detached(py, &control, fresh.is_some(), None, play)?;
    if let Some(error) = fresh.as_ref().and_then(|(game, _)| game.take_error()) {
        return Err(error);
    }
    if interrupted {
        return Err(PyKeyboardInterrupt::new_err(()));
    }
    let ends = ends.map_err(|e| raise(py, &e))?;
    Ok((inner.scores().into_iter().zip(ends).collect(), seconds))
}

/// Checks a certificate with the interpreter released. A certificate of a game written in Python is
/// checked with the rules of `position`, and must have the given name: its game and its position.
#[pyfunction]
#[pyo3(signature = (path, max_seconds, max_bytes, progress, position=None, name=None, threads=1))]
#[allow(clippy::too_many_arguments, reason = "one function of the Python package calls it")]
fn verify<'py>(
    py: Python<'py>,
    path: PathBuf,
    max_seconds: Option<f64>,
    max_bytes: Option<usize>,
    progress: Option<Py<PyAny>>,
    position: Option<&PyPosition>,
    name: Option<(String, String)>,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let default = Limits::default();
    let control = Control::new(Limits {
        max_seconds: max_seconds.unwrap_or(default.max_seconds),
        max_bytes: max_bytes.unwrap_or(default.max_bytes),
        ..default
    });
    let progress = progress.map(|callback| Progress { callback, root: None });
    let fresh = position.map(|position| position.fresh(py)).transpose()?.flatten();
    let verify = || match (&fresh, &name) {
        (Some((_, inner)), Some((game, text))) => {
            engine::verify_position(&path, inner.as_ref(), (game, text), &control)
        }
        _ => engine::verify_by(&path, threads, &control),
    };
    let (result, _) = run_detached(py, &control, fresh.is_some(), progress, verify)?;
    // After an exception in the rules, the verdict means nothing.
    if let Some(error) = fresh.as_ref().and_then(|(game, _)| game.take_error()) {
        return Err(error);
    }
    verification_dict(py, result)
}

/// Bounds as a Python tuple.
fn pair(bounds: Bounds) -> (Score, Score) {
    (bounds.lo, bounds.hi)
}

#[pymodule]
mod _core {
    use super::*;
    #[pymodule_export]
    use super::{
        PyCertificate, PyCheckpointLock, PyDatabase, PyPlayer, PyPosition, PySharedNimbers,
        PySolvedPositions, PyValue, algorithms, analyze, build_book, build_database, build_info,
        build_strong, census, custom_position, database_stat, dissect, games, grundy_values,
        heap_genera, impartial, impartial_games, learn_patterns, lock_checkpoint, misere_quotient,
        new_player, nim_product, nimber, observed_period, open_certificate, open_database,
        open_solved_positions, parse_options, parse_value, playouts, position, shared_nimbers,
        simplest_number, simplify, solve, solve_many, study_patterns, sum_position, train_clobber,
        value_of_options, value_parameters, verify, written_terms,
    };

    #[pymodule_init]
    fn init(m: &Bound<'_, PyModule>) -> PyResult<()> {
        let errors = m.py().import("upstar.errors")?;
        for name in [
            "UpstarError",
            "PositionError",
            "MoveError",
            "UnknownNameError",
            "ParameterError",
            "UnsuitableError",
        ] {
            m.add(name, errors.getattr(name)?)?;
        }
        Ok(())
    }
}
