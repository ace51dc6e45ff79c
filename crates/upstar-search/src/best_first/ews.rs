//! Expected Work Search.
//!
//! **Idea** A search that tries the moves of a position one after another stops at the first move that wins. So the
//! work that it expects depends on two numbers of each move: the work to prove that the move wins, and the
//! probability that it wins. The search selects the move for which the quotient of the two is least. That order
//! minimises the expected work. Playouts from each new node estimate both numbers.
//!
//! **Formula** Each child i, seen by the player to move at its parent, has the probability p of winning, the work V to
//! prove a win and the work D to prove a loss. With the children in ascending order of V/p, the parent has
//!
//! * V = Σ V(i) · Π (1 − p(j)) over j < i: the search reaches child i if no child before it wins;
//! * D = Σ D(i): every child must be proved lost;
//! * p by `rates`: `product` is 1 − Π (1 − p(i)), as if children were independent. `mean` is the winning rate of all
//!   playouts from the node and below its open children. `none` ignores the rates: then V = min V(i), and the search is
//!   a proof-number search with other numbers at its leaves.
//!
//! A leaf has V = D = the number of moves to choose from during a playout, on average over k playouts, of which w are
//! won, and p = (w + 1)/(k + 2). Lost children are left out.
//!
//! **Why the order is best** Exchange two adjacent children a, b: a before b costs V(a) + (1 − p(a)) V(b), b before a
//! costs V(b) + (1 − p(b)) V(a). The first is less exactly if V(a)/p(a) < V(b)/p(b).
//!
//! **Guarantee** The numbers only guide the search. Only the engine proves nodes, so neither a playout nor rounding
//! can produce a proof.
//!
//! **Against the paper** Its program searches a tree with a table of solved positions and one playout per node, and
//! takes the mean of the playouts: `shape=tree playouts=1 rates=mean`. The defaults merge transpositions, as `pnt` does,
//! and omit moves that the game proves to be no better than others.
//!
//! **Reference** Randall, Müller, Wei and Hayward, *Expected Work Search: combining win rate and proof size
//! estimation*, IJCAI 2024.

use upstar_core::{Control, Error, Parameter, RootNumber, SearchGame};

use super::{
    playout_evaluator::{Extremes, PlayoutSettings, playouts_of},
    selection_rule::{Init, Leaf, SelectionRule, Ties},
    solve::{self, BestFirstConfig, NodeKey, Shape},
};
use crate::{AlgorithmInfo, Answer, Request, Solver};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "playouts",
        default: "4",
        values: "INTEGER",
        help: "random playouts from each new node, at least 1",
    },
    Parameter {
        name: "rates",
        default: "product",
        values: "product|mean|none",
        help: "the winning rate of a node with children: product = as if they were independent, mean = of the \
               playouts below, none = ignore winning rates",
    },
    Parameter {
        name: "work",
        default: "playouts",
        values: "playouts|mobility",
        help: "the expected work of a new node: the moves to choose from during its playouts, or its own moves",
    },
    Parameter {
        name: "shape",
        default: "graph",
        values: "tree|graph",
        help: "search a tree, or a graph that merges transpositions",
    },
    Parameter {
        name: "candidates",
        default: "true",
        values: "true|false",
        help: "omit moves that the game proves to be no better than others",
    },
    Parameter {
        name: "bounds",
        default: "true",
        values: "true|false",
        help: "use the game's static bounds to solve new nodes",
    },
];

/// Expected Work Search.
pub struct Ews;

impl Solver for Ews {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "ews",
        summary: "best-first search for the proof with the least expected work, by random playouts",
        reference: "Randall, Müller, Wei and Hayward 2024",
        parameters: PARAMETERS,
        keeps_tree: true,
        saves_table: false,
    };

    fn solve<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
    ) -> Result<Answer<'a, G>, Error> {
        let text = |name| request.parameters.text(&Self::INFO, name);
        let flag = |name| request.parameters.flag(&Self::INFO, name);
        let playouts = playouts_of(&Self::INFO, &request.parameters)?;
        let config = BestFirstConfig {
            shape: if text("shape") == "tree" { Shape::Tree } else { Shape::Graph },
            init: Init::Playouts,
            ties: Ties::First,
            bounds: flag("bounds"),
            candidates: flag("candidates"),
            free_solved: false,
            all_parents: true,
            keys: NodeKey::Position,
            playouts: Some(PlayoutSettings {
                playouts,
                extremes: Extremes::TwoMore,
                counts_choices: text("work") == "playouts",
            }),
        };
        let rates = match text("rates") {
            "mean" => Rates::Mean,
            "none" => Rates::None,
            _ => Rates::Product,
        };
        let rule = LeastWork { rates, visits: playouts as f32 + 2.0 };
        solve::solve(game, position, request, control, &config, &rule)
    }
}

/// How the winning rate of a node follows from those of its children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rates {
    Product,
    Mean,
    None,
}

/// The least winning rate of an open node.
const LEAST_RATE: f32 = 1e-18;
/// The greatest expected work of an open node. Its quotient by the least rate is finite.
const MOST_WORK: f64 = 1e18;

/// What a player expects of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expectation {
    /// The expected work to prove that the player wins.
    win_work: f32,
    /// The expected work to prove that the player loses.
    loss_work: f32,
    /// The probability of winning.
    win_rate: f32,
    /// The probability of losing. Next to 1 the winning rate is too coarse to give it.
    loss_rate: f32,
    /// The playouts from the node and below, with two more for each node; only for [`Rates::Mean`].
    visits: f32,
}

impl Expectation {
    /// Children are tried in ascending order of this number.
    #[inline]
    fn order(&self) -> f32 {
        self.win_work / self.win_rate
    }
}

/// The selection rule.
#[derive(Clone, Copy, Debug)]
pub struct LeastWork {
    rates: Rates,
    /// The visits of a leaf.
    visits: f32,
}

impl LeastWork {
    /// The expected work to win and the probability of winning and of losing, of the player to move at a node with
    /// these open children. Sorts the children.
    #[inline]
    fn expect_win(&self, children: &mut [Expectation], first: usize) -> (f64, f64, f64) {
        if self.rates == Rates::None {
            return (f64::from(children[first].win_work), 0.5, 0.5);
        }
        children.sort_unstable_by(|a, b| a.order().total_cmp(&b.order()));
        // The probability that the search reaches the child.
        let mut reached = 1.0;
        let (mut work, mut win_rate) = (0.0, 0.0);
        for child in &*children {
            work += reached * f64::from(child.win_work);
            win_rate += reached * f64::from(child.win_rate);
            reached *= f64::from(child.loss_rate);
        }
        if self.rates == Rates::Product {
            return (work, win_rate, reached);
        }
        let (mut visits, mut wins) = (f64::from(self.visits), 0.5 * f64::from(self.visits));
        for child in &*children {
            visits += f64::from(child.visits);
            wins += f64::from(child.visits) * f64::from(child.win_rate);
        }
        (work, wins / visits, 1.0 - wins / visits)
    }
}

impl SelectionRule for LeastWork {
    type Info = Expectation;

    #[inline]
    fn info_term(&self, _is_max: bool, wins: bool) -> Expectation {
        let won = Expectation {
            win_work: 0.0,
            loss_work: f32::INFINITY,
            win_rate: 1.0,
            loss_rate: 0.0,
            visits: 0.0,
        };
        if wins { won } else { self.flip(&won) }
    }

    #[inline]
    fn init_leaf(&self, leaf: Leaf) -> Expectation {
        let (work, win_rate) = (leaf.work as f32, leaf.probability as f32);
        Expectation {
            win_work: work,
            loss_work: work,
            win_rate,
            loss_rate: 1.0 - win_rate,
            visits: self.visits,
        }
    }

    fn select_child(&self, is_max: bool, children: &[Expectation]) -> usize {
        self.combine(is_max, children.iter().copied(), &mut Vec::new()).1
    }

    fn update(&self, is_max: bool, children: &[Expectation]) -> Expectation {
        self.combine(is_max, children.iter().copied(), &mut Vec::new()).0
    }

    #[inline]
    fn combine(
        &self,
        is_max: bool,
        children: impl Iterator<Item = Expectation>,
        open: &mut Vec<Expectation>,
    ) -> (Expectation, usize) {
        open.clear();
        let (mut best, mut first, mut least) = (0, 0, f32::INFINITY);
        let (mut loss_work, mut visits) = (0.0, f64::from(self.visits));
        for (i, child) in children.enumerate() {
            // Only lost children have a winning rate of 0.
            if child.win_rate == 0.0 {
                continue;
            }
            let order = if self.rates == Rates::None { child.win_work } else { child.order() };
            if order < least {
                (best, first, least) = (i, open.len(), order);
            }
            loss_work += f64::from(child.loss_work);
            visits += f64::from(child.visits);
            open.push(child);
        }
        if open.is_empty() {
            return (self.info_term(is_max, false), 0);
        }
        let (win_work, win_rate, loss_rate) = self.expect_win(open, first);
        let info = Expectation {
            win_work: win_work.min(MOST_WORK) as f32,
            loss_work: loss_work.min(MOST_WORK) as f32,
            win_rate: (win_rate as f32).max(LEAST_RATE),
            loss_rate: (loss_rate as f32).max(LEAST_RATE),
            // Other rules do not read it. A number that changed would cause updates of all parents.
            visits: if self.rates == Rates::Mean { visits.min(1e30) as f32 } else { 0.0 },
        };
        (info, best)
    }

    #[inline]
    fn flip(&self, info: &Expectation) -> Expectation {
        Expectation {
            win_work: info.loss_work,
            loss_work: info.win_work,
            win_rate: info.loss_rate,
            loss_rate: info.win_rate,
            visits: info.visits,
        }
    }

    fn needs_probability(&self) -> bool {
        true
    }

    fn named_numbers(&self, info: &Expectation) -> Vec<(&'static str, RootNumber)> {
        vec![
            ("work_to_win", RootNumber::Real(f64::from(info.win_work))),
            ("work_to_lose", RootNumber::Real(f64::from(info.loss_work))),
            ("win_rate", RootNumber::Real(f64::from(info.win_rate))),
        ]
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::Rng;

    use super::*;

    const RULE: LeastWork = LeastWork { rates: Rates::Product, visits: 3.0 };

    fn child(win_work: f32, win_rate: f32) -> Expectation {
        let loss_rate = 1.0 - win_rate;
        Expectation { win_work, loss_work: 2.0 * win_work, win_rate, loss_rate, visits: 3.0 }
    }

    /// The expected work with the children in this order.
    fn work_in_order(children: &[Expectation]) -> f64 {
        let mut reached = 1.0;
        children.iter().fold(0.0, |work, child| {
            let at = reached;
            reached *= f64::from(child.loss_rate);
            work + at * f64::from(child.win_work)
        })
    }

    fn permutations(items: &mut [Expectation], at: usize, visit: &mut impl FnMut(&[Expectation])) {
        if at == items.len() {
            return visit(items);
        }
        for i in at..items.len() {
            items.swap(at, i);
            permutations(items, at + 1, visit);
            items.swap(at, i);
        }
    }

    #[test]
    fn no_order_of_the_children_expects_less_work() {
        let mut rng = Rng::new(1);
        for count in 1..7 {
            for _ in 0..50 {
                let mut number = |most: u64| 1.0 + rng.below(most) as f32;
                let mut children: Vec<_> =
                    (0..count).map(|_| child(number(50), number(98) / 100.0)).collect();
                let (info, best) = RULE.combine(true, children.iter().copied(), &mut Vec::new());
                let first = children[best];
                let mut least = f64::INFINITY;
                permutations(&mut children, 0, &mut |order| {
                    least = least.min(work_in_order(order))
                });
                assert!((f64::from(info.win_work) - least).abs() <= 1e-5 * least);
                let lowest = children.iter().map(Expectation::order).fold(f32::INFINITY, f32::min);
                assert_eq!(first.order(), lowest);
            }
        }
    }

    #[test]
    fn lost_children_are_never_selected_and_cost_nothing() {
        let lost = RULE.info_term(true, false);
        let children = [lost, child(8.0, 0.5), lost, child(2.0, 0.5), lost];
        let (info, best) = RULE.combine(true, children.iter().copied(), &mut Vec::new());
        assert_eq!(best, 3);
        assert_eq!((info.win_work, info.loss_work, info.win_rate), (6.0, 20.0, 0.75));
    }

    #[test]
    fn without_rates_the_work_is_the_least_of_the_children() {
        let rule = LeastWork { rates: Rates::None, visits: 3.0 };
        let children = [child(8.0, 0.9), child(2.0, 0.1), child(4.0, 0.5)];
        let (info, best) = rule.combine(true, children.iter().copied(), &mut Vec::new());
        assert_eq!((best, info.win_work, info.loss_work), (1, 2.0, 28.0));
    }

    #[test]
    fn the_mean_counts_every_playout_once() {
        let rule = LeastWork { rates: Rates::Mean, visits: 4.0 };
        let children = [child(8.0, 0.9), child(2.0, 0.1)];
        let (info, _) = rule.combine(true, children.iter().copied(), &mut Vec::new());
        assert_eq!(info.visits, 10.0);
        assert!((info.win_rate - 0.5).abs() < 1e-6);
    }

    #[test]
    fn seen_twice_by_the_other_player_nothing_changes() {
        let info = child(3.0, 0.25);
        assert_eq!(RULE.flip(&RULE.flip(&info)), info);
        assert_eq!(RULE.flip(&info).win_work, info.loss_work);
    }
}
