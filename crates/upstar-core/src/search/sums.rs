//! Search on sums: alpha-beta or df-pn on the [sums](crate::sums) that positions are worth.
//!
//! **Idea** A position that falls apart is solved as what it is, a sum: equal parts share their
//! work, what is worth nothing is dropped, and values tell many winners without search.
//!
//! Measured on Clobber: on *thin* boards, strips of one row, nearly every move makes two parts of
//! one. There are few different ones, so that values of large parts are cheap, and which move
//! wins is hard to guess: df-pn, with values from the first, is best. On others most positions are
//! one large part and some crumbs: alpha-beta needs a quarter of the nodes, and values have to pay.
//!
//! **Threads** Each has a book of its own of what it knows of parts and values, since nearly every move asks it. They
//! share the search's table, and the names of what its keys are made of.
//!
//! **Guarantee** That of the search; a sum has its position's outcome. The moves of the line are the
//! game's own: each one that the winner makes was proved to win.

use std::sync::Arc;

use crate::base::{Bounds, Error, Player};
use crate::game::{Game, Move, Partisan, Status};
use crate::search::alpha_beta::{Search, outline};
use crate::search::auto::Attempt;
use crate::search::{
    AlphaBeta, Control, Crew, DfPn, LINE, Limits, Parameters, Request, Share, Solution, Solver,
    Stats, Stopped,
};
use crate::sums::{Limit, Means, Sum};

/// Parts in which the players have more moves than this together get no value, however long the search.
const MOST_MOVES: u32 = 44;
/// On strips they get one up to so many moves, and a quarter of the moves that there are in all more: the longer
/// the strip, the longer the search in which a value pays.
const STRIP_MOVES: u32 = 17;
/// What is proved of a board at a glance shows within so many nodes.
const SOON: u64 = 1 << 18;
/// On strips df-pn leaves a move much later than elsewhere.
const EPSILON: &str = "1";

/// When a position is searched as a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Always.
    Always,
    /// If it falls apart at once, and the board itself is not solved soon: in games that prove much of
    /// boards at a glance (Domineering), where parts lose that.
    Apart,
}

/// Solves a position as a sum; none if it is not one to be searched so. Unless it is solved,
/// [`Stopped::Memory`] means that there was not enough for the sums, so that a search on boards may
/// still succeed; the control has counted the nodes then.
///
/// # Errors
/// If there is no database where one should be, or a checkpoint cannot be read.
pub fn solve_sum<G: Partisan>(
    game: &Arc<G>,
    position: &G::Position,
    when: When,
    request: &Request,
    control: &Control,
) -> Result<Option<Solution>, Error> {
    let is_apart = when == When::Apart;
    if is_apart && game.parts(position).len() < 2 {
        return Ok(None);
    }
    let moves = Player::BOTH.map(|player| mobility(game.as_ref(), position, player));
    let moves = moves.iter().sum::<u32>();
    let max_bytes = control.limits.max_bytes / 2;
    let alarm = control.alarm();
    let is_kept = request.checkpoint.is_some();
    let sum_with = |limit, threads| {
        let means = Means { threads, max_bytes, is_kept, stock: request.stock.clone() };
        Sum::of(game, position, limit, means, &alarm)
    };
    // A database may be large: it is opened once, for the search.
    let at_once = match request.stock {
        None => Some(sum_with(Limit::glance(moves), 1)?).filter(Sum::is_valued),
        Some(_) => None,
    };
    let mut in_vain = Stats::default();
    if at_once.is_none() && is_apart {
        match on_whole_board(game.as_ref(), position, request, control) {
            Ok(solution) => return Ok(Some(solution)),
            Err(stats) => in_vain = stats,
        }
    }
    let is_thin = is_thin(game.as_ref());
    // On strips df-pn gains nothing by more.
    let threads = if at_once.is_some() || is_thin { 1 } else { request.threads.max(1) };
    let by_alpha_beta: (Solve<G>, _) = (on_board, AlphaBeta::INFO.name);
    let (sum, (solve, name), why) = match at_once {
        Some(sum) => (sum, by_alpha_beta, "all of which have values"),
        None if is_thin => {
            let sum = sum_with(Limit::fixed(STRIP_MOVES + moves / 4), threads)?;
            let by_df_pn: (Solve<G>, _) = (on_strip, DfPn::INFO.name);
            (sum, by_df_pn, "the fastest here for this game on strips")
        }
        None => {
            let whole = "the fastest here for this game";
            let why = if is_apart { "into which the board falls" } else { whole };
            (sum_with(Limit::growing(MOST_MOVES), threads)?, by_alpha_beta, why)
        }
    };
    let asked = Request { threads, ..request.clone() };
    let mut solution = solve(&sum, game.as_ref(), position, &asked, control)?;
    let alone = "; by one thread, as more would gain nothing";
    let alone = if threads < request.threads { alone } else { "" };
    solution.say_first(&format!("auto took {name} on sums of parts, {why}{alone}"));
    if !solution.solved && sum.has_failed() && !control.is_stopped() {
        solution.stopped = Some(Stopped::Memory);
    }
    if solution.stopped == Some(Stopped::Memory) {
        control.count_before(solution.stats.nodes);
    }
    solution.stats.add(&in_vain);
    // The search's own best move is one of sums, not of the game, and means something only in the book in which it
    // was found: not that of another thread or run. A proved move must be surely the same.
    let is_own = threads == 1 && !is_kept;
    let own = solution.best_move.filter(|_| is_own || !solution.solved);
    let guess = own.and_then(|mv| sum.told(mv));
    solution.best_move = solution.line.first().copied().or(guess);
    Ok(Some(solution))
}

/// By alpha-beta on the board itself; what it did in vain if it takes long.
fn on_whole_board<G: Game>(
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Solution, Stats> {
    let asked = Request { algorithm: AlphaBeta::INFO.name.into(), ..request.clone() };
    let mut search = Box::new(AlphaBeta::begin(game, &asked, (control, control.limits.max_bytes)));
    let is_over = search.work(position, Share { nodes: SOON, ..Share::WHOLE });
    let mut solution = search.conclude(position, &asked, control);
    if is_over {
        solution.note = "auto took alpha-beta, the fastest here for this game".into();
        return Ok(solution);
    }
    control.count_before(solution.stats.nodes);
    Err(solution.stats)
}

/// A way to search.
type Solve<G> =
    fn(&Sum<G>, &G, &<G as Game>::Position, &Request, &Control) -> Result<Solution, Error>;

/// By df-pn.
fn on_strip<G: Partisan>(
    sum: &Sum<G>,
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
fn on_board<G: Partisan>(
    sum: &Sum<G>,
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Solution, Error> {
    let asked = asked(request, "alpha-beta");
    AlphaBeta::search(sum, sum.root(), &asked, control, |mut search: Search<Sum<G>>, found| {
        let mut solution = outline(&mut search, sum.root(), &asked, control, found);
        search.meter = search.meter.apart(limits_of_line(control));
        let wins = |sum: &_, winner: Player, may_search| match may_search {
            true => search.value(sum, None).0 == Bounds::exactly(winner.win()),
            false => search.is_settled(sum, winner, 1),
        };
        solution.line = line(sum, game, position, &solution, wins);
        solution
    })
}

/// What of a request is asked of the search on sums.
fn asked(request: &Request, algorithm: &str) -> Request {
    let Request { goal, threads, checkpoint_every, .. } = *request;
    let (checkpoint, name) = (request.checkpoint.clone(), request.name.clone());
    let new = Request::new(algorithm);
    Request { goal, threads, checkpoint, checkpoint_every, name, ..new }
}

/// What may be spent on the line, beside what the sums that are known take.
fn limits_of_line(control: &Control) -> Limits {
    Limits { max_bytes: control.limits.max_bytes, ..LINE }
}

/// How many moves a player has.
fn mobility<G: Partisan>(game: &G, position: &G::Position, player: Player) -> u32 {
    match game.status(&game.with_mover(position, player), &mut Vec::new()) {
        Status::Moves(count) => count,
        Status::Over(_) => 0,
    }
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
