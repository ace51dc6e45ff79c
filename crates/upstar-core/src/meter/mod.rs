//! Counts the work of a search, and decides when it must end.
//!
//! A meter checks the clock, the memory and the stop flag at intervals. It adapts the number of
//! nodes between two checks, so that about [`CHECK_INTERVAL`] passes.

mod report;

use std::{
    cell::Cell,
    sync::Arc,
    time::{Duration, Instant},
};

use crate::{Clock, Control, Game, Limits, Move, Stopped, ThreadTeam, WorkShare};

/// The part of `max_bytes` that a search may use for its tables. A game that stores positions itself gets
/// the other half.
pub fn bytes_for_tables<G: Game>(game: &G, max_bytes: usize) -> usize {
    // A game without stable keys numbers positions as they occur, so it may store none yet.
    let stores_positions = game.heap_bytes() > 0 || !game.has_stable_keys();
    if stores_positions { max_bytes / 2 } else { max_bytes }
}

/// The maximum number of calls between two checks.
const CALLS_BETWEEN_CHECKS: u32 = 1 << 16;
/// The time that should pass between two checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(5);
/// The maximum number of nodes or iterations between two checks.
const MAX_STRIDE: u64 = 1 << 16;

/// Counts a search's work and decides when it must end.
pub struct Meter<'a> {
    control: &'a Control,
    limits: Limits,
    clock: Clock,
    /// Does it report progress to the control?
    reports: bool,
    /// Is the position that is searched the one that the user sees?
    is_at_root: bool,
    /// The team of this thread, and the nodes and expansions already added to the team's counts.
    team: Option<(Arc<ThreadTeam>, [u64; 2])>,
    /// The nodes at the last check, and the nodes that the team reserved then.
    reservation: [u64; 2],
    /// The work that the search may do before it pauses.
    share: WorkShare,
    is_paused: bool,
    /// Nodes created, the root included.
    pub nodes: u64,
    /// Nodes whose children were generated.
    pub expansions: u64,
    /// Playouts.
    pub playouts: u64,
    /// Iterations of a search that counts playouts.
    pub iterations: u64,
    /// The peak memory in bytes.
    pub peak_bytes: usize,
    /// The peak memory without the bytes of the game.
    pub own_bytes: usize,
    stopped: Option<Stopped>,
    /// The best move of the last report.
    best_move: Cell<Option<Move>>,
    /// The number of checks so far.
    checks: u64,
    /// Iterations before the next check.
    iterations_left: u64,
    calls: u32,
    /// The node count at which the next check comes.
    next_check: u64,
    /// Nodes or iterations between two checks.
    stride: u64,
    last_check: Instant,
}

impl<'a> Meter<'a> {
    /// A meter with nothing counted.
    pub fn new(control: &'a Control) -> Meter<'a> {
        Meter {
            control,
            limits: Limits { max_nodes: control.max_nodes(), ..control.limits },
            clock: control.clock,
            reports: true,
            is_at_root: true,
            team: None,
            reservation: [0; 2],
            share: WorkShare::UNLIMITED,
            is_paused: false,
            nodes: 0,
            expansions: 0,
            playouts: 0,
            iterations: 0,
            peak_bytes: 0,
            own_bytes: 0,
            stopped: None,
            best_move: Cell::new(None),
            checks: 0,
            iterations_left: 1,
            calls: 0,
            next_check: 0,
            stride: 16,
            last_check: Instant::now(),
        }
    }

    /// A meter with nothing counted and with the same limits and clock.
    pub fn restarted(&self) -> Meter<'a> {
        Meter::new(self.control)
    }

    /// A meter for work in addition to the main search. It has its own limits and clock and reports
    /// no progress, but it stops when the search is asked to stop.
    pub fn with_own_limits(&self, limits: Limits) -> Meter<'a> {
        Meter { limits, clock: Clock::start(), reports: false, ..Meter::new(self.control) }
    }

    /// The same meter for positions below the root: it reports the work, but no bounds and no best move.
    #[must_use]
    pub fn below_root(self) -> Meter<'a> {
        Meter { is_at_root: false, ..self }
    }

    /// A meter for one thread of a team, with nothing counted. The limits hold for all threads
    /// together, and the meter stops when one thread has found the answer.
    pub fn in_team(control: &'a Control, team: Arc<ThreadTeam>) -> Meter<'a> {
        Meter { team: Some((team, [0; 2])), ..Meter::new(control) }
    }

    /// Lets a search, which may be paused, continue until it has done its share. The control's
    /// limit on nodes applies to all searches together.
    pub fn set_share(&mut self, share: WorkShare) {
        self.share = share;
        self.is_paused = false;
        self.limits.max_nodes = self.control.max_nodes().saturating_sub(share.other_nodes);
        self.next_check = 0;
    }

    /// Has the search done its share without reaching a limit?
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.clock.seconds()
    }

    /// The bytes that the search may use.
    pub fn max_bytes(&self) -> usize {
        self.limits.max_bytes
    }

    /// The number of checks of the limits so far.
    #[inline]
    pub fn checks(&self) -> u64 {
        self.checks
    }

    /// Counts `created` more nodes; true if the search must end. `game` and `bytes` are read
    /// only when a check is due.
    #[inline]
    pub fn count<G: Game>(
        &mut self,
        created: u64,
        game: &G,
        bytes: impl FnOnce() -> usize,
    ) -> bool {
        self.nodes += created;
        self.calls = self.calls.wrapping_add(1);
        // A check is due after many calls even if no nodes are created.
        let waits =
            self.nodes < self.next_check && !self.calls.is_multiple_of(CALLS_BETWEEN_CHECKS);
        if waits { false } else { self.check(game, bytes()) }
    }

    /// Counts one more iteration with its nodes and playouts; true if the search must end. A check
    /// is due after many iterations even if no nodes are created.
    #[inline]
    pub fn count_iteration<G: Game>(
        &mut self,
        created: u64,
        playouts: u64,
        game: &G,
        bytes: impl FnOnce() -> usize,
    ) -> bool {
        self.nodes += created;
        self.playouts += playouts;
        self.iterations += 1;
        self.iterations_left -= 1;
        let limits = &self.limits;
        if self.iterations_left > 0
            && self.nodes < limits.max_nodes
            && self.playouts < limits.max_playouts
        {
            return false;
        }
        let ends = self.check(game, bytes());
        self.iterations_left = self.stride;
        ends
    }

    /// Sets the number of playouts so far. The next call of [`count`](Meter::count) ends the search
    /// if it has reached the limit.
    #[inline]
    pub fn set_playouts(&mut self, playouts: u64) {
        self.playouts = playouts;
        if playouts >= self.limits.max_playouts {
            self.next_check = 0;
        }
    }

    /// Must the search end, or pause?
    #[inline]
    pub fn must_end(&self) -> bool {
        self.stopped.is_some() || self.is_paused
    }

    /// Why the search must end, if it must.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Clears the reason of the stop, because another thread of the team has found the answer.
    pub fn clear_stop(&mut self) {
        self.stopped = None;
    }

    /// Ends the search for lack of memory.
    pub fn out_of_memory(&mut self) {
        self.stop(Stopped::Memory);
    }

    /// Ends a search whose game has failed.
    pub fn game_failed(&mut self) {
        self.stop(Stopped::Asked);
    }

    /// Ends the search for this reason. An earlier reason is kept.
    pub fn stop(&mut self, why: Stopped) {
        self.stopped.get_or_insert(why);
        self.next_check = 0;
    }

    /// Records the memory in use.
    pub fn record_bytes(&mut self, bytes: usize) {
        self.peak_bytes = self.peak_bytes.max(bytes);
    }

    /// All nodes and expansions, those of the team included.
    pub fn total_work(&mut self) -> (u64, u64) {
        match &mut self.team {
            None => (self.nodes, self.expansions),
            Some((team, [nodes, expansions])) => {
                let more = (self.nodes - *nodes, self.expansions - *expansions);
                (*nodes, *expansions) = (self.nodes, self.expansions);
                team.add_work(more.0, more.1)
            }
        }
    }

    /// Checks all limits, reports progress and schedules the next check; true if the search must
    /// end.
    #[cold]
    fn check<G: Game>(&mut self, game: &G, bytes: usize) -> bool {
        self.checks += 1;
        self.own_bytes = self.own_bytes.max(bytes);
        let game_bytes = game.heap_bytes();
        let bytes = bytes + game_bytes;
        self.record_bytes(bytes);
        let (nodes, expansions) = self.total_work();
        self.report_work(nodes, expansions, bytes);
        if self.stopped.is_none() {
            self.stopped = self.limit_reached(game, nodes, game_bytes, bytes);
        }
        let WorkShare { max_nodes, until_seconds, .. } = self.share;
        self.is_paused = self.stopped.is_none()
            && (nodes >= max_nodes || self.control.seconds() >= until_seconds);
        if self.must_end() {
            self.next_check = 0;
            return true;
        }
        self.adapt_stride();
        let nodes_left = self.limits.max_nodes.min(max_nodes) - nodes;
        self.schedule_check(nodes_left)
    }

    /// The limit that is reached, if any. `bytes` are those of the search and of the game.
    fn limit_reached<G: Game>(
        &self,
        game: &G,
        nodes: u64,
        game_bytes: usize,
        bytes: usize,
    ) -> Option<Stopped> {
        let limits = &self.limits;
        // A game cannot replace what it stores. Tables leave half of the memory to it. The slack is
        // for lists of moves.
        let (half, slack) = (limits.max_bytes / 2, limits.max_bytes / 16);
        let is_done = self.team.as_ref().is_some_and(|(team, _)| team.is_done());
        if self.control.is_stopped() || game.has_failed() || is_done {
            Some(Stopped::Asked)
        } else if nodes >= limits.max_nodes {
            Some(Stopped::Nodes)
        } else if self.playouts >= limits.max_playouts {
            Some(Stopped::Playouts)
        } else if self.seconds() >= limits.max_seconds {
            Some(Stopped::Seconds)
        } else if game_bytes > half && bytes + self.share.other_bytes > limits.max_bytes + slack {
            Some(Stopped::Memory)
        } else {
            None
        }
    }

    /// Doubles or halves the stride, so that about [`CHECK_INTERVAL`] passes between two checks.
    fn adapt_stride(&mut self) {
        let now = Instant::now();
        let since = now - self.last_check;
        self.last_check = now;
        self.stride = if since < CHECK_INTERVAL / 2 {
            (self.stride * 2).min(MAX_STRIDE)
        } else if since > CHECK_INTERVAL {
            (self.stride / 2).max(1)
        } else {
            self.stride
        };
    }

    /// Schedules the next check; true if the team has no nodes left.
    fn schedule_check(&mut self, nodes_left: u64) -> bool {
        let more = match &self.team {
            None => self.stride.min(nodes_left),
            Some((team, _)) => {
                let [before, reserved] = self.reservation;
                let created = self.nodes - before;
                let limit = self.limits.max_nodes;
                let more = team.reserve_nodes(reserved, created, self.stride, limit);
                self.reservation = [self.nodes, more];
                if more == 0 {
                    self.stopped = Some(Stopped::Nodes);
                    self.next_check = 0;
                    return true;
                }
                more
            }
        };
        self.next_check = self.nodes + more;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ThreeMoves as Three;

    #[test]
    fn a_share_pauses_the_search_and_a_limit_ends_it() {
        let control = Control::new(Limits { max_nodes: 100, ..Limits::default() });
        let mut meter = Meter::new(&control);
        for (share, nodes) in [
            (WorkShare { max_nodes: 10, ..WorkShare::UNLIMITED }, 10),
            (WorkShare { until_seconds: 0.0, ..WorkShare::UNLIMITED }, 11),
            (WorkShare { max_nodes: 30, other_nodes: 60, ..WorkShare::UNLIMITED }, 30),
        ] {
            meter.set_share(share);
            while !meter.count(1, &Three, || 0) {}
            assert!(meter.is_paused() && meter.must_end());
            assert_eq!((meter.nodes, meter.stopped()), (nodes, None));
        }
        meter.set_share(WorkShare { other_nodes: 60, ..WorkShare::UNLIMITED });
        while !meter.count(1, &Three, || 0) {}
        assert!(!meter.is_paused() && meter.must_end());
        assert_eq!((meter.nodes, meter.stopped()), (40, Some(Stopped::Nodes)));
    }
}
