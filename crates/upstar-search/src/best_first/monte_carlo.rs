//! Best-first searches whose leaves are evaluated by random playouts: `ppn` and `mcpn`.
//!
//! **Idea** Let R be the winning rate of the player to move in k random playouts from a new leaf. PPN uses R
//! as the probability of winning and continues as product propagation. MCPN uses 1 − R as the proof number
//! and R as the disproof number and continues as proof-number search.
//!
//! **Formula** R = 0 is replaced by θ, and R = 1 by 1 − θ. PPN: P(lose) = Π P(lose at child), see
//! [`Products`]. MCPN: φ = min φ(child), δ = Σ δ(child); at leaves φ = 1 − R, δ = R.
//!
//! **Guarantee** The numbers only guide the search. Only the engine proves nodes, so neither a playout nor
//! rounding can produce a proof.
//!
//! **Reference** Song, Iida and van den Herik, *Probability based proof number search*, 2019; Saito, Chaslot,
//! Uiterwijk and van den Herik, *Monte-Carlo proof-number search for computer Go*, 2006.

use upstar_core::{Control, Error, Parameter, ParameterError, Parameters, RootNumber, SearchGame};

use super::{
    playout_evaluator::{Extremes, PlayoutSettings, playouts_of},
    pp::Products,
    selection_rule::{Init, Leaf, SelectionRule, Ties},
    solve::{self, BestFirstConfig, NodeKey, Shape},
};
use crate::{AlgorithmInfo, Answer, Request, Solver};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "playouts",
        default: "10",
        values: "INTEGER",
        help: "random playouts from each new node, at least 1",
    },
    Parameter {
        name: "theta",
        default: "0.001",
        values: "NUMBER",
        help: "replaces a winning rate of 0, and 1 - theta replaces 1; above 0, at most 0.5",
    },
    Parameter {
        name: "shape",
        default: "tree",
        values: "tree|graph",
        help: "search a tree, or a graph that merges transpositions",
    },
    Parameter {
        name: "ties",
        default: "first",
        values: "first|last|max-first-min-last",
        help: "which of equally good children to select",
    },
    Parameter {
        name: "bounds",
        default: "true",
        values: "true|false",
        help: "use the game's static bounds to solve new nodes",
    },
];

/// The configuration of a request.
fn config(info: &AlgorithmInfo, parameters: &Parameters) -> Result<BestFirstConfig, Error> {
    let (playouts, theta) = (playouts_of(info, parameters)?, parameters.number(info, "theta"));
    if !(theta > 0.0 && theta <= 0.5) {
        let name = info.name;
        let text =
            format!("{name}: theta={theta} is not possible; it must be above 0 and at most 0.5");
        return Err(Error::Parameter(ParameterError(text)));
    }
    Ok(BestFirstConfig {
        shape: if parameters.text(info, "shape") == "graph" { Shape::Graph } else { Shape::Tree },
        init: Init::Playouts,
        ties: match parameters.text(info, "ties") {
            "last" => Ties::Last,
            "max-first-min-last" => Ties::MaxFirstMinLast,
            _ => Ties::First,
        },
        bounds: parameters.flag(info, "bounds"),
        candidates: false,
        free_solved: false,
        all_parents: true,
        keys: NodeKey::Position,
        playouts: Some(PlayoutSettings {
            playouts,
            extremes: Extremes::Theta(theta),
            counts_choices: false,
        }),
    })
}

/// Probability-based proof-number search.
pub struct Ppn;

impl Solver for Ppn {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "ppn",
        summary: "product propagation from the winning rates of random playouts",
        reference: "Song, Iida and van den Herik 2019",
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
        let config = config(&Self::INFO, &request.parameters)?;
        let rules = Products::new(config.init, config.ties);
        solve::solve(game, position, request, control, &config, &rules)
    }
}

/// Monte-Carlo proof-number search.
pub struct Mcpn;

impl Solver for Mcpn {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "mcpn",
        summary: "proof-number search from the winning rates of random playouts",
        reference: "Saito, Chaslot, Uiterwijk and van den Herik 2006",
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
        let config = config(&Self::INFO, &request.parameters)?;
        let rules = RealProofNumbers { ties: config.ties };
        solve::solve(game, position, request, control, &config, &rules)
    }
}

/// φ and δ as real numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RealNumbers {
    phi: f64,
    delta: f64,
}

/// The selection rule of MCPN.
#[derive(Clone, Copy, Debug)]
pub struct RealProofNumbers {
    /// Which of equally good children to select.
    pub ties: Ties,
}

impl SelectionRule for RealProofNumbers {
    type Info = RealNumbers;

    #[inline]
    fn info_term(&self, _is_max: bool, wins: bool) -> RealNumbers {
        if wins {
            RealNumbers { phi: 0.0, delta: f64::INFINITY }
        } else {
            RealNumbers { phi: f64::INFINITY, delta: 0.0 }
        }
    }

    #[inline]
    fn init_leaf(&self, leaf: Leaf) -> RealNumbers {
        RealNumbers { phi: 1.0 - leaf.probability, delta: leaf.probability }
    }

    fn select_child(&self, is_max: bool, children: &[RealNumbers]) -> usize {
        self.combine(is_max, children.iter().copied(), &mut Vec::new()).1
    }

    fn update(&self, is_max: bool, children: &[RealNumbers]) -> RealNumbers {
        self.combine(is_max, children.iter().copied(), &mut Vec::new()).0
    }

    #[inline]
    fn combine(
        &self,
        is_max: bool,
        children: impl Iterator<Item = RealNumbers>,
        _scratch: &mut Vec<RealNumbers>,
    ) -> (RealNumbers, usize) {
        let last = self.ties.takes_last(is_max);
        let (mut phi, mut delta, mut best) = (f64::INFINITY, 0.0, 0);
        for (i, child) in children.enumerate() {
            if child.phi < phi || (last && child.phi == phi) {
                phi = child.phi;
                best = i;
            }
            delta += child.delta;
        }
        // Only solved nodes have infinite numbers.
        (RealNumbers { phi, delta: delta.min(f64::MAX) }, best)
    }

    #[inline]
    fn flip(&self, info: &RealNumbers) -> RealNumbers {
        RealNumbers { phi: info.delta, delta: info.phi }
    }

    fn needs_probability(&self) -> bool {
        true
    }

    fn named_numbers(&self, info: &RealNumbers) -> Vec<(&'static str, RootNumber)> {
        vec![("pn", RootNumber::Real(info.phi)), ("dn", RootNumber::Real(info.delta))]
    }
}

/// The worked examples of Song, Iida and van den Herik, Figures 1 to 6: pairs of trees with three leaves, (a)
/// and (b). MIN, SUM and the mean give both trees the same value; products do not. The text of the paper does
/// not give all leaves. The missing ones are chosen so that its statements hold.
#[cfg(test)]
mod tests {
    use super::*;

    /// The root's probability of winning, from those of its leaves. The player to move is the root's player
    /// (OR) or the opponent (AND). All probabilities are from the point of view of the root's player.
    fn ppn(is_or: bool, leaves: [f64; 3]) -> f64 {
        let rules = Products::new(Init::Playouts, Ties::First);
        // The probability of the leaf, from the point of view of the player to move.
        let seen = |p: f64| if is_or { p } else { 1.0 - p };
        let leaf = |p| {
            rules.init_leaf(Leaf { mobility: 3, probability: seen(p), work: 3.0, is_max: is_or })
        };
        let numbers = rules.named_numbers(&rules.update(is_or, &leaves.map(leaf)));
        let Some((_, RootNumber::Real(win))) = numbers.into_iter().find(|(n, _)| *n == "ppn")
        else {
            panic!("expected a probability")
        };
        seen(win)
    }

    /// The root's proof number, from those of its leaves.
    fn pn(is_or: bool, leaves: [f64; 3]) -> f64 {
        let rules = RealProofNumbers { ties: Ties::First };
        let leaf = |pn: f64| {
            let probability = if is_or { 1.0 - pn } else { pn };
            rules.init_leaf(Leaf { mobility: 3, probability, work: 3.0, is_max: is_or })
        };
        let root = rules.update(is_or, &leaves.map(leaf));
        if is_or { root.phi } else { root.delta }
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
    }

    const CLOSE: [f64; 3] = [0.2, 0.2, 0.3];
    const FAR: [f64; 3] = [0.2, 0.8, 0.9];

    #[test]
    fn figure_1_the_least_proof_number_hides_the_other_leaves() {
        near(pn(true, CLOSE), 0.2);
        near(pn(true, FAR), 0.2);
    }

    #[test]
    fn figure_2_products_at_or_nodes_see_all_leaves() {
        near(ppn(true, CLOSE.map(|pn| 1.0 - pn)), 0.988);
        near(ppn(true, FAR.map(|pn| 1.0 - pn)), 0.856);
    }

    const EVEN: [f64; 3] = [0.3, 0.3, 0.4];
    const UNEVEN: [f64; 3] = [0.1, 0.1, 0.8];

    #[test]
    fn figure_3_the_sum_of_proof_numbers_hides_a_leaf_that_is_nearly_lost() {
        near(pn(false, EVEN), 1.0);
        near(pn(false, UNEVEN), 1.0);
    }

    #[test]
    fn figure_4_products_at_and_nodes_see_it() {
        near(ppn(false, EVEN.map(|pn| 1.0 - pn)), 0.294);
        near(ppn(false, UNEVEN.map(|pn| 1.0 - pn)), 0.162);
    }

    const FLAT: [f64; 3] = [0.4, 0.4, 0.4];
    const PEAK: [f64; 3] = [0.9, 0.2, 0.1];

    #[test]
    fn figure_5_means_hide_a_leaf_that_is_nearly_won() {
        near(FLAT.iter().sum(), PEAK.iter().sum());
    }

    #[test]
    fn figure_6_products_at_or_nodes_prefer_it() {
        near(ppn(true, FLAT), 0.784);
        near(ppn(true, PEAK), 0.928);
    }
}
