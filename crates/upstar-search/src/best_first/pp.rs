//! Product propagation.
//!
//! **Idea** Each leaf is won with some probability. The leaves are treated as independent. Then a player
//! loses at a node with the product of the probabilities of losing at its children. The search selects the
//! child at which the player to move most likely wins.
//!
//! **Formula** ln P(lose) = Σ ln P(lose at child), P(win) = 1 − P(lose). Leaves have P = ½, or with mobility
//! c: P(lose) = 2^−c. Both logarithms are stored. So rounding loses neither a probability near 0 nor one near
//! 1, and a child's numbers are flipped to the other player by a swap.
//!
//! **Guarantee** The numbers prove nothing: a product of many factors rounds to 0 or 1 long before a proof is
//! found. So the numbers of open nodes are clamped away from both, and only the engine proves nodes.
//!
//! **Reference** Saffidine and Cazenave, *Developments on Product Propagation*, 2013; Stern, Herbrich and
//! Graepel, *Learning to solve game trees*, 2007.

use upstar_core::RootNumber;

use super::selection_rule::{Init, Leaf, SelectionRule, Ties};

/// Single precision is enough for logarithms, because these numbers prove nothing. The node counts on all
/// published boards are the same as with double precision.
type Real = f32;

/// The range of the logarithms of open nodes.
const MIN_LOG: Real = -1e30;
const MAX_LOG: Real = -1e-30;

/// ln P(lose) and ln P(win) of the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LogProbabilities {
    lose: Real,
    win: Real,
}

/// ln(1 − e^x) for x < 0, correct to single precision near both ends. It is computed in double precision,
/// because exp and ln in double precision are faster than the correctly rounded single precision ones.
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

impl LogProbabilities {
    #[inline]
    fn from_lose(lose: Real) -> LogProbabilities {
        let lose = lose.clamp(MIN_LOG, MAX_LOG);
        LogProbabilities { lose, win: log_one_minus_exp(lose).clamp(MIN_LOG, MAX_LOG) }
    }
}

/// The selection rule of product propagation.
#[derive(Clone, Debug)]
pub struct Products {
    /// How leaves are initialised.
    pub init: Init,
    /// Which of equally good children to select.
    pub ties: Ties,
    /// The numbers of leaves with 0, 1, 2, … moves.
    by_mobility: Vec<LogProbabilities>,
}

impl Products {
    /// The rule, with a table of the numbers of leaves.
    pub fn new(init: Init, ties: Ties) -> Products {
        let ln_2 = std::f64::consts::LN_2 as Real;
        let by_mobility =
            (0..=256).map(|c| LogProbabilities::from_lose(-(c as Real) * ln_2)).collect();
        Products { init, ties, by_mobility }
    }
}

impl SelectionRule for Products {
    type Info = LogProbabilities;

    #[inline]
    fn info_term(&self, _is_max: bool, wins: bool) -> LogProbabilities {
        if wins {
            LogProbabilities { lose: Real::NEG_INFINITY, win: 0.0 }
        } else {
            LogProbabilities { lose: 0.0, win: Real::NEG_INFINITY }
        }
    }

    #[inline]
    fn init_leaf(&self, leaf: Leaf) -> LogProbabilities {
        match self.init {
            Init::Constant => self.by_mobility[1],
            Init::Mobility => self.by_mobility[(leaf.mobility as usize).min(256)],
            Init::Evaluation | Init::Playouts => {
                LogProbabilities::from_lose((1.0 - leaf.probability).ln() as Real)
            }
        }
    }

    fn select_child(&self, is_max: bool, children: &[LogProbabilities]) -> usize {
        self.combine(is_max, children.iter().copied(), &mut Vec::new()).1
    }

    fn update(&self, is_max: bool, children: &[LogProbabilities]) -> LogProbabilities {
        self.combine(is_max, children.iter().copied(), &mut Vec::new()).0
    }

    #[inline]
    fn combine(
        &self,
        is_max: bool,
        children: impl Iterator<Item = LogProbabilities>,
        _scratch: &mut Vec<LogProbabilities>,
    ) -> (LogProbabilities, usize) {
        let last = self.ties.takes_last(is_max);
        let (mut lose, mut win, mut best) = (0.0, Real::NEG_INFINITY, 0);
        for (i, child) in children.enumerate() {
            lose += child.lose;
            if child.win > win || (last && child.win == win) {
                win = child.win;
                best = i;
            }
        }
        (LogProbabilities::from_lose(lose), best)
    }

    #[inline]
    fn flip(&self, info: &LogProbabilities) -> LogProbabilities {
        LogProbabilities { lose: info.win, win: info.lose }
    }

    fn needs_probability(&self) -> bool {
        matches!(self.init, Init::Evaluation | Init::Playouts)
    }

    fn effort(&self, info: &LogProbabilities) -> f64 {
        f64::from(info.lose.min(info.win))
    }

    fn named_numbers(&self, info: &LogProbabilities) -> Vec<(&'static str, RootNumber)> {
        vec![
            ("ppn", RootNumber::Real(f64::from(info.win).exp())),
            ("ln_lose", RootNumber::Real(f64::from(info.lose))),
        ]
    }
}
