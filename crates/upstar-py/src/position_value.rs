//! Values of positions for Python, with limits and progress. If a limit ends the work, the partial
//! results are returned.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use pyo3::{prelude::*, types::PyDict};
use upstar_cgt::{AnyPartisan, Effort, Id, Method, ValueError, Values};
use upstar_engine::registry;

use crate::{
    PyPosition,
    convert::raise,
    sum::PythonGames,
    value::{PyValue, with},
};

const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The options of the computation, as the Python package passes them.
#[derive(FromPyObject)]
pub struct Question {
    /// The method: exact, claessen or claessen-printed.
    #[pyo3(item)]
    method: String,
    #[pyo3(item)]
    moves: bool,
    #[pyo3(item)]
    max_seconds: Option<f64>,
    #[pyo3(item)]
    max_bytes: Option<usize>,
}

/// The exception of the callback or of a signal handler.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// Checks for Ctrl-C, and reports progress to the callback.
fn poll(
    progress: Option<Py<PyAny>>,
    started: Instant,
    raised: Raised,
) -> impl FnMut(Effort) -> bool + Send {
    let mut last_report = started;
    move |effort| {
        Python::attach(|py| {
            if py.check_signals().is_err() {
                return true;
            }
            let Some(callback) =
                progress.as_ref().filter(|_| last_report.elapsed() > PROGRESS_INTERVAL)
            else {
                return false;
            };
            last_report = Instant::now();
            let report = || -> PyResult<()> {
                let dict = PyDict::new(py);
                dict.set_item("positions", effort.positions)?;
                dict.set_item("values", effort.values)?;
                dict.set_item("bytes", effort.bytes)?;
                dict.set_item("seconds", started.elapsed().as_secs_f64())?;
                callback.call1(py, (dict,)).map(|_| ())
            };
            let failed = report().map_err(|error| {
                *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            });
            failed.is_err()
        })
    }
}

/// Runs work on values within limits. Returns its answer and its cost.
fn within<'py, T: Send>(
    py: Python<'py>,
    question: &Question,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut Values, Method) -> Result<T, ValueError> + Send,
) -> PyResult<(T, Bound<'py, PyDict>)> {
    let started = Instant::now();
    let raised: Raised = Arc::default();
    let method = match question.method.as_str() {
        "claessen" => Method::Claessen,
        "claessen-printed" => Method::ClaessenPrinted,
        _ => Method::Exact,
    };
    // A limit that does not fit a `Duration` counts as no limit.
    let span = question.max_seconds.and_then(|s| Duration::try_from_secs_f64(s.max(0.0)).ok());
    let deadline = span.and_then(|span| started.checked_add(span));
    let max_bytes = question.max_bytes;
    let asked: Box<dyn FnMut(Effort) -> bool + Send> =
        Box::new(poll(progress, started, raised.clone()));
    let found = with(py, |values| {
        let before = values.effort();
        let own = values.limit(usize::MAX, deadline).0;
        let allowed = max_bytes.map_or(own, |bytes| before.bytes.saturating_add(bytes).min(own));
        values.limit(allowed, deadline);
        let usual = values.poll_with(Some(asked));
        let found = work(values, method);
        let after = values.effort();
        values.poll_with(usual);
        values.limit(own, None);
        Ok((found?, after.positions - before.positions, after.bytes))
    });
    if let Some(error) = raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    let (found, positions, bytes) = found?;
    let answer = PyDict::new(py);
    answer.set_item("positions", positions)?;
    answer.set_item("bytes", bytes)?;
    answer.set_item("seconds", started.elapsed().as_secs_f64())?;
    Ok((found, answer))
}

fn stopped(reason: Option<&ValueError>) -> Option<&'static str> {
    reason.map(|error| match error {
        ValueError::OutOfTime => "seconds",
        ValueError::OutOfMemory(_) => "memory",
        _ => "interrupted",
    })
}

fn wrapped(id: Option<Id>) -> Option<PyValue> {
    id.map(PyValue::new)
}

/// A position that has a value.
struct ValuedPosition {
    position: Box<dyn AnyPartisan>,
    /// The game, if it is written in Python. Its adapter is new and has no stored states.
    game: Option<PythonGames>,
}

impl ValuedPosition {
    fn of(py: Python<'_>, position: &PyPosition) -> PyResult<ValuedPosition> {
        let fresh = position.fresh(py)?;
        let inner = fresh.as_ref().map_or(&position.inner, |(_, inner)| inner);
        let valued = registry::partisan(inner.as_ref()).map_err(|e| raise(py, &e))?;
        Ok(ValuedPosition { position: valued, game: fresh.map(|(game, _)| game) })
    }

    /// The answer, or the exception that the game raised meanwhile.
    fn unless_raised<T>(&self, answer: PyResult<T>) -> PyResult<T> {
        self.game.as_ref().and_then(|game| game.take_error()).map_or(answer, Err)
    }
}

/// The value of a position, of its parts, and of its moves.
#[pyfunction]
#[pyo3(signature = (position, question, progress))]
pub fn dissect<'py>(
    py: Python<'py>,
    position: &PyPosition,
    question: Question,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let valued = ValuedPosition::of(py, position)?;
    let position = &valued.position;
    let moves = question.moves;
    let found =
        within(py, &question, progress, |values, method| position.dissect(values, method, moves));
    let (found, answer) = valued.unless_raised(found)?;
    answer.set_item("value", wrapped(found.value))?;
    let parts = found.parts.into_iter().map(|(text, id)| (text, wrapped(id)));
    answer.set_item("parts", parts.collect::<Vec<_>>())?;
    let moves = found.moves.into_iter().map(|mv| {
        let reply = mv.reply.map(|reply| (reply.text, PyValue::new(reply.value)));
        (mv.player.index(), mv.text, wrapped(mv.value), reply)
    });
    answer.set_item("moves", moves.collect::<Vec<_>>())?;
    answer.set_item("stopped", stopped(found.stopped.as_ref()))?;
    Ok(answer)
}

/// The values of all positions of a position's board; `None` if its game cannot list them.
#[pyfunction]
#[pyo3(signature = (position, question, progress))]
pub fn census<'py>(
    py: Python<'py>,
    position: &PyPosition,
    question: Question,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let valued = ValuedPosition::of(py, position)?;
    let position = &valued.position;
    let found = within(py, &question, progress, |values, method| position.census(values, method));
    let (found, answer) = valued.unless_raised(found)?;
    let Some(found) = found else {
        return Ok(None);
    };
    answer.set_item("count", found.positions)?;
    answer.set_item("valued", found.valued)?;
    answer.set_item("whole", found.whole)?;
    answer.set_item("whole_valued", found.whole_valued)?;
    answer.set_item("ups_and_nimbers", found.ups_and_nimbers)?;
    answer.set_item("distinct", found.distinct)?;
    answer.set_item("stopped", stopped(found.stopped.as_ref()))?;
    Ok(Some(answer))
}
