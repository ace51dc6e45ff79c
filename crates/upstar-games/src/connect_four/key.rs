//! Keys of positions, and their mirror images.
//!
//! If it fits, a key is one word: Left's stones and the cell above the highest stone of each
//! column, on a board with one more row at the top. This determines the position, because a column
//! is empty above that cell. On larger boards the key is the stones of both players.

use upstar_core::{Bits, Grid};

/// The properties of the board that keys depend on.
#[derive(Clone, Debug)]
pub(super) struct Keys<B> {
    /// The length of a row.
    columns: u32,
    board: B,
    /// The leftmost column, with one more row if the key is compact.
    first_column: B,
    bottom_row: B,
    /// For the mirror image: distances, and the columns that move to the right by each distance.
    swaps: Vec<(u32, B)>,
    /// The middle column, if there is one. It is its own mirror image.
    axis: B,
    /// Does a board with one more row fit one word?
    is_compact: bool,
}

impl<B: Bits> Keys<B> {
    pub fn new(grid: Grid) -> Keys<B> {
        let Grid { rows, columns } = grid;
        let is_compact = (rows + 1) * columns <= B::CAPACITY.min(64);
        // The column of the board, with one more row if the key is compact.
        let column = |column| {
            let cells = (0..rows).fold(B::EMPTY, |set, row| set | B::cell(grid.cell(row, column)));
            if is_compact { cells | (cells << columns as u32) } else { cells }
        };
        Keys {
            columns: columns as u32,
            board: B::first(grid.cells()),
            first_column: column(0),
            bottom_row: B::first(grid.cells()) & !B::first(grid.cells() - columns),
            swaps: (0..columns / 2)
                .map(|place| ((columns - 1 - 2 * place) as u32, column(place)))
                .collect(),
            axis: if columns % 2 == 1 { column(columns / 2) } else { B::EMPTY },
            is_compact,
        }
    }

    /// The key of a position.
    #[inline]
    pub fn key(&self, stones: [B; 2]) -> [B; 2] {
        if self.is_compact { Self::halves(self.code(stones)) } else { stones }
    }

    /// The stones of the position with this key; `None` if no position of this board has it.
    #[inline]
    pub fn stones(&self, key: [B; 2]) -> Option<[B; 2]> {
        if !self.is_compact {
            let taken = key[0] | key[1];
            let is_position = (key[0] & key[1]).is_empty() && (taken & !self.board).is_empty();
            return is_position.then_some(key);
        }
        let [low, high] = key.map(B::low_word);
        let code = B::from_word(low | high << 32);
        let mut taken = B::EMPTY;
        let mut column = self.first_column;
        for _ in 0..self.columns {
            let marks = code & column;
            if marks.is_empty() {
                return None;
            }
            // The first cell from the top is empty. The column is full below it.
            taken |= column & !B::first(marks.lowest() + 1);
            column = column << 1;
        }
        let [taken, left] = [taken, code & taken].map(|set| set >> self.columns);
        ((code >> self.columns) & !self.board).is_empty().then_some([left, taken & !left])
    }

    /// The lesser of the keys of a position and of its mirror image.
    #[inline]
    pub fn mirror_key(&self, stones: [B; 2]) -> [B; 2] {
        if self.is_compact {
            let code = self.code(stones);
            return Self::halves(code.min(self.mirrored(code)));
        }
        stones.min(stones.map(|own| self.mirrored(own)))
    }

    /// Left's stones, and the first empty cell of each column, on a board with one more row.
    #[inline]
    fn code(&self, stones: [B; 2]) -> B {
        let taken = stones[0] | stones[1];
        let next = (taken | (self.bottom_row << self.columns)) & !(taken << self.columns);
        (stones[0] << self.columns) | next
    }

    /// The two halves of a code, which make a key.
    #[inline]
    fn halves(code: B) -> [B; 2] {
        let word = code.low_word();
        [B::from_word(word & u64::from(u32::MAX)), B::from_word(word >> 32)]
    }

    /// The mirror image of a set.
    #[inline]
    fn mirrored(&self, set: B) -> B {
        self.swaps.iter().fold(set & self.axis, |image, &(distance, columns)| {
            image | ((set & columns) << distance) | ((set >> distance) & columns)
        })
    }
}
