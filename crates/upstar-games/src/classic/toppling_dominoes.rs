//! Toppling Dominoes: a player topples a domino to the left or to the right, and the dominoes on that
//! side of it fall too. A player who cannot move loses. (Albert, Nowakowski and Wolfe, *Lessons in
//! Play*; Fink, Nowakowski, Siegel and Wolfe, *Toppling conjectures*, 2015.)
//!
//! The places of all rows are numbered one after the other. A domino is in the first set of the
//! state if Left may topple it, and in the second if Right may. A move is twice the domino's place,
//! plus one if it falls to the right.

use upstar_core::{Bits, Diagram, GameInfo, Grid, Layout, Move, Player, PositionError, iter_bits};

use super::{
    ClassicRules, Reading, State,
    board::{groups, swapped},
};
use crate::board_diagram;

/// The game's entry in the registry.
pub const INFO: GameInfo = GameInfo {
    name: "toppling-dominoes",
    summary: "topple a domino and all on one side of it; a player who cannot move loses",
    labels: ["left", "right"],
    rules: "Dominoes stand in rows. Left topples a blue or a green domino, Right a red or a green \
            one, to the left or to the right. It falls with all dominoes on that side, up to the \
            end of the row or the next gap. A domino that stands alone has one move, to the left. A \
            player who cannot move loses.",
    positions: "rows separated by '/', at most 120 places: 'L' a blue domino, 'R' a red one, 'G' a \
                green one, '.' a gap; LRRL/GL",
    moves: "the domino's cell and the direction, l or r: the column and the row's number from \
            below, b1r",
    usual: "LRLGRLR",
    examples: &["L", "LR", "LRRL", "GLR", "LLR/RG", "LRLRLR", "L.RG"],
};

const LETTERS: [char; 4] = ['.', 'L', 'R', 'G'];
const MAX_PLACES: usize = 120;

struct TopplingDominoes {
    /// The first place of each row, and the number of places.
    starts: Vec<usize>,
    /// The places that are not the first of their row.
    inner: u128,
}

/// Reads a position's text.
///
/// # Errors
/// If the text is not rows of `L`, `R`, `G` and `.`.
pub fn read(text: &str) -> Reading {
    let mut state = [0, 0];
    let mut starts = vec![0];
    let mut count = 0;
    for (at, letter) in text.chars().chain(['/']).enumerate() {
        if letter == '/' {
            if starts.last() == Some(&count) {
                return Err(PositionError::new(text, format!("row {} is empty", starts.len())));
            }
            starts.push(count);
            continue;
        }
        let Some(code) = LETTERS.iter().position(|&c| c == letter.to_ascii_uppercase()) else {
            let message =
                "a row must consist of 'L' (blue), 'R' (red), 'G' (green) and '.' (a gap)";
            return Err(PositionError::at(text, at, message));
        };
        if count == MAX_PLACES {
            let message = format!("there are too many places; the limit is {MAX_PLACES}");
            return Err(PositionError::at(text, at, message));
        }
        for (plane, set) in state.iter_mut().enumerate() {
            *set |= u128::from(code >> plane & 1 == 1) << count;
        }
        count += 1;
    }
    let firsts = starts.iter().fold(0, |set, &start| set | u128::cell(start));
    Ok((Box::new(TopplingDominoes { starts, inner: u128::first(count) & !firsts }), state))
}

impl TopplingDominoes {
    /// The row, from the top, and the column of a place.
    fn place(&self, at: usize) -> (usize, usize) {
        let row = self.starts.partition_point(|&start| start <= at) - 1;
        (row, at - self.starts[row])
    }

    /// The places next to a place of the set, in the same row.
    fn beside(&self, set: u128) -> u128 {
        set << 1 & self.inner | (set & self.inner) >> 1
    }

    /// The dominoes that fall with those of `set`, to the right or to the left.
    fn fallen(&self, [left, right]: State, set: u128, to_right: bool) -> u128 {
        let next = |set: u128| match to_right {
            true => set << 1 & self.inner,
            false => (set & self.inner) >> 1,
        };
        let mut fallen = set;
        loop {
            let more = fallen | next(fallen) & (left | right);
            if more == fallen {
                return fallen;
            }
            fallen = more;
        }
    }
}

impl ClassicRules for TopplingDominoes {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn moves(&self, state: State, player: Player, moves: &mut Vec<Move>) {
        let all = state[0] | state[1];
        let beside = self.beside(all);
        for at in iter_bits(state[player.index()]) {
            moves.push(Move(2 * at as u32));
            moves.extend(beside.has(at).then_some(Move(2 * at as u32 + 1)));
        }
    }

    fn play(&self, state: State, _player: Player, mv: Move) -> State {
        let fallen = self.fallen(state, u128::cell(mv.0 as usize / 2), mv.0 % 2 == 1);
        state.map(|set| set & !fallen)
    }

    fn print(&self, [left, right]: State) -> String {
        let letter = |at| LETTERS[usize::from(left.has(at)) + 2 * usize::from(right.has(at))];
        let rows = self.starts.windows(2).map(|row| (row[0]..row[1]).map(letter).collect());
        rows.collect::<Vec<String>>().join("/")
    }

    fn move_text(&self, _state: State, mv: Move) -> String {
        let (row, column) = self.place(mv.0 as usize / 2);
        let way = if mv.0 % 2 == 1 { 'r' } else { 'l' };
        format!("{}{}{way}", Grid::column_name(column), self.starts.len() - 1 - row)
    }

    /// Dominoes are full-width letters, because plain letters are drawn as text.
    fn diagram(&self, state: State) -> Diagram {
        let wide = |letter: char| match letter {
            'L' | 'R' | 'G' => char::from_u32(0xff21 + letter as u32 - 'A' as u32).unwrap_or('?'),
            other => other,
        };
        board_diagram(Layout::Square, &self.print(state).chars().map(wide).collect::<String>())
    }

    /// The domino, and the last one that falls with it.
    fn move_cells(&self, state: State, mv: Move) -> Vec<(usize, usize)> {
        let at = mv.0 as usize / 2;
        let fallen = self.fallen(state, u128::cell(at), mv.0 % 2 == 1);
        let last =
            if mv.0 % 2 == 1 { 127 - fallen.leading_zeros() as usize } else { fallen.lowest() };
        let cells = [at].into_iter().chain((last != at).then_some(last));
        cells.map(|cell| self.place(cell)).collect()
    }

    /// Dominoes without a gap between them.
    fn parts(&self, state: State) -> Vec<State> {
        let rows = groups(state[0] | state[1], |set| self.beside(set)).into_iter();
        rows.map(|row| state.map(|set| set & row)).collect()
    }

    /// The dominoes at the first places, in the direction that comes first.
    fn part_key(&self, part: State) -> State {
        let all = part[0] | part[1];
        let forward = part.map(|set| set >> (all.trailing_zeros() % 128));
        let backward = part.map(|set| set.reverse_bits() >> (all.leading_zeros() % 128));
        forward.min(backward)
    }

    fn without(&self, state: State, part: State) -> Option<State> {
        let gone = part[0] | part[1];
        Some(state.map(|set| set & !gone))
    }

    fn negative(&self, state: State) -> Option<State> {
        Some(swapped(state))
    }
}
