//! Solving many positions at once.

use pyo3::{
    exceptions::PyKeyboardInterrupt,
    prelude::*,
    types::{PyDict, PyList},
};
use upstar_core::Score;
use upstar_engine::{self as engine, AnyPosition, Batch};

use crate::{
    Options, PyPosition,
    convert::{raise, solution_dict},
    run_detached::run_detached,
};

/// Solves positions of registered games with the interpreter released; `options["threads"]` at a time. Returns for each
/// the answer of `solve`, or only its score for the player to move (None if unsolved).
#[pyfunction]
#[pyo3(signature = (positions, algorithm, options, only_scores))]
pub fn solve_many<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, PyPosition>>,
    algorithm: String,
    options: Options,
    only_scores: bool,
) -> PyResult<Bound<'py, PyList>> {
    let control = options.control();
    let request = options.request(algorithm, 1);
    let roots: Vec<&dyn AnyPosition> = positions.iter().map(|p| p.inner.as_ref()).collect();
    let batch = Batch::new(&request, control.limits, options.threads);
    let work = || engine::solve_many(&roots, &batch, &control);
    let (results, interrupted) = run_detached(py, &control, false, None, work)?;
    if interrupted {
        return Err(PyKeyboardInterrupt::new_err(()));
    }
    let list = PyList::empty(py);
    for (root, result) in roots.iter().zip(results) {
        let solved = result.map_err(|e| raise(py, &e))?;
        if only_scores {
            let bounds = solved.bounds.seen_by(root.to_move());
            let score: Option<Score> = bounds.is_exact().then_some(bounds.lo);
            list.append(score)?;
        } else {
            let answer: Bound<'_, PyDict> = solution_dict(py, *root, &request, &solved)?;
            list.append(answer)?;
        }
    }
    Ok(list)
}
