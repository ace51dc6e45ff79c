//! The files of a database: a header of one page, then data, both with checksums.
//!
//! ```text
//! byte 0     "upstarDB"            8 bytes
//!      8     version               4 bytes, little-endian, as all numbers
//!      12    length of the text    4 bytes
//!      16    checksum of the text  8 bytes
//!      24    text                  lines NAME=VALUE, padded with 0
//!      4096  data
//! ```
//! A file is written under another name and renamed when it is complete. So a file under its own name is
//! complete, unless it was damaged later. A damaged file is rejected.

use std::{
    fmt, fs,
    io::{self, Seek, Write},
    path::{Path, PathBuf},
};

use upstar_core::{AtomicFile, mix, should_stop_reading};

use super::map::Map;

const MAGIC: &[u8; 8] = b"upstarDB";
const VERSION: u32 = 1;
/// The offset of the data.
pub const PAGE: usize = 4096;
/// The bytes that are read between two questions whether to stop: whole words.
const CHUNK: usize = 1 << 24;
/// The number of bytes that are buffered before a write.
const BUFFER_BYTES: usize = 1 << 20;

/// Why a database cannot be opened or built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseError {
    /// A file is damaged or is not of the expected kind.
    Damaged(PathBuf, String),
    /// The operating system returned an error.
    System(PathBuf, String),
    /// The request does not suit the game or the database.
    Unsuitable(String),
    /// The memory limit is too low; the text says what is needed.
    OutOfMemory(String),
    /// The build was stopped. The work done so far is kept.
    Stopped,
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseError::Damaged(path, why) | DatabaseError::System(path, why) => {
                write!(f, "{}: {why}", path.display())
            }
            DatabaseError::Unsuitable(why) | DatabaseError::OutOfMemory(why) => f.write_str(why),
            DatabaseError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for DatabaseError {}

/// The result of an operation on databases.
pub type Result<T> = std::result::Result<T, DatabaseError>;

fn system(path: &Path) -> impl Fn(io::Error) -> DatabaseError + '_ {
    |error| DatabaseError::System(path.into(), error.to_string())
}

/// A checksum that is computed incrementally, word by word.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(u64);

impl Checksum {
    /// The checksum of no words.
    pub const EMPTY: Checksum = Checksum(0x9e37_79b9_7f4a_7c15);

    /// Adds a word.
    #[inline]
    pub fn word(&mut self, word: u32) {
        self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29);
    }

    /// Adds bytes. The bytes after the last whole word count as one word.
    pub fn bytes(&mut self, bytes: &[u8]) {
        let words = bytes.chunks_exact(4);
        let rest = words.remainder();
        words.for_each(|word| self.word(little_endian(word)));
        if !rest.is_empty() {
            self.word(rest.iter().rev().fold(1, |word, &byte| word << 8 | u32::from(byte)));
        }
    }

    /// The checksum.
    pub fn value(self) -> u64 {
        mix(self.0)
    }
}

/// The number that up to four little-endian bytes represent.
#[inline]
pub fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// The names and values of a header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header(Vec<(String, String)>);

impl Header {
    /// Adds a line.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Header {
        self.0.push((name.into(), value.to_string()));
        self
    }

    /// The value of a name; "" if there is none.
    pub fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value)
    }

    /// The value of a name as an integer, if it is one.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.text(name).parse().ok()
    }

    /// The names and values, in order.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    fn page(&self) -> Vec<u8> {
        let text: String = self.0.iter().map(|(name, value)| format!("{name}={value}\n")).collect();
        let mut checksum = Checksum::EMPTY;
        checksum.bytes(text.as_bytes());
        let mut page = Vec::with_capacity(PAGE);
        page.extend_from_slice(MAGIC);
        page.extend_from_slice(&VERSION.to_le_bytes());
        page.extend_from_slice(&(text.len() as u32).to_le_bytes());
        page.extend_from_slice(&checksum.value().to_le_bytes());
        page.extend_from_slice(text.as_bytes());
        page.resize(PAGE, 0);
        page
    }

    fn read(bytes: &[u8]) -> std::result::Result<Header, String> {
        if bytes.len() < PAGE || &bytes[..8] != MAGIC {
            return Err("not a database file of upstar".into());
        }
        let version = little_endian(&bytes[8..12]);
        if version != VERSION {
            return Err(format!("has version {version}; this program reads version {VERSION}"));
        }
        let text = bytes.get(24..24 + little_endian(&bytes[12..16]) as usize);
        let Some(text) = text.filter(|text| text.len() <= PAGE - 24) else {
            return Err("is damaged: the header is too long".into());
        };
        let mut checksum = Checksum::EMPTY;
        checksum.bytes(text);
        if checksum.value().to_le_bytes() != bytes[16..24] {
            return Err("is damaged: the header's checksum is wrong".into());
        }
        let text = String::from_utf8_lossy(text);
        let line = |line: &str| line.split_once('=').map(|(n, v)| (n.to_string(), v.to_string()));
        Ok(Header(text.lines().filter_map(line).collect()))
    }
}

/// Removes incomplete files of builds that were killed. Their names contain the id of a process that no
/// longer runs.
pub fn remove_stale_files(directory: &Path) {
    let processes = Path::new("/proc");
    let Ok(entries) = fs::read_dir(directory) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let process = name.strip_suffix(".tmp").and_then(|name| name.rsplit_once('.'));
        let is_over =
            |number: &str| number.parse::<u32>().is_ok() && !processes.join(number).exists();
        if processes.join("self").exists() && process.is_some_and(|(_, number)| is_over(number)) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Writes a file: first the data word by word, then the header. Then it renames the file.
pub struct Writer {
    file: AtomicFile,
    checksum: Checksum,
}

impl Writer {
    /// Creates a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(path: &Path) -> Result<Writer> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let temporary = path.with_file_name(format!("{name}.{}.tmp", std::process::id()));
        let file = AtomicFile::create_as(path, temporary.clone(), BUFFER_BYTES);
        let mut file = file.map_err(system(&temporary))?;
        file.write_all(&[0; PAGE]).map_err(system(&temporary))?;
        Ok(Writer { file, checksum: Checksum::EMPTY })
    }

    /// Writes a word of data.
    ///
    /// # Errors
    /// If it cannot be written.
    #[inline]
    pub fn word(&mut self, word: u32) -> Result<()> {
        self.checksum.word(word);
        self.file.write_all(&word.to_le_bytes()).map_err(system(self.file.temporary()))
    }

    /// Writes data whose length is a multiple of four.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn words(&mut self, bytes: &[u8]) -> Result<()> {
        debug_assert!(bytes.len().is_multiple_of(4), "whole words");
        self.checksum.bytes(bytes);
        self.file.write_all(bytes).map_err(system(self.file.temporary()))
    }

    /// The checksum so far.
    pub fn checksum(&self) -> Checksum {
        self.checksum
    }

    /// Completes the file and renames it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self, header: Header) -> Result<()> {
        let header = header.with("checksum", format!("{:016x}", self.checksum.value()));
        let path = self.file.path().to_owned();
        let complete = || {
            self.file.rewind()?;
            self.file.write_all(&header.page())?;
            self.file.commit()
        };
        complete().map_err(system(&path))
    }
}

/// A file whose checksums were verified.
#[derive(Debug)]
pub struct CheckedFile {
    /// Its path.
    pub path: PathBuf,
    /// Its header.
    pub header: Header,
    map: Map,
}

impl CheckedFile {
    /// Opens a file and verifies it.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged. The error says why. If [`should_stop_reading`] says so.
    pub fn open(path: &Path) -> Result<CheckedFile> {
        let map = Map::open(path).map_err(system(path))?;
        let damaged = |why: String| DatabaseError::Damaged(path.into(), why);
        let header = Header::read(map.bytes()).map_err(damaged)?;
        let mut checksum = Checksum::EMPTY;
        for chunk in map.bytes()[PAGE..].chunks(CHUNK) {
            if should_stop_reading() {
                return Err(DatabaseError::Stopped);
            }
            checksum.bytes(chunk);
        }
        if format!("{:016x}", checksum.value()) != header.text("checksum") {
            let length = map.bytes().len();
            return Err(damaged(format!(
                "is damaged: the checksum of its data is wrong ({length} bytes)"
            )));
        }
        Ok(CheckedFile { path: path.into(), header, map })
    }

    /// The data.
    #[inline]
    pub fn data(&self) -> &[u8] {
        &self.map.bytes()[PAGE..]
    }

    /// A word of the data.
    #[inline]
    pub fn word(&self, index: u64) -> u32 {
        let at = PAGE + 4 * index as usize;
        little_endian(&self.map.bytes()[at..at + 4])
    }

    /// The error that this file is damaged.
    pub fn damaged(&self, why: impl Into<String>) -> DatabaseError {
        DatabaseError::Damaged(self.path.clone(), why.into())
    }
}
