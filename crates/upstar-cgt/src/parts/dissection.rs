//! The values of a position, of its parts and of its moves, and of all positions of a board: for callers that
//! do not know the game's type.

use std::{collections::HashSet, sync::Arc};

use upstar_core::{Move, Notation, Partisan, Player};

use super::{Method, PartValues};
use crate::values::{Id, ValueError, Values};

/// The values of a position. If a limit was reached, it has what was found before.
#[derive(Clone, Debug, Default)]
pub struct Dissection {
    /// The value; `None` if a limit was reached first or the method has none.
    pub value: Option<Id>,
    /// Text and value of each part in which a player can move.
    pub parts: Vec<(String, Option<Id>)>,
    /// Each player's moves, Left's first: the player, the move's name, the value after it.
    pub moves: Vec<(Player, String, Option<Id>)>,
    /// The limit that was reached.
    pub stopped: Option<ValueError>,
}

/// The values of all positions of a board.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// Positions looked at.
    pub positions: u64,
    /// Those to which the method gives a value.
    pub valued: u64,
    /// Those of value n·↑ + ∗k.
    pub ups_and_nimbers: u64,
    /// Different values among them.
    pub distinct: u64,
    /// The limit that was reached.
    pub stopped: Option<ValueError>,
}

/// A position that has a value, its game's type hidden.
pub trait AnyPartisan: Send + Sync {
    /// The value of the position and of its parts, and of its moves where they are wanted.
    ///
    /// # Errors
    /// When something does not fit. Reaching a limit is not an error.
    fn dissect(
        &self,
        values: &mut Values,
        method: Method,
        moves: bool,
    ) -> Result<Dissection, ValueError>;

    /// The values of all positions of the position's board; `None` if the game cannot list them.
    ///
    /// # Errors
    /// When something does not fit. Reaching a limit is not an error.
    fn census(&self, values: &mut Values, method: Method) -> Result<Option<Census>, ValueError>;
}

/// Moves a limit that was reached from an answer to `stopped`.
fn limited<T>(
    answer: Result<T, ValueError>,
    stopped: &mut Option<ValueError>,
) -> Result<Option<T>, ValueError> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_limit() => {
            *stopped = Some(error);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

impl<G: Partisan + Notation> AnyPartisan for (Arc<G>, G::Position) {
    fn dissect(
        &self,
        values: &mut Values,
        method: Method,
        moves: bool,
    ) -> Result<Dissection, ValueError> {
        let (game, position) = (self.0.as_ref(), &self.1);
        let mut parts = PartValues::new(method);
        let mut found = Dissection::default();
        let mut sum = Some(Id::ZERO);
        for part in game.parts(position) {
            let value = match &found.stopped {
                None => limited(parts.part(game, values, &part), &mut found.stopped)?.flatten(),
                Some(_) => None,
            };
            sum = match (sum, value) {
                (Some(sum), Some(value)) => limited(values.add(sum, value), &mut found.stopped)?,
                _ => None,
            };
            found.parts.push((game.print(&part), value));
        }
        found.value = sum;
        if !moves {
            return Ok(found);
        }
        let mut list: Vec<Move> = Vec::new();
        for player in Player::BOTH {
            let start = game.with_mover(position, player);
            list.clear();
            game.expand(&start, &mut list);
            for &mv in &list {
                let mut next = start.clone();
                game.play(&mut next, mv);
                let value = match &found.stopped {
                    None => {
                        limited(parts.value(game, values, &next), &mut found.stopped)?.flatten()
                    }
                    Some(_) => None,
                };
                found.moves.push((player, game.move_text(&start, mv), value));
            }
        }
        Ok(found)
    }

    fn census(&self, values: &mut Values, method: Method) -> Result<Option<Census>, ValueError> {
        let game = self.0.as_ref();
        let Some(positions) = game.all_positions() else {
            return Ok(None);
        };
        let mut parts = PartValues::new(method);
        let mut census = Census::default();
        let mut distinct = HashSet::new();
        for position in positions {
            let found = limited(parts.value(game, values, &position), &mut census.stopped)?;
            if census.stopped.is_some() {
                break;
            }
            census.positions += 1;
            if let Some(value) = found.flatten() {
                census.valued += 1;
                census.ups_and_nimbers += u64::from(values.is_ups_and_nimber(value));
                distinct.insert(value);
            }
        }
        census.distinct = distinct.len() as u64;
        Ok(Some(census))
    }
}
