//! The state that the threads of one search share, in addition to their table.
//!
//! * The count of all nodes and expansions, so that limits hold for all threads together.
//! * Whether one thread has found the answer, so that the others stop.
//! * Which positions are being searched. A thread marks the position that it enters. Another thread
//!   that reaches it searches a sibling first, if there is one (Weill, *The ABDADA distributed
//!   minimax search algorithm*, 1996; Kerrigan's simplification with a small table of marks). When
//!   it comes back, the table usually contains the answer. A mark is a hint. A lost mark, or two
//!   positions with one hash, only costs time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The maximum number of positions that are marked at one time.
const MAX_MARKS: usize = 1 << 14;

/// The state that the threads of one search share, in addition to their table.
#[derive(Debug)]
pub struct ThreadTeam {
    /// The number of threads.
    pub threads: usize,
    nodes: AtomicU64,
    expansions: AtomicU64,
    /// Nodes that threads have created or have reserved.
    reserved_nodes: AtomicU64,
    done: AtomicBool,
    marks: Box<[AtomicU64]>,
}

impl ThreadTeam {
    /// A team of `threads` threads. The root is counted already.
    pub fn new(threads: usize) -> ThreadTeam {
        ThreadTeam {
            threads,
            nodes: AtomicU64::new(1),
            expansions: AtomicU64::new(0),
            reserved_nodes: AtomicU64::new(1),
            done: AtomicBool::new(false),
            marks: (0..MAX_MARKS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Adds the work of one thread. Returns the nodes and expansions of all threads.
    pub fn add_work(&self, nodes: u64, expansions: u64) -> (u64, u64) {
        let all_nodes = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        let all_expansions = self.expansions.fetch_add(expansions, Relaxed) + expansions;
        (all_nodes, all_expansions)
    }

    /// Reserves at most `wanted` nodes for a thread, so that all threads together create at most `limit`.
    /// The thread had reserved `before` nodes and has created `created` of them. Returns how many it
    /// may create now.
    pub fn reserve_nodes(&self, before: u64, created: u64, wanted: u64, limit: u64) -> u64 {
        let mut reserved = self.reserved_nodes.load(Relaxed);
        loop {
            let used = reserved + created - before;
            let granted = wanted.min(limit.saturating_sub(used));
            let next = used + granted;
            match self.reserved_nodes.compare_exchange_weak(reserved, next, Relaxed, Relaxed) {
                Ok(_) => return granted,
                Err(other) => reserved = other,
            }
        }
    }

    /// Ends the search for all threads. Returns true for the first thread that calls it.
    pub fn finish(&self) -> bool {
        !self.done.swap(true, Relaxed)
    }

    /// Starts another search with the same team.
    pub fn restart(&self) {
        self.done.store(false, Relaxed);
    }

    /// Has a thread called [`finish`](ThreadTeam::finish)?
    pub fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    /// Marks the position with this hash as being searched.
    #[inline]
    pub fn mark(&self, hash: u64) {
        self.marks[hash as usize % MAX_MARKS].store(hash, Relaxed);
    }

    /// Removes the mark of a position.
    #[inline]
    pub fn unmark(&self, hash: u64) {
        self.marks[hash as usize % MAX_MARKS].store(0, Relaxed);
    }

    /// Is a thread searching the position with this hash?
    #[inline]
    pub fn is_marked(&self, hash: u64) -> bool {
        self.marks[hash as usize % MAX_MARKS].load(Relaxed) == hash
    }
}
