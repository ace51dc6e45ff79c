//! The root's numbers over time.

use upstar_core::{Meter, Move, RootNumber};

use super::selection_rule::SelectionRule;
use crate::{Solution, TracePoint};

/// Reports the root's numbers while the search runs, and stores them where the request wants a trace.
pub struct RootTrace {
    trace: Option<Vec<TracePoint>>,
    /// The nodes at the next report.
    next: u64,
}

impl RootTrace {
    /// A recorder that stores the numbers or only reports them.
    pub fn new(stores: bool) -> RootTrace {
        RootTrace { trace: stores.then(Vec::new), next: 0 }
    }

    /// Reports the root's numbers, and stores them with the child to follow, whenever there are a twentieth
    /// more nodes than the last time.
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
            trace.push(trace_point(meter, bytes, numbers, best));
        }
    }

    /// The trace, with the solution as its last point.
    pub fn finish(self, meter: &Meter, solution: &Solution) -> Vec<TracePoint> {
        let Some(mut trace) = self.trace else { return Vec::new() };
        let bytes = trace.last().map_or(0, |point| point.bytes);
        trace.retain(|point| point.nodes < meter.nodes);
        trace.push(trace_point(meter, bytes, solution.root.clone(), solution.best_move));
        trace
    }
}

fn trace_point(
    meter: &Meter,
    bytes: usize,
    numbers: Vec<(&'static str, RootNumber)>,
    best_move: Option<Move>,
) -> TracePoint {
    let (nodes, expansions) = (meter.nodes, meter.expansions);
    TracePoint { nodes, expansions, seconds: meter.seconds(), bytes, numbers, best_move }
}
