//! Animals on strips, with options for their moves: Left's animals move right, Right's move left. A
//! player who cannot move loses.
//!
//! An animal slides over empty cells, between `slide.0` and `slide.1` of them. If the cell before
//! it is not empty, it may jump over at most `jump` animals into the first empty cell behind them.
//! If `friendly`, it also jumps over animals of its own kind. These are the options of generalised
//! Toads and Frogs in MCGS (Folkersen, Müller and Du). Toads and Frogs itself has a slide of one
//! cell and jumps over one animal of the other kind. Elephants and Rhinos has no jumps.
//!
//! All strips are stored in one row of at most 127 places. Each strip is followed by an end mark,
//! which is in both sets of the state. A move is `from << 7 | to`.

use upstar_core::{Bits, Diagram, GameInfo, Grid, Layout, Move, Player, PositionError, iter_bits};

use super::{ClassicRules, Reading, State};
use crate::board_diagram;

/// The moves that animals can make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps {
    /// The least and the largest number of cells of a slide.
    pub slide: (usize, usize),
    /// The largest number of animals that one jump crosses.
    pub jump: usize,
    /// May an animal jump over its own kind?
    pub friendly: bool,
}

/// A game of animals.
pub struct Animals {
    info: &'static GameInfo,
    /// The characters of an empty cell, Left's and Right's animal, and the end of a strip.
    letters: [char; 4],
    steps: Steps,
    /// The text after the strips.
    suffix: String,
}

/// Reads strips; `suffix` follows the strips in every text of the game.
pub fn read(
    text: &str,
    strips: &str,
    info: &'static GameInfo,
    letters: [char; 4],
    steps: Steps,
    suffix: String,
) -> Reading {
    if let Some(at) = strips.chars().position(|c| !letters.contains(&c)) {
        let [_, left, right, _] = letters;
        let message = format!("a strip must consist of '{left}', '{right}' and '.' (empty)");
        return Err(PositionError::at(text, at, message));
    }
    if strips.len() >= u128::CAPACITY {
        let message = format!("{} characters are too many; the limit is 127", strips.len());
        return Err(PositionError::new(text, message));
    }
    if let Some(strip) = strips.split('/').position(str::is_empty) {
        return Err(PositionError::new(text, format!("strip {} is empty", strip + 1)));
    }
    let game = Animals { info, letters, steps, suffix };
    let state = game.pack(strips);
    Ok((Box::new(game), state))
}

/// The strip, from the top, and the column of a place.
fn place([a, b]: State, at: usize) -> (usize, usize) {
    let before = a & b & u128::first(at);
    (before.count() as usize, at - (128 - before.leading_zeros() as usize))
}

impl Animals {
    /// The state of strips that are given as text.
    fn pack(&self, strips: &str) -> State {
        let mut state = [0, 0];
        for (at, letter) in strips.chars().chain(['/']).enumerate() {
            let code = self.letters.iter().position(|&c| c == letter).unwrap_or(0);
            for (plane, set) in state.iter_mut().enumerate() {
                *set |= u128::from(code >> plane & 1 == 1) << at;
            }
        }
        state
    }

    /// The strips as text.
    fn strips(&self, [a, b]: State) -> String {
        let length = 127 - (a & b).leading_zeros() as usize;
        (0..length)
            .map(|at| self.letters[usize::from(a.has(at)) + 2 * usize::from(b.has(at))])
            .collect()
    }

    /// The cells to which an animal of `player` can go.
    fn reached(&self, [a, b]: State, player: Player, from: usize) -> Vec<usize> {
        let ahead = |steps: usize| match player {
            Player::Left => Some(from + steps),
            Player::Right => from.checked_sub(steps),
        };
        // Beyond the first strip there is no end mark.
        let is = |set: u128, at: Option<usize>| at.is_some_and(|at| set.has(at));
        let is_empty = |at: Option<usize>| at.is_some_and(|at| !(a | b).has(at));
        let own = [a & !b, b & !a][player.index()];
        let mut found = Vec::new();
        let mut steps = 1;
        if is_empty(ahead(1)) {
            while steps <= self.steps.slide.1 && is_empty(ahead(steps)) {
                found.extend(ahead(steps).filter(|_| steps >= self.steps.slide.0));
                steps += 1;
            }
            return found;
        }
        let blocks = |at: Option<usize>| {
            at.is_none() || is(a & b, at) || is(own, at) && !self.steps.friendly
        };
        while steps <= self.steps.jump && !is_empty(ahead(steps)) && !blocks(ahead(steps)) {
            steps += 1;
        }
        found.extend(ahead(steps).filter(|_| steps > 1 && is_empty(ahead(steps))));
        found
    }

    /// The independent pieces of a strip. Without jumps, animals that look away from each other
    /// never meet, and nothing passes between them.
    fn pieces(&self, strip: &str) -> Vec<String> {
        let [_, left, right, _] = self.letters;
        if self.steps.jump > 0 {
            return vec![strip.to_string()];
        }
        let mut pieces = vec![String::new()];
        let mut last = left;
        for letter in strip.chars() {
            if letter == left && last == right {
                pieces.push(String::new());
            }
            if letter == left || letter == right {
                last = letter;
            }
            pieces.last_mut().expect("there is always a piece").push(letter);
        }
        pieces
    }
}

impl ClassicRules for Animals {
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let [a, b] = state;
        for from in iter_bits([a & !b, b & !a][player.index()]) {
            let reached = self.reached(state, player, from).into_iter();
            moves.extend(reached.map(|to| Move((from << 7 | to) as u32)));
        }
    }

    fn play(&self, mut state: State, player: Player, mv: Move) -> State {
        let [from, to] = [mv.0 >> 7, mv.0 & 127].map(|at| u128::cell(at as usize));
        state[player.index()] ^= from | to;
        state
    }

    fn print(&self, state: State) -> String {
        self.strips(state) + &self.suffix
    }

    fn move_text(&self, state: State, mv: Move) -> String {
        let strips = (state[0] & state[1]).count() as usize;
        let name = |at: u32| {
            let (strip, column) = place(state, at as usize);
            format!("{}{}", Grid::column_name(column), strips - strip)
        };
        name(mv.0 >> 7) + &name(mv.0 & 127)
    }

    /// Elephants and rhinos are letters in circles.
    fn diagram(&self, state: State) -> Diagram {
        let strips = self.strips(state).replace('E', "\u{1f154}").replace('R', "\u{24c7}");
        board_diagram(Layout::Square, &strips)
    }

    fn move_cells(&self, state: State, mv: Move) -> Vec<(usize, usize)> {
        [mv.0 >> 7, mv.0 & 127].map(|at| place(state, at as usize)).to_vec()
    }

    /// The pieces of each strip in which an animal can move.
    fn parts(&self, state: State) -> Vec<State> {
        let text = self.strips(state);
        let pieces = text.split('/').flat_map(|strip| self.pieces(strip));
        let can_move = |part: &State| {
            let mut moves = Vec::new();
            Player::BOTH.into_iter().for_each(|p| self.moves(*part, p, &mut moves));
            !moves.is_empty()
        };
        pieces.map(|piece| self.pack(&piece)).filter(can_move).collect()
    }

    /// The strips reversed, with the two kinds exchanged.
    fn negative(&self, state: State) -> Option<State> {
        let [_, left, right, _] = self.letters;
        let swap = |letter: char| match letter {
            _ if letter == left => right,
            _ if letter == right => left,
            _ => letter,
        };
        Some(self.pack(&self.strips(state).chars().rev().map(swap).collect::<String>()))
    }
}
