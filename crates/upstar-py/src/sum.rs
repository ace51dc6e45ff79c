//! Sums of positions and values, also of games written in Python.

use std::sync::Arc;

use pyo3::{exceptions::PyTypeError, prelude::*, types::PyString};
use upstar_core::{Error, Player};
use upstar_engine::{
    AnyPosition, TypedPosition, impartial, registry,
    sum::{self, Term},
};

use crate::{PyPosition, convert::raise, python_game::PyGame, side};

/// The games written in Python of a position: none, its own, or those of the parts of a sum.
#[derive(Clone, Default)]
pub struct PythonGames(Vec<Arc<PyGame>>);

/// A position in new adapters without stored states, and the adapters.
pub type Fresh = (PythonGames, Box<dyn AnyPosition>);

impl PythonGames {
    /// The only game of a position.
    pub fn one(game: Arc<PyGame>) -> PythonGames {
        PythonGames(vec![game])
    }

    /// Is no game written in Python?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Has the user's code raised an exception?
    pub fn has_failed(&self) -> bool {
        self.0.iter().any(|game| upstar_core::Game::has_failed(game.as_ref()))
    }

    /// The first exception that the user's code raised since the last call.
    pub fn take_error(&self) -> Option<PyErr> {
        self.0.iter().find_map(|game| game.take_error())
    }
}

/// The game object and the state of a position, if its game is written in Python.
pub fn object_and_state<'py>(
    py: Python<'py>,
    position: &dyn AnyPosition,
) -> Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let typed = position.as_any().downcast_ref::<TypedPosition<PyGame>>()?;
    Some(typed.game_of().object_and_state(py, position.state_id()?))
}

/// The same position in new adapters without stored states. None if no game is written in Python.
///
/// # Errors
/// What the user's code raises.
pub fn fresh(py: Python<'_>, position: &dyn AnyPosition) -> PyResult<Option<Fresh>> {
    if let Some((object, state)) = object_and_state(py, position) {
        let (game, inner) = PyGame::position(&object, &state, position.to_move())?;
        return Ok(Some((PythonGames::one(game), inner)));
    }
    if let Some(partisan) = impartial::partisan_version(position) {
        let Some((games, partisan)) = fresh(py, partisan.as_ref())? else { return Ok(None) };
        let inner = registry::impartial(partisan.as_ref(), position.to_move());
        return inner.map(|inner| Some((games, inner))).map_err(|error| raise(py, &error));
    }
    if position.game() != sum::INFO.name {
        return Ok(None);
    }
    let (mut games, mut terms) = (PythonGames::default(), Vec::new());
    for term in position.terms().unwrap_or_default() {
        let part = term.component.position(term.state, Player::Left);
        let part = part.map(|part| fresh(py, part.as_ref())).transpose()?.flatten();
        let Some((own, part)) = part else {
            terms.push(term);
            continue;
        };
        games.0.extend(own.0);
        let new = part.terms().unwrap_or_default().into_iter();
        terms.extend(new.map(|new| Term { is_negated: term.is_negated, ..new }));
    }
    Ok((!games.is_empty()).then(|| (games, sum::position(terms, position.to_move()))))
}

/// The sum of some positions and values; each has a sign. A value is given by its text.
#[pyfunction]
pub fn sum_position(
    py: Python<'_>,
    parts: Vec<(Bound<'_, PyAny>, bool)>,
    to_move: usize,
) -> PyResult<PyPosition> {
    let (mut games, mut terms) = (PythonGames::default(), Vec::new());
    for (part, is_negated) in parts {
        let found = if let Ok(position) = part.cast::<PyPosition>() {
            let position = position.get();
            games.0.extend(position.custom.0.iter().cloned());
            registry::terms(position.inner.as_ref()).map_err(|e| raise(py, &e))?
        } else if let Ok(text) = part.cast::<PyString>() {
            let value = sum::literal(&text.to_string_lossy());
            vec![value.map_err(|error| raise(py, &Error::Unsuitable(error.to_string())))?]
        } else {
            return Err(PyTypeError::new_err("a part of a sum is a position or a value"));
        };
        terms.extend(found.into_iter().map(|term| match is_negated {
            true => term.negative(),
            false => term,
        }));
    }
    if terms.len() > sum::MAX_PARTS {
        let text = format!("a sum has at most {} parts, not {}", sum::MAX_PARTS, terms.len());
        return Err(raise(py, &Error::Unsuitable(text)));
    }
    Ok(PyPosition { inner: sum::position(terms, side(to_move)), custom: games })
}

/// The terms of the text of a sum as they are written: whether each is subtracted, its factor, its text, and the index of
/// its first character.
#[pyfunction]
pub fn written_terms(py: Python<'_>, text: &str) -> PyResult<Vec<(bool, usize, String, usize)>> {
    let terms = sum::written_terms(text).map_err(|error| raise(py, &Error::Position(error)))?;
    let row = |term: sum::WrittenTerm<'_>| {
        (term.is_negated, term.count, term.written.to_string(), term.at)
    };
    Ok(terms.into_iter().map(row).collect())
}

/// The parts of a position in a sum: whether each is negated, and the part as a position, or the text of a value.
pub fn terms<'py>(
    py: Python<'py>,
    position: &PyPosition,
) -> PyResult<Vec<(bool, Bound<'py, PyAny>)>> {
    let inner = position.inner.as_ref();
    let terms = registry::terms(inner).map_err(|e| raise(py, &e))?;
    let part = |term: Term| {
        let role = if term.is_negated { inner.to_move().other() } else { inner.to_move() };
        let part = match term.component.position(term.state, role) {
            None => PyString::new(py, &term.component.text(term.state)).into_any(),
            Some(part) => {
                let custom = position.custom.clone();
                Bound::new(py, PyPosition { inner: part, custom })?.into_any()
            }
        };
        Ok((term.is_negated, part))
    };
    terms.into_iter().map(part).collect()
}
