//! Rules that are known only at run time, such as those written in Python: the four functions
//! behind a trait object, over numbers that the engine cannot read.

use std::{any::Any, fmt::Debug, sync::Arc};

use upstar_core::RootNumber;

use super::selection_rule::{Leaf, SelectionRule};

/// Numbers that only their rule can read.
pub trait CustomInfo: Any + Debug + Send + Sync {
    /// Are they the same numbers?
    fn equals(&self, other: &dyn CustomInfo) -> bool;

    /// Lets the rule downcast to its own type.
    fn as_any(&self) -> &dyn Any;
}

/// Numbers of a custom rule.
pub type SharedInfo = Arc<dyn CustomInfo>;

/// The four functions, always from the root player's (Max's) point of view, as in the paper.
pub trait CustomSelectionRule: Sync {
    /// The numbers of a node that Max wins or loses.
    fn info_term(&self, max_wins: bool) -> SharedInfo;

    /// The first numbers of a node.
    fn init_leaf(&self, leaf: Leaf) -> SharedInfo;

    /// The number of the child to follow.
    fn select_child(&self, is_max: bool, children: &[SharedInfo]) -> usize;

    /// The numbers of a node.
    fn update(&self, is_max: bool, children: &[SharedInfo]) -> SharedInfo;

    /// The root's numbers, for display.
    fn number(&self, info: &SharedInfo) -> f64;
}

/// A custom rule as a rule of the engine.
pub struct CustomRule<'a>(pub &'a dyn CustomSelectionRule);

/// [`SharedInfo`] with the equality that the engine needs.
#[derive(Clone, Debug)]
pub struct ComparableInfo(SharedInfo);

impl PartialEq for ComparableInfo {
    fn eq(&self, other: &ComparableInfo) -> bool {
        self.0.equals(other.0.as_ref())
    }
}

fn unwrap(children: &[ComparableInfo]) -> Vec<SharedInfo> {
    children.iter().map(|child| Arc::clone(&child.0)).collect()
}

impl SelectionRule for CustomRule<'_> {
    type Info = ComparableInfo;

    const NEVER_SELECTS_SOLVED: bool = false;

    fn info_term(&self, is_max: bool, wins: bool) -> ComparableInfo {
        ComparableInfo(self.0.info_term(is_max == wins))
    }

    fn init_leaf(&self, leaf: Leaf) -> ComparableInfo {
        ComparableInfo(self.0.init_leaf(leaf))
    }

    fn select_child(&self, is_max: bool, children: &[ComparableInfo]) -> usize {
        self.0.select_child(is_max, &unwrap(children))
    }

    fn update(&self, is_max: bool, children: &[ComparableInfo]) -> ComparableInfo {
        ComparableInfo(self.0.update(is_max, &unwrap(children)))
    }

    /// The numbers are Max's at every node.
    fn flip(&self, info: &ComparableInfo) -> ComparableInfo {
        info.clone()
    }

    fn needs_probability(&self) -> bool {
        true
    }

    fn named_numbers(&self, info: &ComparableInfo) -> Vec<(&'static str, RootNumber)> {
        vec![("info", RootNumber::Real(self.0.number(&info.0)))]
    }
}
