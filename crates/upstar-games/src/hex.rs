//! Hex: black joins top and bottom, white left and right; exactly one of them can.
//!
//! A move is the number of its cell. Moves are listed row by row from the top, left to right.
//!
//! Each row is shifted half a cell to the right of the one above (drawn for 3x3, with the
//! cells' bits), so that a cell's neighbours are those beside it, straight and to the right
//! above, straight and to the left below:
//! ```text
//!      0 1 2           row 3        4 has the neighbours 3 and 5,
//!       3 4 5          row 2        1 and 2 above,
//!        6 7 8         row 1        6 and 7 below.
//! ```

use upstar_core::{
    Bits, Bounds, Diagram, Game, GameInfo, Grid, GridSetup, Layout, Move, MoveOrdering, Notation,
    Player, Playouts, PositionError, Rng, STONES, Score, StaticBounds, Status, Symmetries,
    Symmetry, iter_bits, stone_text, stones,
};

use crate::{connection::Terrain, drawn};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "hex",
    summary: "black joins top and bottom, white left and right",
    labels: ["black", "white"],
    rules: "The players take turns to place a stone of their colour on an empty hexagon. Black \
            wins by joining the top row to the bottom row with a chain of stones, White by \
            joining the left column to the right column. There are no draws.",
    positions: "a size such as 5x5 or 5, or rows from the top separated by '/', each shifted half \
                a cell to the right of the one above: '.' empty, 'x' black, 'o' white",
    moves: "the cell, b3",
    usual: "5x5",
    examples: &["1", "2x2", "2x3", "3", "3x4", "x.o/.../o.x"],
};

const SCORES: [Score; 2] = [-1, 1];

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.`, `x` and `o`. (No board on which both players
/// are connected exists.)
pub fn setup(text: &str) -> Result<GridSetup, PositionError> {
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        return GridSetup::parse(&format!("{text}x{text}"), STONES, None)
            .map_err(|e| PositionError::new(text, e.message));
    }
    GridSetup::parse(text, STONES, None)
}

/// Hex on a board of one size.
#[derive(Clone, Debug)]
pub struct Hex<B> {
    grid: Grid,
    board: B,
    not_first_column: B,
    not_last_column: B,
    /// The length of a row; 0 on a board of one row, where it could be as wide as the word.
    row: u32,
    /// The two edges that each player joins.
    edges: [[B; 2]; 2],
    rotation: Symmetries<B>,
    /// For what is proved at a glance.
    pub(super) terrain: Terrain<B>,
}

/// A position of Hex.
#[derive(Clone, Copy, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    mover: Player,
    winner: Option<Player>,
}

impl<B: Bits> Hex<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// Never: every board of stones is a position.
    pub fn new(setup: &GridSetup, mover: Player) -> Result<(Hex<B>, Position<B>), PositionError> {
        let grid = setup.grid;
        let Grid { rows, columns } = grid;
        let board = B::first(grid.cells());
        let column =
            |column| (0..rows).fold(B::EMPTY, |set, row| set | B::cell(grid.cell(row, column)));
        let top = B::first(columns);
        let bottom = board & !B::first(grid.cells() - columns);
        let edges = [[top, bottom], [column(0), column(columns - 1)]];
        let mut game = Hex {
            grid,
            board,
            not_first_column: board & !column(0),
            not_last_column: board & !column(columns - 1),
            row: if rows == 1 { 0 } else { columns as u32 },
            edges,
            rotation: Symmetries::new(grid.cells(), &[&|cell| grid.cells() - 1 - cell]),
            terrain: Terrain::new(Vec::new(), [&[]; 2]),
        };
        let beside = |cell| game.around(B::cell(cell)) & board & !B::cell(cell);
        game.terrain =
            Terrain::new((0..grid.cells()).map(beside).collect(), [&edges[0], &edges[1]]);
        let stones = stones(&setup.cells);
        let winner = Player::BOTH.into_iter().find(|&player| {
            let own = stones[player.index()];
            let [from, to] = game.edges[player.index()];
            !(game.fill(own & from, own) & to).is_empty()
        });
        Ok((game, Position { stones, mover, winner }))
    }

    #[inline]
    fn empty(&self, position: &Position<B>) -> B {
        self.board & !(position.stones[0] | position.stones[1])
    }

    /// The cells next to a cell of the set, some cells of the set, and perhaps bits off the
    /// board.
    #[inline]
    fn around(&self, set: B) -> B {
        // The cells that have a left, or a right, neighbour reach two others beyond it.
        let to_left = (set & self.not_first_column) >> 1;
        let to_right = (set & self.not_last_column) << 1;
        to_left | to_right | ((set | to_right) >> self.row) | ((set | to_left) << self.row)
    }

    /// The cells of `inside` that are joined to a cell of `seed` (a part of `inside`).
    #[inline]
    fn fill(&self, seed: B, inside: B) -> B {
        let mut set = seed;
        loop {
            let next = (set | self.around(set)) & inside;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// Does the group of the new stone join the player's edges?
    #[inline]
    fn joins(&self, own: B, player: Player, stone: B) -> bool {
        let [from, to] = self.edges[player.index()];
        if (own & from).is_empty() || (own & to).is_empty() {
            return false;
        }
        let group = self.fill(stone, own);
        !(group & from).is_empty() && !(group & to).is_empty()
    }

    /// How many more stones the player needs to join the edges if the opponent passes;
    /// one more than there are cells if the opponent has cut them apart.
    #[inline]
    fn distance(&self, stones: [B; 2], player: Player) -> i32 {
        let own = stones[player.index()];
        let empty = self.board & !(stones[0] | stones[1]);
        let [from, to] = self.edges[player.index()];
        let mut set = self.fill(own & from, own);
        let mut next = from & empty;
        let mut distance = 0;
        while (set & to).is_empty() {
            next = (next | self.around(set)) & empty & !set;
            if next.is_empty() {
                return self.grid.cells() as i32 + 1;
            }
            // One stone further, and from there along own stones for nothing.
            set |= next;
            set = self.fill(set, set | own);
            distance += 1;
        }
        distance
    }
}

impl<B: Bits> Game for Hex<B> {
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
        let empty = self.empty(position);
        moves.extend(iter_bits(empty).map(|cell| Move(cell as u32)));
        None
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, mv: Move) {
        let mover = position.mover;
        let stone = B::cell(mv.0 as usize);
        position.stones[mover.index()] |= stone;
        let own = position.stones[mover.index()];
        position.winner = self.joins(own, mover, stone).then_some(mover);
        position.mover = mover.other();
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> [B; 2] {
        position.stones
    }

    #[inline]
    fn status(&self, position: &Position<B>, _scratch: &mut Vec<Move>) -> Status {
        match position.winner {
            Some(winner) => Status::Over(winner.win()),
            None => Status::Moves(self.empty(position).count()),
        }
    }
}

impl<B: Bits> Symmetry for Hex<B> {
    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        self.rotation.least(position.stones)
    }
}

impl<B: Bits> StaticBounds for Hex<B> {
    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        self.terrain.bounds(position.winner, position.stones, position.mover)
    }

    #[inline]
    fn candidates(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        self.terrain.candidates(position.winner, position.stones, position.mover, moves)
    }
}

impl<B: Bits> MoveOrdering for Hex<B> {
    /// How much farther Right is from joining its edges than Left.
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        self.distance(position.stones, Player::Right) - self.distance(position.stones, Player::Left)
    }

    #[inline]
    fn bounds_and_evaluation(&self, position: &Position<B>) -> (Bounds, i32) {
        let assessed =
            self.terrain.bounds_and_evaluation(position.winner, position.stones, position.mover);
        assessed.unwrap_or_else(|| (self.bounds(position), self.evaluate(position)))
    }
}

impl<B: Bits> Playouts for Hex<B> {
    #[inline]
    fn random_move(
        &self,
        position: &Position<B>,
        rng: &mut Rng,
        _scratch: &mut Vec<Move>,
    ) -> Result<Move, Score> {
        match position.winner {
            Some(winner) => Err(winner.win()),
            None => Ok(Move(rng.cell(self.empty(position)) as u32)),
        }
    }

    /// Playing on after the win does not change the winner, so the board is filled at once: the
    /// mover gets half of the empty cells, rounded up.
    #[inline]
    fn random_end(&self, position: &Position<B>, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Score {
        if let Some(winner) = position.winner {
            return winner.win();
        }
        let empty = self.empty(position);
        let movers = rng.subset(empty, empty.count().div_ceil(2));
        let lefts = if position.mover == Player::Left { movers } else { empty & !movers };
        let left = position.stones[Player::Left.index()] | lefts;
        let [from, to] = self.edges[Player::Left.index()];
        if (self.fill(left & from, left) & to).is_empty() { -1 } else { 1 }
    }
}

impl<B: Bits> Notation for Hex<B> {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position<B>) -> String {
        stone_text(self.grid, position.stones)
    }

    fn move_text(&self, _position: &Position<B>, mv: Move) -> String {
        self.grid.name(mv.0 as usize)
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        drawn(Layout::Hexagons, &self.print(position))
    }

    fn move_cells(&self, _position: &Position<B>, mv: Move) -> Vec<(usize, usize)> {
        vec![self.grid.place(mv.0 as usize)]
    }
}
