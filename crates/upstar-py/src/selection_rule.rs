//! Selection rules written in Python: the four functions of an `upstar.BestFirst`.
//!
//! The first exception is stored and stops the search. Then it is raised again unchanged.

use std::{
    any::Any,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use pyo3::{exceptions::PyIndexError, intern, prelude::*, types::PyList};
use upstar_core::Control;
use upstar_search::{CustomInfo, CustomSelectionRule, Leaf, SharedInfo};

/// The node data of a rule: any Python object.
struct Info(Py<PyAny>);

impl fmt::Debug for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a Python object")
    }
}

impl CustomInfo for Info {
    fn equals(&self, other: &dyn CustomInfo) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Info>() else { return false };
        Python::attach(|py| self.0.bind(py).eq(other.0.bind(py)).unwrap_or(false))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The user's object, and the control that stops the search when it raises an exception.
pub struct PyRules<'a> {
    object: Py<PyAny>,
    node: Py<PyAny>,
    control: &'a Control,
    error: Mutex<Option<PyErr>>,
}

impl<'a> PyRules<'a> {
    /// The rules of an `upstar.BestFirst`.
    ///
    /// # Errors
    /// If the package is broken.
    pub fn new(object: &Bound<'_, PyAny>, control: &'a Control) -> PyResult<PyRules<'a>> {
        let node = object.py().import("upstar.best_first")?.getattr("Node")?.unbind();
        Ok(PyRules { object: object.clone().unbind(), node, control, error: Mutex::new(None) })
    }

    /// The first exception that the user's code raised.
    pub fn take_error(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Runs the user's code. After an exception it returns `otherwise` until the search ends.
    fn attempt<T>(&self, otherwise: T, run: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.error.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return otherwise;
        }
        Python::attach(|py| {
            run(py).unwrap_or_else(|error| {
                self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                self.control.stop();
                otherwise
            })
        })
    }

    fn nothing() -> SharedInfo {
        Python::attach(|py| Arc::new(Info(py.None())) as SharedInfo)
    }

    fn node<'py>(&self, py: Python<'py>, leaf: Leaf) -> PyResult<Bound<'py, PyAny>> {
        self.node.bind(py).call1((leaf.is_max, leaf.mobility, leaf.probability))
    }

    /// A node for which only the player matters.
    fn inner<'py>(&self, py: Python<'py>, is_max: bool, n: usize) -> PyResult<Bound<'py, PyAny>> {
        self.node(py, Leaf { is_max, mobility: n as u32, probability: 0.5, work: n as f64 })
    }
}

fn list<'py>(py: Python<'py>, children: &[SharedInfo]) -> PyResult<Bound<'py, PyList>> {
    let infos = children.iter().map(|child| {
        child.as_any().downcast_ref::<Info>().map_or_else(|| py.None(), |i| i.0.clone_ref(py))
    });
    PyList::new(py, infos.collect::<Vec<_>>())
}

fn wrap(info: Bound<'_, PyAny>) -> SharedInfo {
    Arc::new(Info(info.unbind()))
}

impl CustomSelectionRule for PyRules<'_> {
    fn info_term(&self, max_wins: bool) -> SharedInfo {
        self.attempt(Self::nothing(), |py| {
            self.object.bind(py).call_method1(intern!(py, "info_term"), (max_wins,)).map(wrap)
        })
    }

    fn init_leaf(&self, leaf: Leaf) -> SharedInfo {
        self.attempt(Self::nothing(), |py| {
            let node = self.node(py, leaf)?;
            self.object.bind(py).call_method1(intern!(py, "init_leaf"), (node,)).map(wrap)
        })
    }

    fn select_child(&self, is_max: bool, children: &[SharedInfo]) -> usize {
        self.attempt(0, |py| {
            let node = self.inner(py, is_max, children.len())?;
            let arguments = (node, list(py, children)?);
            let choice =
                self.object.bind(py).call_method1(intern!(py, "select_child"), arguments)?;
            let index: usize = choice.extract()?;
            if index >= children.len() {
                return Err(PyIndexError::new_err(format!(
                    "select_child chose child {index} of {}",
                    children.len()
                )));
            }
            Ok(index)
        })
    }

    fn update(&self, is_max: bool, children: &[SharedInfo]) -> SharedInfo {
        self.attempt(Self::nothing(), |py| {
            let node = self.inner(py, is_max, children.len())?;
            let arguments = (node, list(py, children)?);
            self.object.bind(py).call_method1(intern!(py, "update"), arguments).map(wrap)
        })
    }

    fn number(&self, info: &SharedInfo) -> f64 {
        let Some(info) = info.as_any().downcast_ref::<Info>() else { return f64::NAN };
        Python::attach(|py| info.0.extract(py).unwrap_or(f64::NAN))
    }
}
