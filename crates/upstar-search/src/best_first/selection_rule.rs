//! The four functions in which best-first searches differ.
//!
//! All numbers are from the point of view of the player to move at a node, so one pair of
//! formulas serves both players. A child's numbers are [flipped](SelectionRule::flip) when the other
//! player moves there.

use std::fmt::Debug;

use upstar_core::RootNumber;

/// The features of a new node from which a rule makes its first numbers.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// How many legal moves the player to move has, at least one.
    pub mobility: u32,
    /// An estimate of the probability that the player to move wins, by the game or by playouts; ½ unless
    /// the rule needs it.
    pub probability: f64,
    /// Does the root's player move?
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

/// The numbers of a best-first search, and how they are updated and selected by. The rule does not decide
/// whether a node is *solved*. The engine proves that from finished games upwards, so no
/// rounding and no rule can make a false proof.
pub trait SelectionRule: Sync {
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

    /// [`update`](SelectionRule::update) and [`select_child`](SelectionRule::select_child) at once, for rules
    /// that read each child once; `scratch` is for the others.
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

    /// The same numbers, seen by the other player.
    fn flip(&self, info: &Self::Info) -> Self::Info;

    /// Does it use [`Leaf::probability`]?
    fn needs_probability(&self) -> bool {
        false
    }

    /// The numbers by name, for display.
    fn named_numbers(&self, info: &Self::Info) -> Vec<(&'static str, RootNumber)>;
}
