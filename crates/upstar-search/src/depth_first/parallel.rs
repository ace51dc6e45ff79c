//! One goal by several threads.
//!
//! **Idea** Every thread searches the root, with one table for all: a thread reads there what others have solved,
//! or found hard. A child that another thread is searching gets a virtual loss: its numbers look as
//! if some of that work had failed. The thread takes it only
//! if it is still the best. So the threads separate where siblings are nearly as good (Kaneko's
//! virtual proof numbers).
//!
//! **Guarantee** That of the engine: a position is solved only by rules that hold for each thread
//! alone, and the table returns whole entries of exactly the same positions. Solved entries are never
//! replaced by open ones of the same position.
//!
//! **It ends** Numbers that another thread has written may be older than the thread's own, as if the table
//! had lost entries. So the engine's rule for lost entries always holds with threads, with a larger visit
//! limit.
//!
//! **Reference** Kaneko, *Parallel depth first proof number search*, 2010.

use std::sync::{Arc, Mutex};

use upstar_core::{Control, Key, Meter, Move, Player, SearchGame, ThreadTeam, into_inner, lock};

use crate::{
    SearchTable, SharedTable,
    depth_first::{
        engine::Engine,
        entry::ProofEntry,
        threshold_rule::{Child, ThresholdRule},
    },
    helper_threads::run_with_helpers,
};

/// What the threads of one search share; nothing, if there is one thread.
pub struct DfSharedState<G: SearchGame> {
    pub(super) shared: Option<(Arc<ThreadTeam>, Arc<SharedTable<G::Key, ProofEntry>>)>,
}

impl<G: SearchGame> DfSharedState<G> {
    /// For so many threads, with a table of at most so many bytes.
    pub fn new(threads: usize, max_bytes: usize) -> DfSharedState<G> {
        let shared =
            || (Arc::new(ThreadTeam::new(threads)), Arc::new(SharedTable::collecting(max_bytes)));
        DfSharedState { shared: (threads > 1).then(shared) }
    }
}

/// The hash by which threads mark a child.
#[inline]
pub(super) fn mark_of<K: Key, N>(child: &Child<K, N>, mover: Player) -> u64 {
    child.key.hash64() ^ (mover.index() as u64 ^ u64::from(child.flipped))
}

impl<'a, G: SearchGame, R: ThresholdRule> Engine<'a, G, R> {
    /// An engine for another thread of the same search.
    fn for_helper(&self, control: &'a Control) -> Engine<'a, G, R> {
        let (SearchTable::Shared(table), Some(team)) = (&self.table, &self.team) else {
            unreachable!("helpers share a table");
        };
        let meter = Meter::in_team(control, Arc::clone(team));
        let table = SearchTable::Shared(Arc::clone(table));
        let parts = (meter, table, Some(Arc::clone(team)));
        let flags = (self.symmetry, self.bounds);
        Engine::with(self.game, self.rule.clone(), self.goal, parts, flags)
    }

    /// As [`Engine::winner`], by all threads.
    pub(super) fn winner_by_all_threads(
        &mut self,
        root: &G::Position,
        control: &'a Control,
    ) -> Option<Player> {
        let Some(team) = self.team.clone() else { return self.winner(root) };
        team.restart();
        let answer: Mutex<Option<(Player, Option<Move>)>> = Mutex::new(None);
        let work = |engine: &mut Engine<'a, G, R>| {
            if let Some(winner) = engine.winner(root)
                && team.finish()
            {
                *lock(&answer) = Some((winner, engine.best));
            }
            engine.meter.total_work();
        };
        let helpers: Vec<_> = (1..team.threads).map(|_| self.for_helper(control)).collect();
        run_with_helpers(helpers, |mut engine| work(&mut engine), || work(self));
        let (winner, best) = into_inner(answer)?;
        self.best = best;
        self.meter.clear_stop();
        Some(winner)
    }

    /// The child to visit, of the frame that begins at `first`, and its window: the best one, unless
    /// another thread searches it and a sibling is about as good.
    #[inline]
    pub(super) fn choose_child(
        &mut self,
        first: usize,
        best: usize,
        within: R::Window,
        mover: Player,
    ) -> (usize, R::Window) {
        let frame = &self.children[first..];
        let mark = |child: &Child<_, _>| mark_of(child, mover);
        match self.team.as_ref().filter(|team| team.is_marked(mark(&frame[best]))) {
            None => (best, self.rule.limit(frame, best, within)),
            Some(team) => {
                let virtual_frame = &mut self.virtual_frame;
                virtual_frame.clear();
                virtual_frame.extend_from_slice(frame);
                for child in virtual_frame.iter_mut().filter(|child| team.is_marked(mark(child))) {
                    child.numbers = self.rule.add_virtual_loss(child.numbers);
                }
                let (_, best) = self.rule.sum(virtual_frame);
                (best, self.rule.limit(virtual_frame, best, within))
            }
        }
    }
}
