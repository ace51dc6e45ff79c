//! Rules that are known only at run time, such as those written in Python: the four functions
//! behind a trait object, over numbers that the engine cannot look into.

use std::{any::Any, fmt::Debug, sync::Arc};

use upstar_core::RootNumber;

use super::rules::{Leaf, Rules};

/// Numbers that only their rule can read.
pub trait CustomInfo: Any + Debug + Send + Sync {
    /// Are they the same numbers?
    fn equals(&self, other: &dyn CustomInfo) -> bool;

    /// For the rule to get its own type back.
    fn as_any(&self) -> &dyn Any;
}

/// Numbers of a custom rule.
pub type Opaque = Arc<dyn CustomInfo>;

/// The four functions, always from the root player's (Max's) point of view, as in the paper.
pub trait CustomRules: Sync {
    /// The numbers of a node that Max wins or loses.
    fn info_term(&self, max_wins: bool) -> Opaque;

    /// The first numbers of a node.
    fn init_leaf(&self, leaf: Leaf) -> Opaque;

    /// The number of the child to follow.
    fn select_child(&self, is_max: bool, children: &[Opaque]) -> usize;

    /// The numbers of a node.
    fn update(&self, is_max: bool, children: &[Opaque]) -> Opaque;

    /// The root's numbers, for people.
    fn number(&self, info: &Opaque) -> f64;
}

/// A custom rule as a rule of the engine.
pub struct Custom<'a>(pub &'a dyn CustomRules);

/// [`Opaque`] with the equality that the engine needs.
#[derive(Clone, Debug)]
pub struct Wrapped(Opaque);

impl PartialEq for Wrapped {
    fn eq(&self, other: &Wrapped) -> bool {
        self.0.equals(other.0.as_ref())
    }
}

fn unwrap(children: &[Wrapped]) -> Vec<Opaque> {
    children.iter().map(|child| Arc::clone(&child.0)).collect()
}

impl Rules for Custom<'_> {
    type Info = Wrapped;

    const NEVER_SELECTS_SOLVED: bool = false;

    fn info_term(&self, is_max: bool, wins: bool) -> Wrapped {
        Wrapped(self.0.info_term(is_max == wins))
    }

    fn init_leaf(&self, leaf: Leaf) -> Wrapped {
        Wrapped(self.0.init_leaf(leaf))
    }

    fn select_child(&self, is_max: bool, children: &[Wrapped]) -> usize {
        self.0.select_child(is_max, &unwrap(children))
    }

    fn update(&self, is_max: bool, children: &[Wrapped]) -> Wrapped {
        Wrapped(self.0.update(is_max, &unwrap(children)))
    }

    /// The numbers are Max's at every node.
    fn seen(&self, info: &Wrapped) -> Wrapped {
        info.clone()
    }

    fn needs_probability(&self) -> bool {
        true
    }

    fn numbers(&self, info: &Wrapped) -> Vec<(&'static str, RootNumber)> {
        vec![("info", RootNumber::Real(self.0.number(&info.0)))]
    }
}
