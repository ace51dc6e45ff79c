//! Positions as text: a board, options after a colon, and the moves played since.

use std::sync::Arc;

use upstar_core::{Grid, GridSetup, PositionError, STONES};

use super::{board::MAX_SIDE, patterns::Patterns, playout::Eyes};
use crate::text_offset;

/// The ko rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ko {
    /// No earlier board of the game may repeat.
    Superko,
    /// The immediate recapture of a single stone is illegal.
    Simple,
}

/// The options of a position text.
#[derive(Clone)]
pub struct Options {
    /// Twice the komi, the points that Right gets for moving second.
    pub half_komi: i32,
    /// The ko rule.
    pub ko: Ko,
    /// The game ends after this many moves.
    pub limit: u32,
    /// Does only the sign of the score count?
    pub wins_only: bool,
    /// The rule for eyes in playouts.
    pub eyes: Eyes,
    /// A playout ends when a player has this many stones more; 0 means never.
    pub mercy: u32,
    /// The maximum number of moves of a playout.
    pub length: u32,
    /// The pattern weights of playouts; `None` if all moves are equally likely.
    pub patterns: Option<Arc<Patterns>>,
}

const OPTION_NAMES: &str =
    "komi, ko, limit, score, eyes, mercy, length, patterns, temperature, moves";
/// The default temperature, in hundredths.
const DEFAULT_TEMPERATURE: u32 = 100;
/// The largest komi, and the largest integer of an option.
const MAX_KOMI: f64 = 1000.0;
const MAX_NUMBER: u32 = 1_000_000;

impl Options {
    /// The default options.
    pub fn default_for(grid: Grid) -> Options {
        let cells = grid.cells() as u32;
        Options {
            half_komi: 0,
            ko: Ko::Superko,
            limit: 8 * cells + 100,
            wins_only: false,
            eyes: Eyes::Diagonal,
            mercy: 0,
            length: 3 * cells + 10,
            patterns: None,
        }
    }

    /// The options that differ from the defaults, as text.
    pub fn text(&self, grid: Grid) -> Vec<String> {
        let usual = Options::default_for(grid);
        let mut words = Vec::new();
        let mut add = |differs: bool, name: &str, value: String| {
            if differs {
                words.push(format!("{name}={value}"));
            }
        };
        let komi = f64::from(self.half_komi) / 2.0;
        add(self.half_komi != usual.half_komi, "komi", komi.to_string());
        add(self.ko != usual.ko, "ko", "simple".into());
        add(self.limit != usual.limit, "limit", self.limit.to_string());
        add(self.wins_only != usual.wins_only, "score", "win".into());
        add(self.eyes != usual.eyes, "eyes", self.eyes.name().into());
        add(self.mercy != usual.mercy, "mercy", self.mercy.to_string());
        add(self.length != usual.length, "length", self.length.to_string());
        if let Some(patterns) = &self.patterns {
            words.push(format!("patterns={}", patterns.name));
            if patterns.temperature != DEFAULT_TEMPERATURE {
                words.push(format!("temperature={}", f64::from(patterns.temperature) / 100.0));
            }
        }
        words
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |least: u32| {
            let digits = value.bytes().all(|b| b.is_ascii_digit());
            let number = value.parse().ok().filter(|n| digits && (least..=MAX_NUMBER).contains(n));
            number.ok_or(format!("{name} must be an integer from {least} to {MAX_NUMBER}"))
        };
        match name {
            "komi" => self.half_komi = read_komi(value)?,
            "ko" => {
                self.ko = match value {
                    "superko" => Ko::Superko,
                    "simple" => Ko::Simple,
                    _ => return Err("ko must be superko or simple".into()),
                }
            }
            "limit" => self.limit = number(0)?,
            "score" => {
                self.wins_only = match value {
                    "area" => false,
                    "win" => true,
                    _ => return Err("score must be area or win".into()),
                }
            }
            "eyes" => self.eyes = Eyes::named(value)?,
            "mercy" => self.mercy = number(0)?,
            "length" => self.length = number(1)?,
            "patterns" => {
                let patterns = Patterns::named(value, DEFAULT_TEMPERATURE)?;
                self.patterns = Some(Arc::new(patterns));
            }
            "temperature" => {
                let hundredths = read_temperature(value)?;
                let patterns =
                    self.patterns.as_ref().ok_or("temperature must follow patterns=NAME")?;
                self.patterns = Some(Arc::new(Patterns::named(&patterns.name, hundredths)?));
            }
            _ => {
                return Err(format!("there is no option '{name}'; the options are {OPTION_NAMES}"));
            }
        }
        Ok(())
    }
}

/// Reads a multiple of half a point and returns the number of half points.
fn read_komi(value: &str) -> Result<i32, String> {
    let is_plain = value.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-');
    let komi: Option<f64> = value.parse().ok().filter(|_| is_plain);
    let halves = komi.filter(|komi| komi.abs() <= MAX_KOMI).map(|komi| komi * 2.0);
    let halves = halves.filter(|halves| halves.fract() == 0.0);
    halves
        .map(|halves| halves as i32)
        .ok_or("komi must be a number of points such as 7 or 7.5".into())
}

/// Reads a temperature in hundredths.
fn read_temperature(value: &str) -> Result<u32, String> {
    let is_plain = value.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let hundredths = value.parse().ok().filter(|_| is_plain).map(|t: f64| (t * 100.0).round());
    let hundredths = hundredths.filter(|t| (1.0..=10_000.0).contains(t)).map(|t| t as u32);
    hundredths.ok_or("temperature must be a number from 0.01 to 100".into())
}

/// The parts of a position's text.
pub struct ParsedText<'a> {
    /// The board at the start.
    pub setup: GridSetup,
    /// The rules.
    pub options: Options,
    /// The moves since then, each with its index in the text.
    pub moves: Vec<(usize, &'a str)>,
}

impl ParsedText<'_> {
    /// Parses a text.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn new(text: &str) -> Result<ParsedText<'_>, PositionError> {
        let (body, rest) = text.split_once(':').map_or((text, None), |(b, r)| (b, Some(r)));
        let setup = read_board(text, body)?;
        let mut options = Options::default_for(setup.grid);
        let mut moves = Vec::new();
        let mut at = body.chars().count() + 1;
        for word in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let Some((name, value)) = word.split_once('=') else {
                let message =
                    format!("expected an option NAME=VALUE; the names are {OPTION_NAMES}");
                return Err(PositionError::at(text, at, message));
            };
            if name == "moves" {
                moves.clear();
                let mut place = at + "moves=".len();
                for played in value.split('-').filter(|_| !value.is_empty()) {
                    moves.push((place, played));
                    place += played.chars().count() + 1;
                }
            } else {
                options.set(name, value).map_err(|m| PositionError::at(text, at, m))?;
            }
            at += word.chars().count() + 1;
        }
        Ok(ParsedText { setup, options, moves })
    }
}

fn read_board(text: &str, body: &str) -> Result<GridSetup, PositionError> {
    let is_side = !body.is_empty() && body.bytes().all(|b| b.is_ascii_digit());
    let square = format!("{body}x{body}");
    let body = if is_side { &square } else { body };
    let setup = GridSetup::parse_up_to(text, body, STONES, MAX_SIDE * MAX_SIDE)?;
    let grid = setup.grid;
    if grid.rows > MAX_SIDE || grid.columns > MAX_SIDE {
        let size = format!("{}x{}", grid.rows, grid.columns);
        let message =
            format!("the size {size} is too large; a side may have at most {MAX_SIDE} points");
        return Err(PositionError::new(text, message));
    }
    Ok(setup)
}

/// The name of a point. The column letters skip `i`.
pub fn point_name(grid: Grid, cell: usize) -> String {
    let (row, column) = grid.place(cell);
    let letter = b'a' + column as u8 + u8::from(column >= 8);
    format!("{}{}", char::from(letter), grid.rows - row)
}

/// The cell with this name.
pub fn named_cell(grid: Grid, name: &str) -> Option<usize> {
    let (&letter, digits) = name.as_bytes().split_first()?;
    let row: usize = name.get(1..)?.parse().ok().filter(|_| digits[0].is_ascii_digit())?;
    if !letter.is_ascii_lowercase() || letter == b'i' {
        return None;
    }
    let column = usize::from(letter - b'a') - usize::from(letter > b'i');
    let is_there = (1..=grid.rows).contains(&row) && column < grid.columns;
    is_there.then(|| grid.cell(grid.rows - row, column))
}

/// The error for a string without a liberty.
pub fn no_liberty(text: &str, grid: Grid, cell: usize, label: &str) -> PositionError {
    let message = format!(
        "the {label} string at {} has no liberty; every string needs one",
        point_name(grid, cell)
    );
    PositionError::at(text, text_offset(cell, grid.columns), message)
}
