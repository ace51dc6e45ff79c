//! Sum, in Clobber: the connected groups of stones are independent parts, and some of them may be left
//! out.
//!
//! **Theorem** Stones of different groups never become neighbours, so the position is the sum of its
//! groups. Equal games may replace each other in a sum (Conway). So these steps keep the outcome:
//! 1. A group of one colour has no moves. It is left out.
//! 2. A group that the second player wins, whoever begins, has the value 0. It is left out.
//! 3. A group that the second player wins together with a group `xo` has the value of `xo`, which is
//!    ∗. Two of these have the sum 0. So all are left out but one, if their number is odd. Of the one
//!    with the lowest cell, two neighbours of different colours remain.
//! 4. Two groups that the second player wins together have the sum 0, and so have two groups of the same
//!    shape with the colours exchanged. Both are left out.
//!
//! The checker plays the groups of steps 2 to 4 out, so they are small: at most 8 stones for a group, 10 for
//! two groups together. Groups are taken in the order of their lowest cells, and in step 4 each with the first
//! later one.

use std::{cell::RefCell, collections::HashMap};

use upstar_core::{Grid, Planes, Shapes};

use super::{At, Board, Family, Lemma};

/// The most stones of a group, and of two groups, that are played out.
const SMALL: u32 = 8;
const SMALL_PAIR: u32 = 10;
/// The number of stored results at which the store is emptied.
const MAX_STORED: usize = 1 << 20;

thread_local! {
    /// Does the player to move, whose stones come first, win? With a part ∗ beside it or not. The results are
    /// those of one board; the numbers are its rows and columns.
    static STORED: RefCell<([usize; 2], Known)> = RefCell::new(([0; 2], HashMap::new()));
}

/// The lemma on a board.
pub struct Sum {
    size: [usize; 2],
    neighbours: Vec<u128>,
    shapes: Shapes<u128>,
}

impl Sum {
    /// The lemma for a board of Clobber.
    pub fn for_board(board: &Board) -> Option<Box<dyn Lemma>> {
        let grid = Grid { rows: board.rows, columns: board.columns };
        (board.family == Family::Clobber).then(|| {
            let shapes = Shapes::new(grid);
            let size = [board.rows, board.columns];
            Box::new(Sum { size, neighbours: board.square_neighbours(), shapes }) as Box<dyn Lemma>
        })
    }

    /// The group of stones around the lowest cell of a set.
    fn group(&self, stones: u128) -> u128 {
        let mut border = stones & stones.wrapping_neg();
        let mut group = border;
        while border != 0 {
            let more = self.neighbours[border.trailing_zeros() as usize] & stones & !group;
            group |= more;
            border = (border & (border - 1)) | more;
        }
        group
    }

    /// Does the player to move win, with a part ∗ beside the stones or not?
    fn wins(&self, own: u128, other: u128, star: bool, known: &mut Known) -> bool {
        if let Some(&wins) = known.get(&([own, other], star)) {
            return wins;
        }
        let mut wins = star && !self.wins(other, own, false, known);
        let mut rest = own;
        while rest != 0 && !wins {
            let from = rest & rest.wrapping_neg();
            rest ^= from;
            let mut targets = self.neighbours[from.trailing_zeros() as usize] & other;
            while targets != 0 && !wins {
                let to = targets & targets.wrapping_neg();
                targets ^= to;
                wins = !self.wins(other ^ to, own ^ from ^ to, star, known);
            }
        }
        known.insert(([own, other], star), wins);
        wins
    }

    /// Does the second player win, whoever begins?
    fn is_zero(&self, [left, right]: Planes, star: bool, known: &mut Known) -> bool {
        !self.wins(left, right, star, known) && !self.wins(right, left, star, known)
    }

    /// The stones that remain.
    fn reduced(&self, [left, right]: Planes, known: &mut Known) -> u128 {
        let of = |group: u128| [left & group, right & group];
        let (mut groups, mut star) = (Vec::new(), None::<u128>);
        let mut rest = left | right;
        while rest != 0 {
            let group = self.group(rest);
            rest &= !group;
            let stones = of(group);
            let is_small = group.count_ones() <= SMALL;
            if stones.contains(&0) || (is_small && self.is_zero(stones, false, known)) {
                continue;
            }
            if is_small && self.is_zero(stones, true, known) {
                star = if star.is_some() { None } else { Some(group) };
                continue;
            }
            groups.push(group);
        }
        let mut kept = star.map_or(0, |group| self.pair(of(group)));
        while let Some(group) = (!groups.is_empty()).then(|| groups.remove(0)) {
            match groups.iter().position(|&other| self.cancel(of(group), of(other), known)) {
                Some(place) => drop(groups.remove(place)),
                None => kept |= group,
            }
        }
        kept
    }

    /// The lowest stone with a neighbour of the other colour, and its lowest such neighbour.
    fn pair(&self, [left, right]: Planes) -> u128 {
        let mut rest = left | right;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            let others = if left & cell != 0 { right } else { left };
            let beside = self.neighbours[cell.trailing_zeros() as usize] & others;
            if beside != 0 {
                return cell | (beside & beside.wrapping_neg());
            }
        }
        0
    }

    /// Have two groups the sum 0?
    fn cancel(&self, a: Planes, b: Planes, known: &mut Known) -> bool {
        let count = (a[0] | a[1] | b[0] | b[1]).count_ones();
        if count <= SMALL_PAIR && self.is_zero([a[0] | b[0], a[1] | b[1]], false, known) {
            return true;
        }
        a[0].count_ones() == b[1].count_ones()
            && a[1].count_ones() == b[0].count_ones()
            && self.shapes.least(a, true) == self.shapes.least([b[1], b[0]], true)
    }
}

type Known = HashMap<(Planes, bool), bool>;

impl Lemma for Sum {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn equal(&self, at: At) -> At {
        let [left, right] = at.planes;
        let kept = STORED.with_borrow_mut(|(size, known)| {
            if *size != self.size || known.len() > MAX_STORED {
                known.clear();
                *size = self.size;
            }
            self.reduced(at.planes, known)
        });
        At { planes: [left & kept, right & kept], ..at }
    }
}
