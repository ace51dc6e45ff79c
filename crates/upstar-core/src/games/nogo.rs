//! NoGo: stones are placed as in Go, but nobody may take stones, others' or their own; who
//! cannot move loses.
//!
//! A move is the number of its cell. Moves are listed row by row from the top, left to right.
//!
//! # Legal moves of both players in one pass
//! For each colour, let `safe` be its groups with two liberties or more, and `last` the only
//! liberties of its other groups. An empty cell is illegal for a player
//! * if it is one of the opponent's `last` (it would take a group), or
//! * if it has no empty neighbour and none of the player's `safe` groups beside it (the new
//!   group would have no liberty).
//!
//! Most groups have a stone with two empty neighbours, so all these are found `safe` by one
//! flood fill; only the rest are looked at one by one. The legal moves are kept in the position:
//! listing, counting and evaluating them is then free.

use crate::base::{
    Bits, Bounds, Grid, GridSetup, Player, PositionError, STONES, Score, Squares, Symmetries,
    iter_bits, stone_text, stones,
};
use crate::game::{Board, Game, GameInfo, Layout, Move, Notation, Status};
use crate::games::{character_of, drawn};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "nogo",
    summary: "Go without captures: taking stones is illegal; who cannot move loses",
    labels: ["black", "white"],
    rules: "The players take turns to place a stone of their colour on an empty cell. Stones of \
            one colour that touch along an edge form a group, and the empty cells beside it are \
            its liberties. A move that would leave any group, of either colour, without a \
            liberty is illegal. A player who has no move loses.",
    positions: "a size such as 5x5, or rows from the top separated by '/': '.' empty, 'x' black, \
                'o' white; every group needs a liberty",
    moves: "the cell, b3",
    examples: &["1x4", "2x2", "2x3", "3x3", "x.o/.../o.x", ".x./xo./..."],
};

const SCORES: [Score; 2] = [-1, 1];

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.`, `x` and `o`, or if a group has no liberty.
pub fn setup(text: &str) -> Result<GridSetup, PositionError> {
    let setup = GridSetup::parse(text, STONES, None)?;
    let squares = Squares::<u128>::new(setup.grid);
    let colours = stones::<u128>(&setup.cells);
    let empty = squares.board & !(colours[0] | colours[1]);
    for (own, label) in colours.into_iter().zip(INFO.labels) {
        let alive = squares.fill(own & squares.neighbours(empty), own);
        if let Some(cell) = iter_bits(own & !alive).next() {
            let message = format!(
                "the {label} group at {} has no liberty; every group needs one",
                setup.grid.name(cell)
            );
            return Err(PositionError::at(text, character_of(cell, setup.grid.columns), message));
        }
    }
    Ok(setup)
}

/// NoGo on a board of one size.
#[derive(Clone, Debug)]
pub struct NoGo<B> {
    grid: Grid,
    squares: Squares<B>,
    symmetries: Symmetries<B>,
}

/// A position of NoGo.
#[derive(Clone, Copy, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    /// Each player's legal moves.
    legal: [B; 2],
    mover: Player,
}

/// What one colour's groups mean for the legal moves.
struct Groups<B> {
    /// The groups with two liberties or more.
    safe: B,
    /// The only liberties of the others.
    last: B,
}

impl<B: Bits> NoGo<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// Never: [`setup`] has refused groups without liberties.
    pub fn new(setup: &GridSetup, mover: Player) -> Result<(NoGo<B>, Position<B>), PositionError> {
        let grid = setup.grid;
        let symmetries = Symmetries::rectangle(grid);
        let game = NoGo { grid, squares: Squares::new(grid), symmetries };
        let stones = stones(&setup.cells);
        let legal = game.legal(stones);
        Ok((game, Position { stones, legal, mover }))
    }

    /// Both players' legal moves; see the head of this file.
    #[inline]
    fn legal(&self, stones: [B; 2]) -> [B; 2] {
        let empty = self.squares.board & !(stones[0] | stones[1]);
        let steps = self.squares.steps(empty);
        let [left, right] = stones.map(|own| self.groups(own, empty, steps));
        let roomy = steps[0] | steps[1] | steps[2] | steps[3];
        let moves = |own: &Groups<B>, other: &Groups<B>| {
            empty & (roomy | self.squares.neighbours(own.safe)) & !other.last
        };
        [moves(&left, &right), moves(&right, &left)]
    }

    /// The groups of `own`; `steps` is the set of empty cells moved in each direction.
    #[inline]
    fn groups(&self, own: B, empty: B, steps: [B; 4]) -> Groups<B> {
        let [a, b, c, d] = steps;
        let two_empty_neighbours = (a & b) | (c & d) | ((a | b) & (c | d));
        let mut safe = self.squares.fill(own & two_empty_neighbours, own);
        let mut last = B::EMPTY;
        let mut rest = own & !safe;
        while !rest.is_empty() {
            let group = self.squares.fill(B::cell(rest.lowest()), rest);
            let liberties = self.squares.neighbours(group) & empty;
            if liberties.without_lowest().is_empty() {
                last |= liberties;
            } else {
                safe |= group;
            }
            rest &= !group;
        }
        Groups { safe, last }
    }
}

impl<B: Bits> Game for NoGo<B> {
    type Position = Position<B>;
    type Key = [B; 2];
    type OwnedKey = [B; 2];

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    #[inline]
    fn to_move(&self, position: &Position<B>) -> Player {
        position.mover
    }

    #[inline]
    fn expand(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        let legal = position.legal[position.mover.index()];
        if legal.is_empty() {
            return Some(position.mover.other().win());
        }
        moves.extend(iter_bits(legal).map(|cell| Move(cell as u32)));
        None
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, mv: Move) {
        position.stones[position.mover.index()] |= B::cell(mv.0 as usize);
        position.legal = self.legal(position.stones);
        position.mover = position.mover.other();
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> [B; 2] {
        position.stones
    }

    #[inline]
    fn owned_key(&self, position: &Position<B>) -> [B; 2] {
        position.stones
    }

    #[inline]
    fn status(&self, position: &Position<B>, _scratch: &mut Vec<Move>) -> Status {
        match position.legal[position.mover.index()].count() {
            0 => Status::Over(position.mover.other().win()),
            count => Status::Moves(count),
        }
    }

    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        self.symmetries.least(position.stones)
    }

    /// The difference in mobility.
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        position.legal[0].count() as i32 - position.legal[1].count() as i32
    }

    /// A move that is illegal stays so. The group that it would take has no other liberty, so it
    /// grows only through that very cell; and the groups beside a cell without empty
    /// neighbours have no other liberty either. So who has a move wins if the opponent has none.
    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        let mover = position.mover;
        let [moves, replies] = [mover, mover.other()].map(|player| position.legal[player.index()]);
        match (moves.is_empty(), replies.is_empty()) {
            (true, _) => Bounds::exactly(mover.other().win()),
            (false, true) => Bounds::exactly(mover.win()),
            (false, false) => Bounds::new(-1, 1),
        }
    }
}

impl<B: Bits> Notation for NoGo<B> {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position<B>) -> String {
        stone_text(self.grid, position.stones)
    }

    fn move_text(&self, _position: &Position<B>, mv: Move) -> String {
        self.grid.name(mv.0 as usize)
    }

    fn board(&self, position: &Position<B>) -> Board {
        drawn(Layout::Square, &self.print(position))
    }

    fn move_cells(&self, _position: &Position<B>, mv: Move) -> Vec<(usize, usize)> {
        vec![self.grid.place(mv.0 as usize)]
    }
}
