//! The dissection of a position: its value, the values of its parts, and the value after every move. Also the
//! trait that hides a game's type.

use std::{collections::HashSet, sync::Arc};

use upstar_core::{Move, Notation, Partisan, Player};

use super::{Method, PartValues};
use crate::values::{Id, ValueError, Values};

/// The values of a position. If a limit was reached, the values found before are there.
#[derive(Clone, Debug, Default)]
pub struct Dissection {
    /// The value; `None` if a limit was reached before or the method has none.
    pub value: Option<Id>,
    /// The text and the value of each part in which a player can move.
    pub parts: Vec<(String, Option<Id>)>,
    /// The moves of each player, Left's first: the player, the name, and the value after it.
    pub moves: Vec<(Player, String, Option<Id>)>,
    /// The limit that was reached, if any.
    pub stopped: Option<ValueError>,
}

/// Counts of the values of all positions of a board.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions to which the method gives a value.
    pub valued: u64,
    /// The number of positions of value n·↑ + ∗k.
    pub ups_and_nimbers: u64,
    /// The number of different values.
    pub distinct: u64,
    /// The limit that was reached, if any.
    pub stopped: Option<ValueError>,
}

/// A position that has a value, with its game's type hidden.
pub trait AnyPartisan: Send + Sync {
    /// The value of the position and of its parts and, on request, of its moves.
    ///
    /// # Errors
    /// If a number does not fit. Reaching a limit is not an error.
    fn dissect(
        &self,
        values: &mut Values,
        method: Method,
        moves: bool,
    ) -> Result<Dissection, ValueError>;

    /// Counts the values of all positions of the position's board; `None` if the game cannot list them.
    ///
    /// # Errors
    /// If a number does not fit. Reaching a limit is not an error.
    fn census(&self, values: &mut Values, method: Method) -> Result<Option<Census>, ValueError>;
}

/// Separates a limit that was reached from other errors.
fn split_limit<T>(
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
                None => split_limit(parts.part(game, values, &part), &mut found.stopped)?.flatten(),
                Some(_) => None,
            };
            sum = match (sum, value) {
                (Some(sum), Some(value)) => {
                    split_limit(values.add(sum, value), &mut found.stopped)?
                }
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
                        split_limit(parts.value(game, values, &next), &mut found.stopped)?.flatten()
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
            let found = split_limit(parts.value(game, values, &position), &mut census.stopped)?;
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
