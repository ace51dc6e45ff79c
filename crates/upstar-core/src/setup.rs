//! Position text of board games: a size (`4x5`) or rows separated by `/`, top row first.

use super::{Grid, PositionError};

/// The maximum number of cells of a bitboard.
pub const MAX_BITBOARD_CELLS: usize = 128;

/// The characters of a game's cells; the first one is the empty cell.
pub type Alphabet = &'static [char];

/// A board that was read from text, before a game checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridSetup {
    /// The size of the board.
    pub grid: Grid,
    /// For each cell, row by row from the top, the index of its character in the alphabet.
    pub cells: Vec<u8>,
    /// Was only a size given?
    pub is_size: bool,
    /// The number after a colon (`4x4:3`), if the text has one.
    pub suffix: Option<usize>,
}

impl GridSetup {
    /// Reads `ROWSxCOLUMNS`, or rows of `alphabet` separated by `/`; each may be followed by
    /// `:NUMBER` if `suffix` names the meaning of the number.
    ///
    /// # Errors
    /// The place of the first character that does not fit, and what would.
    pub fn parse(
        text: &str,
        alphabet: Alphabet,
        suffix: Option<&str>,
    ) -> Result<GridSetup, PositionError> {
        let text = &*expand_repeats(text)?;
        let (body, number) = match text.split_once(':') {
            None => (text, None),
            Some((body, rest)) => {
                let at = body.chars().count() + 1;
                let Some(meaning) = suffix else {
                    return Err(PositionError::at(
                        text,
                        at - 1,
                        "unexpected ':'; this game takes no number after the board",
                    ));
                };
                let number = parse_number(rest).ok_or_else(|| {
                    PositionError::at(text, at, format!("expected a number after ':' ({meaning})"))
                })?;
                (body, Some(number))
            }
        };
        let setup = GridSetup::parse_up_to(text, body, alphabet, MAX_BITBOARD_CELLS)?;
        Ok(GridSetup { suffix: number, ..setup })
    }

    /// Reads `body`, the beginning of `text`: `ROWSxCOLUMNS`, or rows of `alphabet` separated by
    /// `/`, of at most `most` cells.
    ///
    /// # Errors
    /// The place of the first character that does not fit, and what would.
    pub fn parse_up_to(
        text: &str,
        body: &str,
        alphabet: Alphabet,
        most: usize,
    ) -> Result<GridSetup, PositionError> {
        let Some((rows, columns)) = parse_size(body) else {
            return parse_rows(text, body, alphabet, most);
        };
        check_size(text, rows, columns, most)?;
        let grid = Grid { rows, columns };
        Ok(GridSetup { grid, cells: vec![0; grid.cells()], is_size: true, suffix: None })
    }

    /// Writes rows as text that [`parse`](GridSetup::parse) accepts.
    pub fn print(grid: Grid, character: impl Fn(usize) -> char) -> String {
        let mut text = String::with_capacity(grid.cells() + grid.rows);
        for row in 0..grid.rows {
            if row > 0 {
                text.push('/');
            }
            text.extend((0..grid.columns).map(|column| character(grid.cell(row, column))));
        }
        text
    }
}

/// The maximum length of a text with its repetitions written out.
const MAX_REPEATED: usize = 1 << 14;

/// Writes out repetitions such as `(xo)^3`, which means `xoxoxo`.
///
/// # Errors
/// If a repetition is not of this form, or the text becomes too long.
pub fn expand_repeats(text: &str) -> Result<std::borrow::Cow<'_, str>, PositionError> {
    if !text.contains(['(', ')']) {
        return Ok(text.into());
    }
    let place = |rest: &str| text.chars().count() - rest.chars().count();
    let (mut expanded, mut rest) = (String::new(), text);
    while let Some(open) = rest.find(['(', ')']) {
        expanded += &rest[..open];
        let fail = |what: &str| Err(PositionError::at(text, place(&rest[open..]), what));
        let Some((body, after)) = rest[open..].strip_prefix('(').and_then(|s| s.split_once(")^"))
        else {
            return fail("a repetition must have the form (xo)^3");
        };
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let Some(count) = parse_number(&after[..digits]) else {
            return fail("a repetition must end with a number, as in (xo)^3");
        };
        if body.is_empty() || body.contains(['(', ')']) {
            return fail("a repetition must have cells between its parentheses, as in (xo)^3");
        }
        if expanded.len() + body.len() * count > MAX_REPEATED {
            return fail("this repetition makes the board too large");
        }
        expanded += &body.repeat(count);
        rest = &after[digits..];
    }
    Ok((expanded + rest).into())
}

fn parse_number(text: &str) -> Option<usize> {
    if text.is_empty() || text.len() > 6 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// Reads `ROWSxCOLUMNS`; `None` if the text is not of this form. `X` and `×` are as good as `x`.
fn parse_size(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', 'X', '×'])?;
    Some((parse_number(rows)?, parse_number(columns)?))
}

fn check_size(text: &str, rows: usize, columns: usize, most: usize) -> Result<(), PositionError> {
    if rows == 0 || columns == 0 {
        return Err(PositionError::new(text, "a board needs at least one row and one column"));
    }
    if rows * columns > most {
        let message = format!("{} cells are too many; the limit is {most}", rows * columns);
        return Err(PositionError::new(text, message));
    }
    Ok(())
}

fn parse_rows(
    text: &str,
    body: &str,
    alphabet: Alphabet,
    most: usize,
) -> Result<GridSetup, PositionError> {
    let mut cells = Vec::new();
    let mut columns = None;
    let mut rows = 0;
    let mut at = 0;
    for row in body.split('/') {
        let mut width = 0;
        for character in row.chars() {
            let Some(number) = alphabet.iter().position(|&c| c == character) else {
                let expected: Vec<String> = alphabet.iter().map(|c| format!("'{c}'")).collect();
                let message = format!(
                    "'{}' is neither a cell ({}) nor part of a size such as 4x5",
                    character.escape_default(),
                    expected.join(", ")
                );
                return Err(PositionError::at(text, at, message));
            };
            cells.push(number as u8);
            width += 1;
            at += 1;
        }
        if width == 0 {
            return Err(PositionError::at(
                text,
                at,
                "this row is empty; each row needs at least one cell",
            ));
        }
        if *columns.get_or_insert(width) != width {
            let expected = columns.unwrap_or(0);
            let message = format!("this row has {width} cells, but the first row has {expected}");
            return Err(PositionError::at(text, at - width, message));
        }
        rows += 1;
        at += 1;
    }
    let columns = columns.unwrap_or(0);
    check_size(text, rows, columns, most)?;
    Ok(GridSetup { grid: Grid { rows, columns }, cells, is_size: false, suffix: None })
}
