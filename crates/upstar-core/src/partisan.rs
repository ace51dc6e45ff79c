//! Games under normal play, whose positions have values.

use std::ops::ControlFlow;

use crate::{Grid, Planes, Player, SearchGame, Wide};

/// Games under normal play: whoever cannot move loses, and nothing else matters. Their positions
/// have values.
///
/// Laws: the game is over exactly when the player to move has no move; positions with equal
/// [`part_key`](Partisan::part_key)s have the same value;
/// a position is worth the sum of its parts.
pub trait Partisan: SearchGame<Key: Wide> {
    /// The same position with `player` to move.
    fn with_mover(&self, position: &Self::Position, player: Player) -> Self::Position;

    /// All there is to say of a position but its player to move: its key, unless the game needs
    /// more.
    #[inline]
    fn pack(&self, position: &Self::Position) -> Planes {
        self.key(position).widen()
    }

    /// The position that was packed, with this player to move.
    fn unpack(&self, planes: Planes, mover: Player) -> Self::Position;

    /// One name for all parts that are worth the same at a glance: moved elsewhere on the board,
    /// turned or mirrored.
    fn part_key(&self, part: &Self::Position) -> Self::Key {
        self.symmetric_key(part)
    }

    /// One name for parts that differ only in where they lie, at less cost than
    /// [`part_key`](Partisan::part_key): for a cache of parts that come up again and again.
    #[inline]
    fn placed_key(&self, part: &Self::Position) -> Self::Key {
        self.key(part)
    }

    /// One position, packed, for all that the board's symmetries make of this one.
    fn image(&self, position: &Self::Position) -> Planes {
        self.symmetric_key(position).widen()
    }

    /// The position with the players' roles exchanged, so that its value is the negative; `None`
    /// where the game has no such position on its board.
    fn negative(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Every position of the board, in games that can list them; who moves does not matter.
    fn all_positions(&self) -> Option<Box<dyn Iterator<Item = Self::Position> + '_>> {
        None
    }

    /// The independent parts of a position in which somebody can move.
    fn parts(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// Shows the same parts one by one, until told to stop.
    fn split(
        &self,
        position: &Self::Position,
        show: &mut dyn FnMut(Self::Position) -> ControlFlow<()>,
    ) {
        let _ = self.parts(position).into_iter().try_for_each(show);
    }

    /// How large a part is, for whoever asks whether its value can be had: cells, where there is
    /// a board; otherwise the number of both players' moves.
    fn size(&self, part: &Self::Position) -> u32 {
        let mut moves = Vec::new();
        for player in Player::BOTH {
            self.expand(&self.with_mover(part, player), &mut moves);
        }
        moves.len() as u32
    }

    /// The position without one of its parts, whose other moves keep their numbers; `None` in
    /// games whose moves are numbered anew when something goes.
    fn without(
        &self,
        _position: &Self::Position,
        _part: &Self::Position,
    ) -> Option<Self::Position> {
        None
    }

    /// The board, in games whose positions are told by what is on each cell.
    fn cells(&self) -> Option<Cells> {
        None
    }

    /// Does this content of the cells make a position (in NoGo, not if a group has no liberty)?
    fn is_position(&self, _planes: Planes) -> bool {
        true
    }
}

/// A board whose positions are told by the states of its cells, two or three, so that they can be
/// numbered.
///
/// Law: every move makes cells of the kind that `makes` says, and unmakes none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells {
    /// The board.
    pub grid: Grid,
    /// The states in the order of their digits: for each, which of a key's two planes have it, the
    /// first 1, the second 2.
    pub marks: &'static [u8],
    /// What there is more of after every move.
    pub makes: Makes,
    /// The digit of cells that might as well not be there, if only the shape of the others matters.
    pub outside: Option<u8>,
    /// What exchanging rows and columns does to values.
    pub turning: Turning,
}

/// What exchanging rows and columns does to values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turning {
    /// They stay.
    Keeps,
    /// They become their negatives.
    Negates,
}

/// What there is more of after every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Makes {
    /// Cells in the first state.
    Empty,
    /// Cells in another state.
    Full,
}
