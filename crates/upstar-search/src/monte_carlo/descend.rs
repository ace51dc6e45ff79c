//! Selection and expansion: from the root to a new leaf.
//!
//! A child's value, for the player to move at its parent, is
//! ```text
//!   q  = α mean + (1 − α) amaf                       (α = 1 without RAVE)
//!   q' = (1 − a) q + a implicit minimax              (a = 0 without implicit minimax)
//!   q' + γ pess + δ opti + c √(ln N / n) + c_pn (1 − proof number, scaled)
//! ```
//! and the child with the greatest is followed. Solved children, children that are cut by
//! bounds, and pruned ones are not considered.

use upstar_core::{Bounds, Player, SearchGame, Status};

use super::{
    config::{Bias, Config, Expand, Formula, Mode, Order, Rave},
    node::{INFINITE, Node},
    scale::seen,
    search::{Job, Search},
};

impl<G: SearchGame> Search<G> {
    /// Walks to a leaf, which is new if there was room for it; returns the nodes created. The
    /// job's path then leads to the leaf, and its `known` is set if no playout is needed.
    pub(super) fn descend(&mut self, game: &G, job: &mut Job<G>) -> u64 {
        job.path.clear();
        job.path.push(0);
        job.known = None;
        job.position.clone_from(&self.position);
        if self.pinned.iter().any(|&index| self.tree.nodes[index as usize].is_solved()) {
            self.pinned.clear();
        }
        for &index in self.pinned.iter().skip(1) {
            game.play(&mut job.position, self.tree.nodes[index as usize].mv);
            job.path.push(index);
        }
        loop {
            let index = job.leaf();
            let node = &self.tree.nodes[index];
            if node.is_solved() {
                job.known = Some(self.scale.normal(node.lo));
                return 0;
            }
            if node.count == 0 && !(self.wants_children(job) && self.extend(game, job)) {
                return 0;
            }
            let node = &self.tree.nodes[index];
            let child = if node.visits < self.config.simulate_below {
                self.draw(index)
            } else {
                self.select(index)
            };
            let is_new = child >= self.tree.nodes[index].tried().end;
            let child = if is_new { self.tree.bring_forward(index, child) } else { child };
            game.play(&mut job.position, self.tree.nodes[child].mv);
            job.path.push(child as u32);
            if is_new {
                self.birth(game, child, job);
                self.pin(job);
                return 1;
            }
        }
    }

    /// With all ends expanded, the next leaf is a sibling of this one while any is untried.
    fn pin(&mut self, job: &Job<G>) {
        if self.config.expand != Expand::AllEnds {
            return;
        }
        self.pinned.clear();
        let parents = &job.path[..job.path.len() - 1];
        let parent = &self.tree.nodes[parents[parents.len() - 1] as usize];
        if parent.born < parent.count {
            self.pinned.extend_from_slice(parents);
        }
    }

    /// Is it time for the leaf to get children?
    fn wants_children(&self, job: &Job<G>) -> bool {
        let depth = job.path.len() - 1;
        if depth == 0 {
            return true;
        }
        if self.config.depth > 0 {
            return depth < self.config.depth as usize;
        }
        let leaf = &self.tree.nodes[job.leaf()];
        match self.config.expand {
            Expand::AllEnds => leaf.visits > 0,
            Expand::Visits(least) => leaf.visits >= least,
            Expand::Probability(least) => {
                let parent = job.path[depth - 1] as usize;
                self.expected_visits(parent, job.leaf()) >= least
            }
        }
    }

    /// The visits that a child may expect, from how likely each child that may be followed is to
    /// be the best (others would take all of its expectation and none of its visits):
    /// exp(−2.4 (μ* − μ) / √(2 (σ*² + σ²))), with the standard errors σ (after Coulom 2006).
    fn expected_visits(&self, parent: usize, child: usize) -> f64 {
        let node = &self.tree.nodes[parent];
        let value = |c: &Node| seen(c.mean(), node.mover);
        // A variance of at least that of one playout in so many.
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

    /// Gives the leaf its children's places; false if there is no room.
    fn extend(&mut self, game: &G, job: &Job<G>) -> bool {
        self.moves.clear();
        // At the root every move is told of; below it, those that a best one is among will do.
        let over = if self.config.bounds && job.path.len() > 1 {
            game.candidates(&job.position, &mut self.moves)
        } else {
            game.expand(&job.position, &mut self.moves)
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
                let mover = game.to_move(&job.position);
                self.moves.sort_by_cached_key(|&mv| {
                    let mut child = job.position.clone();
                    game.play(&mut child, mv);
                    let value = i64::from(game.evaluate(&child));
                    if mover == Player::Left { -value } else { value }
                });
            }
        }
        let has_room = self.tree.extend(job.leaf(), &self.moves, self.scale.full());
        self.is_full |= !has_room;
        self.expansions += u64::from(has_room);
        has_room
    }

    /// Fills in a child that is tried for the first time.
    fn birth(&mut self, game: &G, child: usize, job: &mut Job<G>) {
        let mover = game.to_move(&job.position);
        let mut bounds = self.scale.full();
        match game.status(&job.position, &mut job.scratch) {
            Status::Over(score) => {
                let score = self.scale.fold(score);
                bounds = Bounds::exactly(score);
                job.known = Some(self.scale.normal(score));
            }
            Status::Moves(_) if self.config.bounds => {
                let known = game.bounds(&job.position);
                bounds = Bounds { lo: self.scale.fold(known.lo), hi: self.scale.fold(known.hi) };
                if bounds.is_exact() {
                    job.known = Some(self.scale.normal(bounds.lo));
                }
            }
            Status::Moves(_) => {}
        }
        if self.config.implicit > 0.0 {
            let value = job.known.unwrap_or_else(|| game.win_probability(&job.position));
            self.tree.nodes[child].value = value as f32;
        }
        let node = &mut self.tree.nodes[child];
        node.mover = mover;
        (node.lo, node.hi) = (bounds.lo, bounds.hi);
        node.proof = proof_of_leaf(bounds, self.scale.full());
    }

    /// Any move, by lot.
    fn draw(&mut self, index: usize) -> usize {
        let children = self.tree.nodes[index].children();
        children.start + self.rng.below(children.len() as u64) as usize
    }

    /// The child to follow at an unsolved node.
    pub(super) fn select(&mut self, index: usize) -> usize {
        if let Some(child) = self.best_child(index) {
            return child;
        }
        // Everything considered is solved: consider the rest.
        let node = &self.tree.nodes[index];
        if node.born < node.count {
            return node.tried().end;
        }
        for child in node.tried() {
            self.tree.nodes[child].pruned = false;
        }
        // Another thread may have solved the last child and not yet backed it up: any one will do then,
        // as what is known of it is backed up here.
        self.best_child(index).unwrap_or(self.tree.nodes[index].first as usize)
    }

    /// The child with the greatest value, of those that are considered.
    fn best_child(&mut self, index: usize) -> Option<usize> {
        let mut numbers = std::mem::take(&mut self.numbers);
        let best = self.best_of(&self.tree.nodes[index], &mut numbers);
        self.numbers = numbers;
        best
    }

    /// May a child that was tried be followed?
    #[inline]
    fn is_considered(&self, node: &Node, child: &Node) -> bool {
        let is_cut = self.config.mode == Mode::Cuts && child.is_cut(node.bounds(), node.mover);
        !(child.is_solved() || child.pruned || is_cut)
    }

    fn best_of(&self, node: &Node, numbers: &mut Vec<u32>) -> Option<usize> {
        let first_play = self.config.first_play;
        let visits = f64::from(node.visits.max(1));
        let may_try = node.born < node.count
            && self.config.widening.is_none_or(|(factor, power)| {
                f64::from(node.born) < (factor * visits.powf(power)).ceil()
            });
        // Untried moves are all alike: usually each is tried before any is tried again.
        if may_try && first_play >= ALWAYS_FIRST && self.config.rave == Rave::Off {
            return Some(node.tried().end);
        }
        if may_try && self.config.rave != Rave::Off && self.config.rave_all {
            let worth = |place: &usize| seen(self.tree.amaf[*place].mean(), node.mover);
            let untried = node.tried().end..node.children().end;
            return untried.max_by(|a, b| worth(a).total_cmp(&worth(b)));
        }
        let proofs = self.config.bias.map(|bias| self.proof_scale(node, bias, numbers));
        let score = Score { config: &self.config, node, log: visits.ln(), scale: self.scale };
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        for place in node.tried() {
            let child = &self.tree.nodes[place];
            if !self.is_considered(node, child) {
                continue;
            }
            let amaf =
                if self.config.rave == Rave::Off { 0.5 } else { self.tree.amaf[place].mean() };
            let mut value = score.of(child, amaf);
            if let Some(proofs) = &proofs {
                value += self.config.c_pn * proofs.bias(child.proof[node.mover.index()]);
            }
            if value > most {
                (best, most) = (Some(place), value);
            }
        }
        if may_try {
            // Of a move never tried nothing is proved, which the bias counts as for any other.
            let bias = score.bias(self.scale.full(), 0.0);
            for place in node.tried().end..node.children().end {
                let value = bias
                    + match self.config.rave {
                        Rave::Off => first_play,
                        _ if self.tree.amaf[place].visits == 0.0 => first_play,
                        _ => {
                            seen(self.tree.amaf[place].mean(), node.mover)
                                + score.exploration(0.0, 0.25)
                        }
                    };
                if value > most {
                    (best, most) = (Some(place), value);
                }
                if self.config.rave == Rave::Off {
                    break;
                }
            }
        }
        best
    }

    /// What the proof numbers of a node's open children are compared with.
    fn proof_scale<'a>(
        &self,
        node: &Node,
        bias: Bias,
        numbers: &'a mut Vec<u32>,
    ) -> ProofScale<'a> {
        let player = node.mover.index();
        let open = self.tree.nodes[node.tried()].iter().filter(|c| !c.is_solved());
        numbers.clear();
        numbers.extend(open.map(|c| c.proof[player]));
        numbers.sort_unstable();
        let finite = || numbers.iter().filter(|&&n| n != INFINITE).map(|&n| f64::from(n));
        let most = match bias {
            Bias::Sum => finite().sum(),
            _ => finite().fold(0.0, f64::max),
        };
        numbers.dedup();
        ProofScale { bias, numbers, most }
    }
}

/// First plays worth this much come before every other.
const ALWAYS_FIRST: f64 = 100.0;

/// A new node's proof numbers: 0 if its player has won, infinite if that is impossible, else 1.
pub(super) fn proof_of_leaf(bounds: Bounds, full: Bounds) -> [u32; 2] {
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

struct ProofScale<'a> {
    bias: Bias,
    /// Ascending, each once.
    numbers: &'a [u32],
    most: f64,
}

impl ProofScale<'_> {
    /// 1 for what is easiest to prove, 0 for the hardest.
    fn bias(&self, number: u32) -> f64 {
        match self.bias {
            Bias::Rank => {
                let rank = self.numbers.partition_point(|&n| n < number);
                1.0 - rank as f64 / (self.numbers.len() - 1).max(1) as f64
            }
            _ if number == INFINITE => 0.0,
            _ => 1.0 - f64::from(number) / self.most.max(1.0),
        }
    }
}

/// The formula at one node.
struct Score<'a> {
    config: &'a Config,
    node: &'a Node,
    log: f64,
    scale: super::scale::Scale,
}

impl Score<'_> {
    #[inline]
    fn of(&self, child: &Node, amaf: f64) -> f64 {
        let config = self.config;
        let mover = self.node.mover;
        let n = f64::from(child.visits.max(1));
        if config.depth > 0 {
            // Every position gets its share.
            return -n;
        }
        let mean = match config.backup {
            super::config::Backup::Mean => child.mean(),
            _ => f64::from(child.value),
        };
        let alpha = config.rave.weight(n);
        let mut value = seen(alpha * mean + (1.0 - alpha) * amaf, mover);
        if config.implicit > 0.0 {
            let implicit = seen(f64::from(child.value), mover);
            value = (1.0 - config.implicit) * value + config.implicit * implicit;
        }
        value += self.bias(child.bounds(), n);
        if config.c > 0.0 {
            let variance = match config.formula {
                Formula::Ucb1 => 0.0,
                Formula::Tuned => child.variance(),
            };
            value += self.exploration(n, variance);
        }
        value
    }

    /// γ pess + δ opti, as the player to move sees the bounds of a child with n visits.
    #[inline]
    fn bias(&self, bounds: Bounds, n: f64) -> f64 {
        let config = self.config;
        if config.gamma == 0.0 && config.delta == 0.0 {
            return 0.0;
        }
        let (lo, hi) = (self.scale.normal(bounds.lo), self.scale.normal(bounds.hi));
        let (pess, opti) = match self.node.mover {
            Player::Left => (lo, hi),
            Player::Right => (1.0 - hi, 1.0 - lo),
        };
        let decay = config.bias_decay;
        let share = if decay > 0.0 { decay / (decay + n) } else { 1.0 };
        share * (config.gamma * pess + config.delta * opti)
    }

    /// What exploring a child after n visits is worth.
    #[inline]
    fn exploration(&self, n: f64, variance: f64) -> f64 {
        let config = self.config;
        let ratio = self.log / n.max(1.0);
        match config.formula {
            Formula::Ucb1 => config.c * ratio.sqrt(),
            Formula::Tuned => {
                let bound = (variance + config.c1 * ratio.sqrt()).min(config.c2);
                config.c * (ratio * bound).sqrt()
            }
        }
    }
}
