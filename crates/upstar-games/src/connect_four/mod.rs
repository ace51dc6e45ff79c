//! Connect Four: stones fall down a column. The first line of four (or K) wins. A full board is a
//! draw.
//!
//! A move is the number of its column. Moves are listed from the left.
//!
//! The board is stored row by row from the top without padding (drawn for 3x4):
//! ```text
//!   a  b  c  d
//!   0  1  2  3    row 3: if a cell here is empty, its column is open
//!   4  5  6  7    row 2
//!   8  9 10 11    row 1
//! ```
//! A stone can be placed on the empty cells of row 1 and on empty cells above a stone.
//!
//! * `key.rs`: keys of one word, and the mirror image;
//! * `follow_up.rs`: static bounds by zugzwang; `ends.rs`: static bounds on the plies to the end;
//! * `move_ordering.rs`: the evaluation that orders moves.

mod ends;
mod follow_up;
mod key;
mod move_ordering;

use upstar_core::{
    Bits, Bounds, Diagram, Ends, Game, GameInfo, Grid, GridSetup, Layout, Move, MoveOrdering,
    Notation, Player, Playouts, PositionError, Rng, STONES, Score, StaticBounds, Status, Symmetry,
    iter_bits, stone_text, stones,
};

use self::key::Keys;
use crate::{
    board_diagram,
    cell_moves::{self, CellMoves},
    text_offset,
    winning_lines::{self, Threats, WinningLines},
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "connect-four",
    summary: "stones fall down a column; the first line of four wins",
    labels: ["first", "second"],
    rules: "The players take turns to drop a stone of their own into a column that is not full. \
            It falls onto the highest stone there. The first player with four (or K) stones in \
            a row, horizontally, vertically or diagonally, wins. A full board without a line is \
            a draw.",
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
/// If the text is neither a size nor rows of `.`, `x` and `o`, if the cell below a stone is empty,
/// if K is 0, if both players have a line, or if one has too many stones.
pub fn setup(text: &str) -> Result<GridSetup, PositionError> {
    let setup = GridSetup::parse(text, STONES, Some("the number of stones in a line"))?;
    let grid = setup.grid;
    let floating = (0..grid.cells() - grid.columns)
        .find(|&cell| setup.cells[cell] != 0 && setup.cells[cell + grid.columns] == 0);
    if let Some(cell) = floating {
        let message = format!(
            "the cell below the stone at {} is empty; stones fall to the lowest empty cell",
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
    /// Every other row, starting with the top row: the cells that the follow-up strategy gets.
    follow_up_rows: B,
    /// The leftmost column.
    first_column: B,
    /// The top row. The numbers of its cells are those of the columns.
    top_row: B,
    /// For move ordering: the value of each player's stone on each cell. Larger is better for Left.
    cell_values: [Vec<i32>; 2],
    /// The player who places the last stone if the board is filled.
    last_mover: Player,
    /// The middle column or the two middle columns.
    centre: B,
    /// The length of a row. It is 0 on a board of one row, because a word cannot be shifted by its
    /// whole width.
    row: u32,
    keys: Keys<B>,
}

/// A position of Connect Four.
#[derive(Copy, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    /// The cells, empty or not, where a stone would complete a line of each player.
    completing_cells: [B; 2],
    mover: Player,
    winner: Option<Player>,
    /// The sum of the values of the stones' cells. Larger is better for Left.
    cell_value_sum: i32,
}

/// Copies all fields at once. A derived `clone` copies them one by one, which takes longer.
impl<B: Copy> Clone for Position<B> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

/// The size, the length of a line and the last mover decide everything else.
impl<B> PartialEq for ConnectFour<B> {
    fn eq(&self, other: &Self) -> bool {
        let rules = |game: &Self| (game.grid, game.lines.length, game.last_mover);
        rules(self) == rules(other)
    }
}

impl<B: Bits> ConnectFour<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// If one player has too many stones.
    pub fn new(
        setup: &GridSetup,
        mover: Player,
    ) -> Result<(ConnectFour<B>, Position<B>), PositionError> {
        winning_lines::check_turns(setup, mover)?;
        let grid = setup.grid;
        let column = |column| {
            (0..grid.rows).fold(B::EMPTY, |set, row| set | B::cell(grid.cell(row, column)))
        };
        let (rows, columns) = (grid.rows, grid.columns);
        let board = B::first(grid.cells());
        let empties = setup.cells.iter().filter(|&&cell| cell == 0).count();
        let last_mover = if empties % 2 == 0 { mover.other() } else { mover };
        let game = ConnectFour {
            grid,
            lines: WinningLines::new(grid, setup.suffix.unwrap_or(LENGTH)),
            board,
            bottom_row: board & !B::first(grid.cells() - columns),
            follow_up_rows: (0..grid.cells())
                .filter(|&cell| grid.place(cell).0.is_multiple_of(2))
                .fold(B::EMPTY, |set, cell| set | B::cell(cell)),
            first_column: column(0),
            top_row: B::first(columns),
            cell_values: Player::BOTH
                .map(|player| move_ordering::cell_values(grid, player, last_mover)),
            last_mover,
            centre: column(columns / 2) | column((columns - 1) / 2),
            row: if rows == 1 { 0 } else { columns as u32 },
            keys: Keys::new(grid),
        };
        let stones = stones(&setup.cells);
        let winner = game.lines.winner(stones);
        let completing_cells = stones.map(|own| game.lines.completing_cells(own));
        Ok((game, Position { stones, completing_cells, mover, winner, cell_value_sum: 0 }))
    }

    /// The lowest empty cell of each column that is not full.
    #[inline]
    fn landings(&self, stones: [B; 2]) -> B {
        let taken = stones[0] | stones[1];
        self.board & !taken & ((taken >> self.row) | self.bottom_row)
    }

    /// The top cells of the columns that are not full. Their numbers are those of the columns.
    #[inline]
    fn open_columns(&self, stones: [B; 2]) -> B {
        self.top_row & !(stones[0] | stones[1])
    }

    /// The columns that are not full; the score if the game is over.
    #[inline]
    fn cell_moves(&self, position: &Position<B>) -> CellMoves<B> {
        cell_moves::until_won(position.winner, self.open_columns(position.stones))
    }

    /// The empty cells that complete a line of each player.
    #[inline]
    fn threat_cells(&self, position: &Position<B>) -> [B; 2] {
        let empty = self.board & !(position.stones[0] | position.stones[1]);
        position.completing_cells.map(|cells| cells & empty)
    }

    #[inline]
    fn threats(&self, position: &Position<B>) -> Threats<B> {
        let open = self.landings(position.stones);
        self.lines.threats(self.threat_cells(position), position.mover, open, self.row)
    }

    /// The bounds that the threats and the follow-up strategy prove.
    #[inline]
    fn static_bounds(&self, position: &Position<B>, threats: &Threats<B>) -> Bounds {
        let Position { stones, mover, winner, .. } = *position;
        let bounds = self.lines.bounds(stones, winner, mover, threats);
        if bounds.is_exact() {
            return bounds;
        }
        let strategy = self.follow_up(stones, self.threat_cells(position), mover);
        strategy.map_or(bounds, |strategy| bounds.meet(strategy.bounds(mover)))
    }

    /// The cell where a stone that is dropped into this column lands.
    #[inline]
    fn landing(&self, position: &Position<B>, mv: Move) -> B {
        self.landings(position.stones) & (self.first_column << mv.0)
    }

    /// Places a stone of the mover on an open cell.
    #[inline]
    fn place(&self, position: &mut Position<B>, landing: B) {
        let Position { stones, completing_cells, mover, winner, cell_value_sum } = position;
        let own = &mut stones[mover.index()];
        *own |= landing;
        let wins = match self.lines.finds_threats() {
            true => !(completing_cells[mover.index()] & landing).is_empty(),
            false => self.lines.any(*own),
        };
        *winner = wins.then_some(*mover);
        completing_cells[mover.index()] = self.lines.completing_cells(*own);
        *cell_value_sum += self.cell_values[mover.index()][landing.lowest()];
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
        cell_moves::expand(self.cell_moves(position), moves)
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, mv: Move) {
        let landing = self.landing(position, mv);
        self.place(position, landing);
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> [B; 2] {
        self.keys.key(position.stones)
    }

    #[inline]
    fn rebuild(&self, key: &[B; 2], mover: Player) -> Option<Position<B>> {
        let stones = self.keys.stones(*key)?;
        let winner = self.lines.winner(stones);
        let completing_cells = stones.map(|own| self.lines.completing_cells(own));
        Some(Position { stones, completing_cells, mover, winner, cell_value_sum: 0 })
    }

    #[inline]
    fn status(&self, position: &Position<B>, _scratch: &mut Vec<Move>) -> Status {
        cell_moves::status(self.cell_moves(position))
    }
}

impl<B: Bits> Symmetry for ConnectFour<B> {
    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        self.keys.mirror_key(position.stones)
    }
}

impl<B: Bits> StaticBounds for ConnectFour<B> {
    /// Omits moves that let the opponent make a line at once, if there are other moves.
    #[inline]
    fn candidates(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        if let Err(score) = self.cell_moves(position) {
            return Some(score);
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

    /// Plays a move if all others lose at once.
    #[inline]
    fn play_forced(&self, position: &mut Position<B>) -> usize {
        let mut played = 0;
        while position.winner.is_none() {
            let Threats { wins, non_losing, .. } = self.threats(position);
            if !wins.is_empty() || non_losing.is_empty() || !non_losing.without_lowest().is_empty()
            {
                break;
            }
            self.place(position, non_losing);
            played += 1;
        }
        played
    }

    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        self.static_bounds(position, &self.threats(position))
    }

    /// The empty cells.
    #[inline]
    fn max_plies(&self, position: &Position<B>) -> u32 {
        (self.board & !(position.stones[0] | position.stones[1])).count()
    }

    #[inline]
    fn ends(&self, position: &Position<B>) -> Ends {
        self.static_ends(position, &self.threats(position))
    }

    /// Omitted moves lose at once, forced moves are the only ones that do not, and each move is a stone.
    fn keeps_distances(&self) -> bool {
        true
    }
}

impl<B: Bits> MoveOrdering for ConnectFour<B> {
    /// The number of lines that Left can still make minus the number for Right, plus a term for
    /// stones in the middle.
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        let [left, right] = position.stones.map(|own| (own & self.centre).count() as i32);
        2 * self.lines.open_difference(position.stones) + left - right
    }

    /// The static bounds, and an evaluation for move ordering if they do not decide.
    #[inline]
    fn bounds_and_evaluation(&self, position: &Position<B>) -> (Bounds, i32) {
        let threats = self.threats(position);
        let bounds = self.static_bounds(position, &threats);
        let evaluation =
            if bounds.is_exact() { 0 } else { self.ordering_evaluation(position, &threats) };
        (bounds, evaluation)
    }

    /// Positions whose outcome is known still differ in their distance, so they are evaluated too.
    #[inline]
    fn ends_and_evaluation(&self, position: &Position<B>) -> (Ends, i32) {
        let threats = self.threats(position);
        let ends = self.static_ends(position, &threats);
        let evaluation =
            if ends.are_exact() { 0 } else { self.ordering_evaluation(position, &threats) };
        (ends, evaluation)
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
        cell_moves::random_move(self.cell_moves(position), rng)
    }

    /// Updates only the stones, because a playout needs no threats.
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
