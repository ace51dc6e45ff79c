//! The impartial version of a game: either player may make any move of both players.
//!
//! The game in it is behind [`Component`], so one type wraps every game. The state is that of the game. A move is
//! twice the game's move, plus one for a move of Right. Some moves lead both players to the same state, such as
//! cutting a green edge in Hackenbush. They are listed once.
//!
//! Nimbers do not change when the players exchange roles. So a key stands for a position and its negative.

use std::sync::Arc;

use upstar_core::{
    Diagram, Game, Layout, Move, MoveOrdering, Notation, OptionList, Partisan, Planes, Player,
    Playouts, Score, StaticBounds, Symmetry,
};

use crate::{
    position::AnyPosition,
    sum::{Component, Term},
    typed_position::TypedPosition,
};

/// The text before the name of a game that stands for its impartial version.
pub const PREFIX: &str = "impartial:";

const SCORES: [Score; 2] = [-1, 1];
const LABELS: [&str; 2] = ["left", "right"];

/// The impartial version of a game.
pub struct Impartial {
    inner: Arc<dyn Component>,
    name: String,
}

/// A position of an impartial version.
#[derive(Clone, Copy, Debug)]
pub struct ImpartialPosition {
    /// The planes of the game's state as words, which need less alignment.
    state: [u64; 4],
    mover: Player,
}

impl ImpartialPosition {
    fn new([a, b]: Planes, mover: Player) -> ImpartialPosition {
        let state = [a as u64, (a >> 64) as u64, b as u64, (b >> 64) as u64];
        ImpartialPosition { state, mover }
    }

    fn state(&self) -> Planes {
        let [a, b, c, d] = self.state.map(u128::from);
        [a | b << 64, c | d << 64]
    }
}

/// The position of which this one is the impartial version. None if it is not an impartial version.
pub fn partisan_version(position: &dyn AnyPosition) -> Option<Box<dyn AnyPosition>> {
    let typed = position.as_any().downcast_ref::<TypedPosition<Impartial>>()?;
    let ImpartialPosition { mover, .. } = *typed.position_of();
    typed.game_of().inner.position(typed.position_of().state(), mover)
}

/// The player of the game whose move a move is, and the game's move.
fn game_move(mv: Move) -> (Player, Move) {
    (Player::BOTH[mv.0 as usize % 2], Move(mv.0 / 2))
}

impl Impartial {
    /// The impartial version of a position of the game with this name.
    pub fn new(game: &str, term: Term, mover: Player) -> (Impartial, ImpartialPosition) {
        let Term { component, state, .. } = term;
        let impartial = Impartial { inner: component, name: format!("{PREFIX}{game}") };
        (impartial, ImpartialPosition::new(state, mover))
    }

    /// The moves of one player of the game.
    fn moves_of(&self, state: Planes, player: Player) -> Vec<Move> {
        let mut moves = Vec::new();
        self.inner.moves(state, player, &mut |mv| moves.push(mv));
        moves
    }
}

impl Game for Impartial {
    type Position = ImpartialPosition;
    type Key = Planes;

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    fn to_move(&self, position: &ImpartialPosition) -> Player {
        position.mover
    }

    fn expand(&self, position: &ImpartialPosition, moves: &mut Vec<Move>) -> Option<Score> {
        let (state, before) = (position.state(), moves.len());
        self.inner.moves(state, Player::Left, &mut |mv| moves.push(Move(2 * mv.0)));
        let lefts = moves.len();
        for mv in self.moves_of(state, Player::Right) {
            let after = |player| self.inner.play(state, player, mv);
            let is_shared = moves[before..lefts].contains(&Move(2 * mv.0))
                && after(Player::Left) == after(Player::Right);
            if !is_shared {
                moves.push(Move(2 * mv.0 + 1));
            }
        }
        (moves.len() == before).then(|| position.mover.other().win())
    }

    fn play(&self, position: &mut ImpartialPosition, mv: Move) {
        let (player, mv) = game_move(mv);
        let next = self.inner.play(position.state(), player, mv);
        *position = ImpartialPosition::new(next, position.mover.other());
    }

    fn key(&self, position: &ImpartialPosition) -> Planes {
        self.inner.key(position.state())
    }

    fn rebuild(&self, &key: &Planes, mover: Player) -> Option<ImpartialPosition> {
        self.inner.rebuild(key).map(|state| ImpartialPosition::new(state, mover))
    }

    fn has_stable_keys(&self) -> bool {
        self.inner.has_stable_keys()
    }

    fn heap_bytes(&self) -> usize {
        self.inner.heap_bytes()
    }

    fn has_failed(&self) -> bool {
        self.inner.has_failed()
    }
}

impl Symmetry for Impartial {
    fn symmetric_key(&self, position: &ImpartialPosition) -> Planes {
        self.inner.impartial_key(position.state())
    }
}

impl StaticBounds for Impartial {}
impl MoveOrdering for Impartial {}
impl Playouts for Impartial {}

impl Partisan for Impartial {
    fn with_mover(&self, position: &ImpartialPosition, player: Player) -> ImpartialPosition {
        ImpartialPosition { mover: player, ..*position }
    }

    fn pack(&self, position: &ImpartialPosition) -> Planes {
        position.state()
    }

    fn unpack(&self, state: Planes, mover: Player) -> ImpartialPosition {
        ImpartialPosition::new(state, mover)
    }

    fn image(&self, position: &ImpartialPosition) -> Planes {
        position.state()
    }

    /// Both players have the same moves.
    fn negative(&self, position: &ImpartialPosition) -> Option<ImpartialPosition> {
        Some(*position)
    }

    fn parts(&self, position: &ImpartialPosition) -> Vec<ImpartialPosition> {
        let mut parts = Vec::new();
        self.inner.split(position.state(), &mut |state| {
            parts.push(ImpartialPosition::new(state, position.mover));
        });
        parts
    }

    fn size(&self, part: &ImpartialPosition) -> u32 {
        self.inner.size(part.state())
    }

    fn read(&self, text: &str) -> Option<Planes> {
        self.inner.read(text)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn impartial_key(&self, part: &ImpartialPosition) -> Planes {
        self.inner.impartial_key(part.state())
    }

    fn options(&self, position: &ImpartialPosition, list: &mut OptionList) {
        self.inner.options(position.state(), list);
    }
}

impl Notation for Impartial {
    fn name(&self) -> &str {
        &self.name
    }

    fn labels(&self) -> [&str; 2] {
        LABELS
    }

    fn print(&self, position: &ImpartialPosition) -> String {
        let inner = self.inner.position(position.state(), Player::Left);
        inner.map(|inner| inner.text()).unwrap_or_default()
    }

    /// The game's name of the move. The player's label in front tells two moves with one name apart: `black:a1`.
    fn move_text(&self, position: &ImpartialPosition, mv: Move) -> String {
        let (state, (player, mv)) = (position.state(), game_move(mv));
        let text = self.inner.move_text(state, player, mv);
        let after = |player| self.inner.play(state, player, mv);
        let is_other_move = |&other: &Move| {
            let is_shared = other == mv && after(Player::Left) == after(Player::Right);
            !is_shared && self.inner.move_text(state, player.other(), other) == text
        };
        match self.moves_of(state, player.other()).iter().any(is_other_move) {
            false => text,
            true => {
                let inner = self.inner.position(state, player);
                let label = inner.map(|inner| inner.labels()[player.index()].to_string());
                format!("{}:{text}", label.unwrap_or_default())
            }
        }
    }

    fn diagram(&self, position: &ImpartialPosition) -> Diagram {
        let inner = self.inner.position(position.state(), Player::Left);
        let none = || Diagram { layout: Layout::Text, rows: vec![self.print(position)] };
        inner.map_or_else(none, |inner| inner.diagram())
    }

    fn move_cells(&self, position: &ImpartialPosition, mv: Move) -> Vec<(usize, usize)> {
        let (player, mv) = game_move(mv);
        let inner = self.inner.position(position.state(), player);
        inner.map(|inner| inner.move_cells(mv)).unwrap_or_default()
    }
}
