//! Priorities of moves, computed for all moves at once.
//!
//! **Idea** A player's *real* moves are the most dominoes that fit on its runs. Its *safe* moves
//! are the most dominoes that fit on cells that the opponent cannot use. A good move costs the
//! player few of both, costs the opponent many real moves, and makes more of the player's moves
//! safe. There are six such criteria. The set of moves that meet a criterion is a bitboard. The
//! sets are added with bitwise counters.
//!
//! Among equal moves, first come those on the second, fourth, … line from the edge, then those on
//! the third, fifth, … line, each from the corners inwards. Moves on the edge come last. The order
//! follows the same pattern whatever the opponent plays. So many move orders lead to the same
//! position.
//!
//! **Reference** Bullock, *Domineering: solving large combinatorial search spaces*, 2002, orders by
//! the same counts.

use upstar_core::{Bits, Grid, Move, Player};

use super::{Domineering, runs::RunPackings};

/// The weight of a criterion. It exceeds the priority of every place on the board.
const CRITERION: i32 = 256;
/// The priority of safe moves. They come last, because the opponent cannot prevent them.
const SAFE_MOVE: i32 = -CRITERION;

/// The priority of each move of a player when the criteria are equal, by its first cell.
pub(super) fn place_priorities(grid: Grid, player: Player) -> Vec<i32> {
    let place = |cell: usize| {
        let (row, column) = grid.place(cell);
        let (line, lines, offset, length) = match player {
            Player::Left => (column, grid.columns, row, grid.rows),
            Player::Right => (row, grid.rows, column, grid.columns),
        };
        let from_edge = line.min(lines - 1 - line) as i32;
        let from_end = offset.min((length - 1).saturating_sub(offset + 1)) as i32;
        let group = match from_edge {
            0 => 0,
            _ if from_edge % 2 == 1 => 2,
            _ => 1,
        };
        50 * group - 4 * from_edge - from_end
    };
    (0..grid.cells()).map(place).collect()
}

impl<B: Bits> Domineering<B> {
    /// Appends the priority of each move: larger is better.
    pub(super) fn append_priorities(
        &self,
        free: B,
        mover: Player,
        moves: &[Move],
        priorities: &mut Vec<i32>,
    ) {
        let starts = self.starts(free, mover);
        let other = mover.other();
        let safe = free & !(self.next(free, other) | self.back(free, other));
        let can_wait = self.starts(safe, mover);
        let criteria = self.criteria(free, safe, starts, mover);
        priorities.extend(moves.iter().map(|mv| {
            let cell = mv.0 as usize;
            let bit = |set: B| i32::from(set.has(cell));
            match can_wait.has(cell) {
                true => SAFE_MOVE,
                false => {
                    CRITERION * (bit(criteria[0]) + 2 * bit(criteria[1]) + 4 * bit(criteria[2]))
                        + self.place_priorities[mover.index()][cell]
                }
            }
        }));
    }

    /// The number of criteria that each move meets, as three bitboards, the lowest binary digit
    /// first.
    #[inline]
    fn criteria(&self, free: B, safe: B, starts: B, mover: Player) -> [B; 3] {
        let other = mover.other();
        let or_second = |set: B| self.back(set, mover);

        // Does the move cost only one real move? Not if it covers an odd and the next even offset
        // of an even run.
        let RunPackings { front, rear } = self.packings(starts, mover);
        let costs_one = front | rear;

        // Does the first cell, does the second cell cost the opponent a real move? Not at an even
        // offset of an odd run.
        let RunPackings { front, rear } = self.packings(self.starts(free, other), other);
        let even = front & rear;
        let hurts = even | self.next(even | (front & !rear), other);

        // Does the move keep all safe moves? Not if it takes one end of an even run of safe cells.
        let RunPackings { front, rear } = self.packings(self.starts(safe, mover), mover);
        let last = safe & !(front | self.next(front, mover));
        let first = safe & !(rear | self.next(rear, mover));
        let is_safe = or_second(safe);
        let spends = (safe & !last & !is_safe) | (!safe & or_second(safe & !first));

        // Does the move make a safe move on one side, or on the other? It does if both cells beside
        // it become safe, or one that makes an odd run of safe cells even.
        let (behind, ahead) = (self.next(last, mover), self.back(first, mover));
        let makes = |one: B, behind: B, ahead: B| {
            (one & or_second(one)) | (one & behind) | or_second(one & ahead)
        };
        let has_before = free & self.next(free, other);
        let has_after = free & self.back(free, other);
        let after = |set: B| self.back(set, other);
        let before = |set: B| self.next(set, other);
        let makes_after = makes(after(has_before & !has_after), after(behind), after(ahead));
        let makes_before = makes(before(has_after & !has_before), before(behind), before(ahead));

        let add = |a: B, b: B, c: B| (a ^ b ^ c, (a & b) | (a & c) | (b & c));
        let (ones, twos) = add(costs_one, !spends, hurts);
        let (more_ones, more_twos) = add(or_second(hurts), makes_after, makes_before);
        let (twos, fours) = add(twos, more_twos, ones & more_ones);
        [ones ^ more_ones, twos, fours]
    }
}
