//! m,n,k games, such as Tic-Tac-Toe, and Gomoku without its extra rules. Stones may be placed on
//! any empty cell. The first line of K stones wins. A full board is a draw.
//!
//! A move is the number of its cell. Moves are listed row by row from the top, left to right.

use upstar_core::{
    Bits, Bounds, Ends, GameInfo, Grid, GridSetup, Layout, Move, MoveOrdering, Player, Playouts,
    PositionError, Rng, STONES, Score, StaticBounds, Symmetries,
};

use crate::{
    cell_moves,
    stones::{StoneGame, StonePosition, StoneRules},
    winning_lines::{self, Threats, WinningLines},
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "mnk",
    summary: "the first line of K stones wins (Tic-Tac-Toe is 3x3:3)",
    labels: ["first", "second"],
    rules: "The players take turns to place a stone of their own on an empty cell. The first \
            player with K stones in a row, horizontally, vertically or diagonally, wins. A full \
            board without a line is a draw.",
    positions: "a size and the line length such as 3x3:3, or rows from the top separated by '/' \
                and the line length: '.' empty, 'x' the first player's, 'o' the second's, \
                x.o/.x./..o:3",
    moves: "the cell, b3",
    usual: "3x3:3",
    examples: &["1x4:2", "2x3:2", "3x3:3", "3x4:3", "x.o/.x./..o:3", "3x3:4"],
};

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.`, `x` and `o`, if K is missing or 0, if both
/// players have a line, or if one has too many stones.
pub fn setup(text: &str) -> Result<GridSetup, PositionError> {
    let setup = GridSetup::parse(text, STONES, Some("the number of stones in a line"))?;
    let Some(length) = setup.suffix else {
        let message = "the line length is missing; add it after a colon, such as 3x3:3";
        return Err(PositionError::at(text, text.chars().count(), message));
    };
    winning_lines::check(text, &setup, length)?;
    Ok(setup)
}

/// An m,n,k game on a board of one size.
pub type Mnk<B> = StoneGame<B, MnkRules<B>>;

/// The rules of an m,n,k game: the board and its lines.
#[derive(Clone, Debug)]
pub struct MnkRules<B> {
    grid: Grid,
    lines: WinningLines<B>,
}

/// The size and the length of a line decide everything else.
impl<B> PartialEq for MnkRules<B> {
    fn eq(&self, other: &Self) -> bool {
        (self.grid, self.lines.length) == (other.grid, other.lines.length)
    }
}

impl<B: Bits> StoneRules<B> for MnkRules<B> {
    const INFO: &'static GameInfo = &INFO;
    const SCORES: &'static [Score] = &[-1, 0, 1];
    const LAYOUT: Layout = Layout::Square;

    fn rows(&self) -> usize {
        self.grid.rows
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        self.grid.place(cell)
    }

    /// The line length.
    fn suffix(&self) -> String {
        format!(":{}", self.lines.length)
    }

    #[inline]
    fn wins(&self, own: B, _player: Player, _stone: usize) -> bool {
        self.lines.any(own)
    }
}

impl<B: Bits> Mnk<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// If one player has too many stones.
    pub fn new(
        setup: &GridSetup,
        mover: Player,
    ) -> Result<(Mnk<B>, StonePosition<B>), PositionError> {
        winning_lines::check_turns(setup, mover)?;
        let grid = setup.grid;
        let lines = WinningLines::new(grid, setup.suffix.unwrap_or(1));
        let rules = MnkRules { grid, lines };
        Ok(StoneGame::start(rules, Symmetries::rectangle(grid), &setup.cells, mover))
    }

    #[inline]
    fn threats(&self, position: &StonePosition<B>) -> Threats<B> {
        let &StonePosition { stones, mover, .. } = position;
        let lines = &self.rules.lines;
        lines.threats(lines.threat_cells(stones), mover, self.empty(stones), 0)
    }
}

impl<B: Bits> StaticBounds for Mnk<B> {
    #[inline]
    fn bounds(&self, position: &StonePosition<B>) -> Bounds {
        let &StonePosition { stones, mover, winner } = position;
        self.rules.lines.bounds(stones, winner, mover, &self.threats(position))
    }

    /// A move that makes a line, or the moves that answer the opponent's threats.
    #[inline]
    fn candidates(&self, position: &StonePosition<B>, moves: &mut Vec<Move>) -> Option<Score> {
        let cells = self.cell_moves(position).map(|_| self.threats(position).candidates());
        cell_moves::expand(cells, moves)
    }

    /// The empty cells.
    #[inline]
    fn max_plies(&self, position: &StonePosition<B>) -> u32 {
        self.empty(position.stones).count()
    }

    /// A line at once, or a line of the opponent that cannot be prevented. Otherwise a line needs two stones.
    #[inline]
    fn ends(&self, position: &StonePosition<B>) -> Ends {
        let &StonePosition { stones, mover, winner } = position;
        let (lines, threats) = (&self.rules.lines, self.threats(position));
        lines.near_end(winner, mover, &threats).unwrap_or_else(|| {
            let bounds = lines.bounds(stones, winner, mover, &threats);
            let mut ends = Ends::of(bounds, || self.max_plies(position));
            if lines.finds_threats() {
                ends.delay(mover, 3);
                ends.delay(mover.other(), 4);
            }
            ends
        })
    }

    /// Omitted moves lose at once, and each move is a stone.
    fn keeps_distances(&self) -> bool {
        true
    }
}

impl<B: Bits> MoveOrdering for Mnk<B> {
    /// The number of lines that Left can still make, minus the number for Right.
    #[inline]
    fn evaluate(&self, position: &StonePosition<B>) -> i32 {
        self.rules.lines.open_difference(position.stones)
    }

    #[inline]
    fn ends_and_evaluation(&self, position: &StonePosition<B>) -> (Ends, i32) {
        (self.ends(position), self.evaluate(position))
    }
}

impl<B: Bits> Playouts for Mnk<B> {
    #[inline]
    fn random_move(
        &self,
        position: &StonePosition<B>,
        rng: &mut Rng,
        _scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        cell_moves::random_move(self.cell_moves(position), rng)
    }
}
