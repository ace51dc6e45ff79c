//! 3x3 patterns: the eight points around a move, and the probability that a playout chooses it.
//!
//! **Idea** Playouts that choose moves by the eight points around them are better informed than
//! uniform ones. Each surrounding has a weight. Rotations and reflections of a surrounding share
//! one weight.
//!
//! **Formula** Among the moves that a playout may make, a move with weight w has the probability
//! exp(w / T) / Σ exp(w' / T), where T is the temperature.
//!
//! A surrounding has 16 bits, two for each point, clockwise from above: 0 empty, 1 the player's, 2
//! the opponent's, 3 outside the board.
//! ```text
//!     7 0 1
//!     6 · 2        a quarter turn of the board rotates the bits by four
//!     5 4 3
//! ```
//!
//! **Reference** T. Hsu, *Monte-Carlo Game Tree Search* (lecture), on simulation balancing; R. Coulom,
//! *Computing Elo Ratings of Move Patterns in the Game of Go*, 2007.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use upstar_core::Rng;

use super::board::{Board, Point};

/// The number of surroundings.
pub const SURROUNDINGS: usize = 1 << 16;

/// The surrounding of a point for a colour that moves there.
#[inline]
pub fn surrounding(board: &Board, point: Point, colour: u8) -> u16 {
    let [up, left, right, down] = board.around(point);
    let [up_left, up_right, down_left, down_right] = board.diagonals(point);
    let ring = [up, up_right, right, down_right, down, down_left, left, up_left];
    let mut bits = 0;
    for (place, point) in ring.into_iter().enumerate() {
        bits |= u16::from(board.colour(point)) << (2 * place);
    }
    if colour == 1 { bits } else { exchange(bits) }
}

/// The same with the players exchanged: 1 becomes 2 and 2 becomes 1.
#[inline]
fn exchange(bits: u16) -> u16 {
    let (low, high) = (bits & 0x5555, (bits >> 1) & 0x5555);
    // Empty (00) and outside (11) stay the same when the two bits are swapped.
    (low << 1) | high
}

/// The representative of all rotations and reflections of a surrounding.
#[inline]
pub fn canonical(bits: u16) -> u16 {
    static FOUND: OnceLock<Vec<u16>> = OnceLock::new();
    FOUND.get_or_init(|| (0..=u16::MAX).map(least).collect())[usize::from(bits)]
}

fn least(bits: u16) -> u16 {
    let turns = |bits: u16| (0..4).map(move |quarter| bits.rotate_left(4 * quarter));
    turns(bits).chain(turns(mirrored(bits))).min().unwrap_or(bits)
}

/// The reflection in the vertical axis: the points are read anticlockwise from above.
fn mirrored(bits: u16) -> u16 {
    (0..8).fold(0, |found, place| found | ((bits >> (2 * place)) & 3) << (2 * ((8 - place) % 8)))
}

/// Named pattern weights at a temperature.
pub struct Patterns {
    /// The name under which the weights are registered.
    pub name: String,
    /// T in hundredths.
    pub temperature: u32,
    /// exp(w / T) for each surrounding.
    odds: Vec<f32>,
}

static REGISTERED: Mutex<BTreeMap<String, Arc<Vec<f32>>>> = Mutex::new(BTreeMap::new());

/// Registers weights, one for each surrounding, under a name.
///
/// # Panics
/// If there are not as many weights as surroundings.
pub fn register(name: &str, weights: Vec<f32>) {
    assert_eq!(weights.len(), SURROUNDINGS);
    let mut known = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    known.insert(name.to_string(), Arc::new(weights));
}

impl Patterns {
    /// The weights with this name, at a temperature in hundredths.
    ///
    /// # Errors
    /// If no weights are registered under the name.
    pub fn named(name: &str, temperature: u32) -> Result<Patterns, String> {
        let known = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
        let weights = known.get(name).cloned().ok_or_else(|| {
            let names: Vec<&str> = known.keys().map(String::as_str).collect();
            let names = if names.is_empty() { "none".into() } else { names.join(", ") };
            format!("no patterns are loaded under the name '{name}'; loaded: {names}")
        })?;
        Ok(Patterns::new(name, &weights, temperature))
    }

    /// Weights at a temperature in hundredths.
    pub fn new(name: &str, weights: &[f32], temperature: u32) -> Patterns {
        let t = temperature as f32 / 100.0;
        let odds = weights.iter().map(|&weight| (weight / t).clamp(-20.0, 20.0).exp()).collect();
        Patterns { name: name.to_string(), temperature, odds }
    }

    /// The odds of a move with this surrounding, relative to other moves.
    #[inline]
    pub fn odds(&self, surrounding: u16) -> f32 {
        self.odds[usize::from(surrounding)]
    }

    /// Draws the index of an item in proportion to its odds, given the cumulative sums of the odds.
    pub fn draw(sums: &[f32], rng: &mut Rng) -> usize {
        let total = sums.last().copied().unwrap_or(0.0);
        let drawn = (rng.bits() >> 40) as f32 / (1_u32 << 24) as f32 * total;
        sums.partition_point(|&sum| sum <= drawn).min(sums.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::{Grid, Player};

    use super::*;
    use crate::go::board::colour_of;

    #[test]
    fn turned_and_mirrored_boards_have_one_pattern() {
        let mut rng = Rng::new(2);
        let grid = Grid { rows: 5, columns: 5 };
        for _ in 0..200 {
            let cells: Vec<u8> = (0..25).map(|_| rng.below(3) as u8).collect();
            let place = rng.below(25) as usize;
            let (row, column) = grid.place(place);
            let seen = |turn: &dyn Fn(usize, usize) -> (usize, usize)| {
                let mut board = Board::new(grid);
                for cell in (0..25).filter(|&cell| cell != place && cells[cell] != 0) {
                    let (r, c) = turn(grid.place(cell).0, grid.place(cell).1);
                    board.put(Board::point(grid, grid.cell(r, c)), cells[cell]);
                }
                let (r, c) = turn(row, column);
                canonical(surrounding(&board, Board::point(grid, grid.cell(r, c)), 1))
            };
            let first = seen(&|r, c| (r, c));
            assert_eq!(seen(&|r, c| (c, 4 - r)), first);
            assert_eq!(seen(&|r, c| (r, 4 - c)), first);
            assert_eq!(seen(&|r, c| (c, r)), first);
        }
    }

    #[test]
    fn exchanging_colours_exchanges_players() {
        let grid = Grid { rows: 3, columns: 3 };
        let mut board = Board::new(grid);
        board.put(Board::point(grid, 0), colour_of(Player::Left));
        board.put(Board::point(grid, 1), colour_of(Player::Right));
        let mut other = Board::new(grid);
        other.put(Board::point(grid, 0), colour_of(Player::Right));
        other.put(Board::point(grid, 1), colour_of(Player::Left));
        let middle = Board::point(grid, 4);
        assert_eq!(surrounding(&board, middle, 1), surrounding(&other, middle, 2));
        assert_ne!(surrounding(&board, middle, 1), surrounding(&board, middle, 2));
    }
}
