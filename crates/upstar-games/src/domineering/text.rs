//! Positions and moves as text and diagrams.

use upstar_core::{Bits, Diagram, GridSetup, Layout, Move, Notation, Player};

use super::{ALPHABET, Domineering, INFO, Position};
use crate::board_diagram;

impl<B: Bits> Notation for Domineering<B> {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &Position<B>) -> String {
        GridSetup::print(self.grid, |cell| ALPHABET[usize::from(position.taken.has(cell))])
    }

    /// The names of both cells, the lower or left one first.
    fn move_text(&self, position: &Position<B>, mv: Move) -> String {
        let [first, second] = self.cells(position, mv).map(|cell| self.grid.name(cell));
        match position.mover {
            Player::Left => second + &first,
            Player::Right => first + &second,
        }
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        let character = |cell| match () {
            () if position.vertical.has(cell) => 'v',
            () if position.horizontal.has(cell) => 'h',
            () if position.taken.has(cell) => '#',
            () => '.',
        };
        board_diagram(Layout::Square, &GridSetup::print(self.grid, character))
    }

    fn move_cells(&self, position: &Position<B>, mv: Move) -> Vec<(usize, usize)> {
        self.cells(position, mv).map(|cell| self.grid.place(cell)).to_vec()
    }

    /// Accepts the two cells in either order.
    fn normalise_move(&self, text: &str) -> String {
        let text = text.trim().to_lowercase();
        let split = (1..text.len()).find(|&i| {
            let bytes = text.as_bytes();
            bytes[i - 1].is_ascii_digit() && bytes[i].is_ascii_alphabetic()
        });
        match split.map(|i| text.split_at(i)) {
            Some((a, b)) => {
                let order = |cell: &str| {
                    let letters = cell.trim_end_matches(|c: char| c.is_ascii_digit());
                    (letters.len(), letters.to_string(), cell.len(), cell.to_string())
                };
                if order(a) <= order(b) { text.clone() } else { format!("{b}{a}") }
            }
            None => text,
        }
    }
}
