//! Players that keep their search tree from move to move.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use pyo3::{prelude::*, types::PyDict};
use upstar_core::{Control, Error, Parameters, Stopped};
use upstar_engine::{AnyPosition, Player, player};
use upstar_search::{Request, Solution};

use crate::{
    Options, PyPosition,
    convert::{raise, solution_dict},
    run_detached::{Progress, run_detached},
    sum::PythonGames,
};

/// The default memory limit of a player. It is small because several may play at once.
const BYTES: usize = 1 << 30;

/// A player with its search tree, at a position of a game in progress.
#[pyclass(frozen, name = "Player", module = "upstar._core")]
pub struct PyPlayer {
    state: Mutex<State>,
    request: Request,
    max_bytes: usize,
    /// The adapter, if the game is written in Python.
    custom: PythonGames,
}

struct State {
    player: Player,
    position: Box<dyn AnyPosition>,
    /// Has the game failed since the tree was created? Then the tree may treat the failure as the
    /// end of a game, and is not valid.
    is_invalid: bool,
}

/// A player with an algorithm that keeps its tree; None for other algorithms.
#[pyfunction]
pub fn new_player(
    py: Python<'_>,
    position: &PyPosition,
    algorithm: &str,
    options: Options,
) -> PyResult<Option<PyPlayer>> {
    let request = Request {
        algorithm: algorithm.into(),
        parameters: Parameters::new(options.parameters),
        seed: options.seed,
        threads: if !position.custom.is_empty() { 1 } else { options.threads },
        ..Request::default()
    };
    let bytes = options.max_bytes.unwrap_or(BYTES);
    let (custom, position) = match position.fresh(py)? {
        Some(fresh) => fresh,
        None => (PythonGames::default(), position.inner.boxed_clone()),
    };
    let player = player(position.as_ref(), &request, bytes).map_err(|e| raise(py, &e))?;
    Ok(player.map(|player| PyPlayer {
        state: Mutex::new(State { player, position, is_invalid: false }),
        request,
        max_bytes: bytes,
        custom,
    }))
}

#[pymethods]
impl PyPlayer {
    /// Searches within limits. The answer has the form of `solve`.
    fn think<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let control = options.control();
        let root = self.lock(py, |state| state.position.boxed_clone());
        let progress = progress.map(|callback| Progress { callback, root: Some(root.as_ref()) });
        let attached = !self.custom.is_empty();
        let (thought, interrupted) = run_detached(py, &control, attached, progress, || {
            let mut state = if attached { self.lock_attached() } else { self.lock_state() };
            self.think_once(&mut state, &control)
        })?;
        let solution = thought?.map_err(|error| raise(py, &error))?;
        let answer = solution_dict(py, root.as_ref(), &self.request, &solution.into())?;
        if interrupted {
            answer.set_item("stopped", Stopped::Asked.name())?;
        }
        self.checked(py, answer)
    }

    /// Plays a legal move.
    fn play(&self, py: Python<'_>, r#move: &str) -> PyResult<()> {
        self.renew(py)?;
        let played = self.lock(py, |state| {
            let mv = state.position.parse_move(r#move)?;
            let next = state.position.play(mv);
            state.player.play(mv);
            if !self.has_failed() {
                state.position = next;
            }
            Ok(())
        });
        self.checked(py, ())?;
        played.map_err(|e| raise(py, &e))
    }
}

impl PyPlayer {
    /// Calls `look` with the state. The interpreter is released while it waits for the lock.
    fn lock<T: Send>(&self, py: Python<'_>, look: impl FnOnce(&mut State) -> T + Send) -> T {
        py.detach(|| look(&mut self.lock_state()))
    }

    fn lock_state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same on a thread that is attached to the interpreter. It detaches while it waits, because the thread that
    /// has the lock may be waiting for the interpreter.
    fn lock_attached(&self) -> MutexGuard<'_, State> {
        loop {
            match self.state.try_lock() {
                Ok(state) => return state,
                Err(TryLockError::Poisoned(state)) => return state.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    Python::attach(|py| py.detach(|| drop(self.lock_state())));
                }
            }
        }
    }

    /// Thinks with the lock held. So an exception of the game belongs to this search, and the next one sees that the
    /// tree is invalid.
    fn think_once(
        &self,
        state: &mut State,
        control: &Control,
    ) -> PyResult<Result<Solution, Error>> {
        let renewed = self.renew_state(state);
        let solution = renewed.map(|()| state.player.think(control));
        match self.custom.take_error() {
            Some(error) => {
                state.is_invalid = true;
                Err(error)
            }
            None => Ok(solution),
        }
    }

    fn has_failed(&self) -> bool {
        self.custom.has_failed()
    }

    /// The value, or the exception that the game raised. An exception makes the tree invalid.
    fn checked<T>(&self, py: Python<'_>, value: T) -> PyResult<T> {
        match self.custom.take_error() {
            Some(error) => {
                self.lock(py, |state| state.is_invalid = true);
                Err(error)
            }
            None => Ok(value),
        }
    }

    /// Creates a new tree at the position if the tree is invalid.
    fn renew(&self, py: Python<'_>) -> PyResult<()> {
        let renewed = self.lock(py, |state| self.renew_state(state));
        self.checked(py, ())?;
        renewed.map_err(|e| raise(py, &e))
    }

    fn renew_state(&self, state: &mut State) -> Result<(), Error> {
        if state.is_invalid
            && let Some(player) = player(state.position.as_ref(), &self.request, self.max_bytes)?
        {
            (state.player, state.is_invalid) = (player, false);
        }
        Ok(())
    }
}
