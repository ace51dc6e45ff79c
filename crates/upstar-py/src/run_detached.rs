//! Runs a search for Python. The search has its own thread with a deep stack. The caller's thread
//! is detached from the interpreter. At intervals it checks for Ctrl-C and reports progress.

use std::{
    sync::{
        atomic::Ordering::Relaxed,
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyRuntimeError},
    prelude::*,
    types::PyDict,
};
use upstar_core::Control;
use upstar_engine::AnyPosition;

use crate::{convert, pair};

/// Stack sizes, in the order of attempts. Depth-first searches recurse once for each move of a
/// game. The stack is only reserved, and its pages are used on demand. Smaller sizes are tried if
/// address space is limited.
const STACKS: [usize; 3] = [1 << 30, 1 << 28, 1 << 26];
const POLL_INTERVAL: Duration = Duration::from_millis(20);
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Runs `work`. Returns its result, and whether Ctrl-C was pressed meanwhile. Ctrl-C stops the
/// search through `control`, so that `work` returns its partial result. `attached` keeps the search
/// attached to the interpreter, for games written in Python.
///
/// # Errors
/// The exception of a signal handler or of the progress callback.
pub fn run_detached<T: Send>(
    py: Python<'_>,
    control: &Control,
    attached: bool,
    progress: Option<Progress<'_>>,
    work: impl Fn() -> T + Send + Sync,
) -> PyResult<(T, bool)> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = channel::<()>();
            let mut worker = None;
            for stack in STACKS {
                let (work, done) = (&work, done.clone());
                let job = move || {
                    let _done = done;
                    if attached { Python::attach(|_| work()) } else { work() }
                };
                worker = thread::Builder::new().stack_size(stack).spawn_scoped(scope, job).ok();
                if worker.is_some() {
                    break;
                }
            }
            drop(done);
            let worker = worker.ok_or_else(|| {
                PyRuntimeError::new_err("the system could not start a thread for the search")
            })?;
            let mut failure = None;
            let mut interrupted = false;
            let mut last_report = Instant::now();
            while let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(POLL_INTERVAL) {
                let result: PyResult<()> = Python::attach(|py| {
                    py.check_signals()?;
                    if let Some(progress) =
                        progress.as_ref().filter(|_| last_report.elapsed() > PROGRESS_INTERVAL)
                    {
                        last_report = Instant::now();
                        progress.report(py, control)?;
                    }
                    Ok(())
                });
                if let Err(error) = result {
                    control.stop();
                    if Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py)) {
                        interrupted = true;
                    } else {
                        failure = Some(error);
                    }
                }
            }
            let answer = worker.join().map_err(|_| {
                PyRuntimeError::new_err("internal error in the search; please report it")
            });
            match failure {
                Some(error) => Err(error),
                None => answer.map(|answer| (answer, interrupted)),
            }
        })
    })
}

/// The progress callback of a search, and the position where the search started.
pub struct Progress<'a> {
    pub callback: Py<PyAny>,
    pub root: Option<&'a dyn AnyPosition>,
}

impl Progress<'_> {
    fn report(&self, py: Python<'_>, control: &Control) -> PyResult<()> {
        let progress = &control.progress;
        let dict = PyDict::new(py);
        dict.set_item("nodes", progress.nodes.load(Relaxed))?;
        dict.set_item("expansions", progress.expansions.load(Relaxed))?;
        dict.set_item("bytes", progress.bytes.load(Relaxed))?;
        let estimate = progress.estimate.load(Relaxed);
        dict.set_item("estimate", (estimate > 0).then_some(estimate))?;
        dict.set_item("depth", progress.depth.load(Relaxed))?;
        dict.set_item("seconds", control.seconds())?;
        dict.set_item("bounds", progress.bounds().map(pair))?;
        let best = self.root.zip(progress.best_move()).map(|(root, mv)| root.move_text(mv));
        dict.set_item("best_move", best)?;
        let moves = self.root.map(|root| convert::move_rows(root, &progress.moves()));
        dict.set_item("moves", moves.unwrap_or_default())?;
        dict.set_item("root", convert::numbers(py, &progress.root_numbers())?)?;
        self.callback.call1(py, (dict,))?;
        Ok(())
    }
}
