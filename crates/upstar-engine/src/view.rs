//! The game that a search sees: the board, or the board with the values of its parts.

use upstar_cgt::informed::Options;
use upstar_core::{ErasedGame, ErasedPosition, Error};

use crate::{position::AnyPosition, registry};

/// The game that knows what the options ask for; the game itself without any.
pub(crate) fn of(
    position: &dyn AnyPosition,
    options: Option<Options>,
) -> Result<(ErasedGame, ErasedPosition), Error> {
    match options {
        None => Ok(position.erased()),
        Some(options) => {
            let view = position.with_values(options);
            view.unwrap_or_else(|| Err(registry::no_values(position.game(), "")))
        }
    }
}
