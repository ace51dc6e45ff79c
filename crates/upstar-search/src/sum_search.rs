//! Search on sums: alpha-beta or df-pn on the [sums](upstar_cgt::sum_game) of a position's parts.
//!
//! **Idea** A position of independent parts is solved as a sum. Equal parts are searched once, parts of value
//! 0 are dropped, and values decide many sums without search.
//!
//! **Threads** Each thread has its own cache of parts and values, because nearly every move reads it. The
//! threads share the table of the search, and the ids that its keys contain.
//!
//! **Guarantee** The same as for the search, because a sum has the same outcome as its position. The moves of
//! the line are moves of the game. Each move of the winner is proved to win.

use std::sync::Arc;

use upstar_cgt::sum_game::SumGame;
use upstar_core::{
    Bounds, Control, Error, Game, Limits, Move, Parameters, Partisan, Player, SearchGame, Stopped,
    WorkShare,
};

use crate::{
    AlphaBeta, Answer, DfPn, DfSharedState, Request, Solution, Solver,
    alpha_beta::solution_without_line, interleave::ResumableSearch, line::LINE_LIMITS,
};

/// The ε of df-pn on sums, larger than the default: df-pn stays longer at a child.
pub(crate) const EPSILON: &str = "1";

/// The search that runs on a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SumSearch {
    /// Alpha-beta.
    AlphaBeta,
    /// Depth-first proof-number search.
    DfPn,
}

impl SumSearch {
    /// The algorithm's name.
    pub fn name(self) -> &'static str {
        match self {
            SumSearch::AlphaBeta => AlphaBeta::INFO.name,
            SumSearch::DfPn => DfPn::INFO.name,
        }
    }
}

/// Solves a position as the sum of its parts. If the result is not solved, [`Stopped::Memory`] means that
/// there was not enough memory for the sums. A search on boards may still succeed, and the control has then
/// counted the nodes of this search.
///
/// # Errors
/// If a checkpoint cannot be read.
pub fn solve_sum<G: Partisan>(
    sum: &Arc<SumGame<G>>,
    game: &G,
    position: &G::Position,
    search: SumSearch,
    request: &Request,
    control: &Control,
) -> Result<Solution, Error> {
    let shown = Arc::clone(sum);
    control.map_root_moves(Some(Box::new(move |mv| shown.board_move(mv))));
    let sum_request = Request { is_on_sums: true, ..request.clone() };
    let solved = match search {
        SumSearch::AlphaBeta => by_alpha_beta(sum, game, position, &sum_request, control),
        SumSearch::DfPn => by_df_pn(sum, game, position, &sum_request, control),
    };
    control.map_root_moves(None);
    let mut solution = solved?;
    if !solution.solved && sum.has_failed() && !control.is_stopped() {
        solution.stopped = Some(Stopped::Memory);
    }
    if solution.stopped == Some(Stopped::Memory) {
        control.add_earlier_nodes(solution.stats.nodes);
    }
    // The best move of the search is a move of sums. Only the cache in which it was found can convert it to a
    // move of the game, so it is not used after a search by several threads or from a checkpoint.
    let is_own = request.threads <= 1 && request.checkpoint.is_none();
    let own = solution.best_move.filter(|_| is_own || !solution.solved);
    let guess = own.and_then(|mv| sum.board_move(mv));
    solution.best_move = solution.line.first().copied().or(guess);
    Ok(solution)
}

/// Runs alpha-beta on the board for at most `nodes` nodes. If that is not enough, the solution is neither
/// solved nor stopped, and the control has counted the nodes.
pub fn solve_briefly<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    nodes: u64,
    request: &Request,
    control: &'a Control,
) -> Answer<'a, G> {
    let request = Request { algorithm: AlphaBeta::INFO.name.into(), ..request.clone() };
    let memory = (control, control.limits.max_bytes);
    let mut search = Box::new(AlphaBeta::start(game, &request, memory));
    let is_over = search.resume(position, WorkShare { max_nodes: nodes, ..WorkShare::UNLIMITED });
    let answer = search.into_answer(position, &request, control);
    if !is_over {
        control.add_earlier_nodes(answer.solution.stats.nodes);
    }
    answer
}

/// Solves a sum by df-pn.
fn by_df_pn<G: Partisan>(
    sum: &SumGame<G>,
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Solution, Error> {
    let parameters = Parameters::new([("epsilon".into(), EPSILON.into())]);
    let request = Request { parameters, ..request_for(request, "df-pn") };
    let threads = DfSharedState::new(request.threads, control.limits.max_bytes / 2);
    let mut solved = DfPn::search(sum, sum.root(), &request, control, &threads)?;
    let mut solution = solved.solution.clone();
    solved.set_limits(limits_of_line(control));
    solution.line = line(sum, game, position, &solution, control, |sum, winner, may_search| {
        let found = if may_search { solved.winner(sum) } else { solved.known_winner(sum) };
        found == Some(winner)
    });
    Ok(solution)
}

/// Solves a sum by alpha-beta.
fn by_alpha_beta<G: Partisan>(
    sum: &SumGame<G>,
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Solution, Error> {
    let request = request_for(request, "alpha-beta");
    let (mut search, found) = AlphaBeta::search(sum, sum.root(), &request, control)?;
    let mut solution = solution_without_line(&mut search, sum.root(), &request, control, found);
    search.meter = search.meter.with_own_limits(limits_of_line(control));
    let wins = |sum: &_, winner: Player, may_search| match may_search {
        true => search.value(sum, None).0 == Bounds::exactly(winner.win()),
        false => search.is_proved(sum, winner, 1),
    };
    solution.line = line(sum, game, position, &solution, control, wins);
    Ok(solution)
}

/// The request for the search on sums.
fn request_for(request: &Request, algorithm: &str) -> Request {
    let Request { goal, threads, checkpoint_every, .. } = *request;
    let (checkpoint, name) = (request.checkpoint.clone(), request.name.clone());
    let (sources, is_on_sums) = (request.sources, request.is_on_sums);
    let new = Request::new(algorithm);
    Request { goal, threads, checkpoint, checkpoint_every, name, sources, is_on_sums, ..new }
}

/// The limits of the search for the line. The stored sums count as memory.
fn limits_of_line(control: &Control) -> Limits {
    Limits { max_bytes: control.limits.max_bytes, ..LINE_LIMITS }
}

/// A line of play. If there is a proved winner, each of the winner's moves is proved to win. `wins` returns
/// whether a player is proved to win a sum. Its last argument says whether it may search. The line ends early when
/// its time is over.
fn line<G: Partisan>(
    sum: &SumGame<G>,
    game: &G,
    position: &G::Position,
    solution: &Solution,
    control: &Control,
    mut wins: impl FnMut(&<SumGame<G> as Game>::Position, Player, bool) -> bool,
) -> Vec<Move> {
    let mut line = Vec::new();
    let is_over = {
        let (end, stop) = (control.seconds() + LINE_LIMITS.max_seconds, control.stop_check());
        move || control.seconds() > end || stop()
    };
    let is_winner = |player: &Player| solution.bounds == Bounds::exactly(player.win());
    let Some(winner) = Player::BOTH.into_iter().find(is_winner) else { return line };
    let mut here = position.clone();
    let mut moves = Vec::new();
    while (line.is_empty() || !is_over()) && game.expand(&here, &mut moves).is_none() {
        let after = |mv: Move| {
            let mut next = here.clone();
            game.play(&mut next, mv);
            next
        };
        let found = if game.to_move(&here) == winner {
            // The search has mostly proved one move only, so look for it before searching others.
            let sums: Vec<_> = moves.iter().map(|&mv| sum.sum_of(&after(mv))).collect();
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
