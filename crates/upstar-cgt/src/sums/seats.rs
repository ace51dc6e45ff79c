//! Which thread has which book.

use std::{
    cell::Cell,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread::{self, ThreadId},
};

/// Places for threads. The one who makes them has the first; all others share the rest, if there is one, in
/// the order in which they come. A thread keeps its place.
pub struct Seats {
    /// Tells these places from all others.
    number: u64,
    places: usize,
    threads: Mutex<Vec<ThreadId>>,
}

static NUMBERS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    /// The place that this thread asked for last, and the number of the places.
    static LAST: Cell<(u64, usize)> = const { Cell::new((0, 0)) };
}

impl Seats {
    /// So many places.
    pub fn new(places: usize) -> Seats {
        let threads = Mutex::new(vec![thread::current().id()]);
        Seats { number: NUMBERS.fetch_add(1, Relaxed), places, threads }
    }

    /// The place of this thread.
    #[inline]
    pub fn mine(&self) -> usize {
        match LAST.get() {
            _ if self.places == 1 => 0,
            (number, place) if number == self.number => place,
            _ => self.find(),
        }
    }

    #[cold]
    fn find(&self) -> usize {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        let id = thread::current().id();
        let came = threads.iter().position(|&known| known == id).unwrap_or_else(|| {
            threads.push(id);
            threads.len() - 1
        });
        let place = if came == 0 { 0 } else { 1 + (came - 1) % (self.places - 1) };
        LAST.set((self.number, place));
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thread_keeps_its_place() {
        let [few, many] = [2, 5].map(Seats::new);
        let own = || [few.mine(), many.mine(), few.mine(), many.mine()];
        assert_eq!(own(), [0; 4]);
        for came in 0..6 {
            let theirs = thread::scope(|scope| scope.spawn(own).join().expect("no panic"));
            assert_eq!(theirs, [1, 1 + came % 4, 1, 1 + came % 4]);
        }
        assert_eq!(own(), [0; 4]);
        assert_eq!(Seats::new(1).mine(), 0);
    }
}
