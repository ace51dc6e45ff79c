//! Codes: whole positions as numbers, for files.
//!
//! ```text
//! bit 0            the player to move: 0 Left, 1 Right
//!     1..1+a       the first half of the key
//!     1+a..1+a+b   the second half of the key
//! ```
//! The widths a and b are the same for all positions of a file. They are the least that suffice.

use std::fmt;

use upstar_core::{ErasedGame, ErasedKey, ErasedPosition, Game, Planes, Player};

/// How many bits each half of a key needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CodeShape {
    widths: [u32; 2],
}

impl CodeShape {
    /// A code has at most this many bits.
    pub const MAX_BITS: u32 = 127;

    /// The code of a key with a player to move; `None` if the key needs more bits.
    #[inline]
    pub fn code(self, key: &ErasedKey, mover: Player) -> Option<u128> {
        let [first, second] = key.planes();
        let [a, b] = self.widths;
        // The widths are below 128, so that the shifts are defined.
        if (first >> a) | (second >> b) != 0 {
            return None;
        }
        Some((first | second << a) << 1 | mover.index() as u128)
    }

    /// The code of a position.
    #[inline]
    pub fn code_of(self, game: &ErasedGame, position: &ErasedPosition) -> Option<u128> {
        self.code(&game.key(position), game.to_move(position))
    }

    /// The key and the player to move of a code.
    #[inline]
    pub fn key(self, code: u128) -> (ErasedKey, Player) {
        let [a, b] = self.widths;
        let bits = code >> 1;
        let planes: Planes = [bits & ((1 << a) - 1), bits >> a & ((1 << b) - 1)];
        (ErasedKey::new(planes), Player::BOTH[(code & 1) as usize])
    }

    /// A shape that also has room for this key; `None` if a code has not enough bits.
    pub fn widened(self, key: &ErasedKey) -> Option<CodeShape> {
        let needed = key.planes().map(|plane| u128::BITS - plane.leading_zeros());
        let widths = [self.widths[0].max(needed[0]), self.widths[1].max(needed[1])];
        (widths[0] + widths[1] < CodeShape::MAX_BITS).then_some(CodeShape { widths })
    }

    /// Reads the text that `Display` writes.
    pub fn parse(text: &str) -> Option<CodeShape> {
        let (a, b) = text.split_once('+')?;
        let widths = [a.parse().ok()?, b.parse().ok()?];
        (widths.iter().all(|&width: &u32| width < CodeShape::MAX_BITS)
            && widths[0] + widths[1] < CodeShape::MAX_BITS)
            .then_some(CodeShape { widths })
    }
}

impl fmt::Display for CodeShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.widths[0], self.widths[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_the_whole_position() {
        let mut shape = CodeShape::default();
        let keys = [[0, 0], [1, 0], [0, 5], [1 << 60, 3], [7, 1 << 60]].map(ErasedKey::new);
        for key in &keys {
            shape = shape.widened(key).unwrap();
            assert_eq!(CodeShape::parse(&shape.to_string()), Some(shape));
        }
        for key in keys {
            for mover in Player::BOTH {
                assert_eq!(shape.key(shape.code(&key, mover).unwrap()), (key, mover));
            }
        }
        assert_eq!(shape.code(&ErasedKey::new([1 << 61, 0]), Player::Left), None);
        assert_eq!(shape.widened(&ErasedKey::new([1 << 80, 0])), None);
        assert!(["", "1", "a+b", "100+100", "999+0"].iter().all(|t| CodeShape::parse(t).is_none()));
    }
}
