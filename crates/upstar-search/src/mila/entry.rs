//! The table entry of the iterative deepening search.

use crate::Pack;

/// How a stored value bounds the true value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BoundKind {
    AtMost,
    AtLeast,
    Exact,
}

/// A table entry, seen by the player to move.
///
/// ```text
/// bit  0..31  32..33  34..41  42..55
///      value  kind    depth   the index of the best move in the list, at most 2¹⁴ − 2
/// ```
#[derive(Clone, Copy)]
pub(super) struct ValueEntry {
    pub value: i32,
    pub kind: BoundKind,
    pub depth: u32,
    pub best: u16,
}

/// Stands for no move.
pub(super) const NO_BEST: u16 = (1 << 14) - 1;

impl Pack for ValueEntry {
    fn pack(self) -> u64 {
        u64::from(self.value as u32)
            | (self.kind as u64) << 32
            | u64::from(self.depth.min(255)) << 34
            | u64::from(self.best.min(NO_BEST)) << 42
    }

    fn unpack(word: u64) -> ValueEntry {
        let kind = match (word >> 32) & 3 {
            0 => BoundKind::AtMost,
            1 => BoundKind::AtLeast,
            _ => BoundKind::Exact,
        };
        ValueEntry {
            value: word as u32 as i32,
            kind,
            depth: (word >> 34) as u32 & 255,
            best: (word >> 42) as u16 & NO_BEST,
        }
    }
}

impl ValueEntry {
    /// Does the entry decide the window?
    pub fn settles(&self, alpha: i32, beta: i32) -> bool {
        match self.kind {
            BoundKind::Exact => true,
            BoundKind::AtLeast => self.value >= beta,
            BoundKind::AtMost => self.value <= alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacking_restores_an_entry() {
        for value in [0, -1, 5, -(1 << 16), (1 << 16) * 3000] {
            for kind in [BoundKind::AtMost, BoundKind::AtLeast, BoundKind::Exact] {
                let entry = ValueEntry { value, kind, depth: 17, best: 300 };
                let again = ValueEntry::unpack(entry.pack());
                assert!(again.value == value && again.kind == kind);
                assert!(again.depth == 17 && again.best == 300);
                assert!(entry.pack() < 1 << 56);
            }
        }
    }
}
