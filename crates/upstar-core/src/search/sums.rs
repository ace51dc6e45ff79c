//! Search on sums: alpha-beta or df-pn on the [sums](crate::sums) that positions are worth.
//!
//! **Idea** A position that falls apart is solved as what it is, a sum: equal parts share their
//! work, what is worth nothing is dropped, and values tell many winners without search.
//!
//! On *thin* boards, strips of one row, nearly every move makes two parts of
//! one. There are few different ones, so that values of large parts are cheap, and which move
//! wins is hard to guess: df-pn, with values from the first, is best. On others most positions are
//! one large part and some crumbs: alpha-beta needs a quarter of the nodes, and values have to pay.
//!
//! **Guarantee** That of the search; a sum has its position's outcome. The moves of the line are the
//! game's own: each one that the winner makes was proved to win.

use std::sync::Arc;

use crate::base::{Bounds, Error, Player};
use crate::game::{Game, Move, Partisan};
use crate::search::alpha_beta::{Search, outline};
use crate::search::{AlphaBeta, Control, Crew, DfPn, LINE, Parameters, Request, Solution};
use crate::sums::{Limit, Sum};

/// Parts in which the players have more moves than this together get no value. On strips, values
/// of longer parts cost more than they save; elsewhere the limit stays far below.
const MOST_MOVES: u32 = 44;
/// On strips df-pn leaves a move a little later than elsewhere.
const EPSILON: &str = "0.5";

/// Solves a position as a sum; none if there was not enough memory for the sums.
///
/// # Errors
/// None so far: the searches' parameters are in range.
pub fn solve_sum<G: Partisan>(
    game: &Arc<G>,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Option<Solution>, Error> {
    let is_thin = is_thin(game.as_ref());
    let limit = if is_thin { Limit::fixed(MOST_MOVES) } else { Limit::growing(MOST_MOVES) };
    let sum = Sum::of(game, position, limit, control.limits.max_bytes / 2);
    let root = sum.read(position);
    let (goal, threads) = (request.goal, request.threads);
    let (mut solution, name) = if is_thin {
        let parameters = Parameters::new([("epsilon".into(), EPSILON.into())]);
        let asked = Request { goal, threads, parameters, ..Request::new("df-pn") };
        let crew = Crew::new(threads, control.limits.max_bytes / 2);
        let mut finished = DfPn::search(&sum, &root, &asked, control, &crew)?;
        let mut solution = finished.solution.clone();
        finished.limit(LINE);
        solution.line =
            line(&sum, game.as_ref(), position, &solution, |sum, winner, may_search| {
                let found =
                    if may_search { finished.winner(sum) } else { finished.known_winner(sum) };
                found == Some(winner)
            });
        (solution, "df-pn on sums of parts, the fastest here for this game on strips")
    } else {
        let asked = Request { goal, threads, ..Request::new("alpha-beta") };
        let then = |mut search: Search<Sum<G>>, found| {
            let mut solution = outline(&mut search, &root, &asked, control, found);
            search.meter = search.meter.apart(LINE);
            let wins = |sum: &_, winner: Player, may_search| match may_search {
                true => search.value(sum, None).0 == Bounds::exactly(winner.win()),
                false => search.is_settled(sum, winner, 1),
            };
            solution.line = line(&sum, game.as_ref(), position, &solution, wins);
            solution
        };
        let solution = AlphaBeta::search(&sum, &root, &asked, control, then)?;
        (solution, "alpha-beta on sums of parts, the fastest here for this game")
    };
    if !solution.solved && sum.has_failed() {
        return Ok(None);
    }
    solution.note = format!("auto took {name}");
    // The search's own best move is one of sums, not of the game.
    solution.best_move = solution.line.first().copied();
    Ok(Some(solution))
}

/// Is the board one row or one column?
fn is_thin<G: Partisan>(game: &G) -> bool {
    game.cells().is_some_and(|cells| cells.grid.rows.min(cells.grid.columns) == 1)
}

/// A line of play in which the winner, if that was proved, makes moves that are proved to win. `wins` says
/// whether it is proved that a player wins a sum, and may search for it or not.
fn line<G: Partisan>(
    sum: &Sum<G>,
    game: &G,
    position: &G::Position,
    solution: &Solution,
    mut wins: impl FnMut(&<Sum<G> as Game>::Position, Player, bool) -> bool,
) -> Vec<Move> {
    let mut line = Vec::new();
    let is_winner = |player: &Player| solution.bounds == Bounds::exactly(player.win());
    let Some(winner) = Player::BOTH.into_iter().find(is_winner) else { return line };
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
            let known = sums.iter().position(|s| wins(s, winner, false));
            known.or_else(|| sums.iter().position(|s| wins(s, winner, true)))
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
