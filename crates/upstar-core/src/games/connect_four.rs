//! Connect Four: stones fall down a column; the first line of four (or K) wins, a full board is
//! a draw.
//!
//! A move is the number of its column. Moves are listed from the left.
//!
//! The board is kept row by row from the top without padding (drawn for 3x4):
//! ```text
//!   a  b  c  d
//!   0  1  2  3    row 3: an empty cell here means that the column is open
//!   4  5  6  7    row 2
//!   8  9 10 11    row 1
//! ```
//! A stone can be placed on the empty cells of row 1 and those above a stone.
//!
//! # Following up
//! When every column has an even number of empty cells, the player who is not to move can always
//! answer in the same column, and then gets the top cell of each, the third from the top and so on; the
//! mover gets the others. If the mover makes no line with all of these, no play against this
//! plan does, so the opponent has at least a draw, and wins if its own cells make a line: that one
//! is made sooner or later, and no other before it (Allis, *A knowledge-based approach of
//! connect-four*, 1988, calls the parts of this plan claimevens).

use crate::base::{
    Bits, Bounds, Grid, GridSetup, Player, PositionError, Rng, STONES, Score, Symmetries,
    iter_bits, stone_text, stones,
};
use crate::game::{Board, Game, GameInfo, Layout, Move, Notation, Status};
use crate::games::lines::{self, Lines, Threats};
use crate::games::{character_of, drawn};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "connect-four",
    summary: "stones fall down a column; the first line of four wins",
    labels: ["first", "second"],
    rules: "The players take turns to drop a stone of their own into a column that is not full; \
            it falls onto the highest stone there. The first player with four (or K) stones in \
            a row, horizontally, vertically or diagonally, wins. When the board is full without \
            a line the game is drawn.",
    positions: "a size such as 6x7, or rows from the top separated by '/': '.' empty, 'x' the \
                first player's, 'o' the second's; ':K' after it sets the line length, 4x4:3",
    moves: "the column, d",
    examples: &["2x2:2", "3x3:3", "3x4:3", "4x4:3", "3x4", ".../.o./xx.:3"],
};

const SCORES: [Score; 3] = [-1, 0, 1];
const LENGTH: usize = 4;
/// How many open lines a cell is worth that lacks only its stone.
const THREAT: i32 = 8;

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.`, `x` and `o`, if a stone hangs in the air, if
/// K is 0 or if both players have a line.
pub fn setup(text: &str) -> Result<GridSetup, PositionError> {
    let setup = GridSetup::parse(text, STONES, Some("how many stones make a line"))?;
    let grid = setup.grid;
    let floating = (0..grid.cells() - grid.columns)
        .find(|&cell| setup.cells[cell] != 0 && setup.cells[cell + grid.columns] == 0);
    if let Some(cell) = floating {
        let message = format!(
            "the stone at {} hangs in the air; the cell below it should not be empty",
            grid.name(cell)
        );
        return Err(PositionError::at(text, character_of(cell, grid.columns), message));
    }
    lines::check(text, &setup, setup.suffix.unwrap_or(LENGTH))?;
    Ok(setup)
}

/// Connect Four on a board of one size.
#[derive(Clone, Debug)]
pub struct ConnectFour<B> {
    grid: Grid,
    lines: Lines<B>,
    board: B,
    bottom_row: B,
    /// Every other row, the top one first: what following up gets.
    follows: B,
    /// The leftmost column.
    first_column: B,
    /// The middle column or the two middle columns.
    centre: B,
    /// The length of a row; 0 on a board of one row, where it could be as wide as the word.
    row: u32,
    mirror: Symmetries<B>,
}

/// A position of Connect Four.
#[derive(Clone, Copy, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    mover: Player,
    winner: Option<Player>,
}

impl<B: Bits> ConnectFour<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// Never: [`setup`] has refused what is no position.
    pub fn new(
        setup: &GridSetup,
        mover: Player,
    ) -> Result<(ConnectFour<B>, Position<B>), PositionError> {
        let grid = setup.grid;
        let column = |column| {
            (0..grid.rows).fold(B::EMPTY, |set, row| set | B::cell(grid.cell(row, column)))
        };
        let mirror = |cell: usize| {
            let (row, column) = grid.place(cell);
            grid.cell(row, grid.columns - 1 - column)
        };
        let board = B::first(grid.cells());
        let game = ConnectFour {
            grid,
            lines: Lines::new(grid, setup.suffix.unwrap_or(LENGTH)),
            board,
            bottom_row: board & !B::first(grid.cells() - grid.columns),
            follows: (0..grid.cells())
                .filter(|&cell| grid.place(cell).0.is_multiple_of(2))
                .fold(B::EMPTY, |set, cell| set | B::cell(cell)),
            first_column: column(0),
            centre: column(grid.columns / 2) | column((grid.columns - 1) / 2),
            row: if grid.rows == 1 { 0 } else { grid.columns as u32 },
            mirror: Symmetries::new(grid.cells(), &[&mirror]),
        };
        let stones = stones(&setup.cells);
        let winner = game.lines.winner(stones);
        Ok((game, Position { stones, mover, winner }))
    }

    /// The cells where a stone would come to lie.
    #[inline]
    fn landings(&self, stones: [B; 2]) -> B {
        let taken = stones[0] | stones[1];
        self.board & !taken & ((taken >> self.row) | self.bottom_row)
    }

    /// The top cells of the columns that are not full; their numbers are the columns'.
    #[inline]
    fn open_columns(&self, stones: [B; 2]) -> B {
        B::first(self.grid.columns) & !(stones[0] | stones[1])
    }

    #[inline]
    fn threats(&self, position: &Position<B>) -> Threats<B> {
        let open = self.landings(position.stones);
        self.lines.threats(position.stones, position.mover, open, self.row)
    }

    /// What the opponent's plan of following up proves, from Left's point of view.
    #[inline]
    fn follow_up(&self, stones: [B; 2], mover: Player) -> Bounds {
        let empty = self.board & !(stones[0] | stones[1]);
        let unknown = Bounds::new(-1, 1);
        if empty.count() % 2 == 1 || self.grid.rows == 1 {
            return unknown;
        }
        let mut odd = B::EMPTY;
        let mut rest = empty;
        while !rest.is_empty() {
            odd ^= rest;
            rest = rest >> self.row;
        }
        if !(odd & B::first(self.grid.columns)).is_empty()
            || self.lines.any(stones[mover.index()] | (empty & !self.follows))
        {
            return unknown;
        }
        let other = mover.other();
        let wins = self.lines.any(stones[other.index()] | (empty & self.follows));
        match mover {
            Player::Left => Bounds::new(-1, if wins { -1 } else { 0 }),
            Player::Right => Bounds::new(if wins { 1 } else { 0 }, 1),
        }
    }

    /// The cell where a stone in this column comes to lie.
    #[inline]
    fn landing(&self, position: &Position<B>, mv: Move) -> B {
        self.landings(position.stones) & (self.first_column << mv.0)
    }
}

impl<B: Bits> Game for ConnectFour<B> {
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
        if let Some(winner) = position.winner {
            return Some(winner.win());
        }
        let columns = self.open_columns(position.stones);
        if columns.is_empty() {
            return Some(0);
        }
        moves.extend(iter_bits(columns).map(|column| Move(column as u32)));
        None
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, mv: Move) {
        let landing = self.landing(position, mv);
        let own = &mut position.stones[position.mover.index()];
        *own |= landing;
        position.winner = self.lines.any(*own).then_some(position.mover);
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
        match (position.winner, self.open_columns(position.stones).count()) {
            (Some(winner), _) => Status::Over(winner.win()),
            (None, 0) => Status::Over(0),
            (None, count) => Status::Moves(count),
        }
    }

    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        self.mirror.least(position.stones)
    }

    /// Not what lets the opponent make a line at once, if there is anything else.
    #[inline]
    fn candidates(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        let first = moves.len();
        let over = self.expand(position, moves);
        if over.is_none() {
            let cells = self.threats(position).worth_a_look();
            let mut kept = first;
            for i in first..moves.len() {
                if !(cells & (self.first_column << moves[i].0)).is_empty() {
                    moves[kept] = moves[i];
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
        over
    }

    /// The lines that can still be made, compared, and the stones in the middle.
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        let [left, right] = position.stones.map(|own| (own & self.centre).count() as i32);
        2 * self.lines.open_difference(position.stones) + left - right
    }

    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        self.assess(position).0
    }

    /// The bounds; the evaluation and, above all, the threats.
    #[inline]
    fn assess(&self, position: &Position<B>) -> (Bounds, i32) {
        let Position { stones, mover, winner } = *position;
        let threats = self.threats(position);
        let mut bounds = self.lines.bounds(stones, winner, mover, &threats);
        if !bounds.is_exact() {
            bounds = bounds.meet(self.follow_up(stones, mover));
        }
        (bounds, self.evaluate(position) + THREAT * threats.balance)
    }

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
        let columns = self.open_columns(position.stones);
        if columns.is_empty() { Err(0) } else { Ok(Move(rng.cell(columns) as u32)) }
    }
}

impl<B: Bits> Notation for ConnectFour<B> {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position<B>) -> String {
        let mut text = stone_text(self.grid, position.stones);
        if self.lines.length != LENGTH {
            text += &format!(":{}", self.lines.length);
        }
        text
    }

    fn move_text(&self, _position: &Position<B>, mv: Move) -> String {
        Grid::column_name(mv.0 as usize)
    }

    fn board(&self, position: &Position<B>) -> Board {
        drawn(Layout::Square, &stone_text(self.grid, position.stones))
    }

    fn move_cells(&self, position: &Position<B>, mv: Move) -> Vec<(usize, usize)> {
        iter_bits(self.landing(position, mv)).map(|cell| self.grid.place(cell)).collect()
    }
}
