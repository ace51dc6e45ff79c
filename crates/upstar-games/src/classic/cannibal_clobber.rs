//! Cannibal Clobber: Clobber in which a stone may also move onto a stone of its own colour. A
//! player who cannot move loses. (Folkersen, Müller and Du, *MCGS: a minimax-based combinatorial
//! game solver*, has the game and its name.)

use upstar_core::GameInfo;

use super::{
    Reading,
    clobbering::{self, Prey},
    graph,
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "cannibal-clobber",
    summary: "move onto any adjacent stone; a player who cannot move loses",
    labels: ["black", "white"],
    rules: "The players take turns to move one of their stones onto an orthogonally adjacent cell \
            with a stone of either colour, which is removed. A player who cannot move loses.",
    positions: "a size such as 4x5, at most 120 cells, which means the full checkerboard with 'x' \
                at the bottom left, or rows from the top separated by '/': '.' empty, 'x' black, \
                'o' white, '#' not on the board; or a graph, graph:cycle(6) 1,3=x 2=o",
    moves: "from and to, a1a2; on a graph 1-2",
    usual: "3x4",
    examples: &["1x4", "2x2", "xxo", "xx./oxo", "xo#x", "graph:cycle(5) 1,2=x 3,5=o"],
};

/// Reads a position's text.
///
/// # Errors
/// If the text is not a size, rows of cells or a graph.
pub fn read(text: &str) -> Reading {
    match graph::is_graph(text) {
        true => clobbering::read_graph(text, &INFO, Prey::Any),
        false => clobbering::read_squares(text, &INFO, Prey::Any),
    }
}
