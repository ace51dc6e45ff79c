//! Errors that a user can cause. Each message states what was wrong, where, and what would be
//! right.

use std::fmt;

/// Text that is not a position or a move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The text as given.
    pub text: String,
    /// The index of the character that is wrong, if there is one.
    pub at: Option<usize>,
    /// What is wrong and what would be right.
    pub message: String,
}

impl PositionError {
    /// An error about the text as a whole.
    pub fn new(text: &str, message: impl Into<String>) -> PositionError {
        PositionError { text: text.into(), at: None, message: message.into() }
    }

    /// An error at character `at` of the text.
    pub fn at(text: &str, at: usize, message: impl Into<String>) -> PositionError {
        PositionError { text: text.into(), at: Some(at), message: message.into() }
    }
}

/// The most characters of a text that an error shows.
const SHOWN: usize = 60;

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Of a long text, the part around the wrong character is shown.
        let skipped = self.at.map_or(0, |at| if at < SHOWN { 0 } else { at - SHOWN / 2 });
        let shown: String = self.text.chars().skip(skipped).take(SHOWN).collect();
        let before = if skipped > 0 { "…" } else { "" };
        let after = if skipped + SHOWN < self.text.chars().count() { "…" } else { "" };
        write!(f, "'{before}{shown}{after}'")?;
        match self.at {
            Some(at) => write!(f, ", character {}: {}", at + 1, self.message),
            None => write!(f, ": {}", self.message),
        }
    }
}

/// An unknown parameter of an algorithm, or a value that the parameter does not accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterError(pub String);

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Any error in a user's input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Text that is not a position.
    Position(PositionError),
    /// Text that is not a legal move.
    Move(PositionError),
    /// A game or algorithm that does not exist.
    UnknownName(String),
    /// A bad parameter.
    Parameter(ParameterError),
    /// An algorithm that cannot be used on this game, and why.
    Unsuitable(String),
    /// Memory that the system did not provide.
    OutOfMemory(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Position(e) => write!(f, "bad position {e}"),
            Error::Move(e) => write!(f, "bad move {e}"),
            Error::Parameter(e) => e.fmt(f),
            Error::UnknownName(text) | Error::Unsuitable(text) | Error::OutOfMemory(text) => {
                f.write_str(text)
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<PositionError> for Error {
    fn from(e: PositionError) -> Error {
        Error::Position(e)
    }
}

impl From<ParameterError> for Error {
    fn from(e: ParameterError) -> Error {
        Error::Parameter(e)
    }
}

/// `; did you mean 'x'?` for the known name nearest to `name`, or the list of all names.
pub fn near_matches<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let name = name.to_lowercase();
    let nearest = known.iter().map(|k| (edit_distance(&name, k), *k)).min();
    match nearest {
        Some((distance, near)) if distance <= near.len().max(3) / 2 => {
            format!("; did you mean '{near}'?")
        }
        _ => format!("; known: {}", known.join(", ")),
    }
}

/// The least number of insertions, deletions and replacements that turn `a` into `b`.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let replace = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
