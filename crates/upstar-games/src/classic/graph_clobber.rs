//! Clobber on graphs. (On boards see [`clobber`](crate::clobber), which is faster.)

use super::{
    Reading,
    clobbering::{self, Prey},
};
use crate::clobber::INFO;

/// Reads a position's text.
///
/// # Errors
/// If the text is not a graph.
pub fn read(text: &str) -> Reading {
    clobbering::read_graph(text, &INFO, Prey::Other)
}
