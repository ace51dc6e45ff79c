//! Static bounds by a race of moves: a packing of one player against a cover of the other.
//!
//! **Idea** A player P has a *packing* of the board: disjoint areas for dominoes (`packing.rs`). P
//! takes one area at every turn while areas remain. Meanwhile the opponent O spoils some of them.
//! The bound compares the least number of moves that P gets in this way with the largest number
//! that O can have.
//!
//! **Formula** Let s be the number of safe dominoes and c the number of cells in the cover. Let P
//! take areas with m moves in total that cost O k moves. P has at least s + m moves in the whole
//! game, and O has at most c − k. With O to move, P wins if it has at least as many moves as O.
//! With P to move, P wins if it has more. The *gain* of an area is its m + k. Let g be the least
//! sum of gains (see `safe_move_race.rs`). P wins if s + g ≥ c with O to move, and if s + g > c
//! with P to move. A move of O loses if s + g ≥ c with P to move, without the areas that this move
//! touches, because O has used one of its moves. Each domino among these areas reduces g by at most
//! its gain. Often that decides without another look-up.
//!
//! **Guarantee** The win is proved. Suppose that P follows the strategy and runs out of moves. Then
//! all areas are taken or spoiled, and P has made at least s + m moves. O has made as many or one
//! more, which is more than O can have.
//!
//! **Reference** The method follows Breuker, Uiterwijk and van den Herik, *Solving 8x8
//! Domineering*, 2000, and Bullock, *Domineering: solving large combinatorial search spaces*, 2002.

use upstar_core::{Bits, Grid, Player, upside_down};

use super::{
    Domineering,
    packing::BoardPacking,
    safe_move_race::{AreaCounts, KINDS, SPOILED_INSIDE, max_loss},
};

/// If a packing fails by at most this many moves, a packing from the other end of the board may
/// succeed.
const CLOSE: i32 = 2;
/// A player with this many moves who is close to a win seldom loses.
const MANY_MOVES: u32 = 8;

/// The result of the race with packings of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoverRace {
    /// The player to move wins.
    Won,
    /// Nothing is proved, but only a few moves are missing.
    Close,
    /// Nothing is proved.
    Open,
}

impl<B: Bits> Domineering<B> {
    /// The race with packings of the player to move.
    #[inline]
    pub(super) fn mover_race(&self, free: B, mover: Player) -> MoverRace {
        let margin = |free: B| {
            let packing = self.pack(free, mover);
            packing.safe_minus_cover + self.race.gain_moving_first(packing.counts) - 1
        };
        let first = margin(free);
        let is_close = first >= -CLOSE;
        match () {
            () if first >= 0 || (is_close && margin(free.reversed(self.grid.cells())) >= 0) => {
                MoverRace::Won
            }
            () if is_close => MoverRace::Close,
            () => MoverRace::Open,
        }
    }

    /// The proved winner, if there is one: the player to move with its own packing, or the
    /// opponent. A player to move who has many moves and is close to a win seldom loses. In that
    /// case the opponent's packing is not computed.
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
    /// packings of the board and of its reflections refute them. The search for refutations stops
    /// when a packing is not close to refuting more, or when all `listed` moves are refuted.
    #[inline]
    pub(super) fn losing_moves(&self, free: B, mover: Player, listed: B) -> B {
        let Grid { rows, columns } = self.grid;
        let mut losing = B::EMPTY;
        for (turns, flips) in [(false, false), (true, false), (false, true), (true, true)] {
            let image = |set: B| {
                let set = if flips { upside_down(set, rows, columns) } else { set };
                if turns { set.reversed(self.grid.cells()) } else { set }
            };
            // If the lines of the player to move are reversed, a domino's second cell becomes its
            // first.
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

    /// Shows the packings of a player on the board and on its reflections, until `show` returns false.
    pub(super) fn each_packing(&self, free: B, p: Player, mut show: impl FnMut(B) -> bool) {
        let Grid { rows, columns } = self.grid;
        for (turns, flips) in [(false, false), (true, false), (false, true), (true, true)] {
            let image = |set: B| {
                let set = if flips { upside_down(set, rows, columns) } else { set };
                if turns { set.reversed(self.grid.cells()) } else { set }
            };
            // If the lines of P are reversed, a domino's second cell becomes its first.
            let is_reversed = turns != (flips && p == Player::Left);
            let packed = self.packed_dominoes(image(free), p);
            let firsts = if is_reversed { self.next(packed, p) } else { packed };
            if !show(image(firsts)) {
                return;
            }
        }
    }

    /// The moves that one packing of the opponent refutes, and whether another packing might refute
    /// more. It is compiled separately for each player, so that directions are constants.
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

    /// The first cells of O's moves inside blocks and strips, and of those moves that lose.
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

    /// The losing moves among `others`, which are moves of O that touch areas from the outside or
    /// touch no area.
    #[inline(always)]
    fn refuted_outside(&self, packing: &BoardPacking<B>, o: Player, others: B, margin: i32) -> B {
        // The moves whose first cell, and those whose second cell, touches an area of each kind, or
        // no area.
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
