//! Clobber on one row that is too long for a bitboard.
//!
//! A state is the id of its content, because a row of any length does not fit into 256 bits. The
//! content is the number of cells and two bits for each: empty, black or white.
//!
//! In impartial play a part is a run of stones, and its content has one bit for each stone: whether
//! it differs from the first one. It is the lesser of the run and its reverse. So runs that are equal
//! up to reflection and exchange of the colours have one id. A move splits a run in two, and one
//! stone next to the gap may change its colour. So the contents of both new runs are copied from
//! the run and from its reverse, word by word.

use std::sync::Mutex;

use upstar_core::{
    Diagram, GameInfo, Grid, GridSetup, InternKey, Interner, KeyedPart, Layout, Move, OptionList,
    Player, STONES, lock,
};

use super::{ClassicRules, State};
use crate::{
    board_diagram,
    clobber::{self, INFO},
};

/// The maximum number of cells of a row.
pub const MAX_CELLS: usize = 4096;

/// The first words of the two kinds of contents.
const ROW: u32 = 0;
const RUN: u32 = 1;

/// A cell: 0 empty, 1 black, 2 white.
type Cell = u8;

/// The rules on rows of any length.
#[derive(Default)]
struct ClobberStrip {
    contents: Mutex<Interner>,
}

/// The rules and the state of a board of one row.
pub fn read(setup: &GridSetup) -> (Box<dyn ClassicRules>, State) {
    let rules = ClobberStrip::default();
    let state = rules.row(&setup.cells);
    (Box::new(rules), state)
}

impl ClobberStrip {
    fn intern(&self, words: &[u32]) -> State {
        [lock(&self.contents).intern(InternKey::Words(words)).into(), 0]
    }

    /// The state with these cells.
    fn row(&self, cells: &[Cell]) -> State {
        let pack = |chunk: &[Cell]| chunk.iter().rev().fold(0, |word, &c| word << 2 | u32::from(c));
        let head = [ROW, cells.len() as u32];
        let words: Vec<u32> = head.into_iter().chain(cells.chunks(16).map(pack)).collect();
        self.intern(&words)
    }

    /// The cells of a state.
    fn cells(&self, [id, _]: State) -> Vec<Cell> {
        let contents = lock(&self.contents);
        let words = contents.plain_words(id as u32);
        let (length, packed) = (words[1] as usize, &words[2..]);
        let cell = |at: usize| match words[0] {
            ROW => (packed[at / 16] >> (2 * (at % 16)) & 3) as Cell,
            _ => (packed[at / 32] >> (at % 32) & 1) as Cell + 1,
        };
        (0..length).map(cell).collect()
    }
}

/// The cell of a player's stones.
fn stone(player: Player) -> Cell {
    player.index() as Cell + 1
}

/// The cells that a move leaves and enters. A move is twice the cell that it leaves, plus one if it
/// goes to the right.
fn places(mv: Move) -> [usize; 2] {
    let from = mv.0 as usize / 2;
    if mv.0.is_multiple_of(2) { [from, from - 1] } else { [from, from + 1] }
}

/// The runs of stones that have both colours, with the place where each begins.
fn runs(cells: &[Cell]) -> Vec<(usize, &[Cell])> {
    let mut begin = 0;
    let split = cells.split(|&cell| cell == 0).map(|run| {
        let place = begin;
        begin += run.len() + 1;
        (place, run)
    });
    split.filter(|(_, run)| run.iter().any(|&cell| cell != run[0])).collect()
}

fn reversed(cells: &[Cell]) -> Vec<Cell> {
    cells.iter().rev().copied().collect()
}

/// A run of stones in one direction, a bit for each white stone.
struct Bits {
    words: Vec<u64>,
}

impl Bits {
    fn of(cells: impl Iterator<Item = Cell>) -> Bits {
        let mut words = vec![0];
        for (at, cell) in cells.enumerate() {
            if at / 64 == words.len() {
                words.push(0);
            }
            words[at / 64] |= u64::from(cell == 2) << (at % 64);
        }
        // The word after the last one is read by shifts.
        words.push(0);
        Bits { words }
    }

    /// Copies some bits, of which one is replaced. The bits are inverted if the first one is set.
    /// Returns false if they are all equal.
    fn copy(
        &self,
        start: usize,
        length: usize,
        replaced: (usize, bool),
        to: &mut Vec<u64>,
    ) -> bool {
        let (first, shift) = (start / 64, start % 64);
        to.clear();
        to.extend((0..length.div_ceil(64)).map(|at| {
            let low = self.words[first + at] >> shift;
            let high = self.words.get(first + at + 1).map_or(0, |next| next << 1 << (63 - shift));
            low | high
        }));
        let (place, bit) = replaced;
        to[place / 64] = to[place / 64] & !(1 << (place % 64)) | u64::from(bit) << (place % 64);
        if to[0] & 1 == 1 {
            to.iter_mut().for_each(|word| *word = !*word);
        }
        if !length.is_multiple_of(64)
            && let Some(last) = to.last_mut()
        {
            *last &= (1 << (length % 64)) - 1;
        }
        to.iter().any(|&word| word != 0)
    }
}

/// A run in both directions, and room for the runs after a move.
struct RunOptions<'a> {
    rules: &'a ClobberStrip,
    length: usize,
    forward: Bits,
    backward: Bits,
    images: [Vec<u64>; 2],
    words: Vec<u32>,
}

impl<'a> RunOptions<'a> {
    fn new(rules: &'a ClobberStrip, run: &[Cell]) -> RunOptions<'a> {
        RunOptions {
            rules,
            length: run.len(),
            forward: Bits::of(run.iter().copied()),
            backward: Bits::of(run.iter().rev().copied()),
            images: Default::default(),
            words: Vec::new(),
        }
    }

    /// Adds the part with these stones, of which one is replaced, unless nobody can move in it.
    fn push(
        &mut self,
        start: usize,
        length: usize,
        replaced: (usize, bool),
        list: &mut OptionList,
    ) {
        if length < 2 {
            return;
        }
        let (place, bit) = replaced;
        let [ahead, back] = &mut self.images;
        let from_end = (length - 1 - place, bit);
        if !self.forward.copy(start, length, replaced, ahead) {
            return;
        }
        self.backward.copy(self.length - start - length, length, from_end, back);
        let least = if ahead <= back { ahead } else { back };
        self.words.clear();
        self.words.extend([RUN, length as u32]);
        self.words.extend(least.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]));
        let state = self.rules.intern(&self.words);
        list.push_part(KeyedPart::new(state, state, length as u32));
    }
}

impl ClassicRules for ClobberStrip {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let cells = self.cells(state);
        let (own, other) = (stone(player), stone(player.other()));
        for (from, _) in cells.iter().enumerate().filter(|&(_, &cell)| cell == own) {
            let left = from.checked_sub(1).is_some_and(|to| cells[to] == other);
            let right = cells.get(from + 1) == Some(&other);
            let way = |is_open: bool, way| is_open.then_some(Move(2 * from as u32 + way));
            moves.extend([way(left, 0), way(right, 1)].into_iter().flatten());
        }
    }

    fn play(&self, state: State, player: Player, mv: Move) -> State {
        let mut cells = self.cells(state);
        let [from, to] = places(mv);
        (cells[from], cells[to]) = (0, stone(player));
        self.row(&cells)
    }

    fn print(&self, state: State) -> String {
        self.cells(state).into_iter().map(|cell| STONES[usize::from(cell)]).collect()
    }

    fn move_text(&self, _state: State, mv: Move) -> String {
        places(mv).into_iter().map(|place| format!("{}1", Grid::column_name(place))).collect()
    }

    fn diagram(&self, state: State) -> Diagram {
        board_diagram(Layout::Square, &self.print(state))
    }

    fn move_cells(&self, _state: State, mv: Move) -> Vec<(usize, usize)> {
        places(mv).into_iter().map(|place| (0, place)).collect()
    }

    /// The lesser of the row and its reverse.
    fn symmetric_state(&self, state: State) -> State {
        let cells = self.cells(state);
        let back = reversed(&cells);
        self.row(if cells <= back { &cells } else { &back })
    }

    /// Runs of stones of both colours. The other cells are empty.
    fn parts(&self, state: State) -> Vec<State> {
        let cells = self.cells(state);
        let part = |(begin, run): (usize, &[Cell])| {
            let mut alone = vec![0; cells.len()];
            alone[begin..begin + run.len()].copy_from_slice(run);
            self.row(&alone)
        };
        runs(&cells).into_iter().map(part).collect()
    }

    /// The lesser of the stones from the first to the last one and their reverse.
    fn part_key(&self, part: State) -> State {
        let cells = self.cells(part);
        let begin = cells.iter().position(|&cell| cell != 0).unwrap_or(0);
        let end = cells.iter().rposition(|&cell| cell != 0).map_or(0, |last| last + 1);
        let run = &cells[begin.min(end)..end];
        let back = reversed(run);
        self.row(if run <= back.as_slice() { run } else { &back })
    }

    fn options(&self, state: State, list: &mut OptionList) -> bool {
        let cells = self.cells(state);
        let all = runs(&cells);
        let [(_, run)] = all.as_slice() else { return all.is_empty() };
        let mut options = RunOptions::new(self, run);
        let is_white = |at: usize| run[at] == 2;
        for at in (0..run.len() - 1).filter(|&at| run[at] != run[at + 1]) {
            let behind = run.len() - at - 2;
            // The stone at `at` moves to the right. The stone there gets its colour.
            let whole = (0, is_white(0));
            options.push(0, at, whole, list);
            options.push(at + 1, behind + 1, (0, is_white(at)), list);
            list.end_option();
            // The stone behind it moves to the left.
            options.push(0, at + 1, (at, is_white(at + 1)), list);
            if behind > 0 {
                options.push(at + 2, behind, (0, is_white(at + 2)), list);
            }
            list.end_option();
        }
        true
    }

    /// The number of stones.
    fn size(&self, part: State) -> u32 {
        self.cells(part).into_iter().filter(|&cell| cell != 0).count() as u32
    }

    /// Ids depend on the order in which rows occur.
    fn has_stable_keys(&self) -> bool {
        false
    }

    fn heap_bytes(&self) -> usize {
        lock(&self.contents).bytes()
    }

    /// A row of any length.
    fn read(&self, text: &str) -> Option<State> {
        let setup = clobber::setup(text).ok().filter(|setup| setup.grid.rows == 1)?;
        Some(self.row(&setup.cells))
    }

    /// Exchanges the colours.
    fn negative(&self, state: State) -> Option<State> {
        let swapped: Vec<Cell> =
            self.cells(state).into_iter().map(|c| [0, 2, 1][c as usize]).collect();
        Some(self.row(&swapped))
    }
}
