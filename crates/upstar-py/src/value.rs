//! Values for Python: one arena for the process, behind a lock.
//!
//! Every call detaches from the interpreter before it takes the lock, so that a thread that waits
//! for the lock never holds the interpreter against the one that works; the arena's poll
//! attaches again to look for Ctrl-C.

use std::sync::{LazyLock, Mutex, PoisonError};

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError};
use pyo3::import_exception;
use pyo3::prelude::*;
use upstar_core::cgt::{Dyadic, Id, Notation, ValueError, Values, Wall};
use upstar_core::registry;

use crate::convert::raise;

import_exception!(upstar.errors, ValueTextError);
import_exception!(upstar.errors, ValueLimitError);

static ARENA: LazyLock<Mutex<Values>> = LazyLock::new(|| {
    let mut values = Values::default();
    values.poll_with(Some(Box::new(|| Python::attach(|py| py.check_signals().is_err()))));
    Mutex::new(values)
});

/// Runs `work` on the arena.
fn with<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut Values) -> Result<T, ValueError> + Send,
) -> PyResult<T> {
    let result = py.detach(|| {
        // Nothing in the arena is left half done by a panic that could matter to another call.
        work(&mut ARENA.lock().unwrap_or_else(PoisonError::into_inner))
    });
    result.map_err(|error| match &error {
        ValueError::Text(_) => ValueTextError::new_err(error.to_string()),
        ValueError::TooLarge(_) => ValueLimitError::new_err(error.to_string()),
        ValueError::OutOfMemory(_) => PyMemoryError::new_err(error.to_string()),
        ValueError::Stopped => PyKeyboardInterrupt::new_err(()),
    })
}

/// A number as numerator and denominator.
type Fraction = (i64, i64);

fn fraction(x: Dyadic) -> Fraction {
    (x.numerator(), x.denominator())
}

fn points(wall: &Wall) -> Vec<(Fraction, Fraction)> {
    wall.0.iter().map(|&(t, x)| (fraction(t), fraction(x))).collect()
}

/// A value of a short partizan game; immutable.
#[pyclass(frozen, name = "Value", module = "upstar._core")]
pub struct PyValue {
    id: Id,
}

fn all(ids: Vec<Id>) -> Vec<PyValue> {
    ids.into_iter().map(|id| PyValue { id }).collect()
}

#[pymethods]
impl PyValue {
    #[getter]
    fn id(&self) -> usize {
        self.id.index()
    }

    fn add(&self, py: Python<'_>, other: &PyValue) -> PyResult<PyValue> {
        let (a, b) = (self.id, other.id);
        with(py, |values| values.add(a, b)).map(|id| PyValue { id })
    }

    fn negate(&self, py: Python<'_>) -> PyResult<PyValue> {
        let a = self.id;
        with(py, |values| values.negate(a)).map(|id| PyValue { id })
    }

    fn multiple(&self, py: Python<'_>, n: i64) -> PyResult<PyValue> {
        let a = self.id;
        with(py, |values| values.multiple(n, a)).map(|id| PyValue { id })
    }

    fn __richcmp__(&self, py: Python<'_>, other: &PyValue, op: CompareOp) -> PyResult<bool> {
        let (a, b) = (self.id, other.id);
        match op {
            CompareOp::Eq => Ok(a == b),
            CompareOp::Ne => Ok(a != b),
            CompareOp::Le => with(py, |values| values.le(a, b)),
            CompareOp::Lt => Ok(a != b && with(py, |values| values.le(a, b))?),
            CompareOp::Ge => with(py, |values| values.le(b, a)),
            CompareOp::Gt => Ok(a != b && with(py, |values| values.le(b, a))?),
        }
    }

    fn __hash__(&self) -> usize {
        self.id.index()
    }

    fn options(&self, py: Python<'_>) -> PyResult<(Vec<PyValue>, Vec<PyValue>)> {
        let a = self.id;
        let options = |values: &mut Values| Ok((values.left_options(a)?, values.right_options(a)?));
        with(py, options).map(|(left, right)| (all(left), all(right)))
    }

    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        let a = self.id;
        with(py, |values| values.outcome(a)).map(|outcome| outcome.to_string())
    }

    fn stops(&self, py: Python<'_>) -> PyResult<(Fraction, Fraction)> {
        let a = self.id;
        with(py, |values| Ok((fraction(values.left_stop(a)), fraction(values.right_stop(a)))))
    }

    fn number(&self, py: Python<'_>) -> PyResult<Option<Fraction>> {
        let a = self.id;
        with(py, |values| Ok(values.as_number(a).map(fraction)))
    }

    fn number_ups_nimber(&self, py: Python<'_>) -> PyResult<Option<(Fraction, i32, u32)>> {
        let a = self.id;
        let parts = with(py, |values| Ok(values.as_nus(a)))?;
        Ok(parts.map(|nus| (fraction(nus.number), nus.ups, nus.nimber)))
    }

    #[allow(clippy::type_complexity)] // two walls of points; the stub names them
    fn thermograph(
        &self,
        py: Python<'_>,
    ) -> PyResult<(Vec<(Fraction, Fraction)>, Vec<(Fraction, Fraction)>)> {
        let a = self.id;
        let graph = with(py, |values| values.thermograph(a))?;
        Ok((points(&graph.left), points(&graph.right)))
    }

    fn heat(&self, py: Python<'_>) -> PyResult<(Fraction, Fraction)> {
        let a = self.id;
        let graph = with(py, |values| values.thermograph(a))?;
        Ok((fraction(graph.mean()), fraction(graph.temperature())))
    }

    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<PyValue>> {
        let a = self.id;
        let weight = with(py, |values| values.atomic_weight(a))?;
        Ok(weight.map(|id| PyValue { id }))
    }

    fn birthday(&self, py: Python<'_>) -> PyResult<u64> {
        let a = self.id;
        with(py, |values| values.birthday(a))
    }

    fn nodes(&self, py: Python<'_>) -> PyResult<u64> {
        let a = self.id;
        with(py, |values| values.nodes(a))
    }

    fn text(&self, py: Python<'_>, notation: &str) -> PyResult<String> {
        let a = self.id;
        with(py, |values| match notation {
            "unicode" => values.print(a, Notation::Unicode),
            "latex" => values.print(a, Notation::Latex),
            "braces" => values.braces(a),
            _ => values.text(a),
        })
    }
}

/// Reads a value.
#[pyfunction]
pub fn parse_value(py: Python<'_>, text: &str) -> PyResult<PyValue> {
    with(py, |values| values.parse(text)).map(|id| PyValue { id })
}

/// The value of a game with these options.
#[pyfunction]
pub fn value_of_options(
    py: Python<'_>,
    left: Vec<PyRef<'_, PyValue>>,
    right: Vec<PyRef<'_, PyValue>>,
) -> PyResult<PyValue> {
    let [left, right] = [left, right].map(|list| list.iter().map(|v| v.id).collect::<Vec<Id>>());
    with(py, |values| values.canonical(left, right)).map(|id| PyValue { id })
}

/// The value of a position, and the text and value of each of its parts.
#[pyfunction]
pub fn position_value(
    py: Python<'_>,
    game: &str,
    text: &str,
) -> PyResult<(PyValue, Vec<(String, PyValue)>)> {
    let position = registry::partisan(game, text).map_err(|e| raise(py, &e))?;
    let found = with(py, |values| position.value(values))?;
    let parts = found.parts.into_iter().map(|(text, id)| (text, PyValue { id })).collect();
    Ok((PyValue { id: found.value }, parts))
}
