//! The root's numbers over time.

use upstar_core::{Meter, Move};

use super::selection_rule::SelectionRule;
use crate::{Solution, TracePoint};

/// Reports the root's numbers while the search runs, and stores them if the request asks for a trace.
pub struct RootTrace {
    trace: Option<Vec<TracePoint>>,
    /// The number of nodes at which the next report is due.
    next: u64,
}

impl RootTrace {
    /// A recorder that stores the numbers, or only reports them.
    pub fn new(stores: bool) -> RootTrace {
        RootTrace { trace: stores.then(Vec::new), next: 0 }
    }

    /// Reports the root's numbers whenever the nodes have grown by a twentieth since the last report. Stores
    /// them with the selected child's move.
    pub fn record<R: SelectionRule>(
        &mut self,
        rule: &R,
        root: &R::Info,
        best: Option<Move>,
        bytes: usize,
        meter: &Meter,
    ) {
        if meter.nodes < self.next {
            return;
        }
        self.next = meter.nodes + meter.nodes / 20 + 1;
        let numbers = rule.named_numbers(root);
        meter.report_root_numbers(&numbers);
        if let Some(trace) = &mut self.trace {
            trace.push(TracePoint::new(meter, bytes, numbers, best));
        }
    }

    /// The trace, with the solution as its last point.
    pub fn finish(self, meter: &Meter, solution: &Solution) -> Vec<TracePoint> {
        let Some(mut trace) = self.trace else { return Vec::new() };
        let bytes = trace.last().map_or(0, |point| point.bytes);
        trace.retain(|point| point.nodes < meter.nodes);
        trace.push(TracePoint::new(meter, bytes, solution.root.clone(), solution.best_move));
        trace
    }
}
