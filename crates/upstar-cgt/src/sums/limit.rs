//! Which parts get values.
//!
//! **Idea** A value costs much work once, and saves some each time that the part comes up beside others.
//! So the more a search does, the larger the parts whose values pay, and which these are shows while
//! it goes on: parts that are just too large are counted, and when they have come up far more
//! often than values were worked out, the limit is raised.
//!
//! Before any search, all parts get values if that takes little work, which is counted and so the same on
//! every machine: heaps, stalks and short strips are decided so.
//!
//! **Guarantee** none is needed: a part without a value is searched.

/// Parts with at most so many moves get values at first.
const FIRST: u32 = 4;
/// Where both players have the same number of moves, the number is always even.
const STEP: u32 = 2;
/// So many times as often as values were worked out, parts must have come up that are just too large.
const OFTEN: u64 = 16;
/// As if so many values had been worked out at first.
const AT_FIRST: u64 = 64;
/// Parts that stand alone get values up to so many moves: who wins them is easier to find out.
const ALONE: u32 = 8;

/// At a glance so many values are worked out at most,
const GLANCE_VALUES: u64 = 500;
/// with so many steps of work,
const GLANCE_STEPS: u64 = 1 << 15;
/// of positions in which the players have no more moves than this together.
const GLANCE_MOVES: u32 = 256;

/// How many moves, of both players, a part may have to get a value.
#[derive(Clone, Copy)]
pub struct Limit {
    moves: u32,
    most: u32,
    /// And one that stands alone.
    alone: u32,
    /// How many values may be worked out, and with how many steps.
    values: u64,
    steps: u64,
    /// How many values were worked out.
    made: u64,
    /// How many parts were just too large, since the limit was raised.
    missed: u64,
}

impl Limit {
    /// A limit that is raised where that pays, but not beyond `most`.
    pub fn growing(most: u32) -> Limit {
        Limit { moves: FIRST.min(most), ..Limit::fixed(most) }
    }

    /// A limit that stays.
    pub fn fixed(most: u32) -> Limit {
        Limit {
            moves: most,
            most,
            alone: ALONE,
            values: u64::MAX,
            steps: u64::MAX,
            made: 0,
            missed: 0,
        }
    }

    /// A limit for a first look at a position in which the players have so many moves together.
    pub fn preliminary(moves: u32) -> Limit {
        let moves = if moves > GLANCE_MOVES { 0 } else { moves };
        let (values, steps) = (GLANCE_VALUES, GLANCE_STEPS);
        Limit { alone: moves, values, steps, ..Limit::fixed(moves) }
    }

    /// How many steps of work values may take, those of [`Values`](crate::values::Values).
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Were as many values worked out as may be?
    pub fn is_spent(&self) -> bool {
        self.made >= self.values
    }

    /// The limit for parts beside others.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Raises the limit to what another thread found to pay.
    pub fn raise(&mut self, moves: u32) {
        self.moves = self.moves.max(moves);
    }

    /// A value is worked out.
    pub fn note_made(&mut self) {
        self.made += 1;
    }

    /// Does a part with so many moves get a value?
    pub fn allows(&mut self, moves: u32, is_alone: bool) -> bool {
        if is_alone {
            return moves <= self.moves.min(self.alone);
        }
        if moves > self.moves && moves <= self.moves + STEP && self.moves < self.most {
            self.missed += 1;
            if self.missed > OFTEN * (self.made + AT_FIRST) {
                self.missed = 0;
                self.moves = (self.moves + STEP).min(self.most);
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
        let mut limit = Limit::growing(10);
        assert!(limit.allows(FIRST, false) && !limit.allows(FIRST + STEP, false));
        (0..OFTEN * AT_FIRST + 1).for_each(|_| assert!(!limit.allows(100, false)));
        assert_eq!(limit.moves(), FIRST, "much too large parts say nothing");
        (0..OFTEN * AT_FIRST).for_each(|_| _ = limit.allows(FIRST + 1, false));
        assert!(limit.allows(FIRST + STEP, false) && !limit.allows(FIRST + 2 * STEP, false));
        (0..1000).for_each(|_| limit.note_made());
        (0..OFTEN * 1000).for_each(|_| assert!(!limit.allows(FIRST + 2 * STEP, false)));
        (0..1_000_000).for_each(|_| _ = limit.allows(limit.moves() + 1, false));
        assert_eq!(limit.moves(), 10);
    }
}
