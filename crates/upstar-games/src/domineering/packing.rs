//! The packing of a board: disjoint areas for the dominoes of a player P, and a cover of the
//! dominoes of the opponent O.
//!
//! A *cover* bounds the number of O's moves. It is a set of cells such that every possible domino
//! of O on the current board contains at least one of them. Dominoes do not overlap, so O has at
//! most as many moves as the cover has cells. Each cover cell that P takes or cuts off before O
//! uses it costs O one move. In a run of O with an odd number of cells, the cover is the odd
//! offsets. In a run with an even number of cells, it is the odd offsets up to the last one that
//! P's packing uses, and the even offsets after it. Every pair of neighbours contains one of these
//! cells, and no smaller set does.
//!
//! *Safe* cells have no free neighbour in O's direction, so O can never use them. The areas are
//! * *safe* dominoes on two safe cells, which O cannot spoil;
//! * *blocks* of two dominoes of P side by side on 2x2 cells, where one domino has no free cell
//!   beside it on the outside. When P takes the other domino, this one becomes safe. So a block is
//!   two moves for P. O loses all four cells. Each of the two pairs of neighbours contains at least
//!   one cell of the cover, so a block costs O two moves;
//! * *strips*: a block and more dominoes in a row behind it, from the same line of O to the next
//!   one. When P takes the block, the rest of the strip has no free cell beside it on that side. It
//!   is a strip with two dominoes fewer. A strip of two is a block, and a strip of one is a safe
//!   domino. *Closed* strips have three, four or five dominoes and no free cell on the far side
//!   either. *Open* strips have four dominoes;
//! * other *dominoes*, with at least one cell that is not safe. Each is one move for P and has 0 to
//!   2 cells of the cover;
//! * *options*: a safe domino that can be shifted by one cell onto a cell of the cover. P has as
//!   many moves as before, and O has one less.
//!
//! A domino of O touches at most two areas. At most one of them is a block, because blocks do not
//! touch each other, and the last domino of an open strip does not touch a block. If a domino of O
//! touches a block and another area, it comes from the outside. The block's other domino remains.
//! It now has one safe cell and is isolated: a *remnant*. An area is *isolated* if no other area is
//! next to it in O's direction. A domino of O spoils such an area alone, without a second one. If
//! two dominoes with two cover cells each are neighbours in a run of O, one of them counts as a
//! domino with fewer, so that the others are never spoiled together. Inside a strip, a domino of O
//! touches two neighbouring dominoes of the strip's dominoes 1, 2, …. It leaves
//! * in a strip of three: the other domino, a remnant;
//! * in a strip of four: a block; or, if it touches 2 and 3, the remnant 1 and the isolated domino
//!   4;
//! * in a strip of five, where 4 and 5 are a block too: this block, and domino 3 or the remnant 1;
//! * in an open strip of four: dominoes 3 and 4 if it touches 1 and 2; the remnant 1 and domino 4
//!   if it touches 2 and 3; otherwise the block. From the outside, it leaves the block and domino
//!   3.
//!
//! A strip of four is only formed if domino 3 has no cell in the cover and domino 4 has two.
//!
//! **Reference** Bullock, *Domineering: solving large combinatorial search spaces*, 2002, for areas of
//! this kind; covers are those of König, *Gráfok és mátrixok*, 1931.

use upstar_core::{Bits, Player};

use super::{
    Domineering,
    safe_move_race::{AreaCounts, BLOCK, ISOLATED, JOINT, OPEN, SPOILED_INSIDE, THREE},
};

/// The packing of one player against the cover of the other.
pub(super) struct BoardPacking<B> {
    /// The number of safe dominoes minus the number of cells in the cover.
    pub safe_minus_cover: i32,
    pub counts: AreaCounts,
    strips: Strips<B>,
    /// The first cells of dominoes, by the number of moves that they cost O, the isolated ones
    /// first.
    dominoes: [B; THREE - ISOLATED],
    /// The cells of options.
    options: B,
}

/// Blocks and strips, by the first cells of their first blocks.
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

/// Blocks that are closed on the near side and on the far side, by their first cells.
struct Blocks<B> {
    near: B,
    far: B,
    /// The cells of all blocks.
    cells: B,
}

/// The first cells of dominoes that cost O two moves, one move and no move.
#[derive(Clone, Copy)]
struct Costs<B> {
    two: B,
    one: B,
    none: B,
}

impl<B: Bits> Domineering<B> {
    /// A packing of P. It is compiled separately for each player, so that directions are constants.
    #[inline]
    pub(super) fn pack(&self, free: B, p: Player) -> BoardPacking<B> {
        match p {
            Player::Left => self.pack_for::<{ Player::Left as usize }>(free),
            Player::Right => self.pack_for::<{ Player::Right as usize }>(free),
        }
    }

    /// The head of this file defines the terms.
    fn pack_for<const P: usize>(&self, free: B) -> BoardPacking<B> {
        let p = Player::BOTH[P];
        let o = p.other();
        let after = free & self.next(free, o);
        let before = free & self.back(free, o);
        let safe = free & !(after | before);

        // 1. Find blocks, then safe dominoes, then as many dominoes as fit on the remaining cells.
        let blocks = self.blocks(free, free & !after, free & !before, p);
        let safe_starts = self.packing(self.starts(safe, p), p);
        let left = free & !(blocks.cells | self.domino(safe_starts, p));
        let starts = self.packing(self.starts(left, p), p);
        let cells = self.domino(starts, p);

        // 2. Compute the cover of O, and the options on its unused cells.
        let (cover, cover_size) = self.cover(before, cells, o);
        let options = self.options(cover & !(cells | blocks.cells), safe_starts, p);

        // 3. Count the moves that each domino costs O, and find the isolated dominoes.
        let costs = self.costs(starts, cover, p);
        let areas = cells | blocks.cells | options;
        let beside = cells & (self.next(areas, o) | self.back(areas, o));
        let joint = starts & (beside | self.back(beside, p));

        // 4. Find strips, and the dominoes that are in no strip.
        let ends = self.starts(free & !before, p);
        let strips = self.strips(&blocks, starts, costs.two, ends, p);
        let singles = [costs.two, costs.one, costs.none].map(|set| set & strips.singles);
        let [isolated_two, isolated_one, isolated_none] = singles.map(|set| set & !joint);
        let [joint_two, joint_one, joint_none] = singles.map(|set| set & joint);
        let counts = [
            strips.blocks.count(),
            isolated_two.count(),
            isolated_one.count(),
            isolated_none.count(),
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
            dominoes: [isolated_two, isolated_one, isolated_none, joint_two, joint_one, joint_none],
            options,
        }
    }

    /// The dominoes of a packing of P, by their first cells, for certificates.
    pub(super) fn packed_dominoes(&self, free: B, p: Player) -> B {
        let o = p.other();
        let after = free & self.next(free, o);
        let before = free & self.back(free, o);
        let safe = free & !(after | before);
        let blocks = self.blocks(free, free & !after, free & !before, p);
        let safe_starts = self.packing(self.starts(safe, p), p);
        let left = free & !(blocks.cells | self.domino(safe_starts, p));
        let starts = self.packing(self.starts(left, p), p);
        let first = blocks.near | blocks.far;
        safe_starts | starts | first | self.next(first, o)
    }

    /// The cells of dominoes that start at `starts`.
    #[inline(always)]
    fn domino(&self, starts: B, p: Player) -> B {
        starts | self.next(starts, p)
    }

    /// Blocks that are closed on the near side, then those closed on the far side that do not touch
    /// these. `first` and `last` are the free cells without a free cell before and after them in
    /// O's direction.
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

    /// The cover of O's runs, and its size. `before` are the cells where a domino of O can begin.
    /// `cells` are the cells that the dominoes of P use.
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

    /// Options on unused cells of the cover, before or after a safe domino.
    #[inline(always)]
    fn options(&self, unused: B, safe_starts: B, p: Player) -> B {
        let sooner = unused & self.back(safe_starts, p);
        let fixed = safe_starts & !self.next(sooner, p);
        let later = unused & !sooner & self.next(self.next(fixed, p), p);
        sooner | later
    }

    /// The dominoes at `starts`, by their number of cover cells.
    #[inline(always)]
    fn costs(&self, starts: B, cover: B, p: Player) -> Costs<B> {
        let either = |set: B| starts & (set | self.back(set, p));
        let two = starts & cover & self.back(cover, p);
        let two = two & !either(self.next(self.domino(two, p), p.other()));
        let one = either(cover) & !two;
        Costs { two, one, none: starts & !(one | two) }
    }

    /// The set moved `steps` cells forward in the direction of a player.
    #[inline(always)]
    fn forth(&self, set: B, player: Player, steps: u32) -> B {
        (0..steps).fold(set, |set, _| self.next(set, player))
    }

    /// The set moved `steps` cells back in the direction of a player.
    #[inline(always)]
    fn back_by(&self, set: B, player: Player, steps: u32) -> B {
        (0..steps).fold(set, |set, _| self.back(set, player))
    }

    /// The strips that consist of blocks and dominoes at `starts`. `ends` are the dominoes without
    /// a free cell behind them. Strips that begin at the far side are open.
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

    /// The first cells of O's moves inside blocks and strips, by the areas that remain. Only first
    /// cells of P's dominoes are included.
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
    ) -> [(usize, B); THREE - ISOLATED + 2] {
        let o = p.other();
        let &Strips { blocks, open, far_open, .. } = &packing.strips;
        let mut cells = [(BLOCK, B::EMPTY); THREE - ISOLATED + 2];
        for (kind, &starts) in packing.dominoes.iter().enumerate() {
            cells[kind] = (ISOLATED + kind, self.domino(starts, p));
        }
        // An option has the gain of a domino that costs O no move.
        cells[JOINT + 2 - ISOLATED].1 |= packing.options;
        cells[THREE - ISOLATED] = (BLOCK, self.domino(blocks | self.next(blocks, o), p));
        let last = self.forth(open, o, 3) | self.back_by(far_open, o, 2);
        cells[THREE - ISOLATED + 1] = (OPEN, self.domino(last, p));
        cells
    }
}
