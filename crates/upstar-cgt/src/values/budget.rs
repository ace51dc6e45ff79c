//! The limits of an arena: bytes, steps, time.

use std::time::Instant;

use super::{Id, ValueError, Values, arena::Entry, cache::CACHED};

/// A callback that returns whether to stop.
pub type Poll = Box<dyn FnMut(Effort) -> bool + Send>;

/// The limits of an arena, and the resources in use.
pub(super) struct Budget {
    pub max_bytes: usize,
    /// Bytes that the caller has allocated outside of the arena.
    reserved: usize,
    deadline: Option<Instant>,
    poll: Option<Poll>,
    steps: u64,
    max_steps: u64,
    /// The number of positions whose values were computed.
    positions: u64,
}

impl Budget {
    /// A limit on bytes only.
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

/// The progress of a long computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The number of positions whose values were computed.
    pub positions: u64,
    /// The number of values in the arena.
    pub values: usize,
    /// The bytes of memory in use.
    pub bytes: usize,
}

impl Values {
    /// Calls `poll` regularly during long operations. If it returns true, they end with
    /// [`ValueError::Stopped`]. Returns the previous `poll`.
    pub fn poll_with(&mut self, poll: Option<Poll>) -> Option<Poll> {
        std::mem::replace(&mut self.budget.poll, poll)
    }

    /// Limits all further work to this many steps. The same work takes the same number of steps on every
    /// machine.
    pub fn allow_steps(&mut self, steps: u64) {
        self.budget.max_steps = steps;
    }

    /// Sets limits for the following operations: bytes, including those in use, and a deadline. Returns the
    /// previous limits.
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

    /// Sets how many bytes the caller uses outside of the arena. They count as used.
    ///
    /// # Errors
    /// If they exceed the limit together with the values.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), ValueError> {
        self.budget.reserved = bytes;
        self.check_room(0)
    }

    /// The progress of a long computation.
    pub fn effort(&self) -> Effort {
        Effort { positions: self.budget.positions, values: self.len(), bytes: self.bytes() }
    }

    /// Counts a position whose value is computed.
    pub(crate) fn count_position(&mut self) -> Result<(), ValueError> {
        self.budget.positions += 1;
        self.step()
    }

    /// The bytes in use, with the caches.
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

    /// Counts a step of work. Polls, and keeps thermographs within a quarter of the limit.
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

    /// Checks that there is room for a value with this many options.
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
