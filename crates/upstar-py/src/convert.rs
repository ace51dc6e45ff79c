//! Conversion of the core's data and errors to Python objects.

use pyo3::{
    exceptions::PyMemoryError,
    import_exception,
    prelude::*,
    types::{PyDict, PyList},
};
use upstar_cgt::value_game;
use upstar_core::{AlgorithmInfo, Bounds, Error, Move, MoveValue, ProvedBy, RootNumber, Score};
use upstar_engine::{AnyPosition, Solved, VerifyReport, registry};
use upstar_proof::{ProofError, VerifyError, WriteReport};
use upstar_search::{CUSTOM, Candidate, Request, TracePoint, TreeNode};

use crate::pair;

import_exception!(upstar.errors, MoveError);
import_exception!(upstar.errors, ParameterError);
import_exception!(upstar.errors, PositionError);
import_exception!(upstar.errors, UnknownNameError);
import_exception!(upstar.errors, UnsuitableError);

/// The Python exception for an error of the core.
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

/// A dictionary of numbers by name.
pub fn numbers<'py>(
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

/// The names of the moves of a line, each in its own position.
fn line_text(position: &dyn AnyPosition, line: &[Move]) -> Vec<String> {
    let mut names = Vec::with_capacity(line.len());
    let mut current = position.boxed_clone();
    for &mv in line {
        names.push(current.move_text(mv));
        current = current.play(mv);
    }
    names
}

/// A move's name, its bounds, its distance and how it was proved.
pub type MoveRow = (String, (Score, Score), Option<u32>, Option<&'static str>);

/// The same row from Python.
pub type KnownRow = (String, (Score, Score), Option<u32>, Option<String>);

/// What is known of moves, from rows as [`move_rows`] writes them. A row with exact bounds settles its move.
///
/// # Errors
/// If a row is not what can be known of a move.
pub fn known_moves(position: &dyn AnyPosition, rows: &[KnownRow]) -> Result<Vec<MoveValue>, Error> {
    let known = |(name, (lo, hi), distance, how): &KnownRow| {
        let mv = position.parse_move(name)?;
        if lo > hi {
            return Err(Error::Unsuitable(format!("the bounds of {name} are not in order")));
        }
        let bounds = Bounds::new(*lo, *hi);
        let named = ProvedBy::ALL.into_iter().find(|by| Some(by.name()) == how.as_deref());
        let proved_by = bounds.is_exact().then_some(named.unwrap_or(ProvedBy::Search));
        Ok(MoveValue { mv, bounds, distance: *distance, proved_by })
    };
    rows.iter().map(known).collect()
}

/// What an analysis has proved of each move.
pub fn move_rows(position: &dyn AnyPosition, moves: &[MoveValue]) -> Vec<MoveRow> {
    let row = |found: &MoveValue| {
        let proved_by = found.proved_by.map(|how| how.name());
        (position.move_text(found.mv), pair(found.bounds), found.distance, proved_by)
    };
    moves.iter().map(row).collect()
}

fn candidates<'py>(
    py: Python<'py>,
    position: &dyn AnyPosition,
    list: &[Candidate],
) -> PyResult<Bound<'py, PyList>> {
    let rows = PyList::empty(py);
    for candidate in list {
        let row = PyDict::new(py);
        row.set_item("move", position.move_text(candidate.mv))?;
        row.set_item("visits", candidate.visits)?;
        row.set_item("value", candidate.value)?;
        row.set_item("bounds", pair(candidate.bounds))?;
        row.set_item("pruned", candidate.pruned)?;
        row.set_item("counts", candidate.counts)?;
        rows.append(row)?;
    }
    Ok(rows)
}

fn trace<'py>(
    py: Python<'py>,
    root: &dyn AnyPosition,
    points: &[TracePoint],
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for point in points {
        let row = PyDict::new(py);
        row.set_item("nodes", point.nodes)?;
        row.set_item("expansions", point.expansions)?;
        row.set_item("seconds", point.seconds)?;
        row.set_item("bytes", point.bytes)?;
        row.set_item("root", numbers(py, &point.numbers)?)?;
        row.set_item("best_move", point.best_move.map(|mv| root.move_text(mv)))?;
        list.append(row)?;
    }
    Ok(list)
}

/// The exported nodes, each with the name of its move, which needs the parent's position.
fn tree<'py>(
    py: Python<'py>,
    root: &dyn AnyPosition,
    nodes: &[TreeNode],
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    let mut positions: Vec<Box<dyn AnyPosition>> = Vec::new();
    for node in nodes {
        let row = PyDict::new(py);
        let parent = node.parent.and_then(|parent| positions.get(parent));
        let position = match (parent, node.mv) {
            (Some(parent), Some(mv)) => {
                row.set_item("move", parent.move_text(mv))?;
                parent.play(mv)
            }
            _ => {
                row.set_item("move", py.None())?;
                root.boxed_clone()
            }
        };
        row.set_item("parent", node.parent)?;
        row.set_item("position", position.text())?;
        row.set_item("to_move", position.labels()[node.mover.index()])?;
        row.set_item("winner", node.winner.map(|winner| position.labels()[winner.index()]))?;
        row.set_item("numbers", numbers(py, &node.numbers)?)?;
        row.set_item("children", node.children)?;
        list.append(row)?;
        positions.push(position);
    }
    Ok(list)
}

/// The description of an algorithm, either registered or written by the user.
fn algorithm_info(name: &str) -> Result<&'static AlgorithmInfo, Error> {
    if name == CUSTOM.name { Ok(&CUSTOM) } else { registry::algorithm(name) }
}

/// The result of a verification. `verdict` is 'right', 'wrong', 'not a certificate' or 'stopped'.
pub fn verification_dict(
    py: Python<'_>,
    result: Result<VerifyReport, VerifyError>,
) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    let (verdict, reason, line) = match result {
        Ok(report) => {
            dict.set_item("game", report.name.game)?;
            dict.set_item("position", report.name.position)?;
            dict.set_item("to_move", &report.name.labels[report.to_move.index()])?;
            dict.set_item("outcome", report.outcome)?;
            dict.set_item("distance", report.distance)?;
            dict.set_item("bounds", pair(report.bounds))?;
            dict.set_item("solver", report.solver)?;
            dict.set_item("decisions", report.decisions)?;
            dict.set_item("positions", report.positions)?;
            dict.set_item("bytes", report.bytes)?;
            dict.set_item("seconds", report.seconds)?;
            dict.set_item("nimber", report.nimber)?;
            dict.set_item("format", report.format)?;
            let counts = report.counts.into_iter().map(|count| (count.what, count.times));
            dict.set_item("counts", counts.collect::<Vec<_>>())?;
            ("right", String::new(), Vec::new())
        }
        Err(VerifyError::NotACertificate(reason)) => ("not a certificate", reason, Vec::new()),
        Err(VerifyError::Wrong { reason, line }) => ("wrong", reason, line),
        Err(VerifyError::Stopped(reason)) => ("stopped", reason, Vec::new()),
    };
    dict.set_item("verdict", verdict)?;
    dict.set_item("reason", reason)?;
    dict.set_item("line", line)?;
    Ok(dict)
}

/// The report on a certificate that was asked for; empty if none was.
pub fn written_proof<'py>(
    py: Python<'py>,
    certificate: Option<&Result<WriteReport, ProofError>>,
) -> PyResult<Bound<'py, PyDict>> {
    let proof = PyDict::new(py);
    match certificate {
        None => {}
        Some(Ok(report)) => {
            proof.set_item("path", report.path.display().to_string())?;
            proof.set_item("bytes", report.bytes)?;
            proof.set_item("decisions", report.decisions)?;
            proof.set_item("positions", report.positions)?;
            proof.set_item("seconds", report.seconds)?;
        }
        Some(Err(error)) => proof.set_item("error", error.to_string())?,
    }
    Ok(proof)
}

/// A solution in the form that the stub describes.
pub fn solution_dict<'py>(
    py: Python<'py>,
    position: &dyn AnyPosition,
    request: &Request,
    Solved { solution, proof: certificate }: &Solved,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let stats = &solution.stats;
    dict.set_item("bounds", pair(solution.bounds))?;
    dict.set_item("solved", solution.solved)?;
    dict.set_item("distance", solution.distance)?;
    dict.set_item("wins_in_time", solution.wins_in_time)?;
    dict.set_item("best_move", solution.best_move.map(|mv| position.move_text(mv)))?;
    dict.set_item("line", line_text(position, &solution.line))?;
    dict.set_item("candidates", candidates(py, position, &solution.candidates)?)?;
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
    dict.set_item("trace", trace(py, position, &solution.trace)?)?;
    dict.set_item("tree", tree(py, position, &solution.tree)?)?;
    dict.set_item("proof", written_proof(py, certificate.as_ref())?)?;
    let parameters = PyDict::new(py);
    if let Ok(info) = algorithm_info(&request.algorithm) {
        for parameter in info.parameters {
            parameters.set_item(parameter.name, request.parameters.text(info, parameter.name))?;
        }
        // Parameters for values are included only if they are given, because most games have no
        // values.
        for parameter in value_game::PARAMETERS {
            if let Some(text) = request.parameters.given(parameter.name) {
                parameters.set_item(parameter.name, text)?;
            }
        }
    }
    dict.set_item("parameters", parameters)?;
    Ok(dict)
}
