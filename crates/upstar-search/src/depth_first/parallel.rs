//! One question by several threads.
//!
//! **Idea** Every thread searches the root, with one table for all: what one has solved, or only
//! found hard, the others read there. A thread that comes to a child which another is just
//! searching sees its numbers burdened, as if some of that work had been in vain, and takes it only
//! if it is still the best; so the threads part where brothers are nearly as good (Kaneko's
//! virtual proof numbers).
//!
//! **Guarantee** that of the engine: a position is solved only by rules that hold for each thread
//! alone, and the table gives whole records of the very same positions. Solved records are never
//! replaced by open ones of the same position.
//!
//! **It ends** Numbers that another thread has written may be older than one's own, as if the table
//! had forgotten, so the engine's rule for forgetful tables holds with threads always, with more
//! patience.
//!
//! **Reference** Kaneko, *Parallel depth first proof number search*, 2010.

use std::{
    sync::{Arc, Mutex},
    thread,
};

use upstar_core::{Control, Key, Meter, Move, Player, SearchGame, ThreadTeam, into_inner, lock};

use crate::{
    SearchTable, Shared,
    depth_first::{
        engine::Engine,
        question::Known,
        rule::{Child, Rule},
    },
};

/// A search recurses once for each move of a game; the stack is only reserved, its pages are used
/// as they are needed.
const STACK: usize = 1 << 28;

/// What the threads of one search have in common; nothing, if there is one.
pub struct Crew<G: SearchGame> {
    pub(super) shared: Option<(Arc<ThreadTeam>, Arc<Shared<G::Key, Known>>)>,
}

impl<G: SearchGame> Crew<G> {
    /// For so many threads, with a table of at most so many bytes.
    pub fn new(threads: usize, max_bytes: usize) -> Crew<G> {
        let shared =
            || (Arc::new(ThreadTeam::new(threads)), Arc::new(Shared::collecting(max_bytes)));
        Crew { shared: (threads > 1).then(shared) }
    }
}

/// By what threads know where others are.
#[inline]
pub(super) fn mark_of<K: Key, N>(child: &Child<K, N>, mover: Player) -> u64 {
    child.key.hash64() ^ (mover.index() as u64 ^ u64::from(child.flipped))
}

impl<'a, G: SearchGame, R: Rule> Engine<'a, G, R> {
    /// An engine for another thread of the same search.
    fn companion(&self, control: &'a Control) -> Engine<'a, G, R> {
        let (SearchTable::Shared(table), Some(team)) = (&self.table, &self.team) else {
            unreachable!("companions share a table");
        };
        let meter = Meter::in_team(control, Arc::clone(team));
        let table = SearchTable::Shared(Arc::clone(table));
        let parts = (meter, table, Some(Arc::clone(team)));
        let flags = (self.symmetry, self.bounds);
        Engine::with(self.game, self.rule.clone(), self.question, parts, flags)
    }

    /// As [`Engine::answer`], by all threads.
    pub(super) fn answer_together(
        &mut self,
        root: &G::Position,
        control: &'a Control,
    ) -> Option<Player> {
        let Some(team) = self.team.clone() else { return self.answer(root) };
        team.restart();
        let answer: Mutex<Option<(Player, Option<Move>)>> = Mutex::new(None);
        let work = |engine: &mut Engine<'a, G, R>| {
            if let Some(winner) = engine.answer(root)
                && team.finish()
            {
                *lock(&answer) = Some((winner, engine.best));
            }
            engine.meter.total_work();
        };
        let helpers: Vec<_> = (1..team.threads).map(|_| self.companion(control)).collect();
        thread::scope(|scope| {
            for mut engine in helpers {
                let helper = thread::Builder::new().stack_size(STACK);
                let work = &work;
                // With fewer threads it takes longer, no more.
                let _ = helper.spawn_scoped(scope, move || work(&mut engine));
            }
            work(self);
        });
        let (winner, best) = into_inner(answer)?;
        self.best = best;
        self.meter.clear_stop();
        Some(winner)
    }

    /// The child to visit, of the frame that begins at `first`, and its window: the best one, unless
    /// another thread is there and a brother is about as good.
    #[inline]
    pub(super) fn choose(
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
                self.burdened.clear();
                self.burdened.extend_from_slice(frame);
                for child in &mut self.burdened {
                    if team.is_marked(mark(child)) {
                        child.numbers = self.rule.burden(child.numbers);
                    }
                }
                let (_, best) = self.rule.sum(&self.burdened);
                (best, self.rule.limit(&self.burdened, best, within))
            }
        }
    }
}
