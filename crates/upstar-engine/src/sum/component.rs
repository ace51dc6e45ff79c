//! The interface of the parts of a sum. It hides the type of a part's game.

use std::sync::Arc;

use upstar_core::{
    ErasedPartisan, Move, Notation, OptionList, PackedPosition, Partisan, Planes, Player,
    SearchGame, Status, Wide,
};

use crate::{position::AnyPosition, typed_position::TypedPosition};

/// A game whose positions can be parts of a sum. A state is a packed position with Left to move.
///
/// Law: states with equal [`part_key`](Component::part_key)s have the same value, and so have states with equal
/// [`key`](Component::key)s.
pub trait Component: Send + Sync {
    /// Calls `show` for each legal move of a player, in the game's order.
    fn moves(&self, state: Planes, player: Player, show: &mut dyn FnMut(Move));
    /// The number of legal moves of a player.
    fn mobility(&self, state: Planes, player: Player) -> u32;
    /// The state after a player's move.
    fn play(&self, state: Planes, player: Player, mv: Move) -> Planes;
    /// The name of a player's move.
    fn move_text(&self, state: Planes, player: Player, mv: Move) -> String;
    /// The exact key of a state.
    fn key(&self, state: Planes) -> Planes;
    /// One key for all states that are equal up to symmetry.
    fn part_key(&self, state: Planes) -> Planes;
    /// The state with the players' roles exchanged, if the game has it.
    fn negative(&self, state: Planes) -> Option<Planes>;
    /// Calls `show` for each independent part in which a player can move.
    fn split(&self, state: Planes, show: &mut dyn FnMut(Planes));
    /// The size of a state, as [`Partisan::size`].
    fn size(&self, state: Planes) -> u32;
    /// The state with an exact key, if keys determine states.
    fn rebuild(&self, key: Planes) -> Option<Planes>;
    /// Do both players have the same moves in every state?
    fn is_impartial(&self) -> bool;
    /// One key for all states that have the same nimber in impartial play, as far as symmetry shows it.
    fn impartial_key(&self, state: Planes) -> Planes;
    /// Appends the options of a state in impartial play.
    fn options(&self, state: Planes, list: &mut OptionList);
    /// The game and a state for searches that are not compiled for the game. None if it is a value.
    fn erased(&self, state: Planes) -> Option<(ErasedPartisan, PackedPosition)>;
    /// A heuristic evaluation with this player to move: larger is better for Left.
    fn evaluate(&self, state: Planes, player: Player) -> i32;
    /// How the state is written in a sum, without a sign.
    fn text(&self, state: Planes) -> String;
    /// The state as a position with this player to move. None if it is a value.
    fn position(&self, state: Planes, player: Player) -> Option<Box<dyn AnyPosition>>;
    /// The position from which the component was made, to find out whether another one is of the same game.
    fn origin(&self) -> Option<&dyn AnyPosition>;
    /// The state with this text, as [`Partisan::read`].
    fn read(&self, text: &str) -> Option<Planes>;
    /// Are keys the same in every process?
    fn has_stable_keys(&self) -> bool;
    /// Heap bytes owned by the game.
    fn heap_bytes(&self) -> usize;
    /// Has the game failed, so that a search should stop?
    fn has_failed(&self) -> bool;
}

/// A part of a sum, outside a sum.
#[derive(Clone)]
pub struct Term {
    /// The part's game.
    pub component: Arc<dyn Component>,
    /// The state in that game.
    pub state: Planes,
    /// Is the part the negative of the state?
    pub is_negated: bool,
}

impl Term {
    /// The negative of the part.
    #[must_use]
    pub fn negative(&self) -> Term {
        Term { is_negated: !self.is_negated, ..self.clone() }
    }
}

/// The position of a game with values as the only part of a sum.
pub fn term<G: Notation + Partisan + SearchGame<Key: Wide>>(
    position: TypedPosition<G>,
    game: &Arc<G>,
    at: &G::Position,
) -> Term {
    let state = game.pack(&game.with_mover(at, Player::Left));
    let component = TypedComponent { game: Arc::clone(game), origin: position };
    Term { component: Arc::new(component), state, is_negated: false }
}

/// The component of a game with values.
struct TypedComponent<G: Notation> {
    game: Arc<G>,
    origin: TypedPosition<G>,
}

impl<G: Notation + Partisan + SearchGame<Key: Wide>> TypedComponent<G> {
    fn at(&self, state: Planes, player: Player) -> G::Position {
        self.game.with_mover(&self.game.unpack(state, Player::Left), player)
    }

    fn pack(&self, position: &G::Position) -> Planes {
        self.game.pack(&self.game.with_mover(position, Player::Left))
    }
}

impl<G: Notation + Partisan + SearchGame<Key: Wide>> Component for TypedComponent<G> {
    fn moves(&self, state: Planes, player: Player, show: &mut dyn FnMut(Move)) {
        let mut moves = Vec::new();
        self.game.expand(&self.at(state, player), &mut moves);
        moves.into_iter().for_each(show);
    }

    fn mobility(&self, state: Planes, player: Player) -> u32 {
        match self.game.status(&self.at(state, player), &mut Vec::new()) {
            Status::Moves(count) => count,
            Status::Over(_) => 0,
        }
    }

    fn play(&self, state: Planes, player: Player, mv: Move) -> Planes {
        let mut position = self.at(state, player);
        self.game.play(&mut position, mv);
        self.pack(&position)
    }

    fn move_text(&self, state: Planes, player: Player, mv: Move) -> String {
        self.game.move_text(&self.at(state, player), mv)
    }

    fn key(&self, state: Planes) -> Planes {
        self.game.key(&self.game.unpack(state, Player::Left)).widen()
    }

    fn part_key(&self, state: Planes) -> Planes {
        self.game.part_key(&self.game.unpack(state, Player::Left)).widen()
    }

    fn negative(&self, state: Planes) -> Option<Planes> {
        let negative = self.game.negative(&self.game.unpack(state, Player::Left))?;
        Some(self.pack(&negative))
    }

    fn split(&self, state: Planes, show: &mut dyn FnMut(Planes)) {
        for part in self.game.parts(&self.game.unpack(state, Player::Left)) {
            show(self.pack(&part));
        }
    }

    fn size(&self, state: Planes) -> u32 {
        self.game.size(&self.game.unpack(state, Player::Left))
    }

    fn rebuild(&self, key: Planes) -> Option<Planes> {
        let position = self.game.rebuild(&G::Key::narrow(key), Player::Left)?;
        Some(self.pack(&position))
    }

    fn is_impartial(&self) -> bool {
        self.game.is_impartial()
    }

    fn impartial_key(&self, state: Planes) -> Planes {
        self.game.impartial_key(&self.game.unpack(state, Player::Left))
    }

    fn options(&self, state: Planes, list: &mut OptionList) {
        self.game.options(&self.game.unpack(state, Player::Left), list);
    }

    fn erased(&self, state: Planes) -> Option<(ErasedPartisan, PackedPosition)> {
        Some(ErasedPartisan::new(Arc::clone(&self.game), &self.at(state, Player::Left)))
    }

    fn evaluate(&self, state: Planes, player: Player) -> i32 {
        self.game.evaluate(&self.at(state, player))
    }

    fn text(&self, state: Planes) -> String {
        let text = self.game.print(&self.game.unpack(state, Player::Left));
        format!("{}:{text}", self.game.name())
    }

    fn position(&self, state: Planes, player: Player) -> Option<Box<dyn AnyPosition>> {
        Some(self.origin.with_position(self.at(state, player)).boxed())
    }

    fn origin(&self) -> Option<&dyn AnyPosition> {
        Some(&self.origin)
    }

    fn read(&self, text: &str) -> Option<Planes> {
        self.game.read(text)
    }

    fn has_stable_keys(&self) -> bool {
        self.game.has_stable_keys()
    }

    fn heap_bytes(&self) -> usize {
        self.game.heap_bytes()
    }

    fn has_failed(&self) -> bool {
        self.game.has_failed()
    }
}
