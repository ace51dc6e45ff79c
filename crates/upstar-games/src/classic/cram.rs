//! Cram: Domineering in which both players may place dominoes in either direction. A player who
//! cannot move loses.
//!
//! A move is twice the number of the domino's first cell, plus one if the domino is horizontal. The
//! game is impartial, so every value is a nimber.

use upstar_core::{
    Bits, GameInfo, Grid, KeyedPart, Makes, Move, OptionList, Player, Shapes, Squares, Wide,
    iter_bits,
};

use super::{
    Reading, State,
    board::{Board, BoardRules, groups},
    square_board::SquareBoard,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "cram",
    summary: "both players place dominoes in either direction; a player who cannot move loses",
    labels: ["left", "right"],
    rules: "The players take turns to cover two free cells that share an edge with a domino. A \
            player who cannot move loses.",
    positions: "a size such as 4x5, at most 120 cells, or rows from the top separated by '/': '.' \
                free, '#' taken",
    moves: "the domino's two cells, the lower or left one first, a1a2",
    usual: "4x4",
    examples: &["2x2", "3x3", "1x7", "2x4", "..#/.../#.."],
};

struct Cram {
    board: SquareBoard,
    regions: Regions,
}

/// Regions of free cells, on the narrowest bitboard that fits.
enum Regions {
    Narrow(RegionBoard<u64>),
    Wide(RegionBoard<u128>),
}

struct RegionBoard<B> {
    squares: Squares<B>,
    shapes: Shapes<B>,
    columns: u32,
}

impl<B: Bits + Wide> RegionBoard<B> {
    fn new(grid: Grid) -> RegionBoard<B> {
        let columns = grid.columns as u32;
        RegionBoard { squares: Squares::new(grid), shapes: Shapes::new(grid), columns }
    }

    /// The least image of free cells under translation, reflection and rotation.
    fn key(&self, region: B) -> State {
        self.shapes.least([region], true)[0].widen()
    }

    /// Appends the options of a set of free cells: the regions after each domino.
    fn options(&self, free: u128, list: &mut OptionList) {
        let free = B::narrow([free, 0]);
        let [up, left, ..] = self.squares.steps(free).map(|set| set & free);
        for (starts, step) in [(up, self.columns), (left, 1)] {
            for first in iter_bits(starts) {
                let domino = B::cell(first) | B::cell(first + step as usize);
                self.push_regions(free & !domino, list);
                list.end_option();
            }
        }
    }

    /// Appends the regions of at least two free cells.
    fn push_regions(&self, mut rest: B, list: &mut OptionList) {
        while !rest.is_empty() {
            let region = self.squares.fill(B::cell(rest.lowest()), rest);
            rest &= !region;
            if region.count() > 1 {
                let key = self.key(region);
                let taken = self.squares.board & !region;
                let state = [taken.widen()[0]; 2];
                list.push_part(KeyedPart::new(key, state, region.count()));
            }
        }
    }
}

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.` and `#`.
pub fn read(text: &str) -> Reading {
    let (board, state, _) = SquareBoard::read(text, &['.', '#'])?;
    let regions = match board.grid.cells() {
        ..=64 => Regions::Narrow(RegionBoard::new(board.grid)),
        _ => Regions::Wide(RegionBoard::new(board.grid)),
    };
    Ok((Box::new(Cram { board, regions }), state))
}

impl Cram {
    /// The cells of a domino, the lower or left one first.
    fn cells(&self, mv: Move) -> [usize; 2] {
        let first = mv.0 as usize / 2;
        if mv.0 % 2 == 1 { [first, first + 1] } else { [first + self.board.grid.columns, first] }
    }
}

impl BoardRules for Cram {
    type Board = SquareBoard;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn board(&self) -> &SquareBoard {
        &self.board
    }

    fn moves(&self, state: State, _player: Player, moves: &mut Vec<Move>) {
        let free = self.board.empty(state);
        // A domino can begin on a free cell if the cell below it or to its right is free.
        let [up, left, ..] = self.board.squares.steps(free).map(|set| set & free);
        for first in iter_bits(up | left) {
            let way =
                |set: u128, lies: u32| set.has(first).then_some(Move(2 * first as u32 + lies));
            moves.extend([way(up, 0), way(left, 1)].into_iter().flatten());
        }
    }

    fn play(&self, state: State, _player: Player, mv: Move) -> State {
        let [a, b] = self.cells(mv).map(u128::cell);
        state.map(|set| set | a | b)
    }

    fn move_cells(&self, mv: Move) -> Vec<usize> {
        self.cells(mv).to_vec()
    }

    /// Connected regions of at least two free cells.
    fn parts(&self, state: State) -> Vec<State> {
        let regions = groups(self.board.empty(state), |set| self.board.squares.neighbours(set));
        let large = regions.into_iter().filter(|region| region.count() > 1);
        large.map(|region| self.board.only(region, state)).collect()
    }

    fn part_key(&self, part: State) -> State {
        self.board.shape(self.board.empty(part), part)
    }

    fn cell_states(&self) -> Option<(&'static [u8], Makes, Option<u8>)> {
        Some((&[0, 3], Makes::Full, Some(1)))
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn impartial_key(&self, part: State) -> State {
        let free = self.board.empty(part);
        match &self.regions {
            Regions::Narrow(board) => board.key(Wide::narrow([free, 0])),
            Regions::Wide(board) => board.key(free),
        }
    }

    fn options(&self, state: State, list: &mut OptionList) -> bool {
        let free = self.board.empty(state);
        match &self.regions {
            Regions::Narrow(board) => board.options(free, list),
            Regions::Wide(board) => board.options(free, list),
        }
        true
    }

    /// Both players have the same moves.
    fn negative(&self, state: State) -> Option<State> {
        Some(state)
    }
}
