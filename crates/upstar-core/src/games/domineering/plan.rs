//! Who wins the race for moves, by counting alone, and which moves lose it.
//!
//! **Idea** A player P has a plan: disjoint places for dominoes, of which P takes one at every
//! turn while there are any. The opponent O spoils some of them meanwhile. What P is sure to get
//! in this way is compared with all that O can ever do.
//!
//! O's moves are counted by a *cover*: cells such that every domino of O on the board as it is lies
//! on at least one of them. Dominoes do not overlap, so O has no more moves than there are cells
//! in the cover, and each of these that P takes before O does costs O one. In a run of O with an odd
//! number of cells, the cover is the odd offsets. In one with an even number, it is the odd
//! offsets up to the last that P's plan wants, and the even offsets behind: every pair of
//! neighbours has one of them, and no smaller set will do.
//!
//! O can never use the *safe* cells, those without a free neighbour in O's direction. The places are
//! * *safe* dominoes on two safe cells: nobody can spoil them;
//! * *blocks* of two dominoes of P side by side on 2x2 cells, of which one domino has no free cell
//!   beside it on the outside. When P takes the other domino, this one becomes safe, so a block is
//!   two moves. In either line it lies at the end of a run, where a pair of cells has just one
//!   in the cover, so it costs O two;
//! * other *dominoes*, with at least one cell that is not safe: one move, and 0 to 2 cells of
//!   the cover;
//! * *options*: a safe domino may be shifted by one cell on to a cell of the cover. P has as many
//!   moves as before, and O one less.
//!
//! A domino of O touches at most two places. At most one of them is a block, since blocks are
//! chosen apart from each other. If it touches a block and something else, it comes from the
//! outside, and the block's other domino remains, which now has one safe cell and stands alone.
//! What has no other place beside it in O's direction is spoiled alone. Of two dominoes with two
//! cells each in the cover, neighbours in a run of O, one counts as a lesser one, so that those that
//! are left are never spoiled together.
//!
//! **Formula** Let s be the number of safe dominoes, c that of cells in the cover, and let P take
//! places with m moves in all that cost O k moves. P has at least s + m moves in the whole game,
//! and O at most c − k. With O to move P wins if it has as many as O, with P to move if it has
//! more. So one number says what a place is worth, its m + k, and with h the least sum that P is
//! sure to get (see `harvest.rs`), P wins if s + h ≥ c, or s + h > c. In the same way, a move of O
//! loses if s + h ≥ c for P to move, with the places that this move touches taken away.
//!
//! **Guarantee** a proved win. If P runs out of moves although it followed the plan, all places
//! are taken or spoiled, P has made s + m moves, and O as many or one more, which is more than
//! O can have.
//!
//! **Reference** in the manner of Breuker, Uiterwijk and van den Herik, *Solving 8x8
//! Domineering*, 2000, and Bullock, *Domineering: solving large combinatorial search spaces*, 2002;
//! covers are those of König, *Gráfok és mátrixok*, 1931.

use super::Domineering;
use super::harvest::{ALONE, BLOCK, Counts, JOINT, KINDS};
use crate::base::{Bits, Player};

/// So many moves short of a win, a plan from the other end of the board may still do.
const CLOSE: i32 = 2;
/// So many moves are many.
const MANY: u32 = 8;

/// A plan of one player against the other.
struct Plan<B> {
    /// s − c.
    ahead: i32,
    /// The cells of the places, by their kind.
    cells: [B; KINDS],
    counts: Counts,
}

impl<B: Bits> Domineering<B> {
    /// Who surely wins, if that is known: the player to move by a plan of its own, or the other one.
    /// Who has many moves and is close to a win hardly ever loses, and is not asked.
    #[inline]
    pub(super) fn sure_winner(&self, free: B, mover: Player) -> Option<Player> {
        let margin = |free: B| {
            let plan = self.plan(free, mover);
            plan.ahead + self.harvest.taking(plan.counts) - 1
        };
        let first = margin(free);
        let is_close = first >= -CLOSE;
        if first >= 0 || (is_close && margin(free.turned(self.grid.cells())) >= 0) {
            return Some(mover);
        }
        let starts = self.starts(free, mover);
        let asks = !is_close || starts.count() < MANY;
        (asks && self.refuted(free, mover).0 == starts).then(|| mover.other())
    }

    /// The moves of the player to move, by their first cells, that surely lose.
    #[inline]
    pub(super) fn losing(&self, free: B, mover: Player) -> B {
        let cells = self.grid.cells();
        let (losing, is_close) = self.refuted(free, mover);
        if !is_close || losing == self.starts(free, mover) {
            return losing;
        }
        let (turned, _) = self.refuted(free.turned(cells), mover);
        losing | self.next(turned, mover).turned(cells)
    }

    /// The moves that one plan of the opponent refutes, and whether another plan might do more.
    #[inline]
    fn refuted(&self, free: B, mover: Player) -> (B, bool) {
        let plan = self.plan(free, mover.other());
        let starts = self.starts(free, mover);
        let wins = |counts: Counts| plan.ahead + self.harvest.taking(counts) >= 0;
        if !wins(plan.counts) {
            return (B::EMPTY, plan.ahead + self.harvest.taking(plan.counts) >= -CLOSE);
        }
        if plan.ahead + self.harvest.spoiled(plan.counts) >= 0 {
            return (starts, false);
        }
        // The kinds of what a move's first and second cell touch; none is one more kind.
        let places = plan.cells.iter().fold(B::EMPTY, |all, &cells| all | cells);
        let cells = |kind: usize| if kind == KINDS { !places } else { plan.cells[kind] };
        let without = |counts: Counts, kind: usize| {
            if kind == KINDS { counts } else { counts.without(kind) }
        };
        let mut refuted = B::EMPTY;
        for first in 0..=KINDS {
            let from = starts & cells(first);
            if from.is_empty() {
                continue;
            }
            for second in 0..=KINDS {
                let moves = from & self.back(cells(second), mover);
                if moves.is_empty() {
                    continue;
                }
                let left = match (first == BLOCK, second == BLOCK) {
                    (true, true) => plan.counts.without(BLOCK),
                    (false, false) => without(without(plan.counts, first), second),
                    _ => without(without(plan.counts, first), second).with_remnant(),
                };
                if wins(left) {
                    refuted |= moves;
                }
            }
        }
        (refuted, true)
    }

    /// A plan of P. See the head of this file for the names.
    #[inline]
    fn plan(&self, free: B, p: Player) -> Plan<B> {
        let o = p.other();
        let domino = |starts: B| starts | self.next(starts, p);
        let after = free & self.next(free, o);
        let before = free & self.back(free, o);
        let safe = free & !(after | before);

        // Blocks that are closed on one side, then on the other, apart from these.
        let block = |free: B, closed: B| {
            let dominoes = self.starts(free, p);
            dominoes & self.back(dominoes, o) & closed
        };
        let closed = self.starts(free & !after, p);
        let near = self.packing(block(free, closed), p);
        let near_cells = domino(near) | self.next(domino(near), o);
        let taken = near_cells | self.next(near_cells, o) | self.back(domino(near), o);
        let closed = self.back(self.starts(free & !before, p), o);
        let far = self.packing(block(free & !taken, closed), p);
        let blocks = near_cells | domino(far) | self.next(domino(far), o);

        // Safe dominoes, then what fits on all that is left.
        let safe_starts = self.packing(self.starts(safe, p), p);
        let left = free & !(blocks | domino(safe_starts));
        let starts = self.packing(self.starts(left, p), p);
        let cells = domino(starts);

        // The cover.
        let packings = self.packings(before, o);
        let even = packings.front & packings.rear;
        let odd = self.next(even, o);
        let mut up_to = cells & odd;
        loop {
            let more = up_to | (self.back(up_to, o) & (even | odd));
            if more == up_to {
                break;
            }
            up_to = more;
        }
        let of_odd_runs = self.next(packings.front & !packings.rear, o);
        let cover = of_odd_runs | (odd & up_to) | (even & !up_to);

        // Options: on the cell before a safe domino, or on the one behind it.
        let unused = cover & !(cells | blocks);
        let sooner = unused & self.back(safe_starts, p);
        let fixed = safe_starts & !self.next(sooner, p);
        let later = unused & !sooner & self.next(self.next(fixed, p), p);
        let options = sooner | later;

        // What each domino costs O, and whether it stands alone.
        let either = |set: B| starts & (set | self.back(set, p));
        let costs_two = starts & cover & self.back(cover, p);
        let costs_two = costs_two & !either(self.next(domino(costs_two), o));
        let costs_one = either(cover) & !costs_two;
        let costs_none = starts & !(costs_one | costs_two);
        let places = cells | blocks | options;
        let joint = either(cells & (self.next(places, o) | self.back(places, o)));

        let mut kinds = [B::EMPTY; KINDS];
        let mut counts = [0; KINDS];
        kinds[BLOCK] = blocks;
        counts[BLOCK] = near.count() + far.count();
        for (place, set) in [costs_two, costs_one, costs_none].into_iter().enumerate() {
            for (kind, set) in [(ALONE + place, set & !joint), (JOINT + place, set & joint)] {
                kinds[kind] = domino(set);
                counts[kind] = set.count();
            }
        }
        // An option is worth what a domino is worth that costs O nothing.
        kinds[KINDS - 1] |= options;
        counts[KINDS - 1] += options.count();
        let ahead = safe_starts.count() as i32 - packings.front.count() as i32;
        Plan { ahead, cells: kinds, counts: Counts::new(counts) }
    }
}
