//! Misère play of any game under normal play: a player who cannot move wins.
//!
//! The game `misere:GAME` has the positions, moves and exact keys of the game, and nothing else. Bounds, candidate
//! moves, symmetric keys, evaluations, parts and values are knowledge about normal play. Symmetric keys may leave out
//! parts of value 0, which matter under misère play, so they are not used either.

use upstar_core::{
    Diagram, ErasedGame, ErasedKey, ErasedPosition, Error, Game, Move, MoveOrdering, Notation,
    Player, Playouts, Score, SharedInterner, StaticBounds, Status, Symmetry,
};

use crate::{position::AnyPosition, registry, typed_position::TypedPosition};

/// The text before the name of a game under misère play.
pub const PREFIX: &str = "misere:";

/// A game under misère play.
pub struct Misere {
    game: ErasedGame,
    /// A position of the game, which prints others.
    origin: Box<dyn AnyPosition>,
    name: String,
}

/// The position under misère play.
///
/// # Errors
/// If the game is not under normal play.
pub fn misere(position: Box<dyn AnyPosition>) -> Result<Box<dyn AnyPosition>, Error> {
    if position.sum_facts().is_none() {
        let name = position.game();
        let reason = match name.strip_prefix(PREFIX) {
            Some(inner) => format!("'{inner}' is under misère play already"),
            None => format!("'{name}' does not end when a player cannot move"),
        };
        let names = registry::names_with_values();
        let text = format!("there is no misère play: {reason}; there is misère play of {names}");
        return Err(Error::Unsuitable(text));
    }
    let (game, at) = position.erased();
    let name = format!("{PREFIX}{}", position.game());
    let game = Misere { game, origin: position, name };
    Ok(TypedPosition::new(game.into(), at).boxed())
}

impl Misere {
    fn at(&self, position: &ErasedPosition) -> Box<dyn AnyPosition> {
        self.origin.with_erased(position)
    }
}

impl Game for Misere {
    type Position = ErasedPosition;
    type Key = ErasedKey;

    fn scores(&self) -> &[Score] {
        self.game.scores()
    }

    fn to_move(&self, position: &ErasedPosition) -> Player {
        self.game.to_move(position)
    }

    /// Under normal play the game is over exactly when the player to move has no move.
    fn expand(&self, position: &ErasedPosition, moves: &mut Vec<Move>) -> Option<Score> {
        self.game.expand(position, moves).map(|_| self.to_move(position).win())
    }

    fn status(&self, position: &ErasedPosition, scratch: &mut Vec<Move>) -> Status {
        match self.game.status(position, scratch) {
            Status::Over(_) => Status::Over(self.to_move(position).win()),
            moves @ Status::Moves(_) => moves,
        }
    }

    fn play(&self, position: &mut ErasedPosition, mv: Move) {
        self.game.play(position, mv);
    }

    fn key(&self, position: &ErasedPosition) -> ErasedKey {
        self.game.key(position)
    }

    fn key_hash(&self, key: &ErasedKey) -> u64 {
        self.game.key_hash(key)
    }

    fn rebuild(&self, key: &ErasedKey, mover: Player) -> Option<ErasedPosition> {
        self.game.rebuild(key, mover)
    }

    fn has_stable_keys(&self) -> bool {
        self.game.has_stable_keys()
    }

    fn interner(&self) -> Option<&SharedInterner> {
        self.game.interner()
    }

    fn heap_bytes(&self) -> usize {
        self.game.heap_bytes()
    }

    fn has_failed(&self) -> bool {
        self.game.has_failed()
    }
}

impl Symmetry for Misere {}
impl StaticBounds for Misere {}
impl MoveOrdering for Misere {}
impl Playouts for Misere {}

impl Notation for Misere {
    fn name(&self) -> &str {
        &self.name
    }

    fn labels(&self) -> [&str; 2] {
        self.origin.labels()
    }

    fn print(&self, position: &ErasedPosition) -> String {
        self.at(position).text()
    }

    fn move_text(&self, position: &ErasedPosition, mv: Move) -> String {
        self.origin.erased_move_text(position, mv)
    }

    fn diagram(&self, position: &ErasedPosition) -> Diagram {
        self.at(position).diagram()
    }

    fn move_cells(&self, position: &ErasedPosition, mv: Move) -> Vec<(usize, usize)> {
        self.at(position).move_cells(mv)
    }

    /// The game knows other ways to write its moves.
    fn parse_move(
        &self,
        position: &ErasedPosition,
        text: &str,
    ) -> Result<Move, upstar_core::PositionError> {
        match self.at(position).parse_move(text) {
            Ok(mv) => Ok(mv),
            Err(Error::Move(error)) => Err(error),
            Err(error) => Err(upstar_core::PositionError::new(text, error.to_string())),
        }
    }
}
