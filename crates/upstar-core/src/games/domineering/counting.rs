//! Who wins the race for moves, by counting alone.
//!
//! **Idea** A player P has a plan: disjoint places for dominoes, of which P takes one at every
//! turn while there are any. The opponent O spoils some of them meanwhile. What P is sure to get
//! in this way is compared with all that O can ever do.
//!
//! U are the free cells that O can use: those with a free neighbour in O's direction. O can never
//! use the other free cells, which are safe. The places are
//! * *safe* dominoes on two safe cells: nobody can spoil them;
//! * *blocks* of two dominoes of P side by side on 2x2 cells of U, of which one domino has no free
//!   cell beside it on the outside. When P takes the other domino, this one becomes safe, so a
//!   block is worth two moves;
//! * *open* dominoes with two cells in U, and *half-open* ones with one cell in U and one safe.
//!
//! A domino of O covers two cells beside each other, so it spoils at most two places. At most one
//! of them is a block, since blocks are chosen apart from each other, and what has no other
//! place beside it in O's direction is spoiled alone.
//!
//! **Formula** Let P take places with m moves, and let x be the cells of U that O loses with them:
//! those of the place, and those beside it that belong to no place and have no other free
//! neighbour in O's direction. A block has m = 2, x = 4, an open domino m = 1, x = 2 or more. P has
//! at least s + Σm moves in the whole game, s the number of safe dominoes, and O at most
//! ⌊(|U| − Σx − w) / 2⌋. Here w are cells that stay over: a run of U in O's direction with an odd
//! number of cells, none of them in an open or half-open domino, loses one whatever happens,
//! since the cells of a block lie in pairs at its ends. With O to move P wins if it has as many
//! moves as O, with P to move if it has more:
//!
//! 2s + Σ(2m + x) + 1 ≥ |U| − w, or 2s + Σ(2m + x) − 1 ≥ |U| − w.
//!
//! So one number says what a place is worth, 2m + x: 8 for a block, 3 to 8 for a domino. The least
//! Σ that P is sure to get is the value of a small game of counts, solved beforehand by
//! [`Harvest`].
//!
//! **Guarantee** a proved win. If P runs out of moves although it followed the plan, all places
//! are taken or spoiled, P has made s + Σm moves, and O as many or one more, which is more than
//! O can have.
//!
//! **Reference** in the manner of Breuker, Uiterwijk and van den Herik, *Solving 8x8
//! Domineering*, 2000, and Bullock, *Domineering: solving large combinatorial search spaces*, 2002.

use std::sync::OnceLock;

use super::Domineering;
use crate::base::{Bits, Player};

/// The kinds of places: blocks; dominoes that are spoiled alone, worth 6 or 4; other dominoes,
/// worth 6, 4 or 3. A place that is worth something between counts as the lesser kind.
const KINDS: usize = 6;
/// What a place is worth, in halves of a move.
const WORTH: [u8; KINDS] = [8, 6, 4, 6, 4, 3];
/// As many of each kind are told apart; more count as so many.
const MOST: [usize; KINDS] = [8, 5, 5, 3, 15, 3];

/// May one domino of O spoil both? A block and a block no, and what stands alone nothing else.
fn together(a: usize, b: usize) -> bool {
    let alone = |kind| kind == 1 || kind == 2;
    !(alone(a) || alone(b) || (a == 0 && b == 0))
}

/// The game of counts: P takes one place, then O takes away one or two that can be spoiled
/// together, and so on. What P gets at least, for all counts and for each player beginning. That O
/// might do something else instead need not be looked at: more places never hurt P.
#[derive(Clone, Debug)]
pub(super) struct Harvest {
    /// P to move, O to move.
    least: [Box<[u8]>; 2],
}

const STRIDE: [usize; KINDS + 1] = {
    let mut stride = [1; KINDS + 1];
    let mut kind = 0;
    while kind < KINDS {
        stride[kind + 1] = stride[kind] * (MOST[kind] + 1);
        kind += 1;
    }
    stride
};

impl Harvest {
    /// The table, made when it is needed first.
    pub(super) fn get() -> &'static Harvest {
        static HARVEST: OnceLock<Harvest> = OnceLock::new();
        HARVEST.get_or_init(Harvest::new)
    }

    fn new() -> Harvest {
        let states = STRIDE[KINDS];
        let mut least = [vec![0u8; states], vec![0u8; states]];
        for at in 0..states {
            let count = |kind: usize| at / STRIDE[kind] % (MOST[kind] + 1);
            let mut worst = u8::MAX;
            let mut best = 0;
            for first in (0..KINDS).filter(|&kind| count(kind) > 0) {
                let one_less = at - STRIDE[first];
                best = best.max(WORTH[first] + least[1][one_less]);
                worst = worst.min(least[0][one_less]);
                for second in first..KINDS {
                    let there = count(second) > usize::from(first == second);
                    if there && together(first, second) {
                        worst = worst.min(least[0][one_less - STRIDE[second]]);
                    }
                }
            }
            least[0][at] = best;
            least[1][at] = if worst == u8::MAX { 0 } else { worst };
        }
        Harvest { least: least.map(Vec::into_boxed_slice) }
    }

    #[inline]
    fn least(&self, counts: [u32; KINDS], p_moves: bool) -> i32 {
        let at = (0..KINDS).map(|kind| (counts[kind] as usize).min(MOST[kind]) * STRIDE[kind]);
        i32::from(self.least[usize::from(!p_moves)][at.sum::<usize>()])
    }
}

impl<B: Bits> Domineering<B> {
    /// The set moved one cell on in `player`'s direction.
    #[inline]
    pub(super) fn next(&self, set: B, player: Player) -> B {
        match player {
            Player::Left => (set & self.not_last_row) << self.row,
            Player::Right => (set & self.not_last_column) << 1,
        }
    }

    /// The set moved one cell back in `player`'s direction.
    #[inline]
    pub(super) fn back(&self, set: B, player: Player) -> B {
        match player {
            Player::Left => (set >> self.row) & self.not_last_row,
            Player::Right => (set >> 1) & self.not_last_column,
        }
    }

    /// Of dominoes (or blocks) that start at `starts`, as many as fit, by their starts: in each
    /// run in `player`'s direction every other one.
    #[inline]
    pub(super) fn packing(&self, mut starts: B, player: Player) -> B {
        let mut chosen = B::EMPTY;
        while !starts.is_empty() {
            let first = starts & !self.next(starts, player);
            chosen |= first;
            starts &= !(first | self.next(first, player));
        }
        chosen
    }

    /// The runs of free cells in P's direction that O cannot use any cell of: each is worth half
    /// its length in moves of P, whatever happens elsewhere.
    #[inline]
    pub(super) fn private(&self, free: B, p: Player) -> B {
        let o = p.other();
        let mut shared = free & (self.next(free, o) | self.back(free, o));
        loop {
            let more = shared | ((self.next(shared, p) | self.back(shared, p)) & free);
            if more == shared {
                return free & !shared;
            }
            shared = more;
        }
    }

    /// By how many halves of a move P wins the race for sure; negative if it is not sure. See the
    /// head of this file for the names.
    #[inline]
    pub(super) fn margin(&self, free: B, p: Player, p_moves: bool) -> i32 {
        let o = p.other();
        let after = free & self.next(free, o);
        let before = free & self.back(free, o);
        let usable = after | before;
        let safe = free & !usable;

        // Blocks that are closed on one side, then on the other, apart from these.
        let block = |free: B, closed: B| {
            let dominoes = free & self.back(free, p);
            dominoes & self.back(dominoes, o) & closed
        };
        let closed = free & !after;
        let closed = closed & self.back(closed, p);
        let near = self.packing(block(free, closed), p);
        let near_half = near | self.next(near, p);
        let near_cells = near_half | self.next(near_half, o);
        let taken = near_cells | self.next(near_cells, o) | self.back(near_half, o);
        let closed = free & !before;
        let closed = self.back(closed & self.back(closed, p), o);
        let far = self.packing(block(free & !taken, closed), p);
        let far_half = far | self.next(far, p);
        let blocks = near_cells | far_half | self.next(far_half, o);

        // Safe dominoes, then what fits on all that is left.
        let safe_starts = self.packing(safe & self.back(safe, p), p);
        let left = free & !(blocks | safe_starts | self.next(safe_starts, p));
        let starts = self.packing(left & self.back(left, p), p);
        let cells = starts | self.next(starts, p);

        // What each domino is worth: cells that O loses beside it, and whether it stands alone.
        let unused = usable & !(cells | blocks);
        let lone_after = unused & !before & self.next(cells, o);
        let lone_before = unused & !after & self.back(cells, o);
        let spoils_after = self.back(lone_after, o);
        let spoils_before = self.next(lone_before, o);
        let places = cells | blocks;
        let joint = cells & (self.next(places, o) | self.back(places, o));
        let both = |set: B| starts & set & self.back(set, p);
        let either = |set: B| starts & (set | self.back(set, p));
        let half = either(safe);
        let one = either(spoils_after) | either(spoils_before);
        let two = both(spoils_after)
            | both(spoils_before)
            | (either(spoils_after) & either(spoils_before));
        let joint = either(joint);
        let six = two & !half;
        let four = starts & !six & !(half & !one);
        let three = starts & !six & !four;
        let counts = [
            near.count() + far.count(),
            (six & !joint).count(),
            (four & !joint).count(),
            (six & joint).count(),
            (four & joint).count(),
            three.count(),
        ];
        let harvest = self.harvest.least(counts, p_moves);

        // Runs of an odd number of cells: pair cells up from the start, the last stays over.
        let pairs = self.packing(usable & self.back(usable, o), o);
        let over = usable & !(pairs | self.next(pairs, o));
        let mut met = cells & usable;
        loop {
            let more = met | (self.next(met, o) & usable);
            if more == met {
                break;
            }
            met = more;
        }
        let wasted = (over & !met).count();

        let gain = 2 * safe_starts.count() as i32 + harvest;
        let needed = usable.count() as i32 - wasted as i32;
        gain - needed + if p_moves { -1 } else { 1 }
    }
}
