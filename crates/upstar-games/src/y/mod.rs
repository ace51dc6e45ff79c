//! Y: on a triangle, a player who connects all three sides with one chain wins. On a full board
//! exactly one player has succeeded.
//!
//! A move is the number of its cell. Moves are listed row by row from the top, left to right.
//!
//! Cell `r (r + 1) / 2 + c` is in row r from the top and column c (drawn for size 3):
//! ```text
//!       0         row 3      left side 0, 1, 3
//!      1 2        row 2      right side 0, 2, 5
//!     3 4 5       row 1      bottom 3, 4, 5
//!     a b c
//! ```
//! Rows have different lengths, so a set of cells cannot be moved by a shift. A table stores the
//! neighbours of each cell instead.

mod reduction;

use upstar_core::{
    Bits, Bounds, GameInfo, Layout, MAX_BITBOARD_CELLS, MoveOrdering, Player, PositionError,
    STONES, StaticBounds, Symmetries,
};

use crate::{
    connection::{BoardGraph, ConnectionBoard, ConnectionGame},
    stones::StonePosition,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "y",
    summary: "on a triangle, connect all three sides with one chain",
    labels: ["black", "white"],
    rules: "The players take turns to place a stone of their colour on an empty cell of a \
            triangle of hexagons. A player with a chain of stones that touches all three sides \
            wins. A corner belongs to two sides. There are no draws.",
    positions: "a size such as 5 (cells along a side), or rows of 1, 2, 3, … cells from the top \
                separated by '/': '.' empty, 'x' black, 'o' white",
    moves: "the column and the row from the bottom, a1 at the bottom left",
    usual: "5",
    examples: &["1", "2", "3", "4", "x/../o.x", "./x./.o./...."],
};

/// The largest size whose cells fit a bitboard.
const MAX_SIZE: usize = 15;

/// A triangle that was read from text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The number of cells along a side.
    pub size: usize,
    /// For each cell, the index of its character.
    pub cells: Vec<u8>,
}

/// The cell in `row`, from the top, and `column`.
fn cell(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

/// The row and the column of every cell.
fn places(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(|row| (0..=row).map(move |column| (row, column)))
}

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of 1, 2, 3, … of `.`, `x` and `o`.
pub fn setup(text: &str) -> Result<Setup, PositionError> {
    debug_assert!(
        cell(MAX_SIZE, 0) <= MAX_BITBOARD_CELLS && cell(MAX_SIZE + 1, 0) > MAX_BITBOARD_CELLS
    );
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        let size = text.parse().unwrap_or(usize::MAX);
        if !(1..=MAX_SIZE).contains(&size) {
            let message = format!("the size must be from 1 to {MAX_SIZE}");
            return Err(PositionError::new(text, message));
        }
        return Ok(Setup { size, cells: vec![0; cell(size, 0)] });
    }
    let mut cells = Vec::new();
    let mut at = 0;
    for (row, content) in text.split('/').enumerate() {
        if row == MAX_SIZE {
            let message = format!("there are more than {MAX_SIZE} rows, the largest size");
            return Err(PositionError::at(text, at, message));
        }
        cells.extend(parse_row(text, content, row, at)?);
        at += row + 2;
    }
    Ok(Setup { size: text.split('/').count(), cells })
}

/// Reads one row, which begins at character `at` of the text.
fn parse_row(text: &str, content: &str, row: usize, at: usize) -> Result<Vec<u8>, PositionError> {
    let number = |(column, character): (usize, char)| {
        STONES.iter().position(|&c| c == character).map(|n| n as u8).ok_or_else(|| {
            let message = format!(
                "'{}' is neither a cell ('.', 'x', 'o') nor part of a size such as 5",
                character.escape_default()
            );
            PositionError::at(text, at + column, message)
        })
    };
    let cells: Vec<u8> = content.chars().enumerate().map(number).collect::<Result<_, _>>()?;
    if cells.len() != row + 1 {
        let message = format!(
            "row {} from the top has {} cells; it should have {}",
            row + 1,
            cells.len(),
            row + 1
        );
        return Err(PositionError::at(text, at, message));
    }
    Ok(cells)
}

/// Y on a board of one size.
pub type Y<B> = ConnectionGame<B, Triangle<B>>;

/// A board of Y.
#[derive(Clone, Debug, PartialEq)]
pub struct Triangle<B> {
    /// The number of cells along a side.
    size: usize,
    /// Left, right, bottom.
    sides: [B; 3],
}

impl<B: Bits> Y<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// Never: every triangle of stones is a position.
    pub fn new(setup: &Setup, mover: Player) -> Result<(Y<B>, StonePosition<B>), PositionError> {
        Ok(Y::on(Triangle::new(setup.size), &setup.cells, mover))
    }

    /// The probability that Left wins, from the reduced board.
    #[inline]
    fn reduced_probability(&self, position: &StonePosition<B>) -> f32 {
        reduction::probability(self.rules.shape.size, position.stones)
    }
}

impl<B: Bits> Triangle<B> {
    fn new(size: usize) -> Triangle<B> {
        let side = |inside: fn(usize, usize, usize) -> bool| {
            places(size)
                .filter(|&(row, column)| inside(row, column, size))
                .fold(B::EMPTY, |set, (row, column)| set | B::cell(cell(row, column)))
        };
        let sides = [
            side(|_, column, _| column == 0),
            side(|row, column, _| column == row),
            side(|row, _, size| row + 1 == size),
        ];
        Triangle { size, sides }
    }
}

fn neighbours<B: Bits>(size: usize, (row, column): (usize, usize)) -> B {
    let mut places = Vec::new();
    if column > 0 {
        places.extend([(row, column - 1), (row - 1, column - 1)]);
    }
    if column < row {
        places.extend([(row, column + 1), (row - 1, column)]);
    }
    if row + 1 < size {
        places.extend([(row + 1, column), (row + 1, column + 1)]);
    }
    places.into_iter().fold(B::EMPTY, |set, (row, column)| set | B::cell(cell(row, column)))
}

/// The six symmetries: every permutation of a cell's distances from the three sides.
fn symmetries<B: Bits>(size: usize) -> Symmetries<B> {
    let distances: Vec<[usize; 3]> =
        places(size).map(|(row, column)| [column, row - column, size - 1 - row]).collect();
    let map = |order: [usize; 3]| {
        let distances = &distances;
        move |from: usize| {
            let [column, right, _] = order.map(|i| distances[from][i]);
            cell(column + right, column)
        }
    };
    Symmetries::new(
        cell(size, 0),
        &[&map([0, 2, 1]), &map([1, 0, 2]), &map([1, 2, 0]), &map([2, 0, 1]), &map([2, 1, 0])],
    )
}

impl<B: Bits> ConnectionBoard<B> for Triangle<B> {
    const INFO: &'static GameInfo = &INFO;
    const LAYOUT: Layout = Layout::Triangle;

    fn rows(&self) -> usize {
        self.size
    }

    fn place(&self, place: usize) -> (usize, usize) {
        let row = (1..self.size).take_while(|&row| cell(row, 0) <= place).count();
        (row, place - cell(row, 0))
    }

    fn graph(&self) -> BoardGraph<B> {
        let neighbours = places(self.size).map(|place| neighbours(self.size, place)).collect();
        BoardGraph::new(neighbours, [&self.sides; 2])
    }

    fn symmetries(&self) -> Symmetries<B> {
        symmetries(self.size)
    }

    #[inline]
    fn connects(&self, graph: &BoardGraph<B>, own: B, _player: Player, stone: usize) -> bool {
        if self.sides.iter().any(|&side| (own & side).is_empty()) {
            return false;
        }
        let chain = graph.chain(own, stone);
        self.sides.iter().all(|&side| !(chain & side).is_empty())
    }

    #[inline]
    fn left_connects_when_full(&self, left: B) -> bool {
        reduction::is_won(self.size, left)
    }
}

impl<B: Bits> MoveOrdering for Y<B> {
    /// The probability from the reduced board, scaled to −1000 to 1000.
    #[inline]
    fn evaluate(&self, position: &StonePosition<B>) -> i32 {
        ((2.0 * self.reduced_probability(position) - 1.0) * 1000.0) as i32
    }

    /// The probability from the reduced board.
    #[inline]
    fn win_probability(&self, position: &StonePosition<B>) -> f64 {
        f64::from(self.reduced_probability(position)).clamp(1e-6, 1.0 - 1e-6)
    }

    #[inline]
    fn bounds_and_evaluation(&self, position: &StonePosition<B>) -> (Bounds, i32) {
        self.analysed_bounds_and_evaluation(position)
            .unwrap_or_else(|| (self.bounds(position), self.evaluate(position)))
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::Rng;

    use super::*;

    #[test]
    fn the_reduction_finds_the_winner_of_full_boards() {
        let mut rng = Rng::new(2);
        for size in 1..=MAX_SIZE {
            for _ in 0..100 {
                let cells = (0..cell(size, 0)).map(|_| 1 + rng.below(2) as u8).collect();
                let setup = Setup { size, cells };
                let (game, position) = Y::<u128>::new(&setup, Player::Left).unwrap();
                let winner = position.winner.expect("a full board has a winner");
                assert_eq!(game.evaluate(&position), 1000 * i32::from(winner.win()));
                assert_eq!(reduction::probability(size, position.stones) > 0.5, winner.win() > 0);
                assert_eq!(reduction::is_won(size, position.stones[0]), winner.win() > 0);
                assert_eq!(reduction::is_won(size, position.stones[1]), winner.win() < 0);
            }
        }
    }
}
