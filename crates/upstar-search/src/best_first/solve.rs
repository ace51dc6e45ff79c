//! From yes/no questions to an answer: asks as few as the game's scores need, and keeps what
//! each has proved for the next.

use upstar_core::{Control, Error, Key, Meter, Move, Player, RootNumber, SearchGame};

use super::{
    chance::{Chance, Sampling},
    dag::Dag,
    hints::Hints,
    node::{Nursery, Proof, Proved, Question},
    rules::{Init, Rules, Ties},
    tree::Tree,
    walk::{Grown, export, visit_solved},
};
use crate::{
    Answer, Knowledge, Record, Request, Solution, TracePoint, TreeNode, answers, full_bounds,
    questions::Questions,
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
    /// How new nodes are judged by playouts, with [`Init::Playouts`].
    pub sampling: Option<Sampling>,
}

/// What the answer to one question leaves.
struct Proven {
    proof: Proof,
    best: Option<Move>,
    /// Did a position come back?
    repeats: bool,
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
    /// Tells the root's numbers, and notes them with the child to follow where a trace is kept,
    /// whenever there are a twentieth more nodes than the last time.
    fn watch<R: Rules>(
        &mut self,
        rules: &R,
        root: &R::Info,
        best: Option<Move>,
        bytes: usize,
        meter: &Meter,
    ) {
        if meter.nodes < self.next {
            return;
        }
        self.next = meter.nodes + meter.nodes / 20 + 1;
        let numbers = rules.numbers(root);
        meter.report_root_numbers(&numbers);
        if let Some(trace) = &mut self.trace {
            trace.push(point(meter, bytes, numbers, best));
        }
    }

    /// The notes, with how it ended.
    fn ended(self, meter: &Meter, solution: &Solution) -> Vec<TracePoint> {
        let Some(mut trace) = self.trace else { return Vec::new() };
        let bytes = trace.last().map_or(0, |point| point.bytes);
        trace.retain(|point| point.nodes < meter.nodes);
        trace.push(point(meter, bytes, solution.root.clone(), solution.best_move));
        trace
    }
}

fn point(
    meter: &Meter,
    bytes: usize,
    numbers: Vec<(&'static str, RootNumber)>,
    best_move: Option<Move>,
) -> TracePoint {
    let (nodes, expansions) = (meter.nodes, meter.expansions);
    TracePoint { nodes, expansions, seconds: meter.seconds(), bytes, numbers, best_move }
}

/// Answers a request.
pub fn solve<'a, G: SearchGame, R: Rules>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    control: &Control,
    config: &Config,
    rules: &R,
) -> Result<Answer<'a, G>, Error> {
    let max = game.to_move(position);
    let questions = Questions::new(game, max);
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
    let chance = config.sampling.map(|sampling| Chance::new(sampling, request.seed));
    let mut hints = request.proof.is_some().then(Hints::<G>::default);
    while !answers(bounds, request.goal) && meter.stopped().is_none() {
        let (least, below) = questions.next(bounds, request.goal);
        let mut learned = Vec::new();
        let nursery = Nursery {
            game,
            rules,
            question: Question { max, least, below },
            bounds: config.bounds,
            proved: proved.as_ref(),
            chance: chance.as_ref(),
        };
        let mut run = Run {
            nursery: &nursery,
            position,
            config,
            tree_depth: request.tree_depth,
            learned: keeps.then_some(&mut learned),
            hints: hints.as_mut(),
        };
        let answer = match (config.shape, config.keys) {
            (Shape::Graph, Keys::Position) => {
                run.graph(&mut meter, &mut notes, |g: &G, p| g.key(p))
            }
            (Shape::Graph, Keys::Owner) => {
                run.graph(&mut meter, &mut notes, |g: &G, p| g.owner_key(p))
            }
            _ => run.tree(&mut meter, &mut notes),
        };
        if answer.repeats {
            let text = "a position came back in one play: every game must end, and none may";
            return Err(Error::Unsuitable(text.into()));
        }
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
        meter.report_bounds(bounds.seen_by(max));
        last = Some(answer);
    }
    let mut solution = Solution::new(bounds.seen_by(max), &meter);
    solution.solved = answers(bounds, request.goal);
    solution.best_move = best;
    solution.stats.nodes = nodes;
    solution.stats.iterations = meter.expansions;
    solution.stats.playouts = chance.as_ref().map(Chance::played);
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
    solution.trace = notes.ended(&meter, &solution);
    let knowledge = match hints {
        Some(hints) => Knowledge::Moves(Box::new((game, hints))),
        None => Knowledge::Nothing,
    };
    Ok(Answer { solution, knowledge })
}

/// One question's search.
struct Run<'a, G: SearchGame, R: Rules> {
    nursery: &'a Nursery<'a, G, R>,
    position: &'a G::Position,
    config: &'a Config,
    tree_depth: Option<usize>,
    /// Where what is proved goes, when another question may follow.
    learned: Option<&'a mut Vec<(G::Key, Player, Record)>>,
    /// Where winning moves go, when a certificate is wanted.
    hints: Option<&'a mut Hints<G>>,
}

impl<G: SearchGame, R: Rules> Run<'_, G, R> {
    fn tree(&mut self, meter: &mut Meter, notes: &mut Notes) -> Proven {
        let nursery = self.nursery;
        let two_levels = self.config.shape == Shape::TwoLevels;
        let bytes = meter.max_bytes() / if two_levels { 2 } else { 1 };
        let mut main = Tree::new(nursery, bytes, self.config.free_solved);
        main.plant(self.position);
        let mut second = two_levels.then(|| Tree::new(nursery, bytes, false));
        main.grow(u64::MAX, meter, second.as_mut(), |tree, meter| {
            let best = tree.best_move();
            meter.report_best_move(best);
            notes.watch(nursery.rules, &tree.root().info, best, tree.bytes(), meter);
        });
        meter.record_bytes(main.bytes());
        let bytes_per_node = Tree::<G, R>::bytes_per_node() as f64;
        self.answer(&main, main.best_move(), main.created, bytes_per_node, meter)
    }

    fn graph<K: Key>(
        &mut self,
        meter: &mut Meter,
        notes: &mut Notes,
        key: fn(&G, &G::Position) -> K,
    ) -> Proven {
        let nursery = self.nursery;
        let all = self.config.all_parents;
        let mut dag = Dag::new(nursery, key, all, meter.max_bytes(), self.position);
        dag.grow(meter, |dag, meter| {
            let best = dag.best_move();
            meter.report_best_move(best);
            notes.watch(nursery.rules, &dag.root().info, best, dag.bytes(), meter);
        });
        meter.record_bytes(dag.bytes());
        let bytes_per_node = dag.bytes() as f64 / dag.len() as f64;
        let answer = self.answer(&dag, dag.best_move(), dag.len() as u64, bytes_per_node, meter);
        Proven { repeats: dag.repeats, ..answer }
    }

    fn answer(
        &mut self,
        grown: &impl Grown<R::Info>,
        best: Option<Move>,
        nodes: u64,
        bytes_per_node: f64,
        meter: &Meter,
    ) -> Proven {
        let game = self.nursery.game;
        // After a stop nobody asks again; and what is kept stays a fraction of the memory.
        let most = meter.max_bytes() / 8 / size_of::<(G::Key, Player, Record)>();
        let is_wanted = self.learned.is_some() || self.hints.is_some();
        if is_wanted && meter.stopped().is_none() {
            visit_solved(grown, self.nursery, self.position, |position, bounds, mv| {
                if let Some(learned) = &mut self.learned
                    && learned.len() < most
                {
                    let record = Record { bounds, best: u16::MAX, depth: 0 };
                    learned.push((game.key(position), game.to_move(position), record));
                }
                if let (Some(hints), Some(mv)) = (&mut self.hints, mv) {
                    hints.put(game, position, bounds, mv);
                }
            });
        }
        let (proof, _, info) = grown.look(0);
        let rules = self.nursery.rules;
        Proven {
            proof,
            best,
            repeats: false,
            nodes,
            numbers: rules.numbers(info),
            bytes_per_node,
            tree: self.tree_depth.map_or_else(Vec::new, |depth| export(grown, rules, depth)),
        }
    }
}
