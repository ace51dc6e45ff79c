//! Hex: black connects top and bottom, white connects left and right. On a full board exactly one
//! player has succeeded.
//!
//! A move is the number of its cell. Moves are listed row by row from the top, left to right.
//!
//! Each row is shifted half a cell to the right of the row above (drawn for 3x3, with the cells'
//! bits). So a cell has two neighbours in its row, two above (straight and to the right) and two
//! below (straight and to the left):
//! ```text
//!      0 1 2           row 3        4 has the neighbours 3 and 5,
//!       3 4 5          row 2        1 and 2 above,
//!        6 7 8         row 1        6 and 7 below.
//! ```

use upstar_core::{
    Bits, Bounds, GameInfo, Grid, GridSetup, Layout, MoveOrdering, Player, PositionError, STONES,
    StaticBounds, Symmetries,
};

use crate::{
    connection::{BoardGraph, ConnectionBoard, ConnectionGame},
    stones::StonePosition,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "hex",
    summary: "black connects top and bottom, white connects left and right",
    labels: ["black", "white"],
    rules: "The players take turns to place a stone of their colour on an empty hexagon. Black \
            wins by connecting the top row to the bottom row with a chain of stones, White by \
            connecting the left column to the right column. There are no draws.",
    positions: "a size such as 5x5 or 5, or rows from the top separated by '/', each shifted half \
                a cell to the right of the one above: '.' empty, 'x' black, 'o' white",
    moves: "the cell, b3",
    usual: "5x5",
    examples: &["1", "2x2", "2x3", "3", "3x4", "x.o/.../o.x"],
};

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.`, `x` and `o`. (There is no board on which both
/// players have won.)
pub fn setup(text: &str) -> Result<GridSetup, PositionError> {
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        return GridSetup::parse(&format!("{text}x{text}"), STONES, None)
            .map_err(|e| PositionError::new(text, e.message));
    }
    GridSetup::parse(text, STONES, None)
}

/// Hex on a board of one size.
pub type Hex<B> = ConnectionGame<B, Parallelogram<B>>;

/// A board of Hex.
#[derive(Clone, Debug, PartialEq)]
pub struct Parallelogram<B> {
    grid: Grid,
    board: B,
    not_first_column: B,
    not_last_column: B,
    /// The length of a row. It is 0 on a board of one row, because a word cannot be shifted by its
    /// whole width.
    row: u32,
    /// The two edges that each player connects.
    edges: [[B; 2]; 2],
}

impl<B: Bits> Hex<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// Never: every board of stones is a position.
    pub fn new(
        setup: &GridSetup,
        mover: Player,
    ) -> Result<(Hex<B>, StonePosition<B>), PositionError> {
        Ok(Hex::on(Parallelogram::new(setup.grid), &setup.cells, mover))
    }
}

impl<B: Bits> Parallelogram<B> {
    fn new(grid: Grid) -> Parallelogram<B> {
        let Grid { rows, columns } = grid;
        let board = B::first(grid.cells());
        let column =
            |column| (0..rows).fold(B::EMPTY, |set, row| set | B::cell(grid.cell(row, column)));
        let top = B::first(columns);
        let bottom = board & !B::first(grid.cells() - columns);
        Parallelogram {
            grid,
            board,
            not_first_column: board & !column(0),
            not_last_column: board & !column(columns - 1),
            row: if rows == 1 { 0 } else { columns as u32 },
            edges: [[top, bottom], [column(0), column(columns - 1)]],
        }
    }

    /// The neighbours of the set. The result may also have cells of the set and bits outside the
    /// board.
    #[inline]
    fn around(&self, set: B) -> B {
        // The diagonal neighbours are above the right neighbour and below the left neighbour.
        let to_left = (set & self.not_first_column) >> 1;
        let to_right = (set & self.not_last_column) << 1;
        to_left | to_right | ((set | to_right) >> self.row) | ((set | to_left) << self.row)
    }

    /// The cells of `inside` that are connected to a cell of `seed`, which is a subset of `inside`.
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

    /// The number of stones that the player needs to connect the edges if the opponent passes. If
    /// the opponent has separated the edges, it is one more than the number of cells.
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
            // One more stone is placed. From there, own stones are reached at no cost.
            set |= next;
            set = self.fill(set, set | own);
            distance += 1;
        }
        distance
    }
}

impl<B: Bits> ConnectionBoard<B> for Parallelogram<B> {
    const INFO: &'static GameInfo = &INFO;
    const LAYOUT: Layout = Layout::Hexagons;

    fn rows(&self) -> usize {
        self.grid.rows
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        self.grid.place(cell)
    }

    fn graph(&self) -> BoardGraph<B> {
        let beside = |cell| self.around(B::cell(cell)) & self.board & !B::cell(cell);
        let neighbours = (0..self.grid.cells()).map(beside).collect();
        BoardGraph::new(neighbours, [&self.edges[0], &self.edges[1]])
    }

    /// The rotation by 180 degrees.
    fn symmetries(&self) -> Symmetries<B> {
        let cells = self.grid.cells();
        Symmetries::new(cells, &[&|cell| cells - 1 - cell])
    }

    #[inline]
    fn connects(&self, _graph: &BoardGraph<B>, own: B, player: Player, stone: usize) -> bool {
        let [from, to] = self.edges[player.index()];
        if (own & from).is_empty() || (own & to).is_empty() {
            return false;
        }
        let chain = self.fill(B::cell(stone), own);
        !(chain & from).is_empty() && !(chain & to).is_empty()
    }

    #[inline]
    fn left_connects_when_full(&self, left: B) -> bool {
        let [from, to] = self.edges[Player::Left.index()];
        !(self.fill(left & from, left) & to).is_empty()
    }
}

impl<B: Bits> MoveOrdering for Hex<B> {
    /// The distance of Right minus the distance of Left.
    #[inline]
    fn evaluate(&self, position: &StonePosition<B>) -> i32 {
        let distance = |player| self.rules.shape.distance(position.stones, player);
        distance(Player::Right) - distance(Player::Left)
    }

    #[inline]
    fn bounds_and_evaluation(&self, position: &StonePosition<B>) -> (Bounds, i32) {
        self.analysed_bounds_and_evaluation(position)
            .unwrap_or_else(|| (self.bounds(position), self.evaluate(position)))
    }
}
