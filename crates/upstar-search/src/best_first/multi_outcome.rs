//! Multiple-outcome best-first search: one tree for all outcomes of a game.
//!
//! **Idea** A node has numbers for every *threshold*: for each score above the least, the numbers of the
//! question whether the root's player reaches it. All questions share one tree, so what is learnt about one
//! outcome guides the search for the others. An iteration selects the open threshold at the root that seems
//! easiest to settle, and descends by its numbers. The children of the leaf get numbers for all thresholds,
//! and all are updated on the way back.
//!
//! **Formula** For each threshold, the rule of [proof numbers](super::pn) (`mopns`) or of [products](super::pp)
//! (`mopp`). The easiest threshold has the least φ + δ, or the probability nearest to 0 or 1. The proved
//! thresholds bound the score: at least the greatest one that is won, below the least one that is lost.
//!
//! **Guarantee** The bounds follow from finished games by minimax, for each threshold alone.
//!
//! **Reference** Saffidine and Cazenave, *Multiple-outcome proof number search*, 2012. There a node chooses
//! the outcome that attracts the search; here the root does, because then every threshold is searched
//! exactly as in proof-number search. The same with products is announced in Saffidine and Cazenave,
//! *Developments on Product Propagation*, 2013.

use upstar_core::{
    Bounds, Control, Error, Meter, Move, Player, RootNumber, Score, SearchGame, Status,
};

use super::{
    node::{NodeFactory, Proof},
    pn::ProofNumbers,
    pp::Products,
    selection_rule::{Init, SelectionRule, Ties},
};
use crate::{
    AlgorithmInfo, Answer, Request, Solution, Solver, answers, full_bounds, goal_bisection::Goal,
};

/// A node. Its children are adjacent.
#[derive(Clone, Copy)]
struct Node {
    first: u32,
    count: u16,
    mover: Player,
    mv: Move,
}

/// What is known of a node for one threshold: the proof and the numbers, seen by its player to move, and the
/// index of the selected child.
#[derive(Clone)]
struct Mark<I> {
    proof: Proof,
    info: I,
    best: u16,
}

/// A question: does the root's player get at least a score?
struct Threshold<'a, G: SearchGame, R: SelectionRule> {
    factory: NodeFactory<'a, G, R>,
    least: Score,
    below: Score,
}

/// The tree.
struct MultiOutcomeTree<'a, G: SearchGame, R: SelectionRule> {
    game: &'a G,
    rule: &'a R,
    thresholds: Vec<Threshold<'a, G, R>>,
    nodes: Vec<Node>,
    /// The marks of all nodes: as many as there are thresholds for each.
    marks: Vec<Mark<R::Info>>,
    /// The nodes and positions from the root to the leaf.
    path: Vec<(u32, G::Position)>,
    moves: Vec<Move>,
    scratch: Vec<Move>,
    infos: Vec<R::Info>,
}

impl<'a, G: SearchGame, R: SelectionRule> MultiOutcomeTree<'a, G, R> {
    /// A tree with a root, for a goal or for all scores.
    fn new(
        game: &'a G,
        rule: &'a R,
        position: &G::Position,
        goal: Option<Score>,
        bounds: bool,
    ) -> MultiOutcomeTree<'a, G, R> {
        let player = game.to_move(position);
        let mut scores = game.scores().to_vec();
        if player == Player::Right {
            scores = scores.into_iter().rev().map(|score| -score).collect();
        }
        let wanted = scores
            .windows(2)
            .filter(|pair| goal.is_none_or(|goal| pair[0] < goal && goal <= pair[1]));
        let threshold = |pair: &[Score]| Threshold {
            factory: NodeFactory {
                game,
                rule,
                goal: Goal { player, score: pair[1] },
                below_goal: pair[0],
                bounds,
                candidates: false,
                proved: None,
                playout_evaluator: None,
            },
            least: pair[1],
            below: pair[0],
        };
        let mut tree = MultiOutcomeTree {
            game,
            rule,
            thresholds: wanted.map(threshold).collect(),
            nodes: Vec::new(),
            marks: Vec::new(),
            path: Vec::new(),
            moves: Vec::new(),
            scratch: Vec::new(),
            infos: Vec::new(),
        };
        tree.push(position, Move(0), true);
        tree
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.marks.capacity() * size_of::<Mark<R::Info>>()
    }

    /// Creates a node with its marks.
    fn push(&mut self, position: &G::Position, mv: Move, is_root: bool) {
        let mover = self.game.to_move(position);
        self.nodes.push(Node { first: 0, count: 0, mover, mv });
        for threshold in &self.thresholds {
            let new = if is_root {
                threshold.factory.new_root(position, &mut self.scratch)
            } else {
                threshold.factory.new_node(position, &mut self.scratch)
            };
            self.marks.push(Mark { proof: new.proof, info: new.info, best: 0 });
        }
    }

    fn mark(&self, node: usize, threshold: usize) -> &Mark<R::Info> {
        &self.marks[node * self.thresholds.len() + threshold]
    }

    /// The bounds on the score that the root's thresholds prove, seen by its player to move.
    fn bounds(&self, full: Bounds) -> Bounds {
        let mut bounds = full;
        for (number, threshold) in self.thresholds.iter().enumerate() {
            match self.mark(0, number).proof {
                Proof::Won => bounds.lo = bounds.lo.max(threshold.least),
                Proof::Lost => bounds.hi = bounds.hi.min(threshold.below),
                Proof::Open => {}
            }
        }
        bounds
    }

    /// The open threshold at the root that seems easiest to settle.
    fn easiest(&self) -> Option<usize> {
        let open = (0..self.thresholds.len()).filter(|&t| self.mark(0, t).proof == Proof::Open);
        let effort = |t: usize| self.rule.effort(&self.mark(0, t).info);
        open.min_by(|&a, &b| effort(a).total_cmp(&effort(b)))
    }

    /// Selects children down to a leaf, by the numbers of one threshold.
    fn descend(&mut self, root: &G::Position, threshold: usize) {
        self.path.clear();
        self.path.push((0, root.clone()));
        loop {
            let (index, position) = &self.path[self.path.len() - 1];
            let node = self.nodes[*index as usize];
            if node.count == 0 {
                return;
            }
            let best = self.mark(*index as usize, threshold).best;
            let child = node.first + u32::from(best);
            let mut position = position.clone();
            self.game.play(&mut position, self.nodes[child as usize].mv);
            self.path.push((child, position));
        }
    }

    /// Creates the leaf's children. Returns their number; none if there are too many nodes.
    fn expand(&mut self) -> Option<u64> {
        let (leaf, position) = self.path.last().cloned()?;
        self.moves.clear();
        self.game.expand(&position, &mut self.moves);
        let count = u16::try_from(self.moves.len()).ok()?;
        let first = u32::try_from(self.nodes.len()).ok()?;
        for i in 0..usize::from(count) {
            let mv = self.moves[i];
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            self.push(&child, mv, false);
        }
        let node = &mut self.nodes[leaf as usize];
        (node.first, node.count) = (first, count);
        Some(u64::from(count))
    }

    /// Updates the nodes of the path, from the leaf upwards, as long as their marks change.
    fn back_up(&mut self) {
        for place in (0..self.path.len()).rev() {
            let index = self.path[place].0 as usize;
            let node = self.nodes[index];
            let mut has_changed = false;
            for number in 0..self.thresholds.len() {
                let count = self.thresholds.len();
                if self.marks[index * count + number].proof != Proof::Open {
                    continue;
                }
                let first = node.first as usize;
                let (nodes, marks) = (&self.nodes, &self.marks);
                let children = (first..first + usize::from(node.count)).map(|child| {
                    let mark = &marks[child * count + number];
                    (mark.proof, nodes[child].mover, &mark.info)
                });
                let factory = &self.thresholds[number].factory;
                let (proof, info, best) = factory.combine(node.mover, children, &mut self.infos);
                let own = &mut self.marks[index * count + number];
                has_changed |= proof != own.proof || info != own.info || best != own.best;
                *own = Mark { proof, info, best };
            }
            if !has_changed {
                return;
            }
        }
    }

    /// A move that reaches the proved score, or the most promising one.
    fn best_move(&self) -> Option<Move> {
        let won = |&t: &usize| self.mark(0, t).proof == Proof::Won;
        let count = self.thresholds.len();
        let chosen = (0..count).rev().find(won).or_else(|| self.easiest()).unwrap_or(0);
        let root = self.nodes[0];
        let best = if count == 0 { 0 } else { self.mark(0, chosen).best };
        (root.count > 0).then(|| self.nodes[(root.first + u32::from(best)) as usize].mv)
    }

    /// The numbers of the root for each threshold.
    fn numbers(&self) -> Vec<(&'static str, RootNumber)> {
        let shown = self.easiest().or(self.thresholds.len().checked_sub(1));
        shown.map_or_else(Vec::new, |t| self.rule.named_numbers(&self.mark(0, t).info))
    }
}

/// Answers a request.
fn solve<'a, G: SearchGame, R: SelectionRule>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    control: &Control,
    rule: &R,
    bounds: bool,
) -> Answer<'a, G> {
    let player = game.to_move(position);
    let full = full_bounds(game).seen_by(player);
    let mut meter = Meter::new(control);
    meter.nodes = 1;
    let mut tree = MultiOutcomeTree::new(game, rule, position, request.goal, bounds);
    let is_over = matches!(game.status(position, &mut Vec::new()), Status::Over(_));
    while let Some(threshold) = tree.easiest()
        && !is_over
        && !answers(tree.bounds(full), request.goal)
    {
        tree.descend(position, threshold);
        let Some(made) = tree.expand() else {
            meter.out_of_memory();
            break;
        };
        if game.has_failed() {
            meter.game_failed();
            break;
        }
        tree.back_up();
        meter.expansions += 1;
        meter.report_best_move(tree.best_move());
        meter.report_bounds(tree.bounds(full).seen_by(player));
        // Both lists may double when they grow.
        if 2 * tree.bytes() > meter.max_bytes() && tree.nodes.len() == tree.nodes.capacity() {
            meter.out_of_memory();
            break;
        }
        if meter.count(made, game, || tree.bytes()) {
            break;
        }
    }
    meter.record_bytes(tree.bytes() + game.heap_bytes());
    let found = tree.bounds(full);
    let mut solution = Solution::new(found.seen_by(player), &meter);
    solution.solved = answers(found, request.goal);
    solution.best_move = tree.best_move();
    solution.stats.iterations = meter.expansions;
    solution.stats.seconds = control.seconds();
    solution.root = tree.numbers();
    solution.into()
}

macro_rules! solver {
    ($(#[$doc:meta])* $name:ident, $text:literal, $summary:literal, $rule:expr) => {
        $(#[$doc])*
        pub struct $name;

        impl Solver for $name {
            const INFO: AlgorithmInfo = AlgorithmInfo {
                name: $text,
                summary: $summary,
                reference: "Saffidine and Cazenave 2012",
                parameters: &[super::solvers::INIT, super::solvers::STATIC_BOUNDS],
                keeps_tree: false,
                saves_table: false,
            };

            fn solve<'a, G: SearchGame>(
                game: &'a G,
                position: &G::Position,
                request: &Request,
                control: &'a Control,
            ) -> Result<Answer<'a, G>, Error> {
                let init = match request.parameters.text(&Self::INFO, "init") {
                    "constant" => Init::Constant,
                    "evaluation" => Init::Evaluation,
                    _ => Init::Mobility,
                };
                let bounds = request.parameters.flag(&Self::INFO, "bounds");
                let rule = $rule(init);
                Ok(solve(game, position, request, control, &rule, bounds))
            }
        }
    };
}

solver!(
    /// Multiple-outcome proof-number search.
    Mopns,
    "mopns",
    "proof-number search for games with several outcomes, in one tree",
    |init| ProofNumbers { init, ties: Ties::First }
);
solver!(
    /// Multiple-outcome product propagation.
    Mopp,
    "mopp",
    "product propagation for games with several outcomes, in one tree",
    |init| Products::new(init, Ties::First)
);
