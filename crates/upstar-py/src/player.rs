//! Players that keep what they know from move to move.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::{prelude::*, types::PyDict};
use upstar_core::{Game, Parameters, Stopped};
use upstar_engine::{AnyPosition, Player, player};
use upstar_search::Request;

use crate::{
    Options, PyPosition,
    convert::{raise, solution_dict},
    python_game::PyGame,
    run_detached::{Progress, run_detached},
};

/// The memory of a player where none is given: several may play at once.
const BYTES: usize = 1 << 30;

/// A player with its tree, at a position of a game that is being played.
#[pyclass(frozen, name = "Player", module = "upstar._core")]
pub struct PyPlayer {
    state: Mutex<State>,
    request: Request,
    max_bytes: usize,
    /// The adapter, of a game written in Python.
    custom: Option<Arc<PyGame>>,
}

struct State {
    player: Player,
    position: Box<dyn AnyPosition>,
    /// Has the game failed since the tree was planted? Then the tree may take that for the end of a game, and
    /// is not to be believed.
    is_spoilt: bool,
}

/// A player of an algorithm that keeps its tree; None for other algorithms.
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
        threads: if position.custom.is_some() { 1 } else { options.threads },
        ..Request::default()
    };
    let bytes = options.max_bytes.unwrap_or(BYTES);
    let (custom, position) = match position.fresh(py)? {
        Some((game, position)) => (Some(game), position),
        None => (None, position.inner.boxed_clone()),
    };
    let player = player(position.as_ref(), &request, bytes).map_err(|e| raise(py, &e))?;
    Ok(player.map(|player| PyPlayer {
        state: Mutex::new(State { player, position, is_spoilt: false }),
        request,
        max_bytes: bytes,
        custom,
    }))
}

#[pymethods]
impl PyPlayer {
    /// Thinks within limits; the answer is like that of `solve`.
    fn think<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.renew(py)?;
        let control = options.control();
        let root = self.lock(py, |state| state.position.boxed_clone());
        let progress = progress.map(|callback| Progress { callback, root: Some(root.as_ref()) });
        let (solution, interrupted) =
            run_detached(py, &control, self.custom.is_some(), progress, || {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                state.player.think(&control)
            })?;
        self.checked(py, ())?;
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
    /// Looks at the state without holding the interpreter while waiting for it.
    fn lock<T: Send>(&self, py: Python<'_>, look: impl FnOnce(&mut State) -> T + Send) -> T {
        py.detach(|| look(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn has_failed(&self) -> bool {
        self.custom.as_ref().is_some_and(|game| game.has_failed())
    }

    /// What the game raised, if it did; the tree is spoilt then.
    fn checked<T>(&self, py: Python<'_>, value: T) -> PyResult<T> {
        match self.custom.as_ref().and_then(|game| game.take_error()) {
            Some(error) => {
                self.lock(py, |state| state.is_spoilt = true);
                Err(error)
            }
            None => Ok(value),
        }
    }

    /// A new tree at the position, if the one that there is was spoilt.
    fn renew(&self, py: Python<'_>) -> PyResult<()> {
        let renewed = self.lock(py, |state| {
            if state.is_spoilt
                && let Some(player) =
                    player(state.position.as_ref(), &self.request, self.max_bytes)?
            {
                (state.player, state.is_spoilt) = (player, false);
            }
            Ok(())
        });
        self.checked(py, ())?;
        renewed.map_err(|e| raise(py, &e))
    }
}
