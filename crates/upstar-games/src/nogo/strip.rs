//! Keys on boards of one row: a position is the sum of its parts, in any order.
//!
//! **Idea** On a strip the parts (see the head of `mod.rs`) are runs of cells. What can happen in
//! one depends on its cells and on what stands at either end: the edge, a cell that stays empty,
//! or a stone, which counts as immortal. So a part is a short word; read from either end it is worth the
//! same, and so is the sum whatever the order of the words. Two parts of which one is the other
//! with the colours exchanged are worth G − G = 0 and are left out.
//!
//! **Formula** symbols of three bits: `.` empty, `x` and `o` stones, `#` a cell that stays empty, `|`
//! between words. At an end, `#x` stands for a stone, `#` for a cell that stays empty, nothing for the edge. The
//! key is the sorted words, each read from the end that gives the lesser code, one after the other.
//!
//! **Guarantee** positions with the same key are the same sum up to zero, so their values are the
//! same. Where the words do not fit into the key (42 symbols), the key is that of the board, whose
//! highest bit tells the two apart.
//!
//! **Reference** the simplification of sums in Shan, *Solving games and improving search performance
//! with embedded combinatorial game knowledge*, 2013, and its followers.

use upstar_core::Bits;

use super::{NoGo, Position};

const EMPTY: u128 = 1;
const STONE: [u128; 2] = [2, 3];
const WALL: u128 = 4;
const BETWEEN: u128 = 5;
/// Bits of a symbol.
const BITS: u32 = 3;
/// As many symbols fit into a key.
const MOST: u32 = 42;
/// As many words are told apart.
const WORDS: usize = 16;
/// Half of a key's bits; the bit above says that it holds words.
const HALF: u32 = 63;
/// The lowest bit of every symbol.
const LOW: u128 = {
    let mut low = 0;
    let mut i = 0;
    while i < MOST {
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

/// The code with the colours exchanged: 2 for 3 and 3 for 2.
fn negative(code: u128) -> u128 {
    code ^ ((code >> 1) & !(code >> 2) & LOW)
}

/// The lesser code of the two ends.
fn least(code: u128) -> u128 {
    code.min(reversed(code))
}

impl<B: Bits> NoGo<B> {
    /// The key of a position on a board of one row or column; none if it does not fit.
    pub(super) fn strip_key(&self, position: &Position<B>) -> Option<[B; 2]> {
        let cells = self.grid.cells();
        if cells as u32 >= HALF {
            return None;
        }
        let live = position.legal[0] | position.legal[1];
        let dead = self.squares.board & !(live | position.stones[0] | position.stones[1]);
        let beside_dead = self.squares.neighbours(dead);
        let mortal = position.stones.map(|own| own & !self.squares.fill(own & beside_dead, own));
        let [live, left, right] = [live, position.stones[0], position.stones[1]].map(B::low_word);
        let mortal = mortal.map(B::low_word);
        let inside = live | mortal[0] | mortal[1];
        // A cell after which a part ends although the next one is inside: stones of two colours.
        let clashes = (mortal[0] & mortal[1] >> 1) | (mortal[1] & mortal[0] >> 1);

        let symbol = |cell: usize| match () {
            () if left >> cell & 1 == 1 => STONE[0],
            () if right >> cell & 1 == 1 => STONE[1],
            () => EMPTY,
        };
        let mut words = [0; WORDS];
        let mut count = 0;
        let mut cell = 0;
        while cell < cells {
            if inside >> cell & 1 == 0 {
                cell += 1;
                continue;
            }
            let mut code = 0;
            if cell > 0 {
                code = WALL;
                if symbol(cell - 1) != EMPTY {
                    code = code << BITS | symbol(cell - 1);
                }
            }
            loop {
                code = code << BITS | symbol(cell);
                let ends = clashes >> cell & 1 == 1 || cell + 1 == cells;
                cell += 1;
                if ends || inside >> cell & 1 == 0 {
                    break;
                }
            }
            if cell < cells {
                if symbol(cell) != EMPTY {
                    code = code << BITS | symbol(cell);
                }
                code = code << BITS | WALL;
            }
            let code = least(code);
            let opposite = least(negative(code));
            match words[..count].iter().position(|&word| word == opposite) {
                Some(place) => {
                    count -= 1;
                    words.swap(place, count);
                }
                None if count == WORDS => return None,
                None => {
                    words[count] = code;
                    count += 1;
                }
            }
        }
        words[..count].sort_unstable();

        let mut all: u128 = 0;
        let mut symbols = 0;
        for &word in &words[..count] {
            let length = (u128::BITS - word.leading_zeros()).div_ceil(BITS);
            symbols += length + 1;
            if symbols > MOST {
                return None;
            }
            all = (all << (BITS * length) | word) << BITS | BETWEEN;
        }
        let half = (1 << HALF) - 1;
        let [low, high] = [all as u64 & half, (all >> HALF) as u64];
        Some([B::from_word(low | 1 << HALF), B::from_word(high)])
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
    fn equal_keys_mean_equal_outcomes_on_every_strip_up_to_ten() {
        let mut by_key = HashMap::new();
        let mut texts = 0;
        for cells in 1..=10 {
            let (game, _) =
                NoGo::<u64>::new(&setup(&format!("1x{cells}")).unwrap(), Player::Left).unwrap();
            let mut known = Known::new();
            for position in game.all_positions().unwrap() {
                for mover in Player::BOTH {
                    let position = game.with_mover(&position, mover);
                    let key = game.strip_key(&position).expect("ten cells fit");
                    let wins = wins(&game, &position, &mut known);
                    // Words mean the same on boards of all lengths.
                    let first = *by_key.entry((key, mover)).or_insert(wins);
                    assert_eq!(first, wins, "{} {mover:?}", game.print(&position));
                    texts += 1;
                }
            }
        }
        assert!(by_key.len() * 3 < texts, "{} keys of {texts} positions", by_key.len());
    }

    #[test]
    fn codes_turn_round_and_change_colours() {
        let code = 0o412135; // # x . . o |, read as digits
        assert_eq!(reversed(code), 0o531214);
        assert_eq!(reversed(reversed(code)), code);
        assert_eq!(negative(0o421134), 0o431124);
        assert_eq!(negative(negative(code)), code);
    }
}
