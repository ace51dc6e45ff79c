//! Playouts: random moves to the end of the game, without filling eyes.
//!
//! There are three heuristic rules for eyes. All of them require an empty point that is surrounded
//! by one colour. Two are in Hsu's lecture *Monte-Carlo Game Tree Search*: every string around the
//! point has at least two liberties, or one string surrounds the point. Most programs use the
//! third: the opponent has fewer than two of the diagonal points, and none at the edge.
//!
//! Playouts do not check superko. They respect simple ko, and their length is limited.

use upstar_core::{Move, Player, Rng};

use super::{
    board::{Board, Point, colour_of},
    patterns::{Patterns, surrounding},
    text::Options,
};

/// The rule for eyes, which playouts do not fill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// The opponent has too few of the diagonal points.
    Diagonal,
    /// All strings around the point have at least two liberties.
    Liberties,
    /// One string surrounds the point.
    OneString,
    /// Nothing is an eye.
    None,
}

impl Eyes {
    const ALL: [Eyes; 4] = [Eyes::Diagonal, Eyes::Liberties, Eyes::OneString, Eyes::None];

    /// The name of the rule in position texts.
    pub fn name(self) -> &'static str {
        match self {
            Eyes::Diagonal => "diagonal",
            Eyes::Liberties => "liberties",
            Eyes::OneString => "string",
            Eyes::None => "none",
        }
    }

    /// The rule with a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Eyes, String> {
        let found = Eyes::ALL.into_iter().find(|eyes| eyes.name() == name);
        found.ok_or_else(|| format!("eyes must be one of {}", Eyes::ALL.map(Eyes::name).join(", ")))
    }

    /// Is an empty point an eye of a colour?
    #[inline]
    pub fn has(self, board: &Board, point: Point, colour: u8) -> bool {
        board.is_surrounded(point, colour)
            && match self {
                Eyes::Diagonal => board.has_safe_diagonals(point, colour),
                Eyes::Liberties => board.neighbours_have_other_liberties(point),
                Eyes::OneString => board.is_inside_one_string(point),
                Eyes::None => false,
            }
    }
}

/// May a playout place a stone of a colour on an empty point?
#[inline]
pub fn is_played(board: &Board, eyes: Eyes, point: Point, colour: u8) -> bool {
    !eyes.has(board, point, colour) && board.is_legal(point, colour)
}

/// Does a player have at least `mercy` more stones, so that the playout ends?
#[inline]
pub fn reaches_mercy_limit(board: &Board, mercy: u32) -> bool {
    let [left, right] = Player::BOTH.map(|player| board.stones(player));
    mercy > 0 && u32::from(left.abs_diff(right)) >= mercy
}

/// Draws a point by the weights of patterns; `None` if the playout passes.
fn draw_by(board: &Board, colour: u8, eyes: Eyes, by: &Patterns, rng: &mut Rng) -> Option<Point> {
    let (mut points, mut sums) = ([0; 361], [0.0; 361]);
    let (mut count, mut sum) = (0, 0.0);
    for &point in board.empty() {
        if is_played(board, eyes, point, colour) {
            sum += by.odds(surrounding(board, point, colour));
            (points[count], sums[count]) = (point, sum);
            count += 1;
        }
    }
    (count > 0).then(|| points[Patterns::draw(&sums[..count], rng)])
}

/// Draws a point where a playout may play, all equally likely; `None` if it passes. Rejected points
/// are moved to the end of the list, so that none is drawn twice.
#[inline]
fn draw(board: &mut Board, colour: u8, eyes: Eyes, rng: &mut Rng) -> Option<Point> {
    let mut candidates = board.empty().len();
    while candidates > 0 {
        let place = rng.below(candidates as u64) as usize;
        let point = board.empty()[place];
        if is_played(board, eyes, point, colour) {
            return Some(point);
        }
        candidates -= 1;
        board.swap_empty(place, candidates);
    }
    None
}

/// Draws a point without changing the board.
pub fn draw_point(
    board: &Board,
    colour: u8,
    options: &Options,
    rng: &mut Rng,
    scratch: &mut Vec<Move>,
) -> Option<Point> {
    if let Some(patterns) = &options.patterns {
        return draw_by(board, colour, options.eyes, patterns, rng);
    }
    // Tries a few draws. If all are rejected, draws from the list of acceptable points. Both are
    // uniform.
    let empty = board.empty();
    for _ in 0..empty.len().min(6) {
        let point = empty[rng.below(empty.len() as u64) as usize];
        if is_played(board, options.eyes, point, colour) {
            return Some(point);
        }
    }
    let left = empty.iter().filter(|&&point| is_played(board, options.eyes, point, colour));
    scratch.extend(left.map(|&point| Move(u32::from(point))));
    let chosen = (!scratch.is_empty()).then(|| scratch[rng.below(scratch.len() as u64) as usize]);
    scratch.clear();
    chosen.map(|mv| mv.0 as Point)
}

/// Plays to the end. A player passes if every legal move fills an eye. The game is over after two
/// passes or after this many `moves`.
pub fn play_out(
    board: &mut Board,
    mut mover: Player,
    mut passes: u32,
    moves: u32,
    options: &Options,
    rng: &mut Rng,
) {
    for _ in 0..moves {
        let colour = colour_of(mover);
        let chosen = match &options.patterns {
            Some(patterns) => draw_by(board, colour, options.eyes, patterns, rng),
            None => draw(board, colour, options.eyes, rng),
        };
        match chosen {
            Some(point) => {
                passes = 0;
                if board.play(point, colour) > 0 && reaches_mercy_limit(board, options.mercy) {
                    return;
                }
            }
            None => {
                passes += 1;
                board.clear_ko();
                if passes == 2 {
                    return;
                }
            }
        }
        mover = mover.other();
    }
}
