//! Packing, in Domineering: disjoint dominoes of the claimant P against a cover of the dominoes of
//! the opponent O.
//!
//! **Witness** One or more packings. Each is the first cells of disjoint dominoes of P on free cells,
//! as a number with one bit for each cell of the board, lowest byte first. Where O is to move, what
//! one packing refutes needs no other.
//!
//! **Cover** A set C of c cells such that every possible domino of O has one of them. Dominoes are
//! disjoint, so O has at most c more moves. In a run of free cells in O's direction with an odd
//! number of cells, C has the odd offsets. With an even number, it has the odd offsets up to the last
//! one in a listed domino that is not safe, then the even offsets.
//!
//! **Areas** A listed domino is *safe* if no free cell is beside it in O's direction. Let there be s
//! of them. O can never use their cells. The others make areas, each with a gain for P:
//! * a *block* is two listed dominoes side by side, one of which has no free cell on its other side.
//!   P takes the other one, and then the first is safe: two moves. Its four cells are two possible
//!   dominoes of O, so at least two of them are in C. Gain 4. If O touches it from the outside, the
//!   closed domino remains, of gain 1 or more, which O can now only touch alone;
//! * a *strip* is a block and more listed dominoes behind it, side by side. When P takes the block, the next
//!   domino has no free cell before it. Closed strips of three, four and five dominoes have no free cell
//!   behind them; of open strips four dominoes count. In strips of four the third domino has no cell in C
//!   and the fourth has two;
//! * a *domino* has gain 1 plus the number of its cells in C;
//! * an *option* is a cell of C next to a safe domino, in P's direction, outside the listed dominoes.
//!   P can play the safe domino shifted onto it: no additional move, but one cell of C. Gain 1.
//!
//! **Theorem** Let g be P's gain in the race (see `race.rs`), m the moves in the areas that P takes
//! and k their cells in C. So g = m + k. P makes at least s + m moves, and O at most c − k. If P is to
//! move and s + g > c, P wins: when P cannot move, both have made the same number of moves, at least
//! s + m > c − k. If O is to move and plays a domino, P wins if s + g ≥ c for the areas that this domino
//! leaves, with P to move: when P cannot move, O has made one move more than P.
//!
//! **Reference** Breuker, Uiterwijk and van den Herik, *Solving 8x8 Domineering*, 2000; Bullock,
//! *Domineering: solving large combinatorial search spaces*, 2002.

use upstar_core::Player;

use super::{
    At, Board, Family, Lemma, Proved,
    race::{self, BLOCK, Counts, FIVE, FOUR, ISOLATED, JOINT, KINDS, OPEN, THREE, Touching},
};
use crate::claim::Claim;

/// The lemma on a board.
pub struct Packing {
    rows: usize,
    columns: usize,
    /// All cells.
    pub all: u128,
    not_last_row: u128,
    not_last_column: u128,
}

/// The areas of a packing.
struct Areas {
    /// The number of safe dominoes minus the number of cells of the cover.
    safe_minus_cover: i32,
    counts: Counts,
    touching: Touching,
    /// The kind of each area.
    kinds: Vec<usize>,
    /// For each cell, its area and the number of its domino there; `NONE` if it is in no area.
    places: [(u8, u8); 128],
}

/// The place of a cell in no area.
const NONE: (u8, u8) = (u8::MAX, 0);

impl Packing {
    /// The lemma for a board of Domineering.
    pub fn for_board(board: &Board) -> Option<Box<dyn Lemma>> {
        (board.family == Family::Domineering)
            .then(|| Box::new(Packing::on(board)) as Box<dyn Lemma>)
    }

    /// The lemma on a rectangle.
    pub fn on(&Board { rows, columns, .. }: &Board) -> Packing {
        let all = (1 << (rows * columns)) - 1;
        let last_column = (0..rows).fold(0, |set, row| set | 1 << (row * columns + columns - 1));
        let not_last_row = all >> columns;
        Packing { rows, columns, all, not_last_row, not_last_column: all & !last_column }
    }

    /// The set moved one cell in the direction of a player's dominoes.
    #[inline]
    pub fn next(&self, set: u128, player: Player) -> u128 {
        match player {
            Player::Left => (set & self.not_last_row) << self.columns,
            Player::Right => (set & self.not_last_column) << 1,
        }
    }

    /// The set moved one cell back.
    #[inline]
    pub fn back(&self, set: u128, player: Player) -> u128 {
        match player {
            Player::Left => set >> self.columns,
            Player::Right => (set >> 1) & self.not_last_column,
        }
    }

    /// The cover of O's dominoes. `used` are the cells of listed dominoes that are not safe.
    fn cover(&self, free: u128, used: u128, o: Player) -> u128 {
        let (lines, length, line_step, step) = match o {
            Player::Left => (self.columns, self.rows, 1, self.columns),
            Player::Right => (self.rows, self.columns, self.columns, 1),
        };
        let mut cover = 0;
        for line in 0..lines {
            let cell = |offset: usize| 1u128 << (line * line_step + offset * step);
            let mut start = 0;
            while start < length {
                if free & cell(start) == 0 {
                    start += 1;
                    continue;
                }
                let end = (start..length).find(|&end| free & cell(end) == 0).unwrap_or(length);
                let odd = || (start + 1..end).step_by(2);
                let last = match (end - start) % 2 {
                    0 => odd().rfind(|&offset| used & cell(offset) != 0).unwrap_or(start),
                    _ => end,
                };
                for offset in odd() {
                    cover |= cell(if offset <= last { offset } else { offset - 1 });
                }
                start = end;
            }
        }
        cover
    }

    /// The areas of the listed dominoes; none if they are not disjoint dominoes on free cells.
    fn areas(&self, free: u128, firsts: u128, p: Player) -> Option<Areas> {
        let o = p.other();
        if firsts & !(free & self.back(free, p)) != 0 || firsts & self.next(firsts, p) != 0 {
            return None;
        }
        let cells = |firsts: u128| firsts | self.next(firsts, p);
        let both = |set: u128| firsts & set & self.back(set, p);
        let closed_before = both(free & !self.next(free, o));
        let closed_behind = both(free & !self.back(free, o));
        let safe = closed_before & closed_behind;
        let rest = firsts & !safe;

        // 1. The cover, and how many of its cells each domino has.
        let cover = self.cover(free, cells(rest), o);
        let two = rest & cover & self.back(cover, p);
        let none = rest & !(cover | self.back(cover, p));
        let mut areas = Areas {
            safe_minus_cover: safe.count_ones() as i32 - cover.count_ones() as i32,
            counts: [0; KINDS],
            touching: Touching::default(),
            kinds: Vec::new(),
            places: [NONE; 128],
        };

        // 2. Blocks and strips from their closed end, those that are closed before first.
        let mut left = rest;
        for is_before in [true, false] {
            let step = |set: u128| if is_before { self.next(set, o) } else { self.back(set, o) };
            let mut ends = left & if is_before { closed_before } else { closed_behind };
            while ends != 0 {
                let end = ends & ends.wrapping_neg();
                ends ^= end;
                let mut chain = [end, 0, 0, 0, 0, 0];
                for i in 1..chain.len() {
                    chain[i] = step(chain[i - 1]) & left;
                }
                let length = chain.iter().take_while(|&&domino| domino != 0).count();
                let is_closed = chain[length - 1] & if is_before { closed_behind } else { 0 } != 0;
                let is_four = length >= 4 && chain[2] & none != 0 && chain[3] & two != 0;
                let (kind, count) = match length {
                    1 => continue,
                    3 if is_closed => (THREE, 3),
                    5 if is_closed => (FIVE, 5),
                    4 if is_closed && is_four => (FOUR, 4),
                    _ if is_four => (OPEN, 4),
                    _ => (BLOCK, 2),
                };
                for &domino in &chain[..count] {
                    left ^= domino;
                }
                areas.add(kind, chain[..count].iter().map(|&domino| cells(domino)));
            }
        }

        // 3. Options on unused cells of the cover.
        let unused = cover & !cells(firsts);
        let sooner = unused & self.back(safe, p);
        let fixed = safe & !self.next(sooner, p);
        let options = sooner | (unused & self.next(self.next(fixed, p), p));

        // 4. The other dominoes. Of two neighbours of gain 3 the second counts as 2, so that O cannot touch two
        //    dominoes of gain 3 together.
        let three = left & two;
        let beside = self.next(cells(three), o);
        let three = three & !(beside | self.back(beside, p));
        let all = cells(rest) | options;
        let touching = cells(left) & (self.next(all, o) | self.back(all, o));
        let joint = left & (touching | self.back(touching, p));
        while left != 0 {
            let domino = left & left.wrapping_neg();
            left ^= domino;
            let gain = match () {
                () if domino & three != 0 => 2,
                () if domino & none != 0 => 0,
                () => 1,
            };
            let kind = if domino & joint != 0 { JOINT } else { ISOLATED };
            areas.add(kind + gain, [cells(domino)].into_iter());
        }
        let mut rest = options;
        while rest != 0 {
            let option = rest & rest.wrapping_neg();
            rest ^= option;
            areas.add(JOINT, [option].into_iter());
        }
        Some(areas)
    }

    /// The first cells of the moves of O after which P wins the race.
    fn refuted(&self, free: u128, areas: &mut Areas, o: Player) -> u128 {
        let starts = free & self.back(free, o);
        let touched = |first: u128, areas: &Areas| {
            let second = self.next(first, o);
            [first, second].map(|cell| areas.places[cell.trailing_zeros() as usize])
        };
        // 1. Which unusual pairs can O touch?
        let mut rest = starts;
        while rest != 0 {
            let first = rest & rest.wrapping_neg();
            rest ^= first;
            let places = touched(first, areas);
            areas.note_pair(places);
        }
        // 2. The race after each move. There are few different ones.
        let mut refuted = 0;
        let mut known: [[Option<bool>; KINDS + 1]; KINDS + 1] = Default::default();
        let mut rest = starts;
        while rest != 0 {
            let first = rest & rest.wrapping_neg();
            rest ^= first;
            let [a, b] = touched(first, areas);
            let wins = if a.0 == b.0 && a != NONE {
                let kind = areas.kinds[usize::from(a.0)];
                let left = race::left_inside(kind, usize::from(a.1.min(b.1)));
                areas.is_won(race::replaced(areas.counts, kind, left))
            } else {
                let kind =
                    |place: (u8, u8)| (place != NONE).then(|| areas.kinds[usize::from(place.0)]);
                let [a, b] = [kind(a), kind(b)];
                *known[a.unwrap_or(KINDS)][b.unwrap_or(KINDS)].get_or_insert_with(|| {
                    let counts = [a, b].into_iter().flatten().fold(areas.counts, |counts, kind| {
                        race::replaced(counts, kind, race::left_outside(kind))
                    });
                    areas.is_won(counts)
                })
            };
            if wins {
                refuted |= first;
            }
        }
        refuted
    }

    /// What one packing proves.
    fn packing(&self, at: At, firsts: u128, p: Player) -> Proved {
        let free = self.all & !at.planes[0];
        let Some(mut areas) = self.areas(free, firsts, p) else { return Proved::Nothing };
        let o = p.other();
        let refuted = self.refuted(free, &mut areas, o);
        if at.mover == o {
            return Proved::After(refuted);
        }
        let wins = areas.safe_minus_cover + race::gain(areas.counts, areas.touching) > 0;
        if wins { Proved::Claim } else { Proved::Nothing }
    }
}

impl Areas {
    fn add(&mut self, kind: usize, dominoes: impl Iterator<Item = u128>) {
        let number = self.kinds.len() as u8;
        self.counts[kind] = self.counts[kind].saturating_add(1);
        self.kinds.push(kind);
        for (i, mut cells) in dominoes.enumerate() {
            while cells != 0 {
                self.places[cells.trailing_zeros() as usize] = (number, i as u8);
                cells &= cells - 1;
            }
        }
    }

    /// Notes that one domino of O touches these places.
    fn note_pair(&mut self, [a, b]: [(u8, u8); 2]) {
        if a == NONE || b == NONE || a.0 == b.0 {
            return;
        }
        let [a, b] = [a, b].map(|place| self.kinds[usize::from(place.0)]);
        let is_long = |kind| kind == BLOCK || kind == OPEN;
        let may_be_three = |kind| kind == JOINT + 2 || kind == OPEN;
        self.touching.two_blocks |= is_long(a) && is_long(b);
        self.touching.two_threes |= may_be_three(a) && may_be_three(b);
    }

    /// Does P win the race with these areas if O has just played the first of its moves?
    fn is_won(&self, counts: Counts) -> bool {
        self.safe_minus_cover + race::gain(counts, self.touching) >= 0
    }
}

impl Lemma for Packing {
    fn name(&self) -> &'static str {
        "packing"
    }

    fn proves(&self, at: At, claim: &Claim, witness: &[u8]) -> Proved {
        if claim.least > 1 {
            return Proved::Nothing;
        }
        let p = claim.claimant;
        let mut refuted = 0;
        for packing in witness.chunks(self.all.count_ones().div_ceil(8) as usize) {
            let firsts = packing.iter().rev().fold(0, |all, &byte| all << 8 | u128::from(byte));
            match self.packing(at, firsts, p) {
                Proved::After(set) => refuted |= set,
                Proved::Claim => return Proved::Claim,
                Proved::Nothing => return Proved::Nothing,
            }
        }
        let free = self.all & !at.planes[0];
        match refuted {
            0 => Proved::Nothing,
            refuted if refuted == free & self.back(free, at.mover) => Proved::Claim,
            refuted => Proved::After(refuted),
        }
    }

    /// The dominoes of the opponent that another one dominates. Let x, y and z be the first three cells of a
    /// run of free cells in the opponent's direction, where the claimant cannot use z. The domino on x and y
    /// removes all dominoes of the claimant that the domino on y and z removes, and no more of the opponent's. So
    /// it is at least as good for the opponent. The same holds at the end of a run. Among dominoes that dominate each other
    /// the first remains.
    fn needless(&self, at: At, claim: &Claim) -> u128 {
        let (o, p) = (at.mover, claim.claimant);
        if o == p {
            return 0;
        }
        let free = self.all & !at.planes[0];
        let starts = free & self.back(free, o);
        let unused = free & !(self.next(free, p) | self.back(free, p));
        let first = starts & !self.next(free, o);
        let last = starts & !self.back(starts, o);
        let second = starts & self.next(first, o) & self.back(unused, o);
        second | (starts & self.back(last & !second, o) & unused)
    }
}
