//! Counts the work of a search, and says when it must end. Looks at the clock, the memory and the stop
//! flag only from time to time.

use std::{
    cell::Cell,
    sync::{Arc, PoisonError, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

use crate::{Bounds, Control, Game, Limits, Move, RootNumber, Share, Stopped, Team};

/// What of so many bytes is for a search's tables: a game that remembers things itself has the other half.
pub fn room_for_tables<G: Game>(game: &G, max_bytes: usize) -> usize {
    // Names of positions are given out as they come, so there may be none yet.
    let remembers = game.heap_bytes() > 0 || !game.has_stable_keys();
    if remembers { max_bytes / 2 } else { max_bytes }
}

/// The meter looks at the clock after so many calls, whatever they count.
const LOOK_AFTER: u32 = 1 << 16;
/// How often the meter looks at the clock.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Counts a search's work and says when it must end.
pub struct Meter<'a> {
    control: &'a Control,
    limits: Limits,
    start: Instant,
    /// Does it tell the control how far it is?
    tells: bool,
    /// The team that it counts for, and what of its own is counted there.
    team: Option<(Arc<Team>, [u64; 2])>,
    /// The nodes at the last look, and how many more the team has promised then.
    promise: [u64; 2],
    /// What it may do before it pauses; what others have done is told with its own.
    share: Share,
    /// Has it done its share?
    pauses: bool,
    /// Nodes created, the root included.
    pub nodes: u64,
    /// Nodes whose children were generated.
    pub expansions: u64,
    /// Playouts.
    pub playouts: u64,
    /// Times through the loop of a search that counts playouts.
    pub iterations: u64,
    /// The most bytes in use at one time.
    pub peak_bytes: usize,
    /// The same without what the game itself holds.
    pub own_bytes: usize,
    stopped: Option<Stopped>,
    /// The best move that was told last.
    best: Cell<Option<Move>>,
    /// How often it has looked at the clock.
    looks: u64,
    /// Iterations before the next look.
    patience: u64,
    calls: u32,
    look_at: u64,
    stride: u64,
    last_look: Instant,
}

impl<'a> Meter<'a> {
    /// A meter with nothing counted.
    pub fn new(control: &'a Control) -> Meter<'a> {
        Meter {
            control,
            limits: Limits { max_nodes: control.max_nodes(), ..control.limits },
            start: control.start,
            tells: true,
            team: None,
            promise: [0; 2],
            share: Share::WHOLE,
            pauses: false,
            nodes: 0,
            expansions: 0,
            playouts: 0,
            iterations: 0,
            peak_bytes: 0,
            own_bytes: 0,
            stopped: None,
            best: Cell::new(None),
            looks: 0,
            patience: 1,
            calls: 0,
            look_at: 0,
            stride: 16,
            last_look: control.start,
        }
    }

    /// A meter for what comes after the search, with nothing counted, under the same limits; the
    /// clock goes on.
    pub fn after(&self) -> Meter<'a> {
        Meter::new(self.control)
    }

    /// A meter for work apart from the search proper: it has limits and a clock of its own and
    /// tells no progress, but stops when the search is asked to.
    pub fn apart(&self, limits: Limits) -> Meter<'a> {
        let start = Instant::now();
        Meter { limits, start, tells: false, last_look: start, ..Meter::new(self.control) }
    }

    /// A meter for one of a team's threads, with nothing counted: the limits hold for all of them
    /// together, and it stops when one has the answer.
    pub fn in_team(control: &'a Control, team: Arc<Team>) -> Meter<'a> {
        Meter { team: Some((team, [0; 2])), ..Meter::new(control) }
    }

    /// Lets a search, which may have paused, go on until it has done its share; the control's limit on
    /// nodes holds together with those made elsewhere.
    pub fn allow(&mut self, share: Share) {
        self.share = share;
        self.pauses = false;
        self.limits.max_nodes = self.control.max_nodes().saturating_sub(share.elsewhere);
        self.look_at = 0;
    }

    /// Has it done its share, and no more than that keeps it from going on?
    pub fn pauses(&self) -> bool {
        self.pauses
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// The bytes that the search may use.
    pub fn max_bytes(&self) -> usize {
        self.limits.max_bytes
    }

    /// Tells whoever watches the root's proved bounds, from Left's point of view.
    pub fn tell_bounds(&self, bounds: Bounds) {
        if self.tells {
            self.control.progress.set_bounds(bounds);
        }
    }

    /// Tells whoever watches the best move so far at the root.
    #[inline]
    pub fn tell_best(&self, best: Option<Move>) {
        if self.tells && self.best.replace(best) != best {
            self.control.set_best(best);
        }
    }

    /// How often it has looked at the clock.
    #[inline]
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// Tells whoever watches how many nodes the search will have created in the end.
    pub fn tell_estimate(&self, nodes: Option<u64>) {
        if self.tells {
            self.control.progress.estimate.store(nodes.unwrap_or(0), Relaxed);
        }
    }

    /// Tells whoever watches the root's numbers; not for every node.
    pub fn tell_root(&self, numbers: &[(&'static str, RootNumber)]) {
        if self.tells {
            let root = &self.control.progress.root;
            numbers.clone_into(&mut root.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Tells whoever watches how deep the search is.
    pub fn tell_depth(&self, depth: u32) {
        if self.tells {
            self.control.progress.depth.store(u64::from(depth), Relaxed);
        }
    }

    /// Counts `created` more nodes; true if the search must end. `game` and `bytes` are asked
    /// only when it is time to look.
    #[inline]
    pub fn count<G: Game>(
        &mut self,
        created: u64,
        game: &G,
        bytes: impl FnOnce() -> usize,
    ) -> bool {
        self.nodes += created;
        self.calls = self.calls.wrapping_add(1);
        // Also when no nodes are made, from time to time.
        let waits = self.nodes < self.look_at && !self.calls.is_multiple_of(LOOK_AFTER);
        if waits { false } else { self.look(game, bytes()) }
    }

    /// Counts one more iteration with its nodes and playouts; true if the search must end. Looks
    /// at the clock from time to time also where no nodes are made.
    #[inline]
    pub fn count_playouts<G: Game>(
        &mut self,
        created: u64,
        playouts: u64,
        game: &G,
        bytes: impl FnOnce() -> usize,
    ) -> bool {
        self.nodes += created;
        self.playouts += playouts;
        self.iterations += 1;
        self.patience -= 1;
        let limits = &self.limits;
        if self.patience > 0 && self.nodes < limits.max_nodes && self.playouts < limits.max_playouts
        {
            return false;
        }
        let ends = self.look(game, bytes());
        self.patience = self.stride;
        ends
    }

    /// Notes how many playouts there were so far; the next count ends the search if they are
    /// too many.
    #[inline]
    pub fn note_playouts(&mut self, playouts: u64) {
        self.playouts = playouts;
        if playouts >= self.limits.max_playouts {
            self.look_at = 0;
        }
    }

    /// Must the search end, or pause?
    #[inline]
    pub fn ends(&self) -> bool {
        self.stopped.is_some() || self.pauses
    }

    /// Why the search must end, once it must.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Forgets why this thread was stopped: another one of its team has the answer.
    pub fn forgive(&mut self) {
        self.stopped = None;
    }

    /// Ends the search for lack of memory.
    pub fn out_of_memory(&mut self) {
        self.stopped.get_or_insert(Stopped::Memory);
        self.look_at = 0;
    }

    /// Ends the search for a reason that was found elsewhere.
    pub fn stop(&mut self, why: Stopped) {
        self.stopped.get_or_insert(why);
        self.look_at = 0;
    }

    /// Ends a search whose game has failed.
    pub fn abandon(&mut self) {
        self.stopped.get_or_insert(Stopped::Asked);
        self.look_at = 0;
    }

    /// Notes the memory in use.
    pub fn note_bytes(&mut self, bytes: usize) {
        self.peak_bytes = self.peak_bytes.max(bytes);
    }

    /// All nodes and expansions, those of the team included.
    pub fn all_work(&mut self) -> (u64, u64) {
        match &mut self.team {
            None => (self.nodes, self.expansions),
            Some((team, [nodes, expansions])) => {
                let more = (self.nodes - *nodes, self.expansions - *expansions);
                (*nodes, *expansions) = (self.nodes, self.expansions);
                team.add(more.0, more.1)
            }
        }
    }

    #[cold]
    fn look<G: Game>(&mut self, game: &G, bytes: usize) -> bool {
        self.looks += 1;
        self.own_bytes = self.own_bytes.max(bytes);
        let remembered = game.heap_bytes();
        let bytes = bytes + remembered;
        self.note_bytes(bytes);
        let (nodes, expansions) = self.all_work();
        if self.tells {
            let progress = &self.control.progress;
            let others = self.share.elsewhere + self.control.before.load(Relaxed);
            progress.nodes.store(nodes + others, Relaxed);
            progress.expansions.store(expansions, Relaxed);
            progress.bytes.store(bytes + self.share.bytes_elsewhere, Relaxed);
        }
        let limits = &self.limits;
        // What a game remembers cannot be replaced, and tables leave it half; lists of moves come on top.
        let (half, slack) = (limits.max_bytes / 2, limits.max_bytes / 16);
        if self.stopped.is_none() {
            let is_done = self.team.as_ref().is_some_and(|(team, _)| team.is_done());
            self.stopped = if self.control.is_stopped() || game.has_failed() || is_done {
                Some(Stopped::Asked)
            } else if nodes >= limits.max_nodes {
                Some(Stopped::Nodes)
            } else if self.playouts >= limits.max_playouts {
                Some(Stopped::Playouts)
            } else if self.seconds() >= limits.max_seconds {
                Some(Stopped::Seconds)
            } else if remembered > half
                && bytes + self.share.bytes_elsewhere > limits.max_bytes + slack
            {
                Some(Stopped::Memory)
            } else {
                None
            };
        }
        let Share { nodes: share, until, .. } = self.share;
        self.pauses = self.stopped.is_none() && (nodes >= share || self.control.seconds() >= until);
        if self.ends() {
            self.look_at = 0;
            return true;
        }
        let now = Instant::now();
        let since = now - self.last_look;
        self.last_look = now;
        self.stride = if since < LOOK_EVERY / 2 {
            (self.stride * 2).min(1 << 16)
        } else if since > LOOK_EVERY {
            (self.stride / 2).max(1)
        } else {
            self.stride
        };
        let more = match &self.team {
            None => self.stride.min(limits.max_nodes.min(share) - nodes),
            Some((team, _)) => {
                let [before, promised] = self.promise;
                let made = self.nodes - before;
                let more = team.promise(promised, made, self.stride, limits.max_nodes);
                self.promise = [self.nodes, more];
                if more == 0 {
                    self.stopped = Some(Stopped::Nodes);
                    self.look_at = 0;
                    return true;
                }
                more
            }
        };
        self.look_at = self.nodes + more;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ThreeMoves as Three;

    #[test]
    fn who_has_done_its_share_pauses_and_who_meets_a_limit_ends() {
        let control = Control::new(Limits { max_nodes: 100, ..Limits::default() });
        let mut meter = Meter::new(&control);
        for (share, nodes) in [
            (Share { nodes: 10, ..Share::WHOLE }, 10),
            (Share { until: 0.0, ..Share::WHOLE }, 11),
            (Share { nodes: 30, elsewhere: 60, ..Share::WHOLE }, 30),
        ] {
            meter.allow(share);
            while !meter.count(1, &Three, || 0) {}
            assert!(meter.pauses() && meter.ends());
            assert_eq!((meter.nodes, meter.stopped()), (nodes, None));
        }
        meter.allow(Share { elsewhere: 60, ..Share::WHOLE });
        while !meter.count(1, &Three, || 0) {}
        assert!(!meter.pauses() && meter.ends());
        assert_eq!((meter.nodes, meter.stopped()), (40, Some(Stopped::Nodes)));
    }
}
