//! m,n,k games (Tic-Tac-Toe, Gomoku without its extra rules): stones go anywhere; the first
//! line of K wins, a full board is a draw.
//!
//! A move is the number of its cell. Moves are listed row by row from the top, left to right.

use upstar_core::{
    Bits, Bounds, Diagram, Game, GameInfo, Grid, GridSetup, Layout, Move, MoveOrdering, Notation,
    Player, Playouts, PositionError, Rng, STONES, Score, StaticBounds, Status, Symmetries,
    Symmetry, iter_bits, stone_text, stones,
};

use crate::{
    drawn,
    lines::{self, Lines, Threats},
};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "mnk",
    summary: "the first line of K stones wins (Tic-Tac-Toe is 3x3:3)",
    labels: ["first", "second"],
    rules: "The players take turns to place a stone of their own on an empty cell. The first \
            player with K stones in a row, horizontally, vertically or diagonally, wins. When \
            the board is full without a line the game is drawn.",
    positions: "a size and the line length such as 3x3:3, or rows from the top separated by '/' \
                and the line length: '.' empty, 'x' the first player's, 'o' the second's, \
                x.o/.x./..o:3",
    moves: "the cell, b3",
    usual: "3x3:3",
    examples: &["1x4:2", "2x3:2", "3x3:3", "3x4:3", "x.o/.x./..o:3", "3x3:4"],
};

const SCORES: [Score; 3] = [-1, 0, 1];

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.`, `x` and `o`, if K is missing or 0, or if both
/// players have a line.
pub fn setup(text: &str) -> Result<GridSetup, PositionError> {
    let setup = GridSetup::parse(text, STONES, Some("how many stones make a line"))?;
    let Some(length) = setup.suffix else {
        let message = "the line length is missing; add it after a colon, such as 3x3:3";
        return Err(PositionError::at(text, text.chars().count(), message));
    };
    lines::check(text, &setup, length)?;
    Ok(setup)
}

/// An m,n,k game on a board of one size.
#[derive(Clone, Debug)]
pub struct Mnk<B> {
    grid: Grid,
    lines: Lines<B>,
    board: B,
    symmetries: Symmetries<B>,
}

/// A position of an m,n,k game.
#[derive(Clone, Copy, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    mover: Player,
    winner: Option<Player>,
}

impl<B: Bits> Mnk<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// Never: [`setup`] has refused what is no position.
    pub fn new(setup: &GridSetup, mover: Player) -> Result<(Mnk<B>, Position<B>), PositionError> {
        let grid = setup.grid;
        let length = setup.suffix.unwrap_or(1);
        let game = Mnk {
            grid,
            lines: Lines::new(grid, length),
            board: B::first(grid.cells()),
            symmetries: Symmetries::rectangle(grid),
        };
        let stones = stones(&setup.cells);
        let winner = game.lines.winner(stones);
        Ok((game, Position { stones, mover, winner }))
    }

    #[inline]
    fn threats(&self, position: &Position<B>) -> Threats<B> {
        let Position { stones, mover, .. } = *position;
        self.lines.threats(self.lines.lacking(stones), mover, self.empty(stones), 0)
    }

    #[inline]
    fn empty(&self, stones: [B; 2]) -> B {
        self.board & !(stones[0] | stones[1])
    }
}

impl<B: Bits> Game for Mnk<B> {
    type Position = Position<B>;
    type Key = [B; 2];

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    #[inline]
    fn to_move(&self, position: &Position<B>) -> Player {
        position.mover
    }

    #[inline]
    fn expand(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        if let Some(winner) = position.winner {
            return Some(winner.win());
        }
        let empty = self.empty(position.stones);
        if empty.is_empty() {
            return Some(0);
        }
        moves.extend(iter_bits(empty).map(|cell| Move(cell as u32)));
        None
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, mv: Move) {
        let own = &mut position.stones[position.mover.index()];
        *own |= B::cell(mv.0 as usize);
        position.winner = self.lines.any(*own).then_some(position.mover);
        position.mover = position.mover.other();
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> [B; 2] {
        position.stones
    }

    #[inline]
    fn status(&self, position: &Position<B>, _scratch: &mut Vec<Move>) -> Status {
        match (position.winner, self.empty(position.stones).count()) {
            (Some(winner), _) => Status::Over(winner.win()),
            (None, 0) => Status::Over(0),
            (None, count) => Status::Moves(count),
        }
    }
}

impl<B: Bits> Symmetry for Mnk<B> {
    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        self.symmetries.least(position.stones)
    }
}

impl<B: Bits> StaticBounds for Mnk<B> {
    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        let Position { stones, mover, winner } = *position;
        self.lines.bounds(stones, winner, mover, &self.threats(position))
    }

    /// A move that makes a line, or those that the opponent's threats leave.
    #[inline]
    fn candidates(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        if position.winner.is_some() || self.empty(position.stones).is_empty() {
            return self.expand(position, moves);
        }
        let cells = self.threats(position).worth_a_look();
        moves.extend(iter_bits(cells).map(|cell| Move(cell as u32)));
        None
    }
}

impl<B: Bits> MoveOrdering for Mnk<B> {
    /// The lines that can still be made, compared.
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        self.lines.open_difference(position.stones)
    }
}

impl<B: Bits> Playouts for Mnk<B> {
    #[inline]
    fn random_move(
        &self,
        position: &Position<B>,
        rng: &mut Rng,
        _scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        if let Some(winner) = position.winner {
            return Err(winner.win());
        }
        let empty = self.empty(position.stones);
        if empty.is_empty() { Err(0) } else { Ok(Move(rng.cell(empty) as u32)) }
    }
}

impl<B: Bits> Notation for Mnk<B> {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position<B>) -> String {
        format!("{}:{}", stone_text(self.grid, position.stones), self.lines.length)
    }

    fn move_text(&self, _position: &Position<B>, mv: Move) -> String {
        self.grid.name(mv.0 as usize)
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        drawn(Layout::Square, &stone_text(self.grid, position.stones))
    }

    fn move_cells(&self, _position: &Position<B>, mv: Move) -> Vec<(usize, usize)> {
        vec![self.grid.place(mv.0 as usize)]
    }
}
