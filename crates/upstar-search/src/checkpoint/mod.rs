//! Checkpoints: the table of a long search on disk, from which a killed search resumes.
//!
//! The file `table.upstar` in the directory that the user names:
//! ```text
//! header   lines `key: value`, ended by an empty line: first the identity of the search (game, position,
//!          algorithm, …), which must match for the entries to be valid, then the progress of the search
//! entries  each a key (see `Key::write`) and the word of its slot, little-endian
//! keys     the interned keys (see `Interner::serialized`), words of 4 bytes, in games whose keys have ids
//! footer   8 bytes each: the number of words of interned keys, and the FNV-1a checksum of all before it
//! ```
//!
//! **Guarantee** A file is complete or absent: it is written under a temporary name, synced and renamed. Only
//! one search at a time uses the directory. A file is rejected with the reason, and nothing of it is used, in
//! these cases:
//! - it is damaged;
//! - it belongs to another position or algorithm;
//! - it was written by a core with other sources, which may read keys differently or contain a wrong proof;
//! - its table does not fit into the memory.
//!
//! A file is never overwritten by a part of its own table. The entries of a table are proved. So a search
//! that resumes finds the same value as a search that was not interrupted.

mod read;
mod write;

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use upstar_core::{
    Bounds, Control, DirectoryLock, Error, Key, Move, Player, RootNumber, SearchGame,
    SharedInterner,
};

use crate::{AlgorithmInfo, Request, Solution};

const MAGIC: &str = "upstar-checkpoint";
const FORMAT: &str = "3";
const NO_MOVE: &str = "none";
const FILE: &str = "table.upstar";
/// The search runs for at least this many times the duration of the last save before it saves again.
const MIN_SEARCH_PER_SAVE: u32 = 10;
/// Calls of [`Checkpoint::is_due`] between two reads of the clock.
const CALLS_BETWEEN_CHECKS: u32 = 1 << 8;

/// The work of a search when its table was saved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorkDone {
    /// Nodes of all runs.
    pub nodes: u64,
    /// Seconds of all runs.
    pub seconds: f64,
}

/// The proved bounds and move of the root when the table was saved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootProof {
    /// The bounds on its value, from the point of view that the search uses.
    pub bounds: Bounds,
    /// A move that reaches the lower bound, if there is one.
    pub best: Option<Move>,
}

/// Calls its argument for every entry of a table, as the bytes that are saved.
type Entries<'a> = &'a dyn Fn(&mut dyn FnMut(&[u8]));

/// The error for a game without stable keys.
fn unstable_keys() -> Error {
    let text = "games written in Python, local fights, games with ko and long rows of Clobber have no checkpoints";
    Error::Unsuitable(text.into())
}

/// Are keys the same in every process, or ids of contents that are?
fn can_be_stored<G: SearchGame>(game: &G) -> bool {
    game.has_stable_keys() || game.interner().is_some()
}

/// Creates and locks the directory of a checkpoint of any work on positions of this game.
///
/// # Errors
/// If the game's keys are not stable, the directory cannot be created, or another search uses it.
pub fn checkpoint_directory<G: SearchGame>(
    game: &G,
    directory: &Path,
) -> Result<DirectoryLock, Error> {
    if can_be_stored(game) { lock_directory(directory) } else { Err(unstable_keys()) }
}

fn lock_directory(directory: &Path) -> Result<DirectoryLock, Error> {
    let place = directory.display();
    fs::create_dir_all(directory)
        .map_err(|e| Error::Unsuitable(format!("cannot save to {place}: {e}")))?;
    DirectoryLock::acquire(directory).ok_or_else(|| {
        Error::Unsuitable(format!("another search saves to {place}; name another directory"))
    })
}

/// Saves the table of a search, and loads it again.
pub struct Checkpoint {
    path: PathBuf,
    _lock: DirectoryLock,
    /// Names and values that must match those of the file.
    identity: Vec<(&'static str, String)>,
    /// The interned keys, in games whose keys have ids.
    interner: Option<SharedInterner>,
    /// The time between two saves that the request asks for.
    interval: Duration,
    /// The time until the next save.
    wait: Duration,
    last_save: Instant,
    calls: u32,
    /// The work of earlier runs.
    pub earlier_work: WorkDone,
    /// Why the last save failed, if it did.
    pub save_error: Option<String>,
    /// Was the load stopped before its end? Then the file holds more entries than the table.
    is_incomplete: bool,
}

impl Checkpoint {
    /// The checkpoint that a request asks for, if any.
    ///
    /// # Errors
    /// If the game's keys are not stable, the directory cannot be created, or another search uses it.
    pub fn new<G: SearchGame>(
        game: &G,
        to_move: Player,
        request: &Request,
        info: &AlgorithmInfo,
    ) -> Result<Option<Checkpoint>, Error> {
        let Some(directory) = &request.checkpoint else { return Ok(None) };
        let keys = can_be_stored(game).then(|| (G::Key::BYTES, game.interner().cloned()));
        Checkpoint::open(directory, keys, to_move, request, info).map(Some)
    }

    /// The checkpoint in a directory, of a game whose keys can be stored and take so many bytes. The interner has their
    /// ids.
    fn open(
        directory: &Path,
        keys: Option<(usize, Option<SharedInterner>)>,
        to_move: Player,
        request: &Request,
        info: &AlgorithmInfo,
    ) -> Result<Checkpoint, Error> {
        let (Some(name), Some((key_bytes, interner))) = (&request.name, keys) else {
            return Err(unstable_keys());
        };
        let lock = lock_directory(directory)?;
        let text = |p: &upstar_core::Parameter| {
            format!("{}={}", p.name, request.parameters.text(info, p.name))
        };
        let parameters = info.parameters.iter().map(text).collect::<Vec<_>>().join(" ");
        let interval = Duration::from_secs_f64(request.checkpoint_every.clamp(0.0, 1e9));
        let searches = match request {
            Request { is_on_sums: true, .. } => "sums",
            Request { distance: true, .. } => "distances",
            _ => "positions",
        };
        Ok(Checkpoint {
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
                ("searches", searches.into()),
                ("key_bytes", key_bytes.to_string()),
            ],
            interner,
            interval,
            wait: interval,
            last_save: Instant::now(),
            calls: 0,
            earlier_work: WorkDone::default(),
            save_error: None,
            is_incomplete: false,
        })
    }

    /// Is a save due? Reads the clock only once in many calls.
    #[inline]
    pub fn is_due(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        self.calls.is_multiple_of(CALLS_BETWEEN_CHECKS) && self.last_save.elapsed() >= self.wait
    }

    /// Saves a table of `table_bytes`. `for_each` calls its argument for every entry. If the save fails, the
    /// search continues, the last good file stays, and the error is stored for the solution.
    pub fn save<K: Key>(
        &mut self,
        proof: RootProof,
        done: WorkDone,
        table_bytes: usize,
        for_each: impl Fn(&mut dyn FnMut(&K, u64)),
    ) {
        self.save_entries(proof, done, table_bytes, &|write| {
            let mut bytes = Vec::with_capacity(K::BYTES + 8);
            for_each(&mut |key, word| {
                bytes.clear();
                key.write(&mut bytes);
                bytes.extend(word.to_le_bytes());
                write(&bytes);
            });
        });
    }

    /// The same for entries as bytes.
    fn save_entries(
        &mut self,
        proof: RootProof,
        done: WorkDone,
        table_bytes: usize,
        for_each: Entries,
    ) {
        if self.is_incomplete {
            return;
        }
        let start = Instant::now();
        let saved = self.write(proof, done, table_bytes, for_each);
        self.save_error = saved.err().map(|e| format!("cannot write {}: {e}", self.path.display()));
        self.last_save = Instant::now();
        self.wait = self.interval.max((self.last_save - start) * MIN_SEARCH_PER_SAVE);
    }

    /// Loads the saved table: calls `put` for every entry, with its ids converted to the current ones by `renumbered`
    /// (see [`Game::renumbered`](upstar_core::Game::renumbered)).
    /// Returns the proved bounds of the root. Returns none if nothing was saved yet, or if the load was
    /// stopped before its end. A table of at most `max_bytes` must be able to hold the entries.
    ///
    /// # Errors
    /// If the file is not a checkpoint of this search, or its table does not fit.
    pub fn load<K: Key>(
        &mut self,
        renumbered: impl Fn(K, &[u32]) -> Option<K>,
        (control, max_bytes): (&Control, usize),
        mut put: impl FnMut(K, u64),
    ) -> Result<Option<RootProof>, Error> {
        self.read((control, max_bytes), K::BYTES, &mut |mut key, ids, word| {
            let key = renumbered(K::read(&mut key), ids);
            key.map(|key| put(key, word)).is_some()
        })
    }

    /// Was the load stopped before its end?
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    /// Adds the work of earlier runs to a solution, and a note if the last save failed.
    pub fn add_to(self, solution: &mut Solution) {
        let WorkDone { nodes, seconds } = self.earlier_work;
        if nodes > 0 {
            solution.details.push(("nodes_before", RootNumber::Integer(nodes)));
            solution.details.push(("seconds_before", RootNumber::Real(seconds)));
        }
        if let Some(error) = self.save_error {
            solution.prepend_note(&format!("the checkpoint is not up to date: {error}"));
        }
    }
}
