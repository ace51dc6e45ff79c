//! `auto`: the answer, by the search that suits.
//!
//! **Idea** Most games have a favourite, the search that was measured to be the best for them. Where
//! it stalls, another may not: after a while without an answer, unless it can be seen that a
//! few times as much work will do, the second choice gets a share of the work, and again whenever the
//! work has doubled. Both keep what they have found. In a game without a favourite they have equal
//! shares from early on.
//!
//! **Formula** After n nodes of the first search, n = p · 2ⁱ, the second one goes on until it has made
//! n / k, with patience p and share k (see [`Turns`]). So an answer that the first finds in N nodes
//! costs about (1 + 1/k) N, one that the second finds in M about max(p, 2 k M) + M; a fifth more was
//! seen, since alpha-beta orders moves by what it has learnt when it goes on; so patience with a
//! favourite is long. A node of the second may take ten times as long (Domineering), so its share is small.
//!
//! **Guarantee** whoever answers has proved it. The limits hold for both together.
//!
//! Several threads and checkpoints belong to one search, so with them there is no second choice.

use crate::base::Error;
use crate::game::Game;
use crate::search::{
    AlgorithmInfo, AlphaBeta, Control, DfPn, Meter, Parameters, Request, Share, Solution, Solver,
};

/// How two searches share the work.
#[derive(Clone, Copy, Debug)]
struct Turns {
    /// The nodes after which a search without an answer may have stalled.
    patience: u64,
    /// The first search does so many times the work of the second.
    share: u64,
    /// The part of the memory that the second may use is one in so many.
    memory: usize,
}

/// The first search is the best for the game, as far as is known.
const FAVOURITE: Turns = Turns { patience: 1 << 29, share: 32, memory: 4 };
/// Either may be many times faster.
const EQUALS: Turns = Turns { patience: 1 << 14, share: 1, memory: 2 };
/// A search that will end after so many times its work does not stall.
const IN_SIGHT: u64 = 4;

/// Chooses an algorithm and says which.
pub struct Auto;

/// A search that can be interrupted when its nodes run out, and goes on later.
pub(super) trait Attempt<G: Game> {
    /// Goes on; false if only its share keeps it from going on further.
    fn work(&mut self, position: &G::Position, share: Share) -> bool;
    /// What it has done.
    fn meter(&self) -> &Meter<'_>;
    /// The nodes that it will have made in the end, about, if it can tell.
    fn estimate(&self) -> Option<u64>;
    /// What it has found, with all that the request wants.
    fn conclude(
        self: Box<Self>,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Solution;
}

impl Solver for Auto {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "auto",
        summary: "the best algorithm there is for the game, another if it stalls; says which it took",
        reference: "",
        parameters: &[],
        handles_repetition: false,
        keeps_tree: false,
        saves_table: true,
    };

    fn solve<G: Game>(
        game: &G,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Result<Solution, Error> {
        if request.plain {
            return plainly(game, position, request, control);
        }
        let names = [AlphaBeta::INFO.name, DfPn::INFO.name];
        let favourite = request.best.filter(|best| names.contains(best));
        let (best, why, turns) = match favourite {
            Some(best) => (best, "the fastest here for this game", FAVOURITE),
            None => (names[0], "the fastest here for most games", EQUALS),
        };
        let other = if best == names[0] { names[1] } else { names[0] };
        let chosen = |name: &str| Request { algorithm: name.into(), ..request.clone() };
        let (mut solution, switched) = if request.threads > 1 || request.checkpoint.is_some() {
            let solution = match best {
                "df-pn" => DfPn::solve(game, position, &chosen(best), control)?,
                _ => AlphaBeta::solve(game, position, &chosen(best), control)?,
            };
            (solution, String::new())
        } else {
            in_turns(game, position, [chosen(best), chosen(other)], control, turns)?
        };
        let more = if solution.note.is_empty() { "" } else { "; " };
        solution.note = format!("auto took {best}, {why}{switched}{more}{}", solution.note);
        Ok(solution)
    }
}

/// By df-pn without bounds, whose table then has the whole proof.
fn plainly<G: Game>(
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
) -> Result<Solution, Error> {
    let parameters = Parameters::new([("bounds".into(), "false".into())]);
    let asked = Request { algorithm: DfPn::INFO.name.into(), parameters, ..request.clone() };
    let mut solution = DfPn::solve(game, position, &asked, control)?;
    solution.note = "auto took df-pn without bounds, for a shorter certificate".into();
    Ok(solution)
}

/// The search that a request names, with a table of at most so many bytes.
fn begin<'a, G: Game>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    memory: (&'a Control, usize),
) -> Result<Box<dyn Attempt<G> + 'a>, Error> {
    Ok(if request.algorithm == DfPn::INFO.name {
        Box::new(DfPn::begin(game, position, request, memory)?)
    } else {
        Box::new(AlphaBeta::begin(game, request, memory))
    })
}

/// The answer of whoever finds it, and what is to be said if that is the second one.
fn in_turns<G: Game>(
    game: &G,
    position: &G::Position,
    requests: [Request; 2],
    control: &Control,
    turns: Turns,
) -> Result<(Solution, String), Error> {
    let part = control.limits.max_bytes / turns.memory;
    let start = |request, parts| begin(game, position, request, (control, parts * part));
    let mut first = start(&requests[0], turns.memory - 1)?;
    let mut second: Option<Box<dyn Attempt<G>>> = None;
    let mut nodes = turns.patience;
    // Why the second one was stopped, if that ended it all: the first only used up its share.
    let mut why = None;
    let second_answers = loop {
        let elsewhere = second.as_ref().map_or(0, |second| second.meter().nodes);
        let share = Share { nodes, elsewhere };
        if first.work(position, share) || nodes + elsewhere >= control.max_nodes() {
            break false;
        }
        if first.estimate().is_none_or(|all| all > IN_SIGHT * nodes) {
            if second.is_none() {
                second = Some(start(&requests[1], 1)?);
            }
            let Some(second) = &mut second else { continue };
            let share = Share { nodes: nodes / turns.share, elsewhere: first.meter().nodes };
            let is_over = second.work(position, share);
            if is_over || share.nodes + share.elsewhere >= control.max_nodes() {
                why = second.meter().stopped();
                break why.is_none();
            }
        }
        nodes *= 2;
    };
    let Some(second) = second else {
        return Ok((first.conclude(position, &requests[0], control), String::new()));
    };
    let (winner, loser, request) =
        if second_answers { (second, first, &requests[1]) } else { (first, second, &requests[0]) };
    let other = loser.meter();
    let (more, expansions, bytes) = (other.nodes, other.expansions, other.peak_bytes);
    let mut solution = winner.conclude(position, request, control);
    solution.stats.nodes += more;
    solution.stats.expansions += expansions;
    solution.stats.peak_bytes += bytes;
    solution.stopped = why.or(solution.stopped);
    let switched = if second_answers {
        format!("; {} answered after {more} nodes of it", requests[1].algorithm)
    } else {
        format!("; {} has tried too", requests[1].algorithm)
    };
    Ok((solution, switched))
}
