//! Depth-first product propagation (df-pp).
//!
//! **Idea** Product propagation treats positions as independent events: a position is lost for the player to
//! move if all its children are. The search selects the child that is most likely won. Kishimoto mentioned a
//! depth-first form (reported in Saffidine and Cazenave's paper). We know of no published description; the
//! following derivation is ours.
//!
//! **Formula** Numbers are ℓ(n) = ln P(player to move loses at n), below 0. For a child c, let λ(c) be the
//! same for the *parent's* player: ℓ(c) if that player moves again, otherwise ln(1 − exp ℓ(c)). Then ℓ(n) = Σ
//! λ(c) over open children. A lost child has λ = 0, and a won child solves the position. The child with the
//! least λ is searched next.
//!
//! **When the search returns to the parent** Let the path be n₀ (the root), n₁, …, n. PP follows the same
//! path again as long as each nᵢ₊₁ is still the best child of nᵢ: λ(nᵢ₊₁) ≤ λ₂, where λ₂ is the least λ of
//! its siblings. While only n is searched, the siblings' numbers do not change. ℓ(nᵢ) = λ(nᵢ₊₁) + the
//! siblings' sum is increasing in λ(nᵢ₊₁), and the change to the other player's view, x → ln(1 − eˣ), is
//! decreasing. So every number on the path is a monotone function of ℓ(n). Each condition is a limit on ℓ(n)
//! from one side, and all conditions together are an interval (lo, hi). The interval is computed step by step
//! down the path. If ℓ(n) must stay in (lo, hi) and S is the sum of λ over the siblings of the best child c,
//! then
//!
//! > λ(c) must stay in (lo − S, min(hi − S, limit(λ₂)))
//!
//! The limits lo − S and hi − S come from n's ancestors, limit(λ₂) from n itself. The root has no limits:
//! (−∞, 0). For a child with the other player to move, both ends are mapped by x → ln(1 − eˣ) and swapped.
//! With limit(λ₂) = λ₂, a table that loses no entry and no transpositions, df-pp expands the same leaves as
//! PP, except for ties.
//!
//! **Margin** As with the 1+ε trick of df-pn, the search leaves a child only when it is clearly worse than
//! the second best: limit(λ₂) = ln(1 − exp((1 + ε) μ₂)). Here μ₂ = ln(1 − exp λ₂) is the logarithm of the
//! second best child's probability of winning. −μ corresponds to the proof number of df-pn.
//!
//! The parameter `init` sets ℓ of a new leaf with c legal moves: −c ln 2; −ln 2; or −ln(1 + 2ᵉ), where e is
//! the evaluation seen by its player to move.
//!
//! **Guarantee** That of the engine. ℓ of an open position is kept within (−10⁹, −10⁻³⁰⁰), so rounding cannot
//! look like a proof, and "solved" is a separate state. A position that is visited again is searched at least
//! one move deeper, so rounding cannot cause a visit without progress.
//!
//! **Reference** Stern, Herbrich and Graepel, *Learning to solve game trees*, 2007; Saffidine and
//! Cazenave, *Developments on product propagation*, 2013.

use std::f64::consts::LN_2;

use upstar_core::{Control, Error, Key, RootNumber, SearchGame};

use crate::{
    AlgorithmInfo, Answer, Request, Solver,
    depth_first::{
        entry::NUMBER_BITS,
        options::{BOUNDS, EPSILON, INIT, Init, SYMMETRY, epsilon},
        parallel::DfSharedState,
        solve::{SolvedGoals, solve},
        threshold_rule::{Child, Leaf, ThresholdRule},
    },
};

/// Depth-first product propagation.
pub struct DfPp;

impl Solver for DfPp {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "df-pp",
        summary: "depth-first product propagation in bounded memory",
        reference: "after Stern et al. 2007 and Saffidine and Cazenave 2013; thresholds derived here",
        parameters: &[EPSILON, INIT, SYMMETRY, BOUNDS],
        keeps_tree: false,
        saves_table: true,
    };

    fn solve<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
    ) -> Result<Answer<'a, G>, Error> {
        let threads = DfSharedState::for_request(game, request, control);
        let solved = DfPp::search(game, position, request, control, &threads)?;
        Ok(solved.into_answer())
    }
}

impl DfPp {
    /// Solves a position of a game without repetition. Returns the solution with the table.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub fn search<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
        threads: &DfSharedState<G>,
    ) -> Result<SolvedGoals<'a, G, Products>, Error> {
        let rule = Products {
            factor: 1.0 + epsilon(request, &DfPp::INFO)?,
            init: Init::new(request, &DfPp::INFO),
        };
        solve(game, position, request, control, threads, &DfPp::INFO, rule)
    }
}

/// The threshold rule of df-pp.
#[derive(Clone, Copy, Debug)]
pub struct Products {
    factor: f64,
    init: Init,
}

/// An interval of logarithms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    lo: f64,
    hi: f64,
}

/// A number must be able to change by this fraction of itself within its window. It is far above the rounding
/// error of packed numbers (2⁻⁴²), and too small to affect the search.
const MIN_MARGIN: f64 = 1e-9;

/// ln(1 − eˣ) for x ≤ 0 (Mächler, *Accurately computing log(1 − exp(−|a|))*, 2012).
#[inline]
fn complement(x: f64) -> f64 {
    if x > -LN_2 { (-x.exp_m1()).ln() } else { (-x.exp()).ln_1p() }
}

/// Clamps a logarithm so that the probability is neither 0 nor 1.
#[inline]
fn open(x: f64) -> f64 {
    x.clamp(-1e9, -1e-300)
}

impl ThresholdRule for Products {
    type Numbers = f64;
    type Window = Interval;

    fn named_numbers(&self, numbers: f64) -> Vec<(&'static str, RootNumber)> {
        vec![("probability", RootNumber::Real(-numbers.exp_m1()))]
    }

    fn needs_evaluation(&self) -> bool {
        self.init == Init::Evaluation
    }

    fn controls_thresholds(&self) -> bool {
        true
    }

    #[inline]
    fn pack(&self, numbers: f64) -> u64 {
        numbers.to_bits() >> (64 - NUMBER_BITS)
    }

    #[inline]
    fn unpack(&self, bits: u64) -> f64 {
        f64::from_bits(bits << (64 - NUMBER_BITS))
    }

    #[inline]
    fn leaf(&self, leaf: Leaf) -> f64 {
        open(match self.init {
            Init::Mobility => -LN_2 * f64::from(leaf.moves),
            Init::Constant => -LN_2,
            Init::Evaluation => -f64::from(leaf.evaluation.min(1000)).exp2().ln_1p(),
        })
    }

    #[inline]
    fn flip(&self, numbers: f64) -> f64 {
        open(complement(numbers))
    }

    #[inline]
    fn sum<K: Key>(&self, children: &[Child<K, f64>]) -> (f64, usize) {
        let mut best = 0;
        let mut sum = 0.0;
        for (i, child) in children.iter().enumerate() {
            if child.numbers < children[best].numbers {
                best = i;
            }
            sum += child.numbers;
        }
        (open(sum), best)
    }

    #[inline]
    fn unlimited(&self) -> Interval {
        Interval { lo: f64::NEG_INFINITY, hi: 0.0 }
    }

    #[inline]
    fn flip_window(&self, window: Interval) -> Interval {
        Interval { lo: complement(window.hi), hi: complement(window.lo) }
    }

    #[inline]
    fn is_inside(&self, numbers: f64, window: Interval) -> bool {
        window.lo < numbers && numbers < window.hi
    }

    #[inline]
    fn widen(&self, numbers: f64, window: Interval) -> Interval {
        Interval {
            lo: window.lo.min(numbers * (1.0 + MIN_MARGIN)),
            hi: window.hi.max(numbers * (1.0 - MIN_MARGIN)),
        }
    }

    #[inline]
    fn limit<K: Key>(&self, children: &[Child<K, f64>], best: usize, window: Interval) -> Interval {
        let mut second = 0.0f64;
        let mut rest = 0.0;
        for (i, child) in children.iter().enumerate() {
            if i != best {
                second = second.min(child.numbers);
                rest += child.numbers;
            }
        }
        let margin = complement(complement(second) * self.factor);
        Interval { lo: window.lo - rest, hi: (window.hi - rest).min(margin).min(0.0) }
    }

    fn add_virtual_loss(&self, numbers: f64) -> f64 {
        open(numbers * 0.875)
    }

    fn stretch(&self, numbers: f64, window: Interval, doublings: u32) -> Interval {
        let factor = f64::from(doublings).exp2();
        Interval { lo: window.lo.min(numbers * factor), hi: window.hi.max(numbers / factor) }
    }
}
