//! From yes/no questions to an answer: asks as few as the game's scores need, and keeps what
//! each has proved for the next.

use super::dag::Dag;
use super::node::{Nursery, Proof, Question};
use super::rules::{Init, Rules, Ties};
use super::tree::Tree;
use crate::base::{Bounds, Error, Key, Score};
use crate::game::{Game, Move};
use crate::search::{Control, Meter, Request, RootNumber, Solution, answers, full_bounds};

/// Tree, graph or two levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Tree,
    Graph,
    TwoLevels,
}

/// What makes two nodes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    Position,
    Owner,
}

/// The choices of one search.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    pub shape: Shape,
    pub init: Init,
    pub ties: Ties,
    pub bounds: bool,
    pub free_solved: bool,
    pub all_parents: bool,
    pub keys: Keys,
}

/// What the answer to one question leaves.
struct Answer {
    proof: Proof,
    best: Option<Move>,
    numbers: Vec<(&'static str, RootNumber)>,
    details: Vec<(&'static str, RootNumber)>,
}

/// Answers a request.
pub fn solve<G: Game, R: Rules>(
    game: &G,
    position: &G::Position,
    request: &Request,
    control: &Control,
    config: &Config,
    rules: &R,
) -> Result<Solution, Error> {
    let max = game.to_move(position);
    let mut meter = Meter::new(control);
    meter.nodes = 1;
    let mut bounds = full_bounds(game).seen_by(max);
    let mut best = None;
    let mut last = None;
    while !answers(bounds, request.goal) && meter.stopped().is_none() {
        let (below, least) = next_question(game, max, bounds, request.goal);
        let nursery = Nursery {
            game,
            rules,
            question: Question { max, least, below },
            bounds: config.bounds,
            proved: None,
        };
        let answer = match (config.shape, config.keys) {
            (Shape::Graph, Keys::Position) => {
                graph(&nursery, position, config, &mut meter, |g: &G, p| g.key(p))
            }
            (Shape::Graph, Keys::Owner) => {
                graph(&nursery, position, config, &mut meter, |g: &G, p| g.owned_key(p))
            }
            _ => tree(&nursery, position, config, &mut meter),
        };
        match answer.proof {
            Proof::Won => bounds.lo = least,
            Proof::Lost => bounds.hi = below,
            Proof::Open => {}
        }
        if answer.proof == Proof::Won || best.is_none() {
            best = answer.best;
        }
        meter.tell_bounds(bounds.seen_by(max));
        last = Some(answer);
    }
    let mut solution = Solution::new(bounds.seen_by(max), &meter);
    solution.solved = answers(bounds, request.goal);
    solution.best_move = best;
    solution.stats.iterations = meter.expansions;
    solution.stats.seconds = control.seconds();
    if let Some(answer) = last {
        solution.root = answer.numbers;
        solution.details = answer.details;
    }
    Ok(solution)
}

/// The greatest score below the next question's, and the question's, seen by `max`.
fn next_question<G: Game>(
    game: &G,
    max: crate::base::Player,
    bounds: Bounds,
    goal: Option<Score>,
) -> (Score, Score) {
    let mut scores: Vec<Score> =
        game.scores().iter().map(|&s| Bounds::exactly(s).seen_by(max).lo).collect();
    scores.sort_unstable();
    let open: Vec<usize> =
        (1..scores.len()).filter(|&i| scores[i] > bounds.lo && scores[i] <= bounds.hi).collect();
    let i = match goal {
        Some(goal) => scores.partition_point(|&s| s < goal),
        None => open[open.len() / 2],
    };
    (scores[i - 1], scores[i])
}

fn tree<G: Game, R: Rules>(
    nursery: &Nursery<G, R>,
    position: &G::Position,
    config: &Config,
    meter: &mut Meter,
) -> Answer {
    let two_levels = config.shape == Shape::TwoLevels;
    let bytes = meter.max_bytes() / if two_levels { 2 } else { 1 };
    let mut main = Tree::new(nursery, bytes, config.free_solved);
    main.plant(position);
    let mut second = two_levels.then(|| Tree::new(nursery, bytes, false));
    main.grow(u64::MAX, meter, second.as_mut(), |_, _| {});
    meter.note_bytes(main.bytes());
    Answer {
        proof: main.root().proof,
        best: main.best_move(),
        numbers: nursery.rules.numbers(&main.root().info),
        details: vec![("bytes_per_node", RootNumber::Real(Tree::<G, R>::bytes_per_node() as f64))],
    }
}

fn graph<G: Game, R: Rules, K: Key>(
    nursery: &Nursery<G, R>,
    position: &G::Position,
    config: &Config,
    meter: &mut Meter,
    key: fn(&G, &G::Position) -> K,
) -> Answer {
    let mut dag = Dag::new(nursery, key, config.all_parents, meter.max_bytes(), position);
    dag.grow(meter, |_, _| {});
    meter.note_bytes(dag.bytes());
    Answer {
        proof: dag.root().proof,
        best: dag.best_move(),
        numbers: nursery.rules.numbers(&dag.root().info),
        details: vec![("bytes_per_node", RootNumber::Real(dag.bytes() as f64 / dag.len() as f64))],
    }
}
