//! The files of formats 2 and 3: header, blocks, footer.
//!
//! ```text
//! header     lines of text: those of format 1 without `slots`, then `lemmas: NAME NAME …` and
//!            `statements: N`, an empty line. Format 3 has another header: see `nimbers/header.rs`
//! blocks     13 bytes: the number of compressed bytes and of uncompressed bytes, the number of
//!            statements (4 bytes each, lowest first), the number of the claim (1 byte);
//!            then the compressed bytes (zlib, RFC 1950)
//! footer     32 bytes: statements, FNV-1a checksum and `end upstar-proof`, as in format 1
//! ```

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use miniz_oxide::{deflate::compress_to_vec_zlib, inflate::decompress_to_vec_zlib_with_limit};
use upstar_core::{Fnv1a, Player, PositionName};

use super::block::{self, Statement};
use crate::{
    claim::Claim,
    header::{Lines, claim_lines, read_claims, read_side, side},
};

/// The first line of every certificate of format 2.
pub const MAGIC: &str = "upstar-proof 2\n";

/// Statements in a block.
pub const BLOCK_STATEMENTS: usize = 1 << 14;
/// The level of compression, from 1 to 10.
const LEVEL: u8 = 6;
/// The most bytes of a block that a reader accepts.
const MAX_BLOCK_BYTES: usize = 1 << 26;
const BLOCK_HEADER: usize = 13;
const END: [u8; 16] = *b"end upstar-proof";
const FOOTER: u64 = 32;

/// The position, the claims and the lemmas of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementHeader {
    /// The game and the position.
    pub name: PositionName,
    /// The player to move.
    pub to_move: Player,
    /// One or two claims.
    pub claims: Vec<Claim>,
    /// The names of the lemmas that may be used.
    pub lemmas: Vec<String>,
    /// The number of statements.
    pub statements: u64,
    /// A comment: the solver that found the answer.
    pub solver: String,
}

/// The header of a file with blocks.
pub trait FileHeader: Sized {
    /// The lines of the header, with the empty line after it.
    ///
    /// # Errors
    /// If a text contains a line break.
    fn text(&self) -> io::Result<String>;

    /// Reads the header with the empty line.
    ///
    /// # Errors
    /// Why it is not a header.
    fn read(source: &mut impl BufRead) -> Result<Self, String>;

    /// The number of statements.
    fn statements(&self) -> u64;
}

/// Rejects texts that would not read back from a header.
///
/// # Errors
/// If a text has a line break, or spaces at its ends.
pub fn check_texts(texts: &[&String]) -> io::Result<()> {
    if texts.iter().any(|text| text.contains(['\n', '\r']) || text.trim() != text.as_str()) {
        let message = "a text in a header must not have line breaks or surrounding spaces";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    Ok(())
}

impl FileHeader for StatementHeader {
    fn text(&self) -> io::Result<String> {
        let PositionName { game, position, labels } = &self.name;
        check_texts(&[game, position, &labels[0], &labels[1], &self.solver])?;
        Ok(format!(
            "{MAGIC}game: {game}\nposition: {position}\nleft: {}\nright: {}\nto_move: {}\n{}lemmas: \
             {}\nstatements: {}\nsolver: {}\n\n",
            labels[0],
            labels[1],
            side(self.to_move),
            claim_lines(&self.claims, false),
            self.lemmas.join(" "),
            self.statements,
            self.solver,
        ))
    }

    fn read(source: &mut impl BufRead) -> Result<StatementHeader, String> {
        let mut lines = Lines::new(source);
        lines.next()?;
        if lines.line() != MAGIC.trim_end() {
            return Err("it does not start with 'upstar-proof 2'".into());
        }
        let game = lines.value("game")?;
        let position = lines.value("position")?;
        let labels = [lines.value("left")?, lines.value("right")?];
        let to_move = read_side(&lines.value("to_move")?)?;
        lines.next()?;
        let claims = read_claims(&mut lines, false)?;
        let lemmas = lines.read("lemmas")?.split_whitespace().map(String::from).collect();
        let statements = lines.value("statements")?;
        let statements = statements
            .parse()
            .map_err(|_| format!("statements: '{statements}' is not a number"))?;
        let solver = lines.value("solver")?;
        lines.next()?;
        if !lines.line().is_empty() {
            return Err(format!("the header has an unknown line '{}'", lines.line()));
        }
        let name = PositionName { game, position, labels };
        Ok(StatementHeader { name, to_move, claims, lemmas, statements, solver })
    }

    fn statements(&self) -> u64 {
        self.statements
    }
}

/// Writes a certificate, block by block.
pub struct StatementWriter<W> {
    sink: W,
    checksum: Fnv1a,
    statements: u64,
    /// The number of bytes so far.
    pub bytes: u64,
}

impl<W: Write> StatementWriter<W> {
    /// Begins a certificate with its header.
    ///
    /// # Errors
    /// If a text of the header contains a line break, or the sink fails.
    pub fn new(sink: W, header: &impl FileHeader) -> io::Result<StatementWriter<W>> {
        let statements = header.statements();
        let mut writer = StatementWriter { sink, checksum: Fnv1a::EMPTY, statements, bytes: 0 };
        writer.put(header.text()?.as_bytes())?;
        Ok(writer)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.add(bytes);
        self.bytes += bytes.len() as u64;
        self.sink.write_all(bytes)
    }

    /// Adds a block: statements of one claim in ascending order of codes.
    ///
    /// # Errors
    /// If the sink fails.
    pub fn block<'a>(
        &mut self,
        claim: usize,
        statements: impl Iterator<Item = Statement<'a>> + Clone,
    ) -> io::Result<()> {
        let count = statements.clone().count();
        self.bytes_of_block(claim, count, &block::encoded(statements))
    }

    /// Adds a block of nimbers: codes of parts in ascending order, with their nimbers.
    ///
    /// # Errors
    /// If the sink fails.
    pub fn nimbers(&mut self, statements: &[(u128, u8)]) -> io::Result<()> {
        self.bytes_of_block(0, statements.len(), &block::encoded_nimbers(statements))
    }

    fn bytes_of_block(&mut self, claim: usize, count: usize, bytes: &[u8]) -> io::Result<()> {
        let packed = compress_to_vec_zlib(bytes, LEVEL);
        for number in [packed.len(), bytes.len(), count] {
            self.put(&(number as u32).to_le_bytes())?;
        }
        self.put(&[claim as u8])?;
        self.put(&packed)
    }

    /// Ends the certificate with its footer, flushes the sink and returns it.
    ///
    /// # Errors
    /// If the sink fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.put(&self.statements.to_le_bytes())?;
        self.put(&self.checksum.value().to_le_bytes())?;
        self.put(&END)?;
        self.sink.flush()?;
        Ok(self.sink)
    }
}

/// A certificate whose checksum is correct. Its statements are not yet verified.
pub struct StatementFile<R, H = StatementHeader> {
    /// The position, and what is claimed.
    pub header: H,
    /// The size in bytes.
    pub bytes: u64,
    source: BufReader<R>,
    /// The place of the first block, of the next one, and of the footer.
    first: u64,
    next: u64,
    end: u64,
}

/// A block that is still compressed.
pub struct Block {
    /// The number of its claim.
    pub claim: usize,
    /// The number of its statements.
    pub count: usize,
    packed: Vec<u8>,
    size: usize,
}

impl Block {
    /// The statements, from the uncompressed bytes.
    ///
    /// # Errors
    /// If the bytes are not the statements of this block.
    pub fn statements<'a>(&self, bytes: &'a [u8]) -> Result<Vec<Statement<'a>>, String> {
        block::decoded(bytes, self.count)
    }

    /// The uncompressed bytes.
    ///
    /// # Errors
    /// If they are damaged.
    pub fn unpacked(&self) -> Result<Vec<u8>, String> {
        let bytes = decompress_to_vec_zlib_with_limit(&self.packed, self.size);
        let bytes = bytes.map_err(|_| "a block cannot be uncompressed")?;
        if bytes.len() != self.size {
            return Err("a block has a wrong size".into());
        }
        Ok(bytes)
    }
}

impl<R: Read + Seek, H: FileHeader> StatementFile<R, H> {
    /// Reads the header and the footer, and verifies the checksum of all bytes.
    ///
    /// # Errors
    /// Why it is not a complete certificate of this format.
    pub fn open(source: R) -> Result<StatementFile<R, H>, String> {
        let unreadable = |e: io::Error| format!("it cannot be read: {e}");
        let mut source = BufReader::with_capacity(1 << 16, source);
        source.rewind().map_err(unreadable)?;
        let header = H::read(&mut source)?;
        let first = source.stream_position().map_err(unreadable)?;
        let bytes = source.seek(SeekFrom::End(0)).map_err(unreadable)?;
        let Some(end) = bytes.checked_sub(FOOTER).filter(|&end| end >= first) else {
            return Err("it is truncated".into());
        };
        source.seek(SeekFrom::Start(end)).map_err(unreadable)?;
        let mut footer = [0; FOOTER as usize];
        source.read_exact(&mut footer).map_err(unreadable)?;
        if footer[16..] != END {
            return Err(
                "its end mark is missing; it is truncated, or it has additional bytes at the end"
                    .into(),
            );
        }
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| footer[at + i]));
        source.rewind().map_err(unreadable)?;
        let mut checksum = Fnv1a::EMPTY;
        let mut summed = (&mut source).take(end + 8);
        loop {
            let chunk = summed.fill_buf().map_err(unreadable)?;
            if chunk.is_empty() {
                break;
            }
            checksum.add(chunk);
            let count = chunk.len();
            summed.consume(count);
        }
        if checksum.value() != word(8) {
            return Err("its checksum is wrong; some of its bytes have changed".into());
        }
        if word(0) != header.statements() {
            return Err("its header and its footer state different numbers of statements".into());
        }
        Ok(StatementFile { header, bytes, source, first, next: first, end })
    }

    /// Returns to the first block.
    pub fn restart(&mut self) {
        self.next = self.first;
    }

    /// The next block; none at the end.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn next_block(&mut self) -> Result<Option<Block>, String> {
        if self.next == self.end {
            return Ok(None);
        }
        let unreadable = |e: io::Error| format!("it cannot be read: {e}");
        if self.end - self.next < BLOCK_HEADER as u64 {
            return Err("its last block is truncated".into());
        }
        self.source.seek(SeekFrom::Start(self.next)).map_err(unreadable)?;
        let mut header = [0; BLOCK_HEADER];
        self.source.read_exact(&mut header).map_err(unreadable)?;
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| header[at + i]));
        let [packed, size, count] = [0, 4, 8].map(|at| number(at) as usize);
        let left = self.end - self.next - BLOCK_HEADER as u64;
        if packed as u64 > left || size > MAX_BLOCK_BYTES || count > size || packed > size + 1024 {
            return Err("the header of a block is wrong".into());
        }
        self.next += (BLOCK_HEADER + packed) as u64;
        let mut bytes = vec![0; packed];
        self.source.read_exact(&mut bytes).map_err(unreadable)?;
        Ok(Some(Block { claim: header[12].into(), count, packed: bytes, size }))
    }
}
