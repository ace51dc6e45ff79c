//! The header of a certificate of format 3, which proves a nimber.
//!
//! ```text
//! upstar-proof 3
//! game: impartial:nogo
//! position: ..../....
//! nimber: 0
//! statements: 17
//! solver: nimber
//!
//! ```

use std::io::{self, BufRead};

use crate::{
    header::Lines,
    statements::{FileHeader, check_texts},
};

/// The first line of every certificate of format 3.
pub const MAGIC: &str = "upstar-proof 3\n";

/// The position and its nimber.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NimberHeader {
    /// The game.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// The nimber that is claimed.
    pub nimber: u32,
    /// The number of statements.
    pub statements: u64,
    /// A comment: the solver that found the nimber.
    pub solver: String,
}

impl FileHeader for NimberHeader {
    fn text(&self) -> io::Result<String> {
        let NimberHeader { game, position, nimber, statements, solver } = self;
        check_texts(&[game, position, solver])?;
        Ok(format!(
            "{MAGIC}game: {game}\nposition: {position}\nnimber: {nimber}\nstatements: \
             {statements}\nsolver: {solver}\n\n"
        ))
    }

    fn read(source: &mut impl BufRead) -> Result<NimberHeader, String> {
        let mut lines = Lines::new(source);
        lines.next()?;
        if lines.line() != MAGIC.trim_end() {
            return Err("it does not start with 'upstar-proof 3'".into());
        }
        let game = lines.value("game")?;
        let position = lines.value("position")?;
        let number = |key: &str, text: String| {
            text.parse().map_err(|_| format!("{key}: '{text}' is not a number"))
        };
        let nimber: u64 = number("nimber", lines.value("nimber")?)?;
        let nimber = u32::try_from(nimber).map_err(|_| "the nimber is too large")?;
        let statements = number("statements", lines.value("statements")?)?;
        let solver = lines.value("solver")?;
        lines.next()?;
        match lines.line() {
            "" => Ok(NimberHeader { game, position, nimber, statements, solver }),
            line => Err(format!("the header has an unknown line '{line}'")),
        }
    }

    fn statements(&self) -> u64 {
        self.statements
    }
}
