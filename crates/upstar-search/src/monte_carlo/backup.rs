//! Backup of a leaf's result along the path to the root.

use upstar_core::{Bounds, Player, SearchGame};

use super::{
    config::{Backup, Policy, Rave},
    descend::leaf_proof_numbers,
    node::{INFINITE, Node},
    scale::value_for,
    search::{Iteration, TreeSearch},
};

impl<G: SearchGame> TreeSearch<G> {
    /// Backs up an iteration after its playouts.
    pub(super) fn backup(&mut self, iteration: &mut Iteration<G>) {
        self.backup_bounds(&iteration.path);
        for &index in &iteration.path {
            let node = &mut self.tree.nodes[index as usize];
            let (mut sum, mut squares) = (iteration.sum, iteration.squares);
            if self.config.clip {
                let n = f64::from(iteration.count);
                let [lo, hi] = [node.lo, node.hi].map(|bound| self.scale.normalize(bound));
                sum = sum.clamp(n * lo, n * hi);
                squares = squares.clamp(n * lo * lo, n * hi * hi);
            }
            node.visits = node.visits.saturating_add(iteration.count);
            node.sum += sum;
            node.squares += squares as f32;
        }
        if self.config.has_values() {
            self.backup_values(&iteration.path);
        }
        if self.config.bias.is_some() {
            for &index in iteration.path.iter().rev() {
                self.update_proof_numbers(index as usize);
            }
        }
        if self.config.tracks_moves() {
            self.backup_amaf(iteration);
        }
        self.prune(&iteration.path);
    }

    /// Backs up score bounds (Cazenave and Saffidine 2010) from the leaf upwards, as long as they change. The
    /// bounds of a node are the best of its children's bounds for the player to move. All untried moves
    /// together count as one child with full bounds. (In the paper's procedure for the pessimistic bound, the
    /// comparison at Min nodes is printed the wrong way round.)
    fn backup_bounds(&mut self, path: &[u32]) {
        for step in path.windows(2).rev() {
            let (parent, child) = (step[0] as usize, step[1] as usize);
            let node = &self.tree.nodes[parent];
            let is_news = self.tree.nodes[child].bounds() != self.scale.full()
                || node.tried_count == node.count;
            if !is_news || !self.tighten(parent) {
                return;
            }
            if self.tree.nodes[parent].is_solved() && parent != 0 {
                self.tree.free_subtree(parent);
            }
        }
    }

    /// Tightens a node's bounds. Returns whether they changed.
    fn tighten(&mut self, index: usize) -> bool {
        let node = &self.tree.nodes[index];
        if node.is_solved() || node.count == 0 {
            return false;
        }
        let full = self.scale.full();
        let mut lo = node.lo;
        let mut hi = node.hi;
        let tried = self.tree.nodes[node.tried()].iter();
        let unknown = (node.tried_count < node.count).then_some(full);
        let all = tried.map(Node::bounds).chain(unknown);
        match node.mover {
            Player::Left => {
                let best = all.fold(Bounds { lo: full.lo, hi: full.lo }, |best, child| Bounds {
                    lo: best.lo.max(child.lo),
                    hi: best.hi.max(child.hi),
                });
                (lo, hi) = (lo.max(best.lo), hi.min(best.hi));
            }
            Player::Right => {
                let best = all.fold(Bounds { lo: full.hi, hi: full.hi }, |best, child| Bounds {
                    lo: best.lo.min(child.lo),
                    hi: best.hi.min(child.hi),
                });
                (lo, hi) = (lo.max(best.lo), hi.min(best.hi));
            }
        }
        debug_assert!(lo <= hi, "contradictory bounds");
        let node = &mut self.tree.nodes[index];
        let changed = (lo, hi) != (node.lo, node.hi);
        (node.lo, node.hi) = (lo, hi);
        changed
    }

    /// Backs up minimax values along the path, of playouts or of evaluations.
    fn backup_values(&mut self, path: &[u32]) {
        for &index in path.iter().rev() {
            let index = index as usize;
            let node = &self.tree.nodes[index];
            let is_implicit = self.config.implicit > 0.0;
            if node.is_solved() && !(is_implicit && node.tried_count == 0) {
                self.tree.nodes[index].value = self.scale.normalize(node.lo) as f32;
                continue;
            }
            let values = self.tree.nodes[node.tried()].iter().map(|child| child.value);
            let best = match node.mover {
                Player::Left => values.reduce(f32::max),
                Player::Right => values.reduce(f32::min),
            };
            let value = match (self.config.backup, best) {
                _ if is_implicit => best.unwrap_or(node.value),
                (Backup::Mean, Some(_)) if node.visits < self.config.trust => node.mean() as f32,
                (_, None) => node.mean() as f32,
                (Backup::Mix(m), Some(best)) => {
                    let n = f64::from(node.visits);
                    ((m * node.mean() + n * f64::from(best)) / (m + n)) as f32
                }
                (_, Some(best)) => best,
            };
            self.tree.nodes[index].value = value;
        }
    }

    /// Updates the proof number of each player at a node: the least of the children's if the player is to
    /// move, their sum if the opponent is. Proved bounds override both. An untried move counts as 1.
    fn update_proof_numbers(&mut self, index: usize) {
        let node = &self.tree.nodes[index];
        let bounds = node.bounds();
        let mut proof = leaf_proof_numbers(bounds, self.scale.full());
        if node.count > 0 && !node.is_solved() {
            let untried = u32::from(node.count - node.tried_count);
            for player in Player::BOTH {
                let p = player.index();
                if proof[p] != 1 {
                    continue;
                }
                let numbers = self.tree.nodes[node.tried()].iter().map(|child| child.proof[p]);
                proof[p] = if node.mover == player {
                    numbers.chain((untried > 0).then_some(1)).min().unwrap_or(INFINITE)
                } else {
                    numbers.fold(untried, |sum, n| match n {
                        INFINITE => INFINITE,
                        n => sum.saturating_add(n),
                    })
                };
            }
        }
        self.tree.nodes[index].proof = proof;
    }

    /// Applies progressive pruning at the nodes of the path that are due for a check.
    fn prune(&mut self, path: &[u32]) {
        let Some(pruning) = self.config.pruning else { return };
        for &index in path {
            let node = &self.tree.nodes[index as usize];
            if node.tried_count < node.count || !node.visits.is_multiple_of(pruning.period) {
                continue;
            }
            let (tried, mover) = (node.tried(), node.mover);
            let may_revive = pruning.soft && node.visits.is_multiple_of(pruning.revival);
            let is_open = |child: &Node| !child.is_solved();
            let half = |child: &Node| pruning.ratio * child.error();
            let value = |child: &Node| value_for(child.mean(), mover);
            let children = self.tree.nodes[tried.clone()].iter();
            if children.clone().any(|c| is_open(c) && !c.pruned && c.visits < pruning.least) {
                continue;
            }
            let left = children.filter(|c| is_open(c)).map(|c| value(c) - half(c));
            let best_left = left.fold(f64::NEG_INFINITY, f64::max);
            for place in tried {
                let child = &mut self.tree.nodes[place];
                let is_inferior = value(child) + half(child) < best_left;
                child.pruned = is_inferior || (child.pruned && !may_revive);
            }
        }
    }

    /// Has progressive pruning decided between the root's moves? It has if one move is left, or if all
    /// remaining moves are equal.
    pub(super) fn is_decided(&self) -> bool {
        let Some(pruning) = self.config.pruning else { return false };
        let root = &self.tree.nodes[0];
        if self.config.depth == 0 || root.count == 0 || root.tried_count < root.count {
            return false;
        }
        let open = || self.tree.nodes[root.tried()].iter().filter(|c| !c.pruned && !c.is_solved());
        let range = f64::from(self.scale.hi) - f64::from(self.scale.lo);
        let most = u64::from(pruning.most) * u64::from(root.count);
        let is_over = most > 0 && u64::from(root.visits) >= most;
        is_over
            || open().count() <= 1
            || open().all(|c| c.visits >= pruning.least && c.error() * range < pruning.equal)
    }

    /// All-moves-as-first (AMAF): if a player makes a child's move later in the same playout, the result also
    /// counts for that child, provided that nobody made the move before.
    fn backup_amaf(&mut self, iteration: &mut Iteration<G>) {
        self.amaf_tracker.start_playout();
        let value = (iteration.sum / f64::from(iteration.count)) as f32;
        for &(player, mv) in iteration.played.iter().rev() {
            self.amaf_tracker.add(mv, player);
        }
        for step in iteration.path.windows(2).rev() {
            let (parent, child) = (step[0] as usize, step[1] as usize);
            let node = &self.tree.nodes[parent];
            self.amaf_tracker.add(self.tree.nodes[child].mv, node.mover);
            if self.config.rave == Rave::Off {
                continue;
            }
            for place in node.children() {
                if self.amaf_tracker.first_player(self.tree.nodes[place].mv) == Some(node.mover) {
                    self.tree.amaf[place].add(value);
                }
            }
        }
        if self.config.policy != Policy::Uniform {
            self.move_averages.add_playout(&self.amaf_tracker, value);
        }
    }

    /// Adds or removes virtual losses. While a thread runs a playout, its path counts as lost for the players
    /// who selected it.
    pub(super) fn add_virtual_losses(&mut self, path: &[u32], sign: i32) {
        for step in path.windows(2) {
            let loss = value_for(0.0, self.tree.nodes[step[0] as usize].mover);
            let child = &mut self.tree.nodes[step[1] as usize];
            child.visits = child.visits.saturating_add_signed(sign);
            child.sum += f64::from(sign) * loss;
        }
    }
}
