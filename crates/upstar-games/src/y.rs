//! Y: on a triangle, who joins all three sides with one chain wins; exactly one player can.
//!
//! A move is the number of its cell. Moves are listed row by row from the top, left to right.
//!
//! Cell `r (r + 1) / 2 + c` is in row r from the top at place c (drawn for size 3):
//! ```text
//!       0         row 3      left side 0, 1, 3
//!      1 2        row 2      right side 0, 2, 5
//!     3 4 5       row 1      bottom 3, 4, 5
//!     a b c
//! ```
//! Rows have different lengths, so shifts do not move whole sets; a table has each cell's
//! neighbours instead. What is proved at a glance is in `connection`.

use upstar_core::{
    Bits, Bounds, Diagram, Game, GameInfo, Grid, Layout, Move, MoveOrdering, Notation, Player,
    Playouts, PositionError, Rng, STONES, Score, StaticBounds, Status, Symmetries, Symmetry,
    WIDEST, iter_bits, stone_char, stones,
};

use crate::{connection::Terrain, drawn, reduction};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "y",
    summary: "on a triangle, join all three sides with one chain",
    labels: ["black", "white"],
    rules: "The players take turns to place a stone of their colour on an empty cell of a \
            triangle of hexagons. Who has a chain of stones that touches all three sides wins; \
            a corner belongs to two sides. There are no draws.",
    positions: "a size such as 5 (cells along a side), or rows of 1, 2, 3, … cells from the top \
                separated by '/': '.' empty, 'x' black, 'o' white",
    moves: "the column and the row from the bottom, a1 at the bottom left",
    usual: "5",
    examples: &["1", "2", "3", "4", "x/../o.x", "./x./.o./...."],
};

const SCORES: [Score; 2] = [-1, 1];

/// The largest size whose cells fit.
const LARGEST: usize = 15;

/// A triangle read from text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Cells along a side.
    pub size: usize,
    /// For each cell the number of its character.
    pub cells: Vec<u8>,
}

/// The cell at place `column` of `row`, from the top.
fn cell(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

/// The row and the place in it of every cell.
fn places(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(|row| (0..=row).map(move |column| (row, column)))
}

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of 1, 2, 3, … of `.`, `x` and `o`.
pub fn setup(text: &str) -> Result<Setup, PositionError> {
    debug_assert!(cell(LARGEST, 0) <= WIDEST && cell(LARGEST + 1, 0) > WIDEST);
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        let size = text.parse().unwrap_or(usize::MAX);
        if !(1..=LARGEST).contains(&size) {
            let message = format!("sizes go from 1 to {LARGEST}");
            return Err(PositionError::new(text, message));
        }
        return Ok(Setup { size, cells: vec![0; cell(size, 0)] });
    }
    let mut cells = Vec::new();
    let mut at = 0;
    for (row, content) in text.split('/').enumerate() {
        if row == LARGEST {
            let message = format!("more rows than {LARGEST}, the largest size");
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
#[derive(Clone, Debug)]
pub struct Y<B> {
    size: usize,
    board: B,
    pub(super) terrain: Terrain<B>,
    /// Left, right, bottom.
    sides: [B; 3],
    symmetries: Symmetries<B>,
}

/// A position of Y.
#[derive(Clone, Copy, Debug)]
pub struct Position<B> {
    stones: [B; 2],
    mover: Player,
    winner: Option<Player>,
}

impl<B: Bits> Y<B> {
    /// The game and the position that a text describes.
    ///
    /// # Errors
    /// Never: every triangle of stones is a position.
    pub fn new(setup: &Setup, mover: Player) -> Result<(Y<B>, Position<B>), PositionError> {
        let size = setup.size;
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
        let neighbours = places(size).map(|place| neighbours(size, place)).collect();
        let game = Y {
            size,
            board: B::first(cell(size, 0)),
            terrain: Terrain::new(neighbours, [&sides; 2]),
            sides,
            symmetries: symmetries(size),
        };
        let stones = stones(&setup.cells);
        let winner = Player::BOTH.into_iter().find(|&player| {
            let own: B = stones[player.index()];
            iter_bits(own & game.sides[0]).any(|stone| game.joins(own, stone))
        });
        Ok((game, Position { stones, mover, winner }))
    }

    /// Does the group of this stone touch all three sides?
    #[inline]
    fn joins(&self, own: B, stone: usize) -> bool {
        if self.sides.iter().any(|&side| (own & side).is_empty()) {
            return false;
        }
        let mut group = B::cell(stone);
        let mut border = group;
        while !border.is_empty() {
            let more = self.terrain.neighbours[border.lowest()] & own & !group;
            group |= more;
            border = border.without_lowest() | more;
        }
        self.sides.iter().all(|&side| !(group & side).is_empty())
    }

    #[inline]
    fn empty(&self, position: &Position<B>) -> B {
        self.board & !(position.stones[0] | position.stones[1])
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

/// The six symmetries: every order of a cell's distances from the three sides.
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

impl<B: Bits> Game for Y<B> {
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
        let stone = mv.0 as usize;
        position.stones[mover.index()] |= B::cell(stone);
        position.winner = self.joins(position.stones[mover.index()], stone).then_some(mover);
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

impl<B: Bits> Symmetry for Y<B> {
    #[inline]
    fn symmetric_key(&self, position: &Position<B>) -> [B; 2] {
        self.symmetries.least(position.stones)
    }
}

impl<B: Bits> StaticBounds for Y<B> {
    #[inline]
    fn bounds(&self, position: &Position<B>) -> Bounds {
        self.terrain.bounds(position.winner, position.stones, position.mover)
    }

    #[inline]
    fn candidates(&self, position: &Position<B>, moves: &mut Vec<Move>) -> Option<Score> {
        self.terrain.candidates(position.winner, position.stones, position.mover, moves)
    }
}

impl<B: Bits> MoveOrdering for Y<B> {
    /// The reduced board's probability, from −1000 to 1000.
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        ((2.0 * reduction::probability(self.size, position.stones) - 1.0) * 1000.0) as i32
    }

    /// The reduced board's probability itself.
    #[inline]
    fn win_probability(&self, position: &Position<B>) -> f64 {
        f64::from(reduction::probability(self.size, position.stones)).clamp(1e-6, 1.0 - 1e-6)
    }

    #[inline]
    fn bounds_and_evaluation(&self, position: &Position<B>) -> (Bounds, i32) {
        let assessed =
            self.terrain.bounds_and_evaluation(position.winner, position.stones, position.mover);
        assessed.unwrap_or_else(|| (self.bounds(position), self.evaluate(position)))
    }
}

impl<B: Bits> Playouts for Y<B> {
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
        if reduction::is_won(self.size, left) { 1 } else { -1 }
    }
}

impl<B: Bits> Notation for Y<B> {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position<B>) -> String {
        let mut text = String::new();
        for (row, column) in places(self.size) {
            if row > 0 && column == 0 {
                text.push('/');
            }
            text.push(stone_char(position.stones, cell(row, column)));
        }
        text
    }

    fn move_text(&self, position: &Position<B>, mv: Move) -> String {
        let [(row, column)] = self.move_cells(position, mv)[..] else { return String::new() };
        format!("{}{}", Grid::column_name(column), self.size - row)
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        drawn(Layout::Triangle, &self.print(position))
    }

    fn move_cells(&self, _position: &Position<B>, mv: Move) -> Vec<(usize, usize)> {
        places(self.size).nth(mv.0 as usize).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::Rng;

    use super::*;

    #[test]
    fn the_reduction_finds_the_winner_of_full_boards() {
        let mut rng = Rng::new(2);
        for size in 1..=LARGEST {
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
