//! Descent from the root to a new leaf, and expansion.

use upstar_core::{Bounds, Player, SearchGame, Status};

use super::{
    config::{Expand, Order},
    node::{INFINITE, Node},
    scale::value_for,
    search::{Iteration, TreeSearch},
};

impl<G: SearchGame> TreeSearch<G> {
    /// Descends to a leaf, which is a new node if there is memory for it. Returns the number of nodes
    /// created. The iteration's path then leads to the leaf. Its `known` is set if no playout is needed.
    pub(super) fn descend(&mut self, game: &G, iteration: &mut Iteration<G>) -> u64 {
        iteration.path.clear();
        iteration.path.push(0);
        iteration.known = None;
        iteration.position.clone_from(&self.position);
        if self.sibling_path.iter().any(|&index| self.tree.nodes[index as usize].is_solved()) {
            self.sibling_path.clear();
        }
        for &index in self.sibling_path.iter().skip(1) {
            game.play(&mut iteration.position, self.tree.nodes[index as usize].mv);
            iteration.path.push(index);
        }
        loop {
            let index = iteration.leaf();
            let node = &self.tree.nodes[index];
            if node.is_solved() {
                iteration.known = Some(self.scale.normalize(node.lo));
                return 0;
            }
            if node.count == 0
                && !(self.should_expand(iteration) && self.expand_leaf(game, iteration))
            {
                return 0;
            }
            let node = &self.tree.nodes[index];
            let child = if node.visits < self.config.simulate_below {
                self.random_child(index)
            } else {
                self.select(index)
            };
            let is_new = child >= self.tree.nodes[index].tried().end;
            let child = if is_new { self.tree.bring_forward(index, child) } else { child };
            game.play(&mut iteration.position, self.tree.nodes[child].mv);
            iteration.path.push(child as u32);
            if is_new {
                self.init_child(game, child, iteration);
                self.set_sibling_path(iteration);
                return 1;
            }
        }
    }

    /// With `expand=all-ends`, the next leaf is a sibling of this one as long as one is untried.
    fn set_sibling_path(&mut self, iteration: &Iteration<G>) {
        if self.config.expand != Expand::AllEnds {
            return;
        }
        self.sibling_path.clear();
        let parents = &iteration.path[..iteration.path.len() - 1];
        let parent = &self.tree.nodes[parents[parents.len() - 1] as usize];
        if parent.tried_count < parent.count {
            self.sibling_path.extend_from_slice(parents);
        }
    }

    /// Should the leaf get children now?
    fn should_expand(&self, iteration: &Iteration<G>) -> bool {
        let depth = iteration.path.len() - 1;
        if depth == 0 {
            return true;
        }
        if self.config.depth > 0 {
            return depth < self.config.depth as usize;
        }
        let leaf = &self.tree.nodes[iteration.leaf()];
        match self.config.expand {
            Expand::AllEnds => leaf.visits > 0,
            Expand::Visits(least) => leaf.visits >= least,
            Expand::Probability(least) => {
                let parent = iteration.path[depth - 1] as usize;
                self.expected_visits(parent, iteration.leaf()) >= least
            }
        }
    }

    /// The expected visits of a child, from the probability that it is the best. The weight of each
    /// considered child is exp(−2.4 (μ* − μ) / √(2 (σ*² + σ²))), with standard errors σ (after Coulom 2006).
    fn expected_visits(&self, parent: usize, child: usize) -> f64 {
        let node = &self.tree.nodes[parent];
        let value = |c: &Node| value_for(c.mean(), node.mover);
        // The floor keeps the standard error positive while all playouts of a child have the same result.
        let error = |c: &Node| c.error().max(0.5 / f64::from(c.visits.max(1)));
        let open = || self.tree.nodes[node.tried()].iter().filter(|c| self.is_considered(node, c));
        let Some(best) = open().max_by(|a, b| value(a).total_cmp(&value(b))) else {
            return 0.0;
        };
        let urgency = |c: &Node| {
            let width = (2.0 * (error(best).powi(2) + error(c).powi(2))).sqrt();
            (-2.4 * (value(best) - value(c)) / width).exp()
        };
        let total: f64 = open().map(urgency).sum();
        f64::from(node.visits) * urgency(&self.tree.nodes[child]) / total
    }

    /// Allocates the leaf's children; false if the memory is full.
    fn expand_leaf(&mut self, game: &G, iteration: &Iteration<G>) -> bool {
        self.moves.clear();
        // The root needs all legal moves. Below it, candidates that include a best move are enough.
        let over = if self.config.bounds && iteration.path.len() > 1 {
            game.candidates(&iteration.position, &mut self.moves)
        } else {
            game.expand(&iteration.position, &mut self.moves)
        };
        if over.is_some() {
            return false;
        }
        match self.config.order {
            Order::Listed => {}
            Order::Random => {
                for i in (1..self.moves.len()).rev() {
                    self.moves.swap(i, self.rng.below(i as u64 + 1) as usize);
                }
            }
            Order::Evaluation => {
                let mover = game.to_move(&iteration.position);
                self.moves.sort_by_cached_key(|&mv| {
                    let mut child = iteration.position.clone();
                    game.play(&mut child, mv);
                    let value = i64::from(game.evaluate(&child));
                    if mover == Player::Left { -value } else { value }
                });
            }
        }
        let has_room = self.tree.add_children(iteration.leaf(), &self.moves, self.scale.full());
        self.is_full |= !has_room;
        self.expansions += u64::from(has_room);
        has_room
    }

    /// Initialises a child that is tried for the first time.
    fn init_child(&mut self, game: &G, child: usize, iteration: &mut Iteration<G>) {
        let mover = game.to_move(&iteration.position);
        let mut bounds = self.scale.full();
        match game.status(&iteration.position, &mut iteration.scratch) {
            Status::Over(score) => {
                let score = self.scale.fold(score);
                bounds = Bounds::exactly(score);
                iteration.known = Some(self.scale.normalize(score));
            }
            Status::Moves(_) if self.config.bounds => {
                let known = game.bounds(&iteration.position);
                bounds = Bounds { lo: self.scale.fold(known.lo), hi: self.scale.fold(known.hi) };
                if bounds.is_exact() {
                    iteration.known = Some(self.scale.normalize(bounds.lo));
                }
            }
            Status::Moves(_) => {}
        }
        if self.config.implicit > 0.0 || self.config.prior > 0.0 {
            let value =
                iteration.known.unwrap_or_else(|| game.win_probability(&iteration.position));
            self.tree.nodes[child].value = value as f32;
        }
        let node = &mut self.tree.nodes[child];
        node.mover = mover;
        (node.lo, node.hi) = (bounds.lo, bounds.hi);
        node.proof = leaf_proof_numbers(bounds, self.scale.full());
    }

    /// A random child.
    fn random_child(&mut self, index: usize) -> usize {
        let children = self.tree.nodes[index].children();
        children.start + self.rng.below(children.len() as u64) as usize
    }
}

/// A new node's proof numbers: 0 if the player has won, infinite if the player cannot win, otherwise 1.
pub(super) fn leaf_proof_numbers(bounds: Bounds, full: Bounds) -> [u32; 2] {
    let left = match bounds {
        Bounds { lo, .. } if lo == full.hi => 0,
        Bounds { hi, .. } if hi < full.hi => INFINITE,
        _ => 1,
    };
    let right = match bounds {
        Bounds { hi, .. } if hi == full.lo => 0,
        Bounds { lo, .. } if lo > full.lo => INFINITE,
        _ => 1,
    };
    [left, right]
}
