//! The core's data and errors as Python objects.

use pyo3::exceptions::PyMemoryError;
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use upstar_core::any::AnyPosition;
use upstar_core::base::Error;
use upstar_core::game::Move;
use upstar_core::registry;
use upstar_core::search::{Request, RootNumber, Solution};

use crate::pair;

import_exception!(upstar.errors, MoveError);
import_exception!(upstar.errors, ParameterError);
import_exception!(upstar.errors, PositionError);
import_exception!(upstar.errors, UnknownNameError);
import_exception!(upstar.errors, UnsuitableError);

/// Each error of the core is one exception.
pub fn raise(_py: Python<'_>, error: &Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Position(_) => PositionError::new_err(text),
        Error::Move(_) => MoveError::new_err(text),
        Error::UnknownName(_) => UnknownNameError::new_err(text),
        Error::Parameter(_) => ParameterError::new_err(text),
        Error::Unsuitable(_) => UnsuitableError::new_err(text),
        Error::OutOfMemory(_) => PyMemoryError::new_err(text),
    }
}

fn numbers<'py>(
    py: Python<'py>,
    numbers: &[(&'static str, RootNumber)],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, number) in numbers {
        match number {
            RootNumber::Integer(value) => dict.set_item(name, value)?,
            RootNumber::Real(value) => dict.set_item(name, value)?,
        }
    }
    Ok(dict)
}

/// The names of a line's moves, each in its own position.
fn line_text(position: &dyn AnyPosition, line: &[Move]) -> Vec<String> {
    let mut names = Vec::with_capacity(line.len());
    let mut current = position.boxed_clone();
    for &mv in line {
        names.push(current.move_text(mv));
        current = current.play(mv);
    }
    names
}

/// A solution as the stub describes it.
pub fn solution_dict<'py>(
    py: Python<'py>,
    position: &dyn AnyPosition,
    request: &Request,
    solution: &Solution,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let stats = &solution.stats;
    dict.set_item("bounds", pair(solution.bounds))?;
    dict.set_item("solved", solution.solved)?;
    dict.set_item("best_move", solution.best_move.map(|mv| position.move_text(mv)))?;
    dict.set_item("line", line_text(position, &solution.line))?;
    dict.set_item("expansions", stats.expansions)?;
    dict.set_item("nodes", stats.nodes)?;
    dict.set_item("iterations", stats.iterations)?;
    dict.set_item("playouts", stats.playouts)?;
    dict.set_item("seconds", stats.seconds)?;
    dict.set_item("peak_bytes", stats.peak_bytes)?;
    dict.set_item("root", numbers(py, &solution.root)?)?;
    dict.set_item("details", numbers(py, &solution.details)?)?;
    dict.set_item("stopped", solution.stopped.map(|s| s.name()))?;
    dict.set_item("note", &solution.note)?;
    let parameters = PyDict::new(py);
    if let Ok(info) = registry::algorithm(&request.algorithm) {
        for parameter in info.parameters {
            parameters.set_item(parameter.name, request.parameters.text(info, parameter.name))?;
        }
    }
    dict.set_item("parameters", parameters)?;
    Ok(dict)
}
