//! How positions and moves are written and drawn.

use crate::{Game, Move, PositionError};

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Squares in rows and columns.
    Square,
    /// Points where lines cross, in rows and columns. The column letters skip `i`.
    Points,
    /// Hexagons, each row shifted half a cell to the right of the one above.
    Hexagons,
    /// Hexagons in a triangle: one cell in the top row, one more in each row below.
    Triangle,
    /// A graph: each row is an edge, `FROM TO COLOUR`; node 0 is the ground.
    Graph,
    /// A graph whose vertices are the cells: each row is a vertex, `NAME CONTENTS X Y NEIGHBOURS`;
    /// neighbours are numbers of rows, separated by `,`, or `-`.
    Vertices,
    /// No board: the position is shown as text.
    Text,
}

/// A diagram of a position, from which ASCII and SVG drawings are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// How the cells are arranged.
    pub layout: Layout,
    /// Rows from the top; a character for each cell: `.` empty, `x` Left's, `o` Right's, `#`
    /// blocked; `v` and `h` a cell of a vertical and of a horizontal domino; the full-width letters
    /// L, R and G a standing domino in blue, red and green; a number or a letter in a black circle
    /// a piece of Left, in a white circle one of Right.
    pub rows: Vec<String>,
}

/// How positions and moves are written and drawn.
pub trait Notation: Game {
    /// The game's name in the registry.
    fn name(&self) -> &str;

    /// The two players' labels, Left's first.
    fn labels(&self) -> [&str; 2];

    /// The position's text. Reading it gives the same position, except for the player to move.
    fn print(&self, position: &Self::Position) -> String;

    /// The name of a legal move.
    fn move_text(&self, position: &Self::Position, mv: Move) -> String;

    /// The diagram of a position.
    fn diagram(&self, position: &Self::Position) -> Diagram;

    /// The cells that a legal move touches, as (row from the top, column), for highlighting.
    fn move_cells(&self, position: &Self::Position, mv: Move) -> Vec<(usize, usize)>;

    /// Turns another common way to write a move into the form of
    /// [`move_text`](Notation::move_text).
    fn normalise_move(&self, text: &str) -> String {
        text.trim().to_lowercase()
    }

    /// The number of the position's state, in games that number their states (those written in
    /// Python).
    fn state_id(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// The legal move with this name.
    ///
    /// # Errors
    /// If the text names no legal move. The message lists some legal moves.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Move, PositionError> {
        let mut moves = Vec::new();
        if self.expand(position, &mut moves).is_some() {
            return Err(PositionError::new(text, "the game is over; there are no legal moves"));
        }
        let wanted = self.normalise_move(text);
        let names: Vec<String> = moves.iter().map(|&m| self.move_text(position, m)).collect();
        if let Some(index) = names.iter().position(|name| *name == wanted) {
            return Ok(moves[index]);
        }
        let shown = names.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
        let dots = if names.len() > 8 { ", …" } else { "" };
        Err(PositionError::new(text, format!("not a legal move here; legal are {shown}{dots}")))
    }
}

/// The description of a game, for lists and for the documentation.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name that users type.
    pub name: &'static str,
    /// A summary in one line.
    pub summary: &'static str,
    /// The players' labels, Left's first.
    pub labels: [&'static str; 2],
    /// The rules, in a few sentences.
    pub rules: &'static str,
    /// How positions are written.
    pub positions: &'static str,
    /// How moves are written.
    pub moves: &'static str,
    /// The default position. It is small enough for a quick search.
    pub usual: &'static str,
    /// Small positions, for examples and for tests over all games.
    pub examples: &'static [&'static str],
}

/// How a position is identified in files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionName {
    /// The game's name in the registry.
    pub game: String,
    /// The position's text.
    pub position: String,
    /// The players' labels, Left's first.
    pub labels: [String; 2],
}
