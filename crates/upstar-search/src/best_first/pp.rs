//! Product propagation.
//!
//! **Idea** Each leaf is won with some probability; as if all were independent, a player loses
//! at a node with the product of the probabilities of losing at its children. Go where the
//! player to move most likely wins.
//! **Formula** ln P(lose) = Σ ln P(lose at child), P(win) = 1 − P(lose); leaves ½, or with
//! mobility c: P(lose) = 2^−c. Both logarithms are kept, so that neither a probability near 0
//! nor one near 1 is lost to rounding, and flipping a child's numbers to the other player is a
//! swap.
//! **Guarantee** None of its own: a product of many factors rounds to 0 or 1 long before
//! anything is proved. So the numbers of open nodes are clamped away from both, and the engine alone
//! proves nodes.
//! **Reference** Saffidine and Cazenave, *Developments on Product Propagation*, 2013; Stern,
//! Herbrich and Graepel, *Learning to solve game trees*, 2007.

use upstar_core::RootNumber;

use super::selection_rule::{Init, Leaf, SelectionRule, Ties};

/// Single precision is enough: of logarithms, and nothing is proved by these numbers. The node
/// counts on all published boards are the same as with double precision.
type Real = f32;

/// The range of the logarithms of open nodes.
const MIN_LOG: Real = -1e30;
const MAX_LOG: Real = -1e-30;

/// ln P(lose) and ln P(win) of the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    lose: Real,
    win: Real,
}

/// ln(1 − e^x) for x < 0, right to single precision near both ends: computed in double
/// precision, whose exponential and logarithm are faster than the library's exact single ones.
#[inline]
fn log_one_minus_exp(x: Real) -> Real {
    let x = f64::from(x);
    if x > -1e-5 {
        (-x).ln() as Real
    } else if x < -20.0 {
        -x.exp() as Real
    } else {
        (1.0 - x.exp()).ln() as Real
    }
}

impl Chances {
    #[inline]
    fn from_lose(lose: Real) -> Chances {
        let lose = lose.clamp(MIN_LOG, MAX_LOG);
        Chances { lose, win: log_one_minus_exp(lose).clamp(MIN_LOG, MAX_LOG) }
    }
}

/// Product propagation's rule.
#[derive(Clone, Debug)]
pub struct Products {
    /// How leaves begin.
    pub init: Init,
    /// Which of equals is taken.
    pub ties: Ties,
    /// The numbers of leaves with 0, 1, 2, … moves.
    by_mobility: Vec<Chances>,
}

impl Products {
    /// The rule with its table of first numbers.
    pub fn new(init: Init, ties: Ties) -> Products {
        let ln_2 = std::f64::consts::LN_2 as Real;
        let by_mobility = (0..=256).map(|c| Chances::from_lose(-(c as Real) * ln_2)).collect();
        Products { init, ties, by_mobility }
    }
}

impl SelectionRule for Products {
    type Info = Chances;

    #[inline]
    fn info_term(&self, _is_max: bool, wins: bool) -> Chances {
        if wins {
            Chances { lose: Real::NEG_INFINITY, win: 0.0 }
        } else {
            Chances { lose: 0.0, win: Real::NEG_INFINITY }
        }
    }

    #[inline]
    fn init_leaf(&self, leaf: Leaf) -> Chances {
        match self.init {
            Init::Constant => self.by_mobility[1],
            Init::Mobility => self.by_mobility[(leaf.mobility as usize).min(256)],
            Init::Evaluation | Init::Playouts => {
                Chances::from_lose((1.0 - leaf.probability).ln() as Real)
            }
        }
    }

    fn select_child(&self, is_max: bool, children: &[Chances]) -> usize {
        self.combine(is_max, children.iter().copied(), &mut Vec::new()).1
    }

    fn update(&self, is_max: bool, children: &[Chances]) -> Chances {
        self.combine(is_max, children.iter().copied(), &mut Vec::new()).0
    }

    #[inline]
    fn combine(
        &self,
        is_max: bool,
        children: impl Iterator<Item = Chances>,
        _scratch: &mut Vec<Chances>,
    ) -> (Chances, usize) {
        let last = self.ties.takes_last(is_max);
        let (mut lose, mut win, mut best) = (0.0, Real::NEG_INFINITY, 0);
        for (i, child) in children.enumerate() {
            lose += child.lose;
            if child.win > win || (last && child.win == win) {
                win = child.win;
                best = i;
            }
        }
        (Chances::from_lose(lose), best)
    }

    #[inline]
    fn flip(&self, info: &Chances) -> Chances {
        Chances { lose: info.win, win: info.lose }
    }

    fn needs_probability(&self) -> bool {
        matches!(self.init, Init::Evaluation | Init::Playouts)
    }

    fn named_numbers(&self, info: &Chances) -> Vec<(&'static str, RootNumber)> {
        vec![
            ("ppn", RootNumber::Real(f64::from(info.win).exp())),
            ("ln_lose", RootNumber::Real(f64::from(info.lose))),
        ]
    }
}
