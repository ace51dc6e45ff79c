//! Assigns one of several tables to each thread.

use std::{
    cell::Cell,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread::{self, ThreadId},
};

/// Slots for threads. The thread that creates them has the first. All others share the remaining slots, if
/// there are any, in the order of their first calls. A thread keeps its slot.
pub struct ThreadSlots {
    /// Distinguishes these slots from all others.
    number: u64,
    slots: usize,
    threads: Mutex<Vec<ThreadId>>,
}

static NUMBERS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    /// The number of the slots that this thread used last, and its slot there.
    static LAST: Cell<(u64, usize)> = const { Cell::new((0, 0)) };
}

impl ThreadSlots {
    /// Creates `slots` slots.
    pub fn new(slots: usize) -> ThreadSlots {
        let threads = Mutex::new(vec![thread::current().id()]);
        ThreadSlots { number: NUMBERS.fetch_add(1, Relaxed), slots, threads }
    }

    /// The slot of this thread.
    #[inline]
    pub fn own(&self) -> usize {
        match LAST.get() {
            _ if self.slots == 1 => 0,
            (number, slot) if number == self.number => slot,
            _ => self.find(),
        }
    }

    #[cold]
    fn find(&self) -> usize {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        let id = thread::current().id();
        let order = threads.iter().position(|&known| known == id).unwrap_or_else(|| {
            threads.push(id);
            threads.len() - 1
        });
        let slot = if order == 0 { 0 } else { 1 + (order - 1) % (self.slots - 1) };
        LAST.set((self.number, slot));
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thread_keeps_its_slot() {
        let [few, many] = [2, 5].map(ThreadSlots::new);
        let own = || [few.own(), many.own(), few.own(), many.own()];
        assert_eq!(own(), [0; 4]);
        for came in 0..6 {
            let theirs = thread::scope(|scope| scope.spawn(own).join().expect("no panic"));
            assert_eq!(theirs, [1, 1 + came % 4, 1, 1 + came % 4]);
        }
        assert_eq!(own(), [0; 4]);
        assert_eq!(ThreadSlots::new(1).own(), 0);
    }
}
