//! The history of a position of Go: the earlier moves and boards, and exact ids for them.
//!
//! Superko forbids boards of the history. So the whole history is part of a position.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
};

use upstar_core::{Grid, Move, mix};

use super::board::{Board, EMPTY, Point};

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

/// The contribution of a stone to the hash of a board.
#[inline]
fn stone_hash(point: Point, colour: u8) -> u64 {
    mix(u64::from(point) << 2 | u64::from(colour))
}

/// A board, the move that led to it, and all earlier boards.
pub struct History {
    /// The move that led to this board; `None` at the start.
    pub mv: Option<Move>,
    /// A hash of the board. Boards with different hashes are different.
    pub hash: u64,
    /// The board itself. It is stored only if boards may not repeat.
    pub words: Packed,
    /// Has any stone been captured since the start?
    pub has_taken: bool,
    before: Option<Arc<History>>,
    /// The serial number of the game that assigned the id, and the id.
    id: OnceLock<(u64, u64)>,
}

impl History {
    /// The history before any move.
    pub fn start(hash: u64, words: Packed) -> Arc<History> {
        let id = OnceLock::new();
        Arc::new(History { mv: None, hash, words, has_taken: false, before: None, id })
    }

    /// The history after one more move.
    pub fn after(
        self: &Arc<History>,
        mv: Move,
        hash: u64,
        words: Packed,
        has_taken: bool,
    ) -> Arc<History> {
        let before = Some(Arc::clone(self));
        Arc::new(History { mv: Some(mv), hash, words, has_taken, before, id: OnceLock::new() })
    }

    /// This board and all earlier ones, the latest first.
    pub fn all(&self) -> impl Iterator<Item = &History> {
        std::iter::successors(Some(self), |history| history.before.as_deref())
    }

    /// The moves since the start.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.all().filter_map(|history| history.mv).collect();
        moves.reverse();
        moves
    }
}

impl Drop for History {
    /// Drops the boards one by one. Recursion would need a deep stack for a long game.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut history) = before.and_then(Arc::into_inner) {
            before = history.before.take();
        }
    }
}

/// The contents that get an id.
#[derive(PartialEq, Eq, Hash)]
enum Identified {
    /// A history that follows another one, by the id of that one and a move.
    Play(u64, u32),
    /// A board with all state that the rules depend on.
    State(Box<[u64]>),
}

/// Assigns ids to histories and states. Equal ids mean equal histories or states.
pub struct PositionIds {
    serial: u64,
    known: Mutex<HashMap<Identified, u64>>,
    bytes: AtomicUsize,
}

static SERIAL: AtomicU64 = AtomicU64::new(1);

impl PositionIds {
    /// A store without ids. The history without moves has the id 0.
    pub fn new() -> PositionIds {
        let serial = SERIAL.fetch_add(1, Relaxed);
        PositionIds { serial, known: Mutex::default(), bytes: AtomicUsize::new(0) }
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// The id of a history. `first` returns the ids of the histories with which it can begin.
    pub fn of_history(&self, history: &History, first: impl Fn(&History) -> Option<u64>) -> u64 {
        // Goes back to the last history with an id, then forward again.
        let known = |history: &History| {
            let found = history.id.get().filter(|(serial, _)| *serial == self.serial);
            found.map(|&(_, id)| id).or_else(|| first(history))
        };
        let mut without_id = Vec::new();
        let mut id = 0;
        for earlier in history.all() {
            if let Some(found) = known(earlier) {
                id = found;
                break;
            }
            without_id.push(earlier);
        }
        for step in without_id.into_iter().rev() {
            id = self.id(Identified::Play(id, step.mv.map_or(u32::MAX, |mv| mv.0)), 0);
            let _ = step.id.set((self.serial, id));
        }
        id
    }

    /// The id of a state.
    pub fn of_state(&self, words: &[u64]) -> u64 {
        self.id(Identified::State(words.into()), size_of_val(words))
    }

    fn id(&self, identified: Identified, extra: usize) -> u64 {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let next = known.len() as u64 + 1;
        let id = *known.entry(identified).or_insert(next);
        if id == next {
            let entry = size_of::<(Identified, u64)>() * 2 + extra;
            self.bytes.fetch_add(entry, Relaxed);
        }
        id
    }
}

/// The hash of the board after a stone is played on a point, and whether the move captures.
pub fn hash_after(board: &Board, hash: u64, point: Point, colour: u8) -> (u64, bool) {
    let mut hash = hash ^ stone_hash(point, colour);
    let mut takes = false;
    for string in board.taken(point, colour) {
        takes = true;
        hash = board.string(string).fold(hash, |h, stone| h ^ stone_hash(stone, 3 - colour));
    }
    (hash, takes)
}

/// The board with stones of these colours, one for each point, and its history.
///
/// # Errors
/// The cell of a stone without a liberty, and its colour.
pub fn start(
    grid: Grid,
    points: &[Point],
    colours: impl Iterator<Item = u8>,
) -> Result<(Board, Arc<History>), (usize, u8)> {
    let mut board = Board::new(grid);
    let mut hash = 0;
    // Placing these stones captures nothing. Liberties are checked when all stones are on the
    // board.
    for (&point, colour) in points.iter().zip(colours) {
        if colour != EMPTY {
            board.put(point, colour);
            hash ^= stone_hash(point, colour);
        }
    }
    for (cell, &point) in points.iter().enumerate() {
        let colour = board.colour(point);
        if colour != EMPTY && !board.has_liberty(point) {
            return Err((cell, colour));
        }
    }
    let history = History::start(hash, pack(&board, points));
    Ok((board, history))
}
