//! Hackenbush: a move cuts an edge. All edges that are no longer connected to the ground are
//! removed. A player who cannot move loses. (Conway, *On Numbers and Games*; Berlekamp, Conway and
//! Guy, *Winning Ways*.)
//!
//! The text is a list of paths separated by `,`. A path is a sequence of edges from the ground up:
//! `L` blue, `R` red or `G` green. So a stalk is written as its colours. A lower-case letter after
//! an edge names the node where it ends. A path may begin at a named node. An edge may end at a
//! node that has been named, or at the ground, `0`. So `La,aRL,aR` is a tree with two branches, and
//! in `LaLb,aGb` two edges connect the nodes a and b.
//!
//! A graph can also be written as in the other games on graphs: `graph:0-a=L a-b=R`. The vertex `0`
//! and vertices with the contents `0` are the ground, and edges without a colour are green.
//!
//! The state lists the edges in the order of a depth-first traversal from the ground. At each node
//! the traversal takes the first edge of the old list. Nodes are numbered in the order of the
//! traversal. Each edge has 12 bits: its start, its end and its colour. Reading a printed position
//! gives the same order. A move is the number of its edge in the list.

use upstar_core::{Diagram, GameInfo, Layout, Move, Player, PositionError};

use super::{
    ClassicRules, Reading, State,
    graph::{GraphText, is_graph},
};

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "hackenbush",
    summary: "cut an edge; edges cut off from the ground are removed; a player who cannot move loses",
    labels: ["left", "right"],
    rules: "A graph stands on the ground. The players take turns to cut an edge. Left cuts a blue or \
            a green edge, Right a red or a green one. All edges that are no longer connected to \
            the ground are removed. A player who cannot move loses.",
    positions: "paths separated by ',', at most 20 edges: edges from the ground up, 'L' blue, 'R' \
                red, 'G' green, so that LRRL is a stalk; a letter a to z after an edge names the \
                node there, where other paths can begin or end, La,aRL,aR; '0' is the ground, LG0; \
                '-' is the empty graph; or a graph, graph:tree(2,2) 1=0 1-2=L, where vertices with '0' \
                are on the ground and other edges are green",
    moves: "the number of the edge in the text, from the left, 1",
    usual: "LaGbR0,aLb",
    examples: &[
        "LRRL",
        "LR,RRL",
        "GG,GR",
        "La,aRL,aR",
        "LaGbR0,aLb",
        "GaLa,aR",
        "-",
        "graph:0-a=L a-b-0=R",
    ],
};

/// The maximum number of edges. Ten fit each half of the state.
const MAX_EDGES: usize = 20;
const COLOURS: [char; 4] = ['-', 'L', 'R', 'G'];

/// An edge: its ends (the ground is node 0) and the index of its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Edge {
    from: u8,
    to: u8,
    colour: u8,
}

/// A list of edges.
#[derive(Clone, Copy, Debug)]
struct Graph {
    edges: [Edge; MAX_EDGES],
    count: usize,
}

struct Hackenbush;

/// Reads a position's text.
///
/// # Errors
/// If the text is not a graph that stands on the ground.
pub fn read(text: &str) -> Reading {
    let graph = if is_graph(text) { Graph::read_graph(text)? } else { Graph::read(text)? };
    let standing = graph.standing();
    if standing.count < graph.count {
        let message = "some edges are not connected to the ground; every path must be";
        return Err(PositionError::new(text, message));
    }
    Ok((Box::new(Hackenbush), standing.state()))
}

impl Graph {
    const EMPTY: Graph = Graph { edges: [Edge { from: 0, to: 0, colour: 0 }; MAX_EDGES], count: 0 };

    fn edges(&self) -> &[Edge] {
        &self.edges[..self.count]
    }

    fn push(&mut self, edge: Edge) {
        self.edges[self.count] = edge;
        self.count += 1;
    }

    fn read(text: &str) -> Result<Graph, PositionError> {
        let mut graph = Graph::EMPTY;
        if text == "-" {
            return Ok(graph);
        }
        let mut named: Vec<char> = Vec::new();
        let (mut node, mut fresh) = (0, 32); // named nodes are 1 to 26, then the others
        let mut path_begins = true;
        let mut letters = text.chars().enumerate().peekable();
        let mut number = |letter: char| match named.iter().position(|&c| c == letter) {
            _ if letter == '0' => 0,
            Some(place) => place as u8 + 1,
            None => {
                named.push(letter);
                named.len() as u8
            }
        };
        let is_node = |c: char| c == '0' || c.is_ascii_lowercase();
        while let Some((at, letter)) = letters.next() {
            let next = letters.peek().map(|&(_, c)| c);
            let edge_follows = next.is_some_and(|c| COLOURS[1..].contains(&c));
            match COLOURS.iter().position(|&c| c == letter && c != '-') {
                Some(_) if graph.count == MAX_EDGES => {
                    let message = format!("there are too many edges; the limit is {MAX_EDGES}");
                    return Err(PositionError::at(text, at, message));
                }
                Some(colour) => {
                    let to = match next.filter(|&c| is_node(c)) {
                        Some(name) => {
                            letters.next();
                            number(name)
                        }
                        None => {
                            fresh += 1;
                            fresh
                        }
                    };
                    graph.push(Edge { from: node, to, colour: colour as u8 });
                    (node, path_begins) = (to, false);
                }
                None if path_begins && is_node(letter) && edge_follows => {
                    (node, path_begins) = (number(letter), false);
                }
                None if letter == ',' && !path_begins && next.is_some() => {
                    (node, path_begins) = (0, true);
                }
                None => {
                    let message = "a path is edges 'L', 'R' or 'G', each with at most one node \
                                   'a' to 'z' or '0' after it; paths are separated by ','";
                    return Err(PositionError::at(text, at, message));
                }
            }
        }
        match path_begins {
            true => Err(PositionError::new(text, "a path needs an edge; '-' is the empty graph")),
            false => Ok(graph),
        }
    }

    /// Reads the common form of graphs.
    fn read_graph(text: &str) -> Result<Graph, PositionError> {
        let found = GraphText::parse(text, &['0'], &['L', 'R', 'G'])?;
        if found.edges.len() > MAX_EDGES {
            let message =
                format!("{} edges are too many; the limit is {MAX_EDGES}", found.edges.len());
            return Err(PositionError::new(text, message));
        }
        let is_ground = |v: usize| found.names[v] == "0" || found.marks.iter().any(|m| m.0 == v);
        if !found.edges.is_empty() && !(0..found.names.len()).any(is_ground) {
            let message = "no vertex is on the ground; name one '0' or write a=0";
            return Err(PositionError::new(text, message));
        }
        let mut used: Vec<usize> = Vec::new();
        let mut number = |v: usize| match used.iter().position(|&other| other == v) {
            _ if is_ground(v) => 0,
            Some(place) => place as u8 + 1,
            None => {
                used.push(v);
                used.len() as u8
            }
        };
        let mut graph = Graph::EMPTY;
        for &(a, b, colour) in &found.edges {
            let colour = COLOURS.iter().position(|&c| c == colour.unwrap_or('G')).unwrap_or(0);
            graph.push(Edge { from: number(a), to: number(b), colour: colour as u8 });
        }
        Ok(graph)
    }

    /// The edges that are connected to the ground, in the order of the traversal.
    fn standing(&self) -> Graph {
        let mut found = Graph::EMPTY;
        let mut numbers = [u8::MAX; 64];
        numbers[0] = 0;
        let (mut used, mut known) = ([false; MAX_EDGES], 1);
        let mut path = [0_u8; MAX_EDGES + 1];
        let mut depth = 1;
        while depth > 0 {
            let node = path[depth - 1];
            let touches = |edge: &Edge| edge.from == node || edge.to == node;
            let next = (0..self.count).find(|&i| !used[i] && touches(&self.edges[i]));
            let Some(next) = next else {
                depth -= 1;
                continue;
            };
            used[next] = true;
            let Edge { from, to, colour } = self.edges[next];
            let other = if from == node { to } else { from };
            if numbers[usize::from(other)] == u8::MAX {
                numbers[usize::from(other)] = known;
                known += 1;
                path[depth] = other;
                depth += 1;
            }
            let [from, to] = [node, other].map(|node| numbers[usize::from(node)]);
            found.push(Edge { from, to, colour });
        }
        found
    }

    fn state(&self) -> State {
        let mut state = [0, 0];
        for (place, &Edge { from, to, colour }) in self.edges().iter().enumerate() {
            let bits = u128::from(from) | u128::from(to) << 5 | u128::from(colour) << 10;
            state[place / 10] |= bits << (place % 10 * 12);
        }
        state
    }

    fn of(state: State) -> Graph {
        let mut graph = Graph::EMPTY;
        for place in 0..MAX_EDGES {
            let bits = (state[place / 10] >> (place % 10 * 12)) as u16;
            let [from, to, colour] = [bits & 31, bits >> 5 & 31, bits >> 10 & 3].map(|n| n as u8);
            if colour == 0 {
                break;
            }
            graph.push(Edge { from, to, colour });
        }
        graph
    }

    /// The components that share only the ground. The traversal leaves the ground once for each.
    fn components(&self) -> impl Iterator<Item = Graph> {
        self.edges().chunk_by(|_, next| next.from != 0).map(|edges| {
            let mut graph = Graph::EMPTY;
            edges.iter().for_each(|&edge| graph.push(edge));
            graph.standing()
        })
    }

    fn print(&self) -> String {
        // A node needs a name if a path begins there, or if a path ends there after another has
        // reached it.
        let mut names = [None; 32];
        names[0] = Some('0');
        let mut letters = 'a'..='z';
        let mut text = String::new();
        let mut at = 0;
        for (place, edge) in self.edges().iter().enumerate() {
            if edge.from != at || place == 0 {
                text.push_str(if place == 0 { "" } else { "," });
                text.extend(names[usize::from(edge.from)].filter(|_| edge.from != 0));
            }
            text.push(COLOURS[usize::from(edge.colour)]);
            let later = &self.edges()[place + 1..];
            let goes_on = later.first().is_some_and(|next| next.from == edge.to);
            let again = later.iter().skip(usize::from(goes_on));
            let mentioned = again.clone().any(|e| e.from == edge.to || e.to == edge.to)
                || goes_on && later[0].to == edge.to;
            let name = &mut names[usize::from(edge.to)];
            if name.is_none() && mentioned {
                *name = letters.next();
            }
            text.extend(*name);
            at = edge.to;
        }
        if text.is_empty() { "-".into() } else { text }
    }
}

impl ClassicRules for Hackenbush {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let graph = Graph::of(state);
        let own = |edge: &Edge| edge.colour >> player.index() & 1 == 1;
        let numbered = (0..).zip(graph.edges()).filter(|(_, edge)| own(edge));
        moves.extend(numbered.map(|(number, _)| Move(number)));
    }

    fn play(&self, state: State, _player: Player, mv: Move) -> State {
        let mut graph = Graph::of(state);
        graph.edges.copy_within(mv.0 as usize + 1.., mv.0 as usize);
        graph.count -= 1;
        graph.standing().state()
    }

    fn print(&self, state: State) -> String {
        Graph::of(state).print()
    }

    fn move_text(&self, _state: State, mv: Move) -> String {
        (mv.0 + 1).to_string()
    }

    /// One row for each edge: its start, its end and its colour.
    fn diagram(&self, state: State) -> Diagram {
        let row = |Edge { from, to, colour }: &Edge| {
            format!("{from} {to} {}", COLOURS[usize::from(*colour)])
        };
        Diagram { layout: Layout::Graph, rows: Graph::of(state).edges().iter().map(row).collect() }
    }

    fn move_cells(&self, _state: State, mv: Move) -> Vec<(usize, usize)> {
        vec![(mv.0 as usize, 0)]
    }

    /// The components in sorted order.
    fn symmetric_state(&self, state: State) -> State {
        let mut states: Vec<State> = self.parts(state);
        states.sort_unstable();
        let mut graph = Graph::EMPTY;
        for component in states {
            let shift = graph.edges().iter().map(|edge| edge.from.max(edge.to)).max().unwrap_or(0);
            let shifted = |node| if node == 0 { 0 } else { node + shift };
            for &Edge { from, to, colour } in Graph::of(component).edges() {
                graph.push(Edge { from: shifted(from), to: shifted(to), colour });
            }
        }
        graph.state()
    }

    fn parts(&self, state: State) -> Vec<State> {
        Graph::of(state).components().map(|component| component.state()).collect()
    }

    fn negative(&self, state: State) -> Option<State> {
        let mut graph = Graph::of(state);
        for edge in &mut graph.edges {
            edge.colour = [0, 2, 1, 3][usize::from(edge.colour)];
        }
        Some(graph.state())
    }
}
