//! Graphs as boards: the cells are the vertices, at most 120.
//!
//! All games on graphs read one form of text (see `text.rs`): a named graph such as `cycle(8)` or a
//! list of edges, then the contents of vertices, `graph:a-b b-c c-a a=x`. The text before the
//! contents determines the numbers of the vertices, and every position on the board prints it. So
//! positions with equal texts have equal states.
//!
//! * `text.rs`: reading the text;
//! * `named.rs`: the named graphs and where they are drawn;
//! * `places.rs`: places of the vertices of any other graph;
//! * `shape.rs`: keys of parts.

mod named;
mod places;
mod shape;
mod text;

use std::{fmt::Write as _, sync::OnceLock};

use upstar_core::{Alphabet, Bits, Diagram, Layout, PositionError, iter_bits};

use super::{
    State,
    board::{Board, STONES},
};
pub use text::{GraphText, is_graph};

/// A point of the drawing. Neighbours are about one unit apart.
pub type Place = (f64, f64);

/// A graph as a board.
#[derive(Debug)]
pub struct GraphBoard {
    /// The text without the contents of vertices.
    head: String,
    names: Vec<String>,
    /// The neighbours of each vertex.
    adjacent: Vec<u128>,
    /// The places in the drawing: those of a named graph, or computed when first drawn.
    places: OnceLock<Vec<Place>>,
}

/// Reads a position of a game on graphs whose vertices have contents of `alphabet`, a part of
/// [`STONES`].
///
/// # Errors
/// If the text is not a graph, or if a vertex has other contents.
pub fn read(text: &str, alphabet: Alphabet) -> Result<(GraphBoard, State), PositionError> {
    let parsed = GraphText::parse(text, alphabet, &[])?;
    let mut state = [0, 0];
    for &(vertex, mark) in &parsed.marks {
        let code = STONES.iter().position(|&c| c == mark).unwrap_or(0);
        for (plane, set) in state.iter_mut().enumerate() {
            *set = *set & !u128::cell(vertex) | u128::from(code >> plane & 1 == 1) << vertex;
        }
    }
    let mut adjacent = vec![0; parsed.names.len()];
    for &(a, b, _) in &parsed.edges {
        adjacent[a] |= u128::cell(b);
        adjacent[b] |= u128::cell(a);
    }
    let places = OnceLock::new();
    if let Some(known) = parsed.places {
        let _ = places.set(known);
    }
    let board = GraphBoard { head: parsed.head, names: parsed.names, adjacent, places };
    Ok((board, state))
}

impl GraphBoard {
    /// The contents of a vertex.
    fn mark([x, o]: State, vertex: usize) -> char {
        STONES[usize::from(x.has(vertex)) + 2 * usize::from(o.has(vertex))]
    }

    /// The name of a vertex.
    pub fn name(&self, vertex: usize) -> &str {
        &self.names[vertex]
    }
}

impl Board for GraphBoard {
    fn all(&self) -> u128 {
        u128::first(self.names.len())
    }

    fn neighbours(&self, set: u128) -> u128 {
        iter_bits(set).fold(0, |found, vertex| found | self.adjacent[vertex])
    }

    fn print(&self, state: State) -> String {
        let mut text = self.head.clone();
        for &mark in &STONES[1..] {
            let marked = (0..self.names.len()).filter(|&v| GraphBoard::mark(state, v) == mark);
            let names: Vec<&str> = marked.map(|v| self.name(v)).collect();
            if !names.is_empty() {
                let _ = write!(text, " {}={mark}", names.join(","));
            }
        }
        text
    }

    fn move_text(&self, cells: &[usize]) -> String {
        cells.iter().map(|&v| self.name(v)).collect::<Vec<_>>().join("-")
    }

    /// One row for each vertex: its name, its contents, x, y, and the numbers of its neighbours.
    fn diagram(&self, state: State) -> Diagram {
        let places = self.places.get_or_init(|| places::compute(&self.adjacent));
        let row = |vertex: usize| {
            let (x, y) = places[vertex];
            let beside: Vec<String> =
                iter_bits(self.adjacent[vertex]).map(|v| v.to_string()).collect();
            let beside = if beside.is_empty() { "-".into() } else { beside.join(",") };
            let mark = GraphBoard::mark(state, vertex);
            format!("{} {mark} {x:.2} {y:.2} {beside}", self.name(vertex))
        };
        Diagram { layout: Layout::Vertices, rows: (0..self.names.len()).map(row).collect() }
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        (cell, 0)
    }

    /// Symmetries of graphs are not searched for.
    fn symmetric(&self, state: State) -> State {
        state
    }

    fn shape(&self, region: u128, sets: State) -> State {
        shape::key(&self.adjacent, self.all(), region, sets)
    }
}
