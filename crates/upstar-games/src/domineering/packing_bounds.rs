//! Static bounds by a race of moves: a packing of one player against a cover of the other.
//!
//! **Idea** A player P has a *packing* of the board: disjoint areas for dominoes (`packing.rs`). P
//! takes one area at every turn while there are any. The opponent O spoils some of them meanwhile.
//! The bound compares the moves that P gets in this way at least with all the moves that O has.
//!
//! **Formula** Let s be the number of safe dominoes, c that of cells in the cover, and let P take
//! areas with m moves in all that cost O k moves. P has at least s + m moves in the whole game,
//! and O at most c − k. With O to move P wins if it has as many as O, with P to move if it has
//! more. So one number is the gain of an area, its m + k. With g the least sum of gains (see
//! `safe_move_race.rs`), P wins if s + g ≥ c, or s + g > c. In the same way, a move of O loses if
//! s + g ≥ c for P to move, without the areas that this move touches. Each domino among these
//! takes no more from g than its gain, which often is enough to know.
//!
//! **Guarantee** a proved win. If P runs out of moves although it followed the strategy, all areas
//! are taken or spoiled, P has made s + m moves, and O as many or one more, which is more than
//! O can have.
//!
//! **Reference** in the manner of Breuker, Uiterwijk and van den Herik, *Solving 8x8
//! Domineering*, 2000, and Bullock, *Domineering: solving large combinatorial search spaces*, 2002.

use upstar_core::{Bits, Grid, Player, upside_down};

use super::{
    Domineering,
    packing::BoardPacking,
    safe_move_race::{AreaCounts, KINDS, SPOILED_INSIDE, max_loss},
};

/// If a packing fails by at most so many moves, one from the other end of the board may succeed.
const CLOSE: i32 = 2;
/// A player with so many moves who is close to a win hardly ever loses.
const MANY_MOVES: u32 = 8;

/// What the mover's own packings prove of the race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoverRace {
    /// The mover wins.
    Won,
    /// Nothing, but few moves are lacking.
    Close,
    /// Nothing.
    Open,
}

impl<B: Bits> Domineering<B> {
    /// The race of the mover's own packings.
    #[inline]
    pub(super) fn mover_race(&self, free: B, mover: Player) -> MoverRace {
        let margin = |free: B| {
            let packing = self.pack(free, mover);
            packing.safe_minus_cover + self.race.gain_moving_first(packing.counts) - 1
        };
        let first = margin(free);
        let is_close = first >= -CLOSE;
        match () {
            () if first >= 0 || (is_close && margin(free.turned(self.grid.cells())) >= 0) => {
                MoverRace::Won
            }
            () if is_close => MoverRace::Close,
            () => MoverRace::Open,
        }
    }

    /// The proved winner, if there is one: the player to move by a packing of its own, or the
    /// opponent. A mover who has many moves and is close to a win hardly ever loses; then the
    /// opponent's packing is not computed.
    #[inline]
    pub(super) fn proved_winner(&self, free: B, mover: Player) -> Option<Player> {
        let race = self.mover_race(free, mover);
        if race == MoverRace::Won {
            return Some(mover);
        }
        let starts = self.starts(free, mover);
        let may_lose = race == MoverRace::Open || starts.count() < MANY_MOVES;
        (may_lose && self.refuted_moves(free, mover).0 == starts).then(|| mover.other())
    }

    /// Moves of the player to move that are proved to lose, by their first cells. The opponent's
    /// packings of the board and of its reflections refute them. It stops when a packing is not
    /// close to refuting more, or when all that is `listed` is refuted.
    #[inline]
    pub(super) fn losing_moves(&self, free: B, mover: Player, listed: B) -> B {
        let Grid { rows, columns } = self.grid;
        let mut losing = B::EMPTY;
        for (turns, flips) in [(false, false), (true, false), (false, true), (true, true)] {
            let image = |set: B| {
                let set = if flips { upside_down(set, rows, columns) } else { set };
                if turns { set.turned(self.grid.cells()) } else { set }
            };
            // Where the mover's lines are reversed, a domino's second cell becomes its first.
            let is_reversed = turns != (flips && mover == Player::Left);
            let (refuted, is_close) = self.refuted_moves(image(free), mover);
            let firsts = if is_reversed { self.next(refuted, mover) } else { refuted };
            losing |= image(firsts);
            if !is_close || (listed & !losing).is_empty() {
                break;
            }
        }
        losing
    }

    /// The moves that one packing of the opponent refutes, and whether another packing might refute
    /// more. Compiled for each player by itself, so that the directions are known.
    #[inline]
    fn refuted_moves(&self, free: B, mover: Player) -> (B, bool) {
        match mover {
            Player::Left => self.refuted_moves_of::<{ Player::Left as usize }>(free),
            Player::Right => self.refuted_moves_of::<{ Player::Right as usize }>(free),
        }
    }

    fn refuted_moves_of<const MOVER: usize>(&self, free: B) -> (B, bool) {
        let mover = Player::BOTH[MOVER];
        let p = mover.other();
        let packing = self.pack(free, p);
        let margin = packing.safe_minus_cover + self.race.gain_moving_first(packing.counts);
        if margin < 0 {
            return (B::EMPTY, margin >= -CLOSE);
        }
        let starts = self.starts(free, mover);
        if packing.safe_minus_cover + self.race.gain_moving_second(packing.counts) >= 0 {
            return (starts, false);
        }
        let (inside, refuted_inside) = self.refuted_inside(&packing, mover);
        let refuted_outside = self.refuted_outside(&packing, mover, starts & !inside, margin);
        (refuted_inside | refuted_outside, true)
    }

    /// Does P, to move, win the race with these areas?
    #[inline(always)]
    fn wins_race(&self, packing: &BoardPacking<B>, counts: AreaCounts) -> bool {
        packing.safe_minus_cover + self.race.gain_moving_first(counts) >= 0
    }

    /// The first cells of O's moves inside of blocks and strips, and of those that lose.
    #[inline(always)]
    fn refuted_inside(&self, packing: &BoardPacking<B>, o: Player) -> (B, B) {
        let (mut inside, mut refuted) = (B::EMPTY, B::EMPTY);
        for (firsts, (kind, left)) in self.inside_moves(packing, o).into_iter().zip(SPOILED_INSIDE)
        {
            if firsts.is_empty() {
                continue;
            }
            let firsts = firsts | self.next(firsts, o.other());
            inside |= firsts;
            if self.wins_race(packing, packing.counts.replace(kind, left)) {
                refuted |= firsts;
            }
        }
        (inside, refuted)
    }

    /// Of the moves `others` of O, which touch areas from the outside or not at all, those that lose.
    #[inline(always)]
    fn refuted_outside(&self, packing: &BoardPacking<B>, o: Player, others: B, margin: i32) -> B {
        // The moves whose first, and whose second cell touches areas of a kind, or none.
        let mut touches = [(B::EMPTY, B::EMPTY, None); KINDS + 1];
        let mut count = 1;
        let mut areas = B::EMPTY;
        for (kind, cells) in self.outside_cells(packing, o.other()) {
            areas |= cells;
            let (first, second) = (others & cells, others & self.back(cells, o));
            if !(first | second).is_empty() {
                touches[count] = (first, second, Some(kind));
                count += 1;
            }
        }
        touches[0] = (others & !areas, others & !self.back(areas, o), None);
        let touched = |counts: AreaCounts, kind: Option<usize>| {
            kind.map_or(counts, |kind| counts.touched(kind))
        };
        let cost = |kind: Option<usize>| kind.map_or(0, max_loss);
        let mut refuted = B::EMPTY;
        for (i, &(first, second, one)) in touches[..count].iter().enumerate() {
            for &(other_first, other_second, other) in &touches[i..count] {
                let moves = (first & other_second) | (other_first & second);
                if !moves.is_empty()
                    && (cost(one) + cost(other) <= margin
                        || self.wins_race(packing, touched(touched(packing.counts, one), other)))
                {
                    refuted |= moves;
                }
            }
        }
        refuted
    }
}
