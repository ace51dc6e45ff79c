//! Several threads on one search: what they must know of each other.
//!
//! * The count of all their work, so that limits hold for all together.
//! * Whether one of them has the answer, so that the others go home.
//! * Who is where: a thread marks the position it goes into, and another that comes to it takes
//!   a brother first, if there is one (Weill, *The ABDADA distributed minimax search algorithm*,
//!   1996; Kerrigan's simplification with a small table of marks). When the turn comes again,
//!   the table mostly knows the answer. A mark is a hint: losing one, or taking a position for
//!   another with the same hash, costs time only.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How many positions can be marked at one time.
const MARKS: usize = 1 << 14;

/// What the threads of one search share, beside their table.
#[derive(Debug)]
pub struct Team {
    /// How many they are.
    pub threads: usize,
    nodes: AtomicU64,
    expansions: AtomicU64,
    /// Nodes that threads have made, or may make before they ask again.
    promised: AtomicU64,
    done: AtomicBool,
    marks: Box<[AtomicU64]>,
}

impl Team {
    /// A team of so many threads.
    pub fn new(threads: usize) -> Team {
        Team {
            threads,
            // The root.
            nodes: AtomicU64::new(1),
            expansions: AtomicU64::new(0),
            promised: AtomicU64::new(1),
            done: AtomicBool::new(false),
            marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Adds work to that of all; returns all nodes and all expansions.
    pub fn add(&self, nodes: u64, expansions: u64) -> (u64, u64) {
        let all_nodes = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        let all_expansions = self.expansions.fetch_add(expansions, Relaxed) + expansions;
        (all_nodes, all_expansions)
    }

    /// A thread was promised `before` nodes and has made `made`; how many more it may make at
    /// once, at most `wanted`, so that all together make at most `limit`.
    pub fn promise(&self, before: u64, made: u64, wanted: u64, limit: u64) -> u64 {
        let mut promised = self.promised.load(Relaxed);
        loop {
            let settled = promised + made - before;
            let more = wanted.min(limit.saturating_sub(settled));
            let next = settled + more;
            match self.promised.compare_exchange_weak(promised, next, Relaxed, Relaxed) {
                Ok(_) => return more,
                Err(other) => promised = other,
            }
        }
    }

    /// One has the answer, or none is wanted any more; true for the first who says so.
    pub fn finish(&self) -> bool {
        !self.done.swap(true, Relaxed)
    }

    /// There is something new to answer.
    pub fn reopen(&self) {
        self.done.store(false, Relaxed);
    }

    /// Has one the answer?
    pub fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    /// Marks the position with this hash.
    #[inline]
    pub fn enter(&self, hash: u64) {
        self.marks[hash as usize % MARKS].store(hash, Relaxed);
    }

    /// Takes the mark away.
    #[inline]
    pub fn leave(&self, hash: u64) {
        self.marks[hash as usize % MARKS].store(0, Relaxed);
    }

    /// Is somebody there?
    #[inline]
    pub fn is_marked(&self, hash: u64) -> bool {
        self.marks[hash as usize % MARKS].load(Relaxed) == hash
    }
}
