//! The game that a search sees: the board, or the board with the values of its parts.

use upstar_cgt::value_game::ValueGameConfig;
use upstar_core::{ErasedGame, ErasedPosition, Error};

use crate::{position::AnyPosition, registry};

/// The game that looks up values as configured, or the game itself without a configuration.
pub(crate) fn of(
    position: &dyn AnyPosition,
    config: Option<ValueGameConfig>,
) -> Result<(ErasedGame, ErasedPosition), Error> {
    match config {
        None => Ok(position.erased()),
        Some(config) => {
            let view = position.with_values(config);
            view.unwrap_or_else(|| Err(registry::no_values(position.game(), "")))
        }
    }
}
