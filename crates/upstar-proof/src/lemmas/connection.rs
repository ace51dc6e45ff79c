//! Connection, in Hex and Y: a virtual connection of the claimant P, as an AND/OR tree of cells.
//!
//! **Terms** A *point* is a chain of P's stones or an empty cell. A term connects a point x with a point
//! or a side y. It is *full* if P connects them although the opponent moves first, or *semi* if P
//! must move first. Its *carrier* is the set of empty cells that P may need.
//! * *touch*: x and y touch. Full, with an empty carrier.
//! * *via z*: x with z and z with y, both full, with disjoint carriers that contain none of x, y and z. If z
//!   is a chain, the result is full; P answers in the carrier in which the opponent plays. If z is an empty cell,
//!   it is semi, and z joins the carrier; P plays z.
//! * *or*: terms that connect x with y, such that no cell is in all carriers. Full, with the union as carrier:
//!   whatever the opponent plays, one of the terms does not contain it, and P plays there.
//!
//! **Theorem** If a point z is fully connected with each of P's sides, with disjoint carriers that do not
//! contain z, P wins: at once if z is a chain, and if z is an empty cell when P plays it. With the opponent to
//! move, P wins after every move outside the carrier of one of these *wins* (z is part of its carrier).
//!
//! **Witness** The number of wins, then each: the cell z and a term for each side. A term is 0 for touch; 1, the
//! cell z and two terms for via; 2, a number and as many terms for or. A chain is named by any of its cells.
//!
//! **Reference** Anshelevich, *A hierarchical approach to computer Hex*, 2002.

use upstar_core::Player;

use super::{At, Board, Family, Lemma, Proved};
use crate::claim::Claim;

/// The largest depth of a term.
const MAX_DEPTH: u32 = 200;

/// The steps to the neighbours of a cell, as rows and columns.
const HEX_STEPS: [(isize, isize); 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];
const Y_STEPS: [(isize, isize); 6] = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)];

/// The lemma on a board.
pub struct Connection {
    neighbours: Vec<u128>,
    /// The cells at each side that each player has to connect.
    sides: [Vec<u128>; 2],
    all: u128,
}

/// One position, seen by the claimant.
struct View<'a> {
    board: &'a Connection,
    own: u128,
    empty: u128,
}

/// A proved connection.
struct Proven {
    carrier: u128,
    is_full: bool,
}

/// The second end of a term: the cells of a point, or the cells at a side.
#[derive(Clone, Copy)]
enum End {
    Point(u128),
    Side(u128),
}

impl Connection {
    /// The lemma for a board of Hex or Y.
    pub fn for_board(board: &Board) -> Option<Box<dyn Lemma>> {
        let size = board.rows;
        let (steps, places): (_, Vec<(usize, usize)>) = match board.family {
            Family::Hex => {
                let cells = 0..board.cells();
                (
                    HEX_STEPS,
                    cells.map(|cell| (cell / board.columns, cell % board.columns)).collect(),
                )
            }
            Family::Y => {
                (Y_STEPS, (0..size).flat_map(|row| (0..=row).map(move |c| (row, c))).collect())
            }
            _ => return None,
        };
        let beside = |&(row, column): &(usize, usize)| {
            let near = steps.iter().filter_map(|&(a, b)| {
                let place = (row.checked_add_signed(a)?, column.checked_add_signed(b)?);
                places.iter().position(|&other| other == place)
            });
            near.fold(0, |set, cell| set | 1u128 << cell)
        };
        let at = |is_at: &dyn Fn(usize, usize) -> bool| {
            let cells = places.iter().enumerate().filter(|&(_, &(row, column))| is_at(row, column));
            cells.fold(0, |set, (cell, _)| set | 1u128 << cell)
        };
        let last = board.columns - 1;
        let bottom = at(&|row, _| row + 1 == size);
        let left = at(&|_, column| column == 0);
        let sides = match board.family {
            Family::Y => {
                let three = vec![left, at(&|row, column| row == column), bottom];
                [three.clone(), three]
            }
            _ => {
                [vec![at(&|row, _| row == 0), bottom], vec![left, at(&|_, column| column == last)]]
            }
        };
        let neighbours = places.iter().map(beside).collect();
        Some(Box::new(Connection { neighbours, sides, all: board.all() }))
    }
}

impl View<'_> {
    /// The cells of the point at a cell; none if it is the opponent's.
    fn point(&self, cell: u8) -> Option<u128> {
        let stone = 1u128.checked_shl(cell.into())?;
        if self.empty & stone != 0 {
            return Some(stone);
        }
        if self.own & stone == 0 {
            return None;
        }
        let (mut chain, mut border) = (stone, stone);
        while border != 0 {
            let more = self.board.neighbours[border.trailing_zeros() as usize] & self.own & !chain;
            chain |= more;
            border = (border & (border - 1)) | more;
        }
        Some(chain)
    }

    /// Do a point and an end touch?
    fn touch(&self, x: u128, y: End) -> bool {
        let y = match y {
            End::Side(cells) => return x & cells != 0,
            End::Point(cells) => cells,
        };
        let mut rest = x;
        while rest != 0 {
            if self.board.neighbours[rest.trailing_zeros() as usize] & y != 0 {
                return true;
            }
            rest &= rest - 1;
        }
        x == y
    }

    /// Checks a term that connects x with y.
    fn term(&self, x: u128, y: End, bytes: &mut &[u8], depth: u32) -> Option<Proven> {
        let mut byte = || {
            let (&first, rest) = bytes.split_first()?;
            *bytes = rest;
            Some(first)
        };
        match byte()? {
            0 => self.touch(x, y).then_some(Proven { carrier: 0, is_full: true }),
            _ if depth >= MAX_DEPTH => None,
            1 => {
                let z = self.point(byte()?)?;
                let first = self.term(x, End::Point(z), bytes, depth + 1)?;
                let second = self.term(z, y, bytes, depth + 1)?;
                let ends = x | z | if let End::Point(y) = y { y } else { 0 };
                let carrier = first.carrier | second.carrier;
                let is_sound = first.is_full && second.is_full;
                if !is_sound || first.carrier & second.carrier != 0 || carrier & ends != 0 {
                    return None;
                }
                let is_full = z & self.own != 0;
                Some(Proven { carrier: if is_full { carrier } else { carrier | z }, is_full })
            }
            2 => {
                let (mut common, mut carrier) = (u128::MAX, 0);
                for _ in 0..byte()? {
                    let found = self.term(x, y, bytes, depth + 1)?;
                    common &= found.carrier;
                    carrier |= found.carrier;
                }
                (common == 0).then_some(Proven { carrier, is_full: true })
            }
            _ => None,
        }
    }

    /// Checks a win.
    fn win(&self, sides: &[u128], bytes: &mut &[u8]) -> Option<Proven> {
        let (&cell, rest) = bytes.split_first()?;
        *bytes = rest;
        let z = self.point(cell)?;
        let mut carrier = 0;
        for &side in sides {
            let found = self.term(z, End::Side(side), bytes, 0)?;
            if !found.is_full || found.carrier & (carrier | z) != 0 {
                return None;
            }
            carrier |= found.carrier;
        }
        let is_full = z & self.own != 0;
        Some(Proven { carrier: if is_full { carrier } else { carrier | z }, is_full })
    }
}

impl Lemma for Connection {
    fn name(&self) -> &'static str {
        "connection"
    }

    fn proves(&self, at: At, claim: &Claim, witness: &[u8]) -> Proved {
        let player = claim.claimant;
        let own = at.planes[player.index()];
        let empty = self.all & !(at.planes[0] | at.planes[1]);
        let view = View { board: self, own, empty };
        let Some((&count, mut bytes)) = witness.split_first() else { return Proved::Nothing };
        let mut common = empty;
        for _ in 0..count {
            let Some(win) = view.win(&self.sides[player.index()], &mut bytes) else {
                return Proved::Nothing;
            };
            if win.is_full || at.mover == player {
                return Proved::Claim;
            }
            common &= win.carrier;
        }
        let is_about = |player: Player| claim.least <= 1 && at.mover != player && count > 0;
        match is_about(player) && bytes.is_empty() {
            false => Proved::Nothing,
            true if common == 0 => Proved::Claim,
            true => Proved::After(empty & !common),
        }
    }
}
