//! The options of a part in impartial play, in which both players have the same moves.

use crate::{ErasedKey, Move, Planes};

/// A part of a position with its key. Parts with equal keys have the same nimber.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyedPart {
    /// One key for all parts that are equal up to symmetry and, if neither player is distinguished,
    /// up to the exchange of the players' roles.
    pub key: ErasedKey,
    /// The packed part with Left to move, as words, which need less alignment than planes.
    state: ErasedKey,
    /// The size of the part.
    pub size: u32,
}

impl KeyedPart {
    /// A part with its key and its size.
    #[inline]
    pub fn new(key: Planes, state: Planes, size: u32) -> KeyedPart {
        KeyedPart { key: ErasedKey::new(key), state: ErasedKey::new(state), size }
    }

    /// The packed part, with Left to move.
    #[inline]
    pub fn state(&self) -> Planes {
        self.state.planes()
    }
}

/// The options of a part: the parts of the position after each move. Its memory is used again after
/// [`clear`](OptionList::clear).
#[derive(Clone, Debug, Default)]
pub struct OptionList {
    parts: Vec<KeyedPart>,
    /// For each option the number of parts of it and of all options before it.
    ends: Vec<u32>,
    /// Room for the moves of one player.
    pub moves: Vec<Move>,
}

impl OptionList {
    /// Removes all options.
    #[inline]
    pub fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
        self.moves.clear();
    }

    /// Adds a part to the option that is being built.
    #[inline]
    pub fn push_part(&mut self, part: KeyedPart) {
        self.parts.push(part);
    }

    /// Completes the option that is being built.
    #[inline]
    pub fn end_option(&mut self) {
        self.ends.push(self.parts.len() as u32);
    }

    /// The number of options.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there no option?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The place of the parts of an option among all parts.
    #[inline]
    pub fn range(&self, option: usize) -> std::ops::Range<usize> {
        let start = if option == 0 { 0 } else { self.ends[option - 1] };
        start as usize..self.ends[option] as usize
    }

    /// The parts of all options.
    #[inline]
    pub fn parts(&mut self) -> &mut [KeyedPart] {
        &mut self.parts
    }

    /// Heap bytes of the list.
    pub fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<KeyedPart>()
            + self.ends.capacity() * size_of::<u32>()
            + self.moves.capacity() * size_of::<Move>()
    }
}
