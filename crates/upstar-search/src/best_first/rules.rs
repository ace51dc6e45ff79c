//! The four functions in which best-first searches differ.
//!
//! Everything is said from the point of view of the player to move at a node, so one pair of
//! formulas serves both players; a child's numbers are [turned](Rules::seen) when the other
//! player moves there.

use std::fmt::Debug;

use upstar_core::RootNumber;

/// What a rule may look at when it gives a new node its first numbers.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// How many legal moves the player to move has, at least one.
    pub mobility: u32,
    /// A guess of the probability that the player to move wins, when it was asked for: the game's,
    /// or from random playouts.
    pub probability: f64,
    /// Does the player move who moves at the root?
    pub is_max: bool,
}

/// How new nodes get their first numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Init {
    /// The same for all.
    Constant,
    /// By the number of legal moves.
    Mobility,
    /// By the game's evaluation.
    Evaluation,
    /// By random playouts.
    Playouts,
}

/// Which of several equally good children is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The one generated first.
    First,
    /// The one generated last.
    Last,
    /// The first where the root's player moves, the last where the other does.
    MaxFirstMinLast,
}

impl Ties {
    /// Is the last of equals taken?
    #[inline]
    pub fn takes_last(self, is_max: bool) -> bool {
        match self {
            Ties::First => false,
            Ties::Last => true,
            Ties::MaxFirstMinLast => !is_max,
        }
    }
}

/// A best-first search's numbers and what it does with them. Whether a node is *solved* is no
/// business of the rule: the engine keeps that apart, from finished games upwards, so no
/// rounding and no rule can make a false proof.
pub trait Rules: Sync {
    /// The numbers of a node, seen by its player to move.
    type Info: Clone + PartialEq + Debug + Send + Sync;

    /// Is the numbers' order such that a solved child is never selected?
    const NEVER_SELECTS_SOLVED: bool = true;

    /// The numbers of a node that is won or lost for its player to move.
    fn info_term(&self, is_max: bool, wins: bool) -> Self::Info;

    /// The first numbers of a node.
    fn init_leaf(&self, leaf: Leaf) -> Self::Info;

    /// The most promising child for the player to move; `children` are seen by that player,
    /// and at least one is not solved.
    fn select_child(&self, is_max: bool, children: &[Self::Info]) -> usize;

    /// The numbers of a node from those of its children, all seen by its player to move.
    fn update(&self, is_max: bool, children: &[Self::Info]) -> Self::Info;

    /// [`update`](Rules::update) and [`select_child`](Rules::select_child) at once, for rules
    /// that need only one look at each child; `scratch` is for those that need more.
    #[inline]
    fn combine(
        &self,
        is_max: bool,
        children: impl Iterator<Item = Self::Info>,
        scratch: &mut Vec<Self::Info>,
    ) -> (Self::Info, usize) {
        scratch.clear();
        scratch.extend(children);
        (self.update(is_max, scratch), self.select_child(is_max, scratch))
    }

    /// A node's numbers as the other player sees them.
    fn seen(&self, info: &Self::Info) -> Self::Info;

    /// Does it look at [`Leaf::probability`]?
    fn needs_probability(&self) -> bool {
        false
    }

    /// The numbers by name, for people; `info` is the root's.
    fn numbers(&self, info: &Self::Info) -> Vec<(&'static str, RootNumber)>;
}
