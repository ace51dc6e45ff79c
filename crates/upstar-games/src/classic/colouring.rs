//! Col and Snort: place a stone where the neighbours allow it. They differ in whose stones a cell
//! may not touch.
//!
//! What matters of a position is which cells each player may still use. A cell that only one of
//! them may use is *tinted*. Two adjacent cells are joined only if a stone on one of them could
//! take a right away on the other.

use upstar_core::{Bits, Cells, Diagram, GameInfo, Makes, Move, Player, Turning, iter_bits};

use super::{
    Reading, Rules, State,
    field::{Field, STONES, groups, stones, swapped},
};

/// Whose stones a player's new stone may not touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuns {
    /// The player's own (Col).
    Own,
    /// The opponent's (Snort).
    Other,
}

struct Colouring {
    info: &'static GameInfo,
    field: Field,
    shuns: Shuns,
}

/// Reads a position of either game.
pub fn read(text: &str, info: &'static GameInfo, shuns: Shuns) -> Reading {
    let (field, state, _) = Field::read(text, STONES)?;
    Ok((Box::new(Colouring { info, field, shuns }), state))
}

impl Colouring {
    /// The cells that Left and Right may use.
    fn allowed(&self, state: State) -> [u128; 2] {
        let beside = stones(state).map(|set| self.field.squares.neighbours(set));
        let [left, right] = if self.shuns == Shuns::Own { beside } else { swapped(beside) };
        let empty = self.field.empty(state);
        [empty & !left, empty & !right]
    }
}

impl Rules for Colouring {
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let cells = self.allowed(state)[player.index()];
        moves.extend(iter_bits(cells).map(|cell| Move(cell as u32)));
    }

    fn play(&self, mut state: State, player: Player, mv: Move) -> State {
        state[player.index()] |= u128::cell(mv.0 as usize);
        state
    }

    fn print(&self, state: State) -> String {
        self.field.print(state)
    }

    fn move_text(&self, _state: State, mv: Move) -> String {
        self.field.names([mv.0 as usize])
    }

    fn diagram(&self, state: State) -> Diagram {
        self.field.diagram(state)
    }

    fn move_cells(&self, _state: State, mv: Move) -> Vec<(usize, usize)> {
        self.field.places([mv.0 as usize])
    }

    fn symmetric(&self, state: State) -> State {
        self.field.least(state)
    }

    /// The difference in cells that may be used.
    fn evaluate(&self, state: State) -> i32 {
        let [left, right] = self.allowed(state);
        left.count() as i32 - right.count() as i32
    }

    /// Joined cells, with the stones beside them that tint them.
    fn parts(&self, state: State) -> Vec<State> {
        let [left, right] = self.allowed(state);
        let beside = |set| self.field.squares.neighbours(set);
        let regions = groups(left | right, |set| match self.shuns {
            Shuns::Own => beside(set & left) & left | beside(set & right) & right,
            Shuns::Other => beside(set & left) & right | beside(set & right) & left,
        });
        let [x, o] = stones(state);
        let kept = |region| region | beside(region) & (x | o);
        regions.into_iter().map(|region| self.field.only(kept(region), state)).collect()
    }

    /// The shape of the cells in use, tints included.
    fn part_name(&self, part: State) -> State {
        let [left, right] = self.allowed(part);
        self.field.shape(left | right, [!left, !right])
    }

    fn size(&self, part: State) -> u32 {
        self.field.size(part)
    }

    /// Nobody may use the part's cells any more; the stones beside them stay.
    fn without(&self, state: State, part: State) -> Option<State> {
        let [left, right] = self.allowed(part);
        Some(state.map(|set| set | left | right))
    }

    fn cells(&self) -> Option<Cells> {
        let (marks, makes) = (&[0, 1, 2], Makes::Full);
        Some(Cells { grid: self.field.grid, marks, makes, outside: None, turning: Turning::Keeps })
    }

    fn negative(&self, state: State) -> State {
        swapped(state)
    }
}
