//! Limits, stopping and progress. The one who started a search holds the [`Control`] and may
//! stop it or watch its progress from another thread; the search counts its work on a
//! [`Meter`], which looks at the clock and the flags only from time to time.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Instant,
};

use crate::{Alarm, Bounds, Move};

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Nodes created.
    pub max_nodes: u64,
    /// Time.
    pub max_seconds: f64,
    /// Bytes of tables and trees.
    pub max_bytes: usize,
    /// Playouts, of searches that have any.
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

/// Why a search ended before it had its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// `max_nodes` was reached.
    Nodes,
    /// `max_seconds` was reached.
    Seconds,
    /// `max_bytes` was reached by a search that cannot go on with less.
    Memory,
    /// `max_playouts` was reached.
    Playouts,
    /// Somebody asked it to stop (Ctrl-C).
    Asked,
}

impl Stopped {
    /// A word for users.
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

/// A number at the root, by name: proof numbers, probabilities, …
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RootNumber {
    /// A whole number.
    Integer(u64),
    /// A real number; may be infinite.
    Real(f64),
}

/// What a running search tells, for whoever watches.
#[derive(Debug, Default)]
pub struct Progress {
    /// Nodes created.
    pub nodes: AtomicU64,
    /// Nodes whose children were generated.
    pub expansions: AtomicU64,
    /// Bytes in use.
    pub bytes: AtomicUsize,
    /// The nodes that the search will have created in the end, about; 0 when that is unknown.
    pub estimate: AtomicU64,
    /// A number that says how far the search is: a depth, or a root number; 0 when none.
    pub depth: AtomicU64,
    /// The best move so far, one more than its number; 0 when none is known.
    pub(crate) best: AtomicU64,
    /// The root's proved bounds from Left's point of view, packed; see [`Progress::bounds`].
    bounds: AtomicI64,
    /// The root's numbers, by name; seldom written, so a lock does not hurt.
    pub(crate) root: Mutex<Vec<(&'static str, RootNumber)>>,
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

    /// The root's numbers as they were told last; none from searches that have none.
    pub fn root(&self) -> Vec<(&'static str, RootNumber)> {
        self.root.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells the root's proved bounds.
    pub fn set_bounds(&self, bounds: Bounds) {
        let packed = i64::from(bounds.lo) << 17 | i64::from(bounds.hi as u16) << 1 | 1;
        self.bounds.store(packed, Relaxed);
    }
}

/// What a search may do before it pauses, and what others have done for the same answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Nodes of its own, in all.
    pub nodes: u64,
    /// The control's clock when it pauses at the latest.
    pub until: f64,
    /// Nodes of others.
    pub elsewhere: u64,
    /// Bytes that others hold.
    pub bytes_elsewhere: usize,
}

impl Share {
    /// All.
    pub const WHOLE: Share =
        Share { nodes: u64::MAX, until: f64::INFINITY, elsewhere: 0, bytes_elsewhere: 0 };
}

/// Turns a move at the root of a search into the move to display; none if there is nothing to display.
pub type RootMoveMap = Box<dyn Fn(Move) -> Option<Move> + Send + Sync>;

/// Limits, the stop flag and the progress of one search.
pub struct Control {
    /// What the search may use.
    pub limits: Limits,
    /// What the search tells.
    pub progress: Progress,
    /// Nodes of a search for the same answer that has given up.
    pub(crate) before: AtomicU64,
    /// For searches whose moves are not those of the game that a user sees.
    root_moves: Mutex<Option<RootMoveMap>>,
    stop: Arc<AtomicBool>,
    pub(crate) start: Instant,
}

impl Control {
    /// A control whose clock starts now.
    pub fn new(limits: Limits) -> Control {
        Control {
            limits,
            progress: Progress::default(),
            before: AtomicU64::new(0),
            root_moves: Mutex::new(None),
            stop: Arc::default(),
            start: Instant::now(),
        }
    }

    /// A control with the default limits.
    pub fn unlimited() -> Control {
        Control::new(Limits::default())
    }

    /// Displays moves of searches from now on as `map` says, or as they are.
    pub fn map_root_moves(&self, map: Option<RootMoveMap>) {
        *self.root_moves.lock().unwrap_or_else(PoisonError::into_inner) = map;
    }

    /// Publishes the best move so far at the root.
    pub(crate) fn set_best(&self, best: Option<Move>) {
        let map = self.root_moves.lock().unwrap_or_else(PoisonError::into_inner);
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
        self.start.elapsed().as_secs_f64()
    }

    /// Says whether it is time to stop, for work that no meter counts.
    pub fn alarm(&self) -> Alarm {
        let (stop, start, seconds) = (Arc::clone(&self.stop), self.start, self.limits.max_seconds);
        Arc::new(move || stop.load(Relaxed) || start.elapsed().as_secs_f64() >= seconds)
    }

    /// Counts the nodes of a search that has given up, before another one is tried.
    pub fn count_before(&self, nodes: u64) {
        self.before.fetch_add(nodes, Relaxed);
    }

    /// The nodes that a search may make, those of earlier ones left out.
    pub fn max_nodes(&self) -> u64 {
        self.limits.max_nodes.saturating_sub(self.before.load(Relaxed))
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
