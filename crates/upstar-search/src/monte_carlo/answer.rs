//! The results of a tree: candidates, the move to play, numbers, and the exported tree.

use upstar_core::{Bounds, Move, Player, RootNumber, SearchGame};

use super::{
    config::{Backup, FinalMove, Rave},
    node::Node,
    scale::{Scale, value_for},
    search::TreeSearch,
};
use crate::{MAX_EXPORT, TreeNode, solution::Candidate};

impl<G: SearchGame> TreeSearch<G> {
    /// The root's moves in the order in which they were first tried. Their bounds are on the scale of the
    /// search.
    pub(super) fn candidates(&self) -> Vec<Candidate> {
        let root = self.root();
        root.children()
            .map(|place| {
                let child = &self.tree.nodes[place];
                Candidate {
                    mv: child.mv,
                    visits: u64::from(child.visits),
                    value: self.candidate_value(place, root.mover),
                    bounds: child.bounds(),
                    pruned: child.pruned && !child.is_solved(),
                    counts: self.counts_of(child, root.mover),
                }
            })
            .collect()
    }

    /// The value of a root move for a player. In a flat search no selection uses AMAF values, so they are
    /// mixed in here, with the same weight.
    fn candidate_value(&self, place: usize, player: Player) -> Option<f64> {
        let child = &self.tree.nodes[place];
        let own = self.value_of(child, player);
        if self.config.depth == 0 || self.config.rave == Rave::Off || child.is_solved() {
            return own;
        }
        let amaf = self.tree.amaf[place];
        if amaf.visits == 0.0 {
            return own;
        }
        let all = value_for(amaf.mean(), player);
        let alpha = self.config.rave.weight(f64::from(child.visits));
        Some(own.map_or(all, |own| alpha * own + (1.0 - alpha) * all))
    }

    /// A node's value for a player; none if it was never visited and no bound is proved.
    fn value_of(&self, node: &Node, player: Player) -> Option<f64> {
        if node.is_solved() {
            return Some(value_for(self.scale.normalize(node.lo), player));
        }
        let value = match self.config.backup {
            Backup::Mean if self.config.trust == 0 || node.visits < self.config.trust => {
                node.mean()
            }
            _ => f64::from(node.value),
        };
        (node.visits > 0).then(|| value_for(value, player))
    }

    /// The playouts of a node that a player won, drew and lost, if they are known.
    fn counts_of(&self, node: &Node, player: Player) -> Option<[u64; 3]> {
        let config = &self.config;
        let has_outcomes = self.scale.has_outcomes && !config.evaluates && !config.clip;
        if has_outcomes { node.counts(player) } else { None }
    }

    /// The root's numbers, seen by its player to move.
    pub(super) fn numbers(&self) -> Vec<(&'static str, RootNumber)> {
        self.numbers_of(self.root(), self.root().mover)
    }

    fn numbers_of(&self, node: &Node, player: Player) -> Vec<(&'static str, RootNumber)> {
        let bounds = self.scale.unfold(node.bounds()).seen_by(player);
        let mut numbers = vec![
            ("visits", RootNumber::Integer(u64::from(node.visits))),
            ("value", RootNumber::Real(self.value_of(node, player).unwrap_or(0.5))),
            ("pess", RootNumber::Real(f64::from(bounds.lo))),
            ("opti", RootNumber::Real(f64::from(bounds.hi))),
        ];
        if let Some([wins, draws, losses]) = self.counts_of(node, player) {
            numbers.push(("wins", RootNumber::Integer(wins)));
            numbers.push(("draws", RootNumber::Integer(draws)));
            numbers.push(("losses", RootNumber::Integer(losses)));
        }
        if self.config.bias.is_some() {
            let proof = |player: Player| match node.proof[player.index()] {
                super::node::INFINITE => RootNumber::Real(f64::INFINITY),
                number => RootNumber::Integer(u64::from(number)),
            };
            numbers.push(("pn", proof(player)));
            numbers.push(("pn_opponent", proof(player.other())));
        }
        numbers
    }

    /// The top of the tree in breadth-first order.
    pub(super) fn export(&self, depth: usize) -> Vec<TreeNode> {
        let mut list = vec![self.export_node(0, None)];
        let mut places = vec![(0, 0)];
        let mut next = 0;
        while next < places.len() {
            let (index, level) = places[next];
            let node = &self.tree.nodes[index];
            if list.len() + node.tried().len() > MAX_EXPORT {
                break;
            }
            if level < depth {
                list[next].children = node.tried().len();
                for child in node.tried() {
                    list.push(self.export_node(child, Some(next)));
                    places.push((child, level + 1));
                }
            }
            next += 1;
        }
        list
    }

    fn export_node(&self, index: usize, parent: Option<usize>) -> TreeNode {
        let node = &self.tree.nodes[index];
        let winner = if node.lo == self.scale.hi {
            Some(Player::Left)
        } else if node.hi == self.scale.lo {
            Some(Player::Right)
        } else {
            None
        };
        TreeNode {
            parent,
            mv: parent.map(|_| node.mv),
            mover: node.mover,
            winner,
            numbers: self.numbers_of(node, node.mover),
            children: 0,
        }
    }
}

/// Merges the candidates of several trees.
pub fn merge(all: Vec<Vec<Candidate>>) -> Vec<Candidate> {
    let mut merged: Vec<Candidate> = Vec::new();
    for candidate in all.into_iter().flatten() {
        let Some(known) = merged.iter_mut().find(|known| known.mv == candidate.mv) else {
            merged.push(candidate);
            continue;
        };
        let visits = known.visits + candidate.visits;
        let sum = |c: &Candidate| c.value.map(|value| value * c.visits as f64);
        known.value = match (sum(known), sum(&candidate)) {
            (Some(a), Some(b)) if visits > 0 => Some((a + b) / visits as f64),
            _ => known.value.or(candidate.value),
        };
        known.visits = visits;
        known.counts = match (known.counts, candidate.counts) {
            (Some(a), Some(b)) => Some([a[0] + b[0], a[1] + b[1], a[2] + b[2]]),
            _ => None,
        };
        known.pruned &= candidate.pruned;
        known.bounds = known.bounds.meet(candidate.bounds);
    }
    merged
}

/// The move to play. A proved best move comes first. Otherwise the final-move rule selects from the open
/// moves that are not pruned, unless a proved result is at least as good.
pub fn choose(
    candidates: &[Candidate],
    player: Player,
    final_move: FinalMove,
    scale: Scale,
) -> Option<Move> {
    let bounds = |c: &Candidate| c.bounds.seen_by(player);
    let sure = candidates.iter().max_by_key(|c| (bounds(c).lo, bounds(c).hi))?;
    let least = bounds(sure).lo;
    if candidates.iter().all(|c| bounds(c).hi <= least) {
        return Some(sure.mv);
    }
    let open = candidates.iter().filter(|c| bounds(c).hi > least && !c.bounds.is_exact());
    let any_left = open.clone().any(|c| !c.pruned);
    let open = open.filter(|c| !(any_left && c.pruned));
    let value = |c: &Candidate| c.value.unwrap_or(0.0);
    let merit = |c: &Candidate| match final_move {
        FinalMove::Visits => (c.visits as f64, value(c)),
        FinalMove::Value => (value(c), c.visits as f64),
        // v + A / √n is not defined without visits, so such a move comes last.
        FinalMove::Secure(_) if c.visits == 0 => (f64::NEG_INFINITY, 0.0),
        FinalMove::Secure(a) => (value(c) + a / (c.visits as f64).sqrt(), 0.0),
    };
    let order = |a: &&Candidate, b: &&Candidate| {
        let ((a, second_a), (b, second_b)) = (merit(a), merit(b));
        a.total_cmp(&b).then(second_a.total_cmp(&second_b))
    };
    // Reversed, because `max_by` returns the last of equals and the first is wanted.
    let best = open.rev().max_by(order).unwrap_or(sure);
    let proved = value_for(scale.normalize(Bounds::exactly(least).seen_by(player).lo), player);
    let is_sure = sure.bounds.is_exact() && proved >= value(best);
    Some(if is_sure { sure.mv } else { best.mv })
}

#[cfg(test)]
mod tests {
    use upstar_core::testing::ThreeMoves as Three;

    use super::*;

    fn candidate(number: u32, visits: u64, value: f64, lo: i16, hi: i16) -> Candidate {
        let bounds = Bounds::new(lo, hi);
        let (mv, value) = (Move(number), Some(value));
        Candidate { mv, visits, value, bounds, pruned: false, counts: None }
    }

    fn chosen(candidates: &[Candidate], last: FinalMove) -> u32 {
        choose(candidates, Player::Left, last, Scale::whole(&Three)).unwrap().0
    }

    #[test]
    fn the_secure_child_has_the_greatest_value_plus_uncertainty() {
        let list = [candidate(0, 100, 0.6, -1, 1), candidate(1, 4, 0.3, -1, 1)];
        // Compares 0.6 + 1/10 with 0.3 + 1/2.
        assert_eq!(chosen(&list, FinalMove::Secure(1.0)), 1);
        assert_eq!(chosen(&list, FinalMove::Secure(0.5)), 0);
        assert_eq!(chosen(&list, FinalMove::Visits), 0);
        assert_eq!(chosen(&list, FinalMove::Value), 0);
    }

    #[test]
    fn a_pruned_move_is_not_played_if_another_move_is_left() {
        let mut list = [candidate(0, 100, 0.6, -1, 1), candidate(1, 100, 0.5, -1, 1)];
        list[0].pruned = true;
        assert_eq!(chosen(&list, FinalMove::Value), 1);
        list[1].pruned = true;
        assert_eq!(chosen(&list, FinalMove::Value), 0);
    }

    #[test]
    fn a_proved_result_comes_first_if_it_is_at_least_as_good() {
        let win = [candidate(0, 900, 0.9, -1, 1), candidate(1, 1, 1.0, 1, 1)];
        assert_eq!(chosen(&win, FinalMove::Visits), 1);
        let lost = [candidate(0, 900, 0.0, -1, -1), candidate(1, 1, 0.1, -1, 1)];
        assert_eq!(chosen(&lost, FinalMove::Visits), 1);
        let draw = [candidate(0, 900, 0.45, -1, 1), candidate(1, 1, 0.5, 0, 0)];
        assert_eq!(chosen(&draw, FinalMove::Visits), 1);
        let hope = [candidate(0, 900, 0.55, -1, 1), candidate(1, 1, 0.5, 0, 0)];
        assert_eq!(chosen(&hope, FinalMove::Visits), 0);
        let no_hope = [candidate(0, 900, 0.55, -1, 0), candidate(1, 1, 0.5, 0, 0)];
        assert_eq!(chosen(&no_hope, FinalMove::Visits), 1);
    }
}
