//! The rules of the games. Each game has a file or a folder.
//!
//! To add a game, add its file and one line in the registry of `upstar-engine`. Games share these
//! modules:
//!
//! * `cell_moves`: moves that are numbers of cells;
//! * `stones`: games that place a stone on any empty cell;
//! * `connection`: games that are won by connecting sides of a board, Hex and Y;
//! * `winning_lines`: games that are won by making a line, m,n,k games and Connect Four.

mod cell_moves;
pub mod classic;
pub mod clobber;
pub mod connect_four;
mod connection;
pub mod domineering;
pub mod go;
pub mod hex;
pub mod mnk;
pub mod nogo;
pub mod pgame;
pub mod seki;
mod stones;
mod winning_lines;
pub mod y;

use upstar_core::{Diagram, Layout};

/// The diagram of a board whose text has one character for each cell.
fn board_diagram(layout: Layout, text: &str) -> Diagram {
    Diagram { layout, rows: text.split('/').map(String::from).collect() }
}

/// The index of a cell's character in a text of rows of equal length.
fn text_offset(cell: usize, columns: usize) -> usize {
    cell / columns * (columns + 1) + cell % columns
}
