//! Checkpoints: the table of a long search on the disk, so that a killed search can go on.
//!
//! The file `table.upstar` in the directory that the user names:
//! ```text
//! header   lines `key: value`, ended by an empty line: first what must be the same for the
//!          records to mean the same (game, position, algorithm, …), then how far the search was
//! records  each a key (see `Key::write`) and the word of its slot, lowest byte first
//! names    what numbers in keys stand for (see `Interner::saved`), words of 4 bytes, in games with such
//! footer   8 bytes each: how many words of names there are, and the FNV-1a checksum of all before it
//! ```
//! **Guarantee** A file is whole or not there: it is written beside its place, put on the disk
//! and renamed, and one search at a time has the directory. A file that is damaged, of another position or
//! algorithm, or of a core with other sources (which may read keys differently, or have mended what was
//! proved wrongly) is refused with the reason, and nothing of it is used; so is one whose table does not fit
//! into the memory. None is ever overwritten by less. What a table says is proved, so a search that goes on
//! from it finds what the undisturbed one would have found.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::PathBuf,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use upstar_core::{
    AtomicFile, Bounds, Control, DirectoryLock, Error, Fnv1a, Interner, Key, Move, Player,
    RootNumber, SearchGame, lock,
};

use crate::{AlgorithmInfo, Request, Solution};

const MAGIC: &str = "upstar-checkpoint";
const FORMAT: &str = "3";
const NO_MOVE: &str = "none";
const FILE: &str = "table.upstar";
/// Saving takes at most this part of the time.
const SHARE: u32 = 10;
/// Calls between two looks at the clock.
const LOOK_AFTER: u32 = 1 << 8;
/// Records that are read between two looks at the clock.
const READ_AFTER: u64 = 1 << 14;

/// How far a search was when its table was saved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Nodes, over all runs.
    pub nodes: u64,
    /// Seconds, over all runs.
    pub seconds: f64,
}

/// What was proved of the root when the table was saved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proved {
    /// The bounds of its value, as the search sees them.
    pub bounds: Bounds,
    /// A move that reaches the lower one, if that says anything.
    pub best: Option<Move>,
}

/// Where a search saves its table, and what of it.
pub struct Checkpoint {
    path: PathBuf,
    _lock: DirectoryLock,
    /// What must be the same: names and values.
    identity: Vec<(&'static str, String)>,
    /// What numbers in keys stand for, in games with such.
    names: Option<Arc<Mutex<Interner>>>,
    every: Duration,
    wait: Duration,
    last: Instant,
    calls: u32,
    /// What earlier runs have done.
    pub before: Effort,
    /// Why the last saving failed, if it did.
    pub trouble: Option<String>,
    /// Was it time to stop before all was read? Then the file knows more than the table.
    is_cut: bool,
}

impl Checkpoint {
    /// The checkpoint that a request asks for, if it asks for one.
    ///
    /// # Errors
    /// If the game's keys do not last, the directory cannot be made, or another search has it.
    pub fn new<G: SearchGame>(
        game: &G,
        to_move: Player,
        request: &Request,
        info: &AlgorithmInfo,
    ) -> Result<Option<Checkpoint>, Error> {
        let Some(directory) = &request.checkpoint else { return Ok(None) };
        let Some(name) = request.name.as_ref().filter(|_| game.has_stable_keys()) else {
            let text = "there are no checkpoints for games whose positions have no lasting names \
                        (games written in Python, fights and games with ko)";
            return Err(Error::Unsuitable(text.into()));
        };
        fs::create_dir_all(directory).map_err(|e| {
            Error::Unsuitable(format!("cannot save to {}: {e}", directory.display()))
        })?;
        let Some(lock) = DirectoryLock::acquire(directory) else {
            let place = directory.display();
            let text = format!("another search is saving to {place}: name another directory");
            return Err(Error::Unsuitable(text));
        };
        let text = |p: &upstar_core::Parameter| {
            format!("{}={}", p.name, request.parameters.text(info, p.name))
        };
        let parameters = info.parameters.iter().map(text).collect::<Vec<_>>().join(" ");
        let every = Duration::from_secs_f64(request.checkpoint_every.clamp(0.0, 1e9));
        Ok(Some(Checkpoint {
            path: directory.join(FILE),
            _lock: lock,
            identity: vec![
                (MAGIC, FORMAT.into()),
                ("version", env!("CARGO_PKG_VERSION").into()),
                ("core", request.sources.into()),
                ("game", name.game.clone()),
                ("position", name.position.clone()),
                ("to_move", name.labels[to_move.index()].clone()),
                ("algorithm", info.name.into()),
                ("parameters", parameters),
                ("goal", request.goal.map_or("none".into(), |goal| goal.to_string())),
                ("searches", if request.interner.is_some() { "sums" } else { "positions" }.into()),
                ("key_bytes", G::Key::BYTES.to_string()),
            ],
            names: request.interner.clone(),
            every,
            wait: every,
            last: Instant::now(),
            calls: 0,
            before: Effort::default(),
            trouble: None,
            is_cut: false,
        }))
    }

    /// Is it time to save? Looks at the clock only now and then.
    #[inline]
    pub fn is_due(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        self.calls.is_multiple_of(LOOK_AFTER) && self.last.elapsed() >= self.wait
    }

    /// Saves a table of so many bytes: `walk` gives its records to what it is given. A failure is noted and
    /// told at the end; the search goes on, and the last good file stays.
    pub fn save<K: Key>(
        &mut self,
        proved: Proved,
        now: Effort,
        table_bytes: usize,
        walk: impl FnOnce(&mut dyn FnMut(&K, u64)),
    ) {
        if self.is_cut {
            return;
        }
        let start = Instant::now();
        let done = self.write(proved, now, table_bytes, walk);
        self.trouble = done.err().map(|e| format!("cannot write {}: {e}", self.path.display()));
        self.last = Instant::now();
        self.wait = self.every.max((self.last - start) * SHARE);
    }

    /// Was it time to stop before all was read?
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Adds to a solution what earlier runs have done, and whether the saving failed.
    pub fn tell(self, solution: &mut Solution) {
        if self.before.nodes > 0 {
            solution.details.push(("nodes_before", RootNumber::Integer(self.before.nodes)));
            solution.details.push(("seconds_before", RootNumber::Real(self.before.seconds)));
        }
        if let Some(trouble) = self.trouble {
            solution.prepend_note(&format!("the checkpoint is not up to date: {trouble}"));
        }
    }

    fn write<K: Key>(
        &self,
        proved: Proved,
        now: Effort,
        table_bytes: usize,
        walk: impl FnOnce(&mut dyn FnMut(&K, u64)),
    ) -> io::Result<()> {
        let mut header = String::new();
        for (name, value) in &self.identity {
            header += &format!("{name}: {value}\n");
        }
        let nodes = self.before.nodes + now.nodes;
        let seconds = self.before.seconds + now.seconds;
        let Proved { bounds, best } = proved;
        let best = best.map_or(NO_MOVE.into(), |mv| mv.0.to_string());
        header += &format!("bounds: {} {}\nbest: {best}\n", bounds.lo, bounds.hi);
        header += &format!("nodes: {nodes}\nseconds: {seconds:.3}\ntable: {table_bytes}\n\n");
        let mut sink = AtomicFile::create(&self.path)?;
        let mut checksum = Fnv1a::EMPTY;
        checksum.add(header.as_bytes());
        let mut result = sink.write_all(header.as_bytes());
        let mut bytes = Vec::with_capacity(K::BYTES + 8);
        walk(&mut |key, word| {
            if result.is_ok() {
                bytes.clear();
                key.write(&mut bytes);
                bytes.extend(word.to_le_bytes());
                checksum.add(&bytes);
                result = sink.write_all(&bytes);
            }
        });
        result?;
        // After the records, so that nothing in them lacks a name, whatever other threads do meanwhile.
        let mut count = 0_u64;
        if let Some(names) = &self.names {
            let names = lock(names);
            for word in names.serialized() {
                count += 1;
                checksum.add(&word.to_le_bytes());
                sink.write_all(&word.to_le_bytes())?;
            }
        }
        checksum.add(&count.to_le_bytes());
        sink.write_all(&count.to_le_bytes())?;
        sink.write_all(&checksum.value().to_le_bytes())?;
        sink.commit()
    }

    /// Reads what was saved and gives every record to `put`, with keys as they are numbered now; what was proved
    /// of the root, or none if nothing was saved yet, or it was time to stop before all was read. A table of at
    /// most `room` bytes must be able to hold it.
    ///
    /// # Errors
    /// Why the file is no checkpoint of this search, or does not fit.
    pub fn load<K: Key>(
        &mut self,
        (control, room): (&Control, usize),
        mut put: impl FnMut(K, u64),
    ) -> Result<Option<Proved>, Error> {
        self.load_records((control, room), K::BYTES, &mut |mut key, numbers, word| {
            let key = K::read(&mut key).renumbered(numbers);
            key.map(|key| put(key, word)).is_some()
        })
    }

    /// As [`load`](Checkpoint::load), with keys as bytes; compiled once. `put` gets a key's bytes, the numbers that
    /// numbers in it have now, and the word of its slot, and returns whether that made sense.
    fn load_records(
        &mut self,
        (control, room): (&Control, usize),
        key_bytes: usize,
        put: &mut dyn FnMut(&[u8], &[u32], u64) -> bool,
    ) -> Result<Option<Proved>, Error> {
        let place = self.path.display().to_string();
        let refuse = |why: String| {
            let what = "name another directory, or remove the file";
            Error::Unsuitable(format!("cannot go on from {place}: {why}; {what}"))
        };
        let unreadable = |e: io::Error| refuse(format!("it cannot be read: {e}"));
        let file = match File::open(&self.path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(unreadable)?,
        };
        let length = file.metadata().map_err(unreadable)?.len();
        let Some(before) = length.checked_sub(8) else {
            return Err(refuse("it is cut short".into()));
        };
        let alarm = control.stop_check();

        // Its bytes first: nothing of a damaged file is used.
        let mut source = BufReader::with_capacity(1 << 16, file);
        let mut start = [0; MAGIC.len()];
        if source.read_exact(&mut start).is_err() || start != *MAGIC.as_bytes() {
            return Err(refuse("it is no checkpoint".into()));
        }
        let mut checksum = Fnv1a::EMPTY;
        checksum.add(&start);
        let Some(rest) = before.checked_sub(start.len() as u64) else {
            return Err(refuse("it is cut short".into()));
        };
        let mut summed = (&mut source).take(rest);
        loop {
            if alarm() {
                self.is_cut = true;
                return Ok(None);
            }
            let chunk = summed.fill_buf().map_err(unreadable)?;
            if chunk.is_empty() {
                break;
            }
            checksum.add(chunk);
            let count = chunk.len();
            summed.consume(count);
        }
        let mut footer = [0; 8];
        source.read_exact(&mut footer).map_err(unreadable)?;
        if u64::from_le_bytes(footer) != checksum.value() {
            let why = "its checksum is wrong: it is cut short, or some of its bytes have changed";
            return Err(refuse(why.into()));
        }

        let mut source =
            BufReader::with_capacity(1 << 16, File::open(&self.path).map_err(unreadable)?);
        let mut read = 0;
        let mut line = |name: &str| -> Result<String, Error> {
            let mut line = String::new();
            read += source.by_ref().take(1 << 16).read_line(&mut line).map_err(unreadable)?;
            let value = line.strip_suffix('\n').and_then(|line| match name {
                "" => Some(line),
                name => line.strip_prefix(name)?.strip_prefix(": "),
            });
            value.map(String::from).ok_or_else(|| refuse(format!("its header lacks '{name}'")))
        };
        for (name, wanted) in &self.identity {
            let found = line(name)?;
            if found != *wanted {
                return Err(refuse(format!("its {name} is '{found}', not '{wanted}'")));
            }
        }
        let bad = |name: &str| refuse(format!("its {name} are no numbers"));
        let bounds = line("bounds")?;
        let bounds = bounds
            .split_once(' ')
            .and_then(|(lo, hi)| Some((lo.parse().ok()?, hi.parse().ok()?)))
            .filter(|(lo, hi)| lo <= hi)
            .map(|(lo, hi)| Bounds { lo, hi })
            .ok_or_else(|| bad("bounds"))?;
        let best = match line("best")?.as_str() {
            NO_MOVE => None,
            text => Some(Move(text.parse().map_err(|_| bad("moves"))?)),
        };
        let effort = Effort {
            nodes: line("nodes")?.parse().map_err(|_| bad("nodes"))?,
            seconds: line("seconds")?.parse().map_err(|_| bad("seconds"))?,
        };
        let bytes: usize = line("table")?.parse().map_err(|_| bad("bytes"))?;
        if bytes > room {
            let [bytes, room] = [bytes, room].map(|bytes| bytes.div_ceil(1_000_000));
            return Err(Error::Unsuitable(format!(
                "cannot go on from {place}: its table has {bytes} MB, and {room} MB are left for \
                 tables here; allow more memory, or name another directory"
            )));
        }
        if !line("")?.is_empty() {
            return Err(refuse("its header does not end".into()));
        }

        let mut source = source.into_inner();
        let size = key_bytes + 8;
        let end = before.saturating_sub(8);
        source.seek(SeekFrom::Start(end)).map_err(unreadable)?;
        let mut count = [0; 8];
        source.read_exact(&mut count).map_err(unreadable)?;
        let count = u64::from_le_bytes(count).saturating_mul(4);
        let Some(body) = end.checked_sub(read as u64).and_then(|body| body.checked_sub(count))
        else {
            return Err(refuse("its names are cut short".into()));
        };
        if !body.is_multiple_of(size as u64) {
            return Err(refuse("its records are cut short".into()));
        }
        source.seek(SeekFrom::Start(end - count)).map_err(unreadable)?;
        let mut words = BufReader::with_capacity(1 << 16, &source).take(count);
        let words = std::iter::from_fn(|| {
            let mut word = [0; 4];
            words.read_exact(&mut word).ok().map(|()| u32::from_le_bytes(word))
        });
        let names = match &self.names {
            Some(names) => lock(names).restore(words),
            None => (count == 0).then(Vec::new),
        };
        let unknown = || refuse("its names make no sense".into());
        let names = names.ok_or_else(unknown)?;
        source.seek(SeekFrom::Start(read as u64)).map_err(unreadable)?;
        let mut source = BufReader::with_capacity(1 << 16, source);
        let mut record = vec![0; size];
        for number in 0..body / size as u64 {
            if number.is_multiple_of(READ_AFTER) && alarm() {
                self.is_cut = true;
                return Ok(None);
            }
            source.read_exact(&mut record).map_err(unreadable)?;
            let (key, word) = record.split_at(key_bytes);
            let word = u64::from_le_bytes(std::array::from_fn(|i| word[i]));
            if !put(key, &names, word) {
                return Err(unknown());
            }
        }
        self.before = effort;
        Ok(Some(Proved { bounds, best }))
    }
}
