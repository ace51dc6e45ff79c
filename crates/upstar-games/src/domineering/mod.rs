//! Domineering: Left places vertical dominoes, Right places horizontal ones. A player who cannot
//! move loses.
//!
//! A move is the number of the domino's upper or left cell. Moves are listed row by row from
//! the top, left to right.
//!
//! * `runs.rs`: dominoes along rows and columns; `move_ordering.rs`: priorities of moves;
//! * `packing.rs`, `safe_move_race.rs` and `packing_bounds.rs`: static bounds;
//! * `parts.rs`: independent parts; `text.rs`: positions and moves as text.

mod move_ordering;
mod packing;
mod packing_bounds;
mod parts;
mod runs;
mod safe_move_race;
mod text;

use upstar_core::{
    Alphabet, Bits, Bounds, Game, GameInfo, Grid, GridSetup, Move, MoveOrdering, Player, Playouts,
    PositionError, Rng, Score, Shapes, Squares, StaticBounds, Status, Symmetry, Wide, upside_down,
};

use self::{packing_bounds::MoverRace, safe_move_race::SafeMoveRace};
use crate::cell_moves::{self, CellMoves};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "domineering",
    summary: "vertical against horizontal dominoes; a player who cannot move loses",
    labels: ["vertical", "horizontal"],
    rules: "The players take turns to cover two adjacent free cells with a domino. Left \
            (vertical) covers cells one above the other, Right (horizontal) side by side. A \
            player who cannot move loses.",
    positions: "a size such as 6x6, or rows from the top separated by '/': '.' free, '#' taken",
    moves: "the domino's two cells, a1a2",
    usual: "6x6",
    examples: &["2x2", "3x3", "3x4", "4x3", "1x5", "..#/.../#.."],
};

const ALPHABET: Alphabet = &['.', '#'];
const SCORES: [Score; 2] = [-1, 1];

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.` and `#`.
pub fn setup(text: &str) -> Result<GridSetup, PositionError> {
    GridSetup::parse(text, ALPHABET, None)
}

/// Domineering on a board of one size.
#[derive(Clone, Debug)]
pub struct Domineering<B> {
    grid: Grid,
    board: B,
    /// Every column except the last: the cells where a horizontal domino can begin.
    not_last_column: B,
    /// Every row except the last.
    not_last_row: B,
    /// The length of a row. It is 0 on a board of one row, because a word cannot be shifted by its
    /// whole width.
    row: u32,
    squares: Squares<B>,
    shapes: Shapes<B>,
    race: &'static SafeMoveRace,
    /// The priority of each player's moves when other criteria are equal, by their first cells.
    place_priorities: [Vec<i32>; 2],
}

/// A position of Domineering.
#[derive(Clone, Copy, Debug)]
pub struct Position<B> {
    taken: B,
    /// The cells of `taken` that vertical dominoes cover.
    vertical: B,
    /// The cells of `taken` that horizontal dominoes cover.
    horizontal: B,
    mover: Player,
}

/// The size decides everything else.
impl<B> PartialEq for Domineering<B> {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid
    }
}

impl<B: Bits> Domineering<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// Never: every board of `.` and `#` is a position.
    pub fn new(
        setup: &GridSetup,
        mover: Player,
    ) -> Result<(Domineering<B>, Position<B>), PositionError> {
        let grid = setup.grid;
        let board = B::first(grid.cells());
        let last = (0..grid.rows)
            .fold(B::EMPTY, |set, row| set | B::cell(grid.cell(row, grid.columns - 1)));
        let taken = setup
            .cells
            .iter()
            .enumerate()
            .filter(|&(_, &c)| c != 0)
            .fold(B::EMPTY, |set, (cell, _)| set | B::cell(cell));
        let squares = Squares::new(grid);
        let game = Domineering {
            grid,
            board,
            not_last_column: board & !last,
            not_last_row: B::first(grid.cells() - grid.columns),
            row: if grid.rows == 1 { 0 } else { grid.columns as u32 },
            squares,
            shapes: Shapes::new(grid),
            race: SafeMoveRace::shared(),
            place_priorities: Player::BOTH
                .map(|player| move_ordering::place_priorities(grid, player)),
        };
        Ok((game, Position { taken, vertical: B::EMPTY, horizontal: B::EMPTY, mover }))
    }

    #[inline]
    fn free(&self, position: &Position<B>) -> B {
        self.board & !position.taken
    }

    /// The first cells of the dominoes of the player to move; the score if there are none.
    #[inline]
    fn cell_moves(&self, position: &Position<B>) -> CellMoves<B> {
        let starts = self.starts(self.free(position), position.mover);
        cell_moves::normal_play(starts, position.mover)
    }

    /// The distance from the first to the second cell of `player`'s dominoes.
    #[inline]
    fn step(&self, player: Player) -> usize {
        match player {
            Player::Left => self.grid.columns,
            Player::Right => 1,
        }
    }

    fn cells(&self, position: &Position<B>, mv: Move) -> [usize; 2] {
        let first = mv.0 as usize;
        [first, first + self.step(position.mover)]
    }

    /// The least of a set of cells and its three reflections.
    #[inline]
    fn least_reflection(&self, set: B) -> B {
        let Grid { rows, columns } = self.grid;
        let cells = self.grid.cells();
        let flipped = upside_down(set, rows, columns);
        set.min(flipped).min(set.reversed(cells)).min(flipped.reversed(cells))
    }
}

impl<B: Bits> Game for Domineering<B> {
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
        let first = mv.0 as usize;
        let domino = B::cell(first) | B::cell(first + self.step(position.mover));
        position.taken |= domino;
        match position.mover {
            Player::Left => position.vertical |= domino,
            Player::Right => position.horizontal |= domino,
        }
        position.mover = position.mover.other();
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> [B; 2] {
        [position.taken, B::EMPTY]
    }

    /// The owners of the dominoes are lost. The rules do not need them.
    #[inline]
    fn rebuild(&self, &[taken, more]: &[B; 2], mover: Player) -> Option<Position<B>> {
        let is_position = more.is_empty() && (taken & !self.board).is_empty();
        let position = Position { taken, vertical: B::EMPTY, horizontal: B::EMPTY, mover };
        is_position.then_some(position)
    }

    #[inline]
    fn status(&self, position: &Position<B>, _scratch: &mut Vec<Move>) -> Status {
        cell_moves::status(self.cell_moves(position))
    }
}

impl<B: Bits> Symmetry for Domineering<B> {
    #[inline]
    fn owner_key(&self, position: &Position<B>) -> [B; 2] {
        [position.taken, position.vertical]
    }

    /// The least of the position and its three reflections. Cells that neither player can use count
    /// as taken, and so do runs that only one player can use. The value of such a run is an
    /// integer. The key contains only the sum of these integers.
    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        let free = self.free(position);
        let private = Player::BOTH.map(|player| self.private(free, player));
        let moves = |player: Player| {
            let runs = private[player.index()];
            self.packing(runs & self.back(runs, player), player).count()
        };
        let more = (B::CAPACITY as u32 + moves(Player::Left)) - moves(Player::Right);
        let shared = free & !(private[0] | private[1]);
        [self.least_reflection(self.board & !shared), B::from_word(u64::from(more))]
    }
}

impl<B: Bits> StaticBounds for Domineering<B> {
    /// Each move covers two cells.
    #[inline]
    fn max_plies(&self, position: &Position<B>) -> u32 {
        self.free(position).count() / 2
    }

    /// The moves of [`candidates_or_value`](StaticBounds::candidates_or_value), or any move if all
    /// of them lose.
    #[inline]
    fn candidates(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        let over = self.candidates_or_value(position, moves);
        let starts = self.starts(self.free(position), position.mover);
        if over.is_some() && !starts.is_empty() {
            moves.push(Move(starts.lowest() as u32));
            return None;
        }
        over
    }

    /// Omits moves that are proved to lose, and moves that a neighbouring move dominates. Of the
    /// moves on runs that only the player to move can use, it keeps one. Each of these moves costs
    /// at least one of the moves that these runs have together, and a move at the beginning of a
    /// run costs exactly one. If no move is left, the player to move loses.
    #[inline]
    fn candidates_or_value(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        let free = self.free(position);
        let mover = position.mover;
        let starts = self.starts(free, mover);
        let equal = starts & self.private(free, mover);
        let listed = starts & !(equal.without_lowest() | self.dominated(free, mover));
        let open = listed & !self.losing_moves(free, mover, listed);
        cell_moves::expand(cell_moves::normal_play(open, mover), moves)
    }

    /// The race with packings of the player to move.
    #[inline]
    fn quick_bounds(&self, position: &Position<B>) -> Bounds {
        let free = self.free(position);
        match self.mover_race(free, position.mover) {
            MoverRace::Won => Bounds::exactly(position.mover.win()),
            MoverRace::Close | MoverRace::Open => Bounds::new(-1, 1),
        }
    }

    /// Packings, each as the number whose bits are the first cells of its dominoes.
    fn witnesses(
        &self,
        position: &Position<B>,
        claimant: Player,
        show: &mut dyn FnMut(&str, &[u8]) -> bool,
    ) {
        self.each_packing(self.free(position), claimant, |firsts| {
            let [number, _] = [firsts, B::EMPTY].widen();
            show("packing", &number.to_le_bytes()[..self.grid.cells().div_ceil(8)])
        });
    }

    /// A race of moves; see `packing_bounds.rs`.
    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        let free = self.free(position);
        match self.proved_winner(free, position.mover) {
            Some(winner) => Bounds::exactly(winner.win()),
            None => Bounds::new(-1, 1),
        }
    }
}

impl<B: Bits> MoveOrdering for Domineering<B> {
    /// The difference in mobility.
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        self.starts(self.free(position), Player::Left).count() as i32
            - self.starts(self.free(position), Player::Right).count() as i32
    }

    #[inline]
    fn move_priorities(
        &self,
        position: &Position<B>,
        moves: &[Move],
        priorities: &mut Vec<i32>,
    ) -> bool {
        self.append_priorities(self.free(position), position.mover, moves, priorities);
        true
    }
}

impl<B: Bits> Playouts for Domineering<B> {
    #[inline]
    fn random_move(
        &self,
        position: &Position<B>,
        rng: &mut Rng,
        _scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        cell_moves::random_move(self.cell_moves(position), rng)
    }

    /// Tracks only the free cells. A playout needs nothing else.
    #[inline]
    fn random_end(&self, position: &Position<B>, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Score {
        let mut free = self.free(position);
        let mut mover = position.mover;
        loop {
            let starts = self.starts(free, mover);
            if starts.is_empty() {
                return mover.other().win();
            }
            let first = B::cell(rng.cell(starts));
            free ^= first | first << self.step(mover) as u32;
            mover = mover.other();
        }
    }
}
