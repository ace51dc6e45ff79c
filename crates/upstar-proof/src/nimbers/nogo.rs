//! Impartial NoGo on a board with several rows and columns.
//!
//! **Theorem** A group that has one liberty can only grow through it, and a cell without empty neighbours
//! keeps none. So an illegal move stays illegal, and an empty cell that is illegal for both players is
//! *dead*: it stays empty. The groups beside it always have a liberty; call the other groups *mortal*.
//! Connect legal cells that touch, and mortal groups with their liberties, which are all legal cells. What
//! a move does depends only on its component and on the stones beside it. So a part has these, and
//! all other cells are barred, which means permanently empty. A group that is only partly in the part, or that
//! has a dead cell beside it, touches a barred cell. A mortal group is in the part with all stones
//! beside it, so it touches none. So the same sequences of moves are legal in the part.
//!
//! Stones that decide nothing are barred too: a stone of a group that is not mortal, if each legal cell
//! beside it is *free* and no mortal group of the other colour is beside it. A cell is free if a barred cell or
//! such groups of both colours are beside it. A stone on a free cell always has a liberty, with this stone or without
//! it. Barring stones makes more cells free, so the step is repeated.
//!
//! The least image under the symmetries of the board, with the colours exchanged or not, is the code of the part.

use upstar_core::{Grid, Symmetries};

use super::rules::{PartLists, code, for_bits};

/// The rules on a board.
pub struct NoGo {
    neighbours: Vec<u64>,
    symmetries: Symmetries<u64>,
    board: u64,
}

/// A group of stones and its liberties.
struct Group {
    stones: u64,
    liberties: u64,
}

impl NoGo {
    /// The rules on a board of this size.
    pub fn new(grid: Grid) -> NoGo {
        let beside = |cell| grid.neighbours(cell).fold(0, |set, other| set | 1 << other);
        NoGo {
            neighbours: (0..grid.cells()).map(beside).collect(),
            symmetries: Symmetries::rectangle(grid),
            board: (1 << grid.cells()) - 1,
        }
    }

    fn beside(&self, set: u64) -> u64 {
        let mut beside = 0;
        for_bits(set, |cell| beside |= self.neighbours[cell]);
        beside
    }

    /// The groups of one colour. `open` is the set of cells without stones.
    fn groups(&self, mut rest: u64, open: u64) -> Vec<Group> {
        let mut groups = Vec::new();
        while rest != 0 {
            let mut border = rest & rest.wrapping_neg();
            let (mut stones, mut around) = (border, 0);
            while border != 0 {
                let beside = self.neighbours[border.trailing_zeros() as usize];
                around |= beside;
                let more = beside & rest & !stones;
                stones |= more;
                border = (border & (border - 1)) | more;
            }
            rest &= !stones;
            groups.push(Group { stones, liberties: around & open });
        }
        groups
    }

    /// The legal moves of both players, and their groups. A cell in both planes is barred.
    fn legal(&self, planes: [u64; 2]) -> ([u64; 2], [Vec<Group>; 2]) {
        let barred = planes[0] & planes[1];
        let open = self.board & !(planes[0] | planes[1]) | barred;
        let groups = planes.map(|own| self.groups(own & !barred, open));
        let mut legal = [0; 2];
        for_bits(open & !barred, |cell| {
            let (at, around) = (1 << cell, self.neighbours[cell]);
            for player in [0, 1] {
                let touches = |group: &&Group| group.stones & around != 0;
                let lives = around & open != 0
                    || groups[player].iter().filter(touches).any(|own| own.liberties & !at != 0);
                let captures =
                    groups[1 - player].iter().filter(touches).any(|other| other.liberties == at);
                if lives && !captures {
                    legal[player] |= at;
                }
            }
        });
        (legal, groups)
    }

    /// Has every group a liberty?
    pub fn is_position(&self, planes: [u64; 2]) -> bool {
        let (_, groups) = self.legal(planes);
        groups.iter().flatten().all(|group| group.liberties != 0)
    }

    /// Adds the parts of a position.
    pub fn push_parts(&self, planes: [u64; 2], list: &mut PartLists) {
        let barred = planes[0] & planes[1];
        let (legal, groups) = self.legal(planes);
        let live = legal[0] | legal[1];
        let stones = planes.map(|own| own & !barred);
        let dead = self.board & !(stones[0] | stones[1] | live);
        let mortal: Vec<&Group> =
            groups.iter().flatten().filter(|group| group.liberties & dead == 0).collect();
        let mut rest = live;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let mut next = part | (self.beside(part & live) & live);
                for group in &mortal {
                    if group.liberties & next != 0 {
                        next |= group.stones | group.liberties;
                    }
                }
                if next == part {
                    break;
                }
                part = next;
            }
            rest &= !part;
            let shown = part | self.beside(part);
            let stones = stones.map(|own| own & shown);
            let barred = self.board & !(part | stones[0] | stones[1]);
            let [black, white] = self.without_idle_stones(stones, barred, part & live);
            let least = self.symmetries.least([black, white]);
            list.push(code(least.min(self.symmetries.least([white, black]))));
        }
    }

    /// The planes of a part without the stones that decide nothing.
    fn without_idle_stones(&self, stones: [u64; 2], mut barred: u64, live: u64) -> [u64; 2] {
        let groups = stones.map(|own| self.groups(own, barred));
        let lasting = |groups: &Vec<Group>| {
            groups
                .iter()
                .filter(|group| group.liberties != 0)
                .fold(0, |set, group| set | group.stones)
        };
        let mut lasting = [lasting(&groups[0]), lasting(&groups[1])];
        let mortal = [stones[0] & !lasting[0], stones[1] & !lasting[1]];
        let beside_mortal = mortal.map(|own| self.beside(own));
        loop {
            let free = self.beside(barred) | (self.beside(lasting[0]) & self.beside(lasting[1]));
            let needed = self.beside(live & !free);
            let idle = [
                lasting[0] & !(needed | beside_mortal[1]),
                lasting[1] & !(needed | beside_mortal[0]),
            ];
            if idle == [0, 0] {
                return [0, 1].map(|player| mortal[player] | lasting[player] | barred);
            }
            barred |= idle[0] | idle[1];
            lasting = [lasting[0] & !idle[0], lasting[1] & !idle[1]];
        }
    }

    /// The parts after each move.
    pub fn options(&self, planes: [u64; 2], list: &mut PartLists) {
        let (legal, _) = self.legal(planes);
        for player in [0, 1] {
            for_bits(legal[player], |cell| {
                let mut next = planes;
                next[player] |= 1 << cell;
                self.push_parts(next, list);
                list.end();
            });
        }
    }
}
