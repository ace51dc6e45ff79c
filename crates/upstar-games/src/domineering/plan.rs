//! Who wins the race for moves, by counting alone, and which moves lose it.
//!
//! **Idea** A player P has a plan: disjoint places for dominoes, of which P takes one at every
//! turn while there are any. The opponent O spoils some of them meanwhile. What P is sure to get
//! in this way is compared with all that O can ever do.
//!
//! O's moves are counted by a *cover*: cells such that every domino of O on the board as it is lies
//! on at least one of them. Dominoes do not overlap, so O has no more moves than there are cells
//! in the cover, and each of these that P takes or cuts off before O uses it costs O one. In a run of O
//! with an odd number of cells, the cover is the odd offsets. In one with an even number, it is the
//! odd offsets up to the last that P's plan wants, and the even offsets behind: every pair of
//! neighbours has one of them, and no smaller set will do.
//!
//! O can never use the *safe* cells, those without a free neighbour in O's direction. The places are
//! * *safe* dominoes on two safe cells: nobody can spoil them;
//! * *blocks* of two dominoes of P side by side on 2x2 cells, of which one domino has no free cell
//!   beside it on the outside. When P takes the other domino, this one becomes safe, so a block is
//!   two moves. O loses all cells of both, and each of the two pairs of neighbours has one of the
//!   cover at least, so it costs O two;
//! * *strips*: a block and more dominoes in a row behind it, from the same line of O to the
//!   next one. When P takes the block, the rest of the strip has nothing free beside it
//!   any more, and is a strip of two dominoes fewer, of which two are a block and one is a safe
//!   domino. *Closed* strips have three, four or five dominoes and nothing free on the far side
//!   either; *open* ones have four;
//! * other *dominoes*, with at least one cell that is not safe: one move, and 0 to 2 cells of
//!   the cover;
//! * *options*: a safe domino may be shifted by one cell on to a cell of the cover. P has as many
//!   moves as before, and O one less.
//!
//! A domino of O touches at most two places. At most one of them is a block, since blocks are
//! chosen apart from each other, and the last domino of an open strip apart from blocks. If it
//! touches a block and something else, it comes from the outside, and the block's other domino
//! remains, which now has one safe cell and stands alone: a *remnant*. What has no other place beside it
//! in O's direction is spoiled alone. Of two dominoes with two cells each in the cover, neighbours
//! in a run of O, one counts as a lesser one, so that those that are left are never spoiled
//! together. Inside of a strip, a domino of O touches two neighbours of dominoes 1, 2, …, and leaves
//! * of three: the last one of them, a remnant;
//! * of four: a block, or, if it touches 2 and 3, the remnant 1, and 4, which stands alone;
//! * of five, where 4 and 5 are a block too: this block, and domino 3 or the remnant 1;
//! * of an open strip of four: if it touches 1 and 2, the dominoes 3 and 4, if 2 and 3, the
//!   remnant 1 and domino 4, and else the block. From the outside, it leaves the block and domino 3.
//!
//! In strips of four domino 3 has no cell in the cover and domino 4 has two, or there is none.
//!
//! **Formula** Let s be the number of safe dominoes, c that of cells in the cover, and let P take
//! places with m moves in all that cost O k moves. P has at least s + m moves in the whole game,
//! and O at most c − k. With O to move P wins if it has as many as O, with P to move if it has
//! more. So one number says what a place is worth, its m + k, and with h the least sum that P is
//! sure to get (see `harvest.rs`), P wins if s + h ≥ c, or s + h > c. In the same way, a move of O
//! loses if s + h ≥ c for P to move, with the places that this move touches taken away. Each domino among these
//! takes no more from h than it is worth, which often is enough to know.
//!
//! **Guarantee** a proved win. If P runs out of moves although it followed the plan, all places
//! are taken or spoiled, P has made s + m moves, and O as many or one more, which is more than
//! O can have.
//!
//! **Reference** in the manner of Breuker, Uiterwijk and van den Herik, *Solving 8x8
//! Domineering*, 2000, and Bullock, *Domineering: solving large combinatorial search spaces*, 2002;
//! covers are those of König, *Gráfok és mátrixok*, 1931.

use upstar_core::{Bits, Grid, Player, upside_down};

use super::{
    Domineering,
    harvest::{ALONE, BLOCK, Counts, INSIDE, JOINT, KINDS, OPEN, THREE, most_lost},
};

/// So many moves short of a win, a plan from the other end of the board may still do.
const CLOSE: i32 = 2;
/// So many moves are many.
const MANY: u32 = 8;

/// A plan of one player against the other.
struct Plan<B> {
    /// s − c.
    ahead: i32,
    counts: Counts,
    /// The first cells of blocks and strips, by their blocks: those of open strips that begin at the far
    /// side come last.
    blocks: B,
    three: B,
    four: B,
    five: B,
    open: B,
    far_open: B,
    /// The first cells of dominoes, by what they cost, those that stand alone first.
    dominoes: [B; THREE - ALONE],
    /// The cells of options.
    options: B,
}

impl<B: Bits> Domineering<B> {
    /// Whether the player to move is at least close to a win by a plan of its own; none if that surely wins.
    #[inline]
    pub(super) fn close_to_win(&self, free: B, mover: Player) -> Option<bool> {
        let margin = |free: B| {
            let plan = self.plan(free, mover);
            plan.ahead + self.harvest.taking(plan.counts) - 1
        };
        let first = margin(free);
        let is_close = first >= -CLOSE;
        let wins = first >= 0 || (is_close && margin(free.turned(self.grid.cells())) >= 0);
        (!wins).then_some(is_close)
    }

    /// Who surely wins, if that is known: the player to move by a plan of its own, or the other one.
    /// Who has many moves and is close to a win hardly ever loses, and is not asked.
    #[inline]
    pub(super) fn sure_winner(&self, free: B, mover: Player) -> Option<Player> {
        let Some(is_close) = self.close_to_win(free, mover) else { return Some(mover) };
        let starts = self.starts(free, mover);
        let asks = !is_close || starts.count() < MANY;
        (asks && self.refuted(free, mover).0 == starts).then(|| mover.other())
    }

    /// Of the moves of the player to move that are `listed`, by their first cells, and others, those that
    /// surely lose: what plans say of the board and its reflections, as long as they come close and do not
    /// refute all that is listed.
    #[inline]
    pub(super) fn losing(&self, free: B, mover: Player, listed: B) -> B {
        let Grid { rows, columns } = self.grid;
        let mut losing = B::EMPTY;
        for (turns, flips) in [(false, false), (true, false), (false, true), (true, true)] {
            let image = |set: B| {
                let set = if flips { upside_down(set, rows, columns) } else { set };
                if turns { set.turned(self.grid.cells()) } else { set }
            };
            // Where the mover's lines are reversed, a domino's second cell becomes its first.
            let is_reversed = turns != (flips && mover == Player::Left);
            let (refuted, is_close) = self.refuted(image(free), mover);
            let firsts = if is_reversed { self.next(refuted, mover) } else { refuted };
            losing |= image(firsts);
            if !is_close || (listed & !losing).is_empty() {
                break;
            }
        }
        losing
    }

    /// The moves that one plan of the opponent refutes, and whether another plan might do more. Compiled for
    /// each player by itself, so that the directions are known.
    #[inline]
    fn refuted(&self, free: B, mover: Player) -> (B, bool) {
        match mover {
            Player::Left => self.refuted_of::<{ Player::Left as usize }>(free),
            Player::Right => self.refuted_of::<{ Player::Right as usize }>(free),
        }
    }

    fn refuted_of<const MOVER: usize>(&self, free: B) -> (B, bool) {
        let mover = Player::BOTH[MOVER];
        let p = mover.other();
        let plan = self.plan(free, p);
        let margin = plan.ahead + self.harvest.taking(plan.counts);
        if margin < 0 {
            return (B::EMPTY, margin >= -CLOSE);
        }
        let starts = self.starts(free, mover);
        if plan.ahead + self.harvest.spoiled(plan.counts) >= 0 {
            return (starts, false);
        }
        let wins = |counts: Counts| plan.ahead + self.harvest.taking(counts) >= 0;
        let mut refuted = B::EMPTY;
        let mut others = starts;
        for (firsts, (kind, left)) in self.inside(&plan, mover).into_iter().zip(INSIDE) {
            if firsts.is_empty() {
                continue;
            }
            let firsts = firsts | self.next(firsts, p);
            others &= !firsts;
            if wins(plan.counts.with(kind, left)) {
                refuted |= firsts;
            }
        }
        // What the first and what the second cell of the others touch: a kind of places, or none.
        let mut touches = [(B::EMPTY, B::EMPTY, None); KINDS + 1];
        let mut count = 1;
        let mut places = B::EMPTY;
        for (kind, cells) in self.outside(&plan, p) {
            places |= cells;
            let (first, second) = (others & cells, others & self.back(cells, mover));
            if !(first | second).is_empty() {
                touches[count] = (first, second, Some(kind));
                count += 1;
            }
        }
        touches[0] = (others & !places, others & !self.back(places, mover), None);
        let touched =
            |counts: Counts, kind: Option<usize>| kind.map_or(counts, |kind| counts.touched(kind));
        let cost = |kind: Option<usize>| kind.map_or(0, most_lost);
        for (i, &(first, second, one)) in touches[..count].iter().enumerate() {
            for &(other_first, other_second, other) in &touches[i..count] {
                let moves = (first & other_second) | (other_first & second);
                if !moves.is_empty()
                    && (cost(one) + cost(other) <= margin
                        || wins(touched(touched(plan.counts, one), other)))
                {
                    refuted |= moves;
                }
            }
        }
        (refuted, true)
    }

    /// The first cells of O's moves inside of blocks and strips, by what they do, as far as they lie
    /// on first cells of P's dominoes.
    #[inline]
    fn inside(&self, plan: &Plan<B>, o: Player) -> [B; INSIDE.len()] {
        let on = |set: B, steps: u32| (0..steps).fold(set, |set, _| self.next(set, o));
        let off = |set: B, steps: u32| (0..steps).fold(set, |set, _| self.back(set, o));
        let &Plan { blocks, three, four, five, open, far_open, .. } = plan;
        [
            blocks,
            three | on(three, 1),
            four | on(four, 2),
            on(four, 1),
            five | on(five, 3),
            on(five, 1) | on(five, 2),
            open | far_open,
            on(open, 1) | off(far_open, 1),
            on(open, 2) | off(far_open, 2),
        ]
    }

    /// The cells that O can touch from the outside, by the kind of their place.
    #[inline]
    fn outside(&self, plan: &Plan<B>, p: Player) -> [(usize, B); THREE - ALONE + 2] {
        let o = p.other();
        let domino = |starts: B| starts | self.next(starts, p);
        let on = |set: B, steps: u32| (0..steps).fold(set, |set, _| self.next(set, o));
        let off = |set: B, steps: u32| (0..steps).fold(set, |set, _| self.back(set, o));
        let mut cells = [(BLOCK, B::EMPTY); THREE - ALONE + 2];
        for (place, &starts) in plan.dominoes.iter().enumerate() {
            cells[place] = (ALONE + place, domino(starts));
        }
        // An option is worth what a domino is worth that costs O nothing.
        cells[JOINT + 2 - ALONE].1 |= plan.options;
        cells[THREE - ALONE] = (BLOCK, domino(plan.blocks | on(plan.blocks, 1)));
        cells[THREE - ALONE + 1] = (OPEN, domino(on(plan.open, 3) | off(plan.far_open, 2)));
        cells
    }

    /// A plan of P, compiled for each player by itself.
    #[inline]
    fn plan(&self, free: B, p: Player) -> Plan<B> {
        match p {
            Player::Left => self.plan_of::<{ Player::Left as usize }>(free),
            Player::Right => self.plan_of::<{ Player::Right as usize }>(free),
        }
    }

    /// See the head of this file for the names.
    fn plan_of<const P: usize>(&self, free: B) -> Plan<B> {
        let p = Player::BOTH[P];
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

        // Strips, by the first cells of the blocks that they begin with. Those that begin at the
        // far side are open.
        let on = |set: B, steps: u32| (0..steps).fold(set, |set, _| self.next(set, o));
        let off = |set: B, steps: u32| (0..steps).fold(set, |set, _| self.back(set, o));
        let ends = self.starts(free & !before, p);
        let three = near & off(starts & ends, 2);
        let five = near & off(starts & off(far, 1), 2) & !three;
        let fourth = costs_two & !either(off(blocks, 1));
        let fours = near & !(three | five) & off(starts & off(fourth, 1), 2);
        let four = fours & off(ends, 3);
        let open = fours & !four;
        let behind = on(three | five | fours, 2) | on(fours, 3);
        let rest = starts & !behind;
        let fourth = costs_two & rest & !either(on(blocks, 1));
        let far_open = far & !on(five, 3) & on(rest & on(fourth, 1), 1);
        let singles = rest & !(off(far_open, 1) | off(far_open, 2));
        let plain = (near & !(three | five | fours)) | (far & !(on(five, 3) | far_open));

        let [two, one, none] = [costs_two, costs_one, costs_none].map(|set| set & singles);
        let alone = [two, one, none].map(|set| set & !joint);
        let joint = [two, one, none].map(|set| set & joint);
        let [two, one, none] = alone.map(Bits::count);
        let [joint_two, joint_one, joint_none] = joint.map(Bits::count);
        let counts = [
            plain.count(),
            two,
            one,
            none,
            joint_two,
            joint_one,
            joint_none + options.count(),
            three.count(),
            four.count(),
            five.count(),
            open.count() + far_open.count(),
        ];
        Plan {
            ahead: safe_starts.count() as i32 - packings.front.count() as i32,
            counts: Counts::new(counts),
            blocks: plain,
            three,
            four,
            five,
            open,
            far_open,
            dominoes: [alone[0], alone[1], alone[2], joint[0], joint[1], joint[2]],
            options,
        }
    }
}
