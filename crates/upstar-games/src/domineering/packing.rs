//! The packing of a board: disjoint areas for the dominoes of one player, and a cover of the other's.
//!
//! O's moves are counted by a *cover*: cells such that every domino of O on the board as it is lies
//! on at least one of them. Dominoes do not overlap, so O has no more moves than there are cells
//! in the cover. Each of these that P takes or cuts off before O uses it costs O one move. In a run
//! of O with an odd number of cells, the cover is the odd offsets. In one with an even number, it is the
//! odd offsets up to the last that P's packing uses, and the even offsets behind: every pair of
//! neighbours has one of them, and no smaller set will do.
//!
//! O can never use the *safe* cells, those without a free neighbour in O's direction. The areas are
//! * *safe* dominoes on two safe cells: nobody can spoil them;
//! * *blocks* of two dominoes of P side by side on 2x2 cells, of which one domino has no free cell
//!   beside it on the outside. When P takes the other domino, this one becomes safe, so a block is
//!   two moves. O loses all cells of both, and each of the two pairs of neighbours has at least one
//!   cell of the cover, so it costs O two;
//! * *strips*: a block and more dominoes in a row behind it, from the same line of O to the
//!   next one. When P takes the block, the rest of the strip has nothing free beside it
//!   any more. It is a strip of two dominoes fewer, of which two are a block and one is a safe
//!   domino. *Closed* strips have three, four or five dominoes and nothing free on the far side
//!   either; *open* ones have four;
//! * other *dominoes*, with at least one cell that is not safe: one move, and 0 to 2 cells of
//!   the cover;
//! * *options*: a safe domino may be shifted by one cell on to a cell of the cover. P has as many
//!   moves as before, and O one less.
//!
//! A domino of O touches at most two areas. At most one of them is a block, since blocks are
//! chosen apart from each other, and the last domino of an open strip apart from blocks. If it
//! touches a block and something else, it comes from the outside. The block's other domino
//! remains, which now has one safe cell and stands alone: a *remnant*. An area that has no other area
//! beside it in O's direction is spoiled alone. Of two dominoes with two cells each in the cover,
//! neighbours in a run of O, one counts as a lesser one, so that the others are never spoiled
//! together. Inside of a strip, a domino of O touches two neighbours of dominoes 1, 2, …, and leaves
//! * of three: the last one of them, a remnant;
//! * of four: a block, or, if it touches 2 and 3, the remnant 1, and 4, which stands alone;
//! * of five, where 4 and 5 are a block too: this block, and domino 3 or the remnant 1;
//! * of an open strip of four: if it touches 1 and 2, the dominoes 3 and 4, if 2 and 3, the
//!   remnant 1 and domino 4, and else the block. From the outside, it leaves the block and domino 3.
//!
//! In strips of four domino 3 has no cell in the cover and domino 4 has two, or there is none.
//!
//! **Reference** Bullock, *Domineering: solving large combinatorial search spaces*, 2002, for areas of
//! this kind; covers are those of König, *Gráfok és mátrixok*, 1931.

use upstar_core::{Bits, Player};

use super::{
    Domineering,
    safe_move_race::{ALONE, AreaCounts, BLOCK, JOINT, OPEN, SPOILED_INSIDE, THREE},
};

/// The packing of one player against the cover of the other.
pub(super) struct BoardPacking<B> {
    /// The number of safe dominoes less that of cells in the cover.
    pub safe_minus_cover: i32,
    pub counts: AreaCounts,
    strips: Strips<B>,
    /// The first cells of dominoes, by what they cost, those that stand alone first.
    dominoes: [B; THREE - ALONE],
    /// The cells of options.
    options: B,
}

/// Blocks and strips, by the first cells of the blocks that they begin with.
struct Strips<B> {
    blocks: B,
    three: B,
    four: B,
    five: B,
    open: B,
    /// Open strips that begin at the far side.
    far_open: B,
    /// The first cells of the dominoes that are in no strip.
    singles: B,
}

/// Blocks that are closed on the near side, and on the far side, by their first cells.
struct Blocks<B> {
    near: B,
    far: B,
    /// The cells of all of them.
    cells: B,
}

/// The first cells of dominoes that cost O two moves, one and none.
#[derive(Clone, Copy)]
struct Costs<B> {
    two: B,
    one: B,
    none: B,
}

impl<B: Bits> Domineering<B> {
    /// A packing of P, compiled for each player by itself.
    #[inline]
    pub(super) fn pack(&self, free: B, p: Player) -> BoardPacking<B> {
        match p {
            Player::Left => self.pack_for::<{ Player::Left as usize }>(free),
            Player::Right => self.pack_for::<{ Player::Right as usize }>(free),
        }
    }

    /// See the head of this file for the names.
    fn pack_for<const P: usize>(&self, free: B) -> BoardPacking<B> {
        let p = Player::BOTH[P];
        let o = p.other();
        let after = free & self.next(free, o);
        let before = free & self.back(free, o);
        let safe = free & !(after | before);

        // 1. Blocks, then safe dominoes, then as many dominoes as fit on the rest.
        let blocks = self.blocks(free, free & !after, free & !before, p);
        let safe_starts = self.packing(self.starts(safe, p), p);
        let left = free & !(blocks.cells | self.domino(safe_starts, p));
        let starts = self.packing(self.starts(left, p), p);
        let cells = self.domino(starts, p);

        // 2. The cover of O, and the options that it leaves.
        let (cover, cover_size) = self.cover(before, cells, o);
        let options = self.options(cover & !(cells | blocks.cells), safe_starts, p);

        // 3. What each domino costs O, and which dominoes stand alone.
        let costs = self.costs(starts, cover, p);
        let areas = cells | blocks.cells | options;
        let beside = cells & (self.next(areas, o) | self.back(areas, o));
        let joint = starts & (beside | self.back(beside, p));

        // 4. Strips, and the dominoes that are in none.
        let ends = self.starts(free & !before, p);
        let strips = self.strips(&blocks, starts, costs.two, ends, p);
        let singles = [costs.two, costs.one, costs.none].map(|set| set & strips.singles);
        let [alone_two, alone_one, alone_none] = singles.map(|set| set & !joint);
        let [joint_two, joint_one, joint_none] = singles.map(|set| set & joint);
        let counts = [
            strips.blocks.count(),
            alone_two.count(),
            alone_one.count(),
            alone_none.count(),
            joint_two.count(),
            joint_one.count(),
            joint_none.count() + options.count(),
            strips.three.count(),
            strips.four.count(),
            strips.five.count(),
            strips.open.count() + strips.far_open.count(),
        ];
        BoardPacking {
            safe_minus_cover: safe_starts.count() as i32 - cover_size as i32,
            counts: AreaCounts::new(counts),
            strips,
            dominoes: [alone_two, alone_one, alone_none, joint_two, joint_one, joint_none],
            options,
        }
    }

    /// The cells of dominoes that start at `starts`.
    #[inline(always)]
    fn domino(&self, starts: B, p: Player) -> B {
        starts | self.next(starts, p)
    }

    /// Blocks that are closed on one side, then on the other, apart from these. `first` and `last` are
    /// the free cells without a free cell before and behind them in O's direction.
    #[inline(always)]
    fn blocks(&self, free: B, first: B, last: B, p: Player) -> Blocks<B> {
        let o = p.other();
        let block = |free: B, closed: B| {
            let dominoes = self.starts(free, p);
            dominoes & self.back(dominoes, o) & closed
        };
        let with_next = |cells: B| cells | self.next(cells, o);
        let near = self.packing(block(free, self.starts(first, p)), p);
        let near_cells = with_next(self.domino(near, p));
        let taken = with_next(near_cells) | self.back(self.domino(near, p), o);
        let closed = self.back(self.starts(last, p), o);
        let far = self.packing(block(free & !taken, closed), p);
        Blocks { near, far, cells: near_cells | with_next(self.domino(far, p)) }
    }

    /// The cover of O's runs, and its size. `before` are the cells where a domino of O can begin,
    /// `cells` those that the dominoes of P use.
    #[inline(always)]
    fn cover(&self, before: B, cells: B, o: Player) -> (B, u32) {
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
        (cover, packings.front.count())
    }

    /// Options on unused cells of the cover: before a safe domino, or behind it.
    #[inline(always)]
    fn options(&self, unused: B, safe_starts: B, p: Player) -> B {
        let sooner = unused & self.back(safe_starts, p);
        let fixed = safe_starts & !self.next(sooner, p);
        let later = unused & !sooner & self.next(self.next(fixed, p), p);
        sooner | later
    }

    /// The dominoes at `starts` by the cells of the cover that they have.
    #[inline(always)]
    fn costs(&self, starts: B, cover: B, p: Player) -> Costs<B> {
        let either = |set: B| starts & (set | self.back(set, p));
        let two = starts & cover & self.back(cover, p);
        let two = two & !either(self.next(self.domino(two, p), p.other()));
        let one = either(cover) & !two;
        Costs { two, one, none: starts & !(one | two) }
    }

    /// The set moved `steps` cells on in the direction of a player.
    #[inline(always)]
    fn forth(&self, set: B, player: Player, steps: u32) -> B {
        (0..steps).fold(set, |set, _| self.next(set, player))
    }

    /// The set moved `steps` cells back in the direction of a player.
    #[inline(always)]
    fn back_by(&self, set: B, player: Player, steps: u32) -> B {
        (0..steps).fold(set, |set, _| self.back(set, player))
    }

    /// The strips that blocks make with the dominoes at `starts`. `ends` are the dominoes with nothing
    /// free behind them. Strips that begin at the far side are open.
    #[inline(always)]
    fn strips(
        &self,
        &Blocks { near, far, cells }: &Blocks<B>,
        starts: B,
        costs_two: B,
        ends: B,
        p: Player,
    ) -> Strips<B> {
        let o = p.other();
        let on = |set: B, steps: u32| self.forth(set, o, steps);
        let off = |set: B, steps: u32| self.back_by(set, o, steps);
        let either = |set: B| starts & (set | self.back(set, p));
        let three = near & off(starts & ends, 2);
        let five = near & off(starts & off(far, 1), 2) & !three;
        let fourth = costs_two & !either(off(cells, 1));
        let fours = near & !(three | five) & off(starts & off(fourth, 1), 2);
        let four = fours & off(ends, 3);
        let open = fours & !four;
        let behind = on(three | five | fours, 2) | on(fours, 3);
        let rest = starts & !behind;
        let fourth = costs_two & rest & !either(on(cells, 1));
        let far_open = far & !on(five, 3) & on(rest & on(fourth, 1), 1);
        let singles = rest & !(off(far_open, 1) | off(far_open, 2));
        let blocks = (near & !(three | five | fours)) | (far & !(on(five, 3) | far_open));
        Strips { blocks, three, four, five, open, far_open, singles }
    }

    /// The first cells of O's moves inside of blocks and strips, by what they leave, as far as they lie
    /// on first cells of P's dominoes.
    #[inline]
    pub(super) fn inside_moves(
        &self,
        packing: &BoardPacking<B>,
        o: Player,
    ) -> [B; SPOILED_INSIDE.len()] {
        let on = |set: B, steps: u32| self.forth(set, o, steps);
        let off = |set: B, steps: u32| self.back_by(set, o, steps);
        let &Strips { blocks, three, four, five, open, far_open, .. } = &packing.strips;
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

    /// The cells that O can touch from the outside, by the kind of their area.
    #[inline]
    pub(super) fn outside_cells(
        &self,
        packing: &BoardPacking<B>,
        p: Player,
    ) -> [(usize, B); THREE - ALONE + 2] {
        let o = p.other();
        let &Strips { blocks, open, far_open, .. } = &packing.strips;
        let mut cells = [(BLOCK, B::EMPTY); THREE - ALONE + 2];
        for (kind, &starts) in packing.dominoes.iter().enumerate() {
            cells[kind] = (ALONE + kind, self.domino(starts, p));
        }
        // An option has the gain of a domino that costs O nothing.
        cells[JOINT + 2 - ALONE].1 |= packing.options;
        cells[THREE - ALONE] = (BLOCK, self.domino(blocks | self.next(blocks, o), p));
        let last = self.forth(open, o, 3) | self.back_by(far_open, o, 2);
        cells[THREE - ALONE + 1] = (OPEN, self.domino(last, p));
        cells
    }
}
