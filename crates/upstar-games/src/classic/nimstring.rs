//! Nimstring: Dots and Boxes in which the player who cannot move loses, whoever has more boxes.
//! (Berlekamp, Conway and Guy, *Winning Ways*, chapter 16; Berlekamp, *The Dots and Boxes Game*.)
//!
//! In full, a player draws a line, and draws another one after completing a box. So a player who
//! completes the last box cannot move, and loses. A box with one missing line can be completed at
//! any time. Two facts make this an impartial game in which each move ends the turn:
//!
//! * A position is *loony* if a box lacks one line, this line leads to a box that lacks two, and the
//!   other of these two lines completes no box. The player to move wins with any other position
//!   beside it: they complete both boxes and move on, or draw the other line, so that the opponent
//!   completes both boxes with one line and has to move. So nobody makes a position loony who can
//!   avoid it, and a player who has only such moves loses.
//! * In every other position it is best to complete a box that lacks one line. The position after it
//!   has the same nimber.
//!
//! So the moves here are those after which the position is not loony, and boxes that lack one line
//! are completed at once. Outcomes and nimbers are those of the full game.
//!
//! ```text
//! lines of a board of 1x2 boxes    +0+1+    state: the lines that are drawn
//!                                  2 3 4
//!                                  +5+6+
//! ```

use upstar_core::{
    Bits, Diagram, GameInfo, Grid, GridSetup, Layout, Move, Player, PositionError, iter_bits,
};

use super::{ClassicRules, Reading, State};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "nimstring",
    summary: "draw lines between dots; a player who can only offer boxes in a chain loses",
    labels: ["left", "right"],
    rules: "Dots and Boxes without scores. The players take turns to draw a line between adjacent \
            dots. A box that lacks one line is completed at once, at no cost. A move is not allowed \
            if it makes the position loony: a box then lacks one line, which leads to a box that \
            lacks two, and the opponent may choose who has to move next. A player who cannot move \
            loses. Outcomes and nimbers are those of Nimstring in Winning Ways, in which whoever \
            completes a box moves again.",
    positions: "a size in boxes such as 2x3, at most 120 lines, or rows from the top separated by \
                '/', which alternate between horizontal lines ('=' drawn, '.' not) and vertical ones \
                ('|' drawn, '.' not): ../.|./== has 1x2 boxes",
    moves: "a box and its side: 'b' bottom, 'l' left, in the top row also 't' top, in the last \
            column also 'r' right; a1b",
    usual: "2x2",
    examples: &["1x1", "1x2", "../.|./==", "./../.", "=.=/..../...", "==/.../../..|/=="],
};

/// The maximum number of lines of a board. The size of a shape is stored in the bits above.
const MAX_LINES: usize = 120;

/// A board of boxes of one size. Lines are numbered row by row, horizontal and vertical in turn.
struct Nimstring {
    boxes: Grid,
    /// The four lines of each box.
    sides: Vec<u128>,
}

/// The numbers of the lines on a board of boxes.
#[derive(Clone, Copy)]
struct Lines {
    rows: usize,
    columns: usize,
}

impl Lines {
    fn count(self) -> usize {
        2 * self.rows * self.columns + self.rows + self.columns
    }

    /// The horizontal line above the box at this place, or below the last row.
    fn horizontal(self, row: usize, column: usize) -> usize {
        row * (2 * self.columns + 1) + column
    }

    /// The vertical line to the left of the box at this place, or to the right of the last column.
    fn vertical(self, row: usize, column: usize) -> usize {
        row * (2 * self.columns + 1) + self.columns + column
    }

    /// The four lines of the box at this place.
    fn around(self, (row, column): (usize, usize)) -> u128 {
        let [above, below] = [row, row + 1].map(|row| self.horizontal(row, column));
        let [left, right] = [column, column + 1].map(|column| self.vertical(row, column));
        [above, below, left, right].into_iter().fold(0, |set, line| set | 1 << line)
    }

    /// Is it a vertical line, and its row and column?
    fn place(self, line: usize) -> (bool, usize, usize) {
        let (row, rest) = (line / (2 * self.columns + 1), line % (2 * self.columns + 1));
        match rest.checked_sub(self.columns) {
            None => (false, row, rest),
            Some(column) => (true, row, column),
        }
    }
}

/// Reads a position's text.
///
/// # Errors
/// If the text is neither a size nor rows of lines, or if the position is loony.
pub fn read(text: &str) -> Reading {
    let (boxes, drawn) = if text.contains('/') {
        read_rows(text)?
    } else {
        let setup = GridSetup::parse(text, &['.'], None)?;
        if !setup.is_size {
            let message = "expected a size in boxes such as 2x3, or rows such as ../.|./==";
            return Err(PositionError::at(text, 0, message));
        }
        (setup.grid, 0)
    };
    let lines = Lines { rows: boxes.rows, columns: boxes.columns };
    if lines.count() > MAX_LINES {
        let message = format!("{} lines are too many; the limit is {MAX_LINES}", lines.count());
        return Err(PositionError::new(text, message));
    }
    let sides = (0..boxes.cells()).map(|cell| lines.around(boxes.place(cell))).collect();
    let rules = Nimstring { boxes, sides };
    let Some(drawn) = rules.completed(drawn) else {
        let message = "the position is loony: a box lacks one line that leads to a box that lacks \
                       two, so the player to move wins with anything beside it; complete these boxes";
        return Err(PositionError::new(text, message));
    };
    Ok((Box::new(rules), [drawn, 0]))
}

/// Reads rows of lines.
fn read_rows(text: &str) -> Result<(Grid, u128), PositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    let columns = rows[0].chars().count();
    let mut drawn = 0;
    let (mut line, mut at) = (0, 0);
    for (number, row) in rows.iter().enumerate() {
        let (mark, wanted) = if number % 2 == 0 { ('=', columns) } else { ('|', columns + 1) };
        let found = row.chars().count();
        if found != wanted || columns == 0 {
            let message = format!(
                "this row has {found} lines, but rows alternate between {columns} horizontal and {} \
                 vertical ones",
                columns + 1
            );
            return Err(PositionError::at(text, at, message));
        }
        for character in row.chars() {
            match character {
                '.' => {}
                _ if character == mark && line < MAX_LINES => drawn |= 1 << line,
                _ if character == mark => {}
                _ => {
                    let message = format!(
                        "'{}' is neither '{mark}' (drawn) nor '.' (not drawn)",
                        character.escape_default()
                    );
                    return Err(PositionError::at(text, at, message));
                }
            }
            line += 1;
            at += 1;
        }
        at += 1;
    }
    if rows.len().is_multiple_of(2) {
        return Err(PositionError::new(text, "the last row must be one of horizontal lines"));
    }
    Ok((Grid { rows: rows.len() / 2, columns }, drawn))
}

impl Nimstring {
    fn lines(&self) -> Lines {
        Lines { rows: self.boxes.rows, columns: self.boxes.columns }
    }

    /// The missing lines of a box.
    fn missing(&self, drawn: u128, cell: usize) -> u128 {
        self.sides[cell] & !drawn
    }

    /// The box on the other side of a line, if there is one.
    fn across(&self, cell: usize, line: u128) -> Option<usize> {
        let all = self.sides.iter().enumerate();
        all.map(|(other, sides)| (other, sides & line))
            .find(|&(other, shared)| other != cell && shared != 0)
            .map(|(other, _)| other)
    }

    /// The lines after another one is drawn and boxes are completed; `None` if the position is loony.
    fn drawn_with(&self, drawn: u128, line: u128) -> Option<u128> {
        let is_opened = |sides: &u128| sides & line != 0 && (sides & !drawn).count() <= 2;
        match self.sides.iter().any(is_opened) {
            true => self.completed(drawn | line),
            false => Some(drawn | line),
        }
    }

    /// The lines after all boxes that lack one line are completed; `None` if the position is loony.
    fn completed(&self, mut drawn: u128) -> Option<u128> {
        loop {
            let mut next = drawn;
            for cell in 0..self.boxes.cells() {
                let line = self.missing(drawn, cell);
                if line.count() != 1 {
                    continue;
                }
                if self.is_loony(drawn, cell, line) {
                    return None;
                }
                next = drawn | line;
            }
            if next == drawn {
                return Some(drawn);
            }
            drawn = next;
        }
    }

    /// May the player who completes this box also leave it to the opponent? The box lacks only
    /// `line`.
    fn is_loony(&self, drawn: u128, cell: usize, line: u128) -> bool {
        let Some(next) = self.across(cell, line) else { return false };
        let other = self.missing(drawn, next) & !line;
        let completes = |cell| self.missing(drawn, cell) == other;
        other.count() == 1 && !self.across(next, other).is_some_and(completes)
    }

    /// The least image of some lines under the eight symmetries, in the smallest board around them.
    fn shape(&self, missing: u128) -> State {
        let lines = self.lines();
        // Doubled coordinates: dots are at even places, lines between them.
        let place = |line| match lines.place(line) {
            (false, row, column) => [2 * row, 2 * column + 1],
            (true, row, column) => [2 * row + 1, 2 * column],
        };
        let places: Vec<[usize; 2]> = iter_bits(missing).map(place).collect();
        let along = |axis: usize| places.iter().map(move |place| place[axis]);
        let low = [0, 1].map(|axis| along(axis).min().unwrap_or(0) / 2 * 2);
        let high = [0, 1].map(|axis| along(axis).max().unwrap_or(0).div_ceil(2) * 2);
        let extent = [high[0] - low[0], high[1] - low[1]];
        let image = |turn: usize| {
            let is_turned = turn & 4 != 0;
            let [height, width] = if is_turned { [extent[1], extent[0]] } else { extent };
            let within = Lines { rows: height / 2, columns: width / 2 };
            let mut image = 0_u128;
            for place in &places {
                let moved = [0, 1].map(|axis| match turn >> axis & 1 {
                    0 => place[axis] - low[axis],
                    _ => high[axis] - place[axis],
                });
                let [row, column] = if is_turned { [moved[1], moved[0]] } else { moved };
                image |= match row % 2 {
                    0 => 1 << within.horizontal(row / 2, column / 2),
                    _ => 1 << within.vertical(row / 2, column / 2),
                };
            }
            [image, (height << 8 | width) as u128]
        };
        (0..8).map(image).min().unwrap_or_default()
    }
}

impl ClassicRules for Nimstring {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn moves(&self, [drawn, _]: State, _player: Player, moves: &mut Vec<Move>) {
        let missing = u128::first(self.lines().count()) & !drawn;
        let allowed =
            iter_bits(missing).filter(|&line| self.drawn_with(drawn, 1 << line).is_some());
        moves.extend(allowed.map(|line| Move(line as u32)));
    }

    fn play(&self, [drawn, _]: State, _player: Player, mv: Move) -> State {
        let line = 1 << mv.0;
        [self.drawn_with(drawn, line).unwrap_or(drawn | line), 0]
    }

    fn print(&self, [drawn, _]: State) -> String {
        let Lines { rows, columns } = self.lines();
        let mut text = String::new();
        let mut line = 0;
        for row in 0..=2 * rows {
            let (mark, length) = if row % 2 == 0 { ('=', columns) } else { ('|', columns + 1) };
            text.extend((line..line + length).map(|at| if drawn.has(at) { mark } else { '.' }));
            text.push_str(if row == 2 * rows { "" } else { "/" });
            line += length;
        }
        text
    }

    fn move_text(&self, _state: State, mv: Move) -> String {
        let Grid { rows, columns } = self.boxes;
        let name = |row, column| self.boxes.name(self.boxes.cell(row, column));
        match self.lines().place(mv.0 as usize) {
            (false, 0, column) => name(0, column) + "t",
            (false, row, column) => name(row.min(rows) - 1, column) + "b",
            (true, row, column) if column == columns => name(row, column - 1) + "r",
            (true, row, column) => name(row, column) + "l",
        }
    }

    /// Dots, and the lines that are drawn.
    fn diagram(&self, [drawn, _]: State) -> Diagram {
        let lines = self.lines();
        let draw = |line: usize, mark: &'static str, none: &'static str| {
            if drawn.has(line) { mark } else { none }
        };
        let mut rows = Vec::new();
        for row in 0..=lines.rows {
            let across = (0..lines.columns).map(|c| draw(lines.horizontal(row, c), "---", "   "));
            rows.push(format!("+{}", across.map(|mark| format!("{mark}+")).collect::<String>()));
            if row < lines.rows {
                let down = (0..=lines.columns).map(|c| draw(lines.vertical(row, c), "|", " "));
                rows.push(down.collect::<Vec<_>>().join("   "));
            }
        }
        Diagram { layout: Layout::Text, rows }
    }

    fn symmetric_state(&self, state: State) -> State {
        self.part_key(state)
    }

    /// Boxes that are connected by missing lines, with all missing lines around them.
    fn parts(&self, state: State) -> Vec<State> {
        let all = u128::first(self.lines().count());
        let mut open: Vec<usize> =
            (0..self.boxes.cells()).filter(|&cell| self.missing(state[0], cell) != 0).collect();
        let mut parts = Vec::new();
        while let Some(first) = open.pop() {
            let mut around = self.missing(state[0], first);
            loop {
                let before = around;
                open.retain(|&cell| {
                    let missing = self.missing(state[0], cell);
                    let is_joined = missing & around != 0;
                    around |= if is_joined { missing } else { 0 };
                    !is_joined
                });
                if around == before {
                    break;
                }
            }
            parts.push([all & !around, 0]);
        }
        let has_move = |&part: &State| {
            let mut moves = Vec::new();
            self.moves(part, Player::Left, &mut moves);
            !moves.is_empty()
        };
        parts.into_iter().filter(has_move).collect()
    }

    /// One key for all translations, rotations and reflections of the missing lines.
    fn part_key(&self, part: State) -> State {
        self.shape(u128::first(self.lines().count()) & !part[0])
    }

    /// The number of missing lines.
    fn size(&self, part: State) -> u32 {
        (u128::first(self.lines().count()) & !part[0]).count()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// Both players have the same moves.
    fn negative(&self, state: State) -> Option<State> {
        Some(state)
    }
}
