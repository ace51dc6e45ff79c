//! The text of a graph.
//!
//! After `graph:` come items, separated by spaces:
//! * a named graph such as `petersen`, `cycle(8)` or `grid(3,4)`, or `-`, the empty graph; only as
//!   the first item;
//! * edges: `a-b`, a walk `a-b-c-a`, or several separated by `,`;
//! * vertices without edges: `d` or `d,e`;
//! * contents of vertices: `a=x`, `a,b=o`; or colours of edges, `a-b=L`, in games that have them.
//!
//! Edges declare their vertices. After a named graph a new vertex must be listed alone before an
//! edge uses it, so that a mistyped name is an error. Case does not matter.

use std::collections::HashMap;

use upstar_core::{Alphabet, PositionError};

use super::{
    super::board::MAX_CELLS,
    Place,
    named::{self, Named},
};

const PREFIX: &str = "graph:";
const LONGEST_NAME: usize = 16;

/// Is this the text of a graph?
pub fn is_graph(text: &str) -> bool {
    text.get(..PREFIX.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(PREFIX))
}

/// A graph that was read.
#[derive(Debug, Default)]
pub struct GraphText {
    /// The text without contents and colours, in its usual form.
    pub head: String,
    /// The names of the vertices.
    pub names: Vec<String>,
    /// The edges in the order of the text, with their colours. Without colours each pair of
    /// vertices has at most one edge.
    pub edges: Vec<(usize, usize, Option<char>)>,
    /// The contents of vertices, in the order of the text.
    pub marks: Vec<(usize, char)>,
    /// The places of the vertices in the drawing, if the graph has a name and no other vertices.
    pub places: Option<Vec<Place>>,
}

/// A text and what has been read of it.
struct Reader<'a> {
    text: &'a str,
    found: GraphText,
    numbers: HashMap<String, usize>,
    named: Option<String>,
    /// The number of vertices and edges of the named graph.
    known: (usize, usize),
}

type Result<T> = std::result::Result<T, PositionError>;

impl GraphText {
    /// Reads a graph whose vertices can have the contents `marks`, and whose edges the `colours`.
    ///
    /// # Errors
    /// The place of the first item that is wrong, and what would be right.
    pub fn parse(text: &str, marks: Alphabet, colours: Alphabet) -> Result<GraphText> {
        let mut reader = Reader {
            text,
            found: GraphText::default(),
            numbers: HashMap::new(),
            named: None,
            known: (0, 0),
        };
        let items = reader.items();
        let Some(&(at, first)) = items.first() else {
            return Err(reader.error(PREFIX.len(), "a graph is needed, such as petersen or a-b-c"));
        };
        let begins = first == "-" || !first.contains(['-', '=']) || first.contains('(');
        if begins && first != "-" {
            reader.named_graph(at, first)?;
        }
        let rest = &items[usize::from(begins)..];
        // Vertices without edges have the last numbers, whatever their place in the text. After a
        // named graph they come first, because edges may use them.
        let is_vertex = |item: &str| !item.contains(['-', '=']);
        let (alone, edges): (Vec<_>, Vec<_>) = rest.iter().partition(|(_, item)| is_vertex(item));
        if reader.named.is_some() {
            reader.vertices(&alone)?;
        }
        for &&(at, item) in edges.iter().filter(|(_, item)| item.contains('-')) {
            reader.edges(at, item, colours)?;
        }
        if reader.named.is_none() {
            reader.vertices(&alone)?;
        }
        for &&(at, item) in edges.iter().filter(|(_, item)| !item.contains('-')) {
            reader.contents(at, item, marks)?;
        }
        reader.found.head = reader.head();
        Ok(reader.found)
    }
}

impl<'a> Reader<'a> {
    fn error(&self, at: usize, message: impl Into<String>) -> PositionError {
        PositionError::at(self.text, self.text[..at].chars().count(), message)
    }

    /// The words after the prefix, with their places. Spaces in parentheses do not end a word.
    fn items(&self) -> Vec<(usize, &'a str)> {
        let mut inside = false;
        let words = self.text[PREFIX.len()..].split(|c: char| {
            inside = c == '(' || inside && c != ')';
            !inside && c.is_whitespace()
        });
        let words = words.filter(|word| !word.is_empty());
        words.map(|word| (word.as_ptr() as usize - self.text.as_ptr() as usize, word)).collect()
    }

    fn named_graph(&mut self, at: usize, item: &str) -> Result<()> {
        let Named { name, names, edges, places } =
            named::graph(&item.to_lowercase()).map_err(|message| self.error(at, message))?;
        self.known = (names.len(), edges.len());
        self.numbers = names.iter().cloned().enumerate().map(|(i, name)| (name, i)).collect();
        self.named = Some(name);
        self.found.names = names;
        self.found.edges = edges.into_iter().map(|(a, b)| (a, b, None)).collect();
        self.found.places = Some(places);
        Ok(())
    }

    /// The number of a vertex, which may be new if `declares`.
    fn vertex(&mut self, at: usize, name: &str, declares: bool) -> Result<usize> {
        let name = name.to_lowercase();
        if let Some(&number) = self.numbers.get(&name) {
            return Ok(number);
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(is_name) {
            let message = format!(
                "'{name}' is not a name of a vertex; a name has 1 to {LONGEST_NAME} letters, \
                 digits or '_'"
            );
            return Err(self.error(at, message));
        }
        if !declares {
            let shown: Vec<&str> = self.found.names.iter().take(8).map(String::as_str).collect();
            let dots = if self.found.names.len() > 8 { ", …" } else { "" };
            let message = format!(
                "there is no vertex '{name}'; there are {}{dots}; list a new vertex alone: {name}",
                shown.join(", ")
            );
            return Err(self.error(at, message));
        }
        let number = self.found.names.len();
        if number == MAX_CELLS {
            let message = format!("there are too many vertices; the limit is {MAX_CELLS}");
            return Err(self.error(at, message));
        }
        self.numbers.insert(name.clone(), number);
        self.found.names.push(name);
        self.found.places = None;
        Ok(number)
    }

    fn vertices(&mut self, items: &[&(usize, &str)]) -> Result<()> {
        for &&(at, item) in items {
            if item.contains('(') {
                return Err(self.error(at, "a named graph must come first"));
            }
            for (at, name) in pieces(at, item, ',') {
                self.vertex(at, name, true)?;
            }
        }
        Ok(())
    }

    /// Reads walks, with the colour of their edges.
    fn edges(&mut self, at: usize, item: &str, colours: Alphabet) -> Result<()> {
        let (walks, colour) = match item.split_once('=') {
            None => (item, None),
            Some((walks, _)) if colours.is_empty() => {
                let message = "edges have no colours in this game; contents are those of vertices";
                return Err(self.error(at + walks.len(), message));
            }
            Some((walks, colour)) => (walks, Some(one_of(colour, colours))),
        };
        let Some(colour) = colour.map_or(Some(None), |found| found.map(Some)) else {
            let message = format!("the colour of an edge must be {}", quoted(colours));
            return Err(self.error(at + walks.len() + 1, message));
        };
        for (at, walk) in pieces(at, walks, ',') {
            let declares = self.named.is_none();
            let mut before = None;
            for (at, name) in pieces(at, walk, '-') {
                let vertex = self.vertex(at, name, declares)?;
                if let Some(from) = before {
                    self.edge(at, from, vertex, colour, !colours.is_empty())?;
                }
                before = Some(vertex);
            }
            if !walk.contains('-') {
                let message = format!("'{walk}' is not an edge; an edge is {walk}-b");
                return Err(self.error(at, message));
            }
        }
        Ok(())
    }

    /// Adds an edge. In games with colours, a colour goes to an edge that has none, if there is one.
    fn edge(
        &mut self,
        at: usize,
        a: usize,
        b: usize,
        colour: Option<char>,
        has_colours: bool,
    ) -> Result<()> {
        if a == b && !has_colours {
            return Err(self.error(at, "an edge needs two different vertices"));
        }
        let joins = |&(c, d, _): &(usize, usize, _)| (c, d) == (a, b) || (c, d) == (b, a);
        let mut same = self.found.edges.iter_mut().filter(|edge| joins(edge));
        match same.find(|edge| edge.2.is_none()) {
            Some(plain) => plain.2 = colour,
            None => self.found.edges.push((a, b, colour)),
        }
        Ok(())
    }

    fn contents(&mut self, at: usize, item: &str, marks: Alphabet) -> Result<()> {
        let (names, mark) = item.split_once('=').unwrap_or((item, ""));
        let Some(mark) = one_of(mark, marks) else {
            let message = format!("the contents of a vertex must be {}", quoted(marks));
            return Err(self.error(at + names.len() + 1, message));
        };
        for (at, name) in pieces(at, names, ',') {
            let vertex = self.vertex(at, name, false)?;
            self.found.marks.push((vertex, mark));
        }
        Ok(())
    }

    /// The usual form: the named graph, new vertices and new edges; or edges, then vertices
    /// without one.
    fn head(&self) -> String {
        let GraphText { names, edges, .. } = &self.found;
        let (vertices, known) = self.known;
        let mut walks: Vec<String> = Vec::new();
        let mut end = None;
        for &(a, b, _) in &edges[known..] {
            match walks.last_mut().filter(|_| end == Some(a)) {
                Some(walk) => *walk = format!("{walk}-{}", names[b]),
                None => walks.push(format!("{}-{}", names[a], names[b])),
            }
            end = Some(b);
        }
        let is_alone = |v: usize| !edges.iter().any(|&(a, b, _)| a == v || b == v);
        let shown = |v: &usize| self.named.is_some() || is_alone(*v);
        let alone = (vertices..names.len()).filter(shown).map(|v| names[v].clone());
        let items: Vec<String> = match &self.named {
            Some(named) => [named.clone()].into_iter().chain(alone).chain(walks).collect(),
            None => {
                let empty = walks.is_empty().then(|| "-".to_string());
                empty.into_iter().chain(walks).chain(alone).collect()
            }
        };
        format!("{PREFIX}{}", items.join(" "))
    }
}

/// The pieces of an item that begins at `at`, with their places.
fn pieces(at: usize, item: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let begin = item.as_ptr() as usize;
    item.split(separator).map(move |piece| (at + piece.as_ptr() as usize - begin, piece))
}

/// The character of the alphabet that is the whole text, in either case.
fn one_of(text: &str, alphabet: Alphabet) -> Option<char> {
    let mut letters = text.chars();
    let (first, None) = (letters.next()?, letters.next()) else { return None };
    alphabet.iter().copied().find(|letter| letter.eq_ignore_ascii_case(&first))
}

fn quoted(alphabet: Alphabet) -> String {
    let letters: Vec<String> = alphabet.iter().map(|letter| format!("'{letter}'")).collect();
    letters.join(" or ")
}
