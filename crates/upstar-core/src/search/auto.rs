//! `auto`: the answer, by the search that suits.
//!
//! **Idea** Most games have a favourite, the search that was measured to be the best for them. Where
//! it stalls, another may not: after a while without an answer, unless it can be seen that a
//! few times as much work will do, the second choice gets a share of the work, and again whenever the
//! work has doubled. Both keep what they have found. In a game without a favourite they have equal
//! shares from early on.
//!
//! **Formula** After n nodes of the first search, n = p · 2ⁱ, which took t seconds, the second one goes on
//! until it has made n / k or taken t / k, with patience p and share k (see [`Turns`]), and for a moment
//! at least: how far a brief turn gets does not depend on the clock. So an answer that the first finds in
//! N nodes and T seconds costs about (1 + 1/k) N and (1 + 1/k) T, one that the second finds in M about
//! max(p, 2 k M) + M if its nodes take no longer; a fifth more was seen, since alpha-beta orders moves by
//! what it has learnt when it goes on; so patience with a favourite is long.
//!
//! **Guarantee** whoever answers has proved it. The limits hold for both together.
//!
//! Several threads and checkpoints belong to one search, so with them there is no second choice.

use crate::base::Error;
use crate::game::Game;
use crate::search::{
    AlgorithmInfo, AlphaBeta, Control, DfPn, Meter, Parameters, Request, Share, Solution, Solver,
    Stopped,
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
    /// The seconds that a turn of the second may take in any case.
    moment: f64,
}

/// The first search is the best for the game, as far as is known.
const FAVOURITE: Turns = Turns { patience: 1 << 29, share: 32, memory: 4, moment: 1.0 };
/// Either may be many times faster.
const EQUALS: Turns = Turns { patience: 1 << 14, share: 1, memory: 2, moment: 1.0 };
/// A search that will end after so many times its work does not stall.
const IN_SIGHT: u64 = 4;

/// Chooses an algorithm and says which.
pub struct Auto;

/// A search that pauses when it has done its share, and goes on later.
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
        solution.say_first(&format!("auto took {best}, {why}{switched}"));
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
    solution.say_first("auto took df-pn without bounds, for a shorter certificate");
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
    let end = alternate(&mut *first, || start(&requests[1], 1), position, control, turns)?;
    let Some(second) = end.second else {
        return Ok((first.conclude(position, &requests[0], control), String::new()));
    };
    let (winner, loser, request) = if end.second_answers {
        (second, first, &requests[1])
    } else {
        (first, second, &requests[0])
    };
    let other = loser.meter();
    let (more, expansions, bytes) = (other.nodes, other.expansions, other.own_bytes);
    let mut solution = winner.conclude(position, request, control);
    solution.stats.nodes += more;
    solution.stats.expansions += expansions;
    solution.stats.peak_bytes += bytes;
    solution.stopped = end.stopped.or(solution.stopped);
    let switched = if end.second_answers {
        format!("; {} answered after {more} nodes of it", requests[1].algorithm)
    } else {
        format!("; {} has tried too", requests[1].algorithm)
    };
    Ok((solution, switched))
}

/// How two searches have ended.
struct End<S> {
    /// The second one, if it had a turn.
    second: Option<S>,
    second_answers: bool,
    /// Why the second one was stopped, if that ended it all: the first had only paused.
    stopped: Option<Stopped>,
}

/// Lets two searches work in turns until one has the answer or must end.
fn alternate<'a, G: Game>(
    first: &mut (dyn Attempt<G> + 'a),
    start_second: impl Fn() -> Result<Box<dyn Attempt<G> + 'a>, Error>,
    position: &G::Position,
    control: &Control,
    turns: Turns,
) -> Result<End<Box<dyn Attempt<G> + 'a>>, Error> {
    let beginning = control.seconds();
    let mut second: Option<Box<dyn Attempt<G> + 'a>> = None;
    // The seconds that the second has taken.
    let mut taken = 0.0;
    let mut nodes = turns.patience;
    loop {
        let other = second.as_ref().map(|second| second.meter());
        if first.work(position, Share { nodes, ..beside(other) }) {
            return Ok(End { second, second_answers: false, stopped: None });
        }
        if first.estimate().is_none_or(|all| all > IN_SIGHT * nodes) {
            let mut at_work = second.map_or_else(&start_second, Ok)?;
            let now = control.seconds();
            let due = (now - beginning - taken) / turns.share as f64 - taken;
            let until = now + due.max(turns.moment);
            let share = Share { nodes: nodes / turns.share, until, ..beside(Some(first.meter())) };
            let is_over = at_work.work(position, share);
            taken += control.seconds() - now;
            let stopped = at_work.meter().stopped();
            second = Some(at_work);
            if is_over {
                return Ok(End { second, second_answers: stopped.is_none(), stopped });
            }
        }
        nodes *= 2;
    }
}

/// All, beside what another one has done and holds.
fn beside(other: Option<&Meter>) -> Share {
    other.map_or(Share::WHOLE, |meter| Share {
        elsewhere: meter.nodes,
        bytes_elsewhere: meter.own_bytes,
        ..Share::WHOLE
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Bounds, Player};
    use crate::search::Limits;
    use crate::search::three::Three;

    const TURNS: Turns = Turns { patience: 1000, share: 8, memory: 4, moment: 1e-3 };

    /// A search that makes so many nodes at a time, and answers after so many.
    struct Fake<'a> {
        meter: Meter<'a>,
        at_a_time: u64,
        all: u64,
        bytes: usize,
    }

    impl Attempt<Three> for Fake<'_> {
        fn work(&mut self, _position: &Player, share: Share) -> bool {
            self.meter.allow(share);
            while self.meter.nodes < self.all {
                if self.meter.count(self.at_a_time, &Three, || self.bytes) {
                    break;
                }
            }
            !self.meter.pauses()
        }

        fn meter(&self) -> &Meter<'_> {
            &self.meter
        }

        fn estimate(&self) -> Option<u64> {
            None
        }

        fn conclude(self: Box<Self>, _: &Player, _: &Request, _: &Control) -> Solution {
            Solution::new(Bounds::exactly(1), &self.meter)
        }
    }

    /// The nodes of both, who has answered, why not, and the bytes that were told last.
    fn race(
        all: [u64; 2],
        at_a_time: u64,
        turns: Turns,
        limits: Limits,
    ) -> ([u64; 2], bool, Option<Stopped>, usize) {
        let control = Control::new(limits);
        let fake = |all, at_a_time, bytes| {
            Box::new(Fake { meter: Meter::new(&control), at_a_time, all, bytes })
        };
        let mut first = fake(all[0], 1, 100);
        let second = || Ok(fake(all[1], at_a_time, 20) as Box<dyn Attempt<Three>>);
        let end = alternate(&mut *first, second, &Player::Left, &control, turns).unwrap();
        let more = end.second.map_or(0, |second| second.meter().nodes);
        let told = control.progress.bytes.load(std::sync::atomic::Ordering::Relaxed);
        ([first.meter.nodes, more], end.second_answers, end.stopped, told)
    }

    #[test]
    fn a_turn_ends_by_the_clock_where_nodes_take_forever() {
        let (nodes, second_answers, stopped, _) = race([10_000, 1], 0, TURNS, Limits::default());
        assert_eq!((nodes, second_answers, stopped), ([10_000, 0], false, None));
    }

    #[test]
    fn brief_turns_end_by_nodes_alone() {
        let turns = Turns { moment: f64::INFINITY, ..TURNS };
        let race = |all| race(all, 1, turns, Limits::default());
        // The last turn of the second was after 8000 nodes of the first.
        assert_eq!(race([10_000, 5000]), ([10_000, 1000], false, None, 120));
        assert_eq!(race([10_000, 900]), ([8000, 900], true, None, 120));
        assert_eq!(race([900, 5000]), ([900, 0], false, None, 100));
    }

    #[test]
    fn limits_end_it_whoever_is_at_work() {
        let turns = Turns { moment: f64::INFINITY, ..TURNS };
        for (max_nodes, nodes) in [(500, [500, 0]), (1000, [1000, 0]), (1100, [1000, 100])] {
            let limits = Limits { max_nodes, ..Limits::default() };
            let (made, second_answers, stopped, _) = race([10_000, 5000], 1, turns, limits);
            assert_eq!((made, second_answers), (nodes, false));
            // The second's reason is told; the first's is its own.
            assert_eq!(stopped, (nodes[1] > 0).then_some(Stopped::Nodes));
        }
        let limits = Limits { max_seconds: 0.02, ..Limits::default() };
        let (nodes, second_answers, stopped, _) = race([10_000, 1], 0, turns, limits);
        assert_eq!((nodes, second_answers), ([1000, 0], false));
        assert_eq!(stopped, Some(Stopped::Seconds));
    }
}
