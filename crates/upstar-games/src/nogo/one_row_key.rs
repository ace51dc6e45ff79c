//! Keys on boards of one row. A position is the sum of its parts, in any order.
//!
//! **Idea** On a board of one row the parts (see `parts.rs`) are runs of cells. The moves in a part
//! depend on its cells and on its two ends. An end is the edge, a cell that stays empty, or a
//! stone, which counts as immortal. So a part is a short word. A word and its reverse have the same
//! value. The order of the words does not change the sum. A part and the same part with the colours
//! exchanged have the value G − G = 0 and are omitted.
//!
//! **Formula** Symbols have three bits: `.` empty, `x` and `o` stones, `#` a cell that stays empty,
//! `|` between words. At an end, `#x` means a stone, `#` a cell that stays empty, and nothing the
//! edge. Each word is read from the end that gives the lesser code. The key is the concatenation of
//! the sorted words.
//!
//! **Guarantee** Positions with the same key are equal sums up to pairs G − G, so their values are
//! equal. If the words do not fit into the key (42 symbols), the key is that of the board. The
//! highest bit distinguishes the two kinds.
//!
//! **Reference** The simplification of sums in Shan, *Solving games and improving search
//! performance with embedded combinatorial game knowledge*, 2013, and in later work.

use upstar_core::Bits;

use super::{NoGo, Position};

const EMPTY: u128 = 1;
const STONE: [u128; 2] = [2, 3];
const BARRED: u128 = 4;
const SEPARATOR: u128 = 5;
/// The number of bits of a symbol.
const BITS: u32 = 3;
/// The maximum number of symbols in a key.
const MAX_SYMBOLS: u32 = 42;
/// The maximum number of words in a key.
const MAX_WORDS: usize = 16;
/// Half of a key's bits. The bit above marks keys that contain words.
const HALF: u32 = 63;
/// The lowest bit of every symbol.
const LOW: u128 = {
    let mut low = 0;
    let mut i = 0;
    while i < MAX_SYMBOLS {
        low |= 1 << (i * BITS);
        i += 1;
    }
    low
};

/// The code read from the other end.
fn reversed(mut code: u128) -> u128 {
    let mut back = 0;
    while code > 0 {
        back = back << BITS | code & 7;
        code >>= BITS;
    }
    back
}

/// The code with the colours exchanged: 2 and 3 are swapped.
fn negative(code: u128) -> u128 {
    code ^ ((code >> 1) & !(code >> 2) & LOW)
}

/// The code in which adjacent stones of one colour are one stone.
fn merged(mut code: u128) -> u128 {
    let (mut reversed, mut last) = (0, 0);
    while code > 0 {
        let symbol = code & 7;
        if symbol != last || !STONE.contains(&symbol) {
            reversed = reversed << BITS | symbol;
        }
        last = symbol;
        code >>= BITS;
    }
    reversed
}

/// The lesser of the code and its reverse.
fn least(code: u128) -> u128 {
    code.min(reversed(code))
}

impl<B: Bits> NoGo<B> {
    /// The key of a position on a board of one row or column; `None` if it does not fit.
    pub(super) fn one_row_key(&self, position: &Position<B>) -> Option<[B; 2]> {
        if self.grid.cells() as u32 >= HALF {
            return None;
        }
        let row = self.row(position);
        let mut words = Words { codes: [0; MAX_WORDS], count: 0 };
        let mut cell = 0;
        while cell < row.cells {
            if row.inside >> cell & 1 == 0 {
                cell += 1;
                continue;
            }
            let code;
            (code, cell) = row.part(cell);
            if !words.add(code) {
                return None;
            }
        }
        let all = words.joined()?;
        let half = (1 << HALF) - 1;
        let [low, high] = [all as u64 & half, (all >> HALF) as u64];
        Some([B::from_word(low | 1 << HALF), B::from_word(high)])
    }

    /// The word of a part on a board of one row or column, for impartial play; `None` if it does not
    /// fit, or if the position has several parts. It is the least of the word, its reverse, and both with the colours exchanged. In one
    /// row the number of stones of a group does not matter, so a group counts as one stone.
    pub(super) fn one_row_word(&self, part: &Position<B>) -> Option<u128> {
        // Each end of a word may need two symbols more.
        if self.grid.cells() as u32 + 4 > MAX_SYMBOLS {
            return None;
        }
        let row = self.row(part);
        let first = row.inside.trailing_zeros() as usize;
        let (code, end) = if first < row.cells { row.part(first) } else { (0, row.cells) };
        if row.inside >> end != 0 {
            return None;
        }
        let code = merged(code);
        Some(least(code).min(least(negative(code))))
    }

    /// The cells of a position on a board of one row or column.
    #[inline]
    fn row(&self, position: &Position<B>) -> Row {
        let live = position.legal[0] | position.legal[1];
        let dead = self.squares.board & !(live | position.stones[0] | position.stones[1]);
        let beside_dead = self.squares.neighbours(dead);
        let mortal = position.stones.map(|own| own & !self.squares.fill(own & beside_dead, own));
        let mortal = mortal.map(B::low_word);
        Row {
            cells: self.grid.cells(),
            stones: position.stones.map(B::low_word),
            inside: live.low_word() | mortal[0] | mortal[1],
            clashes: (mortal[0] & mortal[1] >> 1) | (mortal[1] & mortal[0] >> 1),
        }
    }
}

/// A position on a board of one row.
struct Row {
    cells: usize,
    stones: [u64; 2],
    /// The cells of parts: live cells and mortal groups.
    inside: u64,
    /// Cells after which a part ends although the next cell is inside a part: adjacent stones of
    /// two colours.
    clashes: u64,
}

impl Row {
    #[inline]
    fn symbol(&self, cell: usize) -> u128 {
        match () {
            () if self.stones[0] >> cell & 1 == 1 => STONE[0],
            () if self.stones[1] >> cell & 1 == 1 => STONE[1],
            () => EMPTY,
        }
    }

    /// The code of the part that begins at a cell, including its ends, and the cell after the part.
    #[inline]
    fn part(&self, mut cell: usize) -> (u128, usize) {
        let mut code = 0;
        if cell > 0 {
            code = BARRED;
            if self.symbol(cell - 1) != EMPTY {
                code = code << BITS | self.symbol(cell - 1);
            }
        }
        loop {
            code = code << BITS | self.symbol(cell);
            let ends = self.clashes >> cell & 1 == 1 || cell + 1 == self.cells;
            cell += 1;
            if ends || self.inside >> cell & 1 == 0 {
                break;
            }
        }
        if cell < self.cells {
            if self.symbol(cell) != EMPTY {
                code = code << BITS | self.symbol(cell);
            }
            code = code << BITS | BARRED;
        }
        (code, cell)
    }
}

/// The words of a key.
struct Words {
    codes: [u128; MAX_WORDS],
    count: usize,
}

impl Words {
    /// Adds a word, or removes its negative if that is present; false if there is no room.
    #[inline]
    fn add(&mut self, code: u128) -> bool {
        let code = least(code);
        let opposite = least(negative(code));
        match self.codes[..self.count].iter().position(|&word| word == opposite) {
            Some(place) => {
                self.count -= 1;
                self.codes.swap(place, self.count);
            }
            None if self.count == MAX_WORDS => return false,
            None => {
                self.codes[self.count] = code;
                self.count += 1;
            }
        }
        true
    }

    /// The concatenation of the sorted words; `None` if there are too many symbols.
    #[inline]
    fn joined(&mut self) -> Option<u128> {
        let words = &mut self.codes[..self.count];
        words.sort_unstable();
        let mut all: u128 = 0;
        let mut symbols = 0;
        for &word in &*words {
            let length = (u128::BITS - word.leading_zeros()).div_ceil(BITS);
            symbols += length + 1;
            if symbols > MAX_SYMBOLS {
                return None;
            }
            all = (all << (BITS * length) | word) << BITS | SEPARATOR;
        }
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use upstar_core::{Notation, Partisan, Player};

    use super::*;
    use crate::nogo::{
        brute_force::{Known, wins},
        setup,
    };

    #[test]
    fn equal_keys_mean_equal_outcomes_on_every_row_up_to_ten() {
        let mut by_key = HashMap::new();
        let mut texts = 0;
        for cells in 1..=10 {
            let (game, _) =
                NoGo::<u64>::new(&setup(&format!("1x{cells}")).unwrap(), Player::Left).unwrap();
            let mut known = Known::new();
            for position in game.all_positions().unwrap() {
                for mover in Player::BOTH {
                    let position = game.with_mover(&position, mover);
                    let key = game.one_row_key(&position).expect("ten cells fit");
                    let wins = wins(&game, &position, &mut known);
                    // Keys are comparable between boards of all lengths.
                    let first = *by_key.entry((key, mover)).or_insert(wins);
                    assert_eq!(first, wins, "{} {mover:?}", game.print(&position));
                    texts += 1;
                }
            }
        }
        assert!(by_key.len() * 3 < texts, "{} keys of {texts} positions", by_key.len());
    }

    #[test]
    fn codes_are_reversed_and_negated() {
        let code = 0o412135; // # x . . o |, read as digits
        assert_eq!(reversed(code), 0o531214);
        assert_eq!(reversed(reversed(code)), code);
        assert_eq!(negative(0o421134), 0o431124);
        assert_eq!(negative(negative(code)), code);
    }
}
