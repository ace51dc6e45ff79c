//! Search on sums: alpha-beta or df-pn on the [sums](upstar_cgt::sum_game) of a position's parts.
//!
//! **Idea** A position that falls apart is solved as what it is, a sum: equal parts share their
//! work, parts of value 0 are dropped, and values decide many sums without search.
//!
//! **Threads** Each has its own cache of parts and values, since nearly every move reads it. They
//! share the search's table, and the numbers that its keys are made of.
//!
//! **Guarantee** That of the search; a sum has its position's outcome. The moves of the line are the
//! game's own: each one that the winner makes was proved to win.

use std::sync::Arc;

use upstar_cgt::sum_game::SumGame;
use upstar_core::{
    Bounds, Control, Error, Game, Limits, Move, Parameters, Partisan, Player, SearchGame, Share,
    Stopped,
};

use crate::{
    AlphaBeta, Answer, Crew, DfPn, Request, Solution, Solver, alpha_beta::outline, line::LINE,
    turns::ResumableSearch,
};

/// On strips df-pn leaves a move much later than elsewhere.
const EPSILON: &str = "1";

/// Which search runs on a sum.
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

/// Solves a position as the sum that it is. Unless it is solved, [`Stopped::Memory`] means that there was not
/// enough for the sums, so that a search on boards may still succeed; the control has counted the nodes then.
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
    let asked = Request { key_names: sum.names().cloned(), ..request.clone() };
    let solved = match search {
        SumSearch::AlphaBeta => by_alpha_beta(sum, game, position, &asked, control),
        SumSearch::DfPn => by_df_pn(sum, game, position, &asked, control),
    };
    control.map_root_moves(None);
    let mut solution = solved?;
    if !solution.solved && sum.has_failed() && !control.is_stopped() {
        solution.stopped = Some(Stopped::Memory);
    }
    if solution.stopped == Some(Stopped::Memory) {
        control.count_before(solution.stats.nodes);
    }
    // The search's own best move is one of sums, not of the game, and means something only in the cache in
    // which it was found: not that of another thread or run. A proved move must be surely the same.
    let is_own = request.threads <= 1 && request.checkpoint.is_none();
    let own = solution.best_move.filter(|_| is_own || !solution.solved);
    let guess = own.and_then(|mv| sum.board_move(mv));
    solution.best_move = solution.line.first().copied().or(guess);
    Ok(solution)
}

/// Alpha-beta on the board for a few nodes. If that was not enough, the solution is neither solved nor stopped,
/// and the control has counted the nodes.
pub fn solve_briefly<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    nodes: u64,
    request: &Request,
    control: &'a Control,
) -> Answer<'a, G> {
    let asked = Request { algorithm: AlphaBeta::INFO.name.into(), ..request.clone() };
    let mut search = Box::new(AlphaBeta::begin(game, &asked, (control, control.limits.max_bytes)));
    let is_over = search.work(position, Share { nodes, ..Share::WHOLE });
    let answer = search.conclude(position, &asked, control);
    if !is_over {
        control.count_before(answer.solution.stats.nodes);
    }
    answer
}

/// By df-pn.
fn by_df_pn<G: Partisan>(
    sum: &SumGame<G>,
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Solution, Error> {
    let parameters = Parameters::new([("epsilon".into(), EPSILON.into())]);
    let asked = Request { parameters, ..asked(request, "df-pn") };
    let crew = Crew::new(request.threads, control.limits.max_bytes / 2);
    let mut finished = DfPn::search(sum, sum.root(), &asked, control, &crew)?;
    let mut solution = finished.solution.clone();
    finished.limit(limits_of_line(control));
    solution.line = line(sum, game, position, &solution, |sum, winner, may_search| {
        let found = if may_search { finished.winner(sum) } else { finished.known_winner(sum) };
        found == Some(winner)
    });
    Ok(solution)
}

/// By alpha-beta.
fn by_alpha_beta<G: Partisan>(
    sum: &SumGame<G>,
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Solution, Error> {
    let asked = asked(request, "alpha-beta");
    let (mut search, found) = AlphaBeta::search(sum, sum.root(), &asked, control)?;
    let mut solution = outline(&mut search, sum.root(), &asked, control, found);
    search.meter = search.meter.apart(limits_of_line(control));
    let wins = |sum: &_, winner: Player, may_search| match may_search {
        true => search.value(sum, None).0 == Bounds::exactly(winner.win()),
        false => search.is_settled(sum, winner, 1),
    };
    solution.line = line(sum, game, position, &solution, wins);
    Ok(solution)
}

/// What of a request is asked of the search on sums.
fn asked(request: &Request, algorithm: &str) -> Request {
    let Request { goal, threads, checkpoint_every, .. } = *request;
    let (checkpoint, name) = (request.checkpoint.clone(), request.name.clone());
    let (sources, key_names) = (request.sources, request.key_names.clone());
    let new = Request::new(algorithm);
    Request { goal, threads, checkpoint, checkpoint_every, name, sources, key_names, ..new }
}

/// What may be spent on the line, beside what the sums that are known take.
fn limits_of_line(control: &Control) -> Limits {
    Limits { max_bytes: control.limits.max_bytes, ..LINE }
}

/// A line of play in which the winner, if that was proved, makes moves that are proved to win. `wins` says
/// whether it is proved that a player wins a sum, and may search for it or not.
fn line<G: Partisan>(
    sum: &SumGame<G>,
    game: &G,
    position: &G::Position,
    solution: &Solution,
    mut wins: impl FnMut(&<SumGame<G> as Game>::Position, Player, bool) -> bool,
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
