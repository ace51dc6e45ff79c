//! The positions from the root to the one that a thread is searching.
//!
//! **Idea** Two threads may search the same position, each another child of it. When one of them settles the
//! position, the work of the other one is useless. So each thread looks up the positions on its path at
//! intervals. If the table settles one of them, the thread returns to it.
//!
//! **Guarantee** The table holds proved bounds only, so the search that is left would not change the result.
//! The root is never left: its search must find the move that reaches the value.

use upstar_core::{Bounds, Key, Player, SearchGame};

use super::search::AlphaBetaSearch;

/// The number of nodes between two looks at the path.
const NODES_PER_CHECK: u64 = 1 << 11;

/// The positions from the root to the one that is being searched.
pub(super) struct SearchPath<K> {
    positions: Vec<PathPosition<K>>,
    /// The node count at which they are looked up next.
    next_check: u64,
    /// The index of the position that another thread has settled, and its bounds.
    settled: Option<(usize, Bounds)>,
}

/// A position whose children are being searched.
struct PathPosition<K> {
    key: K,
    mover: Player,
    /// The window, seen by the player to move.
    window: Bounds,
}

impl<K> Default for SearchPath<K> {
    fn default() -> Self {
        SearchPath { positions: Vec::new(), next_check: 0, settled: None }
    }
}

impl<K: Key> SearchPath<K> {
    /// Removes all positions.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.settled = None;
    }
}

impl<G: SearchGame> AlphaBetaSearch<'_, G> {
    /// Adds a position whose children are searched next.
    #[inline]
    pub(super) fn enter_path(&mut self, key: G::Key, mover: Player, window: Bounds) {
        if self.team.is_some() {
            self.path.positions.push(PathPosition { key, mover, window });
        }
    }

    /// Removes the last position.
    #[inline]
    pub(super) fn leave_path(&mut self) {
        self.path.positions.pop();
    }

    /// Has another thread settled a position on the path? Looks only at intervals.
    #[inline]
    pub(super) fn is_path_settled(&mut self) -> bool {
        self.meter.nodes >= self.path.next_check && self.find_settled()
    }

    fn find_settled(&mut self) -> bool {
        self.path.next_check = self.meter.nodes + NODES_PER_CHECK;
        let mut below_root = self.path.positions.iter().enumerate().skip(1);
        self.path.settled = below_root.find_map(|(index, position)| {
            let PathPosition { key, mover, window } = position;
            let (entry, _) = self.look_up(key, *mover)?;
            let Bounds { lo, hi } = entry.bounds.seen_by(*mover);
            let settles = lo >= window.hi || hi <= window.lo || lo == hi;
            settles.then_some((index, entry.bounds))
        });
        self.path.settled.is_some()
    }

    /// Called when the search of a child was left. The bounds of the last position of the path, which is
    /// removed, if it is the one that another thread has settled.
    pub(super) fn settled_elsewhere(&mut self) -> Option<Bounds> {
        let last = self.path.positions.len().checked_sub(1)?;
        self.path.positions.pop();
        self.path.settled.take_if(|(index, _)| *index == last).map(|(_, bounds)| bounds)
    }
}
