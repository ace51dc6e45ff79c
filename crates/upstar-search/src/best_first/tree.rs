//! The best-first engine on a tree, with one or two levels.
//!
//! **Idea** The search follows Algorithm 1 of Saffidine and Cazenave 2013. It selects children down to a
//! leaf, creates the leaf's children, and updates the numbers on the way back until a node's numbers do not
//! change. The next descent starts there. With a second level, another search below the leaf creates its
//! children. That search may create as many nodes as the main tree has.
//!
//! **Layout** All nodes are in one arena. The children of a node are adjacent. Nodes do not store positions:
//! the descent plays the moves again. The search reserves address space for its whole memory limit at the
//! start, and uses memory as it creates nodes.

use upstar_core::{Arena, Meter, Move, Player, SearchGame};

use super::{
    node::{NewNode, NodeFactory, Proof},
    search_graph::SearchGraph,
    selection_rule::SelectionRule,
};

/// A node. `best` is the index of the selected child. It is updated together with the numbers.
#[derive(Clone)]
pub struct Node<I> {
    pub info: I,
    /// The index of the first child; 0 if there is none.
    first: u32,
    /// The move that leads here.
    mv: Move,
    count: u16,
    best: u16,
    pub proof: Proof,
    pub mover: Player,
}

/// A tree, and the path to the current node.
pub struct Tree<'a, G: SearchGame, R: SelectionRule> {
    factory: &'a NodeFactory<'a, G, R>,
    nodes: Arena<Node<R::Info>>,
    /// Nodes and positions from the root to the current node.
    path: Vec<(u32, G::Position)>,
    /// Free blocks of child nodes, by size.
    free_blocks: Vec<Vec<u32>>,
    free_solved: bool,
    /// The nodes created so far, including those that were freed.
    pub created: u64,
    moves: Vec<Move>,
    scratch: Vec<Move>,
    infos: Vec<R::Info>,
}

impl<'a, G: SearchGame, R: SelectionRule> Tree<'a, G, R> {
    /// An empty tree that may use `max_bytes`.
    pub fn new(factory: &'a NodeFactory<'a, G, R>, max_bytes: usize, free_solved: bool) -> Self {
        Tree {
            factory,
            nodes: Arena::new(max_bytes),
            path: Vec::new(),
            free_blocks: Vec::new(),
            free_solved,
            created: 0,
            moves: Vec::new(),
            scratch: Vec::new(),
            infos: Vec::new(),
        }
    }

    /// The bytes of one node.
    pub const fn bytes_per_node() -> usize {
        size_of::<Node<R::Info>>()
    }

    /// The bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.nodes.bytes()
    }

    /// The root.
    pub fn root(&self) -> &Node<R::Info> {
        &self.nodes[0]
    }

    /// Clears the tree and creates a root.
    pub fn set_root(&mut self, position: &G::Position) {
        self.nodes.clear();
        self.path.clear();
        self.free_blocks.iter_mut().for_each(Vec::clear);
        let new_node = self.factory.new_root(position, &mut self.scratch);
        self.nodes.push(tree_node(new_node, Move(0)));
        self.created = 1;
        self.path.push((0, position.clone()));
    }

    /// Searches until the root is solved, `max_nodes` nodes are created, or the meter stops the search.
    /// Returns the number of expansions.
    pub fn search(
        &mut self,
        max_nodes: u64,
        meter: &mut Meter,
        mut second: Option<&mut Tree<'a, G, R>>,
        mut observe: impl FnMut(&Self, &Meter),
    ) -> u64 {
        let mut expansions = 0;
        while self.root().proof == Proof::Open && self.created < max_nodes {
            self.descend();
            let made = match &mut second {
                None => self.expand_leaf(),
                Some(second) => self.expand_leaf_by(second, meter),
            };
            let Some(made) = made else {
                meter.out_of_memory();
                return expansions;
            };
            if self.factory.game.has_failed() {
                meter.game_failed();
                return expansions;
            }
            expansions += 1;
            meter.expansions += 1;
            self.backpropagate();
            observe(self, meter);
            let bytes = self.bytes();
            self.factory.update_playouts(meter);
            if meter.count(made, self.factory.game, || bytes) {
                return expansions;
            }
        }
        expansions
    }

    /// Selects children down to a leaf.
    fn descend(&mut self) {
        loop {
            let (index, position) = &self.path[self.path.len() - 1];
            let node = &self.nodes[*index as usize];
            if node.count == 0 {
                return;
            }
            let child = node.first + u32::from(node.best);
            let mut position = position.clone();
            self.factory.game.play(&mut position, self.nodes[child as usize].mv);
            self.path.push((child, position));
        }
    }

    /// Creates the leaf's children. Returns their number, or none if the memory is full.
    fn expand_leaf(&mut self) -> Option<u64> {
        let (leaf, position) = self.path.last().cloned()?;
        debug_assert_eq!(self.nodes[leaf as usize].proof, Proof::Open, "a solved leaf");
        self.factory.list_moves(&position, &mut self.moves);
        let count = self.moves.len();
        let first = self.allocate(count)?;
        for i in 0..count {
            let mv = self.moves[i];
            let mut child = position.clone();
            self.factory.game.play(&mut child, mv);
            let new_node = self.factory.new_node(&child, &mut self.scratch);
            self.write_node(first + i, tree_node(new_node, mv));
        }
        self.attach_children(leaf, first, count);
        Some(count as u64)
    }

    /// Creates the leaf's children by a search below it. Returns the number of nodes created on both levels,
    /// or none if the memory is full.
    fn expand_leaf_by(&mut self, second: &mut Self, meter: &mut Meter) -> Option<u64> {
        let (leaf, position) = self.path.last().cloned()?;
        second.set_root(&position);
        let expansions = meter.expansions;
        second.search(self.created + 1, meter, None, |_, _| {});
        meter.expansions = expansions;
        let count = usize::from(second.root().count);
        if count == 0 {
            // The second level was stopped, or had no memory, before it created a child.
            return None;
        }
        let first = self.allocate(count)?;
        for i in 0..count {
            let child = &second.nodes[second.nodes[0].first as usize + i];
            let copy = Node { first: 0, count: 0, best: 0, ..child.clone() };
            self.write_node(first + i, copy);
        }
        self.attach_children(leaf, first, count);
        Some(count as u64)
    }

    /// The index of a block for `count` adjacent nodes; none if the memory is full.
    fn allocate(&mut self, count: usize) -> Option<usize> {
        if let Some(block) = self.free_blocks.get_mut(count).and_then(Vec::pop) {
            return Some(block as usize);
        }
        let first = self.nodes.len();
        (self.nodes.has_room(count) && count <= usize::from(u16::MAX)).then_some(first)
    }

    #[inline]
    fn write_node(&mut self, index: usize, node: Node<R::Info>) {
        if index < self.nodes.len() {
            self.nodes[index] = node;
        } else {
            self.nodes.push(node);
        }
    }

    fn attach_children(&mut self, leaf: u32, first: usize, count: usize) {
        let node = &mut self.nodes[leaf as usize];
        node.first = first as u32;
        node.count = count as u16;
        self.created += count as u64;
    }

    /// Updates numbers from the leaf upwards until a node does not change. The path then ends at that node.
    fn backpropagate(&mut self) {
        loop {
            let index = self.path[self.path.len() - 1].0 as usize;
            let changed = self.update(index);
            if self.free_solved && self.nodes[index].proof != Proof::Open && index != 0 {
                self.free_subtree(index);
            }
            if !changed || self.path.len() == 1 {
                return;
            }
            self.path.pop();
        }
    }

    /// Recomputes a node from its children. Returns whether anything changed.
    fn update(&mut self, index: usize) -> bool {
        let node = &self.nodes[index];
        let first = node.first as usize;
        let children = self.nodes[first..first + usize::from(node.count)].iter();
        let (proof, info, best) = self.factory.combine(
            node.mover,
            children.map(|c| (c.proof, c.mover, &c.info)),
            &mut self.infos,
        );
        let node = &mut self.nodes[index];
        let changed = node.info != info || node.proof != proof;
        node.info = info;
        node.proof = proof;
        node.best = best;
        changed
    }

    /// Frees the blocks below a solved node.
    fn free_subtree(&mut self, index: usize) {
        let mut waiting = vec![index];
        while let Some(index) = waiting.pop() {
            let node = &mut self.nodes[index];
            let (first, count) = (node.first, usize::from(node.count));
            if count == 0 {
                continue;
            }
            (node.first, node.count) = (0, 0);
            waiting.extend(first as usize..first as usize + count);
            if self.free_blocks.len() <= count {
                self.free_blocks.resize(count + 1, Vec::new());
            }
            self.free_blocks[count].push(first);
        }
    }

    /// The move to the selected child, which is the winning one if there is one.
    pub fn best_move(&self) -> Option<Move> {
        let root = self.root();
        (root.count > 0).then(|| self.nodes[root.first as usize + usize::from(root.best)].mv)
    }
}

fn tree_node<I>(node: NewNode<I>, mv: Move) -> Node<I> {
    let NewNode { mover, proof, info } = node;
    Node { info, first: 0, mv, count: 0, best: 0, proof, mover }
}

impl<G: SearchGame, R: SelectionRule> SearchGraph<R::Info> for Tree<'_, G, R> {
    fn node(&self, index: usize) -> (Proof, Player, &R::Info) {
        let node = &self.nodes[index];
        (node.proof, node.mover, &node.info)
    }

    fn children(&self, index: usize) -> Vec<(usize, Move)> {
        let node = &self.nodes[index];
        let first = node.first as usize;
        (first..first + usize::from(node.count)).map(|c| (c, self.nodes[c].mv)).collect()
    }
}
