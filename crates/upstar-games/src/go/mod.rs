//! Go: the player with the larger area wins when both players have passed.
//!
//! A move is the number of its cell, row by row from the top; passing is the number of cells.
//! Moves are listed in the order of these numbers.
//!
//! * `board`: strings and liberties; `history.rs`: earlier boards of a position, and ids of
//!   positions;
//! * `playout.rs`: eyes and random play; `benson.rs`: unconditional life;
//! * `patterns.rs`: pattern weights for playouts; `train.rs`: how they are learned;
//! * `text.rs`: positions as text.
//!
//! # Keys
//! Under positional superko the legal moves depend on all earlier boards. So the key of a position
//! stands for its whole history. Under simple ko it stands for the board, the ko point, the passes
//! and the number of moves so far, which the move limit counts. Each history and each state gets
//! its own id (`history::PositionIds`), so that different positions have different keys.

mod benson;
pub(super) mod board;
pub(super) mod history;
pub mod patterns;
mod playout;
pub(super) mod text;
pub mod train;

use std::sync::Arc;

use board::{Board, EMPTY, Point, colour_of};
use history::{History, PositionIds, hash_after, pack};
use text::{Ko, Options, ParsedText, named_cell, no_liberty, point_name};
use upstar_core::{
    self, Bounds, Diagram, Game, GameInfo, Grid, GridSetup, Layout, Move, MoveOrdering, Notation,
    Player, Playouts, PositionError, Rng, STONES, Score, Squares, StaticBounds, Symmetry,
};

use crate::board_diagram;

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "go",
    summary: "surround points and capture stones; the larger area wins",
    labels: ["black", "white"],
    rules: "The players take turns to place a stone of their colour on an empty point, or pass. \
            Stones of one colour that touch along a line form a string. The empty points next to \
            a string are its liberties. A move captures the opponent's strings that it leaves \
            without a liberty. A move that leaves its own string without a liberty is illegal. A \
            move that repeats an earlier board is illegal. With ko=simple, only the immediate \
            recapture of a single stone that has just captured a single stone is illegal. The \
            game is over after two passes in a row, or at the move limit. The score is black's \
            area minus white's area minus komi. A player's area is the stones and the empty \
            regions that touch only them. Half points are rounded away from 0.",
    positions: "a size such as 9x9 or 9, or rows from the top separated by '/': '.' empty, 'x' \
                black, 'o' white; then options after ':', separated by ',': komi=7.5, ko=superko \
                or simple, limit=MOVES, score=area or win (only the winner counts), for playouts \
                eyes=diagonal, liberties, string or none, mercy=STONES, length=MOVES, \
                patterns=NAME and temperature=T, and the \
                moves played since, moves=c3-pass-d4; the player to move is the one after them",
    moves: "the point, c3 (columns have no i), or pass",
    usual: "7x7",
    examples: &["1x1", "1x2", "1x2:komi=0.5", "xo./.x.:limit=3", "2x2:limit=4,ko=simple", "1x3"],
};

/// Go on a board of one size with one set of rules.
pub struct Go {
    grid: Grid,
    options: Options,
    /// The board at the start of the game.
    start: Vec<u8>,
    points: Vec<Point>,
    scores: Vec<Score>,
    /// For unconditional life; `None` on boards of more than 64 points.
    squares: Option<Squares<u64>>,
    ids: PositionIds,
}

/// A position of Go.
#[derive(Clone)]
pub struct Position {
    board: Board,
    mover: Player,
    /// The number of consecutive passes at the end of the moves so far.
    passes: u32,
    /// Moves since the start.
    played: u32,
    /// The game is over after this many moves.
    until: u32,
    /// The earlier boards and moves; `None` in a playout.
    history: Option<Arc<History>>,
}

impl Go {
    /// The game and the position that a text describes. `mover` is to move in that position.
    ///
    /// # Errors
    /// If the text is not a position: see [`INFO`].
    pub fn new(text: &str, mover: Player) -> Result<(Go, Position), PositionError> {
        let ParsedText { setup, options, moves } = ParsedText::new(text)?;
        let grid = setup.grid;
        let points: Vec<Point> = (0..grid.cells()).map(|cell| Board::point(grid, cell)).collect();
        let scores = scores(grid.cells() as i32, &options);
        let squares = (grid.cells() <= 64).then(|| Squares::new(grid));
        let ids = PositionIds::new();
        let game = Go { grid, options, start: setup.cells, points, scores, squares, ids };
        let first = if moves.len().is_multiple_of(2) { mover } else { mover.other() };
        let mut position = game.start(text, first)?;
        for (at, name) in moves {
            let mv = game.named(&position, &game.normalise_move(name));
            let Some(mv) = mv.filter(|_| !game.is_over(&position)) else {
                let why = if game.is_over(&position) {
                    "the game is already over at this move"
                } else {
                    "not a legal move at this point"
                };
                return Err(PositionError::at(text, at, format!("'{name}': {why}")));
            };
            game.play(&mut position, mv);
        }
        Ok((game, position))
    }

    /// The position before any move.
    fn start(&self, text: &str, mover: Player) -> Result<Position, PositionError> {
        let (board, history) = history::start(self.grid, &self.points, self.start.iter().copied())
            .map_err(|(cell, colour)| {
                no_liberty(text, self.grid, cell, INFO.labels[usize::from(colour - 1)])
            })?;
        let until = self.options.limit;
        Ok(Position { board, mover, passes: 0, played: 0, until, history: Some(history) })
    }

    fn pass(&self) -> Move {
        Move(self.grid.cells() as u32)
    }

    #[inline]
    fn is_over(&self, position: &Position) -> bool {
        position.passes >= 2 || position.played >= position.until
    }

    /// The score of a board on which the game is over.
    fn score(&self, board: &Board) -> Score {
        rounded(board.area(), &self.options)
    }

    /// Would a move repeat an earlier board?
    fn repeats_a_board(&self, position: &Position, point: Point) -> bool {
        let Some(history) = position.history.as_ref().filter(|_| self.options.ko == Ko::Superko)
        else {
            return false;
        };
        let (hash, takes) =
            hash_after(&position.board, history.hash, point, colour_of(position.mover));
        // Without captures, every board has more stones than all earlier ones.
        if !(takes || history.has_taken) || !history.all().any(|history| history.hash == hash) {
            return false;
        }
        let mut board = position.board.clone();
        board.play(point, colour_of(position.mover));
        let words = pack(&board, &self.points);
        history.all().any(|history| history.words == words)
    }

    #[inline]
    fn is_legal(&self, position: &Position, point: Point) -> bool {
        position.board.colour(point) == EMPTY
            && position.board.is_legal(point, colour_of(position.mover))
            && !self.repeats_a_board(position, point)
    }

    /// The legal move with a name, in a game that is not over.
    fn named(&self, position: &Position, name: &str) -> Option<Move> {
        if name == "pass" {
            return Some(self.pass());
        }
        let cell = named_cell(self.grid, name)?;
        self.is_legal(position, self.points[cell]).then_some(Move(cell as u32))
    }
}

/// The score of a difference in area. Half points are rounded away from 0, which keeps the sign and
/// the order.
fn rounded(area: i32, options: &Options) -> Score {
    let halves = 2 * area - options.half_komi;
    let score = (halves + (halves % 2)) / 2;
    (if options.wins_only { score.signum() } else { score }) as Score
}

/// All scores that a board can have.
fn scores(cells: i32, options: &Options) -> Vec<Score> {
    if options.wins_only {
        return if options.half_komi % 2 == 0 { vec![-1, 0, 1] } else { vec![-1, 1] };
    }
    (-cells..=cells).map(|area| rounded(area, options)).collect()
}

impl Game for Go {
    type Position = Position;
    type Key = u64;

    fn scores(&self) -> &[Score] {
        &self.scores
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        if self.is_over(position) {
            return Some(self.score(&position.board));
        }
        let legal = self.points.iter().enumerate().filter(|&(_, &p)| self.is_legal(position, p));
        moves.extend(legal.map(|(cell, _)| Move(cell as u32)));
        moves.push(self.pass());
        None
    }

    fn play(&self, position: &mut Position, mv: Move) {
        position.played += 1;
        let Some(&point) = self.points.get(mv.0 as usize) else {
            position.passes += 1;
            position.board.clear_ko();
            position.mover = position.mover.other();
            let after = |history: Arc<History>| {
                history.after(mv, history.hash, history.words, history.has_taken)
            };
            position.history = position.history.take().map(after);
            return;
        };
        let superko = self.options.ko == Ko::Superko;
        let history = position.history.take();
        let hash = match history.as_deref() {
            Some(history) if superko => {
                hash_after(&position.board, history.hash, point, colour_of(position.mover)).0
            }
            _ => 0,
        };
        let taken = position.board.play(point, colour_of(position.mover));
        position.history = history.map(|history| {
            let words = if superko { pack(&position.board, &self.points) } else { history.words };
            history.after(mv, hash, words, history.has_taken || taken > 0)
        });
        position.passes = 0;
        position.mover = position.mover.other();
    }

    /// Positions are numbered in the order in which their keys are requested.
    fn has_stable_keys(&self) -> bool {
        false
    }

    fn key(&self, position: &Position) -> u64 {
        if let (Ko::Superko, Some(history)) = (self.options.ko, &position.history) {
            return self.ids.of_history(history, |history| history.mv.is_none().then_some(0));
        }
        let mut state = [0; 13];
        state[..12].copy_from_slice(&pack(&position.board, &self.points));
        let used = self.grid.cells().div_ceil(32);
        state[used] = u64::from(position.board.ko())
            | u64::from(position.passes) << 16
            | u64::from(position.played) << 32;
        self.ids.of_state(&state[..=used])
    }

    fn heap_bytes(&self) -> usize {
        self.ids.bytes()
    }
}

impl Symmetry for Go {}

impl StaticBounds for Go {
    /// For each bound, counts what is unconditionally alive for its owner, and everything else for
    /// the opponent.
    fn bounds(&self, position: &Position) -> Bounds {
        let cells = self.grid.cells() as i32;
        let mut safe = [0; 2];
        if let Some(squares) = &self.squares {
            let mut stones = [0_u64; 2];
            for (cell, &point) in self.points.iter().enumerate() {
                match position.board.colour(point) {
                    EMPTY => {}
                    colour => stones[usize::from(colour - 1)] |= 1 << cell,
                }
            }
            let [left, right] = stones;
            safe[0] = benson::unconditionally_alive(squares, left, right).count_ones() as i32;
            safe[1] = benson::unconditionally_alive(squares, right, left).count_ones() as i32;
        }
        let [lo, hi] = [2 * safe[0] - cells, cells - 2 * safe[1]];
        Bounds::new(rounded(lo, &self.options), rounded(hi, &self.options))
    }
}

impl MoveOrdering for Go {
    /// The difference in area on the current board, in points.
    fn evaluate(&self, position: &Position) -> i32 {
        (2 * position.board.area() - self.options.half_komi) / 2
    }
}

impl Playouts for Go {
    fn playout_start(&self, position: &Position) -> Position {
        let until = position.played.saturating_add(self.options.length).min(position.until);
        Position { board: position.board.clone(), history: None, until, ..*position }
    }

    fn playout_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        let board = &position.board;
        if self.is_over(position) || playout::reaches_mercy_limit(board, self.options.mercy) {
            return Some(self.score(board));
        }
        let colour = colour_of(position.mover);
        for (cell, &point) in self.points.iter().enumerate() {
            if board.colour(point) == EMPTY
                && playout::is_played(board, self.options.eyes, point, colour)
            {
                moves.push(Move(cell as u32));
            }
        }
        if moves.is_empty() {
            moves.push(self.pass());
        }
        None
    }

    fn playout_move(
        &self,
        position: &Position,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        let board = &position.board;
        if self.is_over(position) || playout::reaches_mercy_limit(board, self.options.mercy) {
            return Err(self.score(board));
        }
        let colour = colour_of(position.mover);
        let point = playout::draw_point(board, colour, &self.options, rng, scratch);
        Ok(point.map_or(self.pass(), |point| Move(board.cell(point) as u32)))
    }

    fn playout_end(&self, position: &Position, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Score {
        let mut board = position.board.clone();
        if !self.is_over(position) {
            let moves = (position.until - position.played).min(self.options.length);
            let Position { mover, passes, .. } = *position;
            playout::play_out(&mut board, mover, passes, moves, &self.options, rng);
        }
        self.score(&board)
    }
}

impl Notation for Go {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position) -> String {
        let mut text = if self.start.iter().all(|&colour| colour == EMPTY) {
            format!("{}x{}", self.grid.rows, self.grid.columns)
        } else {
            GridSetup::print(self.grid, |cell| STONES[usize::from(self.start[cell])])
        };
        let mut options = self.options.text(self.grid);
        let moves = position.history.as_ref().map_or(Vec::new(), |history| history.moves());
        if !moves.is_empty() {
            let names: Vec<String> = moves.iter().map(|&mv| self.move_text(position, mv)).collect();
            options.push(format!("moves={}", names.join("-")));
        }
        if !options.is_empty() {
            text.push(':');
            text.push_str(&options.join(","));
        }
        text
    }

    fn move_text(&self, _position: &Position, mv: Move) -> String {
        if mv == self.pass() { "pass".into() } else { point_name(self.grid, mv.0 as usize) }
    }

    fn diagram(&self, position: &Position) -> Diagram {
        let colour = |cell: usize| usize::from(position.board.colour(self.points[cell]));
        board_diagram(Layout::Points, &GridSetup::print(self.grid, |cell| STONES[colour(cell)]))
    }

    fn move_cells(&self, _position: &Position, mv: Move) -> Vec<(usize, usize)> {
        if mv == self.pass() { Vec::new() } else { vec![self.grid.place(mv.0 as usize)] }
    }
}

#[cfg(test)]
mod tests;
