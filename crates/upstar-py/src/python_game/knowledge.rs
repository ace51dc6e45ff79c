//! The optional hooks of a game written in Python: static bounds, an evaluation, and keys that are
//! equal for symmetric states.
//!
//! The results are stored by the number of the state, so the user's code computes each once. A game
//! without hooks stores nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyDict,
};
use upstar_core::{Bounds, MoveOrdering, Player, Score, StaticBounds, Symmetry};

use super::{PyGame, State};

/// The hooks that a game defines, and their results so far.
pub struct Knowledge {
    bounds: Option<Py<PyAny>>,
    evaluate: Option<Py<PyAny>>,
    symmetric_key: Option<Py<PyAny>>,
    /// For each player to move, the number of the first state with a symmetric key.
    representatives: [Py<PyDict>; 2],
    known: Mutex<Vec<Known>>,
}

/// What is known about a state.
#[derive(Clone, Copy, Default)]
struct Known {
    bounds: Option<Bounds>,
    evaluation: Option<i32>,
    representative: Option<u32>,
}

impl Knowledge {
    /// The hooks among the methods that `overridden` finds.
    ///
    /// # Errors
    /// If the package is broken.
    pub fn new(
        py: Python<'_>,
        overridden: impl Fn(&str) -> PyResult<Option<Py<PyAny>>>,
    ) -> PyResult<Knowledge> {
        Ok(Knowledge {
            bounds: overridden("bounds")?,
            evaluate: overridden("evaluate")?,
            symmetric_key: overridden("symmetric_key")?,
            representatives: [PyDict::new(py).unbind(), PyDict::new(py).unbind()],
            known: Mutex::new(Vec::new()),
        })
    }

    /// The lock must not be held while Python code runs.
    fn known(&self) -> MutexGuard<'_, Vec<Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, id: u32) -> Known {
        self.known().get(id as usize).copied().unwrap_or_default()
    }

    fn set(&self, id: u32, change: impl FnOnce(&mut Known)) {
        let mut known = self.known();
        if known.len() <= id as usize {
            known.resize(id as usize + 1, Known::default());
        }
        change(&mut known[id as usize]);
    }
}

impl PyGame {
    fn all_scores(&self) -> Bounds {
        Bounds::new(self.scores[0], self.scores[self.scores.len() - 1])
    }

    /// Calls the user's `bounds`. The result is from Left's point of view.
    fn ask_bounds(&self, method: &Py<PyAny>, position: State) -> Option<Bounds> {
        self.attempt(|py| {
            let answer = method.bind(py).call1((self.state(py, position),))?;
            if answer.is_none() {
                return Ok(self.all_scores());
            }
            let (lo, hi): (Score, Score) = answer.extract().map_err(|_| {
                PyTypeError::new_err(format!(
                    "bounds must return None or two scores, not {answer:?}"
                ))
            })?;
            if lo > hi || hi == Score::MAX || lo == Score::MIN {
                return Err(PyValueError::new_err(format!(
                    "bounds must return the least and the greatest score, not {answer}"
                )));
            }
            // A state of a partisan game does not contain the player to move, so its bounds are
            // Left's. Those of other games are for the player to move, as outcomes are.
            let view = if self.sides.is_some() { Player::Left } else { position.mover };
            let (seen, all) = (Bounds::new(lo, hi).seen_by(view), self.all_scores());
            let narrowed = (seen.lo.max(all.lo), seen.hi.min(all.hi));
            if narrowed.0 > narrowed.1 {
                return Err(PyValueError::new_err(format!(
                    "bounds {answer} contain none of the game's scores {:?}",
                    self.scores
                )));
            }
            Ok(Bounds::new(narrowed.0, narrowed.1))
        })
    }

    /// The number of the first state with the same symmetric key and player to move.
    fn ask_representative(&self, method: &Py<PyAny>, position: State) -> Option<u32> {
        self.attempt(|py| {
            let key = method.bind(py).call1((self.state(py, position),))?;
            let numbers = self.knowledge.representatives[position.mover.index()].bind(py);
            if let Some(id) = numbers.get_item(&key)? {
                return id.extract();
            }
            numbers.set_item(&key, position.id)?;
            Ok(position.id)
        })
    }
}

impl Symmetry for PyGame {
    /// The number of a state that stands for all states with an equal key. Numbers of states and
    /// symmetric keys cannot be confused, because both name a state with the same value.
    fn symmetric_key(&self, position: &State) -> u32 {
        let Some(method) = &self.knowledge.symmetric_key else { return position.id };
        if let Some(id) = self.knowledge.get(position.id).representative {
            return id;
        }
        let Some(id) = self.ask_representative(method, *position) else { return position.id };
        self.knowledge.set(position.id, |known| known.representative = Some(id));
        id
    }
}

impl StaticBounds for PyGame {
    fn bounds(&self, position: &State) -> Bounds {
        let Some(method) = &self.knowledge.bounds else { return self.all_scores() };
        if let Some(bounds) = self.knowledge.get(position.id).bounds {
            return bounds;
        }
        let Some(bounds) = self.ask_bounds(method, *position) else { return self.all_scores() };
        self.knowledge.set(position.id, |known| known.bounds = Some(bounds));
        bounds
    }
}

impl MoveOrdering for PyGame {
    fn evaluate(&self, position: &State) -> i32 {
        let Some(method) = &self.knowledge.evaluate else { return 0 };
        if let Some(value) = self.knowledge.get(position.id).evaluation {
            return value;
        }
        let ask = |py: Python<'_>| -> PyResult<Option<i32>> {
            method.call1(py, (self.state(py, *position),))?.extract(py)
        };
        let Some(value) = self.attempt(ask) else { return 0 };
        let value = value.unwrap_or(0);
        self.knowledge.set(position.id, |known| known.evaluation = Some(value));
        value
    }
}
