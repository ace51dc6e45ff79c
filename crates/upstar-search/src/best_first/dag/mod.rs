//! The best-first engine on a graph in which transpositions are merged.
//!
//! **Idea** The same as on a tree, but children with the same exact key and the same player to move are one
//! node. When a node changes, the search updates either all its parents, deepest first (`update=all`), or
//! only those on the path (`update=path`).
//!
//! **Guarantee** Proofs propagate only upwards from finished games, and a proof never changes. So the order
//! of updates affects only the speed. The game has no cycles, so every round of updates ends.
//!
//! **The next descent** With `update=all`, consider the highest node of the path that was recomputed. The
//! nodes above it have the same numbers and the same children as before. The next descent from the root would
//! take the same path to this node, so it starts there.
//!
//! **Layout** A node stores its numbers, its first edge and its first parent. Further parents are in a linked
//! list. Keys and edges have their own arenas. A hash index finds node numbers by key.
//!
//! **Reference** Schijf, Allis and Uiterwijk, *Proof-number search and transpositions*, 1994.

mod index;
mod update;

use upstar_core::{Arena, Key, Meter, Move, Player, SearchGame};

use super::{
    node::{NodeFactory, Proof},
    search_graph::SearchGraph,
    selection_rule::SelectionRule,
};

/// Stands for no node.
const NONE: u32 = u32::MAX;
/// If a parent field has this bit, the other bits are an index into the list of parents.
const LISTED: u32 = 1 << 31;

/// A node. `best` is the index of the edge to select.
#[derive(Clone)]
pub struct Node<I> {
    pub info: I,
    /// The index of the first edge.
    edges: u32,
    /// The only parent, or an index into the list of parents.
    parents: u32,
    count: u16,
    best: u16,
    /// The length in moves of the path on which it was first reached.
    depth: u16,
    pub proof: Proof,
    flags: u8,
}

/// Flag: Right is to move.
const RIGHT: u8 = 1;
/// Flag: the node is queued for an update.
const QUEUED: u8 = 2;
/// Flag: the node was updated in this round.
const UPDATED: u8 = 4;

impl<I> Node<I> {
    pub fn mover(&self) -> Player {
        Player::BOTH[usize::from(self.flags & RIGHT)]
    }
}

#[derive(Clone, Copy)]
struct Edge {
    child: u32,
    mv: Move,
}

#[derive(Clone, Copy)]
struct Parent {
    node: u32,
    next: u32,
}

/// A graph, and the path to the current node.
pub struct Dag<'a, G: SearchGame, R: SelectionRule, K: Key> {
    factory: &'a NodeFactory<'a, G, R>,
    key: fn(&G, &G::Position) -> K,
    all_parents: bool,
    max_bytes: usize,
    nodes: Arena<Node<R::Info>>,
    keys: Arena<K>,
    edges: Arena<Edge>,
    parents: Arena<Parent>,
    /// Node numbers by hash, with open addressing; `NONE` in free slots.
    index: Vec<u32>,
    path: Vec<(u32, G::Position)>,
    /// A position occurs twice on the path: the game has cycles, so this engine cannot search it.
    pub repeats: bool,
    /// Nodes to update, by depth.
    queue: Vec<Vec<u32>>,
    updated: Vec<u32>,
    moves: Vec<Move>,
    scratch: Vec<Move>,
    infos: Vec<R::Info>,
}

impl<'a, G: SearchGame, R: SelectionRule, K: Key> Dag<'a, G, R, K> {
    /// A graph that has only a root.
    pub fn new(
        factory: &'a NodeFactory<'a, G, R>,
        key: fn(&G, &G::Position) -> K,
        all_parents: bool,
        max_bytes: usize,
        root: &G::Position,
    ) -> Self {
        // A node needs a key, an edge that leads to it, and a slot in the index. The reserved address space
        // is little more than the memory limit.
        let per_node =
            size_of::<Node<R::Info>>() + size_of::<K>() + size_of::<Edge>() + size_of::<u32>();
        let max_nodes = max_bytes / per_node;
        let mut dag = Dag {
            factory,
            key,
            all_parents,
            max_bytes,
            nodes: Arena::new(max_nodes * size_of::<Node<R::Info>>()),
            keys: Arena::new(max_nodes * size_of::<K>()),
            edges: Arena::new(max_bytes / 2),
            parents: Arena::new(max_bytes / 4),
            index: vec![NONE; 1 << 10],
            path: Vec::new(),
            repeats: false,
            queue: Vec::new(),
            updated: Vec::new(),
            moves: Vec::new(),
            scratch: Vec::new(),
            infos: Vec::new(),
        };
        let new_node = factory.new_root(root, &mut dag.scratch);
        let key = key(factory.game, root);
        let slot = dag.find(&key, new_node.mover).unwrap_or_else(|free| free);
        dag.insert(slot, key, new_node, NONE, 0);
        dag.path.push((0, root.clone()));
        dag
    }

    /// The bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.nodes.bytes()
            + self.keys.bytes()
            + self.edges.bytes()
            + self.parents.bytes()
            + self.index.len() * size_of::<u32>()
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The root.
    pub fn root(&self) -> &Node<R::Info> {
        &self.nodes[0]
    }

    fn edges_of(&self, node: &Node<R::Info>) -> &[Edge] {
        let first = node.edges as usize;
        &self.edges[first..first + usize::from(node.count)]
    }

    /// Searches until the root is solved or the meter stops the search.
    pub fn search(&mut self, meter: &mut Meter, mut observe: impl FnMut(&Self, &Meter)) {
        while self.root().proof == Proof::Open {
            let at_leaf = self.descend();
            let mut made = 0;
            if at_leaf {
                let before = self.nodes.len();
                if !self.expand_leaf() {
                    if self.repeats {
                        meter.game_failed();
                    } else {
                        meter.out_of_memory();
                    }
                    return;
                }
                if self.factory.game.has_failed() {
                    // A game that has failed returns moves that are not legal.
                    meter.game_failed();
                    return;
                }
                made = (self.nodes.len() - before) as u64;
                meter.expansions += 1;
            }
            if self.all_parents {
                self.update_all();
            } else {
                self.update_path();
            }
            observe(self, meter);
            let bytes = self.bytes();
            self.factory.update_playouts(meter);
            if meter.count(made, self.factory.game, || bytes) {
                return;
            }
        }
    }

    /// Is there room for `count` more children?
    fn has_room(&self, count: usize) -> bool {
        let each = size_of::<Node<R::Info>>()
            + size_of::<K>()
            + size_of::<Edge>()
            + 2 * size_of::<Parent>();
        self.bytes() + count * each <= self.max_bytes
            && self.nodes.len() + count < LISTED as usize
            && self.nodes.has_room(count)
            && self.keys.has_room(count)
            && self.edges.has_room(count)
            && self.parents.has_room(2 * count)
            && count <= usize::from(u16::MAX)
    }

    /// Selects children down to a leaf and returns true. Returns false at a node that its children have
    /// solved on other paths (`update=path` only).
    fn descend(&mut self) -> bool {
        loop {
            let (index, position) = &self.path[self.path.len() - 1];
            let index = *index as usize;
            if self.nodes[index].count == 0 || self.factory.game.has_failed() {
                return true;
            }
            let mut best = self.nodes[index].best;
            if !self.all_parents {
                let position = position.clone();
                let (proof, _, select) = self.recompute(index);
                if proof != Proof::Open {
                    self.path.last_mut().expect("the path is not empty").1 = position;
                    return false;
                }
                best = select;
            }
            let edge = self.edges_of(&self.nodes[index])[usize::from(best)];
            let mut position = self.path[self.path.len() - 1].1.clone();
            self.factory.game.play(&mut position, edge.mv);
            self.path.push((edge.child, position));
        }
    }

    /// Creates or finds the leaf's children. Returns false if the memory is full or a position repeats.
    fn expand_leaf(&mut self) -> bool {
        let (leaf, position) = self.path[self.path.len() - 1].clone();
        self.factory.list_moves(&position, &mut self.moves);
        if !self.has_room(self.moves.len()) {
            return false;
        }
        let first = self.edges.len();
        let depth = self.nodes[leaf as usize].depth.saturating_add(1);
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            let mut child = position.clone();
            self.factory.game.play(&mut child, mv);
            let key = (self.key)(self.factory.game, &child);
            let mover = self.factory.game.to_move(&child);
            let child = match self.find(&key, mover) {
                Ok(slot) => {
                    let known = self.index[slot];
                    // Two moves to the same position give one edge.
                    if self.edges[first..].iter().any(|e| e.child == known) {
                        continue;
                    }
                    let is_above = self.nodes[known as usize].depth < depth;
                    if is_above && self.path.iter().any(|(number, _)| *number == known) {
                        self.repeats = true;
                        return false;
                    }
                    self.add_parent(known, leaf);
                    known
                }
                Err(slot) => {
                    let new_node = self.factory.new_node(&child, &mut self.scratch);
                    let Some(number) = self.insert(slot, key, new_node, leaf, depth) else {
                        return false;
                    };
                    number
                }
            };
            self.edges.push(Edge { child, mv });
        }
        let node = &mut self.nodes[leaf as usize];
        node.edges = first as u32;
        node.count = (self.edges.len() - first) as u16;
        true
    }

    /// The move to the selected child, which is the winning one if there is one.
    pub fn best_move(&self) -> Option<Move> {
        let root = self.root();
        self.edges_of(root).get(usize::from(root.best)).map(|edge| edge.mv)
    }
}

impl<G: SearchGame, R: SelectionRule, K: Key> SearchGraph<R::Info> for Dag<'_, G, R, K> {
    fn node(&self, index: usize) -> (Proof, Player, &R::Info) {
        let node = &self.nodes[index];
        (node.proof, node.mover(), &node.info)
    }

    fn children(&self, index: usize) -> Vec<(usize, Move)> {
        self.edges_of(&self.nodes[index]).iter().map(|e| (e.child as usize, e.mv)).collect()
    }
}
