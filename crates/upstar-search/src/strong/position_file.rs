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

use super::block::{BLOCK, BlockReader, encode};

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
        let file = PositionFile { file, count, blocks: blocks as usize, index };
        if (0..file.blocks).any(|block| file.offset(block) > index as u64) {
            return Err(file.file.damaged("is damaged: a block begins behind the last one"));
        }
        Ok(file)
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

    /// Where a block begins.
    #[inline]
    fn offset(&self, block: usize) -> u64 {
        let at = self.index + 16 * self.blocks + 8 * block;
        u64::from_le_bytes(self.file.data()[at..at + 8].try_into().expect("8 bytes"))
    }

    /// The bytes from the start of a block on.
    #[inline]
    fn bytes(&self, block: usize) -> &[u8] {
        &self.file.data()[self.offset(block) as usize..self.index]
    }

    /// The last block from `low` on whose first code is not greater than `code`; `None` if there is none.
    #[inline]
    fn block_of(&self, code: u128, mut low: usize) -> Option<usize> {
        let mut high = self.blocks;
        while low < high {
            let middle = (low + high) / 2;
            if self.first(middle) <= code { low = middle + 1 } else { high = middle }
        }
        low.checked_sub(1)
    }

    #[inline]
    fn reader(&self, block: usize) -> BlockReader<'_> {
        BlockReader::new(self.bytes(block), self.first(block))
    }

    /// The number of a code; `None` if the file does not have it.
    #[inline]
    pub fn find(&self, code: u128) -> Option<u32> {
        self.reader(self.block_of(code, 0)?).find(code)
    }

    /// The numbers of many codes. They are looked up in ascending order, which takes less time than one by one.
    pub fn find_many(&self, codes: &[u128]) -> Vec<Option<u32>> {
        let mut order: Vec<(u128, u32)> = codes.iter().copied().zip(0..).collect();
        order.sort_unstable();
        let mut found = vec![None; codes.len()];
        let mut current: Option<(usize, BlockReader<'_>)> = None;
        for (code, place) in order {
            let block = current.as_ref().map_or(0, |(block, _)| *block);
            let is_later = block + 1 < self.blocks && self.first(block + 1) <= code;
            if current.is_none() || is_later {
                let start = if is_later { block + 1 } else { 0 };
                current = self.block_of(code, start).map(|block| (block, self.reader(block)));
            }
            found[place as usize] = current.as_mut().and_then(|(_, reader)| reader.find(code));
        }
        found
    }

    /// Appends the items of a block.
    pub fn read_block(&self, block: usize, items: &mut Vec<Item>) {
        self.reader(block).read_all(items);
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
        for (count, gap, numbers) in [
            (0, 1, 1),
            (1, 9, 1),
            (128, 1, 1),
            (129, 3, 2),
            (5000, 200, 40),
            (999, u64::MAX, 999_999),
        ] {
            let mut items: Vec<Item> = Vec::new();
            let mut code = 0_u128;
            for _ in 0..count {
                code +=
                    1 + u128::from(rng.below(gap)) * if rng.below(9) == 0 { 1 << 40 } else { 1 };
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
            // Many at once, in any order, with repetitions and with codes that the file does not have.
            let mut asked = vec![0, u128::MAX, 0];
            asked.extend(items.iter().rev().flat_map(|item| [item.0, item.0 + 1, item.0]));
            let alone: Vec<_> = asked.iter().map(|&code| file.find(code)).collect();
            assert_eq!(file.find_many(&asked), alone);
        }
        assert!(PositionFile::open(&path, &["other"]).is_err());
        std::fs::remove_file(&path).unwrap();
    }
}
