//! Limits, stopping and progress.
//!
//! The caller of a search owns its [`Control`]. Another thread may stop the search or read its
//! progress. The search counts its work on a [`Meter`](crate::Meter), which checks the clock and
//! the stop flag at intervals.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use crate::{Bounds, Clock, Move, MoveValue, StopCheck, lock};

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Nodes created.
    pub max_nodes: u64,
    /// Time.
    pub max_seconds: f64,
    /// Bytes of tables and trees.
    pub max_bytes: usize,
    /// Playouts, in searches that run playouts.
    pub max_playouts: u64,
}

impl Default for Limits {
    /// No limit on nodes, seconds and playouts; 4 GiB.
    fn default() -> Limits {
        Limits {
            max_nodes: u64::MAX,
            max_seconds: f64::INFINITY,
            max_bytes: 4 << 30,
            max_playouts: u64::MAX,
        }
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// `max_nodes` was reached.
    Nodes,
    /// `max_seconds` was reached.
    Seconds,
    /// `max_bytes` was reached by a search that cannot replace or discard what it stores.
    Memory,
    /// `max_playouts` was reached.
    Playouts,
    /// The caller stopped the search (Ctrl-C).
    Asked,
}

impl Stopped {
    /// The word that users see.
    pub fn name(self) -> &'static str {
        match self {
            Stopped::Nodes => "nodes",
            Stopped::Seconds => "seconds",
            Stopped::Memory => "memory",
            Stopped::Playouts => "playouts",
            Stopped::Asked => "interrupted",
        }
    }
}

/// A number at the root, such as a proof number or a probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RootNumber {
    /// An integer.
    Integer(u64),
    /// A real number, possibly infinite.
    Real(f64),
}

/// The progress of a running search.
#[derive(Debug, Default)]
pub struct Progress {
    /// Nodes created.
    pub nodes: AtomicU64,
    /// Nodes whose children were generated.
    pub expansions: AtomicU64,
    /// Bytes in use.
    pub bytes: AtomicUsize,
    /// An estimate of the nodes that the search will have created when it ends; 0 when there is none.
    pub estimate: AtomicU64,
    /// The depth that an iterative-deepening search has reached; 0 when there is none.
    pub depth: AtomicU64,
    /// One more than the number of the best move so far; 0 when no move is known.
    pub(crate) best: AtomicU64,
    /// The root's proved bounds from Left's point of view, packed; see [`Progress::bounds`].
    bounds: AtomicI64,
    /// The root's numbers, by name. The search seldom writes them, so a lock costs little.
    pub(crate) root_numbers: Mutex<Vec<(&'static str, RootNumber)>>,
    /// What an analysis has proved of each move.
    moves: Mutex<Vec<MoveValue>>,
}

impl Progress {
    /// The best move so far at the root.
    pub fn best_move(&self) -> Option<Move> {
        self.best.load(Relaxed).checked_sub(1).map(|number| Move(number as u32))
    }

    /// The root's proved bounds so far, from Left's point of view.
    pub fn bounds(&self) -> Option<Bounds> {
        let packed = self.bounds.load(Relaxed);
        (packed != 0).then_some(Bounds { lo: (packed >> 17) as i16, hi: (packed >> 1) as i16 })
    }

    /// The last reported numbers of the root; empty for searches that report none.
    pub fn root_numbers(&self) -> Vec<(&'static str, RootNumber)> {
        lock(&self.root_numbers).clone()
    }

    /// What an analysis has proved of each move so far; empty for other searches.
    pub fn moves(&self) -> Vec<MoveValue> {
        lock(&self.moves).clone()
    }

    /// Reports what an analysis has proved of each move.
    pub fn set_moves(&self, moves: &[MoveValue]) {
        moves.clone_into(&mut lock(&self.moves));
    }

    /// Reports the root's proved bounds.
    pub fn set_bounds(&self, bounds: Bounds) {
        let packed = i64::from(bounds.lo) << 17 | i64::from(bounds.hi as u16) << 1 | 1;
        self.bounds.store(packed, Relaxed);
    }
}

/// The work that a search may do before it pauses, and the work of other searches for the same
/// answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorkShare {
    /// The search pauses when it has created this many nodes in all.
    pub max_nodes: u64,
    /// The search pauses when the control's clock shows this many seconds.
    pub until_seconds: f64,
    /// Nodes that the other searches have created.
    pub other_nodes: u64,
    /// Bytes that the other searches hold.
    pub other_bytes: usize,
}

impl WorkShare {
    /// No pause, and no other searches.
    pub const UNLIMITED: WorkShare = WorkShare {
        max_nodes: u64::MAX,
        until_seconds: f64::INFINITY,
        other_nodes: 0,
        other_bytes: 0,
    };
}

/// Turns a move at the root of a search into the move to display; none if there is nothing to display.
pub type RootMoveMap = Box<dyn Fn(Move) -> Option<Move> + Send + Sync>;

/// Limits, the stop flag and the progress of one search.
pub struct Control {
    /// What the search may use.
    pub limits: Limits,
    /// What the search reports.
    pub progress: Progress,
    /// Nodes of earlier searches for the same answer that ended without it.
    pub(crate) earlier_nodes: AtomicU64,
    /// Set for searches on another game than the one that the user sees.
    root_moves: Mutex<Option<RootMoveMap>>,
    stop: Arc<AtomicBool>,
    pub(crate) clock: Clock,
}

impl Control {
    /// A control whose clock starts now.
    pub fn new(limits: Limits) -> Control {
        Control {
            limits,
            progress: Progress::default(),
            earlier_nodes: AtomicU64::new(0),
            root_moves: Mutex::new(None),
            stop: Arc::default(),
            clock: Clock::start(),
        }
    }

    /// A control for one of several searches: it has its own limits and a clock that starts now, and it stops when
    /// this one is stopped.
    #[must_use]
    pub fn for_one_of_many(&self, limits: Limits) -> Control {
        Control { stop: Arc::clone(&self.stop), ..Control::new(limits) }
    }

    /// A control with the default limits.
    pub fn unlimited() -> Control {
        Control::new(Limits::default())
    }

    /// Sets the map from root moves to the moves to display; without a map they are displayed unchanged.
    pub fn map_root_moves(&self, map: Option<RootMoveMap>) {
        *lock(&self.root_moves) = map;
    }

    /// Reports the best move so far at the root.
    pub(crate) fn set_best_move(&self, best: Option<Move>) {
        let map = lock(&self.root_moves);
        let shown = match &*map {
            Some(map) => best.and_then(map),
            None => best,
        };
        self.progress.best.store(shown.map_or(0, |mv| u64::from(mv.0) + 1), Relaxed);
    }

    /// Asks the search to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Was the search asked to stop?
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.clock.seconds()
    }

    /// A function that returns true when the search must stop or its time is over. For work that no
    /// meter counts.
    pub fn stop_check(&self) -> StopCheck {
        let (stop, clock, seconds) = (Arc::clone(&self.stop), self.clock, self.limits.max_seconds);
        Arc::new(move || stop.load(Relaxed) || clock.seconds() >= seconds)
    }

    /// Adds the nodes of a search that ended without an answer, before the next search starts.
    pub fn add_earlier_nodes(&self, nodes: u64) {
        self.earlier_nodes.fetch_add(nodes, Relaxed);
    }

    /// The nodes that a search may create: the limit minus the nodes of earlier searches.
    pub fn max_nodes(&self) -> u64 {
        self.limits.max_nodes.saturating_sub(self.earlier_nodes.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_survive_packing() {
        let progress = Progress::default();
        assert_eq!(progress.bounds(), None);
        for (lo, hi) in [(-1, 1), (0, 0), (-361, -2), (5, 361)] {
            progress.set_bounds(Bounds { lo, hi });
            assert_eq!(progress.bounds(), Some(Bounds { lo, hi }));
        }
    }
}
