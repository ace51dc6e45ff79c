//! The rules of impartial games, as the checker of nimbers sees them: the options of a part, each as a
//! list of parts. They share no code with the games of the package.
//!
//! A part is one number, its *code*. All images of a part under the symmetries of the game have one code.
//!
//! ```text
//! game                  code                                                     what is left out
//! cram                  bits 0 … 63 the free cells                               cells without a free neighbour
//! impartial:clobber     bits 0 … 63 black stones, 64 … 127 white stones          groups of one colour
//! impartial:nogo        the same; a cell in both is barred                       cells where nobody may ever move
//!   in one row          1, then two bits for each cell: . 0, x 1, o 2, # 3       the same
//! ```

use upstar_core::{Grid, Shapes};

use super::{nogo::NoGo, row};

/// One number for a part.
pub type Code = u128;

/// The parts of several positions.
#[derive(Clone, Debug, Default)]
pub struct PartLists {
    codes: Vec<Code>,
    ends: Vec<usize>,
}

impl PartLists {
    /// Removes everything.
    pub fn clear(&mut self) {
        self.codes.clear();
        self.ends.clear();
    }

    /// Adds a part to the position that is being listed.
    pub fn push(&mut self, code: Code) {
        self.codes.push(code);
    }

    /// Completes the position that is being listed. Pairs of equal parts have the sum 0, so they are removed.
    pub fn end(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0);
        cancel_pairs(&mut self.codes, start);
        self.ends.push(self.codes.len());
    }

    /// The lists.
    pub fn iter(&self) -> impl Iterator<Item = &[Code]> {
        let start = |number: usize| if number == 0 { 0 } else { self.ends[number - 1] };
        self.ends.iter().enumerate().map(move |(number, &end)| &self.codes[start(number)..end])
    }
}

/// Removes pairs of equal codes after a place.
pub fn cancel_pairs(codes: &mut Vec<Code>, start: usize) {
    let mut at = start;
    while at < codes.len() {
        match (at + 1..codes.len()).find(|&other| codes[other] == codes[at]) {
            Some(other) => {
                codes.swap_remove(other);
                codes.swap_remove(at);
            }
            None => at += 1,
        }
    }
}

enum Kind {
    Cram,
    Clobber,
    NoGo(NoGo),
    NoGoRow,
}

/// The rules of an impartial game on a board.
pub struct Rules {
    kind: Kind,
    neighbours: Vec<u64>,
    shapes: Shapes<u64>,
    grid: Grid,
}

impl Rules {
    /// The rules for the board of a position, and the parts of the position; none for other games, and for boards
    /// with more than 63 cells.
    pub fn read(game: &str, text: &str) -> Option<(Rules, Vec<Code>)> {
        let lengths: Vec<usize> = text.split('/').map(str::len).collect();
        let grid = Grid { rows: lengths.len(), columns: lengths[0] };
        let letters = if game == "cram" { ".#" } else { ".xo#" };
        let is_board = lengths.iter().all(|&length| length == grid.columns)
            && text.chars().all(|letter| letter == '/' || letters.contains(letter));
        if !is_board || !(1..=63).contains(&grid.cells()) {
            return None;
        }
        let kind = match game {
            "cram" => Kind::Cram,
            "impartial:clobber" if !text.contains('#') => Kind::Clobber,
            "impartial:nogo" if grid.rows.min(grid.columns) == 1 => Kind::NoGoRow,
            "impartial:nogo" => Kind::NoGo(NoGo::new(grid)),
            _ => return None,
        };
        let beside = |cell| grid.neighbours(cell).fold(0, |set, other| set | 1 << other);
        let neighbours = (0..grid.cells()).map(beside).collect();
        let rules = Rules { kind, neighbours, shapes: Shapes::new(grid), grid };
        let cells: Vec<u8> = text.bytes().filter(|&byte| byte != b'/').collect();
        let set = |letters: &[u8]| {
            (0..cells.len())
                .filter(|&cell| letters.contains(&cells[cell]))
                .fold(0, |s, c| s | 1 << c)
        };
        let planes = match rules.kind {
            Kind::Cram => [set(b"."), 0],
            _ => [set(b"x#"), set(b"o#")],
        };
        let mut parts = PartLists::default();
        rules.push_parts(planes, &mut parts);
        parts.end();
        Some((rules, parts.codes))
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.grid.cells()
    }

    /// Could this be the code of a part? Codes in a file can be any numbers.
    pub fn is_code(&self, code: Code) -> bool {
        let board = (1u64 << self.cells()) - 1;
        let planes = [code as u64, (code >> 64) as u64];
        let inside = planes.iter().all(|&plane| plane & !board == 0);
        match &self.kind {
            Kind::Cram => inside && planes[1] == 0,
            Kind::Clobber => inside && planes[0] & planes[1] == 0,
            Kind::NoGo(nogo) => inside && nogo.is_position(planes),
            Kind::NoGoRow => row::is_word(code),
        }
    }

    /// The parts of the position after each move.
    pub fn options(&self, code: Code, list: &mut PartLists) {
        list.clear();
        let planes = [code as u64, (code >> 64) as u64];
        match &self.kind {
            Kind::Cram => self.dominoes(planes[0], list),
            Kind::Clobber => self.captures(planes, list),
            Kind::NoGo(nogo) => nogo.options(planes, list),
            Kind::NoGoRow => row::options(code, list),
        }
    }

    /// Adds the parts of a position. In the planes of Cram the first one has the free cells; in the other games they
    /// have the stones of each player.
    pub fn push_parts(&self, planes: [u64; 2], list: &mut PartLists) {
        match &self.kind {
            Kind::Cram => {
                self.groups(planes[0], |group| {
                    if group.count_ones() > 1 {
                        list.push(self.shapes.least([group], true)[0].into());
                    }
                });
            }
            Kind::Clobber => {
                self.groups(planes[0] | planes[1], |group| {
                    let [black, white] = planes.map(|plane| plane & group);
                    if black != 0 && white != 0 {
                        let least = self.shapes.least([black, white], true);
                        list.push(code(least.min(self.shapes.least([white, black], true))));
                    }
                });
            }
            Kind::NoGo(nogo) => nogo.push_parts(planes, list),
            Kind::NoGoRow => row::push_words(planes, self.cells(), list),
        }
    }

    /// Adds the parts of a packed position of the package's game. In Cram its planes have the taken cells.
    pub fn push_packed(&self, planes: [u128; 2], list: &mut PartLists) {
        let planes = planes.map(|plane| plane as u64);
        match self.kind {
            Kind::Cram => self.push_parts([!planes[0] & ((1 << self.cells()) - 1), 0], list),
            _ => self.push_parts(planes, list),
        }
    }

    /// Calls a function with each connected group of a set.
    fn groups(&self, mut rest: u64, mut show: impl FnMut(u64)) {
        while rest != 0 {
            let mut border = rest & rest.wrapping_neg();
            let mut group = border;
            while border != 0 {
                let more = self.neighbours[border.trailing_zeros() as usize] & rest & !group;
                group |= more;
                border = (border & (border - 1)) | more;
            }
            rest &= !group;
            show(group);
        }
    }

    /// Cram: every domino on two free cells.
    fn dominoes(&self, free: u64, list: &mut PartLists) {
        for_bits(free, |first| {
            let later = self.neighbours[first] & free & (!0 << first);
            for_bits(later, |second| {
                self.push_parts([free & !(1 << first | 1 << second), 0], list);
                list.end();
            });
        });
    }

    /// Clobber: every stone that takes a neighbour of the other colour.
    fn captures(&self, planes: [u64; 2], list: &mut PartLists) {
        for [own, other] in [planes, [planes[1], planes[0]]] {
            for_bits(own, |from| {
                for_bits(self.neighbours[from] & other, |to| {
                    self.push_parts([own & !(1 << from) | 1 << to, other & !(1 << to)], list);
                    list.end();
                });
            });
        }
    }
}

/// The code of two planes.
pub fn code([first, second]: [u64; 2]) -> Code {
    Code::from(first) | Code::from(second) << 64
}

/// Calls a function with each element of a set.
#[inline]
pub fn for_bits(mut set: u64, mut show: impl FnMut(usize)) {
    while set != 0 {
        show(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}
