//! Games of heaps for Python: Grundy values, genera and misère quotients.

use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict},
};
use upstar_cgt::heaps::{self, HeapRules, Period};
use upstar_core::{Control, Error, Limits, Stopped};

use crate::{
    convert::raise,
    run_detached::{Progress, run_detached},
};

/// The limits of the work.
#[derive(FromPyObject)]
pub struct WorkLimits {
    #[pyo3(item)]
    max_seconds: Option<f64>,
    #[pyo3(item)]
    max_bytes: Option<usize>,
}

/// Reads the rules, and runs work on them with the interpreter released. The answer has the seconds and, after Ctrl-C,
/// the reason why it is not complete.
fn run<'py, T: Send>(
    py: Python<'py>,
    family: &str,
    last: usize,
    limits: &WorkLimits,
    progress: Option<Py<PyAny>>,
    work: impl Fn(&HeapRules, &Control) -> T + Send + Sync,
    stopped: impl Fn(&T) -> Option<Stopped>,
) -> PyResult<(T, Bound<'py, PyDict>)> {
    let rules = HeapRules::read(family).map_err(|error| raise(py, &error.into()))?;
    if let Some(largest) = rules.largest.filter(|&largest| last > largest) {
        let text = format!("'{family}' has heaps of at most {largest} counters here, not {last}");
        return Err(raise(py, &Error::Unsuitable(text)));
    }
    let default = Limits::default();
    let control = Control::new(Limits {
        max_seconds: limits.max_seconds.unwrap_or(default.max_seconds),
        max_bytes: limits.max_bytes.unwrap_or(default.max_bytes),
        ..default
    });
    let progress = progress.map(|callback| Progress { callback, root: None });
    let (found, interrupted) =
        run_detached(py, &control, false, progress, || work(&rules, &control))?;
    let answer = PyDict::new(py);
    let stopped = if interrupted { Some(Stopped::Asked) } else { stopped(&found) };
    answer.set_item("stopped", stopped.map(Stopped::name))?;
    answer.set_item("seconds", control.seconds())?;
    Ok((found, answer))
}

fn period_tuple(period: Option<Period>) -> Option<(usize, usize, bool, usize)> {
    period.map(|period| (period.length, period.start, period.is_proved, period.checked))
}

/// The Grundy values of heaps 0 to `last`, as 16-bit numbers in the machine's byte order.
#[pyfunction]
#[pyo3(signature = (family, last, limits, progress))]
pub fn grundy_values<'py>(
    py: Python<'py>,
    family: &str,
    last: usize,
    limits: WorkLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let work = |rules: &HeapRules, control: &Control| heaps::grundy_values(rules, last, control);
    let (found, answer) = run(py, family, last, &limits, progress, work, |found| found.stopped)?;
    if let Some(heap) = found.too_large {
        let text = format!("the value of heap {heap} of '{family}' is more than 65,535");
        return Err(raise(py, &Error::Unsuitable(text)));
    }
    let bytes: Vec<u8> = found.values.iter().flat_map(|value| value.to_ne_bytes()).collect();
    answer.set_item("values", PyBytes::new(py, &bytes))?;
    answer.set_item("computed", found.computed)?;
    answer.set_item("period", period_tuple(found.period))?;
    answer.set_item("rare_heaps", found.rare_heaps)?;
    answer.set_item("bytes", found.bytes)?;
    Ok(answer)
}

/// The period of a sequence, which must occur three times. Equal terms have equal numbers.
#[pyfunction]
pub fn observed_period(terms: Vec<u32>) -> Option<(usize, usize, bool, usize)> {
    period_tuple(heaps::period(&terms, None))
}

/// The genera of heaps 0 to `last`: the Grundy value, the superscript, and whether it is tame.
#[pyfunction]
#[pyo3(signature = (family, last, limits, progress))]
pub fn heap_genera<'py>(
    py: Python<'py>,
    family: &str,
    last: usize,
    limits: WorkLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let work = |rules: &HeapRules, control: &Control| heaps::genera(rules, last, control);
    let (found, answer) = run(py, family, last, &limits, progress, work, |found| found.stopped)?;
    let genera = found.genera.into_iter().map(|genus| {
        let is_tame = genus.is_tame();
        (genus.grundy, genus.misere, is_tame)
    });
    answer.set_item("genera", genera.collect::<Vec<_>>())?;
    answer.set_item("sums", found.sums)?;
    Ok(answer)
}

/// The misère quotient of the sums of heaps 0 to `last`.
#[pyfunction]
#[pyo3(signature = (family, last, max_order, limits, progress))]
pub fn misere_quotient<'py>(
    py: Python<'py>,
    family: &str,
    last: usize,
    max_order: usize,
    limits: WorkLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let work = |rules: &HeapRules, control: &Control| {
        heaps::misere_quotient(rules, last, max_order, control)
    };
    let (found, answer) = run(py, family, last, &limits, progress, work, |found| found.stopped)?;
    let text = heaps::presentation(&found);
    answer.set_item("is_tame", found.is_tame())?;
    answer.set_item("elements", found.elements)?;
    answer.set_item("products", found.products)?;
    answer.set_item("is_p", found.is_p)?;
    answer.set_item("orders", found.orders)?;
    answer.set_item("transitions", found.transitions)?;
    answer.set_item("period", period_tuple(found.period))?;
    answer.set_item("generators", text.generators)?;
    answer.set_item("relations", text.relations)?;
    answer.set_item("words", text.words)?;
    Ok(answer)
}
