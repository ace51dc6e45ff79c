//! From yes/no questions to an answer: asks as few as the game's scores need, and keeps what
//! each has proved for the next.

use super::dag::Dag;
use super::node::{Nursery, Proof, Proved, Question};
use super::rules::{Init, Rules, Ties};
use super::tree::Tree;
use super::walk::{Grown, export, visit_solved};
use crate::base::{Bounds, Error, Key, Player, Score};
use crate::game::{Game, Move};
use crate::search::{
    Control, Meter, Record, Request, RootNumber, Solution, TracePoint, TreeNode, answers,
    full_bounds,
};

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
    /// Nodes of the tree or graph itself, the root included.
    nodes: u64,
    numbers: Vec<(&'static str, RootNumber)>,
    bytes_per_node: f64,
    tree: Vec<TreeNode>,
}

/// What is noted while the search runs.
struct Notes {
    trace: Option<Vec<TracePoint>>,
    next: u64,
}

impl Notes {
    /// Notes the root's numbers whenever there are a twentieth more nodes than the last time.
    fn watch<R: Rules>(&mut self, rules: &R, root: &R::Info, bytes: usize, meter: &Meter) {
        if meter.nodes >= self.next
            && let Some(trace) = &mut self.trace
        {
            self.next = meter.nodes + meter.nodes / 20 + 1;
            trace.push(TracePoint {
                nodes: meter.nodes,
                expansions: meter.expansions,
                seconds: meter.seconds(),
                bytes,
                numbers: rules.numbers(root),
            });
        }
    }
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
    let mut nodes = 0;
    let mut notes = Notes { trace: request.trace.then(Vec::new), next: 0 };
    // With two scores there is one question, and nothing to keep for another.
    let keeps = game.scores().len() > 2 && request.goal.is_none();
    let mut proved = keeps.then(|| Proved::<G>::new(control.limits.max_bytes / 8));
    while !answers(bounds, request.goal) && meter.stopped().is_none() {
        let (below, least) = next_question(game, max, bounds, request.goal);
        let mut learned = Vec::new();
        let nursery = Nursery {
            game,
            rules,
            question: Question { max, least, below },
            bounds: config.bounds,
            proved: proved.as_ref(),
        };
        let mut run = Run {
            nursery: &nursery,
            position,
            config,
            tree_depth: request.tree_depth,
            learned: keeps.then_some(&mut learned),
        };
        let answer = match (config.shape, config.keys) {
            (Shape::Graph, Keys::Position) => {
                run.graph(&mut meter, &mut notes, |g: &G, p| g.key(p))
            }
            (Shape::Graph, Keys::Owner) => {
                run.graph(&mut meter, &mut notes, |g: &G, p| g.owned_key(p))
            }
            _ => run.tree(&mut meter, &mut notes),
        };
        if let Some(proved) = &mut proved {
            for (key, player, record) in learned {
                proved.put(key, player, record, 1);
            }
        }
        match answer.proof {
            Proof::Won => {
                bounds.lo = least;
                best = answer.best;
            }
            Proof::Lost => bounds.hi = below,
            Proof::Open => best = best.or(answer.best),
        }
        nodes += answer.nodes;
        meter.tell_bounds(bounds.seen_by(max));
        last = Some(answer);
    }
    let mut solution = Solution::new(bounds.seen_by(max), &meter);
    solution.solved = answers(bounds, request.goal);
    solution.best_move = best;
    solution.stats.nodes = nodes;
    solution.stats.iterations = meter.expansions;
    solution.stats.seconds = control.seconds();
    if let Some(answer) = last {
        solution.root = answer.numbers;
        solution.tree = answer.tree;
        solution.details.push(("bytes_per_node", RootNumber::Real(answer.bytes_per_node)));
    }
    if config.shape == Shape::TwoLevels {
        let second = (meter.nodes + 1).saturating_sub(nodes);
        solution.details.push(("second_level_nodes", RootNumber::Integer(second)));
    }
    solution.trace = notes.trace.unwrap_or_default();
    Ok(solution)
}

/// The greatest score below the next question's, and the question's, seen by `max`.
fn next_question<G: Game>(
    game: &G,
    max: Player,
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

/// One question's search.
struct Run<'a, G: Game, R: Rules> {
    nursery: &'a Nursery<'a, G, R>,
    position: &'a G::Position,
    config: &'a Config,
    tree_depth: Option<usize>,
    /// Where what is proved goes, when another question may follow.
    learned: Option<&'a mut Vec<(G::Key, Player, Record)>>,
}

impl<G: Game, R: Rules> Run<'_, G, R> {
    fn tree(&mut self, meter: &mut Meter, notes: &mut Notes) -> Answer {
        let nursery = self.nursery;
        let two_levels = self.config.shape == Shape::TwoLevels;
        let bytes = meter.max_bytes() / if two_levels { 2 } else { 1 };
        let mut main = Tree::new(nursery, bytes, self.config.free_solved);
        main.plant(self.position);
        let mut second = two_levels.then(|| Tree::new(nursery, bytes, false));
        main.grow(u64::MAX, meter, second.as_mut(), |tree, meter| {
            notes.watch(nursery.rules, &tree.root().info, tree.bytes(), meter);
        });
        meter.note_bytes(main.bytes());
        let bytes_per_node = Tree::<G, R>::bytes_per_node() as f64;
        self.answer(&main, main.best_move(), main.created, bytes_per_node)
    }

    fn graph<K: Key>(
        &mut self,
        meter: &mut Meter,
        notes: &mut Notes,
        key: fn(&G, &G::Position) -> K,
    ) -> Answer {
        let nursery = self.nursery;
        let all = self.config.all_parents;
        let mut dag = Dag::new(nursery, key, all, meter.max_bytes(), self.position);
        dag.grow(meter, |dag, meter| {
            notes.watch(nursery.rules, &dag.root().info, dag.bytes(), meter);
        });
        meter.note_bytes(dag.bytes());
        let bytes_per_node = dag.bytes() as f64 / dag.len() as f64;
        self.answer(&dag, dag.best_move(), dag.len() as u64, bytes_per_node)
    }

    fn answer(
        &mut self,
        grown: &impl Grown<R::Info>,
        best: Option<Move>,
        nodes: u64,
        bytes_per_node: f64,
    ) -> Answer {
        let game = self.nursery.game;
        if let Some(learned) = &mut self.learned {
            visit_solved(grown, self.nursery, self.position, |position, bounds| {
                let record = Record { bounds, best: u16::MAX, depth: 0 };
                learned.push((game.key(position), game.to_move(position), record));
            });
        }
        let (proof, _, info) = grown.look(0);
        let rules = self.nursery.rules;
        Answer {
            proof,
            best,
            nodes,
            numbers: rules.numbers(info),
            bytes_per_node,
            tree: self.tree_depth.map_or_else(Vec::new, |depth| export(grown, rules, depth)),
        }
    }
}
