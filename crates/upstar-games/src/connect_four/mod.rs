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
//! The key is one word where it fits: Left's stones and the cell above the highest stone of each column,
//! for which there is a row more. It determines the position, for above that cell a column is empty.

mod following;
mod order;

use upstar_core::{
    Bits, Bounds, Diagram, Game, GameInfo, Grid, GridSetup, Layout, Move, MoveOrdering, Notation,
    Player, Playouts, PositionError, Rng, STONES, Score, StaticBounds, Status, Symmetry, iter_bits,
    stone_text, stones,
};

use crate::{
    board_diagram, text_offset,
    winning_lines::{self, Threats, WinningLines},
};

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
    usual: "6x7",
    examples: &["2x2:2", "3x3:3", "3x4:3", "4x4:3", "3x4", ".../.o./xx.:3"],
};

const SCORES: [Score; 3] = [-1, 0, 1];
const LENGTH: usize = 4;

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
        return Err(PositionError::at(text, text_offset(cell, grid.columns), message));
    }
    winning_lines::check(text, &setup, setup.suffix.unwrap_or(LENGTH))?;
    Ok(setup)
}

/// Connect Four on a board of one size.
#[derive(Clone, Debug)]
pub struct ConnectFour<B> {
    grid: Grid,
    lines: WinningLines<B>,
    board: B,
    bottom_row: B,
    /// Every other row, the top one first: what following up gets.
    follows: B,
    /// The leftmost column.
    first_column: B,
    /// The top row; its cells' numbers are the columns'.
    top_row: B,
    /// What a stone on each cell is worth for the order of moves, by player; larger for better for Left.
    worth: [Vec<i32>; 2],
    /// Who places the last stone if the board is filled.
    last: Player,
    /// The middle column or the two middle columns.
    centre: B,
    /// The length of a row; 0 on a board of one row, where it could be as wide as the word.
    row: u32,
    /// How the board is mirrored: distances, and the columns that move so far to the right.
    swaps: Vec<(u32, B)>,
    /// The middle column, if there is one: it stays.
    axis: B,
    /// Do keys fit one word, with a row more?
    is_compact: bool,
}

/// A position of Connect Four.
#[derive(Clone, Copy, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    /// The cells, empty or not, where a stone would fill a line of each player.
    completing: [B; 2],
    mover: Player,
    winner: Option<Player>,
    /// What the stones' cells are worth for Left, less what they are for Right.
    worth: i32,
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
        let (rows, columns) = (grid.rows, grid.columns);
        let is_compact = (rows + 1) * columns <= B::CAPACITY.min(64);
        // The key has a row more.
        let tall = |set: B| if is_compact { set | (set << columns as u32) } else { set };
        let board = B::first(grid.cells());
        let empties = setup.cells.iter().filter(|&&cell| cell == 0).count();
        let last = if empties % 2 == 0 { mover.other() } else { mover };
        let worth = Player::BOTH.map(|player| order::worth(grid, player, last));
        let game = ConnectFour {
            grid,
            lines: WinningLines::new(grid, setup.suffix.unwrap_or(LENGTH)),
            board,
            bottom_row: board & !B::first(grid.cells() - columns),
            follows: (0..grid.cells())
                .filter(|&cell| grid.place(cell).0.is_multiple_of(2))
                .fold(B::EMPTY, |set, cell| set | B::cell(cell)),
            first_column: column(0),
            top_row: B::first(columns),
            worth,
            last,
            centre: column(columns / 2) | column((columns - 1) / 2),
            row: if rows == 1 { 0 } else { columns as u32 },
            swaps: (0..columns / 2)
                .map(|place| ((columns - 1 - 2 * place) as u32, tall(column(place))))
                .collect(),
            axis: if columns % 2 == 1 { tall(column(columns / 2)) } else { B::EMPTY },
            is_compact,
        };
        let stones = stones(&setup.cells);
        let winner = game.lines.winner(stones);
        let completing = stones.map(|own| game.lines.completing(own));
        Ok((game, Position { stones, completing, mover, winner, worth: 0 }))
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
        self.top_row & !(stones[0] | stones[1])
    }

    /// The empty cells that fill a line of each player.
    #[inline]
    fn lacking(&self, position: &Position<B>) -> [B; 2] {
        let empty = self.board & !(position.stones[0] | position.stones[1]);
        position.completing.map(|cells| cells & empty)
    }

    #[inline]
    fn threats(&self, position: &Position<B>) -> Threats<B> {
        let open = self.landings(position.stones);
        self.lines.threats(self.lacking(position), position.mover, open, self.row)
    }

    /// What is proved at a glance.
    #[inline]
    fn proved(&self, position: &Position<B>, threats: &Threats<B>) -> Bounds {
        let Position { stones, mover, winner, .. } = *position;
        let bounds = self.lines.bounds(stones, winner, mover, threats);
        if bounds.is_exact() {
            return bounds;
        }
        bounds.meet(self.follow_up(stones, self.lacking(position), mover))
    }

    /// The set, mirrored.
    #[inline]
    fn mirrored(&self, set: B) -> B {
        self.swaps.iter().fold(set & self.axis, |image, &(distance, columns)| {
            image | ((set & columns) << distance) | ((set >> distance) & columns)
        })
    }

    /// Left's stones, and the first empty cell of each column, on a board with a row more.
    #[inline]
    fn code(&self, stones: [B; 2]) -> B {
        let columns = self.grid.columns as u32;
        let taken = stones[0] | stones[1];
        let next = (taken | (self.bottom_row << columns)) & !(taken << columns);
        (stones[0] << columns) | next
    }

    /// A code as a key: its two halves.
    #[inline]
    fn halves(code: B) -> [B; 2] {
        let word = code.low_word();
        [B::from_word(word & u64::from(u32::MAX)), B::from_word(word >> 32)]
    }

    /// The cell where a stone in this column comes to lie.
    #[inline]
    fn landing(&self, position: &Position<B>, mv: Move) -> B {
        self.landings(position.stones) & (self.first_column << mv.0)
    }

    /// Places a stone of the mover on an open cell.
    #[inline]
    fn place(&self, position: &mut Position<B>, landing: B) {
        let Position { stones, completing, mover, winner, worth } = position;
        let own = &mut stones[mover.index()];
        *own |= landing;
        let wins = match self.lines.finds_threats() {
            true => !(completing[mover.index()] & landing).is_empty(),
            false => self.lines.any(*own),
        };
        *winner = wins.then_some(*mover);
        completing[mover.index()] = self.lines.completing(*own);
        *worth += self.worth[mover.index()][landing.lowest()];
        *mover = mover.other();
    }
}

impl<B: Bits> Game for ConnectFour<B> {
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
        self.place(position, landing);
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> [B; 2] {
        if self.is_compact { Self::halves(self.code(position.stones)) } else { position.stones }
    }

    #[inline]
    fn status(&self, position: &Position<B>, _scratch: &mut Vec<Move>) -> Status {
        match (position.winner, self.open_columns(position.stones).count()) {
            (Some(winner), _) => Status::Over(winner.win()),
            (None, 0) => Status::Over(0),
            (None, count) => Status::Moves(count),
        }
    }
}

impl<B: Bits> Symmetry for ConnectFour<B> {
    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        if self.is_compact {
            let code = self.code(position.stones);
            return Self::halves(code.min(self.mirrored(code)));
        }
        let stones = position.stones;
        stones.min(stones.map(|own| self.mirrored(own)))
    }
}

impl<B: Bits> StaticBounds for ConnectFour<B> {
    /// Not what lets the opponent make a line at once, if there is anything else.
    #[inline]
    fn candidates(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        if position.winner.is_some() || self.open_columns(position.stones).is_empty() {
            return self.expand(position, moves);
        }
        let cells = self.threats(position).candidates();
        let mut columns = self.first_column;
        for column in 0..self.grid.columns as u32 {
            if !(cells & columns).is_empty() {
                moves.push(Move(column));
            }
            columns = columns << 1;
        }
        None
    }

    /// Where all moves but one lose at once.
    #[inline]
    fn play_forced(&self, position: &mut Position<B>) -> usize {
        let mut played = 0;
        while position.winner.is_none() {
            let Threats { wins, sound, .. } = self.threats(position);
            if !wins.is_empty() || sound.is_empty() || !sound.without_lowest().is_empty() {
                break;
            }
            self.place(position, sound);
            played += 1;
        }
        played
    }

    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        self.proved(position, &self.threats(position))
    }
}

impl<B: Bits> MoveOrdering for ConnectFour<B> {
    /// The lines that can still be made, compared, and the stones in the middle.
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        let [left, right] = position.stones.map(|own| (own & self.centre).count() as i32);
        2 * self.lines.open_difference(position.stones) + left - right
    }

    /// The bounds, and a guess where they leave something open.
    #[inline]
    fn bounds_and_evaluation(&self, position: &Position<B>) -> (Bounds, i32) {
        let threats = self.threats(position);
        let bounds = self.proved(position, &threats);
        let guess = if bounds.is_exact() { 0 } else { self.guess(position, &threats) };
        (bounds, guess)
    }
}

impl<B: Bits> Playouts for ConnectFour<B> {
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

    /// With the stones alone: nobody asks for threats on the way.
    #[inline]
    fn random_end(&self, position: &Position<B>, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Score {
        let Position { mut stones, mut mover, winner, .. } = *position;
        if let Some(winner) = winner {
            return winner.win();
        }
        loop {
            let columns = self.open_columns(stones);
            if columns.is_empty() {
                return 0;
            }
            let column = self.first_column << rng.cell(columns) as u32;
            let landing = self.landings(stones) & column;
            let own = &mut stones[mover.index()];
            *own |= landing;
            if self.lines.any(*own) {
                return mover.win();
            }
            mover = mover.other();
        }
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

    fn diagram(&self, position: &Position<B>) -> Diagram {
        board_diagram(Layout::Square, &stone_text(self.grid, position.stones))
    }

    fn move_cells(&self, position: &Position<B>, mv: Move) -> Vec<(usize, usize)> {
        iter_bits(self.landing(position, mv)).map(|cell| self.grid.place(cell)).collect()
    }
}
