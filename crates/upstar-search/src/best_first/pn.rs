//! Proof numbers.
//!
//! **Idea** φ is the least number of leaves that must be solved to prove that the player to move wins. δ is
//! the same for a loss. The search selects the child with the least number.
//!
//! **Formula** φ = min φ(child), δ = Σ δ(child), with children seen by the parent's player to move. Leaves
//! have φ = δ = 1, or with mobility c: φ = 1, δ = c. At the root, φ is the proof number and δ is the disproof
//! number.
//!
//! **Reference** Allis, van der Meulen and van den Herik, *Proof-number search*, 1994.

use upstar_core::RootNumber;

use super::selection_rule::{Init, Leaf, SelectionRule, Ties};

/// The number of a node for which no proof exists.
const INFINITE: u32 = u32::MAX;
/// The largest minus the smallest proof number that an evaluation gives to a leaf.
const EVALUATION_RANGE: f64 = 10.0;

/// φ and δ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    phi: u32,
    delta: u32,
}

/// The selection rule of proof-number search.
#[derive(Clone, Copy, Debug)]
pub struct ProofNumbers {
    /// How leaves are initialised.
    pub init: Init,
    /// Which of equally good children to select.
    pub ties: Ties,
}

fn number(value: u32) -> RootNumber {
    if value == INFINITE {
        RootNumber::Real(f64::INFINITY)
    } else {
        RootNumber::Integer(u64::from(value))
    }
}

impl SelectionRule for ProofNumbers {
    type Info = Numbers;

    #[inline]
    fn info_term(&self, _is_max: bool, wins: bool) -> Numbers {
        if wins { Numbers { phi: 0, delta: INFINITE } } else { Numbers { phi: INFINITE, delta: 0 } }
    }

    #[inline]
    fn init_leaf(&self, leaf: Leaf) -> Numbers {
        match self.init {
            Init::Constant => Numbers { phi: 1, delta: 1 },
            Init::Mobility => Numbers { phi: 1, delta: leaf.mobility },
            Init::Evaluation | Init::Playouts => Numbers {
                phi: 1 + (EVALUATION_RANGE * (1.0 - leaf.probability)).round() as u32,
                delta: 1 + (EVALUATION_RANGE * leaf.probability).round() as u32,
            },
        }
    }

    fn select_child(&self, is_max: bool, children: &[Numbers]) -> usize {
        self.combine(is_max, children.iter().copied(), &mut Vec::new()).1
    }

    fn update(&self, is_max: bool, children: &[Numbers]) -> Numbers {
        self.combine(is_max, children.iter().copied(), &mut Vec::new()).0
    }

    /// Sums stay below infinity, because only solved nodes have infinite numbers.
    #[inline]
    fn combine(
        &self,
        is_max: bool,
        children: impl Iterator<Item = Numbers>,
        _scratch: &mut Vec<Numbers>,
    ) -> (Numbers, usize) {
        let last = self.ties.takes_last(is_max);
        let (mut phi, mut delta, mut best) = (INFINITE, 0u64, 0);
        for (i, child) in children.enumerate() {
            if child.phi < phi || (last && child.phi == phi) {
                phi = child.phi;
                best = i;
            }
            delta += u64::from(child.delta);
        }
        (Numbers { phi, delta: delta.min(u64::from(INFINITE) - 1) as u32 }, best)
    }

    #[inline]
    fn flip(&self, info: &Numbers) -> Numbers {
        Numbers { phi: info.delta, delta: info.phi }
    }

    fn needs_probability(&self) -> bool {
        matches!(self.init, Init::Evaluation | Init::Playouts)
    }

    fn effort(&self, info: &Numbers) -> f64 {
        f64::from(info.phi) + f64::from(info.delta)
    }

    fn named_numbers(&self, info: &Numbers) -> Vec<(&'static str, RootNumber)> {
        vec![("pn", number(info.phi)), ("dn", number(info.delta))]
    }
}
