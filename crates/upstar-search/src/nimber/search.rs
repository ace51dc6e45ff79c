//! The recursion of the search for nimbers.

use std::{ops::ControlFlow, sync::Arc};

use upstar_core::{
    Bounds, ErasedKey, ErasedPartisan, KeyedPart, Meter, OptionList, PackedPosition, Partisan,
    Player, ThreadTeam,
};

use super::{
    NimberSolution,
    entry::{EXCLUDED_BITS, Goal, NimberEntry},
    frame::{Frame, OpenOption},
};
use crate::{
    Checkpoint, RootProof, SearchTable, Stats, WorkDone,
    alpha_beta::{NodeForecast, TreeSample},
};

/// The estimate is reported once in so many nodes.
const NODES_PER_ESTIMATE: u64 = 1 << 12;

/// Proved bounds of a nimber.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NimberBounds {
    /// The least possible nimber.
    pub lo: u32,
    /// The greatest possible nimber, if there is a bound.
    pub hi: Option<u32>,
}

impl NimberBounds {
    /// Is the nimber known?
    pub fn is_exact(&self) -> bool {
        self.hi == Some(self.lo)
    }

    /// The bounds of a known nimber.
    pub fn exactly(nimber: u32) -> NimberBounds {
        NimberBounds { lo: nimber, hi: Some(nimber) }
    }
}

/// The team of a thread.
pub(super) struct Team {
    pub shared: Arc<ThreadTeam>,
    /// The calling thread, which reports the progress.
    pub is_main: bool,
}

/// The search of one thread.
pub(super) struct NimberSearch<'a> {
    pub game: &'a ErasedPartisan,
    table: SearchTable<ErasedKey, NimberEntry>,
    pub meter: Meter<'a>,
    pub team: Option<Team>,
    pub checkpoint: Option<Checkpoint>,
    /// Frames that are not in use.
    frames: Vec<Frame>,
    sample: TreeSample,
    forecast: NodeForecast,
    /// The node count at which the next estimate comes.
    next_estimate: u64,
    /// The bounds of the part at the root that is being searched.
    root: NimberBounds,
}

/// The search was stopped.
pub(super) struct Ended;

impl<'a> NimberSearch<'a> {
    pub fn new(
        game: &'a ErasedPartisan,
        table: SearchTable<ErasedKey, NimberEntry>,
        meter: Meter<'a>,
        team: Option<Team>,
    ) -> NimberSearch<'a> {
        NimberSearch {
            game,
            table,
            meter,
            team,
            checkpoint: None,
            frames: Vec::new(),
            sample: TreeSample::default(),
            forecast: NodeForecast::default(),
            next_estimate: NODES_PER_ESTIMATE,
            root: NimberBounds { lo: 0, hi: None },
        }
    }

    /// The nimber of a position, or its bounds if the search is stopped.
    pub fn solve(&mut self, position: &PackedPosition) -> NimberBounds {
        let mut parts = Vec::new();
        self.game.split(position, &mut |part| {
            parts.push(self.game.keyed_part(&part));
            ControlFlow::Continue(())
        });
        let mut whole = OpenOption::of(0..parts.len());
        whole.cancel_pairs(&mut parts);
        whole.simplify(&mut parts, |part| self.lookup(part));
        let unknown = &mut parts[whole.start as usize..whole.end as usize];
        unknown.sort_by_key(|part| part.size);
        let (mut nimber, mut bounds) = (whole.nimber, None);
        for (at, part) in unknown.iter().enumerate() {
            self.root = NimberBounds { lo: 0, hi: None };
            match self.settle(part, Goal::Exact, 0) {
                Ok(NimberEntry::Exact(more)) => nimber ^= more,
                _ => {
                    let is_last = at + 1 == unknown.len();
                    bounds = Some(if is_last { self.root.plus(nimber) } else { ANY });
                    break;
                }
            }
        }
        self.save();
        bounds.unwrap_or(NimberBounds::exactly(nimber))
    }

    /// Ends the search of the other threads; true for the first thread that calls it.
    pub fn finish_team(&self) -> bool {
        self.team.as_ref().is_some_and(|team| team.shared.finish())
    }

    /// The result of the search.
    pub fn solution(mut self, bounds: NimberBounds) -> NimberSolution {
        let bytes = self.bytes();
        self.meter.record_bytes(bytes);
        let (nodes, expansions) = self.meter.total_work();
        let stats = Stats {
            nodes,
            expansions,
            seconds: self.meter.seconds(),
            peak_bytes: self.meter.peak_bytes,
            ..Stats::default()
        };
        let checkpoint = self.checkpoint.take();
        let earlier = checkpoint.as_ref().map(|checkpoint| checkpoint.earlier_work);
        let earlier = earlier.filter(|work| work.nodes > 0);
        let is_stopped = !bounds.is_exact();
        let estimate = is_stopped.then(|| self.estimate()).flatten();
        NimberSolution {
            bounds,
            estimated_nodes: estimate.map(|estimate| estimate.max(nodes)),
            stopped: if bounds.is_exact() { None } else { self.meter.stopped() },
            stats,
            earlier: earlier.map(|work| (work.nodes, work.seconds)),
            save_error: checkpoint.and_then(|checkpoint| checkpoint.save_error),
        }
    }

    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.frames.iter().map(|frame| frame.options.bytes()).sum::<usize>()
    }

    #[inline]
    pub fn lookup(&self, part: &KeyedPart) -> NimberEntry {
        self.table.get(&part.key, Player::Left).unwrap_or(NimberEntry::UNKNOWN)
    }

    /// Searches a part until what is known answers the question, and stores it.
    pub fn settle(
        &mut self,
        part: &KeyedPart,
        goal: Goal,
        ply: usize,
    ) -> Result<NimberEntry, Ended> {
        let known = self.lookup(part);
        // The table cannot store that a part does not have such a large nimber.
        let is_large = matches!(goal, Goal::Is(nimber) if nimber >= EXCLUDED_BITS);
        let goal = if is_large { Goal::Exact } else { goal };
        if known.answers(goal) {
            self.sample.skip(ply);
            return Ok(known);
        }
        if self.meter.count(1, self.game, || self.table.bytes()) {
            return Err(Ended);
        }
        self.meter.expansions += 1;
        let before = self.meter.nodes;
        if self.checkpoint.as_mut().is_some_and(Checkpoint::is_due) {
            self.save();
        }
        let mut frame = self.frames.pop().unwrap_or_default();
        self.expand(&mut frame, part, known);
        let open = frame.open.len();
        self.sample.expand(ply, open as u64);
        let found = self.answer(&mut frame, goal, ply);
        let entry = match found {
            Ok(entry) => entry,
            Err(Ended) => frame.excluded.entry(),
        };
        let nodes = self.meter.nodes - before + 1;
        if found.is_ok() {
            self.sample.finish(ply, open as u64, frame.asked.min(open as u64), nodes);
            self.report_estimate();
        }
        self.frames.push(frame);
        self.table.put(part.key, Player::Left, entry, nodes);
        found
    }

    /// Lists the options of a part. Those whose nimbers are known are added to the excluded nimbers.
    fn expand(&self, frame: &mut Frame, part: &KeyedPart, known: NimberEntry) {
        let Frame { options, open, excluded, asked } = frame;
        *asked = 0;
        options.clear();
        open.clear();
        let NimberEntry::Excluded(set) = known else { unreachable!("the nimber is not known") };
        excluded.set_to(set);
        self.game.options(&self.game.unpack(part.state(), Player::Left), options);
        // Most entries are not in the cache of the processor.
        options.parts().iter().for_each(|part| self.table.prefetch(&part.key, Player::Left));
        for number in 0..options.len() {
            let mut option = OpenOption::of(options.range(number));
            option.cancel_pairs(options.parts());
            option.simplify(options.parts(), |part| self.lookup(part));
            if option.is_known() {
                excluded.insert(option.nimber);
            } else {
                open.push(option);
            }
        }
        let parts = options.parts();
        open.sort_by_key(|option| option.size(parts));
    }

    /// Answers the question about the part of a frame.
    fn answer(&mut self, frame: &mut Frame, goal: Goal, ply: usize) -> Result<NimberEntry, Ended> {
        // A number that no option has, and that is not the least one.
        let mut absent = None;
        loop {
            let least = frame.excluded.mex();
            let most = frame.excluded.len() + frame.open.len() as u32;
            if ply == 0 {
                self.report_root(least, most);
            }
            if let Goal::Is(wanted) = goal {
                if wanted > most {
                    frame.excluded.insert(wanted);
                }
                if frame.excluded.contains(wanted) {
                    return Ok(frame.excluded.entry());
                }
            }
            let asked = match goal {
                Goal::Is(wanted) if absent.is_none() => wanted,
                _ => least,
            };
            if absent == Some(asked) || !self.has_option(frame, asked, ply)? {
                if asked == least {
                    return Ok(NimberEntry::Exact(asked));
                }
                absent = Some(asked);
            }
        }
    }

    /// Has an option of the frame this nimber? Adds the nimbers of options that become known.
    fn has_option(&mut self, frame: &mut Frame, nimber: u32, ply: usize) -> Result<bool, Ended> {
        let mut may_defer = self.team.is_some();
        loop {
            let mut at = 0;
            let mut deferred = false;
            while at < frame.open.len() {
                let mut option = frame.open[at];
                if may_defer && self.is_marked(&option, frame.options.parts()) {
                    deferred = true;
                    at += 1;
                    continue;
                }
                frame.asked += 1;
                let found = self.ask_option(&mut option, &mut frame.options, nimber, ply);
                frame.open[at] = option;
                match found? {
                    Some(known) => {
                        frame.excluded.insert(known);
                        frame.open.remove(at);
                        if known == nimber {
                            return Ok(true);
                        }
                    }
                    None => at += 1,
                }
            }
            if !deferred {
                return Ok(frame.excluded.contains(nimber));
            }
            may_defer = false;
        }
    }

    /// The nimber of an option, if it becomes known. Otherwise the option is proved not to have `nimber`.
    fn ask_option(
        &mut self,
        option: &mut OpenOption,
        options: &mut OptionList,
        nimber: u32,
        ply: usize,
    ) -> Result<Option<u32>, Ended> {
        option.simplify(options.parts(), |part| self.lookup(part));
        while !option.is_known() {
            let is_last = option.end - option.start == 1;
            let part = options.parts()[option.start as usize];
            let goal = if is_last { Goal::Is(nimber ^ option.nimber) } else { Goal::Exact };
            match self.settle_marked(&part, goal, ply + 1)? {
                NimberEntry::Exact(found) => {
                    option.nimber ^= found;
                    option.start += 1;
                }
                NimberEntry::Excluded(_) => return Ok(None),
            }
        }
        Ok(Some(option.nimber))
    }

    /// Searches a part. Other threads see that this one does so.
    fn settle_marked(
        &mut self,
        part: &KeyedPart,
        goal: Goal,
        ply: usize,
    ) -> Result<NimberEntry, Ended> {
        let Some(team) = &self.team else { return self.settle(part, goal, ply) };
        let (team, mark) = (Arc::clone(&team.shared), mark(part));
        team.mark(mark);
        let found = self.settle(part, goal, ply);
        team.unmark(mark);
        found
    }

    /// Does another thread search the part of the option that this one would search next?
    fn is_marked(&self, option: &OpenOption, parts: &[KeyedPart]) -> bool {
        self.team.as_ref().is_some_and(|team| {
            let part = &parts[option.start as usize];
            team.shared.is_marked(mark(part))
        })
    }

    /// Is this the thread that reports the progress?
    fn is_main(&self) -> bool {
        self.team.as_ref().is_none_or(|team| team.is_main)
    }

    fn report_root(&mut self, lo: u32, hi: u32) {
        self.root = NimberBounds { lo, hi: Some(hi) };
        if self.is_main() {
            let score = |nimber: u32| nimber.min(i16::MAX as u32) as i16;
            self.meter.report_bounds(Bounds::new(score(lo), score(hi)));
        }
    }

    fn report_estimate(&mut self) {
        if self.meter.nodes >= self.forecast.due {
            self.forecast.add(self.meter.nodes, self.sample.nodes());
        }
        if self.meter.nodes >= self.next_estimate && self.is_main() {
            self.next_estimate = self.meter.nodes + NODES_PER_ESTIMATE;
            self.meter.report_estimate(self.estimate());
        }
    }

    /// An estimate of the nodes that all threads will have created at the end.
    fn estimate(&self) -> Option<u64> {
        let nodes = self.forecast.nodes(self.meter.nodes, self.sample.nodes()?);
        let threads = self.team.as_ref().map_or(1, |team| team.shared.threads);
        Some((nodes * threads as f64).min(1e18) as u64)
    }

    /// Saves the table, if the request asks for checkpoints.
    fn save(&mut self) {
        let (nodes, _) = self.meter.total_work();
        let done = WorkDone { nodes, seconds: self.meter.seconds() };
        if let Some(checkpoint) = &mut self.checkpoint {
            // The table has everything that is needed to resume, so nothing is stored about the root.
            let proof = RootProof { bounds: Bounds::new(0, i16::MAX), best: None };
            checkpoint.save(proof, done, self.table.bytes(), |visit| self.table.for_each(visit));
        }
    }
}

/// No bounds.
const ANY: NimberBounds = NimberBounds { lo: 0, hi: None };

impl NimberBounds {
    /// The bounds of the sum with a known nimber.
    #[must_use]
    pub fn plus(self, nimber: u32) -> NimberBounds {
        let Some(hi) = self.hi.filter(|&hi| hi < 1 << 16) else {
            return if nimber == 0 { self } else { ANY };
        };
        let sums = || (self.lo..=hi).map(|mine| mine ^ nimber);
        NimberBounds { lo: sums().min().unwrap_or(0), hi: sums().max() }
    }
}

#[inline]
fn mark(part: &KeyedPart) -> u64 {
    use upstar_core::Key;
    part.key.hash64()
}
