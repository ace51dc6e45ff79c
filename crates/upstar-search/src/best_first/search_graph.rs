//! Read access to a finished search, for trees and for graphs.

use upstar_core::{Bounds, Move, Player, SearchGame};

use super::{
    node::{NodeFactory, Proof},
    selection_rule::SelectionRule,
};
use crate::{MAX_EXPORT, TreeNode, full_bounds};

/// The tree or graph of a search. The root is node 0.
pub trait SearchGraph<I> {
    /// A node's proof, player to move and numbers.
    fn node(&self, index: usize) -> (Proof, Player, &I);

    /// The children of a node, each with its move.
    fn children(&self, index: usize) -> Vec<(usize, Move)>;
}

/// The nodes down to a depth in breadth-first order, each with the index of its parent in the list.
pub fn export<R: SelectionRule>(
    graph: &impl SearchGraph<R::Info>,
    rules: &R,
    depth: usize,
) -> Vec<TreeNode> {
    let exported = |index: usize, parent: Option<usize>, mv: Option<Move>| {
        let (proof, mover, info) = graph.node(index);
        let proof = match proof {
            Proof::Open => None,
            Proof::Won => Some(mover),
            Proof::Lost => Some(mover.other()),
        };
        TreeNode {
            parent,
            mv,
            mover,
            winner: proof,
            numbers: rules.named_numbers(info),
            children: 0,
        }
    };
    let mut list = vec![exported(0, None, None)];
    let mut level = vec![(0, 0)];
    for _ in 0..depth {
        let mut next = Vec::new();
        for (index, place) in level {
            let children = graph.children(index);
            if list.len() + children.len() > MAX_EXPORT {
                return list;
            }
            list[place].children = children.len();
            for (child, mv) in children {
                next.push((child, list.len()));
                list.push(exported(child, Some(place), Some(mv)));
            }
        }
        level = next;
    }
    list
}

/// Calls `visit` for each solved node, with its position, its proved bounds (from Left's point of view) and,
/// if its player to move wins, a winning move.
pub fn visit_solved<G: SearchGame, R: SelectionRule>(
    graph: &impl SearchGraph<R::Info>,
    factory: &NodeFactory<G, R>,
    root: &G::Position,
    mut visit: impl FnMut(&G::Position, Bounds, Option<Move>),
) {
    let full = full_bounds(factory.game);
    // One bit for each visited node.
    let mut seen = vec![1u64];
    let mut is_new = |index: usize| {
        let (word, bit) = (index / 64, 1 << (index % 64));
        if seen.len() <= word {
            seen.resize(word + 1, 0);
        }
        let is_new = seen[word] & bit == 0;
        seen[word] |= bit;
        is_new
    };
    let mut waiting = vec![(0, root.clone())];
    while let Some((index, position)) = waiting.pop() {
        let (proof, mover, _) = graph.node(index);
        let children = graph.children(index);
        if proof != Proof::Open {
            let wins = |child: usize| {
                let (proof, player, _) = graph.node(child);
                (proof == Proof::Won && player == mover)
                    || (proof == Proof::Lost && player != mover)
            };
            let winning = children.iter().find(|(child, _)| wins(*child)).map(|(_, mv)| *mv);
            visit(&position, factory.bounds_of(mover, proof, full), winning);
        }
        for (child, mv) in children {
            if is_new(child) {
                let mut position = position.clone();
                factory.game.play(&mut position, mv);
                waiting.push((child, position));
            }
        }
    }
}
