//! One search by several threads.
//!
//! **Idea** Every thread searches the root, and all threads share one table. A thread finds the results of
//! the others in the table. It defers a child that another thread is searching until the siblings of the
//! child are done (see [`ThreadTeam`]). So the threads search different subtrees, at any depth.
//!
//! **Guarantee** Each thread is an alpha-beta search, and every interval of it is proved. The table returns
//! only proved intervals of exactly the same position. So the first answer is right, and any other thread
//! would return the same value.

use std::sync::{Arc, Mutex};

use upstar_core::{Control, Key, Meter, Score, SearchGame, ThreadTeam, into_inner, lock};

use super::{AlphaBetaConfig, Found, order::DEFERRED_RANK, search::AlphaBetaSearch};
use crate::{
    BoundsEntry, Checkpoint, SearchTable, SharedTable, answers, helper_threads::run_with_helpers,
};

/// The data that all threads of a search share.
pub(super) struct ParallelSearch<'a, G: SearchGame> {
    pub game: &'a G,
    pub config: AlphaBetaConfig,
    pub control: &'a Control,
    pub team: Arc<ThreadTeam>,
    pub table: Arc<SharedTable<G::Key, BoundsEntry>>,
}

impl<'a, G: SearchGame> ParallelSearch<'a, G> {
    fn thread_search(&self) -> AlphaBetaSearch<'a, G> {
        let meter = Meter::in_team(self.control, Arc::clone(&self.team));
        let table = SearchTable::Shared(Arc::clone(&self.table));
        AlphaBetaSearch::with(self.game, self.config, meter, table, Some(Arc::clone(&self.team)))
    }

    /// The same as [`AlphaBetaSearch::value`], computed by all threads. Returns the search of the calling
    /// thread, which holds the shared table, and the bounds with a best move.
    pub fn value(
        &self,
        position: &G::Position,
        goal: Option<Score>,
        checkpoint: Option<Checkpoint>,
    ) -> (AlphaBetaSearch<'a, G>, Found) {
        let mover = self.game.to_move(position);
        let answer = Mutex::new(None);
        // A thread that was stopped has proved bounds too, but none that are better than the answer.
        let work = |checkpoint| {
            let mut search = self.thread_search();
            search.checkpoint = checkpoint;
            let found = search.value(position, goal);
            let (bytes, _) = (search.bytes(), search.meter.total_work());
            search.meter.record_bytes(bytes);
            let is_answered = answers(found.0.seen_by(mover), goal);
            if is_answered && self.team.finish() {
                *lock(&answer) = Some(found);
            }
            (search, found)
        };
        let helpers = 1..self.team.threads;
        let (mut search, found) =
            run_with_helpers(helpers, |_| drop(work(None)), || work(checkpoint));
        if self.team.is_done() {
            search.meter.clear_stop();
        }
        (search, into_inner(answer).unwrap_or(found))
    }
}

impl<G: SearchGame> AlphaBetaSearch<'_, G> {
    /// Marks a child as being searched, and returns the mark. Returns none if this thread should defer the
    /// child: another thread is searching it, and this one has not deferred it before.
    #[inline]
    pub(super) fn mark_child(
        &mut self,
        child: usize,
        (position, key): (&G::Position, Option<G::Key>),
        may_wait: bool,
    ) -> Option<u64> {
        let Some(team) = &self.team else { return Some(0) };
        let key = key.unwrap_or_else(|| self.key(position));
        let mark = key.hash64() ^ self.game.to_move(position).index() as u64;
        let child = &mut self.children[child];
        if may_wait && child.rank > DEFERRED_RANK && team.is_marked(mark) {
            child.rank = DEFERRED_RANK;
            return None;
        }
        team.mark(mark);
        Some(mark)
    }

    /// Removes the mark of a child.
    #[inline]
    pub(super) fn unmark_child(&self, mark: u64) {
        if let Some(team) = &self.team {
            team.unmark(mark);
        }
    }
}
