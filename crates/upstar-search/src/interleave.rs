//! Two interleaved searches for one answer.
//!
//! **Idea** If one search stalls, another may succeed. The first search runs alone at the start. It stalls if
//! it has no answer then, and its own estimate does not say that a few times as much work is enough. In that
//! case the second search gets a share of the work, and a further share whenever the work of the first has
//! doubled. Both searches keep their tables between turns.
//!
//! **Formula** Let p be the stall threshold and k the ratio (see [`Interleaving`]). The first search has
//! created n = p · 2ⁱ nodes in t seconds. Then the second search runs until it has created n / k nodes or
//! used t / k seconds. It may always use [`min_seconds`](Interleaving), so that a short turn does not depend
//! on the clock. An answer that the first search finds in N nodes and T seconds costs about (1 + 1/k) N nodes
//! and (1 + 1/k) T seconds. An answer that the second finds in M nodes costs about max(p, 2 k M) + M nodes,
//! if its nodes take no longer. We measured a fifth more, because alpha-beta orders moves differently after
//! it resumes. So the threshold is high if the first search is the best known for the game.
//!
//! **Guarantee** The search that answers has proved the answer. The limits hold for both searches together.
//!
//! Several threads and checkpoints are supported for one search only, so requests for them run without a
//! second one.

use upstar_core::{Control, Error, Meter, SearchGame, Stopped, WorkShare};

use crate::{AlphaBeta, Answer, DfPn, Request};

/// How two searches share the work.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interleaving {
    /// The first search may have stalled if it has no answer after this many nodes.
    stall_nodes: u64,
    /// The first search does this many times the work of the second.
    ratio: u64,
    /// The second search may use one part in this many of the memory.
    memory_parts: usize,
    /// The seconds that every turn of the second search may take.
    min_seconds: f64,
}

impl Interleaving {
    /// The nodes after which the first search may have stalled.
    pub fn stall_nodes(self) -> u64 {
        self.stall_nodes
    }
}

/// The first search is the best known for the game.
pub const FAVOUR_FIRST: Interleaving =
    Interleaving { stall_nodes: 1 << 29, ratio: 32, memory_parts: 4, min_seconds: 1.0 };
/// Either search may be many times faster.
pub const EQUAL_SHARES: Interleaving =
    Interleaving { stall_nodes: 1 << 14, ratio: 1, memory_parts: 2, min_seconds: 1.0 };
/// A search does not stall if its estimate is at most this many times its work so far.
const STALL_FACTOR: u64 = 4;

/// A search that pauses when it has done its share, and resumes later.
pub trait ResumableSearch<'a, G: SearchGame> {
    /// Resumes the search. Returns false if it has paused because its share of the work is done.
    fn resume(&mut self, position: &G::Position, share: WorkShare) -> bool;
    /// The meter that counts its work.
    fn meter(&self) -> &Meter<'_>;
    /// An estimate of the nodes that it will have created when it ends, if there is one.
    fn estimate(&self) -> Option<u64>;
    /// The answer of the search, with everything that the request asks for.
    fn into_answer(
        self: Box<Self>,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Answer<'a, G>;
}

/// A search that can be resumed, without its type.
pub type BoxedResumable<'a, G> = Box<dyn ResumableSearch<'a, G> + 'a>;

/// Starts alpha-beta. Its table uses at most the bytes given with the control.
pub fn start_alpha_beta<'a, G: SearchGame>(
    game: &'a G,
    request: &Request,
    memory: (&'a Control, usize),
) -> BoxedResumable<'a, G> {
    Box::new(AlphaBeta::start(game, request, memory))
}

/// Starts df-pn. Its table uses at most the bytes given with the control.
///
/// # Errors
/// If a parameter is out of range.
pub fn start_df_pn<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    memory: (&'a Control, usize),
) -> Result<BoxedResumable<'a, G>, Error> {
    Ok(Box::new(DfPn::start(game, position, request, memory)?))
}

/// Runs two interleaved searches and returns the answer of the one that finds it first. If the second search
/// had a turn, the note says so. `start` starts the search that a request names, with at most so many bytes
/// for its table.
///
/// # Errors
/// If a parameter is out of range.
pub fn solve_interleaved<'a, G: SearchGame>(
    position: &G::Position,
    requests: [Request; 2],
    start: impl Fn(&Request, (&'a Control, usize)) -> Result<BoxedResumable<'a, G>, Error>,
    control: &'a Control,
    interleaving: Interleaving,
) -> Result<Answer<'a, G>, Error> {
    let parts = interleaving.memory_parts;
    let part_bytes = control.limits.max_bytes / parts;
    let start = |request, parts| start(request, (control, parts * part_bytes));
    let mut first = start(&requests[0], parts - 1)?;
    let end = alternate(&mut *first, || start(&requests[1], 1), position, control, interleaving)?;
    let Some(second) = end.second else {
        return Ok(first.into_answer(position, &requests[0], control));
    };
    let (winner, loser, request) = if end.second_answers {
        (second, first, &requests[1])
    } else {
        (first, second, &requests[0])
    };
    let other = loser.meter();
    let (more, expansions, bytes) = (other.nodes, other.expansions, other.own_bytes);
    let mut answer = winner.into_answer(position, request, control);
    let solution = &mut answer.solution;
    solution.stats.nodes += more;
    solution.stats.expansions += expansions;
    solution.stats.peak_bytes += bytes;
    solution.stopped = end.stopped.or(solution.stopped);
    let [first, second] = [&requests[0].algorithm, &requests[1].algorithm];
    solution.answered_by = end.second_answers.then(|| second.clone());
    solution.prepend_note(&match end.second_answers {
        true => format!("{second} answered after {more} nodes of {first}"),
        false => format!("{second} also searched"),
    });
    Ok(answer)
}

/// How two interleaved searches ended.
struct End<S> {
    /// The second search, if it had a turn.
    second: Option<S>,
    second_answers: bool,
    /// Why the second search was stopped, if that ended both searches while the first was paused.
    stopped: Option<Stopped>,
}

/// Alternates between two searches until one has the answer or is stopped.
fn alternate<'a, G: SearchGame>(
    first: &mut (dyn ResumableSearch<'a, G> + 'a),
    start_second: impl Fn() -> Result<BoxedResumable<'a, G>, Error>,
    position: &G::Position,
    control: &Control,
    interleaving: Interleaving,
) -> Result<End<BoxedResumable<'a, G>>, Error> {
    let start_seconds = control.seconds();
    let mut second: Option<BoxedResumable<'a, G>> = None;
    let mut second_seconds = 0.0;
    let mut max_nodes = interleaving.stall_nodes;
    loop {
        let other = second.as_ref().map(|second| second.meter());
        if first.resume(position, WorkShare { max_nodes, ..unlimited_share(other) }) {
            return Ok(End { second, second_answers: false, stopped: None });
        }
        if first.estimate().is_none_or(|all| all > STALL_FACTOR * max_nodes) {
            let mut running = second.map_or_else(&start_second, Ok)?;
            let now = control.seconds();
            let first_seconds = now - start_seconds - second_seconds;
            let due = first_seconds / interleaving.ratio as f64 - second_seconds;
            let share = WorkShare {
                max_nodes: max_nodes / interleaving.ratio,
                until_seconds: now + due.max(interleaving.min_seconds),
                ..unlimited_share(Some(first.meter()))
            };
            let is_over = running.resume(position, share);
            second_seconds += control.seconds() - now;
            let stopped = running.meter().stopped();
            second = Some(running);
            if is_over {
                return Ok(End { second, second_answers: stopped.is_none(), stopped });
            }
        }
        max_nodes *= 2;
    }
}

/// An unlimited share, which counts the nodes and the memory of the other search.
fn unlimited_share(other: Option<&Meter>) -> WorkShare {
    other.map_or(WorkShare::UNLIMITED, |meter| WorkShare {
        other_nodes: meter.nodes,
        other_bytes: meter.own_bytes,
        ..WorkShare::UNLIMITED
    })
}

#[cfg(test)]
mod tests {
    use upstar_core::{Bounds, Limits, Player, testing::ThreeMoves as Three};

    use super::*;
    use crate::Solution;

    const BRIEF: Interleaving =
        Interleaving { stall_nodes: 1000, ratio: 8, memory_parts: 4, min_seconds: 1e-3 };

    /// A search that creates `step` nodes at a time, and answers after `length` nodes.
    struct Fake<'a> {
        meter: Meter<'a>,
        step: u64,
        length: u64,
        bytes: usize,
    }

    impl<'a> ResumableSearch<'a, Three> for Fake<'a> {
        fn resume(&mut self, _position: &Player, share: WorkShare) -> bool {
            self.meter.set_share(share);
            while self.meter.nodes < self.length {
                if self.meter.count(self.step, &Three, || self.bytes) {
                    break;
                }
            }
            !self.meter.is_paused()
        }

        fn meter(&self) -> &Meter<'_> {
            &self.meter
        }

        fn estimate(&self) -> Option<u64> {
            None
        }

        fn into_answer(self: Box<Self>, _: &Player, _: &Request, _: &Control) -> Answer<'a, Three> {
            Solution::new(Bounds::exactly(1), &self.meter).into()
        }
    }

    /// Returns the nodes of both searches, whether the second answered, why it stopped, and the last reported
    /// bytes.
    fn run_both(
        all: [u64; 2],
        step: u64,
        interleaving: Interleaving,
        limits: Limits,
    ) -> ([u64; 2], bool, Option<Stopped>, usize) {
        let control = Control::new(limits);
        let fake = |all, step, bytes| {
            Box::new(Fake { meter: Meter::new(&control), step, length: all, bytes })
        };
        let mut first = fake(all[0], 1, 100);
        let second = || Ok(fake(all[1], step, 20) as Box<dyn ResumableSearch<Three>>);
        let end = alternate(&mut *first, second, &Player::Left, &control, interleaving).unwrap();
        let more = end.second.map_or(0, |second| second.meter().nodes);
        let reported = control.progress.bytes.load(std::sync::atomic::Ordering::Relaxed);
        ([first.meter.nodes, more], end.second_answers, end.stopped, reported)
    }

    #[test]
    fn a_turn_of_slow_nodes_ends_by_the_clock() {
        let (nodes, second_answers, stopped, _) =
            run_both([10_000, 1], 0, BRIEF, Limits::default());
        assert_eq!((nodes, second_answers, stopped), ([10_000, 0], false, None));
    }

    #[test]
    fn brief_turns_end_by_nodes_alone() {
        let interleaving = Interleaving { min_seconds: f64::INFINITY, ..BRIEF };
        let run = |all| run_both(all, 1, interleaving, Limits::default());
        // The last turn of the second search was after 8000 nodes of the first.
        assert_eq!(run([10_000, 5000]), ([10_000, 1000], false, None, 120));
        assert_eq!(run([10_000, 900]), ([8000, 900], true, None, 120));
        assert_eq!(run([900, 5000]), ([900, 0], false, None, 100));
    }

    #[test]
    fn limits_end_both_searches() {
        let interleaving = Interleaving { min_seconds: f64::INFINITY, ..BRIEF };
        for (max_nodes, nodes) in [(500, [500, 0]), (1000, [1000, 0]), (1100, [1000, 100])] {
            let limits = Limits { max_nodes, ..Limits::default() };
            let (made, second_answers, stopped, _) =
                run_both([10_000, 5000], 1, interleaving, limits);
            assert_eq!((made, second_answers), (nodes, false));
            // The end records the reason of the second search only.
            assert_eq!(stopped, (nodes[1] > 0).then_some(Stopped::Nodes));
        }
        let limits = Limits { max_seconds: 0.02, ..Limits::default() };
        let (nodes, second_answers, stopped, _) = run_both([10_000, 1], 0, interleaving, limits);
        assert_eq!((nodes, second_answers), ([1000, 0], false));
        assert_eq!(stopped, Some(Stopped::Seconds));
    }
}
