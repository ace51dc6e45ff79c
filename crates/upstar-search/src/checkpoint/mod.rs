//! Checkpoints: the table of a long search on the disk, so that a killed search can resume.
//!
//! The file `table.upstar` in the directory that the user names:
//! ```text
//! header   lines `key: value`, ended by an empty line: first the identity, which must be the same for the
//!          entries to mean the same (game, position, algorithm, …), then how far the search was
//! entries  each a key (see `Key::write`) and the word of its slot, lowest byte first
//! keys     the interned keys (see `Interner::serialized`), words of 4 bytes, in games whose keys have ids
//! footer   8 bytes each: how many words of interned keys there are, and the FNV-1a checksum of all before it
//! ```
//! **Guarantee** A file is complete or absent: it is written under a temporary name, synced
//! and renamed, and one search at a time has the directory. A damaged file, a file of another position or
//! algorithm, and a file of a core with other sources (which may read keys differently, or have corrected a wrong
//! proof) are rejected with the reason, and nothing of them is used. So is a file whose table does not fit
//! into the memory. A file is never overwritten by a smaller part of its table. The entries of a table are proved, so
//! a search that resumes from it finds what the undisturbed search would have found.

mod read;
mod write;

use std::{
    fs,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use upstar_core::{
    Bounds, Control, DirectoryLock, Error, Interner, Key, Move, Player, RootNumber, SearchGame,
};

use crate::{AlgorithmInfo, Request, Solution};

const MAGIC: &str = "upstar-checkpoint";
const FORMAT: &str = "3";
const NO_MOVE: &str = "none";
const FILE: &str = "table.upstar";
/// The search runs at least so many times as long as the last save took.
const MIN_SEARCH_PER_SAVE: u32 = 10;
/// Calls of [`Checkpoint::is_due`] between two looks at the clock.
const CALLS_BETWEEN_CHECKS: u32 = 1 << 8;

/// The work of a search, over all runs, when its table was saved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorkDone {
    /// Nodes, over all runs.
    pub nodes: u64,
    /// Seconds, over all runs.
    pub seconds: f64,
}

/// What was proved of the root when the table was saved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootProof {
    /// The bounds of its value, as the search sees them.
    pub bounds: Bounds,
    /// A move that reaches the lower bound, if there is one.
    pub best: Option<Move>,
}

/// Saves the table of a search, and loads it again.
pub struct Checkpoint {
    path: PathBuf,
    _lock: DirectoryLock,
    /// What must be the same: names and values.
    identity: Vec<(&'static str, String)>,
    /// The interned keys, in games whose keys have ids.
    interner: Option<Arc<Mutex<Interner>>>,
    /// The time between two saves that the user wants.
    interval: Duration,
    /// The time to the next save.
    wait: Duration,
    last_save: Instant,
    calls: u32,
    /// The work of earlier runs.
    pub earlier_work: WorkDone,
    /// Why the last save failed, if it did.
    pub save_error: Option<String>,
    /// Was the load stopped before its end? Then the file holds more than the table.
    is_incomplete: bool,
}

impl Checkpoint {
    /// The checkpoint that a request asks for, if it asks for one.
    ///
    /// # Errors
    /// If the game's keys are not stable, the directory cannot be created, or another search has it.
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
        let interval = Duration::from_secs_f64(request.checkpoint_every.clamp(0.0, 1e9));
        let searches = if request.interner.is_some() { "sums" } else { "positions" };
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
                ("searches", searches.into()),
                ("key_bytes", G::Key::BYTES.to_string()),
            ],
            interner: request.interner.clone(),
            interval,
            wait: interval,
            last_save: Instant::now(),
            calls: 0,
            earlier_work: WorkDone::default(),
            save_error: None,
            is_incomplete: false,
        }))
    }

    /// Is a save due? Looks at the clock only now and then.
    #[inline]
    pub fn is_due(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        self.calls.is_multiple_of(CALLS_BETWEEN_CHECKS) && self.last_save.elapsed() >= self.wait
    }

    /// Saves a table of `table_bytes`. `for_each` calls its argument for every entry. If the save fails, the error
    /// is kept for the solution, the search continues, and the last good file stays.
    pub fn save<K: Key>(
        &mut self,
        proof: RootProof,
        done: WorkDone,
        table_bytes: usize,
        for_each: impl FnOnce(&mut dyn FnMut(&K, u64)),
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

    /// Loads the saved table: calls `put` for every entry, with keys as their ids are now. Returns what was proved of
    /// the root; none if nothing was saved yet, or the load was stopped before its end. A table of at
    /// most `max_bytes` must be able to hold the entries.
    ///
    /// # Errors
    /// Why the file is no checkpoint of this search, or does not fit.
    pub fn load<K: Key>(
        &mut self,
        (control, max_bytes): (&Control, usize),
        mut put: impl FnMut(K, u64),
    ) -> Result<Option<RootProof>, Error> {
        self.read((control, max_bytes), K::BYTES, &mut |mut key, ids, word| {
            let key = K::read(&mut key).renumbered(ids);
            key.map(|key| put(key, word)).is_some()
        })
    }

    /// Was the load stopped before its end?
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    /// Adds to a solution the work of earlier runs, and whether the last save failed.
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
