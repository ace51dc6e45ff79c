//! How sums are written: `clobber:xo/ox + 2.domineering:3x3 - nogo:1x5 + {2|-1}`.
//!
//! Terms are separated by ` + ` or ` - `, with spaces. A term is `GAME:POSITION` or a value, with an integer and a dot
//! in front for a multiple. Signs inside braces and parentheses belong to the value.

use upstar_cgt::ValueError;
use upstar_core::{Error, GameInfo, Player, PositionError};

use super::{
    component::Term,
    game::{MAX_PARTS, Sum},
    literal::literal,
};
use crate::{impartial::PREFIX, misere, position::AnyPosition, typed_position::TypedPosition};

/// Reads the position of a game, by its name and a text, as parts of a sum.
pub type ReadTerms = fn(&str, &str) -> Result<Vec<Term>, Error>;

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "sum",
    summary: "several positions and values side by side; a player who cannot move loses",
    labels: ["left", "right"],
    rules: "A player moves in one of the parts. The parts are positions of games in which a player \
            who cannot move loses, negatives of such positions, in which the players have exchanged \
            roles, and values, in which a move leads to an option. A player who cannot move in any \
            part loses.",
    positions: "terms with ' + ' or ' - ' between them: GAME:POSITION or a value such as {1|*}; \
                '3.nogo:1x4' is a multiple",
    moves: "the number of the part and its move, 1:a1a2; in a value the option, 2:*",
    usual: "clobber:xo/ox + domineering:2x3 - nogo:1x4 + {1|-1}",
    examples: &[
        "clobber:xo + domineering:2x2",
        "domineering:2x3 - domineering:2x3",
        "2.nogo:1x3 - ^",
        "nim:1,2 + *3",
        "{1|*} + clobber:xxo - 1/2",
        "- domineering:3x1 + {2|-1}",
        "0",
    ],
};

/// Reads a sum.
///
/// # Errors
/// If a term is neither a position of a game with values nor a value.
pub fn read(
    text: &str,
    mover: Player,
    read_terms: ReadTerms,
) -> Result<Box<dyn AnyPosition>, PositionError> {
    let mut terms: Vec<Term> = Vec::new();
    let mut earlier: Vec<(&str, Vec<Term>)> = Vec::new();
    for WrittenTerm { is_negated, count, written, .. } in written_terms(text)? {
        let fail = |part, wrong: Wrong| {
            PositionError::at(text, characters_before(text, part) + wrong.at, wrong.message)
        };
        let known = earlier.iter().find(|(text, _)| *text == written);
        let read = match known {
            Some((_, read)) => read.clone(),
            None => term(written, read_terms).map_err(|(part, wrong)| fail(part, wrong))?,
        };
        if terms.len() + count * read.len() > MAX_PARTS {
            return Err(fail(written, too_many_parts()));
        }
        for _ in 0..count {
            terms.extend(read.iter().map(|term| match is_negated {
                true => term.negative(),
                false => term.clone(),
            }));
        }
        earlier.push((written, read));
    }
    Ok(position(terms, mover))
}

/// A term as it is written.
pub struct WrittenTerm<'a> {
    /// Is it subtracted?
    pub is_negated: bool,
    /// The integer before it.
    pub count: usize,
    /// `GAME:POSITION` or a value.
    pub written: &'a str,
    /// The index of its first character.
    pub at: usize,
}

/// The terms of the text of a sum. What is in them is not read.
///
/// # Errors
/// If a term has too large a factor.
pub fn written_terms(text: &str) -> Result<Vec<WrittenTerm<'_>>, PositionError> {
    let read = |(is_negated, whole)| {
        let (is_opposite, rest) = sign(whole);
        let is_negated = is_negated != is_opposite;
        let fail = |wrong: Wrong| {
            PositionError::at(text, characters_before(text, whole) + wrong.at, wrong.message)
        };
        let (count, written) = multiple(rest).map_err(fail)?;
        Ok(WrittenTerm { is_negated, count, written, at: characters_before(text, written) })
    };
    split(text).into_iter().map(read).collect()
}

/// The position of a sum.
pub fn position(terms: Vec<Term>, mover: Player) -> Box<dyn AnyPosition> {
    let (game, position) = Sum::new(terms, mover);
    TypedPosition::new(game.into(), position).sum().boxed()
}

/// What is wrong in a part of the text, and at which character of it.
struct Wrong {
    at: usize,
    message: String,
}

impl Wrong {
    fn whole(message: impl Into<String>) -> Wrong {
        Wrong { at: 0, message: message.into() }
    }

    fn of(error: PositionError) -> Wrong {
        Wrong { at: error.at.unwrap_or(0), message: error.message }
    }
}

fn too_many_parts() -> Wrong {
    Wrong::whole(format!("a sum has at most {MAX_PARTS} parts"))
}

/// The number of characters of a text before a part of it.
fn characters_before(text: &str, part: &str) -> usize {
    let bytes = part.as_ptr() as usize - text.as_ptr() as usize;
    text[..bytes].chars().count()
}

/// The terms of a text: whether each is subtracted, and its text.
fn split(text: &str) -> Vec<(bool, &str)> {
    let mut terms = Vec::new();
    let (mut start, mut is_negated, mut depth) = (0, false, 0_i32);
    let bytes = text.as_bytes();
    for at in 0..bytes.len() {
        match bytes[at] {
            b'{' | b'(' => depth += 1,
            b'}' | b')' => depth -= 1,
            sign @ (b'+' | b'-') if depth == 0 && bytes.get(at + 1) == Some(&b' ') => {
                let before = text[start..at].trim();
                let is_separated = at > 0 && bytes[at - 1] == b' ';
                if before.is_empty() || is_separated {
                    if !before.is_empty() {
                        terms.push((is_negated, before));
                    }
                    (start, is_negated) = (at + 1, sign == b'-');
                }
            }
            _ => {}
        }
    }
    terms.push((is_negated, text[start..].trim()));
    terms
}

/// Is there a minus sign before the name of a game, or before its multiple? A value has its own signs.
fn sign(term: &str) -> (bool, &str) {
    let Some(rest) = term.strip_prefix('-') else { return (false, term) };
    let name = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
    match name.starts_with(|c: char| c.is_ascii_lowercase()) && name.contains(':') {
        true => (true, rest),
        false => (false, term),
    }
}

/// The integer in front of a term, and the rest.
fn multiple(term: &str) -> Result<(usize, &str), Wrong> {
    let digits = term.bytes().take_while(u8::is_ascii_digit).count();
    match term[digits..].strip_prefix('.') {
        Some(rest) if digits > 0 => match term[..digits].parse() {
            Ok(count) if count <= MAX_PARTS => Ok((count, rest.trim())),
            _ => Err(too_many_parts()),
        },
        _ => Ok((1, term)),
    }
}

/// The name of a game and the text of a position. The name of an impartial version has a colon in it.
fn split_name(term: &str) -> Option<(&str, &str)> {
    let begin = if term.starts_with(PREFIX) { PREFIX.len() } else { 0 };
    let colon = begin + term[begin..].find(':')?;
    Some((&term[..colon], &term[colon + 1..]))
}

/// The parts of one term. An error is in a part of its text.
fn term(written: &str, read_terms: ReadTerms) -> Result<Vec<Term>, (&str, Wrong)> {
    if written.is_empty() {
        let text = "a term is missing; terms are GAME:POSITION or values, such as \
                    'clobber:xo + {1|*}'";
        return Err((written, Wrong::whole(text)));
    }
    if written.starts_with(misere::PREFIX) {
        let text = "a sum is under normal play; write the terms without 'misere:', and \
                    'misere:sum' for misère play of the sum";
        return Err((written, Wrong::whole(text)));
    }
    match split_name(written) {
        Some((game, text)) => named_term(game.trim(), text.trim(), read_terms),
        None => match literal(written) {
            Ok(found) => Ok(vec![found]),
            Err(ValueError::Text(error)) => {
                let Wrong { at, message } = Wrong::of(error);
                let message =
                    format!("'{written}' is neither GAME:POSITION nor a value: {message}");
                Err((written, Wrong { at, message }))
            }
            Err(error) => Err((written, Wrong::whole(error.to_string()))),
        },
    }
}

/// The parts of a term with the name of a game.
fn named_term<'a>(
    game: &'a str,
    text: &'a str,
    read_terms: ReadTerms,
) -> Result<Vec<Term>, (&'a str, Wrong)> {
    read_terms(game, text).map_err(|error| {
        let (part, mut wrong) = match error {
            Error::Position(error) if error.text == text => (text, Wrong::of(error)),
            error => (game, Wrong::whole(error.to_string())),
        };
        if text.contains(['+', '-', '\u{2212}']) {
            wrong.message += "; between terms write ' + ' or ' - ', with blanks";
        }
        (part, wrong)
    })
}
