//! What an arena may use: bytes, steps, time.

use std::time::Instant;

use super::{Id, ValueError, Values, arena::Entry, cache::CACHED};

/// Asked from time to time whether to stop.
pub type Poll = Box<dyn FnMut(Effort) -> bool + Send>;

/// The limits of an arena, and what is used of them.
pub(super) struct Budget {
    pub max_bytes: usize,
    /// Bytes that the arena's user has allocated elsewhere.
    reserved: usize,
    deadline: Option<Instant>,
    poll: Option<Poll>,
    steps: u64,
    max_steps: u64,
    /// Positions of games whose values were computed.
    positions: u64,
}

impl Budget {
    /// A limit on bytes and no other.
    pub fn of(max_bytes: usize) -> Budget {
        Budget {
            max_bytes,
            reserved: 0,
            deadline: None,
            poll: None,
            steps: 0,
            max_steps: u64::MAX,
            positions: 0,
        }
    }
}

/// How far a long computation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions of games whose values were computed.
    pub positions: u64,
    /// Values in the arena.
    pub values: usize,
    /// Bytes in use.
    pub bytes: usize,
}

impl Values {
    /// Asks `poll` now and then, during long operations, whether to stop with
    /// [`ValueError::Stopped`]. Returns the previous `poll`.
    pub fn poll_with(&mut self, poll: Option<Poll>) -> Option<Poll> {
        std::mem::replace(&mut self.budget.poll, poll)
    }

    /// Lets all work take at most so many steps; the same work takes the same number on every machine.
    pub fn allow_steps(&mut self, steps: u64) {
        self.budget.max_steps = steps;
    }

    /// Limits what follows: bytes, those in use included, and a deadline. Returns the previous limits.
    pub fn limit(
        &mut self,
        max_bytes: usize,
        deadline: Option<Instant>,
    ) -> (usize, Option<Instant>) {
        self.budget.reserved = 0;
        let before = (self.budget.max_bytes, self.budget.deadline);
        (self.budget.max_bytes, self.budget.deadline) = (max_bytes, deadline);
        before
    }

    /// Says how many bytes the caller uses beside the arena. They count as used.
    ///
    /// # Errors
    /// When they do not fit beside the values.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), ValueError> {
        self.budget.reserved = bytes;
        self.check_room(0)
    }

    /// How far a long computation is.
    pub fn effort(&self) -> Effort {
        Effort { positions: self.budget.positions, values: self.len(), bytes: self.bytes() }
    }

    /// Counts a position whose value is computed.
    pub(crate) fn count_position(&mut self) -> Result<(), ValueError> {
        self.budget.positions += 1;
        self.step()
    }

    /// The bytes in use, caches included.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
            + self.pool.len() * size_of::<Id>()
            + self.index.bytes()
            + self.cache_bytes()
            + self.budget.reserved
    }

    fn cache_bytes(&self) -> usize {
        (self.orders.capacity() + self.sums.capacity()) * CACHED
            + self.thermograph_bytes()
            + self.weights.capacity() * 16
    }

    fn thermograph_bytes(&self) -> usize {
        self.thermographs.values().map(|thermograph| thermograph.bytes()).sum()
    }

    /// Counts a step of work: polls, and keeps thermographs within a quarter of the limit.
    pub(super) fn step(&mut self) -> Result<(), ValueError> {
        self.budget.steps += 1;
        if self.budget.steps > self.budget.max_steps {
            return Err(ValueError::Stopped);
        }
        if self.budget.steps.is_multiple_of(4096) {
            if self.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(ValueError::OutOfTime);
            }
            let effort = self.effort();
            if self.budget.poll.as_mut().is_some_and(|poll| poll(effort)) {
                return Err(ValueError::Stopped);
            }
            if self.thermograph_bytes() > self.budget.max_bytes / 4 {
                self.thermographs.clear();
            }
        }
        Ok(())
    }

    /// Is there room for a value with so many options?
    pub(super) fn check_room(&self, options: usize) -> Result<(), ValueError> {
        let bytes = self.entries.len() * size_of::<Entry>()
            + (self.pool.len() + options) * size_of::<Id>()
            + self.index.bytes()
            + self.budget.reserved;
        let full =
            bytes > self.budget.max_bytes || self.pool.len() + options > u32::MAX as usize - 1;
        if full { Err(ValueError::OutOfMemory(self.budget.max_bytes)) } else { Ok(()) }
    }
}
