//! Which parts get values during a search on sums.
//!
//! **Idea** A value costs much work once, and saves some work each time the part occurs with others. So the
//! longer a search runs, the larger the parts whose values save time. The limit adapts. The search counts the
//! parts that are slightly too large. It raises the limit when these have occurred far more often than values
//! were computed.
//!
//! A *preliminary* limit is used before any search: then all parts get values if that takes little work. The
//! work is counted in steps, so it is the same on every machine. This decides heaps, stalks and short strips.
//!
//! **Guarantee** None is needed: a part without a value is searched.

/// The first limit: parts with at most this many moves get values.
const FIRST_MOVES: u32 = 4;
/// The limit is raised by this much. If both players have the same number of moves, their sum is even.
const STEP: u32 = 2;
/// The limit is raised when parts that are slightly too large have occurred this many times as often as
/// values were computed.
const MISSES_PER_VALUE: u64 = 16;
/// The number of values that count as computed at the start.
const INITIAL_VALUES: u64 = 64;
/// A part that is the whole position gets a value up to this many moves. Beyond that, searching its outcome
/// is faster.
const MAX_SINGLE_MOVES: u32 = 8;

/// A preliminary limit allows this many values.
const PRELIMINARY_VALUES: u64 = 500;
/// A preliminary limit allows this many steps of work.
const PRELIMINARY_STEPS: u64 = 1 << 15;
/// A preliminary limit allows positions in which both players together have at most this many moves.
const PRELIMINARY_MOVES: u32 = 256;

/// The number of moves, of both players together, up to which a part gets a value.
#[derive(Clone, Copy)]
pub struct ValueLimit {
    moves: u32,
    max_moves: u32,
    /// The limit for a part that is the whole position.
    single_moves: u32,
    /// The maximum number of values to compute, and of steps to use.
    max_values: u64,
    max_steps: u64,
    /// The number of values computed.
    valued: u64,
    /// The number of parts that were slightly too large, since the limit was last raised.
    missed: u64,
}

impl ValueLimit {
    /// A limit that is raised when that saves time, up to `max_moves`.
    pub fn growing(max_moves: u32) -> ValueLimit {
        ValueLimit { moves: FIRST_MOVES.min(max_moves), ..ValueLimit::fixed(max_moves) }
    }

    /// A limit that does not change.
    pub fn fixed(moves: u32) -> ValueLimit {
        ValueLimit {
            moves,
            max_moves: moves,
            single_moves: MAX_SINGLE_MOVES,
            max_values: u64::MAX,
            max_steps: u64::MAX,
            valued: 0,
            missed: 0,
        }
    }

    /// A limit for a first attempt at a position in which both players together have this many moves.
    pub fn preliminary(moves: u32) -> ValueLimit {
        let moves = if moves > PRELIMINARY_MOVES { 0 } else { moves };
        let (max_values, max_steps) = (PRELIMINARY_VALUES, PRELIMINARY_STEPS);
        ValueLimit { single_moves: moves, max_values, max_steps, ..ValueLimit::fixed(moves) }
    }

    /// The maximum number of steps of work for values, as [`Values`](crate::values::Values) counts them.
    pub fn max_steps(&self) -> u64 {
        self.max_steps
    }

    /// Is the maximum number of values reached?
    pub fn is_spent(&self) -> bool {
        self.valued >= self.max_values
    }

    /// The limit for parts that occur with others.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Raises the limit to that of another thread.
    pub fn raise(&mut self, moves: u32) {
        self.moves = self.moves.max(moves);
    }

    /// Counts a value that is computed.
    pub fn count_value(&mut self) {
        self.valued += 1;
    }

    /// Does a part with this many moves get a value?
    pub fn allows(&mut self, moves: u32, is_single: bool) -> bool {
        if is_single {
            return moves <= self.moves.min(self.single_moves);
        }
        if moves > self.moves && moves <= self.moves + STEP && self.moves < self.max_moves {
            self.missed += 1;
            if self.missed > MISSES_PER_VALUE * (self.valued + INITIAL_VALUES) {
                self.missed = 0;
                self.moves = (self.moves + STEP).min(self.max_moves);
            }
        }
        moves <= self.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_raised_if_parts_are_missed_often() {
        let mut limit = ValueLimit::growing(10);
        assert!(limit.allows(FIRST_MOVES, false) && !limit.allows(FIRST_MOVES + STEP, false));
        (0..MISSES_PER_VALUE * INITIAL_VALUES + 1).for_each(|_| assert!(!limit.allows(100, false)));
        assert_eq!(limit.moves(), FIRST_MOVES, "parts that are much too large are not counted");
        (0..MISSES_PER_VALUE * INITIAL_VALUES)
            .for_each(|_| _ = limit.allows(FIRST_MOVES + 1, false));
        assert!(
            limit.allows(FIRST_MOVES + STEP, false) && !limit.allows(FIRST_MOVES + 2 * STEP, false)
        );
        (0..1000).for_each(|_| limit.count_value());
        (0..MISSES_PER_VALUE * 1000)
            .for_each(|_| assert!(!limit.allows(FIRST_MOVES + 2 * STEP, false)));
        (0..1_000_000).for_each(|_| _ = limit.allows(limit.moves() + 1, false));
        assert_eq!(limit.moves(), 10);
    }
}
