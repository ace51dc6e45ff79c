//! Local fights of Go: some points may be played, some stones are the target; and the family of
//! seki problems of Cazenave and Saffidine (*Score Bounded Monte-Carlo Tree Search*, 2010).
//!
//! A move is the number of its cell, row by row from the top; passing is the number of cells.
//! Moves are listed in the order of these numbers.
//!
//! The problem M,m,s as a board, for 3,4,2 (`+` may be played, `X` and `O` are the targets, the
//! outer stones cannot be taken since the outer points are never played on):
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
//! # Names of positions, and ko
//! Until stones are taken every move adds one, so nothing comes back: a position is its stones. The
//! first capture starts a record of boards, the one before it included, and none of them may come
//! back (positional superko since the first capture). From then on a position is named by the board
//! before the capture and the moves since, as [`go`](super::go) names its plays.

use std::sync::Arc;

use upstar_core::{
    self, Alphabet, Diagram, Game, GameInfo, Grid, GridSetup, Key, Layout, Move, MoveOrdering,
    Notation, Planes, Player, Playouts, PositionError, Score, StaticBounds, Symmetry, Wide,
};

use super::{
    board_diagram,
    go::{
        board::{Board, EMPTY, LONGEST_SIDE, Point, colour_of},
        past::{Names, Past, pack, stone_hash},
        text::{named_cell, no_liberty, point_name},
    },
    text_offset,
};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "seki",
    summary: "a local fight of Go: take the target and win; both pass: draw",
    labels: ["black", "white"],
    rules: "Go in a part of the board. Only points marked '+', and points whose stones were \
            taken, may be played; everybody may pass. Whoever takes a target stone of the opponent \
            wins. When both pass in turn, it is a draw if both players have a target; if only \
            one has, it lives and its owner wins. Suicide is illegal. From the first capture on, \
            no board (the one before it included) may come back; a fight that goes on for long \
            after that is over as if both had passed. Nobody has ko threats elsewhere.",
    positions: "M,m,s: Max's (black's) own liberties, Min's own, shared ones; or rows from the \
                top separated by '/': '+' an empty point that may be played, '.' one that may \
                not, 'x' and 'o' stones, 'X' and 'O' target stones; then optionally the moves \
                played since, :moves=c3-pass-d4; the player to move is the one after them",
    moves: "the point, c3 (columns have no i), or pass",
    usual: "3,4,2",
    examples: &["1,1,1", "1,1,2", "1,0,2", "0,1,1", "XO+/+O+/..o", "X++o/oooo/...o"],
};

const MARKS: Alphabet = &['.', 'x', 'o', '+', 'X', 'O'];
/// The most points that may be played: a bit for each, and one to spare for passes.
const MOST_POINTS: usize = 63;
const WITH_DRAW: [Score; 3] = [-1, 0, 1];
const WITHOUT: [Score; 2] = [-1, 1];

/// A fight: a board, where it may be played on, and what it is about.
pub struct Seki {
    grid: Grid,
    /// The text of the start.
    head: String,
    /// The start, as numbers of [`MARKS`].
    start: Vec<u8>,
    points: Vec<Point>,
    /// The cells marked `+`.
    open: Vec<usize>,
    /// Do Left and Right have targets?
    has_target: [bool; 2],
    /// Moves after the first capture.
    limit: u32,
    names: Names,
}

/// A position of a fight.
#[derive(Clone)]
pub struct Position {
    board: Board,
    mover: Player,
    passes: u32,
    /// Moves since the first capture.
    since: u32,
    /// Who has taken a target.
    winner: Option<Player>,
    past: Arc<Past>,
}

/// The name of a position: see the head of this file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    stones: [u64; 2],
    play: u64,
}

impl Key for Name {
    const BYTES: usize = 24;

    fn write(&self, bytes: &mut Vec<u8>) {
        self.stones.write(bytes);
        self.play.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Name {
        Name { stones: <[u64; 2]>::read(bytes), play: u64::read(bytes) }
    }

    #[inline]
    fn hash64(&self) -> u64 {
        [self.stones.hash64(), self.play].hash64()
    }
}

impl Wide for Name {
    #[inline]
    fn widen(self) -> Planes {
        let [first, second] = self.stones.map(u128::from);
        [first | second << 64, u128::from(self.play)]
    }

    #[inline]
    fn narrow([stones, play]: Planes) -> Name {
        Name { stones: [stones as u64, (stones >> 64) as u64], play: play as u64 }
    }
}

/// The rows of the problem M,m,s.
fn rows([max, min, shared]: [usize; 3]) -> String {
    let width = max.max(min).max(shared).max(1);
    let row = |open: usize, rest: &str| "+".repeat(open) + &rest.repeat(width - open);
    let full = |stone: &str| stone.repeat(width);
    let rows = [
        full("."),
        full("o"),
        row(max, "X"),
        full("X"),
        row(shared, "O"),
        full("O"),
        row(min, "O"),
        full("x"),
        full("."),
    ];
    rows.join("/")
}

/// Reads `M,m,s`; none if the text does not look like one.
fn liberties(text: &str, body: &str) -> Option<Result<[usize; 3], PositionError>> {
    let numbers: Option<Vec<usize>> = body
        .split(',')
        .map(|n| n.parse().ok().filter(|_| n.len() <= 3 && n.bytes().all(|b| b.is_ascii_digit())))
        .collect();
    let [max, min, shared] = numbers?[..] else { return None };
    let error = |message: String| Some(Err(PositionError::new(text, message)));
    if max.max(min).max(shared) > LONGEST_SIDE {
        return error(format!("at most {LONGEST_SIDE} liberties of a kind fit on a board"));
    }
    if max.min(min) + shared == 0 {
        return error("both players need a liberty: M + s and m + s should be above 0".into());
    }
    Some(Ok([max, min, shared]))
}

impl Seki {
    /// The game and the position that a text describes. `mover` moves at that position.
    ///
    /// # Errors
    /// If the text is not a fight: see [`INFO`].
    pub fn new(text: &str, mover: Player) -> Result<(Seki, Position), PositionError> {
        let (body, rest) = text.split_once(':').map_or((text, None), |(b, r)| (b, Some(r)));
        let drawing = match liberties(text, body) {
            Some(numbers) => rows(numbers?),
            None if body.contains(',') || !body.contains(['+', 'X', 'O']) => {
                let message = "a fight is M,m,s (liberties, such as 3,4,2), or rows with '+' where \
                               it may be played and target stones 'X' or 'O'";
                return Err(PositionError::new(text, message));
            }
            None => body.to_string(),
        };
        let most = LONGEST_SIDE * LONGEST_SIDE;
        let setup = GridSetup::parse_up_to(text, &drawing, MARKS, most)?;
        let game = Seki::on(text, body, setup)?;
        let moves: Vec<&str> = match rest {
            None => Vec::new(),
            Some(rest) => match rest.strip_prefix("moves=") {
                Some(moves) => moves.split('-').filter(|_| !moves.is_empty()).collect(),
                None => {
                    let at = body.chars().count() + 1;
                    let message = "only moves=c3-pass-d4 may follow: nobody has ko threats, and \
                                   after the first capture no board may come back";
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
                return Err(PositionError::new(text, format!("'{name}' is no legal move there")));
            };
            game.play(&mut position, mv);
        }
        Ok((game, position))
    }

    fn on(text: &str, head: &str, setup: GridSetup) -> Result<Seki, PositionError> {
        let GridSetup { grid, cells: start, .. } = setup;
        if grid.rows.max(grid.columns) > LONGEST_SIDE {
            let message = format!("a side has at most {LONGEST_SIDE} points");
            return Err(PositionError::new(text, message));
        }
        let points = (0..grid.cells()).map(|cell| Board::point(grid, cell)).collect();
        let open: Vec<usize> = (0..grid.cells()).filter(|&cell| start[cell] == 3).collect();
        if open.len() > MOST_POINTS {
            let at = text_offset(open[MOST_POINTS], grid.columns);
            let message = format!("more than {MOST_POINTS} points to play on are too many");
            return Err(PositionError::at(text, at, message));
        }
        let has_target = [4, 5].map(|mark| start.contains(&mark));
        if has_target == [false, false] {
            let message = "there is no target: mark the stones to be taken 'X' or 'O'";
            return Err(PositionError::new(text, message));
        }
        let limit = 8 * open.len() as u32 + 100;
        let (head, names) = (head.to_string(), Names::new());
        Ok(Seki { grid, head, start, points, open, has_target, limit, names })
    }

    fn start(&self, text: &str, mover: Player) -> Result<Position, PositionError> {
        let mut board = Board::new(self.grid);
        let mut hash = 0;
        for (&point, &mark) in self.points.iter().zip(&self.start) {
            let colour = mark % 3;
            if colour != EMPTY {
                board.put(point, colour);
                hash ^= stone_hash(point, colour);
            }
        }
        for (cell, &point) in self.points.iter().enumerate() {
            let colour = board.colour(point);
            if colour != EMPTY && !board.has_liberty(point) {
                let label = INFO.labels[usize::from(colour - 1)];
                return Err(no_liberty(text, self.grid, cell, label));
            }
        }
        let past = Past::start(hash, pack(&board, &self.points));
        Ok(Position { board, mover, passes: 0, since: 0, winner: None, past })
    }

    fn pass(&self) -> Move {
        Move(self.grid.cells() as u32)
    }

    /// The score, once the fight is over.
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

    /// The hash of the board after a move, and whether it takes stones.
    fn hash_after(&self, position: &Position, point: Point) -> (u64, bool) {
        let (board, colour) = (&position.board, colour_of(position.mover));
        let mut hash = position.past.hash ^ stone_hash(point, colour);
        let mut takes = false;
        for string in board.taken(point, colour) {
            takes = true;
            hash = board.string(string).fold(hash, |h, stone| h ^ stone_hash(stone, 3 - colour));
        }
        (hash, takes)
    }

    fn takes_target(&self, position: &Position, point: Point) -> bool {
        let board = &position.board;
        let is_target = |stone: Point| self.start[board.cell(stone)] > 3;
        let mut strings = board.taken(point, colour_of(position.mover));
        strings.any(|string| board.string(string).any(is_target))
    }

    /// The boards that may not come back: those since the first capture, and the one before it.
    fn record(position: &Position) -> impl Iterator<Item = &Past> {
        let mut open = true;
        position.past.all().take_while(move |past| std::mem::replace(&mut open, past.has_taken))
    }

    fn comes_back(&self, position: &Position, point: Point) -> bool {
        let (hash, takes) = self.hash_after(position, point);
        if !(takes || position.past.has_taken)
            || !Seki::record(position).any(|past| past.hash == hash)
        {
            return false;
        }
        let mut board = position.board.clone();
        board.play(point, colour_of(position.mover));
        let words = pack(&board, &self.points);
        Seki::record(position).any(|past| past.words == words)
    }

    /// May the player to move put a stone on a cell? A `.` is never played on.
    fn is_legal(&self, position: &Position, cell: usize) -> bool {
        let point = self.points[cell];
        self.start[cell] != EMPTY
            && position.board.colour(point) == EMPTY
            && !position.board.is_suicide(point, colour_of(position.mover))
            && !self.comes_back(position, point)
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
    type Key = Name;

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
        let Past { hash, words, has_taken, .. } = *position.past;
        position.since += u32::from(has_taken);
        if let Some(&point) = self.points.get(mv.0 as usize) {
            let (hash, takes) = self.hash_after(position, point);
            if takes && self.takes_target(position, point) {
                position.winner = Some(position.mover);
            }
            position.board.play(point, colour_of(position.mover));
            let words = pack(&position.board, &self.points);
            position.passes = 0;
            position.past = position.past.after(mv, hash, words, has_taken || takes);
        } else {
            position.passes += 1;
            position.past = position.past.after(mv, hash, words, has_taken);
        }
        position.mover = position.mover.other();
    }

    /// Keys name plays by numbers that are given out as they come.
    fn has_stable_keys(&self) -> bool {
        false
    }

    fn key(&self, position: &Position) -> Name {
        // The highest bits are free, as there are at most 63 points.
        let mut stones = [1, 0].map(|passes| u64::from(position.passes > passes) << 63);
        if position.past.has_taken {
            let first = |past: &Past| (!past.has_taken).then(|| self.names.of_state(&past.words));
            return Name { stones, play: self.names.of_play(&position.past, first) };
        }
        for (bit, &cell) in self.open.iter().enumerate() {
            let colour = position.board.colour(self.points[cell]);
            if colour != EMPTY {
                stones[usize::from(colour - 1)] |= 1 << bit;
            }
        }
        Name { stones, play: 0 }
    }

    fn heap_bytes(&self) -> usize {
        self.names.bytes()
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
        let moves = position.past.moves();
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
