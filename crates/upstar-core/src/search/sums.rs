//! Search on sums: df-pn on the [sums](crate::sums) that positions are worth.
//!
//! **Idea** A position that falls apart is solved as what it is, a sum: equal parts share their
//! work, what is worth nothing is dropped, and values tell many winners without search.
//!
//! **Guarantee** That of df-pn; a sum has its position's outcome. The moves of the line are the
//! game's own: each one that the winner makes was proved to win.

use std::sync::Arc;

use crate::base::{Error, Player};
use crate::game::{Game, Move, Partisan};
use crate::search::{Control, Crew, DfPn, LINE, Request, Solution};
use crate::sums::Sum;

/// Parts in which the players have more moves than this together get no value. On strips, values
/// of longer parts cost more than they save; elsewhere the book stops much earlier by itself.
const MOST_MOVES: u32 = 40;

/// Solves a position as a sum; none if there was not enough memory for the sums.
///
/// # Errors
/// None so far: df-pn's own parameters are its defaults.
pub fn solve_sum<G: Partisan>(
    game: &Arc<G>,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Option<Solution>, Error> {
    let (sum, mut read) = Sum::of(game, MOST_MOVES, control.limits.max_bytes / 2);
    let asked = Request { goal: request.goal, ..Request::new("df-pn") };
    let root = read(&sum, position);
    let crew = Crew::new(request.threads, control.limits.max_bytes / 2);
    let mut finished = DfPn::search(&sum, &root, &asked, control, &crew)?;
    let mut solution = finished.solution.clone();
    if !solution.solved && sum.has_failed() {
        return Ok(None);
    }
    solution.note = "auto took df-pn on sums of parts, the fastest here for this game".into();
    // Moves of sums are not moves of the game.
    solution.best_move = None;
    let Some(winner) = winner(&solution) else { return Ok(Some(solution)) };

    finished.limit(LINE);
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
            let sums: Vec<_> = moves.iter().map(|&mv| read(&sum, &after(mv))).collect();
            let known = sums.iter().position(|s| finished.known_winner(s) == Some(winner));
            known.or_else(|| sums.iter().position(|s| finished.winner(s) == Some(winner)))
        } else {
            Some(0)
        };
        let Some(mv) = found.map(|i| moves[i]) else { break };
        here = after(mv);
        solution.line.push(mv);
        moves.clear();
    }
    solution.best_move = solution.line.first().copied();
    Ok(Some(solution))
}

/// Who wins, if that was proved.
fn winner(solution: &Solution) -> Option<Player> {
    let exact = solution.bounds.is_exact().then_some(solution.bounds.lo)?;
    Some(if exact > 0 { Player::Left } else { Player::Right })
}
