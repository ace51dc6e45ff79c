//! One goal searched by several threads.
//!
//! **Idea** Every thread searches the root, and all threads share one table. A thread reads there which
//! positions others have solved or found hard. A child that another thread is searching gets a virtual loss:
//! its numbers are made worse. This thread selects it only if it is still the best. So the threads search
//! different subtrees if siblings are nearly as good (Kaneko's virtual proof numbers).
//!
//! **Guarantee** That of the engine: a position is solved only by rules that hold for each thread alone. The
//! table returns whole entries of exactly the same positions. An open entry never replaces a solved entry of
//! the same position.
//!
//! **Termination** Numbers that another thread has written may be older than the thread's own, as if the
//! table had lost entries. So with threads the engine's rule for lost entries always applies, with a larger
//! visit limit.
//!
//! **Reference** Kaneko, *Parallel depth first proof number search*, 2010.

use std::sync::{Arc, Mutex};

use upstar_core::{
    Control, Key, Meter, Move, Player, SearchGame, ThreadTeam, bytes_for_tables, into_inner, lock,
};

use crate::{
    Request, SearchTable, SharedTable,
    depth_first::{
        engine::Engine,
        entry::ProofEntry,
        threshold_rule::{Child, ThresholdRule},
    },
    helper_threads::run_with_helpers,
};

/// The table that several threads share.
type TeamTable<K> = Arc<SharedTable<K, ProofEntry>>;

/// The state that the threads of one search share; empty if there is one thread.
pub struct DfSharedState<G: SearchGame> {
    pub(super) shared: Option<(Arc<ThreadTeam>, TeamTable<G::Key>)>,
}

impl<G: SearchGame> DfSharedState<G> {
    /// The state for the threads of a request, with a table for a game.
    pub(super) fn for_request(game: &G, request: &Request, control: &Control) -> DfSharedState<G> {
        let max_bytes = bytes_for_tables(game, control.limits.max_bytes);
        DfSharedState::new(request.threads, max_bytes)
    }

    /// The state for `threads` threads, with a table of at most `max_bytes` bytes.
    pub fn new(threads: usize, max_bytes: usize) -> DfSharedState<G> {
        let shared =
            || (Arc::new(ThreadTeam::new(threads)), Arc::new(SharedTable::collecting(max_bytes)));
        DfSharedState { shared: (threads > 1).then(shared) }
    }
}

/// The hash with which threads mark a child.
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

    /// The same as [`Engine::winner`], by all threads.
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

    /// The child to visit, of the frame that begins at `first`, and its window. This is the best child,
    /// unless another thread is searching it and a sibling is about as good.
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
