//! Two searches for one answer, in turns.
//!
//! **Idea** Where one search stalls, another may not: after a while without an answer, unless it can be seen
//! that a few times as much work will do, the second search gets a share of the work, and again whenever the
//! work has doubled. Both keep what they have found.
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
//! Several threads and checkpoints belong to one search, so with them there is no second one.

use upstar_core::{Control, Error, Meter, SearchGame, Share, Stopped};

use crate::{AlphaBeta, Answer, DfPn, Request, Solver};

/// How two searches share the work.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turns {
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
pub const FAVOURITE: Turns = Turns { patience: 1 << 29, share: 32, memory: 4, moment: 1.0 };
/// Either may be many times faster.
pub const EQUALS: Turns = Turns { patience: 1 << 14, share: 1, memory: 2, moment: 1.0 };
/// A search that will end after so many times its work does not stall.
const IN_SIGHT: u64 = 4;

/// A search that pauses when it has done its share, and goes on later.
pub(crate) trait ResumableSearch<'a, G: SearchGame> {
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
    ) -> Answer<'a, G>;
}

/// The search that a request names, with a table of at most so many bytes.
fn begin<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    memory: (&'a Control, usize),
) -> Result<Box<dyn ResumableSearch<'a, G> + 'a>, Error> {
    Ok(if request.algorithm == DfPn::INFO.name {
        Box::new(DfPn::begin(game, position, request, memory)?)
    } else {
        Box::new(AlphaBeta::begin(game, request, memory))
    })
}

/// The answer of whichever of two searches finds it; the note says so if the second had a turn. Each request
/// names `alpha-beta` or `df-pn`.
///
/// # Errors
/// If a parameter is out of range.
pub fn solve_in_turns<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    requests: [Request; 2],
    control: &'a Control,
    turns: Turns,
) -> Result<Answer<'a, G>, Error> {
    let part = control.limits.max_bytes / turns.memory;
    let start = |request, parts| begin(game, position, request, (control, parts * part));
    let mut first = start(&requests[0], turns.memory - 1)?;
    let end = alternate(&mut *first, || start(&requests[1], 1), position, control, turns)?;
    let Some(second) = end.second else {
        return Ok(first.conclude(position, &requests[0], control));
    };
    let (winner, loser, request) = if end.second_answers {
        (second, first, &requests[1])
    } else {
        (first, second, &requests[0])
    };
    let other = loser.meter();
    let (more, expansions, bytes) = (other.nodes, other.expansions, other.own_bytes);
    let mut answer = winner.conclude(position, request, control);
    let solution = &mut answer.solution;
    solution.stats.nodes += more;
    solution.stats.expansions += expansions;
    solution.stats.peak_bytes += bytes;
    solution.stopped = end.stopped.or(solution.stopped);
    let second = &requests[1].algorithm;
    solution.answered_by = end.second_answers.then(|| second.clone());
    solution.say_first(&match end.second_answers {
        true => format!("{second} answered after {more} nodes of it"),
        false => format!("{second} has tried too"),
    });
    Ok(answer)
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
fn alternate<'a, G: SearchGame>(
    first: &mut (dyn ResumableSearch<'a, G> + 'a),
    start_second: impl Fn() -> Result<Box<dyn ResumableSearch<'a, G> + 'a>, Error>,
    position: &G::Position,
    control: &Control,
    turns: Turns,
) -> Result<End<Box<dyn ResumableSearch<'a, G> + 'a>>, Error> {
    let beginning = control.seconds();
    let mut second: Option<Box<dyn ResumableSearch<'a, G> + 'a>> = None;
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
    use upstar_core::{Bounds, Limits, Player, testing::ThreeMoves as Three};

    use super::*;
    use crate::Solution;

    const TURNS: Turns = Turns { patience: 1000, share: 8, memory: 4, moment: 1e-3 };

    /// A search that makes so many nodes at a time, and answers after so many.
    struct Fake<'a> {
        meter: Meter<'a>,
        at_a_time: u64,
        all: u64,
        bytes: usize,
    }

    impl<'a> ResumableSearch<'a, Three> for Fake<'a> {
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

        fn conclude(self: Box<Self>, _: &Player, _: &Request, _: &Control) -> Answer<'a, Three> {
            Solution::new(Bounds::exactly(1), &self.meter).into()
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
        let second = || Ok(fake(all[1], at_a_time, 20) as Box<dyn ResumableSearch<Three>>);
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
