//! What a position of Go remembers: the moves and boards before it, and exact names for them.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
};

use upstar_core::{Move, mix};

use super::board::{Board, Point};

/// A board of up to 361 points, two bits for each.
pub type Packed = [u64; 12];

/// The packed board.
pub fn pack(board: &Board, points: &[Point]) -> Packed {
    let mut words = [0; 12];
    for (cell, &point) in points.iter().enumerate() {
        words[cell / 32] |= u64::from(board.colour(point)) << (cell % 32 * 2);
    }
    words
}

/// What a stone adds to a board's hash.
#[inline]
pub fn stone_hash(point: Point, colour: u8) -> u64 {
    mix(u64::from(point) << 2 | u64::from(colour))
}

/// A board that was, the move that made it, and all before it.
pub struct Past {
    /// The move that made this board; none at the start.
    pub mv: Option<Move>,
    /// Tells most different boards apart.
    pub hash: u64,
    /// Tells all apart; made only where boards may not come back.
    pub words: Packed,
    /// Has any stone been taken since the start?
    pub has_taken: bool,
    before: Option<Arc<Past>>,
    /// The game that has named this play, and the name.
    name: OnceLock<(u64, u64)>,
}

impl Past {
    /// The beginning.
    pub fn start(hash: u64, words: Packed) -> Arc<Past> {
        let name = OnceLock::new();
        Arc::new(Past { mv: None, hash, words, has_taken: false, before: None, name })
    }

    /// After one more move.
    pub fn after(
        self: &Arc<Past>,
        mv: Move,
        hash: u64,
        words: Packed,
        has_taken: bool,
    ) -> Arc<Past> {
        let before = Some(Arc::clone(self));
        Arc::new(Past { mv: Some(mv), hash, words, has_taken, before, name: OnceLock::new() })
    }

    /// This board and all before it, the latest first.
    pub fn all(&self) -> impl Iterator<Item = &Past> {
        std::iter::successors(Some(self), |past| past.before.as_deref())
    }

    /// The moves since the start.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.all().filter_map(|past| past.mv).collect();
        moves.reverse();
        moves
    }
}

impl Drop for Past {
    /// One by one: a long play would need a deep stack otherwise.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut past) = before.and_then(Arc::into_inner) {
            before = past.before.take();
        }
    }
}

/// What is given a name.
#[derive(PartialEq, Eq, Hash)]
enum Named {
    /// The play after a named play and a move.
    Play(u64, u32),
    /// A board with all that the rules look at.
    State(Box<[u64]>),
}

/// Gives plays and states numbers, each its own, so that whoever compares the numbers compares
/// the things themselves.
pub struct Names {
    serial: u64,
    known: Mutex<HashMap<Named, u64>>,
    bytes: AtomicUsize,
}

static SERIAL: AtomicU64 = AtomicU64::new(1);

impl Names {
    /// No names yet; the play without moves is 0.
    pub fn new() -> Names {
        let serial = SERIAL.fetch_add(1, Relaxed);
        Names { serial, known: Mutex::default(), bytes: AtomicUsize::new(0) }
    }

    /// The bytes that the names take.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// The name of a play, given the names of the positions from which plays begin.
    pub fn of_play(&self, past: &Past, first: impl Fn(&Past) -> Option<u64>) -> u64 {
        // Back to the last play that has a name, and forth again.
        let known = |past: &Past| {
            let named = past.name.get().filter(|(serial, _)| *serial == self.serial);
            named.map(|&(_, name)| name).or_else(|| first(past))
        };
        let mut unnamed = Vec::new();
        let mut name = 0;
        for past in past.all() {
            if let Some(found) = known(past) {
                name = found;
                break;
            }
            unnamed.push(past);
        }
        for step in unnamed.into_iter().rev() {
            name = self.name(Named::Play(name, step.mv.map_or(u32::MAX, |mv| mv.0)), 0);
            let _ = step.name.set((self.serial, name));
        }
        name
    }

    /// The name of a state.
    pub fn of_state(&self, words: &[u64]) -> u64 {
        self.name(Named::State(words.into()), size_of_val(words))
    }

    fn name(&self, named: Named, extra: usize) -> u64 {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let next = known.len() as u64 + 1;
        let name = *known.entry(named).or_insert(next);
        if name == next {
            let entry = size_of::<(Named, u64)>() * 2 + extra;
            self.bytes.fetch_add(entry, Relaxed);
        }
        name
    }
}
