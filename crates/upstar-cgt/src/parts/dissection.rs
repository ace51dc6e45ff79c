//! The dissection of a position: its value, the values of its parts, and the value after every move. Also the
//! trait that hides a game's type.

use std::{collections::HashSet, sync::Arc};

use upstar_core::{Move, Notation, Partisan, Player};

use super::{Method, PartValues};
use crate::{
    database::DatabaseGame,
    values::{Id, ValueError, Values},
};

/// The values of a position. If a limit was reached, the values found before are there.
#[derive(Clone, Debug, Default)]
pub struct Dissection {
    /// The value; `None` if a limit was reached before or the method has none.
    pub value: Option<Id>,
    /// The text and the value of each part in which a player can move.
    pub parts: Vec<(String, Option<Id>)>,
    /// The moves of each player, Left's first.
    pub moves: Vec<ValuedMove>,
    /// The limit that was reached, if any.
    pub stopped: Option<ValueError>,
}

/// A move and the value after it.
#[derive(Clone, Debug)]
pub struct ValuedMove {
    /// The player.
    pub player: Player,
    /// The name of the move.
    pub text: String,
    /// The value after it; `None` if a limit was reached before or the method has none.
    pub value: Option<Id>,
    /// The opponent's reply that reverses the move, if the move is reversible.
    pub reply: Option<Reply>,
}

/// A reply that reverses a move: it is at least as good for the opponent as the position before the move.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The name of the reply; `None` if only the canonical form has it.
    pub text: Option<String>,
    /// The value after the reply.
    pub value: Id,
}

/// Counts of the values of all positions of a board.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions to which the method gives a value.
    pub valued: u64,
    /// The number of positions that are one part and reach all borders.
    pub whole: u64,
    /// The number of these to which the method gives a value.
    pub whole_valued: u64,
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

/// The reply that reverses a move, if the move is reversible. `after` is the position after the move, and the
/// values are those before and after the move.
fn reply_to<G: Partisan + Notation>(
    game: &G,
    parts: &mut PartValues<G>,
    values: &mut Values,
    after: &G::Position,
    (before, value): (Id, Id),
) -> Result<Option<Reply>, ValueError> {
    let opponent = game.to_move(after);
    let side = opponent.other().index();
    let Some(canonical) = values.reversing_reply(before, value, side)? else { return Ok(None) };
    let mut replies: Vec<Move> = Vec::new();
    game.expand(after, &mut replies);
    for &mv in &replies {
        let mut next = after.clone();
        game.play(&mut next, mv);
        if let Some(value) = parts.value(game, values, &next)?
            && values.is_as_good(value, before, opponent.index())?
        {
            return Ok(Some(Reply { text: Some(game.move_text(after, mv)), value }));
        }
    }
    Ok(Some(Reply { text: None, value: canonical }))
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
                let (mut value, mut reply) = (None, None);
                if found.stopped.is_none() {
                    let answer = parts.value(game, values, &next);
                    value = split_limit(answer, &mut found.stopped)?.flatten();
                }
                if let (Some(whole), Some(after)) = (found.value, value) {
                    let answer = reply_to(game, &mut parts, values, &next, (whole, after));
                    reply = split_limit(answer, &mut found.stopped)?.flatten();
                }
                let text = game.move_text(&start, mv);
                found.moves.push(ValuedMove { player, text, value, reply });
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
            let is_whole = DatabaseGame::is_whole(&self.0, game.pack(&position));
            census.whole += u64::from(is_whole);
            census.whole_valued += u64::from(is_whole && found.flatten().is_some());
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
