//! Values for Python: one arena for the process, behind a lock.
//!
//! Every call detaches from the interpreter before it takes the lock. So a thread that waits for
//! the lock never blocks the thread that has it. The arena's poll attaches again to check for
//! Ctrl-C.

use std::{
    cell::Cell,
    sync::{LazyLock, Mutex, PoisonError},
};

use pyo3::{
    basic::CompareOp,
    exceptions::{PyKeyboardInterrupt, PyMemoryError},
    import_exception,
    prelude::*,
};
use upstar_cgt::{Dyadic, End, Id, Notation, Reason, SimplificationStep, ValueError, Values, Wall};

import_exception!(upstar.errors, ValueTextError);
import_exception!(upstar.errors, ValueLimitError);
import_exception!(upstar.errors, ParameterError);
import_exception!(upstar.errors, UnsuitableError);

static ARENA: LazyLock<Mutex<Values>> = LazyLock::new(|| {
    let mut values = Values::default();
    values.poll_with(Some(Box::new(|_| Python::attach(|py| py.check_signals().is_err()))));
    Mutex::new(values)
});

thread_local! {
    /// Is this thread using the arena?
    static IN_USE: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` on the arena. It fails if this thread already uses the arena: user code that is
/// called during the work (a game written in Python, a progress callback) may not use values.
pub fn with<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut Values) -> Result<T, ValueError> + Send,
) -> PyResult<T> {
    check_not_in_use()?;
    let result = py.detach(|| locked(work));
    result.map_err(|error| match &error {
        ValueError::Text(_) => ValueTextError::new_err(error.to_string()),
        ValueError::Undefined(_) => ParameterError::new_err(error.to_string()),
        ValueError::TooLarge(_) | ValueError::OutOfTime => {
            ValueLimitError::new_err(error.to_string())
        }
        ValueError::OutOfMemory(_) => PyMemoryError::new_err(error.to_string()),
        ValueError::Stopped => PyKeyboardInterrupt::new_err(()),
    })
}

/// Fails if this thread already uses the arena, which would wait for itself.
pub fn check_not_in_use() -> PyResult<()> {
    if IN_USE.get() {
        let text = "values cannot be used while a value is being computed (in the methods of a \
                    game, or in a progress callback)";
        return Err(UnsuitableError::new_err(text));
    }
    Ok(())
}

/// Runs `work` on the arena, on a thread that is detached from the interpreter.
pub fn locked<T>(work: impl FnOnce(&mut Values) -> T) -> T {
    let _guard = UseGuard::begin();
    // A panic leaves the arena in a consistent state, so a poisoned lock is accepted.
    work(&mut ARENA.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Marks this thread until it is dropped, even if a panic occurs.
struct UseGuard;

impl UseGuard {
    fn begin() -> UseGuard {
        IN_USE.set(true);
        UseGuard
    }
}

impl Drop for UseGuard {
    fn drop(&mut self) {
        IN_USE.set(false);
    }
}

/// A rational number as numerator and denominator.
pub type Fraction = (i64, i64);

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

impl PyValue {
    pub fn new(id: Id) -> PyValue {
        PyValue { id }
    }
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

    fn cool(&self, py: Python<'_>, numerator: i64, exponent: u32) -> PyResult<PyValue> {
        let a = self.id;
        with(py, |values| values.cool(a, Dyadic::new(numerator, exponent)?)).map(PyValue::new)
    }

    fn heat_by(&self, py: Python<'_>, t: &PyValue) -> PyResult<PyValue> {
        let (a, t) = (self.id, t.id);
        with(py, |values| values.heat(a, t)).map(PyValue::new)
    }

    fn overheat(&self, py: Python<'_>, s: &PyValue, t: &PyValue) -> PyResult<PyValue> {
        let (a, s, t) = (self.id, s.id, t.id);
        with(py, |values| values.overheat(a, s, t)).map(PyValue::new)
    }

    fn norton(&self, py: Python<'_>, unit: &PyValue) -> PyResult<PyValue> {
        let (a, unit) = (self.id, unit.id);
        with(py, |values| values.norton(a, unit)).map(PyValue::new)
    }

    fn ordinal_sum(&self, py: Python<'_>, other: &PyValue) -> PyResult<PyValue> {
        let (a, b) = (self.id, other.id);
        with(py, |values| values.ordinal_sum(a, b)).map(PyValue::new)
    }

    fn reduced(&self, py: Python<'_>) -> PyResult<PyValue> {
        let a = self.id;
        with(py, |values| values.reduced(a)).map(PyValue::new)
    }

    fn incentives(&self, py: Python<'_>) -> PyResult<(Vec<PyValue>, Vec<PyValue>)> {
        let a = self.id;
        with(py, |values| values.incentives(a)).map(|[left, right]| (all(left), all(right)))
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

/// The options of a game as a text states them, if it does.
#[pyfunction]
pub fn parse_options(py: Python<'_>, text: &str) -> PyResult<Option<(Vec<PyValue>, Vec<PyValue>)>> {
    let options = with(py, |values| values.parse_options(text))?;
    Ok(options.map(|[left, right]| (all(left), all(right))))
}

/// A step of a simplification: the side, the option, the better option or the reply, and what replaces a
/// reversible option.
type Step = (usize, PyValue, PyValue, Option<Vec<PyValue>>);

/// The value of a game with these options, and the steps that lead to its canonical form.
#[pyfunction]
pub fn simplify(
    py: Python<'_>,
    left: Vec<PyRef<'_, PyValue>>,
    right: Vec<PyRef<'_, PyValue>>,
) -> PyResult<(PyValue, Vec<Step>)> {
    let [left, right] = [left, right].map(|list| list.iter().map(|v| v.id).collect::<Vec<Id>>());
    let (value, steps) = with(py, |values| values.simplify(&left, &right))?;
    let steps = steps.into_iter().map(|SimplificationStep { side, option, reason }| {
        let option = PyValue::new(option);
        match reason {
            Reason::DominatedBy(better) => (side, option, PyValue::new(better), None),
            Reason::ReversedBy { reply, replaced_by } => {
                (side, option, PyValue::new(reply), Some(all(replaced_by)))
            }
        }
    });
    Ok((PyValue::new(value), steps.collect()))
}

/// The product of two nimbers.
#[pyfunction]
pub fn nim_product(a: u32, b: u32) -> u32 {
    upstar_cgt::nim_product(a, b)
}

/// The simplest number in an interval. Each end is None, or a numerator, the exponent of its
/// power-of-two denominator, and whether the end belongs to the interval.
#[pyfunction]
#[pyo3(signature = (lower, upper))]
pub fn simplest_number(
    py: Python<'_>,
    lower: Option<(i64, u32, bool)>,
    upper: Option<(i64, u32, bool)>,
) -> PyResult<Option<Fraction>> {
    let end = |given: Option<(i64, u32, bool)>| -> Result<Option<End>, ValueError> {
        let read = |(n, e, closed)| Ok(End { at: Dyadic::new(n, e)?, closed });
        given.map(read).transpose()
    };
    let found = with(py, |_| upstar_cgt::simplest_between(end(lower)?, end(upper)?))?;
    Ok(found.map(fraction))
}
