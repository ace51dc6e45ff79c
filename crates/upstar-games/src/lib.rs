//! The games, one file each. A game is added by its file and one line in
//! [`registry`](crate::registry).

pub mod classic;
pub mod clobber;
pub mod connect_four;
mod connection;
pub mod domineering;
pub mod go;
pub mod hex;
mod lines;
pub mod mnk;
pub mod nogo;
pub mod pgame;
mod reduction;
pub mod seki;
pub mod y;

use upstar_core::{Diagram, Layout};

/// The picture of a board whose text has a character for each cell.
fn drawn(layout: Layout, text: &str) -> Diagram {
    Diagram { layout, rows: text.split('/').map(String::from).collect() }
}

/// Where the character of a cell stands in a text of rows of equal length.
fn character_of(cell: usize, columns: usize) -> usize {
    cell / columns * (columns + 1) + cell % columns
}
