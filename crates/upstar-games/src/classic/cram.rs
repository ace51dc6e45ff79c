//! Cram: Domineering in which both players may place either way; whoever cannot move loses.
//!
//! A move is twice the number of the domino's first cell, plus one if it lies down. It is
//! impartial, so every value is a nimber.

use upstar_core::{Bits, Cells, Diagram, GameInfo, Makes, Move, Player, Turning, iter_bits};

use super::{
    Reading, Rules, State,
    field::{Field, groups},
};

/// The registry's entry.
pub const INFO: GameInfo = GameInfo {
    name: "cram",
    summary: "dominoes either way by both players; whoever cannot move loses",
    labels: ["left", "right"],
    rules: "The players take turns to cover two free cells that share an edge with a domino. A \
            player who has no move loses.",
    positions: "a size such as 4x5, at most 120 cells, or rows from the top separated by '/': '.' \
                free, '#' taken",
    moves: "the domino's two cells, the lower or left one first, a1a2",
    usual: "4x4",
    examples: &["2x2", "3x3", "1x7", "2x4", "..#/.../#.."],
};

struct Cram {
    field: Field,
}

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of `.` and `#`.
pub fn read(text: &str) -> Reading {
    let (field, state, _) = Field::read(text, &['.', '#'])?;
    Ok((Box::new(Cram { field }), state))
}

impl Cram {
    /// The cells of a domino, the lower or left one first.
    fn cells(&self, mv: Move) -> [usize; 2] {
        let first = mv.0 as usize / 2;
        if mv.0 % 2 == 1 { [first, first + 1] } else { [first + self.field.grid.columns, first] }
    }
}

impl Rules for Cram {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn moves(&self, state: State, _player: Player, moves: &mut Vec<Move>) {
        let free = self.field.empty(state);
        // A domino begins where a free cell, moved up or to the left, meets another.
        let [up, left, ..] = self.field.squares.steps(free).map(|set| set & free);
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

    fn print(&self, state: State) -> String {
        self.field.print(state)
    }

    fn move_text(&self, _state: State, mv: Move) -> String {
        self.field.names(self.cells(mv))
    }

    fn diagram(&self, state: State) -> Diagram {
        self.field.diagram(state)
    }

    fn move_cells(&self, _state: State, mv: Move) -> Vec<(usize, usize)> {
        self.field.places(self.cells(mv))
    }

    fn symmetric(&self, state: State) -> State {
        self.field.least(state)
    }

    /// Regions of at least two free cells.
    fn parts(&self, state: State) -> Vec<State> {
        let regions = groups(self.field.empty(state), |set| self.field.squares.neighbours(set));
        let large = regions.into_iter().filter(|region| region.count() > 1);
        large.map(|region| self.field.only(region, state)).collect()
    }

    fn part_name(&self, part: State) -> State {
        self.field.shape(self.field.empty(part), part)
    }

    fn size(&self, part: State) -> u32 {
        self.field.size(part)
    }

    fn without(&self, state: State, part: State) -> Option<State> {
        Some(self.field.without(state, part))
    }

    fn cells(&self) -> Option<Cells> {
        let (marks, makes) = (&[0, 3], Makes::Full);
        Some(Cells {
            grid: self.field.grid,
            marks,
            makes,
            outside: Some(1),
            turning: Turning::Keeps,
        })
    }

    /// Both players have the same moves.
    fn negative(&self, state: State) -> State {
        state
    }
}
