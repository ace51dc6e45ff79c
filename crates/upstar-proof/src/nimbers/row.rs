//! Impartial NoGo in one row. A part is a word: cells between two ends.
//!
//! **Theorem** These steps do not change which sequences of moves are legal:
//! 1. An empty cell that is illegal for both players stays so (see `nogo.rs`). It becomes `#`, a cell
//!    that stays empty.
//! 2. A `#` separates: `…#…` becomes `…#` and `#…`, because it is a liberty of both sides that stays.
//! 3. Neighbouring stones of two colours separate: neither has the other as a liberty, and neither is
//!    ever removed.
//! 4. Neighbouring stones of one colour become one stone. The group has the same liberties.
//! 5. A word without an empty cell has no moves. It is left out.
//!
//! Its nimber does not change if a word is reversed or if the colours are exchanged. The least code of the
//! four is the code of the part.

use super::rules::{Code, PartLists};

const EMPTY: u8 = 0;
const BARRED: u8 = 3;
/// The most cells of a word.
const MAX_CELLS: usize = 63;

/// Is this the code of a word?
pub fn is_word(code: Code) -> bool {
    code > 1 && (Code::BITS - 1 - code.leading_zeros()).is_multiple_of(2)
}

/// The cells of a word.
fn cells_of(code: Code) -> ([u8; MAX_CELLS], usize) {
    let count = ((Code::BITS - 1 - code.leading_zeros()) / 2) as usize;
    let mut cells = [EMPTY; MAX_CELLS];
    for (at, cell) in cells[..count].iter_mut().enumerate() {
        *cell = (code >> (2 * (count - 1 - at))) as u8 & 3;
    }
    (cells, count)
}

/// Does the cell stay without a stone, at least for now?
fn is_open(cells: &[u8], at: usize) -> bool {
    cells.get(at).is_some_and(|&cell| cell == EMPTY || cell == BARRED)
}

/// For each stone, whether the cell before its group is open and whether the cell behind it is.
fn ends(cells: &[u8]) -> ([bool; MAX_CELLS], [bool; MAX_CELLS]) {
    let (mut before, mut behind) = ([false; MAX_CELLS], [false; MAX_CELLS]);
    for at in 0..cells.len() {
        before[at] = at > 0
            && if cells[at - 1] == cells[at] { before[at - 1] } else { is_open(cells, at - 1) };
    }
    for at in (0..cells.len()).rev() {
        behind[at] = if cells.get(at + 1) == Some(&cells[at]) {
            behind[at + 1]
        } else {
            is_open(cells, at + 1)
        };
    }
    (before, behind)
}

/// Which colours may be placed on each cell: bit 0 black, bit 1 white.
fn legal(cells: &[u8]) -> [u8; MAX_CELLS] {
    let (before, behind) = ends(cells);
    let mut legal = [0; MAX_CELLS];
    for at in (0..cells.len()).filter(|&at| cells[at] == EMPTY) {
        for own in [1, 2] {
            let other = 3 - own;
            // For each side: has the new group a liberty there, and would a group be captured there?
            let (mut lives, mut captures) = (false, false);
            if at > 0 {
                lives |= is_open(cells, at - 1) || (cells[at - 1] == own && before[at - 1]);
                captures |= cells[at - 1] == other && !before[at - 1];
            }
            if at + 1 < cells.len() {
                lives |= is_open(cells, at + 1) || (cells[at + 1] == own && behind[at + 1]);
                captures |= cells[at + 1] == other && !behind[at + 1];
            }
            if lives && !captures {
                legal[at] |= own;
            }
        }
    }
    legal
}

/// Adds the words of a row with stones in planes.
pub fn push_words([black, white]: [u64; 2], count: usize, list: &mut PartLists) {
    let mut cells = [EMPTY; MAX_CELLS];
    for (at, cell) in cells[..count].iter_mut().enumerate() {
        *cell = (black >> at & 1) as u8 | ((white >> at & 1) as u8) << 1;
    }
    split(&cells[..count], list);
}

/// Adds the words of a row, by the steps in the head of this file.
fn split(cells: &[u8], list: &mut PartLists) {
    let legal = legal(cells);
    let symbol = |at: usize| if cells[at] == EMPTY && legal[at] == 0 { BARRED } else { cells[at] };
    let mut word = Word::default();
    for at in 0..cells.len() {
        let next = symbol(at);
        match (word.last(), next) {
            (Some(last), _) if last == next && next != EMPTY => {}
            (Some(BARRED), _) => {
                word.add(next); // a word that begins with `#`
            }
            (Some(1), 2) | (Some(2), 1) => {
                word.finish(list);
                word.add(next);
            }
            _ => word.add(next),
        }
        if next == BARRED && word.count > 1 {
            word.finish(list);
            word.add(BARRED);
        }
    }
    word.finish(list);
}

/// A word that is being built, and its reverse.
#[derive(Default)]
struct Word {
    code: Code,
    reversed: Code,
    count: u32,
    has_empty: bool,
}

impl Word {
    fn last(&self) -> Option<u8> {
        (self.count > 0).then_some(self.code as u8 & 3)
    }

    fn add(&mut self, symbol: u8) {
        self.code = self.code << 2 | Code::from(symbol);
        self.reversed |= Code::from(symbol) << (2 * self.count);
        self.count += 1;
        self.has_empty |= symbol == EMPTY;
    }

    /// Adds the least code of the word to the list, unless the word has no moves, and begins a new word.
    fn finish(&mut self, list: &mut PartLists) {
        if self.has_empty {
            let least = self.code.min(self.reversed);
            let exchanged = exchanged(self.code).min(exchanged(self.reversed));
            list.push(1 << (2 * self.count) | least.min(exchanged));
        }
        *self = Word::default();
    }
}

/// The code with the colours exchanged: 1 and 2 are swapped.
fn exchanged(code: Code) -> Code {
    const LOW: Code = Code::MAX / 3;
    (code >> 1 & LOW) | (code & LOW) << 1
}

/// The words after each move in a word.
pub fn options(code: Code, list: &mut PartLists) {
    let (mut cells, count) = cells_of(code);
    let legal = legal(&cells[..count]);
    for at in 0..count {
        for own in [1, 2] {
            if cells[at] == EMPTY && legal[at] & own != 0 {
                cells[at] = own;
                split(&cells[..count], list);
                list.end();
                cells[at] = EMPTY;
            }
        }
    }
}
