//! Selection rules that are defined at run time, for example in Python: the four functions behind a trait
//! object. The engine cannot read the numbers of such a rule.

use std::{any::Any, fmt::Debug, sync::Arc};

use upstar_core::RootNumber;

use super::selection_rule::{Leaf, SelectionRule};

/// Numbers of a node that only their rule can read.
pub trait CustomInfo: Any + Debug + Send + Sync {
    /// Are these the same numbers?
    fn equals(&self, other: &dyn CustomInfo) -> bool;

    /// Lets the rule downcast to its own type.
    fn as_any(&self) -> &dyn Any;
}

/// Numbers of a custom rule.
pub type SharedInfo = Arc<dyn CustomInfo>;

/// The four functions. All numbers are from the point of view of the root player (Max), as in the paper.
pub trait CustomSelectionRule: Sync {
    /// The numbers of a node that is proved to be won or lost for Max.
    fn info_term(&self, max_wins: bool) -> SharedInfo;

    /// The initial numbers of a node.
    fn init_leaf(&self, leaf: Leaf) -> SharedInfo;

    /// The index of the child to select.
    fn select_child(&self, is_max: bool, children: &[SharedInfo]) -> usize;

    /// The numbers of a node from those of its children.
    fn update(&self, is_max: bool, children: &[SharedInfo]) -> SharedInfo;

    /// The numbers as one value, for display.
    fn number(&self, info: &SharedInfo) -> f64;
}

/// A custom rule, as a [`SelectionRule`] of the engine.
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

    /// All numbers are from Max's point of view, so nothing changes.
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
