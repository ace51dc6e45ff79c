//! Reading a checkpoint. First the bytes are checked, then the header, the interned keys and the entries are
//! read.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::Path,
};

use upstar_core::{Bounds, Control, Error, Fnv1a, Move, SharedInterner, StopCheck, lock};

use super::{Checkpoint, MAGIC, NO_MOVE, RootProof, WorkDone};

/// Entries read between two checks of the stop flag.
const ENTRIES_BETWEEN_CHECKS: u64 = 1 << 14;
const BUFFER_BYTES: usize = 1 << 16;
/// The bytes of a number in the footer.
const NUMBER_BYTES: u64 = 8;

/// Puts an entry into a table. Its arguments are the bytes of the key, the new ids indexed by old ids, and
/// the word of the slot. Returns whether the key was valid.
type PutEntry<'a> = dyn FnMut(&[u8], &[u32], u64) -> bool + 'a;

impl Checkpoint {
    /// The same as [`load`](Checkpoint::load), with keys as bytes, so that it is compiled once.
    pub(super) fn read(
        &mut self,
        (control, max_bytes): (&Control, usize),
        key_bytes: usize,
        put: &mut PutEntry,
    ) -> Result<Option<RootProof>, Error> {
        let reader = Reader { path: &self.path, must_stop: control.stop_check() };
        let Some((file, len)) = reader.open()? else { return Ok(None) };
        // All bytes are checked first, so that nothing of a damaged file is used.
        if !reader.check_bytes(file, len)? {
            self.is_incomplete = true;
            return Ok(None);
        }
        let (header, file) = reader.read_header(&self.identity, max_bytes)?;
        let sections = reader.find_sections(&file, len, header.bytes, key_bytes)?;
        let ids = reader.read_ids(&file, &sections, self.interner.as_ref())?;
        if !reader.read_entries(file, &sections, key_bytes, &ids, put)? {
            self.is_incomplete = true;
            return Ok(None);
        }
        self.earlier_work = header.done;
        Ok(Some(header.proof))
    }
}

/// The values of a header.
struct Header {
    /// The length of the header in bytes.
    bytes: u64,
    proof: RootProof,
    done: WorkDone,
}

/// The sections of a file.
struct Sections {
    /// The offset of the entries.
    entries: u64,
    entry_count: u64,
    /// The offset of the interned keys.
    keys: u64,
    keys_bytes: u64,
}

/// Reads one file.
struct Reader<'a> {
    path: &'a Path,
    must_stop: StopCheck,
}

impl Reader<'_> {
    fn reject(&self, why: &str) -> Error {
        let path = self.path.display();
        let advice = "name another directory, or remove the file";
        Error::Unsuitable(format!("cannot resume from {path}: {why}; {advice}"))
    }

    fn unreadable(&self) -> impl Fn(io::Error) -> Error + '_ {
        |e| self.reject(&format!("it cannot be read: {e}"))
    }

    /// Opens the file and returns its length; none if there is no file.
    fn open(&self) -> Result<Option<(File, u64)>, Error> {
        let file = match File::open(self.path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(self.unreadable())?,
        };
        let len = file.metadata().map_err(self.unreadable())?.len();
        Ok(Some((file, len)))
    }

    /// Checks the first bytes and the checksum of a file of `len` bytes. Returns false if the search was
    /// stopped.
    fn check_bytes(&self, file: File, len: u64) -> Result<bool, Error> {
        let cut_short = || self.reject("it is cut short");
        let summed_bytes = len.checked_sub(NUMBER_BYTES).ok_or_else(cut_short)?;
        let mut source = BufReader::with_capacity(BUFFER_BYTES, file);
        let mut start = [0; MAGIC.len()];
        if source.read_exact(&mut start).is_err() || start != *MAGIC.as_bytes() {
            return Err(self.reject("it is not a checkpoint"));
        }
        let mut checksum = Fnv1a::EMPTY;
        checksum.add(&start);
        let rest = summed_bytes.checked_sub(start.len() as u64).ok_or_else(cut_short)?;
        let mut summed = (&mut source).take(rest);
        loop {
            if (self.must_stop)() {
                return Ok(false);
            }
            let chunk = summed.fill_buf().map_err(self.unreadable())?;
            if chunk.is_empty() {
                break;
            }
            checksum.add(chunk);
            let count = chunk.len();
            summed.consume(count);
        }
        let mut footer = [0; 8];
        source.read_exact(&mut footer).map_err(self.unreadable())?;
        if u64::from_le_bytes(footer) != checksum.value() {
            let why = "its checksum is wrong: it is cut short, or some of its bytes have changed";
            return Err(self.reject(why));
        }
        Ok(true)
    }

    /// Reads the header, which must have this identity and a table of at most `max_bytes`.
    fn read_header(
        &self,
        identity: &[(&'static str, String)],
        max_bytes: usize,
    ) -> Result<(Header, File), Error> {
        let file = File::open(self.path).map_err(self.unreadable())?;
        let source = BufReader::with_capacity(BUFFER_BYTES, file);
        let mut lines = HeaderLines { reader: self, source, bytes: 0 };
        for (name, wanted) in identity {
            let found = lines.value(name)?;
            if found != *wanted {
                return Err(self.reject(&format!("its {name} is '{found}', not '{wanted}'")));
            }
        }
        let bounds = lines.bounds()?;
        let best = match lines.value("best")?.as_str() {
            NO_MOVE => None,
            text => Some(Move(text.parse().map_err(|_| lines.no_numbers("moves"))?)),
        };
        let nodes = lines.number("nodes", "nodes")?;
        let seconds = lines.number("seconds", "seconds")?;
        let table_bytes: usize = lines.number("table", "bytes")?;
        if table_bytes > max_bytes {
            let path = self.path.display();
            let [bytes, room] = [table_bytes, max_bytes].map(|bytes| bytes.div_ceil(1_000_000));
            return Err(Error::Unsuitable(format!(
                "cannot resume from {path}: its table has {bytes} MB, and the limit for tables is {room} MB; \
                 allow more memory, or name another directory"
            )));
        }
        if !lines.value("")?.is_empty() {
            return Err(self.reject("its header has no end"));
        }
        let (proof, done) = (RootProof { bounds, best }, WorkDone { nodes, seconds });
        Ok((Header { bytes: lines.bytes, proof, done }, lines.source.into_inner()))
    }

    /// Finds the entries and the interned keys of a file of `len` bytes.
    fn find_sections(
        &self,
        mut file: &File,
        len: u64,
        header_bytes: u64,
        key_bytes: usize,
    ) -> Result<Sections, Error> {
        let end = len.saturating_sub(2 * NUMBER_BYTES);
        file.seek(SeekFrom::Start(end)).map_err(self.unreadable())?;
        let mut count = [0; 8];
        file.read_exact(&mut count).map_err(self.unreadable())?;
        let keys_bytes = u64::from_le_bytes(count).saturating_mul(4);
        let body = end.checked_sub(header_bytes).and_then(|body| body.checked_sub(keys_bytes));
        let body = body.ok_or_else(|| self.reject("its interned keys are cut short"))?;
        let entry_bytes = key_bytes as u64 + 8;
        if !body.is_multiple_of(entry_bytes) {
            return Err(self.reject("its entries are cut short"));
        }
        let (entries, entry_count) = (header_bytes, body / entry_bytes);
        Ok(Sections { entries, entry_count, keys: end - keys_bytes, keys_bytes })
    }

    /// Interns the keys of the file. Returns the new ids, indexed by old ids.
    fn read_ids(
        &self,
        mut file: &File,
        sections: &Sections,
        interner: Option<&SharedInterner>,
    ) -> Result<Vec<u32>, Error> {
        file.seek(SeekFrom::Start(sections.keys)).map_err(self.unreadable())?;
        let mut source = BufReader::with_capacity(BUFFER_BYTES, file).take(sections.keys_bytes);
        let words = std::iter::from_fn(|| {
            let mut word = [0; 4];
            source.read_exact(&mut word).ok().map(|()| u32::from_le_bytes(word))
        });
        let ids = match interner {
            Some(interner) => lock(interner).restore(words),
            None => (sections.keys_bytes == 0).then(Vec::new),
        };
        ids.ok_or_else(|| self.unknown_ids())
    }

    fn unknown_ids(&self) -> Error {
        self.reject("its interned keys are not valid")
    }

    /// Calls `put` for every entry. Returns false if the search was stopped.
    fn read_entries(
        &self,
        mut file: File,
        sections: &Sections,
        key_bytes: usize,
        ids: &[u32],
        put: &mut PutEntry,
    ) -> Result<bool, Error> {
        file.seek(SeekFrom::Start(sections.entries)).map_err(self.unreadable())?;
        let mut source = BufReader::with_capacity(BUFFER_BYTES, file);
        let mut entry = vec![0; key_bytes + 8];
        for number in 0..sections.entry_count {
            if number.is_multiple_of(ENTRIES_BETWEEN_CHECKS) && (self.must_stop)() {
                return Ok(false);
            }
            source.read_exact(&mut entry).map_err(self.unreadable())?;
            let (key, word) = entry.split_at(key_bytes);
            let word = u64::from_le_bytes(std::array::from_fn(|i| word[i]));
            if !put(key, ids, word) {
                return Err(self.unknown_ids());
            }
        }
        Ok(true)
    }
}

/// Reads a header line by line.
struct HeaderLines<'a> {
    reader: &'a Reader<'a>,
    source: BufReader<File>,
    /// The number of bytes read.
    bytes: u64,
}

impl HeaderLines<'_> {
    /// The value of the next line, which must have this name. Without a name, the whole line.
    fn value(&mut self, name: &str) -> Result<String, Error> {
        let mut line = String::new();
        let read = self.source.by_ref().take(1 << 16).read_line(&mut line);
        self.bytes += read.map_err(self.reader.unreadable())? as u64;
        let value = line.strip_suffix('\n').and_then(|line| match name {
            "" => Some(line),
            name => line.strip_prefix(name)?.strip_prefix(": "),
        });
        let missing = || self.reader.reject(&format!("its header lacks '{name}'"));
        value.map(String::from).ok_or_else(missing)
    }

    /// The number in the next line, which must have this name. `what` describes the number in an error.
    fn number<T: std::str::FromStr>(&mut self, name: &str, what: &str) -> Result<T, Error> {
        self.value(name)?.parse().map_err(|_| self.no_numbers(what))
    }

    fn bounds(&mut self) -> Result<Bounds, Error> {
        let text = self.value("bounds")?;
        let numbers = text.split_once(' ').and_then(|(lo, hi)| {
            let (lo, hi) = (lo.parse().ok()?, hi.parse().ok()?);
            (lo <= hi).then_some(Bounds { lo, hi })
        });
        numbers.ok_or_else(|| self.no_numbers("bounds"))
    }

    fn no_numbers(&self, what: &str) -> Error {
        self.reader.reject(&format!("its {what} are not numbers"))
    }
}
