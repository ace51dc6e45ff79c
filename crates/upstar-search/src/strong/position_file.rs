//! Files that map codes of positions to numbers: sorted, compressed, mapped into memory.
//!
//! The header is that of database files, with checksums. The data are blocks of up to 128 codes, then the index:
//! ```text
//! block   codes - 1                  1 byte
//!         different numbers - 1      1 byte
//!         the numbers, ascending     LEB128
//!         for each code, the place of its number in this list, in as few bits as suffice
//!         for each code but the first, its distance from the previous one - 1, LEB128
//!         zeros, up to a multiple of 4 bytes
//! index   the first code of each block    16 bytes
//!         the offset of each block        8 bytes
//! ```
//! A lookup finds the block by binary search in the index, and reads it from the front. All numbers are little-endian.

use std::path::Path;

use upstar_cgt::database::{CheckedFile, Header, Result, Writer};

/// The most codes of a block.
pub const BLOCK: usize = 128;

/// A code and its number.
pub type Item = (u128, u32);

/// Writes a file. Codes come in ascending order.
pub struct PositionWriter {
    writer: Writer,
    block: Vec<Item>,
    bytes: Vec<u8>,
    firsts: Vec<u128>,
    offsets: Vec<u64>,
    offset: u64,
    count: u64,
}

impl PositionWriter {
    /// Creates a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(path: &Path) -> Result<PositionWriter> {
        Ok(PositionWriter {
            writer: Writer::new(path)?,
            block: Vec::with_capacity(BLOCK),
            bytes: Vec::new(),
            firsts: Vec::new(),
            offsets: Vec::new(),
            offset: 0,
            count: 0,
        })
    }

    /// Adds a code, which is greater than all before.
    ///
    /// # Errors
    /// If it cannot be written.
    #[inline]
    pub fn push(&mut self, item: Item) -> Result<()> {
        debug_assert!(self.block.last().is_none_or(|last| last.0 < item.0), "codes ascend");
        self.block.push(item);
        if self.block.len() == BLOCK { self.write_block() } else { Ok(()) }
    }

    fn write_block(&mut self) -> Result<()> {
        self.bytes.clear();
        encode(&self.block, &mut self.bytes);
        self.writer.words(&self.bytes)?;
        self.firsts.push(self.block[0].0);
        self.offsets.push(self.offset);
        self.offset += self.bytes.len() as u64;
        self.count += self.block.len() as u64;
        self.block.clear();
        Ok(())
    }

    /// The bytes of the index so far, which stays in memory.
    pub fn heap_bytes(&self) -> usize {
        24 * self.firsts.capacity()
    }

    /// Completes the file and renames it. Returns the number of codes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self, header: Header) -> Result<u64> {
        if !self.block.is_empty() {
            self.write_block()?;
        }
        for first in &self.firsts {
            self.writer.words(&first.to_le_bytes())?;
        }
        for offset in &self.offsets {
            self.writer.words(&offset.to_le_bytes())?;
        }
        let header = header.with("positions", self.count).with("blocks", self.firsts.len());
        self.writer.finish(header)?;
        Ok(self.count)
    }
}

/// An open file.
#[derive(Debug)]
pub struct PositionFile {
    file: CheckedFile,
    count: u64,
    blocks: usize,
    /// The offset of the index.
    index: usize,
}

impl PositionFile {
    /// Opens a file and verifies its checksums.
    ///
    /// # Errors
    /// If it cannot be read, is damaged or is not of one of these kinds.
    pub fn open(path: &Path, kinds: &[&str]) -> Result<PositionFile> {
        let file = CheckedFile::open(path)?;
        let found = file.header.text("kind");
        if !kinds.contains(&found) {
            return Err(file.damaged(format!("has kind '{found}', not '{}'", kinds.join("' or '"))));
        }
        let numbers = [file.header.number("positions"), file.header.number("blocks")];
        let [Some(count), Some(blocks)] = numbers else {
            return Err(file.damaged("is damaged: its header is incomplete"));
        };
        let index_bytes = usize::try_from(blocks).ok().and_then(|blocks| blocks.checked_mul(24));
        let index = index_bytes.and_then(|bytes| file.data().len().checked_sub(bytes));
        let Some(index) = index.filter(|_| count.div_ceil(BLOCK as u64) == blocks) else {
            return Err(file.damaged("is damaged: its length differs from its header"));
        };
        Ok(PositionFile { file, count, blocks: blocks as usize, index })
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.file.header
    }

    /// The file, for errors.
    pub fn file(&self) -> &CheckedFile {
        &self.file
    }

    /// The number of codes.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Are there no codes?
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    #[inline]
    fn first(&self, block: usize) -> u128 {
        let at = self.index + 16 * block;
        u128::from_le_bytes(self.file.data()[at..at + 16].try_into().expect("16 bytes"))
    }

    /// The bytes from the start of a block on.
    #[inline]
    fn bytes(&self, block: usize) -> &[u8] {
        let at = self.index + 16 * self.blocks + 8 * block;
        let data = self.file.data();
        let offset = u64::from_le_bytes(data[at..at + 8].try_into().expect("8 bytes"));
        &data[offset as usize..self.index]
    }

    /// The number of a code; `None` if the file does not have it.
    #[inline]
    pub fn find(&self, code: u128) -> Option<u32> {
        // The last block whose first code is not greater.
        let (mut low, mut high) = (0, self.blocks);
        while low < high {
            let middle = (low + high) / 2;
            if self.first(middle) <= code { low = middle + 1 } else { high = middle }
        }
        let block = low.checked_sub(1)?;
        let mut reader = BlockReader::new(self.bytes(block), self.first(block));
        while reader.code < code {
            if !reader.advance() {
                return None;
            }
        }
        (reader.code == code).then(|| reader.number())
    }

    /// Appends the items of a block.
    pub fn read_block(&self, block: usize, items: &mut Vec<Item>) {
        let mut reader = BlockReader::new(self.bytes(block), self.first(block));
        let (mut numbers, mut at) = ([0; BLOCK], 2);
        for number in &mut numbers[..reader.different] {
            *number = read_number(reader.bytes, &mut at) as u32;
        }
        let (places, width) = (&reader.bytes[reader.places..], place_bits(reader.different));
        loop {
            items.push((reader.code, numbers[place_at(places, reader.place, width)]));
            if !reader.advance() {
                break;
            }
        }
    }

    /// All items in order.
    pub fn iter(&self) -> impl Iterator<Item = Item> + '_ {
        let (mut items, mut at, mut block) = (Vec::with_capacity(BLOCK), 0, 0);
        std::iter::from_fn(move || {
            if at == items.len() {
                if block == self.blocks {
                    return None;
                }
                items.clear();
                at = 0;
                self.read_block(block, &mut items);
                block += 1;
            }
            at += 1;
            Some(items[at - 1])
        })
    }
}

/// Appends a number in LEB128.
fn write_number(mut number: u128, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number in LEB128 at `at`, and advances past it.
#[inline]
fn read_number(bytes: &[u8], at: &mut usize) -> u128 {
    let byte = bytes[*at];
    *at += 1;
    if byte < 0x80 {
        return u128::from(byte);
    }
    let (mut number, mut shift) = (u128::from(byte & 0x7f), 7);
    loop {
        let byte = bytes[*at];
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
    let byte = |at: usize| usize::from(places.get(at).copied().unwrap_or(0));
    (byte(bit / 8) | byte(bit / 8 + 1) << 8) >> (bit % 8) & ((1 << width) - 1)
}

fn encode(items: &[Item], bytes: &mut Vec<u8>) {
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
struct BlockReader<'a> {
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
    #[inline]
    fn new(bytes: &'a [u8], first: u128) -> BlockReader<'a> {
        let (count, different) = (usize::from(bytes[0]) + 1, usize::from(bytes[1]) + 1);
        let mut places = 2;
        for _ in 0..different {
            while bytes[places] >= 0x80 {
                places += 1;
            }
            places += 1;
        }
        let next = places + (place_bits(different) * count).div_ceil(8);
        BlockReader { bytes, code: first, place: 0, count, different, places, next }
    }

    /// Goes to the next code; false after the last one.
    #[inline]
    fn advance(&mut self) -> bool {
        self.place += 1;
        if self.place == self.count {
            return false;
        }
        self.code += read_number(self.bytes, &mut self.next) + 1;
        true
    }

    /// The number of the current code.
    #[inline]
    fn number(&self) -> u32 {
        let width = place_bits(self.different);
        let place = place_at(&self.bytes[self.places..], self.place, width);
        let mut at = 2;
        let mut number = read_number(self.bytes, &mut at);
        for _ in 0..place {
            number = read_number(self.bytes, &mut at);
        }
        number as u32
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::Rng;

    use super::*;

    fn path(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("upstar-positions-{name}-{}", std::process::id()))
    }

    #[test]
    fn every_item_is_found_and_nothing_else() {
        let path = path("found");
        let mut rng = Rng::new(7);
        for (count, gap, numbers) in
            [(0, 1, 1), (1, 9, 1), (128, 1, 1), (129, 3, 2), (5000, 200, 40), (999, u64::MAX, 999_999)]
        {
            let mut items: Vec<Item> = Vec::new();
            let mut code = 0_u128;
            for _ in 0..count {
                code += 1 + u128::from(rng.below(gap)) * if rng.below(9) == 0 { 1 << 40 } else { 1 };
                items.push((code, rng.below(numbers) as u32));
            }
            let mut writer = PositionWriter::new(&path).unwrap();
            items.iter().for_each(|&item| writer.push(item).unwrap());
            assert_eq!(writer.finish(Header::default().with("kind", "test")), Ok(count));
            let file = PositionFile::open(&path, &["test"]).unwrap();
            assert_eq!(file.len(), count);
            assert_eq!(file.iter().collect::<Vec<_>>(), items);
            for &(code, number) in &items {
                assert_eq!(file.find(code), Some(number));
                for other in [code - 1, code + 1] {
                    let known = items.binary_search_by_key(&other, |item| item.0);
                    assert_eq!(file.find(other), known.ok().map(|at| items[at].1));
                }
            }
            assert_eq!(file.find(u128::MAX), None);
        }
        assert!(PositionFile::open(&path, &["other"]).is_err());
        std::fs::remove_file(&path).unwrap();
    }
}
