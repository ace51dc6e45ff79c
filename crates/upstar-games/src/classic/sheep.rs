//! Sheep: a player splits a herd and sends one half in a straight line as far as it can go. The
//! cells are hexagons. A player who cannot move loses. (The board game *Battle Sheep* by Bosch,
//! 2010, after the sheep are placed; a game of MCGS: Folkersen, Müller and Du.)
//!
//! Each cell has six bits of the state, 21 cells in each half: 0 empty, the size of a herd, with 32
//! added for Right's, or 63, not on the board. A move is `from << 12 | to << 6 | count`.

use upstar_core::{Bits, Diagram, GameInfo, Grid, Layout, Move, Player, PositionError};

use super::{ClassicRules, Reading, State, board::groups};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "sheep",
    summary: "split a herd of sheep and send a part of it away; a player who cannot move loses",
    labels: ["black", "white"],
    rules: "The cells are hexagons, and each holds at most one herd. A player splits one of their \
            herds: at least one sheep stays, and at least one moves. The sheep that move go in one \
            of the six directions, over empty cells, until the next cell is not empty. They must \
            move at least one cell. A player who cannot move loses.",
    positions: "rows of hexagons from the top, separated by '/', each shifted to the right of the \
                one above, at most 42 cells: '.' empty, 'x4' a black herd of 4 sheep, 'o4' a white \
                one, at most 20 sheep, '#' not on the board; x4../..o4",
    moves: "from, to and the number of sheep that move, a1c1:3",
    usual: "x5.../..../...o5",
    examples: &["x2..", "x3.o2", "x3./.o3", "x4../.#./..o4", "x2/./o2", "x3..o3..x2"],
};

const MAX_CELLS: usize = 42;
const MAX_HERD: u32 = 20;
const BITS: usize = 6;
const BLOCKED: u32 = 63;
/// Added to the size of Right's herds.
const RIGHT: u32 = 32;
/// (Rows down, columns right).
const WAYS: [(isize, isize); 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];

struct Sheep {
    grid: Grid,
}

/// Reads a position's text.
///
/// # Errors
/// If the text is not rows of cells with herds.
pub fn read(text: &str) -> Reading {
    let mut state = [0, 0];
    let (mut row, mut column, mut columns, mut cell) = (0, 0, None, 0);
    let mut letters = text.chars().enumerate().peekable();
    let error = |at, message: String| Err(PositionError::at(text, at, message));
    while let Some((at, letter)) = letters.next() {
        if letter == '/' {
            if column == 0 || columns.is_some_and(|columns| columns != column) {
                return error(
                    at,
                    format!("row {} has {column} cells; rows must be equal and not empty", row + 1),
                );
            }
            (columns, row, column) = (Some(column), row + 1, 0);
            continue;
        }
        let owner = match letter {
            '.' => 0,
            '#' => BLOCKED,
            'x' | 'X' => 0,
            'o' | 'O' => RIGHT,
            _ => return error(at, "a cell must be '.', 'x4', 'o4' or '#'".into()),
        };
        let mut code = owner;
        if !".#".contains(letter) {
            let mut size = 0;
            while let Some((_, digit)) = letters.next_if(|(_, c)| c.is_ascii_digit()) {
                size = (size * 10 + digit.to_digit(10).unwrap_or(0)).min(1000);
            }
            if !(1..=MAX_HERD).contains(&size) {
                return error(at, format!("a herd needs a size from 1 to {MAX_HERD}: {letter}4"));
            }
            code += size;
        }
        if cell == MAX_CELLS {
            return error(at, format!("there are too many cells; the limit is {MAX_CELLS}"));
        }
        put(&mut state, cell, code);
        (cell, column) = (cell + 1, column + 1);
    }
    if column == 0 || columns.is_some_and(|columns| columns != column) {
        let message =
            format!("row {} has {column} cells; rows must be equal and not empty", row + 1);
        return Err(PositionError::new(text, message));
    }
    Ok((Box::new(Sheep { grid: Grid { rows: row + 1, columns: column } }), state))
}

fn get(state: State, cell: usize) -> u32 {
    (state[cell / 21] >> (cell % 21 * BITS)) as u32 & 63
}

fn put(state: &mut State, cell: usize, code: u32) {
    let shift = cell % 21 * BITS;
    let plane = &mut state[cell / 21];
    *plane = *plane & !(63 << shift) | u128::from(code) << shift;
}

/// The size of a player's herd; 0 if the cell holds none.
fn herd(code: u32, player: Player) -> u32 {
    let base = [0, RIGHT][player.index()];
    if code > base && code <= base + MAX_HERD { code - base } else { 0 }
}

/// Does a cell stay as it is forever? No sheep leaves it or enters it.
fn is_wall(code: u32) -> bool {
    code == BLOCKED || code % RIGHT == 1
}

impl Sheep {
    fn step(&self, cell: usize, (down, right): (isize, isize)) -> Option<usize> {
        let (row, column) = self.grid.place(cell);
        let row = row.checked_add_signed(down).filter(|&row| row < self.grid.rows)?;
        let column = column.checked_add_signed(right).filter(|&c| c < self.grid.columns)?;
        Some(self.grid.cell(row, column))
    }

    /// Calls `see` for each cell and its contents.
    fn codes(&self, state: State) -> impl Iterator<Item = (usize, u32)> + Clone {
        (0..self.grid.cells()).map(move |cell| (cell, get(state, cell)))
    }

    /// The state in which `map` gives the new place of each cell. Cells without an origin are
    /// blocked.
    fn moved(&self, state: State, map: impl Fn(usize) -> Option<usize>) -> State {
        let mut found = [0, 0];
        (0..self.grid.cells()).for_each(|cell| put(&mut found, cell, BLOCKED));
        for (cell, code) in self.codes(state) {
            if let Some(to) = map(cell) {
                put(&mut found, to, code);
            }
        }
        found
    }

    /// The board turned by half a circle.
    fn turned(&self, state: State) -> State {
        self.moved(state, |cell| Some(self.grid.cells() - 1 - cell))
    }

    /// The cells that are not blocked, moved into the corner at the top left.
    fn in_corner(&self, state: State) -> State {
        let inside = self.codes(state).filter(|&(_, code)| code != BLOCKED);
        let places = inside.map(|(cell, _)| self.grid.place(cell));
        let top = places.clone().map(|(row, _)| row).min().unwrap_or(0);
        let left = places.map(|(_, column)| column).min().unwrap_or(0);
        self.moved(state, |cell| {
            let (row, column) = self.grid.place(cell);
            Some(self.grid.cell(row.checked_sub(top)?, column.checked_sub(left)?))
        })
    }
}

impl ClassicRules for Sheep {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        for (from, code) in self.codes(state) {
            let size = herd(code, player);
            for way in WAYS.into_iter().filter(|_| size > 1) {
                let free = |&cell: &usize| get(state, cell) == 0;
                let next = |&cell: &usize| self.step(cell, way).filter(free);
                let Some(to) = std::iter::successors(next(&from), next).last() else { continue };
                moves.extend((1..size).map(|count| Move((from << 12 | to << 6) as u32 | count)));
            }
        }
    }

    fn play(&self, mut state: State, _player: Player, mv: Move) -> State {
        let (from, to, count) = (mv.0 as usize >> 12, mv.0 as usize >> 6 & 63, mv.0 & 63);
        let code = get(state, from);
        put(&mut state, from, code - count);
        put(&mut state, to, code & RIGHT | count);
        state
    }

    fn print(&self, state: State) -> String {
        let cell = |cell: usize| match get(state, cell) {
            0 => ".".to_string(),
            BLOCKED => "#".to_string(),
            code if code > RIGHT => format!("o{}", code - RIGHT),
            code => format!("x{code}"),
        };
        let row = |row| (0..self.grid.columns).map(|c| cell(self.grid.cell(row, c))).collect();
        (0..self.grid.rows).map(row).collect::<Vec<String>>().join("/")
    }

    fn move_text(&self, _state: State, mv: Move) -> String {
        let [from, to] = [mv.0 >> 12, mv.0 >> 6 & 63].map(|cell| self.grid.name(cell as usize));
        format!("{from}{to}:{}", mv.0 & 63)
    }

    /// Herds are numbers in circles, Left's black and Right's white.
    fn diagram(&self, state: State) -> Diagram {
        let sign = |base: u32, offset: u32| char::from_u32(base + offset).unwrap_or('?');
        let cell = |cell: usize| match get(state, cell) {
            0 => '.',
            BLOCKED => '#',
            code if code > RIGHT => sign(0x2460, code - RIGHT - 1),
            code if code <= 10 => sign(0x2776, code - 1),
            code => sign(0x24eb, code - 11),
        };
        let row = |row| (0..self.grid.columns).map(|c| cell(self.grid.cell(row, c))).collect();
        Diagram { layout: Layout::Hexagons, rows: (0..self.grid.rows).map(row).collect() }
    }

    fn move_cells(&self, _state: State, mv: Move) -> Vec<(usize, usize)> {
        [mv.0 >> 12, mv.0 >> 6 & 63].map(|cell| self.grid.place(cell as usize)).to_vec()
    }

    fn symmetric_state(&self, state: State) -> State {
        state.min(self.turned(state))
    }

    /// Connected regions of empty cells and herds that can be split, if they have both. All other
    /// cells stay as they are.
    fn parts(&self, state: State) -> Vec<State> {
        let open = self.codes(state).filter(|&(_, code)| !is_wall(code));
        let open = open.fold(0, |set, (cell, _)| set | u128::cell(cell));
        let beside = |set| {
            let cells = upstar_core::iter_bits(set);
            let steps = cells.flat_map(|cell: usize| WAYS.map(|way| self.step(cell, way)));
            steps.flatten().fold(0, |found, cell| found | u128::cell(cell))
        };
        let kept = |region: u128| self.moved(state, |cell| region.has(cell).then_some(cell));
        let mut scratch = Vec::new();
        let parts = groups(open, beside).into_iter().map(kept);
        parts
            .filter(|&part| {
                scratch.clear();
                Player::BOTH.into_iter().for_each(|p| self.moves(part, p, &mut scratch));
                !scratch.is_empty()
            })
            .collect()
    }

    fn part_key(&self, part: State) -> State {
        self.in_corner(part).min(self.in_corner(self.turned(part)))
    }

    fn negative(&self, state: State) -> Option<State> {
        let mut found = state;
        for (cell, code) in self.codes(state).filter(|&(_, code)| code != 0 && code != BLOCKED) {
            put(&mut found, cell, code ^ RIGHT);
        }
        Some(found)
    }
}
