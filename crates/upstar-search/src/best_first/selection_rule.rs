//! The four functions in which best-first searches differ.
//!
//! All numbers are from the point of view of the player to move at a node, so both players use the same
//! formulas. If the other player moves at a child, its numbers are [flipped](SelectionRule::flip).

use std::fmt::Debug;

use upstar_core::RootNumber;

/// The features of a new node from which a rule computes its initial numbers.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The number of legal moves, at least one.
    pub mobility: u32,
    /// An estimate of the probability that the player to move wins, by the game or by playouts. It is ½ if
    /// the rule does not need it.
    pub probability: f64,
    /// An estimate of the size of a proof, by playouts. Without playouts it is the mobility.
    pub work: f64,
    /// Is the root's player to move?
    pub is_max: bool,
}

/// How new nodes get their initial numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Init {
    /// All nodes get the same numbers.
    Constant,
    /// By the number of legal moves.
    Mobility,
    /// By the game's evaluation.
    Evaluation,
    /// By random playouts.
    Playouts,
}

/// Which of several equally good children to select.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The child that was generated first.
    First,
    /// The child that was generated last.
    Last,
    /// The first if the root's player is to move, the last if the opponent is.
    MaxFirstMinLast,
}

impl Ties {
    /// Does it select the last of equals?
    #[inline]
    pub fn takes_last(self, is_max: bool) -> bool {
        match self {
            Ties::First => false,
            Ties::Last => true,
            Ties::MaxFirstMinLast => !is_max,
        }
    }
}

/// The numbers of a best-first search, and the rules for updating them and for selecting a child. The rule
/// does not decide whether a node is *solved*. Only the engine does, from finished games upwards, so neither
/// rounding nor a rule can produce a false proof.
pub trait SelectionRule: Sync {
    /// The numbers of a node, seen by its player to move.
    type Info: Clone + PartialEq + Debug + Send + Sync;

    /// Does the order of the numbers guarantee that a solved child is never selected?
    const NEVER_SELECTS_SOLVED: bool = true;

    /// The numbers of a node that is won or lost for its player to move.
    fn info_term(&self, is_max: bool, wins: bool) -> Self::Info;

    /// The initial numbers of a node.
    fn init_leaf(&self, leaf: Leaf) -> Self::Info;

    /// The index of the most promising child for the player to move. `children` are seen by that player, and
    /// at least one is not solved.
    fn select_child(&self, is_max: bool, children: &[Self::Info]) -> usize;

    /// The numbers of a node from those of its children, all seen by its player to move.
    fn update(&self, is_max: bool, children: &[Self::Info]) -> Self::Info;

    /// [`update`](SelectionRule::update) and [`select_child`](SelectionRule::select_child) in one step, for
    /// rules that read each child once. Other rules use `scratch`.
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

    /// Does the rule use [`Leaf::probability`]?
    fn needs_probability(&self) -> bool {
        false
    }

    /// How hard it seems to settle a node, for the choice between several questions: less is easier.
    fn effort(&self, _info: &Self::Info) -> f64 {
        0.0
    }

    /// The numbers by name, for display.
    fn named_numbers(&self, info: &Self::Info) -> Vec<(&'static str, RootNumber)>;
}
