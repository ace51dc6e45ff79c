//! The loop over goals. It searches as few goals as the game's scores need, and passes the positions proved
//! for one goal to the next.

use upstar_core::{Bounds, Control, Error, Key, Meter, Move, Player, RootNumber, SearchGame};

use super::{
    dag::Dag,
    node::{NodeFactory, Proof, ProvedTable},
    playout_evaluator::{PlayoutEvaluator, PlayoutSettings},
    search_graph::{SearchGraph, export, visit_solved},
    selection_rule::{Init, SelectionRule, Ties},
    trace::RootTrace,
    tree::Tree,
    winning_moves::WinningMoveTable,
};
use crate::{
    Answer, BoundsEntry, Knowledge, Request, Solution, TreeNode, answers, full_bounds,
    goal_bisection::{Goal, GoalBisection},
};

/// Tree, graph or two levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Tree,
    Graph,
    TwoLevels,
}

/// When two nodes of a graph are merged: if their positions are equal, or if the owners of all marks are
/// equal too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKey {
    Position,
    Owner,
}

/// The configuration of a search.
#[derive(Clone, Copy, Debug)]
pub struct BestFirstConfig {
    pub shape: Shape,
    pub init: Init,
    pub ties: Ties,
    pub bounds: bool,
    /// Create only the children that may be best, as the game knows.
    pub candidates: bool,
    pub free_solved: bool,
    pub all_parents: bool,
    pub keys: NodeKey,
    /// How playouts evaluate new nodes, for [`Init::Playouts`].
    pub playouts: Option<PlayoutSettings>,
}

/// The result of the search of one goal.
struct GoalResult {
    proof: Proof,
    best: Option<Move>,
    /// Did a position occur twice on one path?
    repeats: bool,
    /// The nodes of the tree or graph itself, with the root.
    nodes: u64,
    numbers: Vec<(&'static str, RootNumber)>,
    bytes_per_node: f64,
    tree: Vec<TreeNode>,
}

/// The combined results of all goals.
struct GoalResults {
    /// The proved bounds, seen by the root's player to move.
    bounds: Bounds,
    best: Option<Move>,
    last: Option<GoalResult>,
    /// The nodes of all trees or graphs.
    nodes: u64,
}

impl GoalResults {
    /// Adds the result for the goal `least`. `below` is the greatest score below the goal.
    fn add(&mut self, result: GoalResult, least: i16, below: i16) {
        match result.proof {
            Proof::Won => {
                self.bounds.lo = least;
                self.best = result.best;
            }
            Proof::Lost => self.bounds.hi = below,
            Proof::Open => self.best = self.best.or(result.best),
        }
        self.nodes += result.nodes;
        self.last = Some(result);
    }
}

/// Answers a request.
pub fn solve<'a, G: SearchGame, R: SelectionRule>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    control: &Control,
    config: &BestFirstConfig,
    rule: &R,
) -> Result<Answer<'a, G>, Error> {
    let player = game.to_move(position);
    let bisection = GoalBisection::new(game, player);
    let mut meter = Meter::new(control);
    meter.nodes = 1;
    let bounds = full_bounds(game).seen_by(player);
    let mut results = GoalResults { bounds, best: None, last: None, nodes: 0 };
    let mut trace = RootTrace::new(request.trace);
    // With two scores there is one goal only, so no later goal can use its proofs.
    let keeps_proofs = game.scores().len() > 2 && request.goal.is_none();
    let mut proved = keeps_proofs.then(|| ProvedTable::<G>::new(control.limits.max_bytes / 8));
    let evaluator = config.playouts.map(|settings| PlayoutEvaluator::new(settings, request.seed));
    let mut winning_moves = request.proof.is_some().then(WinningMoveTable::<G>::default);
    while !answers(results.bounds, request.goal) && meter.stopped().is_none() {
        let (least, below) = bisection.next_goal(results.bounds, request.goal);
        let mut entries = Vec::new();
        let factory = NodeFactory {
            game,
            rule,
            goal: Goal { player, score: least },
            below_goal: below,
            bounds: config.bounds,
            candidates: config.candidates,
            proved: proved.as_ref(),
            playout_evaluator: evaluator.as_ref(),
        };
        let mut search = GoalSearch {
            factory: &factory,
            position,
            config,
            tree_depth: request.tree_depth,
            entries: keeps_proofs.then_some(&mut entries),
            winning_moves: winning_moves.as_mut(),
        };
        let result = search.run(&mut meter, &mut trace);
        if result.repeats {
            let text =
                "a position occurs twice in one game; this search needs games without repetition";
            return Err(Error::Unsuitable(text.into()));
        }
        if let Some(proved) = &mut proved {
            for (key, player, entry) in entries {
                proved.put(key, player, entry, 1);
            }
        }
        results.add(result, least, below);
        meter.report_bounds(results.bounds.seen_by(player));
    }
    let mut solution = Solution::new(results.bounds.seen_by(player), &meter);
    solution.solved = answers(results.bounds, request.goal);
    solution.stats.playouts = evaluator.as_ref().map(PlayoutEvaluator::playouts);
    solution.stats.seconds = control.seconds();
    fill_in(&mut solution, results, config, &meter);
    solution.trace = trace.finish(&meter, &solution);
    let knowledge = match winning_moves {
        Some(moves) => Knowledge::Moves(Box::new((game, moves))),
        None => Knowledge::Nothing,
    };
    Ok(Answer { solution, knowledge })
}

/// Sets the best move, the counts and the root's numbers of a solution.
fn fill_in(solution: &mut Solution, results: GoalResults, config: &BestFirstConfig, meter: &Meter) {
    solution.best_move = results.best;
    solution.stats.nodes = results.nodes;
    solution.stats.iterations = meter.expansions;
    if let Some(result) = results.last {
        solution.root = result.numbers;
        solution.tree = result.tree;
        solution.details.push(("bytes_per_node", RootNumber::Real(result.bytes_per_node)));
    }
    if config.shape == Shape::TwoLevels {
        let second = (meter.nodes + 1).saturating_sub(results.nodes);
        solution.details.push(("second_level_nodes", RootNumber::Integer(second)));
    }
}

/// The search for one goal.
struct GoalSearch<'a, G: SearchGame, R: SelectionRule> {
    factory: &'a NodeFactory<'a, G, R>,
    position: &'a G::Position,
    config: &'a BestFirstConfig,
    tree_depth: Option<usize>,
    /// The proved positions, if another goal may follow.
    entries: Option<&'a mut Vec<(G::Key, Player, BoundsEntry)>>,
    /// The winning moves, if the request asks for a certificate.
    winning_moves: Option<&'a mut WinningMoveTable<G>>,
}

impl<G: SearchGame, R: SelectionRule> GoalSearch<'_, G, R> {
    fn run(&mut self, meter: &mut Meter, trace: &mut RootTrace) -> GoalResult {
        match (self.config.shape, self.config.keys) {
            (Shape::Graph, NodeKey::Position) => {
                self.search_graph(meter, trace, |g: &G, p| g.key(p))
            }
            (Shape::Graph, NodeKey::Owner) => {
                self.search_graph(meter, trace, |g: &G, p| g.owner_key(p))
            }
            _ => self.search_tree(meter, trace),
        }
    }

    fn search_tree(&mut self, meter: &mut Meter, trace: &mut RootTrace) -> GoalResult {
        let factory = self.factory;
        let two_levels = self.config.shape == Shape::TwoLevels;
        let bytes = meter.max_bytes() / if two_levels { 2 } else { 1 };
        let mut main = Tree::new(factory, bytes, self.config.free_solved);
        main.set_root(self.position);
        let mut second = two_levels.then(|| Tree::new(factory, bytes, false));
        main.search(u64::MAX, meter, second.as_mut(), |tree, meter| {
            let best = tree.best_move();
            meter.report_best_move(best);
            trace.record(factory.rule, &tree.root().info, best, tree.bytes(), meter);
        });
        meter.record_bytes(main.bytes());
        let bytes_per_node = Tree::<G, R>::bytes_per_node() as f64;
        self.result(&main, main.best_move(), main.created, bytes_per_node, meter)
    }

    fn search_graph<K: Key>(
        &mut self,
        meter: &mut Meter,
        trace: &mut RootTrace,
        key: fn(&G, &G::Position) -> K,
    ) -> GoalResult {
        let factory = self.factory;
        let all = self.config.all_parents;
        let mut dag = Dag::new(factory, key, all, meter.max_bytes(), self.position);
        dag.search(meter, |dag, meter| {
            let best = dag.best_move();
            meter.report_best_move(best);
            trace.record(factory.rule, &dag.root().info, best, dag.bytes(), meter);
        });
        meter.record_bytes(dag.bytes());
        let bytes_per_node = dag.bytes() as f64 / dag.len() as f64;
        let result = self.result(&dag, dag.best_move(), dag.len() as u64, bytes_per_node, meter);
        GoalResult { repeats: dag.repeats, ..result }
    }

    /// The result of a finished search. Stores its proved positions and winning moves.
    fn result(
        &mut self,
        graph: &impl SearchGraph<R::Info>,
        best: Option<Move>,
        nodes: u64,
        bytes_per_node: f64,
        meter: &Meter,
    ) -> GoalResult {
        let game = self.factory.game;
        // After a stop no goal follows. The limit keeps the entries to a fraction of the memory.
        let max_entries = meter.max_bytes() / 8 / size_of::<(G::Key, Player, BoundsEntry)>();
        let is_wanted = self.entries.is_some() || self.winning_moves.is_some();
        if is_wanted && meter.stopped().is_none() {
            visit_solved(graph, self.factory, self.position, |position, bounds, mv| {
                if let Some(entries) = &mut self.entries
                    && entries.len() < max_entries
                {
                    let entry = BoundsEntry { bounds, best: u16::MAX, depth: 0 };
                    entries.push((game.key(position), game.to_move(position), entry));
                }
                if let (Some(moves), Some(mv)) = (&mut self.winning_moves, mv) {
                    moves.put(game, position, bounds, mv);
                }
            });
        }
        let (proof, _, info) = graph.node(0);
        let rule = self.factory.rule;
        GoalResult {
            proof,
            best,
            repeats: false,
            nodes,
            numbers: rule.named_numbers(info),
            bytes_per_node,
            tree: self.tree_depth.map_or_else(Vec::new, |depth| export(graph, rule, depth)),
        }
    }
}
