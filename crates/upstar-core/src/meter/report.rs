//! The reports of a meter to the control while the search runs.

use std::sync::atomic::Ordering::Relaxed;

use super::Meter;
use crate::{Bounds, Move, RootNumber, lock};

impl Meter<'_> {
    /// Reports the root's proved bounds, from Left's point of view.
    pub fn report_bounds(&self, bounds: Bounds) {
        if self.reports && self.is_at_root {
            self.control.progress.set_bounds(bounds);
        }
    }

    /// Reports the best move so far at the root.
    #[inline]
    pub fn report_best_move(&self, best: Option<Move>) {
        if self.reports && self.is_at_root && self.best_move.replace(best) != best {
            self.control.set_best_move(best);
        }
    }

    /// Reports an estimate of the nodes that the search will have created when it ends.
    pub fn report_estimate(&self, nodes: Option<u64>) {
        if self.reports && self.is_at_root {
            self.control.progress.estimate.store(nodes.unwrap_or(0), Relaxed);
        }
    }

    /// Reports the root's numbers. This takes a lock, so a search does not call it for every node.
    pub fn report_root_numbers(&self, numbers: &[(&'static str, RootNumber)]) {
        if self.reports && self.is_at_root {
            numbers.clone_into(&mut lock(&self.control.progress.root_numbers));
        }
    }

    /// Reports the depth of the search.
    pub fn report_depth(&self, depth: u32) {
        if self.reports && self.is_at_root {
            self.control.progress.depth.store(u64::from(depth), Relaxed);
        }
    }

    /// Reports the work of all threads and of other searches for the same answer.
    pub(super) fn report_work(&self, nodes: u64, expansions: u64, bytes: usize) {
        if self.reports {
            let progress = &self.control.progress;
            let others = self.share.other_nodes + self.control.earlier_nodes.load(Relaxed);
            progress.nodes.store(nodes + others, Relaxed);
            progress.expansions.store(expansions, Relaxed);
            progress.bytes.store(bytes + self.share.other_bytes, Relaxed);
        }
    }
}
