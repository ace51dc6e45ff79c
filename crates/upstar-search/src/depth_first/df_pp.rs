//! Depth-first product propagation (df-pp).
//!
//! **Idea** Product propagation treats positions as independent events: a position is lost for
//! the player to move if all its children are. The search goes to the child that is most likely
//! won. Its depth-first form was mentioned by Kishimoto (in Saffidine and Cazenave's paper) and,
//! as far as is known, never written down; what follows is derived here.
//!
//! **Formula** Numbers are ℓ(n) = ln P(player to move loses at n), below 0. For a child c let
//! λ(c) be the same for the *parent's* player: ℓ(c) if that player moves again, else
//! ln(1 − exp ℓ(c)). Then ℓ(n) = Σ λ(c) over open children (a lost child has λ = 0, a won child
//! ends the matter), and the child with the least λ is searched next.
//!
//! **When control returns** Let the path be n₀ (the root), n₁, …, n. PP walks down the same path
//! again as long as each nᵢ₊₁ is still the best child of nᵢ, λ(nᵢ₊₁) ≤ λ₂ with λ₂ the least λ of
//! its siblings. While n alone is searched the siblings' numbers stay, ℓ(nᵢ) = λ(nᵢ₊₁) + the
//! siblings' sum rises with λ(nᵢ₊₁), and passing to the other player's view, x → ln(1 − eˣ),
//! falls. So every number on the path is a monotone function of ℓ(n), each condition is a limit
//! on ℓ(n) from one side, and all of them together are an interval (lo, hi). It goes down the
//! path step by step: if ℓ(n) must stay in (lo, hi) and S is the sum of λ over the siblings of
//! the best child c, then
//!
//! > λ(c) must stay in (lo − S, min(hi − S, limit(λ₂)))
//!
//! where the first part is what n's ancestors ask and the last what n asks; the root asks
//! nothing, (−∞, 0). For a child with the other player to move both ends are passed through
//! x → ln(1 − eˣ) and change places. With limit(λ₂) = λ₂, a table that forgets nothing and no
//! transpositions, df-pp expands the same leaves as PP, but for ties.
//!
//! **Margin** As with the 1+ε trick of df-pn, a child is left only when it is clearly worse than
//! the second best: limit(λ₂) = ln(1 − exp((1 + ε) μ₂)), μ₂ = ln(1 − exp λ₂) being the logarithm
//! of the second best's probability to win; −μ is to PP what the proof number is to df-pn.
//!
//! A new leaf with c legal moves has, by `init`, ℓ = −c ln 2; −ln 2; or, with e the evaluation
//! seen by its player to move, ℓ = −ln(1 + 2ᵉ).
//!
//! **Guarantee** the engine's: ℓ of an open position is kept within (−10⁹, −10⁻³⁰⁰), so that no
//! rounding looks like a proof, and "solved" is a state of its own. A position that is visited
//! again is searched at least one move deeper, so rounding cannot make a visit do nothing.
//!
//! **Reference** Stern, Herbrich and Graepel, *Learning to solve game trees*, 2007; Saffidine and
//! Cazenave, *Developments on product propagation*, 2013.

use std::f64::consts::LN_2;

use upstar_core::{Control, Error, Key, RootNumber, SearchGame, bytes_for_tables};

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
        let threads =
            DfSharedState::new(request.threads, bytes_for_tables(game, control.limits.max_bytes));
        let solved = DfPp::search(game, position, request, control, &threads)?;
        Ok(solved.into_answer())
    }
}

impl DfPp {
    /// Solves a position of a game without repetition and keeps the table.
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

/// The rule of df-pp.
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

/// By what part of itself a number must be able to change within its window; far above the
/// rounding of packed numbers (2⁻⁴²), far below anything that matters.
const ROOM: f64 = 1e-9;

/// ln(1 − eˣ) for x ≤ 0 (Mächler, *Accurately computing log(1 − exp(−|a|))*, 2012).
#[inline]
fn complement(x: f64) -> f64 {
    if x > -LN_2 { (-x.exp_m1()).ln() } else { (-x.exp()).ln_1p() }
}

/// A logarithm of a probability that is neither 0 nor 1.
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
            lo: window.lo.min(numbers * (1.0 + ROOM)),
            hi: window.hi.max(numbers * (1.0 - ROOM)),
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
