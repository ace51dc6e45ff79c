//! NoGo: stones are placed as in Go, but captures and suicide are illegal. A player who cannot move
//! loses.
//!
//! A move is the number of its cell. Moves are listed row by row from the top, left to right.
//!
//! # Legal moves of both players in one pass
//! For each colour, let `safe` be its groups with at least two liberties, and `last` the single
//! liberties of its other groups. An empty cell is illegal for a player
//! * if it is in the opponent's `last` (the move would capture a group), or
//! * if it has no empty neighbour and is not next to one of the player's `safe` groups (the new
//!   group would have no liberty).
//!
//! Most groups have a stone with two empty neighbours. One flood fill finds all of these `safe`
//! groups. Only the others are examined one by one. The position stores the legal moves, so that
//! listing and counting them costs nothing.
//!
//! # Playouts
//! A cell that is illegal for a player stays illegal. Stones are never captured, so the group whose
//! last liberty it is gets no other liberty while the cell is empty. So a playout draws from the
//! cells that are not yet known to be illegal. It checks only the cell that it has drawn, not the
//! whole board.
//!
//! # Files
//! * `parts.rs`: independent parts;
//! * `inert_stones.rs` and `one_row_key.rs`: one key for positions of the same value;
//! * `move_ordering.rs`: priorities of moves.

#[cfg(test)]
mod brute_force;
mod inert_stones;
mod move_ordering;
mod one_row_key;
mod parts;

use upstar_core::{
    Alphabet, Bits, Bounds, Diagram, Game, GameInfo, Grid, GridSetup, Layout, Move, MoveOrdering,
    Notation, Partisan, Player, Playouts, PositionError, Rng, Score, Squares, StaticBounds, Status,
    Symmetries, Symmetry, Wide, iter_bits, stone_char, stones,
};

use crate::{
    board_diagram,
    cell_moves::{self, CellMoves},
    text_offset,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "nogo",
    summary: "Go without captures: a move that captures is illegal; a player who cannot move loses",
    labels: ["black", "white"],
    rules: "The players take turns to place a stone of their colour on an empty cell. Stones of \
            one colour that touch along an edge form a group. The empty cells next to a group are \
            its liberties. A move that would leave any group, of either colour, without a \
            liberty is illegal. A player who cannot move loses.",
    positions: "a size such as 5x5, or rows from the top separated by '/': '.' empty, 'x' black, \
                'o' white, '#' permanently empty; or a graph, graph:cycle(8) 1=x; every group needs \
                a liberty",
    moves: "the cell, b3; on a graph the vertex",
    usual: "4x4",
    examples: &["1x4", "2x2", "2x3", "3x3", "x.o/.../o.x", ".x./xo./...", "graph:cycle(5)"],
};

const SCORES: [Score; 2] = [-1, 1];
const ALPHABET: Alphabet = &['.', 'x', 'o', '#'];

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.`, `x`, `o` and `#`, or if a group has no liberty.
pub fn setup(text: &str) -> Result<GridSetup, PositionError> {
    let setup = GridSetup::parse(text, ALPHABET, None)?;
    let squares = Squares::<u128>::new(setup.grid);
    let colours = stones::<u128>(&setup.cells);
    let empty = squares.board & !(colours[0] | colours[1]);
    for (own, label) in colours.into_iter().zip(INFO.labels) {
        let alive = squares.fill(own & squares.neighbours(empty), own);
        if let Some(cell) = iter_bits(own & !alive).next() {
            let message = format!(
                "the {label} group at {} has no liberty; every group needs one",
                setup.grid.name(cell)
            );
            return Err(PositionError::at(text, text_offset(cell, setup.grid.columns), message));
        }
    }
    Ok(setup)
}

/// NoGo on a board of one size.
#[derive(Clone, Debug)]
pub struct NoGo<B> {
    grid: Grid,
    squares: Squares<B>,
    symmetries: Symmetries<B>,
}

/// A position of NoGo.
#[derive(Clone, Copy, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    /// Empty cells where neither player may move.
    barred: B,
    /// Each player's legal moves.
    legal: [B; 2],
    mover: Player,
}

/// The properties of one colour's groups that decide which moves are legal.
struct Groups<B> {
    /// The groups with at least two liberties.
    safe: B,
    /// The single liberties of the other groups.
    last: B,
}

/// The size decides everything else.
impl<B> PartialEq for NoGo<B> {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid
    }
}

impl<B: Bits> NoGo<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// Never: [`setup`] rejects groups without liberties.
    pub fn new(setup: &GridSetup, mover: Player) -> Result<(NoGo<B>, Position<B>), PositionError> {
        let grid = setup.grid;
        let symmetries = Symmetries::rectangle(grid);
        let game = NoGo { grid, squares: Squares::new(grid), symmetries };
        let barred = setup.cells.iter().enumerate().filter(|&(_, &c)| c == 3);
        let barred = barred.fold(B::EMPTY, |set, (cell, _)| set | B::cell(cell));
        let position = game.with_stones(stones(&setup.cells), barred, mover);
        Ok((game, position))
    }

    #[inline]
    fn with_stones(&self, stones: [B; 2], barred: B, mover: Player) -> Position<B> {
        let legal = self.legal(stones).map(|legal| legal & !barred);
        Position { stones, barred, legal, mover }
    }

    /// The legal moves of the player to move; the score if there are none.
    #[inline]
    fn cell_moves(position: &Position<B>) -> CellMoves<B> {
        cell_moves::normal_play(position.legal[position.mover.index()], position.mover)
    }

    /// Both players' legal moves; see the head of this file.
    #[inline]
    fn legal(&self, stones: [B; 2]) -> [B; 2] {
        let empty = self.squares.board & !(stones[0] | stones[1]);
        let steps = self.squares.steps(empty);
        let [left, right] = stones.map(|own| self.groups(own, empty, steps));
        let roomy = steps[0] | steps[1] | steps[2] | steps[3];
        let moves = |own: &Groups<B>, other: &Groups<B>| {
            empty & (roomy | self.squares.neighbours(own.safe)) & !other.last
        };
        [moves(&left, &right), moves(&right, &left)]
    }

    /// The groups of `own`; `steps` is the set of empty cells moved in each direction.
    #[inline]
    fn groups(&self, own: B, empty: B, steps: [B; 4]) -> Groups<B> {
        let [a, b, c, d] = steps;
        let two_empty_neighbours = (a & b) | (c & d) | ((a | b) & (c | d));
        let mut safe = self.squares.fill(own & two_empty_neighbours, own);
        let mut last = B::EMPTY;
        let mut rest = own & !safe;
        while !rest.is_empty() {
            let group = self.squares.fill(B::cell(rest.lowest()), rest);
            let liberties = self.squares.neighbours(group) & empty;
            if liberties.without_lowest().is_empty() {
                last |= liberties;
            } else {
                safe |= group;
            }
            rest &= !group;
        }
        Groups { safe, last }
    }

    /// May a stone of `own` colour be placed on this empty cell?
    #[inline]
    fn is_legal(&self, cell: B, own: B, other: B) -> bool {
        let empty = self.squares.board & !(own | other | cell);
        let around = self.squares.neighbours(cell);
        // The move captures no group: each group next to it has another liberty.
        let free = self.squares.neighbours(empty);
        let mut atari = around & other & !free;
        while !atari.is_empty() {
            let Some(group) = self.fill_to(atari, other, free) else { return false };
            atari &= !group;
        }
        // The new group has a liberty.
        !(around & empty).is_empty() || {
            let stone = own | cell;
            self.fill_to(cell, stone, free).is_some()
        }
    }

    /// Fills `inside` from the lowest cell of `seeds` until it meets `goal`; `None` if it does not
    /// meet it.
    #[inline]
    fn fill_to(&self, seeds: B, inside: B, goal: B) -> Option<B> {
        let mut set = B::cell(seeds.lowest());
        loop {
            if !(set & goal).is_empty() {
                return Some(set);
            }
            let next = (set | self.squares.neighbours(set)) & inside;
            if next == set {
                return None;
            }
            set = next;
        }
    }
}

impl<B: Bits> Game for NoGo<B> {
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
        cell_moves::expand(Self::cell_moves(position), moves)
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, mv: Move) {
        let mut stones = position.stones;
        stones[position.mover.index()] |= B::cell(mv.0 as usize);
        *position = self.with_stones(stones, position.barred, position.mover.other());
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> [B; 2] {
        position.stones.map(|own| own | position.barred) // a cell in both is barred
    }

    #[inline]
    fn rebuild(&self, key: &[B; 2], mover: Player) -> Option<Position<B>> {
        let is_position = ((key[0] | key[1]) & !self.squares.board).is_empty();
        is_position.then(|| self.unpack(key.widen(), mover))
    }

    #[inline]
    fn status(&self, position: &Position<B>, _scratch: &mut Vec<Move>) -> Status {
        cell_moves::status(Self::cell_moves(position))
    }
}

impl<B: Bits> Symmetry for NoGo<B> {
    /// The key without inert stones (`inert_stones.rs`). On boards of one row or column it is one
    /// key for equal sums of parts (`one_row_key.rs`).
    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        let is_one_row = self.grid.rows == 1 || self.grid.columns == 1;
        let words = if is_one_row { self.one_row_key(position) } else { None };
        words.unwrap_or_else(|| self.symmetries.least(self.strip_inert_stones(position)))
    }
}

impl<B: Bits> StaticBounds for NoGo<B> {
    /// A move that is illegal stays illegal. The group that it would capture has no other liberty,
    /// so it can only grow through that cell. The groups next to a cell without empty neighbours
    /// have no other liberty either. So a player who has a move wins if the opponent has none.
    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        let mover = position.mover;
        let [moves, replies] = [mover, mover.other()].map(|player| position.legal[player.index()]);
        match (moves.is_empty(), replies.is_empty()) {
            (true, _) => Bounds::exactly(mover.other().win()),
            (false, true) => Bounds::exactly(mover.win()),
            (false, false) => Bounds::new(-1, 1),
        }
    }
}

impl<B: Bits> MoveOrdering for NoGo<B> {
    /// The difference in mobility.
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        position.legal[0].count() as i32 - position.legal[1].count() as i32
    }

    /// See `move_ordering.rs`.
    #[inline]
    fn move_priorities(
        &self,
        position: &Position<B>,
        moves: &[Move],
        priorities: &mut Vec<i32>,
    ) -> bool {
        self.append_priorities(position, moves, priorities);
        true
    }
}

impl<B: Bits> Playouts for NoGo<B> {
    #[inline]
    fn random_move(
        &self,
        position: &Position<B>,
        rng: &mut Rng,
        _scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        cell_moves::random_move(Self::cell_moves(position), rng)
    }

    /// See the head of this file.
    #[inline]
    fn random_end(&self, position: &Position<B>, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Score {
        let Position { mut stones, legal: mut open, mut mover, .. } = *position;
        loop {
            let (own, other) = (mover.index(), mover.other().index());
            if open[own].is_empty() {
                return mover.other().win();
            }
            let cell = B::cell(rng.cell(open[own]));
            open[own] &= !cell;
            if self.is_legal(cell, stones[own], stones[other]) {
                stones[own] |= cell;
                open[other] &= !cell;
                mover = mover.other();
            }
        }
    }
}

impl<B: Bits> Notation for NoGo<B> {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position<B>) -> String {
        GridSetup::print(self.grid, |cell| match position.barred.has(cell) {
            true => '#',
            false => stone_char(position.stones, cell),
        })
    }

    fn move_text(&self, _position: &Position<B>, mv: Move) -> String {
        self.grid.name(mv.0 as usize)
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        board_diagram(Layout::Square, &self.print(position))
    }

    fn move_cells(&self, _position: &Position<B>, mv: Move) -> Vec<(usize, usize)> {
        vec![self.grid.place(mv.0 as usize)]
    }
}
