//! Playouts: random moves that fill no eyes, to the end of the game.
//!
//! These rules guess whether a point is an eye. All of them ask that an empty point be surrounded by
//! one colour. Two are in Hsu's lecture *Monte-Carlo Game Tree Search*: every string
//! around has two liberties or more, or one string is all around. The third is what most programs
//! do: the opponent holds fewer than two corners of the point, none at the edge.
//!
//! Boards that were there before are not looked up in playouts; the ko of a single stone is
//! respected, and the length is limited.

use upstar_core::{Move, Player, Rng};

use super::{
    board::{Board, Point, colour_of},
    patterns::{Patterns, surrounding},
    text::Options,
};

/// What playouts take for an eye and do not fill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// The opponent holds too few corners.
    Diagonal,
    /// All strings around have two liberties or more.
    Liberties,
    /// One string is all around.
    OneString,
    /// Nothing is an eye.
    None,
}

impl Eyes {
    const ALL: [Eyes; 4] = [Eyes::Diagonal, Eyes::Liberties, Eyes::OneString, Eyes::None];

    /// The rule's name in texts.
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
        found.ok_or_else(|| format!("eyes is {}", Eyes::ALL.map(Eyes::name).join(", ")))
    }

    /// Is an empty point an eye of a colour?
    #[inline]
    pub fn has(self, board: &Board, point: Point, colour: u8) -> bool {
        board.is_surrounded(point, colour)
            && match self {
                Eyes::Diagonal => board.has_firm_corners(point, colour),
                Eyes::Liberties => board.has_safe_walls(point),
                Eyes::OneString => board.has_one_wall(point),
                Eyes::None => false,
            }
    }
}

/// May a playout put a stone of a colour on an empty point?
#[inline]
pub fn is_played(board: &Board, eyes: Eyes, point: Point, colour: u8) -> bool {
    !eyes.has(board, point, colour) && board.is_legal(point, colour)
}

/// Has a player so many more stones that the playout is over?
#[inline]
pub fn is_hopeless(board: &Board, mercy: u32) -> bool {
    let [left, right] = Player::BOTH.map(|player| board.stones(player));
    mercy > 0 && u32::from(left.abs_diff(right)) >= mercy
}

/// Draws a point by the weights of patterns; none if the playout passes.
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

/// Draws a point that a playout may take, each as likely as any other; none if it passes. Points
/// that will not do are put behind the others, so that none is drawn twice.
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

/// Draws a point without touching the board.
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
    // A few draws; if none will do, a draw from the list of those that will. Either way each is as
    // likely as any other.
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

/// Plays to the end: who has no move that fills no eye passes, and the game is over when both
/// have passed, or after so many `moves`.
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
                if board.play(point, colour) > 0 && is_hopeless(board, options.mercy) {
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
