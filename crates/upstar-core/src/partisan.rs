//! Games under normal play, whose positions have values.

use std::ops::ControlFlow;

use crate::{Grid, KeyedPart, OptionList, Planes, Player, SearchGame, Wide};

/// A game under normal play: the player who cannot move loses. Its positions have values.
///
/// Laws: The game is over exactly when the player to move has no move. Positions with equal
/// [`part_key`](Partisan::part_key)s have the same value. The value of a position is the sum of the
/// values of its parts. All of this also holds for the nimbers of the game's impartial version, in
/// which either player may make any move of both: keys and parts follow from the moves that are
/// possible, not from values.
pub trait Partisan: SearchGame<Key: Wide> {
    /// The same position with `player` to move.
    fn with_mover(&self, position: &Self::Position, player: Player) -> Self::Position;

    /// The whole position without its player to move. This is the key, unless the game needs more.
    #[inline]
    fn pack(&self, position: &Self::Position) -> Planes {
        self.key(position).widen()
    }

    /// The position that was packed, with this player to move.
    fn unpack(&self, planes: Planes, mover: Player) -> Self::Position;

    /// One key for all parts that are equal up to translation, rotation and reflection on the
    /// board.
    fn part_key(&self, part: &Self::Position) -> Self::Key {
        self.symmetric_key(part)
    }

    /// One key for parts that are equal up to translation. It is cheaper than
    /// [`part_key`](Partisan::part_key), and a cache of frequent parts uses it.
    #[inline]
    fn placed_key(&self, part: &Self::Position) -> Self::Key {
        self.key(part)
    }

    /// One packed position for all images of this one under the board's symmetries.
    fn image(&self, position: &Self::Position) -> Planes {
        self.symmetric_key(position).widen()
    }

    /// The position with the players' roles exchanged. Its value is the negative. `None` if the
    /// game has no such position on its board.
    fn negative(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Every position of the board with either player to move, in games that can list them.
    fn all_positions(&self) -> Option<Box<dyn Iterator<Item = Self::Position> + '_>> {
        None
    }

    /// The independent parts of a position in which a player can move.
    fn parts(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// Calls `show` for each of these parts, until it returns `Break`.
    #[inline]
    fn split(
        &self,
        position: &Self::Position,
        show: &mut dyn FnMut(Self::Position) -> ControlFlow<()>,
    ) {
        let _ = self.parts(position).into_iter().try_for_each(show);
    }

    /// The size of a part, which decides whether its value is computed. It is the number of cells
    /// on a board, and otherwise the number of both players' moves.
    fn size(&self, part: &Self::Position) -> u32 {
        let mut moves = Vec::new();
        for player in Player::BOTH {
            self.expand(&self.with_mover(part, player), &mut moves);
        }
        moves.len() as u32
    }

    /// Do both players have the same moves in every position?
    fn is_impartial(&self) -> bool {
        false
    }

    /// One key for all parts that have the same nimber in impartial play, as far as symmetry shows it.
    /// The exchange of the players' roles does not change a nimber.
    fn impartial_key(&self, part: &Self::Position) -> Planes {
        let key = self.part_key(part).widen();
        let negative = if self.is_impartial() { None } else { self.negative(part) };
        negative.map_or(key, |negative| key.min(self.part_key(&negative).widen()))
    }

    /// A part with its [`impartial_key`](Partisan::impartial_key).
    fn keyed_part(&self, part: &Self::Position) -> KeyedPart {
        let state = self.pack(&self.with_mover(part, Player::Left));
        KeyedPart::new(self.impartial_key(part), state, self.size(part))
    }

    /// Appends the options of a position in impartial play: the parts after each move of each player.
    #[inline]
    fn options(&self, position: &Self::Position, list: &mut OptionList) {
        options_by_moves(self, position, list);
    }

    /// The position without one of its parts. The other moves keep their numbers. `None` in games
    /// whose moves are renumbered when a part is removed.
    fn without(
        &self,
        _position: &Self::Position,
        _part: &Self::Position,
    ) -> Option<Self::Position> {
        None
    }

    /// The board, in games whose positions are determined by the states of the cells.
    fn cells(&self) -> Option<Cells> {
        None
    }

    /// The packed position with this text, in games whose rules do not depend on the size of the board.
    /// Its keys can be compared with those of all other positions of this game.
    fn read(&self, _text: &str) -> Option<Planes> {
        None
    }

    /// Is this assignment of states a position? In NoGo it is not if a group has no liberty.
    fn is_position(&self, _planes: Planes) -> bool {
        true
    }
}

/// Appends the options of a position in impartial play, by playing each move of each player.
pub fn options_by_moves<G: Partisan + ?Sized>(
    game: &G,
    position: &G::Position,
    list: &mut OptionList,
) {
    let players = if game.is_impartial() { &Player::BOTH[..1] } else { &Player::BOTH[..] };
    for &player in players {
        let here = game.with_mover(position, player);
        let mut moves = std::mem::take(&mut list.moves);
        moves.clear();
        game.expand(&here, &mut moves);
        for &mv in &moves {
            let mut next = here.clone();
            game.play(&mut next, mv);
            game.split(&next, &mut |part| {
                list.push_part(game.keyed_part(&part));
                ControlFlow::Continue(())
            });
            list.end_option();
        }
        list.moves = moves;
    }
}

/// A board whose positions are determined by the states of its cells. Each cell has two or three
/// states, so positions can be numbered.
///
/// Law: every move adds cells of the kind `makes`, and removes none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells {
    /// The board.
    pub grid: Grid,
    /// The states in the order of their digits. Each is a sum of 1, if the cell is in the key's
    /// first plane, and 2, if it is in the second.
    pub marks: &'static [u8],
    /// The kind of cells that every move adds.
    pub makes: Makes,
    /// The digit of cells outside the region in play, if only the shape of the region matters.
    pub outside: Option<u8>,
    /// How the exchange of rows and columns changes values.
    pub turning: Turning,
}

/// How the exchange of rows and columns changes values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turning {
    /// Values stay the same.
    Keeps,
    /// Values become their negatives.
    Negates,
}

/// The kind of cells that every move adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Makes {
    /// Cells in the first state.
    Empty,
    /// Cells in another state.
    Full,
}
