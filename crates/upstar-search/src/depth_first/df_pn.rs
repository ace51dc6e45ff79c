//! Depth-first proof-number search (df-pn).
//!
//! **Idea** φ estimates how many more leaves must be solved to prove that the player to move wins, δ how many
//! to prove the loss. The search selects the child that needs the fewest.
//!
//! **Formula** All children's numbers are seen by the player to move: φ and δ are swapped if the other player
//! moves at the child, and kept if the same player moves again. φ = min φ(child), δ = sum of δ(child) over
//! open children. The child with the least φ is searched next (the first of equals).
//! The parameter `sum` defines the sum:
//! * `plain`: Σ δ. A leaf that several children share is counted once for each of them. In games with many
//!   transpositions this sum becomes far too large.
//! * `weak`: max δ + (number of open children − 1).
//! * `source`: every position stores its source, the leaf at the end of the path of best children (16 bits of
//!   its hash; a new leaf is its own source). Children with the same source depend on the same leaf, so they
//!   form a group that counts once, with its largest δ. The groups are added up. This is coarser than
//!   Kishimoto's detection of common ancestors. It needs no parent pointers, detects overlaps only at the
//!   source itself, and a hash collision makes δ too small by one group.
//!
//! Let the position have thresholds (Φ, Δ), and let φ₂ be the second least φ. The window of the best child
//! ends at φ ≥ min(Φ, ⌈(1 + ε) φ₂⌉, at least φ₂ + 1), and at the least δ with which the position's own sum
//! reaches Δ. With larger ε the search becomes more like a plain depth-first search in the order of the
//! initial numbers. With ε = 4 it needs 20 times fewer expansions on 6x6 Domineering without bounds than with
//! ε = ¼, and 50 times more on 4x4 Hex.
//!
//! The parameter `init` sets the numbers of a new leaf: (1, c) with c legal moves; (1, 1); or (1 + max(−e,
//! 0), 1 + max(e, 0)), where e is the game's evaluation seen by the player to move, clamped to ±1000.
//!
//! `threshold_control` (TCA): a position that was expanded before is searched at least one move deeper when
//! it is visited again. If its thresholds are not above its numbers, they are raised to its numbers plus one.
//! On graphs with cycles this prevents useless visits. Games here have no cycles, so termination does not
//! depend on it. It saves visits that would only find that a transposition has raised the numbers.
//!
//! `widening` below 1 searches only the best moves of a position until all of them lose: see `focus.rs`.
//!
//! **Guarantee** That of the engine. The numbers of open positions are in 1..2²⁷ (2¹⁹ with `source`), and
//! sums saturate there. No number means that a position is solved.
//!
//! **Reference** Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002;
//! Pawlewicz and Lew, *Improving depth-first pn-search: 1+ε trick*, 2006; Ueda et al., *Weak
//! proof-number search*, 2008; Kishimoto, *Dealing with infinite loops, underestimation, and
//! overestimation of depth-first proof-number search*, 2010.

use upstar_core::{Control, Error, Key, Parameter, RootNumber, SearchGame};

use crate::{
    AlgorithmInfo, Answer, Request, Solver,
    depth_first::{
        options::{BOUNDS, EPSILON, INIT, Init, SYMMETRY, WIDENING, epsilon, widening},
        parallel::DfSharedState,
        solve::{GoalSearch, SolvedGoals, solve},
        threshold_rule::{Child, Leaf, ThresholdRule},
    },
};

/// Depth-first proof-number search.
pub struct DfPn;

impl Solver for DfPn {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "df-pn",
        summary: "depth-first proof-number search in bounded memory",
        reference: "Nagai 2002; Pawlewicz and Lew 2006; Ueda et al. 2008; Kishimoto 2010",
        parameters: &[
            EPSILON,
            Parameter {
                name: "sum",
                default: "weak",
                values: "weak|plain|source",
                help: "how to add children's numbers: weak = largest plus count, plain = all, source = once per source",
            },
            INIT,
            Parameter {
                name: "threshold_control",
                default: "true",
                values: "true|false",
                help: "search at least one move deeper when a position is visited again",
            },
            WIDENING,
            SYMMETRY,
            BOUNDS,
        ],
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
        let solved = DfPn::search(game, position, request, control, &threads)?;
        Ok(solved.into_answer())
    }
}

impl DfPn {
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
    ) -> Result<SolvedGoals<'a, G, ProofNumbers>, Error> {
        let rule = ProofNumbers::new(request)?;
        solve(game, position, request, control, threads, &DfPn::INFO, rule)
    }

    /// A new search on one thread, with a table of at most the bytes given with the control.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub(crate) fn start<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        memory: (&'a Control, usize),
    ) -> Result<GoalSearch<'a, G, ProofNumbers>, Error> {
        let rule = ProofNumbers::new(request)?;
        let resources = (memory.0, memory.1, None);
        GoalSearch::new(game, position, request, resources, &DfPn::INFO, rule)
    }
}

/// How the children's δ are added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sum {
    Weak,
    Plain,
    Source,
}

/// φ and δ of an open position, both at least 1; or the thresholds of a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    phi: u32,
    delta: u32,
    /// The leaf at the end of the path of best children; 0 in thresholds.
    source: u16,
}

/// A threshold that no open position reaches.
const UNREACHABLE: u32 = u32::MAX;
/// The maximum that an evaluation adds to a number.
const MAX_EVALUATION: u32 = 1000;

/// The threshold rule of df-pn.
#[derive(Clone, Copy, Debug)]
pub struct ProofNumbers {
    factor: f64,
    sum: Sum,
    init: Init,
    control: bool,
    /// The share of moves that are searched at first, if not all.
    widening: Option<f64>,
    /// The bits of a packed number.
    bits: u32,
}

impl ProofNumbers {
    pub(super) fn new(request: &Request) -> Result<ProofNumbers, Error> {
        let sum = match request.parameters.text(&DfPn::INFO, "sum") {
            "weak" => Sum::Weak,
            "plain" => Sum::Plain,
            _ => Sum::Source,
        };
        Ok(ProofNumbers {
            factor: 1.0 + epsilon(request, &DfPn::INFO)?,
            sum,
            init: Init::new(request, &DfPn::INFO),
            control: request.parameters.flag(&DfPn::INFO, "threshold_control"),
            widening: Some(widening(request, &DfPn::INFO)?).filter(|&share| share < 1.0),
            bits: if sum == Sum::Source { 19 } else { 27 },
        })
    }

    /// The largest number of an open position.
    #[inline]
    fn most(&self) -> u32 {
        (1 << self.bits) - 1
    }

    /// The sum of the other children's δ, or what is added to the δ of the child at `skip`.
    #[inline]
    fn rest<K>(&self, children: &[Child<K, Numbers>], skip: usize) -> u64 {
        let others = || children.iter().enumerate().filter(|&(i, _)| i != skip).map(|(_, c)| c);
        match self.sum {
            Sum::Weak => children.len() as u64 - 1,
            Sum::Plain => others().map(|c| u64::from(c.numbers.delta)).sum(),
            Sum::Source => {
                let source = children[skip].numbers.source;
                let rest = children.iter().enumerate();
                rest.filter(|(_, c)| c.numbers.source != source)
                    .filter(|&(i, c)| leads_its_group(children, i, c.numbers))
                    .map(|(_, c)| u64::from(c.numbers.delta))
                    .sum()
            }
        }
    }
}

/// Has the child at `i` the largest δ among those with its source (the first one, if there are several)?
#[inline]
fn leads_its_group<K>(children: &[Child<K, Numbers>], i: usize, numbers: Numbers) -> bool {
    children.iter().enumerate().all(|(j, c)| {
        let other = c.numbers;
        other.source != numbers.source
            || other.delta < numbers.delta
            || (other.delta == numbers.delta && j >= i)
    })
}

impl ThresholdRule for ProofNumbers {
    type Numbers = Numbers;
    type Window = Numbers;

    fn named_numbers(&self, numbers: Numbers) -> Vec<(&'static str, RootNumber)> {
        vec![
            ("proof_number", RootNumber::Integer(u64::from(numbers.phi))),
            ("disproof_number", RootNumber::Integer(u64::from(numbers.delta))),
        ]
    }

    fn needs_evaluation(&self) -> bool {
        self.init == Init::Evaluation
    }

    fn controls_thresholds(&self) -> bool {
        self.control
    }

    fn widening(&self) -> Option<f64> {
        self.widening
    }

    #[inline]
    fn pack(&self, numbers: Numbers) -> u64 {
        let Numbers { phi, delta, source } = numbers;
        let both = u64::from(phi) | u64::from(delta) << self.bits;
        if self.sum == Sum::Source { both | u64::from(source) << (2 * self.bits) } else { both }
    }

    #[inline]
    fn unpack(&self, bits: u64) -> Numbers {
        let phi = bits as u32 & self.most();
        let delta = (bits >> self.bits) as u32 & self.most();
        Numbers { phi, delta, source: (bits >> (2 * self.bits)) as u16 }
    }

    #[inline]
    fn leaf(&self, leaf: Leaf) -> Numbers {
        let source = (leaf.hash >> 48) as u16;
        let (phi, delta) = match self.init {
            Init::Mobility => (1, leaf.moves.min(self.most())),
            Init::Constant => (1, 1),
            Init::Evaluation => {
                let size = leaf.evaluation.unsigned_abs().min(MAX_EVALUATION);
                if leaf.evaluation < 0 { (1 + size, 1) } else { (1, 1 + size) }
            }
        };
        Numbers { phi, delta, source }
    }

    #[inline]
    fn flip(&self, numbers: Numbers) -> Numbers {
        Numbers { phi: numbers.delta, delta: numbers.phi, ..numbers }
    }

    #[inline]
    fn sum<K: Key>(&self, children: &[Child<K, Numbers>]) -> (Numbers, usize) {
        let mut best = 0;
        let mut most = 0;
        let mut sum = 0;
        for (i, child) in children.iter().enumerate() {
            let Numbers { phi, delta, .. } = child.numbers;
            if phi < children[best].numbers.phi {
                best = i;
            }
            most = most.max(delta);
            sum += u64::from(delta);
        }
        let delta = match self.sum {
            Sum::Weak => u64::from(most) + children.len() as u64 - 1,
            Sum::Plain => sum,
            Sum::Source => {
                let all = children.iter().enumerate();
                all.filter(|&(i, c)| leads_its_group(children, i, c.numbers))
                    .map(|(_, c)| u64::from(c.numbers.delta))
                    .sum()
            }
        };
        let delta = delta.min(u64::from(self.most())) as u32;
        let Numbers { phi, source, .. } = children[best].numbers;
        (Numbers { phi, delta, source }, best)
    }

    #[inline]
    fn unlimited(&self) -> Numbers {
        Numbers { phi: UNREACHABLE, delta: UNREACHABLE, source: 0 }
    }

    #[inline]
    fn flip_window(&self, window: Numbers) -> Numbers {
        self.flip(window)
    }

    #[inline]
    fn is_inside(&self, numbers: Numbers, window: Numbers) -> bool {
        numbers.phi < window.phi && numbers.delta < window.delta
    }

    #[inline]
    fn widen(&self, numbers: Numbers, window: Numbers) -> Numbers {
        Numbers {
            phi: window.phi.max(numbers.phi + 1),
            delta: window.delta.max(numbers.delta + 1),
            source: 0,
        }
    }

    #[inline]
    fn limit<K: Key>(
        &self,
        children: &[Child<K, Numbers>],
        best: usize,
        window: Numbers,
    ) -> Numbers {
        let others = children.iter().enumerate().filter(|&(i, _)| i != best);
        let second = others.map(|(_, c)| c.numbers.phi).min();
        let phi = second.map_or(UNREACHABLE, |second| {
            let stretched = (f64::from(second) * self.factor).ceil();
            (stretched.min(f64::from(UNREACHABLE)) as u32).max(second + 1)
        });
        let delta = if window.delta > self.most() {
            UNREACHABLE
        } else {
            u64::from(window.delta).saturating_sub(self.rest(children, best)) as u32
        };
        Numbers { phi: phi.min(window.phi), delta, source: 0 }
    }

    fn add_virtual_loss(&self, numbers: Numbers) -> Numbers {
        Numbers { phi: (numbers.phi + 1).min(self.most()), ..numbers }
    }

    fn stretch(&self, numbers: Numbers, window: Numbers, doublings: u32) -> Numbers {
        let grown = |n: u32| (u64::from(n) << doublings).min(u64::from(UNREACHABLE)) as u32;
        Numbers {
            phi: window.phi.max(grown(numbers.phi)),
            delta: window.delta.max(grown(numbers.delta)),
            source: 0,
        }
    }
}
