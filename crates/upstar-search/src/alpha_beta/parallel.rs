//! One search by several threads.
//!
//! **Idea** Every thread searches the root, with one table for all. What one has proved the
//! others find in the table; a child that another thread is just searching waits until its
//! brothers are done (see [`ThreadTeam`]). So the threads part where there is something to share, at
//! whatever depth that is.
//!
//! **Guarantee** Each thread is an alpha-beta search whose every interval is proved; the table
//! gives it only proved intervals of the very same positions. So the first answer is right, and
//! every other would be the same.

use std::{
    sync::{Arc, Mutex},
    thread,
};

use upstar_core::{Control, Key, Meter, Score, SearchGame, ThreadTeam, into_inner, lock};

use super::{Config, Found, order::LATER, search::Search};
use crate::{Checkpoint, Record, SearchTable, Shared, answers};

/// A search recurses once for each move of a game; the stack is only reserved, its pages are used
/// as they are needed.
const STACK: usize = 1 << 28;

/// What the threads have in common.
pub(super) struct Crew<'a, G: SearchGame> {
    pub game: &'a G,
    pub config: Config,
    pub control: &'a Control,
    pub team: Arc<ThreadTeam>,
    pub table: Arc<Shared<G::Key, Record>>,
}

impl<'a, G: SearchGame> Crew<'a, G> {
    fn search(&self) -> Search<'a, G> {
        let meter = Meter::in_team(self.control, Arc::clone(&self.team));
        let table = SearchTable::Shared(Arc::clone(&self.table));
        Search::with(self.game, self.config, meter, table, Some(Arc::clone(&self.team)))
    }

    /// As [`Search::value`], by all threads: bounds and a best move, and the caller's own search,
    /// whose table is that of all.
    pub fn value(
        &self,
        position: &G::Position,
        goal: Option<Score>,
        saver: Option<Checkpoint>,
    ) -> (Search<'a, G>, Found) {
        let mover = self.game.to_move(position);
        let answer = Mutex::new(None);
        // A thread that was stopped knows something too, but no more than the one that was not.
        let work = |saver| {
            let mut search = self.search();
            search.saver = saver;
            let found = search.value(position, goal);
            let (bytes, _) = (search.bytes(), search.meter.total_work());
            search.meter.record_bytes(bytes);
            let is_answered = answers(found.0.seen_by(mover), goal);
            if is_answered && self.team.finish() {
                *lock(&answer) = Some(found);
            }
            (search, found)
        };
        let (mut search, found) = thread::scope(|scope| {
            for _ in 1..self.team.threads {
                let helper = thread::Builder::new().stack_size(STACK);
                // With fewer threads it takes longer, no more.
                let _ = helper.spawn_scoped(scope, || drop(work(None)));
            }
            work(saver)
        });
        let answer = into_inner(answer);
        if self.team.is_done() {
            search.meter.clear_stop();
        }
        (search, answer.unwrap_or(found))
    }
}

impl<G: SearchGame> Search<'_, G> {
    /// Marks a child as being searched, and returns the mark; none if another thread is there and
    /// this one may wait and has not done so yet.
    #[inline]
    pub(super) fn enter(
        &mut self,
        child: usize,
        (position, key): (&G::Position, Option<G::Key>),
        may_wait: bool,
    ) -> Option<u64> {
        let Some(team) = &self.team else { return Some(0) };
        let key = key.unwrap_or_else(|| self.key(position));
        let mark = key.hash64() ^ self.game.to_move(position).index() as u64;
        let child = &mut self.children[child];
        if may_wait && child.rank > LATER && team.is_marked(mark) {
            child.rank = LATER;
            return None;
        }
        team.mark(mark);
        Some(mark)
    }

    /// Takes the mark of a child away.
    #[inline]
    pub(super) fn leave(&self, mark: u64) {
        if let Some(team) = &self.team {
            team.unmark(mark);
        }
    }
}
