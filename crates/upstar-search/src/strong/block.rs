//! Blocks: up to 128 codes with their numbers, compressed. `position_file` has a drawing.
//!
//! A file from a stranger may have a right checksum and wrong blocks. Reading one then gives wrong items, but no panic:
//! what lies behind the end is 0.

use super::position_file::Item;

/// The most codes of a block.
pub const BLOCK: usize = 128;

/// Appends a number in LEB128.
fn write_number(mut number: u128, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A byte; 0 behind the end.
#[inline]
fn byte_at(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(0)
}

/// Reads a number in LEB128 at `at`, and advances past it.
#[inline]
fn read_number(bytes: &[u8], at: &mut usize) -> u128 {
    let byte = byte_at(bytes, *at);
    *at += 1;
    if byte < 0x80 {
        return u128::from(byte);
    }
    let (mut number, mut shift) = (u128::from(byte & 0x7f), 7);
    loop {
        let byte = byte_at(bytes, *at);
        *at += 1;
        number |= u128::from(byte & 0x7f) << shift;
        if byte < 0x80 || shift > 119 {
            return number;
        }
        shift += 7;
    }
}

/// The bits that a place in a list of so many numbers needs.
#[inline]
fn place_bits(different: usize) -> usize {
    (usize::BITS - (different - 1).leading_zeros()) as usize
}

/// A place of `width` bits, at most 7, in a list of places.
#[inline]
fn place_at(places: &[u8], index: usize, width: usize) -> usize {
    let bit = index * width;
    let byte = |at: usize| usize::from(byte_at(places, at));
    (byte(bit / 8) | byte(bit / 8 + 1) << 8) >> (bit % 8) & ((1 << width) - 1)
}

/// Appends a block of items, whose codes ascend.
pub fn encode(items: &[Item], bytes: &mut Vec<u8>) {
    let mut numbers: Vec<u32> = items.iter().map(|item| item.1).collect();
    numbers.sort_unstable();
    numbers.dedup();
    bytes.push((items.len() - 1) as u8);
    bytes.push((numbers.len() - 1) as u8);
    numbers.iter().for_each(|&number| write_number(number.into(), bytes));
    let (width, start) = (place_bits(numbers.len()), bytes.len());
    bytes.resize(start + (width * items.len()).div_ceil(8), 0);
    for (at, (_, number)) in items.iter().enumerate() {
        let place = numbers.binary_search(number).expect("it is in the list");
        let shifted = place << (at * width % 8);
        for (byte, more) in [(0, shifted as u8), (1, (shifted >> 8) as u8)] {
            if more != 0 {
                bytes[start + at * width / 8 + byte] |= more;
            }
        }
    }
    for pair in items.windows(2) {
        write_number(pair[1].0 - pair[0].0 - 1, bytes);
    }
    bytes.resize(bytes.len().next_multiple_of(4), 0);
}

/// Reads a block code by code.
pub struct BlockReader<'a> {
    bytes: &'a [u8],
    /// The current code.
    code: u128,
    /// Its place in the block.
    place: usize,
    count: usize,
    different: usize,
    /// Where the places of numbers start.
    places: usize,
    /// Where the next distance starts.
    next: usize,
}

impl<'a> BlockReader<'a> {
    /// A reader at the first code of a block, which starts `bytes`.
    #[inline]
    pub fn new(bytes: &'a [u8], first: u128) -> BlockReader<'a> {
        let header = [0, 1].map(|at| usize::from(byte_at(bytes, at)) + 1);
        let [count, different] = header.map(|number| number.min(BLOCK));
        let mut places = 2;
        for _ in 0..different {
            while byte_at(bytes, places) >= 0x80 {
                places += 1;
            }
            places += 1;
        }
        let next = places + (place_bits(different) * count).div_ceil(8);
        BlockReader { bytes, code: first, place: 0, count, different, places, next }
    }

    /// Goes forward to a code and returns its number; `None` if the block does not have it.
    #[inline]
    pub fn find(&mut self, code: u128) -> Option<u32> {
        while self.code < code {
            if self.place + 1 == self.count {
                return None;
            }
            self.advance();
        }
        (self.code == code).then(|| self.number())
    }

    /// Goes to the next code; false after the last one.
    #[inline]
    fn advance(&mut self) -> bool {
        self.place += 1;
        if self.place == self.count {
            return false;
        }
        let gap = read_number(self.bytes, &mut self.next);
        self.code = self.code.wrapping_add(gap).wrapping_add(1);
        true
    }

    /// The places of numbers, and what follows them.
    #[inline]
    fn places(&self) -> &'a [u8] {
        self.bytes.get(self.places..).unwrap_or_default()
    }

    /// The number of the current code.
    #[inline]
    fn number(&self) -> u32 {
        let width = place_bits(self.different);
        let place = place_at(self.places(), self.place, width);
        let mut at = 2;
        let mut number = read_number(self.bytes, &mut at);
        for _ in 0..place {
            number = read_number(self.bytes, &mut at);
        }
        number as u32
    }

    /// Appends all items of the block. The reader is at its first code.
    pub fn read_all(&mut self, items: &mut Vec<Item>) {
        let (mut numbers, mut at) = ([0; BLOCK], 2);
        for number in &mut numbers[..self.different] {
            *number = read_number(self.bytes, &mut at) as u32;
        }
        let (places, width) = (self.places(), place_bits(self.different));
        loop {
            items.push((self.code, numbers[place_at(places, self.place, width)]));
            if !self.advance() {
                break;
            }
        }
    }
}
