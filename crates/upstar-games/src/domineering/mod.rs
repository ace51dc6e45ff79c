//! Domineering: Left places vertical dominoes, Right horizontal ones; whoever cannot move loses.
//!
//! A move is the number of the domino's upper or left cell. Moves are listed row by row from
//! the top, left to right.

mod harvest;
mod lines;
mod order;
mod plan;

use upstar_core::{
    Alphabet, Bits, Bounds, Cells, Diagram, Game, GameInfo, Grid, GridSetup, Layout, Makes, Move,
    MoveOrdering, Notation, Partisan, Planes, Player, Playouts, PositionError, Rng, Score, Shapes,
    Squares, StaticBounds, Status, Symmetry, Turning, Wide, iter_bits, upside_down,
};

use self::harvest::Harvest;

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "domineering",
    summary: "vertical against horizontal dominoes; whoever cannot move loses",
    labels: ["vertical", "horizontal"],
    rules: "The players take turns to cover two adjacent free cells with a domino, Left \
            (vertical) one above the other, Right (horizontal) side by side. A player who has \
            no move loses.",
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
    /// Every column but the last: where a horizontal domino can begin.
    not_last_column: B,
    /// Every row but the last.
    not_last_row: B,
    /// The length of a row; 0 on a board of one row, where it could be as wide as the word.
    row: u32,
    squares: Squares<B>,
    shapes: Shapes<B>,
    harvest: &'static Harvest,
    /// How early each player's moves come among equals, by their first cells.
    places: [Vec<i32>; 2],
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
            harvest: Harvest::get(),
            places: Player::BOTH.map(|player| order::places(grid, player)),
        };
        Ok((game, Position { taken, vertical: B::EMPTY, horizontal: B::EMPTY, mover }))
    }

    /// How far the second cell of `player`'s dominoes is from the first.
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

    /// The smallest of a set of cells and its three reflections.
    #[inline]
    fn least_reflection(&self, set: B) -> B {
        let Grid { rows, columns } = self.grid;
        let cells = self.grid.cells();
        let flipped = upside_down(set, rows, columns);
        set.min(flipped).min(set.turned(cells)).min(flipped.turned(cells))
    }
}

/// Whoever cannot move loses.
#[inline]
fn lost(mover: Player) -> Score {
    match mover {
        Player::Left => -1,
        Player::Right => 1,
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
        let starts = self.starts(self.board & !position.taken, position.mover);
        if starts.is_empty() {
            return Some(lost(position.mover));
        }
        moves.extend(iter_bits(starts).map(|cell| Move(cell as u32)));
        None
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

    #[inline]
    fn status(&self, position: &Position<B>, _scratch: &mut Vec<Move>) -> Status {
        match self.starts(self.board & !position.taken, position.mover).count() {
            0 => Status::Over(lost(position.mover)),
            count => Status::Moves(count),
        }
    }
}

impl<B: Bits> Symmetry for Domineering<B> {
    #[inline]
    fn owner_key(&self, position: &Position<B>) -> [B; 2] {
        [position.taken, position.vertical]
    }

    /// The smallest of the position and its three reflections. Cells that nobody can use any more
    /// count as taken, and so do runs that only one player can use: each is worth a whole number of
    /// moves, and only how many more Left has of these than Right is part of the key.
    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        let free = self.board & !position.taken;
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
    /// As [`sift`](Game::candidates_or_value) lists them, and any move where all of them surely lose.
    #[inline]
    fn candidates(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        let over = self.candidates_or_value(position, moves);
        let starts = self.starts(self.board & !position.taken, position.mover);
        if over.is_some() && !starts.is_empty() {
            moves.push(Move(starts.lowest() as u32));
            return None;
        }
        over
    }

    /// Not those that surely lose, nor those that a neighbour dominates. Of the moves on runs of cells that
    /// only the mover can use, just one: each costs at least one of the moves that these runs are worth
    /// together, and at the beginning of a run no more. Where nothing is left, the mover loses.
    #[inline]
    fn candidates_or_value(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        let free = self.board & !position.taken;
        let mover = position.mover;
        let starts = self.starts(free, mover);
        let equal = starts & self.private(free, mover);
        let listed = starts & !(equal.without_lowest() | self.dominated(free, mover));
        let open = listed & !self.losing(free, mover, listed);
        if open.is_empty() {
            return Some(lost(mover));
        }
        moves.extend(iter_bits(open).map(|cell| Move(cell as u32)));
        None
    }

    /// What the mover's own plans say.
    #[inline]
    fn quick_bounds(&self, position: &Position<B>) -> Bounds {
        let free = self.board & !position.taken;
        match self.close_to_win(free, position.mover) {
            None => Bounds::exactly(lost(position.mover.other())),
            Some(_) => Bounds::new(-1, 1),
        }
    }

    /// Counting moves; see `plan.rs`.
    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        let free = self.board & !position.taken;
        match self.sure_winner(free, position.mover) {
            Some(winner) => Bounds::exactly(lost(winner.other())),
            None => Bounds::new(-1, 1),
        }
    }
}

impl<B: Bits> MoveOrdering for Domineering<B> {
    /// The difference in mobility.
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        self.starts(self.board & !position.taken, Player::Left).count() as i32
            - self.starts(self.board & !position.taken, Player::Right).count() as i32
    }

    #[inline]
    fn move_priorities(
        &self,
        position: &Position<B>,
        moves: &[Move],
        weights: &mut Vec<i32>,
    ) -> bool {
        self.weigh_moves(self.board & !position.taken, position.mover, moves, weights);
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
        let starts = self.starts(self.board & !position.taken, position.mover);
        if starts.is_empty() {
            return Err(lost(position.mover));
        }
        Ok(Move(rng.cell(starts) as u32))
    }

    /// Only the free cells matter.
    #[inline]
    fn random_end(&self, position: &Position<B>, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Score {
        let mut free = self.board & !position.taken;
        let mut mover = position.mover;
        loop {
            let starts = self.starts(free, mover);
            if starts.is_empty() {
                return lost(mover);
            }
            let first = B::cell(rng.cell(starts));
            free ^= first | first << self.step(mover) as u32;
            mover = mover.other();
        }
    }
}

impl<B: Bits> Partisan for Domineering<B> {
    fn with_mover(&self, position: &Position<B>, player: Player) -> Position<B> {
        Position { mover: player, ..*position }
    }

    #[inline]
    fn unpack(&self, planes: Planes, mover: Player) -> Position<B> {
        let taken = B::narrow(planes);
        Position { taken, vertical: B::EMPTY, horizontal: B::EMPTY, mover }
    }

    /// Free cells.
    #[inline]
    fn size(&self, part: &Position<B>) -> u32 {
        (self.board & !part.taken).count()
    }

    #[inline]
    fn without(&self, position: &Position<B>, part: &Position<B>) -> Option<Position<B>> {
        let taken = position.taken | (self.board & !part.taken);
        Some(Position { taken, ..*position })
    }

    fn cells(&self) -> Option<Cells> {
        let (marks, makes) = (&[0, 1], Makes::Full);
        Some(Cells { grid: self.grid, marks, makes, outside: Some(1), turning: Turning::Negates })
    }

    /// Regions of at least two adjacent free cells.
    fn parts(&self, position: &Position<B>) -> Vec<Position<B>> {
        let regions = self.squares.groups(self.board & !position.taken).into_iter();
        regions
            .filter(|region| region.count() > 1)
            .map(|region| Position { taken: self.board & !region, ..*position })
            .collect()
    }

    /// All sets of taken cells.
    fn all_positions(&self) -> Option<Box<dyn Iterator<Item = Position<B>> + '_>> {
        let mut next = Some(B::EMPTY);
        Some(Box::new(std::iter::from_fn(move || {
            let taken = next?;
            // Counts in base two: the first free cell is taken, those before it are freed.
            let free = self.board & !taken;
            let first = || free.lowest();
            next = (!free.is_empty()).then(|| (taken & !B::first(first())) | B::cell(first()));
            let none = B::EMPTY;
            Some(Position { taken, vertical: none, horizontal: none, mover: Player::Left })
        })))
    }

    /// The free cells, moved into a corner.
    #[inline]
    fn placed_key(&self, part: &Position<B>) -> [B; 2] {
        [self.shapes.moved([self.board & !part.taken])[0], B::EMPTY]
    }

    /// The free cells, moved into a corner and reflected.
    fn part_key(&self, part: &Position<B>) -> [B; 2] {
        [self.shapes.least([self.board & !part.taken], false)[0], B::EMPTY]
    }

    /// The smallest reflection; the key is no position.
    fn image(&self, position: &Position<B>) -> Planes {
        [self.least_reflection(position.taken), B::EMPTY].widen()
    }

    /// Rows and columns exchanged, where that fits on the board.
    fn negative(&self, position: &Position<B>) -> Option<Position<B>> {
        let [free] = self.shapes.transposed([self.board & !position.taken])?;
        Some(Position { taken: self.board & !free, ..*position })
    }
}

impl<B: Bits> Notation for Domineering<B> {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position<B>) -> String {
        GridSetup::print(self.grid, |cell| ALPHABET[usize::from(position.taken.has(cell))])
    }

    /// Both cells, the lower or left one first.
    fn move_text(&self, position: &Position<B>, mv: Move) -> String {
        let [first, second] = self.cells(position, mv).map(|cell| self.grid.name(cell));
        match position.mover {
            Player::Left => second + &first,
            Player::Right => first + &second,
        }
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        let character = |cell| match () {
            () if position.vertical.has(cell) => 'v',
            () if position.horizontal.has(cell) => 'h',
            () if position.taken.has(cell) => '#',
            () => '.',
        };
        let text = GridSetup::print(self.grid, character);
        Diagram { layout: Layout::Square, rows: text.split('/').map(String::from).collect() }
    }

    fn move_cells(&self, position: &Position<B>, mv: Move) -> Vec<(usize, usize)> {
        self.cells(position, mv).map(|cell| self.grid.place(cell)).to_vec()
    }

    /// The two cells in either order.
    fn normalise_move(&self, text: &str) -> String {
        let text = text.trim().to_lowercase();
        let split = (1..text.len()).find(|&i| {
            let bytes = text.as_bytes();
            bytes[i - 1].is_ascii_digit() && bytes[i].is_ascii_alphabetic()
        });
        match split.map(|i| text.split_at(i)) {
            Some((a, b)) => {
                let order = |cell: &str| {
                    let letters = cell.trim_end_matches(|c: char| c.is_ascii_digit());
                    (letters.len(), letters.to_string(), cell.len(), cell.to_string())
                };
                if order(a) <= order(b) { text.clone() } else { format!("{b}{a}") }
            }
            None => text,
        }
    }
}
