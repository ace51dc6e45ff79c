//! Toads and Frogs: Left's toads move right, Right's frogs move left. Each moves one step into an
//! empty cell or jumps over one of the other kind. A player who cannot move loses. (Guy; Berlekamp,
//! Conway and Guy, *Winning Ways*; Erickson, *New Toads and Frogs results*, 1996.)
//!
//! All strips are stored in one row of at most 127 places. Each strip is followed by an end mark.
//! Toads are the first set of the state, frogs the second. End marks are in both. An animal has at
//! most one move, so a move is the index of its place.
//!
//! With options after the strips, the animals have other moves; see `animals.rs`.

use upstar_core::{Bits, Diagram, GameInfo, Grid, Layout, Move, Player, PositionError, iter_bits};

use super::{
    ClassicRules, Reading, State,
    animals::{self, Steps},
};
use crate::board_diagram;

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "toads-and-frogs",
    summary: "toads move right, frogs move left, by steps and jumps; a player who cannot move loses",
    labels: ["toads", "frogs"],
    rules: "Left moves a toad one cell to the right, Right a frog one cell to the left, into an \
            empty cell. A toad may jump over an adjacent frog into an empty cell behind it, and a \
            frog over an adjacent toad. Nothing is captured. A player who cannot move loses. With \
            options, an animal slides over slide=N cells, or N to M of them; it jumps over at most \
            jump=N animals of the other kind in a row; with 'friendly' over its own kind too.",
    positions: "strips separated by '/', at most 127 characters: 'T' a toad, 'F' a frog, '.' empty; \
                TT..FF/T.F; then options after ':', separated by ',': slide=1, slide=1..2, jump=2, \
                friendly",
    moves: "the animal's cell: the column and the strip's number from below, b1; with options from \
            and to, b1d1",
    usual: "TTT..FFF",
    examples: &["T.F", "TT.FF", "T..F/TF.", "TT..F", "T.T.F.F", "F.T", "TT..FF:slide=1..2,jump=2"],
};

const LETTERS: [char; 4] = ['.', 'T', 'F', '/'];

struct ToadsAndFrogs;

/// Reads a position's text.
///
/// # Errors
/// If the text is not strips of `T`, `F` and `.`.
pub fn read(text: &str) -> Reading {
    if let Some((strips, options)) = text.split_once(':') {
        let at = strips.chars().count() + 1;
        let (steps, suffix) = read_options(text, at, options)?;
        return animals::read(text, strips, &INFO, LETTERS, steps, suffix);
    }
    if let Some(at) = text.chars().position(|c| !LETTERS.contains(&c)) {
        let message = "a strip must consist of 'T' (toad), 'F' (frog) and '.' (empty)";
        return Err(PositionError::at(text, at, message));
    }
    if text.len() >= u128::CAPACITY {
        let message = format!("{} characters are too many; the limit is 127", text.len());
        return Err(PositionError::new(text, message));
    }
    if let Some(strip) = text.split('/').position(str::is_empty) {
        return Err(PositionError::new(text, format!("strip {} is empty", strip + 1)));
    }
    Ok((Box::new(ToadsAndFrogs), pack(text)))
}

/// Reads the options that begin at character `at`. Also returns their usual text.
fn read_options(
    text: &str,
    mut at: usize,
    options: &str,
) -> Result<(Steps, String), PositionError> {
    let mut steps = Steps { slide: (1, 1), jump: 1, friendly: false };
    for option in options.split(',') {
        let range = |text: &str| {
            let (least, most) = text.split_once("..").unwrap_or((text, text));
            let (least, most) = (number(least)?, number(most)?);
            (1 <= least && least <= most).then_some((least, most))
        };
        let is_known = match option.split_once('=') {
            Some(("slide", text)) => range(text).map(|found| steps.slide = found).is_some(),
            Some(("jump", text)) => number(text).map(|found| steps.jump = found).is_some(),
            None if option == "friendly" => {
                steps.friendly = true;
                true
            }
            _ => false,
        };
        if !is_known {
            let message = format!(
                "'{option}' is not an option; options are slide=1..2 (at least 1), jump=2 (0 means \
                 none) and friendly"
            );
            return Err(PositionError::at(text, at, message));
        }
        at += option.chars().count() + 1;
    }
    let Steps { slide: (least, most), jump, friendly } = steps;
    let slide = if least == most { least.to_string() } else { format!("{least}..{most}") };
    let friendly = if friendly { ",friendly" } else { "" };
    Ok((steps, format!(":slide={slide},jump={jump}{friendly}")))
}

/// A number of at most three digits.
fn number(text: &str) -> Option<usize> {
    let is_number = (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// The state of strips that are given as text.
fn pack(text: &str) -> State {
    let mut state = [0, 0];
    for (at, letter) in text.chars().chain(['/']).enumerate() {
        let code = LETTERS.iter().position(|&c| c == letter).unwrap_or(0);
        for (plane, set) in state.iter_mut().enumerate() {
            *set |= u128::from(code >> plane & 1 == 1) << at;
        }
    }
    state
}

/// The places of toads and frogs, the empty places, and the number of places before the last end
/// mark.
fn unpack([a, b]: State) -> ([u128; 2], u128, usize) {
    let length = 127 - (a & b).leading_zeros() as usize;
    ([a & !b, b & !a], u128::first(length) & !(a | b), length)
}

/// The strip, from the top, and the column of a place.
fn place([a, b]: State, at: usize) -> (usize, usize) {
    let before = a & b & u128::first(at);
    let begin = 128 - before.leading_zeros() as usize;
    (before.count() as usize, at - begin)
}

/// The pieces of a strip in which moves are possible. Some animals never move: a frog with only
/// frogs before it, a toad with only toads before it, and two toads before two frogs. For the
/// others they are like the end of the strip. So they split the strip into pieces.
fn live_pieces(strip: &str) -> impl Iterator<Item = &str> {
    strip.split("TTFF").map(|piece| piece.trim_start_matches('F').trim_end_matches('T'))
}

impl ClassicRules for ToadsAndFrogs {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let ([toads, frogs], empty, _) = unpack(state);
        let movable = match player {
            Player::Left => toads & (empty >> 1 | frogs >> 1 & empty >> 2),
            Player::Right => frogs & (empty << 1 | toads << 1 & empty << 2),
        };
        moves.extend(iter_bits(movable).map(|at| Move(at as u32)));
    }

    fn play(&self, mut state: State, player: Player, mv: Move) -> State {
        let from = mv.0 as usize;
        let (_, empty, _) = unpack(state);
        let ahead = |steps| if player == Player::Left { from + steps } else { from - steps };
        let to = if empty.has(ahead(1)) { ahead(1) } else { ahead(2) };
        state[player.index()] ^= u128::cell(from) | u128::cell(to);
        state
    }

    fn print(&self, state: State) -> String {
        let (_, _, length) = unpack(state);
        let code = |at| usize::from(state[0].has(at)) + 2 * usize::from(state[1].has(at));
        (0..length).map(|at| LETTERS[code(at)]).collect()
    }

    fn move_text(&self, state: State, mv: Move) -> String {
        let (strip, column) = place(state, mv.0 as usize);
        let strips = (state[0] & state[1]).count() as usize;
        format!("{}{}", Grid::column_name(column), strips - strip)
    }

    fn diagram(&self, state: State) -> Diagram {
        board_diagram(Layout::Square, &self.print(state))
    }

    fn move_cells(&self, state: State, mv: Move) -> Vec<(usize, usize)> {
        vec![place(state, mv.0 as usize)]
    }

    /// The live pieces of each strip.
    fn parts(&self, state: State) -> Vec<State> {
        let text = self.print(state);
        let pieces = text.split('/').flat_map(live_pieces);
        let states = pieces.filter(|piece| !piece.is_empty()).map(pack);
        let mut scratch = Vec::new();
        states
            .filter(|&part| {
                scratch.clear();
                Player::BOTH.into_iter().for_each(|p| self.moves(part, p, &mut scratch));
                !scratch.is_empty()
            })
            .collect()
    }

    /// The strips reversed, with toads and frogs exchanged.
    fn negative(&self, state: State) -> Option<State> {
        let swap = |letter| match letter {
            'T' => 'F',
            'F' => 'T',
            other => other,
        };
        Some(pack(&self.print(state).chars().rev().map(swap).collect::<String>()))
    }
}
