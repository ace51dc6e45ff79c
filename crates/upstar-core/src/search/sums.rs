//! Search on sums: alpha-beta on the [sums](crate::sums) that positions are worth.
//!
//! **Idea** A position that falls apart is solved as what it is, a sum: equal parts share their
//! work, what is worth nothing is dropped, and values tell many winners without search.
//!
//! **Guarantee** That of alpha-beta; a sum has its position's outcome. The moves of the line are the
//! game's own: each one that the winner makes was proved to win.

use std::sync::Arc;

use crate::base::{Bounds, Error, Player};
use crate::game::{Game, Move, Partisan};
use crate::search::alpha_beta::{Search, outline};
use crate::search::{AlphaBeta, Control, LINE, Request, Solution};
use crate::sums::Sum;

/// Parts in which the players have more moves than this together get no value. On strips, values
/// of longer parts cost more than they save; elsewhere the limit stays far below.
const MOST_MOVES: u32 = 40;

/// Solves a position as a sum; none if there was not enough memory for the sums.
///
/// # Errors
/// None so far: alpha-beta's own parameters are its defaults.
pub fn solve_sum<G: Partisan>(
    game: &Arc<G>,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Option<Solution>, Error> {
    let sum = Sum::of(game, position, MOST_MOVES, control.limits.max_bytes / 2);
    let (goal, threads) = (request.goal, request.threads);
    let asked = Request { goal, threads, ..Request::new("alpha-beta") };
    let root = sum.read(position);
    AlphaBeta::search(&sum, &root, &asked, control, |mut search, found| {
        let mut solution = outline(&mut search, &root, &asked, control, found);
        if !solution.solved && sum.has_failed() {
            return None;
        }
        solution.note =
            "auto took alpha-beta on sums of parts, the fastest here for this game".into();
        // Moves of sums are not moves of the game.
        solution.best_move = None;
        if let Some(winner) = winner(&solution) {
            search.meter = search.meter.apart(LINE);
            solution.line = line(&sum, &mut search, game.as_ref(), position, winner);
            solution.best_move = solution.line.first().copied();
        }
        Some(solution)
    })
}

/// A line of play in which the winner makes moves that are proved to win.
fn line<G: Partisan>(
    sum: &Sum<G>,
    search: &mut Search<Sum<G>>,
    game: &G,
    position: &G::Position,
    winner: Player,
) -> Vec<Move> {
    let mut line = Vec::new();
    let mut here = position.clone();
    let mut moves = Vec::new();
    while game.expand(&here, &mut moves).is_none() {
        let after = |mv: Move| {
            let mut next = here.clone();
            game.play(&mut next, mv);
            next
        };
        let found = if game.to_move(&here) == winner {
            // The search has proved one move, and mostly no other: look before searching.
            let sums: Vec<_> = moves.iter().map(|&mv| sum.read(&after(mv))).collect();
            let known = sums.iter().position(|s| search.is_settled(s, winner, 1));
            known.or_else(|| {
                let goal = winner.win();
                sums.iter().position(|s| search.value(s, None).0 == Bounds::exactly(goal))
            })
        } else {
            Some(0)
        };
        let Some(mv) = found.map(|i| moves[i]) else { break };
        here = after(mv);
        line.push(mv);
        moves.clear();
    }
    line
}

/// Who wins, if that was proved.
fn winner(solution: &Solution) -> Option<Player> {
    let wins = |player: &Player| solution.bounds == Bounds::exactly(player.win());
    Player::BOTH.into_iter().find(wins)
}
