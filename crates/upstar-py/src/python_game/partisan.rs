//! Games written in Python that define both players' moves. Their positions have values.

use pyo3::prelude::*;
use upstar_core::{Partisan, Planes, Player};

use super::{PyGame, State};

/// The additional methods of an `upstar.PartisanGame`.
pub struct Sides {
    /// Left's and Right's moves.
    moves: [Py<PyAny>; 2],
    /// The independent parts, if the game defines them.
    parts: Option<Py<PyAny>>,
}

impl Sides {
    /// The methods of a game, if it is an `upstar.PartisanGame`.
    ///
    /// # Errors
    /// If the package cannot be found.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Sides>> {
        let base = object.py().import("upstar.game")?.getattr("PartisanGame")?;
        if !object.is_instance(&base)? {
            return Ok(None);
        }
        let method = |name: &str| object.getattr(name).map(Bound::unbind);
        let is_default = object.get_type().getattr("parts")?.is(&base.getattr("parts")?);
        Ok(Some(Sides {
            moves: [method("left_moves")?, method("right_moves")?],
            parts: if is_default { None } else { Some(method("parts")?) },
        }))
    }

    /// A player's moves.
    ///
    /// # Errors
    /// What the user's code raises.
    pub fn moves<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        player: Player,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.moves[player.index()].bind(state.py()).call1((state,))
    }
}

impl Partisan for PyGame {
    fn with_mover(&self, position: &State, player: Player) -> State {
        let other = |py: Python<'_>| self.number(&self.state(py, *position), player, position.ply);
        if player == position.mover { *position } else { self.attempt(other).unwrap_or(*position) }
    }

    /// The number of the state, and the number of moves played.
    fn pack(&self, position: &State) -> Planes {
        [position.id.into(), position.ply.into()]
    }

    fn unpack(&self, [id, ply]: Planes, mover: Player) -> State {
        State { id: id as u32, mover, ply: ply as u32 }
    }

    /// A state has a number for each player to move. The key is the one with Left to move.
    fn part_key(&self, part: &State) -> u32 {
        self.with_mover(part, Player::Left).id
    }

    fn parts(&self, position: &State) -> Vec<State> {
        let split = |py: Python<'_>| {
            let Some(method) = self.sides.as_ref().and_then(|sides| sides.parts.as_ref()) else {
                return Ok(vec![*position]);
            };
            let parts = method.bind(py).call1((self.state(py, *position),))?;
            let number = |part: PyResult<Bound<'_, PyAny>>| {
                self.number(&part?, position.mover, position.ply)
            };
            parts.try_iter()?.map(number).collect()
        };
        self.attempt(split).unwrap_or_default()
    }
}
