//! Local fights of Go. Some points are playable, and some stones are the target. The family of seki
//! problems of Cazenave and Saffidine (*Score Bounded Monte-Carlo Tree Search*, 2010) is included.
//!
//! A move is the number of its cell, row by row from the top; passing is the number of cells.
//! Moves are listed in the order of these numbers.
//!
//! The problem M,m,s as a board, drawn for 3,4,2. `+` is playable, `X` and `O` are the targets. The
//! outer stones cannot be captured, because the outer points are not playable.
//! ```text
//!     . . . .
//!     o o o o
//!     + + + X      Max's own liberties
//!     X X X X
//!     + + O O      the shared ones
//!     O O O O
//!     + + + +      Min's own liberties
//!     x x x x
//!     . . . .
//! ```
//!
//! # Keys, and ko
//! Before the first capture every move adds a stone, so no board repeats, and the key is the
//! stones. The first capture starts a record of boards, including the board before it. None of them
//! may repeat (positional superko since the first capture). From then on the key stands for the
//! board before the capture and the moves since then, numbered as in [`go`](super::go).

mod key;
mod text;

use std::sync::Arc;

use upstar_core::{
    Alphabet, Diagram, Game, GameInfo, Grid, GridSetup, Layout, Move, MoveOrdering, Notation,
    Player, Playouts, PositionError, Score, StaticBounds, Symmetry,
};

use self::{
    key::PositionKey,
    text::{liberties, rows},
};
use crate::{
    board_diagram,
    go::{
        board::{Board, EMPTY, MAX_SIDE, Point, colour_of},
        history::{self, History, PositionIds, hash_after, pack},
        text::{named_cell, no_liberty, point_name},
    },
    text_offset,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "seki",
    summary: "a local fight of Go: capture the target to win; two passes are a draw",
    labels: ["black", "white"],
    rules: "Go in a part of the board. The players may play on points marked '+' and on points \
            whose stones were captured, or pass. A player who captures a target stone of the \
            opponent wins. After two passes in a row, the game is a draw if both players have a \
            target. If only one player has a target, it lives and its owner wins. Suicide is \
            illegal. From the first capture on, no board may repeat, including the board before \
            the capture. A long fight after that ends at a move limit, as if both had passed. \
            There are no ko threats elsewhere.",
    positions: "M,m,s: Max's (black's) own liberties, Min's own, shared ones; or rows from the \
                top separated by '/': '+' an empty point that is playable, '.' one that is \
                not, 'x' and 'o' stones, 'X' and 'O' target stones; then optionally the moves \
                played since, :moves=c3-pass-d4; the player to move is the one after them",
    moves: "the point, c3 (columns have no i), or pass",
    usual: "3,4,2",
    examples: &["1,1,1", "1,1,2", "1,0,2", "0,1,1", "XO+/+O+/..o", "X++o/oooo/...o"],
};

const MARKS: Alphabet = &['.', 'x', 'o', '+', 'X', 'O'];
/// The maximum number of playable points. Each has one bit, and one more bit is for passes.
const MAX_POINTS: usize = 63;
const WITH_DRAW: [Score; 3] = [-1, 0, 1];
const WITHOUT: [Score; 2] = [-1, 1];

/// A fight: a board, its playable points and its targets.
pub struct Seki {
    grid: Grid,
    /// The text of the start.
    head: String,
    /// The start, as indices into [`MARKS`].
    start: Vec<u8>,
    points: Vec<Point>,
    /// The cells marked `+`.
    open: Vec<usize>,
    /// Do Left and Right have targets?
    has_target: [bool; 2],
    /// The maximum number of moves after the first capture.
    limit: u32,
    ids: PositionIds,
}

/// A position of a fight.
#[derive(Clone)]
pub struct Position {
    board: Board,
    mover: Player,
    passes: u32,
    /// Moves since the first capture.
    since: u32,
    /// The player who has captured a target.
    winner: Option<Player>,
    history: Arc<History>,
}

impl Seki {
    /// The game and the position that a text describes. `mover` is to move in that position.
    ///
    /// # Errors
    /// If the text is not a fight: see [`INFO`].
    pub fn new(text: &str, mover: Player) -> Result<(Seki, Position), PositionError> {
        let (body, rest) = text.split_once(':').map_or((text, None), |(b, r)| (b, Some(r)));
        let drawing = match liberties(text, body) {
            Some(numbers) => rows(numbers?),
            None if body.contains(',') || !body.contains(['+', 'X', 'O']) => {
                let message = "expected M,m,s (numbers of liberties, such as 3,4,2), or rows with \
                               playable points '+' and target stones 'X' or 'O'";
                return Err(PositionError::new(text, message));
            }
            None => body.to_string(),
        };
        let most = MAX_SIDE * MAX_SIDE;
        let setup = GridSetup::parse_up_to(text, &drawing, MARKS, most)?;
        let game = Seki::from_setup(text, body, setup)?;
        let moves: Vec<&str> = match rest {
            None => Vec::new(),
            Some(rest) => match rest.strip_prefix("moves=") {
                Some(moves) => moves.split('-').filter(|_| !moves.is_empty()).collect(),
                None => {
                    let at = body.chars().count() + 1;
                    let message =
                        "expected moves such as moves=c3-pass-d4; seki has no other options";
                    return Err(PositionError::at(text, at, message));
                }
            },
        };
        let first = if moves.len().is_multiple_of(2) { mover } else { mover.other() };
        let mut position = game.start(text, first)?;
        for name in moves {
            let name = game.normalise_move(name);
            let mv = game.named(&position, &name);
            let Some(mv) = mv.filter(|_| game.result(&position).is_none()) else {
                return Err(PositionError::new(
                    text,
                    format!("'{name}' is not a legal move at this point"),
                ));
            };
            game.play(&mut position, mv);
        }
        Ok((game, position))
    }

    fn from_setup(text: &str, head: &str, setup: GridSetup) -> Result<Seki, PositionError> {
        let GridSetup { grid, cells: start, .. } = setup;
        if grid.rows.max(grid.columns) > MAX_SIDE {
            let message = format!("a side may have at most {MAX_SIDE} points");
            return Err(PositionError::new(text, message));
        }
        let points = (0..grid.cells()).map(|cell| Board::point(grid, cell)).collect();
        let open: Vec<usize> = (0..grid.cells()).filter(|&cell| start[cell] == 3).collect();
        if open.len() > MAX_POINTS {
            let at = text_offset(open[MAX_POINTS], grid.columns);
            let message = format!("there are too many playable points; the limit is {MAX_POINTS}");
            return Err(PositionError::at(text, at, message));
        }
        let has_target = [4, 5].map(|mark| start.contains(&mark));
        if has_target == [false, false] {
            let message = "there is no target; mark the target stones 'X' or 'O'";
            return Err(PositionError::new(text, message));
        }
        let limit = 8 * open.len() as u32 + 100;
        let (head, ids) = (head.to_string(), PositionIds::new());
        Ok(Seki { grid, head, start, points, open, has_target, limit, ids })
    }

    fn start(&self, text: &str, mover: Player) -> Result<Position, PositionError> {
        let colours = self.start.iter().map(|mark| mark % 3);
        let (board, history) =
            history::start(self.grid, &self.points, colours).map_err(|(cell, colour)| {
                no_liberty(text, self.grid, cell, INFO.labels[usize::from(colour - 1)])
            })?;
        Ok(Position { board, mover, passes: 0, since: 0, winner: None, history })
    }

    fn pass(&self) -> Move {
        Move(self.grid.cells() as u32)
    }

    /// The score, if the fight is over.
    fn result(&self, position: &Position) -> Option<Score> {
        if let Some(winner) = position.winner {
            return Some(winner.win());
        }
        let is_over = position.passes >= 2 || position.since >= self.limit;
        is_over.then_some(match self.has_target {
            [true, true] => 0,
            [true, false] => 1,
            _ => -1,
        })
    }

    fn takes_target(&self, position: &Position, point: Point) -> bool {
        let board = &position.board;
        let is_target = |stone: Point| self.start[board.cell(stone)] > 3;
        let mut strings = board.taken(point, colour_of(position.mover));
        strings.any(|string| board.string(string).any(is_target))
    }

    /// The boards that may not repeat: those since the first capture, and the one before it.
    fn record(position: &Position) -> impl Iterator<Item = &History> {
        let mut open = true;
        position
            .history
            .all()
            .take_while(move |history| std::mem::replace(&mut open, history.has_taken))
    }

    fn repeats_a_board(&self, position: &Position, point: Point) -> bool {
        let (hash, takes) =
            hash_after(&position.board, position.history.hash, point, colour_of(position.mover));
        if !(takes || position.history.has_taken)
            || !Seki::record(position).any(|history| history.hash == hash)
        {
            return false;
        }
        let mut board = position.board.clone();
        board.play(point, colour_of(position.mover));
        let words = pack(&board, &self.points);
        Seki::record(position).any(|history| history.words == words)
    }

    /// May the player to move place a stone on a cell? A `.` is not playable.
    fn is_legal(&self, position: &Position, cell: usize) -> bool {
        let point = self.points[cell];
        self.start[cell] != EMPTY
            && position.board.colour(point) == EMPTY
            && !position.board.is_suicide(point, colour_of(position.mover))
            && !self.repeats_a_board(position, point)
    }

    fn named(&self, position: &Position, name: &str) -> Option<Move> {
        if name == "pass" {
            return Some(self.pass());
        }
        let cell = named_cell(self.grid, name)?;
        self.is_legal(position, cell).then_some(Move(cell as u32))
    }
}

impl Game for Seki {
    type Position = Position;
    type Key = PositionKey;

    fn scores(&self) -> &[Score] {
        if self.has_target == [true, true] { &WITH_DRAW } else { &WITHOUT }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Score> {
        let result = self.result(position);
        if result.is_none() {
            let cells = (0..self.points.len()).filter(|&cell| self.is_legal(position, cell));
            moves.extend(cells.map(|cell| Move(cell as u32)));
            moves.push(self.pass());
        }
        result
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let History { hash, words, has_taken, .. } = *position.history;
        position.since += u32::from(has_taken);
        if let Some(&point) = self.points.get(mv.0 as usize) {
            let (hash, takes) = hash_after(
                &position.board,
                position.history.hash,
                point,
                colour_of(position.mover),
            );
            if takes && self.takes_target(position, point) {
                position.winner = Some(position.mover);
            }
            position.board.play(point, colour_of(position.mover));
            let words = pack(&position.board, &self.points);
            position.passes = 0;
            position.history = position.history.after(mv, hash, words, has_taken || takes);
        } else {
            position.passes += 1;
            position.history = position.history.after(mv, hash, words, has_taken);
        }
        position.mover = position.mover.other();
    }

    /// Histories are numbered in the order in which their keys are requested.
    fn has_stable_keys(&self) -> bool {
        false
    }

    fn key(&self, position: &Position) -> PositionKey {
        // The highest bits are free, because there are at most 63 points.
        let mut stones = [1, 0].map(|passes| u64::from(position.passes > passes) << 63);
        if position.history.has_taken {
            let first =
                |history: &History| (!history.has_taken).then(|| self.ids.of_state(&history.words));
            return PositionKey { stones, history: self.ids.of_history(&position.history, first) };
        }
        for (bit, &cell) in self.open.iter().enumerate() {
            let colour = position.board.colour(self.points[cell]);
            if colour != EMPTY {
                stones[usize::from(colour - 1)] |= 1 << bit;
            }
        }
        PositionKey { stones, history: 0 }
    }

    fn heap_bytes(&self) -> usize {
        self.ids.bytes()
    }
}

impl Symmetry for Seki {}

impl StaticBounds for Seki {}

impl MoveOrdering for Seki {}

impl Playouts for Seki {}

impl Notation for Seki {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position) -> String {
        let moves = position.history.moves();
        let names: Vec<String> = moves.iter().map(|&mv| self.move_text(position, mv)).collect();
        match &names[..] {
            [] => self.head.clone(),
            names => format!("{}:moves={}", self.head, names.join("-")),
        }
    }

    fn move_text(&self, _position: &Position, mv: Move) -> String {
        if mv == self.pass() { "pass".into() } else { point_name(self.grid, mv.0 as usize) }
    }

    fn diagram(&self, position: &Position) -> Diagram {
        let character = |cell: usize| match position.board.colour(self.points[cell]) {
            EMPTY if self.start[cell] == EMPTY => ' ',
            colour => ['.', 'x', 'o'][usize::from(colour)],
        };
        board_diagram(Layout::Points, &GridSetup::print(self.grid, character))
    }

    fn move_cells(&self, _position: &Position, mv: Move) -> Vec<(usize, usize)> {
        if mv == self.pass() { Vec::new() } else { vec![self.grid.place(mv.0 as usize)] }
    }
}
