//! Which parts get values while a search on sums runs.
//!
//! **Idea** A value costs much work once, and saves some each time the part comes up beside others. So
//! the longer a search runs, the larger the parts whose values pay. The limit adapts: the search counts
//! parts that are just too large, and raises the limit when they have come up far more often than values
//! were worked out.
//!
//! A *preliminary* limit is for the time before any search: then all parts get values if that takes
//! little work. The work is counted, so it is the same on every machine. Heaps, stalks and short strips
//! are decided this way.
//!
//! **Guarantee** None is needed: a part without a value is searched.

/// Parts with at most so many moves get values at first.
const FIRST_MOVES: u32 = 4;
/// The limit rises by so much. Where both players have the same number of moves, their sum is even.
const STEP: u32 = 2;
/// The limit rises when parts that are just too large have come up so many times as often as values were
/// worked out,
const MISSES_PER_VALUE: u64 = 16;
/// as if so many values had been worked out at the start.
const INITIAL_VALUES: u64 = 64;
/// A single part gets a value up to so many moves: beyond that its outcome is easier to search.
const MAX_SINGLE_MOVES: u32 = 8;

/// A preliminary limit allows so many values,
const PRELIMINARY_VALUES: u64 = 500;
/// so many steps of work,
const PRELIMINARY_STEPS: u64 = 1 << 15;
/// and positions in which the players have at most so many moves together.
const PRELIMINARY_MOVES: u32 = 256;

/// How many moves, of both players, a part may have to get a value.
#[derive(Clone, Copy)]
pub struct ValueLimit {
    moves: u32,
    max_moves: u32,
    /// The limit for a part that is the whole position.
    single_moves: u32,
    /// How many values may be worked out, and with how many steps.
    max_values: u64,
    max_steps: u64,
    /// How many values were worked out.
    valued: u64,
    /// How many parts were just too large, since the limit was raised.
    missed: u64,
}

impl ValueLimit {
    /// A limit that is raised where that pays, up to `max_moves`.
    pub fn growing(max_moves: u32) -> ValueLimit {
        ValueLimit { moves: FIRST_MOVES.min(max_moves), ..ValueLimit::fixed(max_moves) }
    }

    /// A limit that stays.
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

    /// A limit for a first look at a position in which the players have so many moves together.
    pub fn preliminary(moves: u32) -> ValueLimit {
        let moves = if moves > PRELIMINARY_MOVES { 0 } else { moves };
        let (max_values, max_steps) = (PRELIMINARY_VALUES, PRELIMINARY_STEPS);
        ValueLimit { single_moves: moves, max_values, max_steps, ..ValueLimit::fixed(moves) }
    }

    /// How many steps of work values may take, those of [`Values`](crate::values::Values).
    pub fn max_steps(&self) -> u64 {
        self.max_steps
    }

    /// Were as many values worked out as may be?
    pub fn is_spent(&self) -> bool {
        self.valued >= self.max_values
    }

    /// The limit for parts beside others.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Raises the limit to what another thread found to pay.
    pub fn raise(&mut self, moves: u32) {
        self.moves = self.moves.max(moves);
    }

    /// Counts a value that is worked out.
    pub fn count_value(&mut self) {
        self.valued += 1;
    }

    /// Does a part with so many moves get a value?
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
    fn the_limit_is_raised_where_parts_are_missed_often() {
        let mut limit = ValueLimit::growing(10);
        assert!(limit.allows(FIRST_MOVES, false) && !limit.allows(FIRST_MOVES + STEP, false));
        (0..MISSES_PER_VALUE * INITIAL_VALUES + 1).for_each(|_| assert!(!limit.allows(100, false)));
        assert_eq!(limit.moves(), FIRST_MOVES, "much too large parts say nothing");
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
