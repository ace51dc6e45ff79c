//! Selection of a child.
//!
//! The value of a child, for the player to move at its parent, is
//! ```text
//!   q  = α mean' + (1 − α) amaf                      (α = 1 without RAVE)
//!   mean' = (n mean + p evaluation) / (n + p)         (p = 0 without a prior)
//!   q' = (1 − a) q + a implicit minimax              (a = 0 without implicit minimax)
//!   q' + γ pess + δ opti + c √(ln N / n) + c_pn (1 − proof number, scaled)
//! ```
//! The child with the greatest value is selected. Solved children, children that are cut by bounds, and
//! pruned children are not considered.

use upstar_core::{Bounds, Player, SearchGame};

use super::{
    config::{Backup, Bias, Formula, Mode, MonteCarloConfig, Rave},
    node::{INFINITE, Node},
    scale::{Scale, value_for},
    search::TreeSearch,
};

/// If untried moves have at least this value, they are selected before every tried move.
const ALWAYS_FIRST: f64 = 100.0;

impl<G: SearchGame> TreeSearch<G> {
    /// The child to select at an unsolved node.
    pub(super) fn select(&mut self, index: usize) -> usize {
        if let Some(child) = self.best_child(index) {
            return child;
        }
        // All considered children are solved, so widen to the others.
        let node = &self.tree.nodes[index];
        if node.tried_count < node.count {
            return node.tried().end;
        }
        for child in node.tried() {
            self.tree.nodes[child].pruned = false;
        }
        // Another thread may have solved the last child without having backed it up yet. Then any child will
        // do, because its value is backed up here.
        self.best_child(index).unwrap_or(self.tree.nodes[index].first as usize)
    }

    /// The considered child with the greatest value.
    fn best_child(&mut self, index: usize) -> Option<usize> {
        let mut numbers = std::mem::take(&mut self.numbers);
        let best = self.best_of(&self.tree.nodes[index], &mut numbers);
        self.numbers = numbers;
        best
    }

    /// May a child that was tried be selected?
    #[inline]
    pub(super) fn is_considered(&self, node: &Node, child: &Node) -> bool {
        let is_cut = self.config.mode == Mode::Cuts && child.is_cut(node.bounds(), node.mover);
        !(child.is_solved() || child.pruned || is_cut)
    }

    fn best_of(&self, node: &Node, numbers: &mut Vec<u32>) -> Option<usize> {
        let first_play = self.config.first_play;
        let visits = f64::from(node.visits.max(1));
        let may_try = node.tried_count < node.count
            && self.config.widening.is_none_or(|(factor, power)| {
                f64::from(node.tried_count) < (factor * visits.powf(power)).ceil()
            });
        // All untried moves have the same value. By default each is tried before one is selected again.
        if may_try && first_play >= ALWAYS_FIRST && self.config.rave == Rave::Off {
            return Some(node.tried().end);
        }
        if may_try && self.config.rave != Rave::Off && self.config.rave_all {
            let value = |place: &usize| value_for(self.tree.amaf[*place].mean(), node.mover);
            let untried = node.tried().end..node.children().end;
            return untried.max_by(|a, b| value(a).total_cmp(&value(b)));
        }
        let proofs = self.config.bias.map(|bias| self.proof_scale(node, bias, numbers));
        let score = ChildScore { config: &self.config, node, log: visits.ln(), scale: self.scale };
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
            // An untried move has full bounds. They count in the bias like those of any other move.
            let bias = score.bias(self.scale.full(), 0.0);
            for place in node.tried().end..node.children().end {
                let value = bias
                    + match self.config.rave {
                        Rave::Off => first_play,
                        _ if self.tree.amaf[place].visits == 0.0 => first_play,
                        _ => {
                            value_for(self.tree.amaf[place].mean(), node.mover)
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

    /// The scale of the proof numbers of a node's open children.
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

/// Maps proof numbers to a bias from 0 to 1.
struct ProofScale<'a> {
    bias: Bias,
    /// The distinct numbers in ascending order.
    numbers: &'a [u32],
    most: f64,
}

impl ProofScale<'_> {
    /// 1 for the smallest proof number, 0 for the largest.
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

/// The selection formula at one node.
struct ChildScore<'a> {
    config: &'a MonteCarloConfig,
    node: &'a Node,
    log: f64,
    scale: Scale,
}

impl ChildScore<'_> {
    #[inline]
    fn of(&self, child: &Node, amaf: f64) -> f64 {
        let config = self.config;
        let mover = self.node.mover;
        let n = f64::from(child.visits.max(1));
        if config.depth > 0 {
            // With `depth`, all children get the same number of visits.
            return -n;
        }
        let mean = match config.backup {
            // With a prior, the node's value is the game's evaluation.
            Backup::Mean if config.prior > 0.0 => {
                let prior = config.prior;
                (n * child.mean() + prior * f64::from(child.value)) / (n + prior)
            }
            Backup::Mean if config.trust == 0 || child.visits < config.trust => child.mean(),
            _ => f64::from(child.value),
        };
        let alpha = config.rave.weight(n);
        let mut value = value_for(alpha * mean + (1.0 - alpha) * amaf, mover);
        if config.implicit > 0.0 {
            let implicit = value_for(f64::from(child.value), mover);
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

    /// γ pess + δ opti of a child with n visits, seen by the player to move.
    #[inline]
    fn bias(&self, bounds: Bounds, n: f64) -> f64 {
        let config = self.config;
        if config.gamma == 0.0 && config.delta == 0.0 {
            return 0.0;
        }
        let bounds = if config.parent_bounds { self.within_parent(bounds) } else { bounds };
        let (lo, hi) = (self.scale.normalize(bounds.lo), self.scale.normalize(bounds.hi));
        let (pess, opti) = match self.node.mover {
            Player::Left => (lo, hi),
            Player::Right => (1.0 - hi, 1.0 - lo),
        };
        let decay = config.bias_decay;
        let share = if decay > 0.0 { decay / (decay + n) } else { 1.0 };
        share * (config.gamma * pess + config.delta * opti)
    }

    /// A child's bounds, as far as they matter to the parent: the player to move there already has a bound of
    /// the parent for sure, and cannot get more than the other.
    fn within_parent(&self, bounds: Bounds) -> Bounds {
        let parent = self.node.bounds();
        let clip = |score| parent.lo.max(score).min(parent.hi);
        Bounds { lo: clip(bounds.lo), hi: clip(bounds.hi) }
    }

    /// The exploration term of a child after n visits.
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
