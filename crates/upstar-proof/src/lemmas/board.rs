//! The boards for which there are lemmas, and one number for each of their positions.
//!
//! ```text
//! code   bits 0 …          the first plane of the key, `first_bits` long
//!        above it          the second plane (not in Domineering, where it is empty)
//!        bit 127           1 if Right is to move
//! ```

use upstar_core::{Grid, Planes, Player};

use super::At;

/// The bit of a code that is set if Right is to move.
const RIGHT_MOVES: u128 = 1 << 127;

/// The families of games with lemmas. The meaning of a position's bits depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// The first plane is the taken cells.
    Domineering,
    /// Black's and white's stones; a cell in both planes is barred.
    NoGo,
    /// Black's and white's stones.
    Clobber,
    /// Black's and white's stones.
    Hex,
    /// Black's and white's stones, on a triangle.
    Y,
    /// Both players' stones.
    Mnk,
    /// Both players' stones; or, if it fits 64 bits, one word in two halves: the first player's
    /// stones and the cell above the highest stone of each column, on a board with one more row.
    ConnectFour,
}

/// A board.
#[derive(Clone, Debug)]
pub struct Board {
    /// The game.
    pub family: Family,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns; in Y the number of cells along a side.
    pub columns: usize,
    /// The length of a line, in the games that have lines.
    pub line: usize,
    /// The length of the first plane in a code.
    first_bits: u32,
}

impl Board {
    /// The board of a position's text as it is printed; none for other games and shapes, and for boards whose
    /// positions do not fit a code.
    pub fn read(game: &str, text: &str) -> Option<Board> {
        let family = match game {
            "domineering" => Family::Domineering,
            "nogo" => Family::NoGo,
            "clobber" => Family::Clobber,
            "hex" => Family::Hex,
            "y" => Family::Y,
            "mnk" => Family::Mnk,
            "connect-four" => Family::ConnectFour,
            _ => return None,
        };
        let (text, line) = match text.split_once(':') {
            Some((rows, line)) => (rows, line.parse().ok()?),
            None => (text, 4),
        };
        if !text.bytes().all(|byte| b".#xo/".contains(&byte)) {
            return None;
        }
        let lengths: Vec<usize> = text.split('/').map(str::len).collect();
        let (rows, columns) = (lengths.len(), *lengths.last()?);
        let is_shape = match family {
            Family::Y => lengths.iter().enumerate().all(|(row, &length)| length == row + 1),
            _ => lengths.iter().all(|&length| length == columns),
        };
        let mut board = Board { family, rows, columns, line, first_bits: 0 };
        let cells = board.cells() as u32;
        let (first, second) = match family {
            Family::Domineering => (cells, 0),
            Family::ConnectFour if board.has_compact_keys() => (32, 32),
            _ => (cells, cells),
        };
        board.first_bits = first;
        (is_shape && cells > 0 && first + second <= 126).then_some(board)
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        match self.family {
            Family::Y => self.rows * (self.rows + 1) / 2,
            _ => self.rows * self.columns,
        }
    }

    /// All cells.
    pub fn all(&self) -> u128 {
        (1 << self.cells()) - 1
    }

    /// The cells above, left, right and below each cell of a rectangle.
    pub fn square_neighbours(&self) -> Vec<u128> {
        let grid = Grid { rows: self.rows, columns: self.columns };
        let beside = |cell| grid.neighbours(cell).fold(0, |set, other| set | 1 << other);
        (0..grid.cells()).map(beside).collect()
    }

    /// Does the key of Connect Four fit one word?
    pub fn has_compact_keys(&self) -> bool {
        (self.rows + 1) * self.columns <= 64
    }

    /// The code of a position; none if it has bits that no position of the board has.
    #[inline]
    pub fn code(&self, at: At) -> Option<u128> {
        let [first, second] = at.planes;
        let second_bits = if self.family == Family::Domineering { 0 } else { self.first_bits };
        if first >> self.first_bits != 0 || second >> second_bits != 0 {
            return None;
        }
        let mover = if at.mover == Player::Right { RIGHT_MOVES } else { 0 };
        Some(first | second << self.first_bits | mover)
    }

    /// The position with this code.
    #[inline]
    pub fn at(&self, code: u128) -> At {
        let mover = if code & RIGHT_MOVES == 0 { Player::Left } else { Player::Right };
        let bits = code & !RIGHT_MOVES;
        let first = (1 << self.first_bits) - 1;
        At { planes: [bits & first, bits >> self.first_bits], mover }
    }

    /// Both players' stones, in the games that have stones of two colours.
    #[inline]
    pub fn stones(&self, planes: Planes) -> Planes {
        if self.family != Family::ConnectFour || !self.has_compact_keys() {
            return planes;
        }
        let word = planes[0] | planes[1] << 32;
        let (mut taken, mut column) =
            (0, (0..=self.rows).fold(0, |c, r| c | 1 << (r * self.columns)));
        for _ in 0..self.columns {
            let marks: u128 = word & column;
            if marks != 0 {
                taken |= column & !((2 << marks.trailing_zeros()) - 1);
            }
            column <<= 1;
        }
        [word & taken, taken & !word].map(|stones| stones >> self.columns)
    }

    /// A number that every move decreases and that no lemma increases, so that no proof is circular.
    #[inline]
    pub fn rest(&self, at: At) -> u32 {
        let [first, second] = self.stones(at.planes);
        let marked = (first | second).count_ones();
        match self.family {
            Family::Clobber => marked,
            _ => self.cells() as u32 - marked.min(self.cells() as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_read_from_printed_texts() {
        for (game, text, found) in [
            ("domineering", "../#.", Some((2, 2))),
            ("nogo", ".x#/o..", Some((2, 3))),
            ("y", "./../...", Some((3, 3))),
            ("y", "../..", None),
            ("connect-four", ".../...:3", Some((2, 3))),
            ("nogo", "graph:cycle(5)", None),
            ("hex", &["........"; 8].join("/"), None),
            ("domineering", &["..........."; 11].join("/"), Some((11, 11))),
            ("amazons", "..", None),
        ] {
            let board = Board::read(game, text).map(|board| (board.rows, board.columns));
            assert_eq!(board, found, "{game} {text}");
        }
    }

    #[test]
    fn a_code_is_the_whole_position() {
        for (game, text, planes) in [
            ("domineering", "...../.....", [0b11, 0]),
            ("nogo", "...../.....", [0b1011, 0b1 << 9]),
            ("connect-four", "......./......./......./......./......./.......", [1 << 31, 1 << 24]),
        ] {
            let board = Board::read(game, text).unwrap();
            for mover in Player::BOTH {
                let at = At { planes, mover };
                assert_eq!(board.at(board.code(at).unwrap()), at);
            }
            assert_eq!(board.code(At { planes: [1 << 100, 0], mover: Player::Left }), None);
            assert_eq!(board.code(At { planes: [0, 1 << 60], mover: Player::Left }), None);
        }
    }
}
