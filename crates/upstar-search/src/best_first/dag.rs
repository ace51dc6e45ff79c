//! The best-first engine on a graph in which transpositions are one node.
//!
//! **Idea** As on a tree, but a new child that is already known, by exact key and player to
//! move, is shared. When a node changes, either all its parents are brought up to date, deepest
//! first (`update=all`), or only those on the way down (`update=path`).
//!
//! **Guarantee** proofs only travel from finished games upwards, and a node's proof never
//! changes once it is made, so the order of updates matters for speed only. The game has no
//! cycles, so every wave of updates ends.
//!
//! **The next descent** With `update=all`, nodes above the highest node of the path that was
//! recomputed have the same numbers and the same children as before, so the next descent takes
//! the same way down to it and may start there: the same as starting at the root, at less cost.
//!
//! **Layout** per node the numbers, where its edges begin, and its first parent; further parents
//! in a linked list; keys and edges in arenas of their own; an index of node numbers by hash.
//!
//! **Reference** Schijf, Allis and Uiterwijk, *Proof-number search and transpositions*, 1994.

use upstar_core::{Arena, Key, Meter, Move, Player, SearchGame, prefetch};

use super::{
    node::{Birth, Nursery, Proof},
    rules::Rules,
    walk::Grown,
};

/// Nobody.
const NONE: u32 = u32::MAX;
/// A parent field with this bit is a place in the list of further parents.
const LISTED: u32 = 1 << 31;

/// A node. `best` is the number of the edge to follow.
#[derive(Clone)]
pub struct Node<I> {
    pub info: I,
    /// The first edge.
    edges: u32,
    /// The only parent, or a place in the list of parents.
    parents: u32,
    count: u16,
    best: u16,
    /// Moves from the root, by the way on which it was met first.
    depth: u16,
    pub proof: Proof,
    flags: u8,
}

/// Right moves here.
const RIGHT: u8 = 1;
/// Waits to be brought up to date.
const QUEUED: u8 = 2;
/// Was brought up to date in this wave.
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

/// A graph and the way down to the node at work.
pub struct Dag<'a, G: SearchGame, R: Rules, K: Key> {
    nursery: &'a Nursery<'a, G, R>,
    key: fn(&G, &G::Position) -> K,
    all_parents: bool,
    max_bytes: usize,
    nodes: Arena<Node<R::Info>>,
    keys: Arena<K>,
    edges: Arena<Edge>,
    parents: Arena<Parent>,
    /// Node numbers by hash, open addressing; `NONE` where free.
    index: Vec<u32>,
    path: Vec<(u32, G::Position)>,
    /// A position came back on the way down: the game is not one for graphs.
    pub repeats: bool,
    /// Nodes to bring up to date, by depth.
    queue: Vec<Vec<u32>>,
    updated: Vec<u32>,
    moves: Vec<Move>,
    scratch: Vec<Move>,
    infos: Vec<R::Info>,
}

impl<'a, G: SearchGame, R: Rules, K: Key> Dag<'a, G, R, K> {
    /// The graph of a root alone.
    pub fn new(
        nursery: &'a Nursery<'a, G, R>,
        key: fn(&G, &G::Position) -> K,
        all_parents: bool,
        max_bytes: usize,
        root: &G::Position,
    ) -> Self {
        // A node has a key, an edge that leads to it, and a place in the index; the address space
        // reserved is not much more than what may be used.
        let per_node =
            size_of::<Node<R::Info>>() + size_of::<K>() + size_of::<Edge>() + size_of::<u32>();
        let most = max_bytes / per_node;
        let mut dag = Dag {
            nursery,
            key,
            all_parents,
            max_bytes,
            nodes: Arena::new(most * size_of::<Node<R::Info>>()),
            keys: Arena::new(most * size_of::<K>()),
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
        let birth = nursery.birth_of_root(root, &mut dag.scratch);
        let key = key(nursery.game, root);
        let slot = dag.find(&key, birth.mover).unwrap_or_else(|free| free);
        dag.insert(slot, key, birth, NONE, 0);
        dag.path.push((0, root.clone()));
        dag
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.nodes.bytes()
            + self.keys.bytes()
            + self.edges.bytes()
            + self.parents.bytes()
            + self.index.len() * size_of::<u32>()
    }

    /// How many nodes there are.
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

    /// Searches until the root is solved or the meter says stop.
    pub fn grow(&mut self, meter: &mut Meter, mut watch: impl FnMut(&Self, &Meter)) {
        while self.root().proof == Proof::Open {
            let at_leaf = self.descend();
            let mut made = 0;
            if at_leaf {
                let before = self.nodes.len();
                if !self.extend() {
                    if self.repeats {
                        meter.game_failed();
                    } else {
                        meter.out_of_memory();
                    }
                    return;
                }
                if self.nursery.game.has_failed() {
                    // Moves that failed lead nowhere: the graph is no graph of the game any more.
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
            watch(self, meter);
            let bytes = self.bytes();
            self.nursery.tell_playouts(meter);
            if meter.count(made, self.nursery.game, || bytes) {
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

    /// Follows the most promising children; true at a leaf, false at a node that its children
    /// have solved by other ways (`update=path` only).
    fn descend(&mut self) -> bool {
        loop {
            let (index, position) = &self.path[self.path.len() - 1];
            let index = *index as usize;
            if self.nodes[index].count == 0 || self.nursery.game.has_failed() {
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
            self.nursery.game.play(&mut position, edge.mv);
            self.path.push((edge.child, position));
        }
    }

    /// Creates or finds the leaf's children; false if memory cannot be had.
    fn extend(&mut self) -> bool {
        let (leaf, position) = self.path[self.path.len() - 1].clone();
        self.moves.clear();
        self.nursery.game.expand(&position, &mut self.moves);
        if !self.has_room(self.moves.len()) {
            return false;
        }
        let first = self.edges.len();
        let depth = self.nodes[leaf as usize].depth.saturating_add(1);
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            let mut child = position.clone();
            self.nursery.game.play(&mut child, mv);
            let key = (self.key)(self.nursery.game, &child);
            let mover = self.nursery.game.to_move(&child);
            let child = match self.find(&key, mover) {
                Ok(slot) => {
                    let known = self.index[slot];
                    // Two moves to the same position count once.
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
                    let birth = self.nursery.birth(&child, &mut self.scratch);
                    let Some(number) = self.insert(slot, key, birth, leaf, depth) else {
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

    /// The slot of a known node, or the free one where it would go.
    #[inline]
    fn find(&self, key: &K, mover: Player) -> Result<usize, usize> {
        let mask = self.index.len() - 1;
        let mut slot = (key.hash64() as usize ^ mover.index()) & mask;
        loop {
            let number = self.index[slot];
            if number == NONE {
                return Err(slot);
            }
            let known = number as usize;
            if self.keys[known] == *key && self.nodes[known].mover() == mover {
                return Ok(slot);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// A new node in a free slot; none if memory cannot be had.
    fn insert(
        &mut self,
        slot: usize,
        key: K,
        birth: Birth<R::Info>,
        parent: u32,
        depth: u16,
    ) -> Option<u32> {
        let number = self.nodes.len() as u32;
        self.index[slot] = number;
        self.keys.push(key);
        self.nodes.push(Node {
            info: birth.info,
            edges: 0,
            parents: parent,
            count: 0,
            best: 0,
            depth,
            proof: birth.proof,
            flags: birth.mover.index() as u8,
        });
        if self.nodes.len() * 4 > self.index.len() * 3 && !self.grow_index() {
            return None;
        }
        Some(number)
    }

    /// Doubles the index; false if memory cannot be had.
    fn grow_index(&mut self) -> bool {
        let size = self.index.len() * 2;
        let mut index = Vec::new();
        if self.bytes() + size * size_of::<u32>() > self.max_bytes
            || index.try_reserve_exact(size).is_err()
        {
            return false;
        }
        index.resize(size, NONE);
        for (number, key) in self.keys.iter().enumerate() {
            let mover = self.nodes[number].mover();
            let mut slot = (key.hash64() as usize ^ mover.index()) & (size - 1);
            while index[slot] != NONE {
                slot = (slot + 1) & (size - 1);
            }
            index[slot] = number as u32;
        }
        self.index = index;
        true
    }

    fn add_parent(&mut self, child: u32, parent: u32) {
        if !self.all_parents {
            return;
        }
        let head = self.nodes[child as usize].parents;
        let head = if head == NONE || head & LISTED != 0 { head } else { self.list(head, NONE) };
        self.nodes[child as usize].parents = self.list(parent, head);
    }

    fn list(&mut self, node: u32, next: u32) -> u32 {
        self.parents.push(Parent { node, next });
        (self.parents.len() - 1) as u32 | LISTED
    }

    /// A node's proof, numbers and best edge, from its children.
    fn recompute(&mut self, index: usize) -> (Proof, R::Info, u16) {
        let node = &self.nodes[index];
        let first = node.edges as usize;
        let edges = &self.edges[first..first + usize::from(node.count)];
        for edge in edges {
            prefetch(&raw const self.nodes[edge.child as usize]);
        }
        let children = edges.iter().map(|edge| {
            let child = &self.nodes[edge.child as usize];
            (child.proof, child.mover(), &child.info)
        });
        self.nursery.combine(node.mover(), children, &mut self.infos)
    }

    /// Brings a node up to date; did anything change?
    fn update(&mut self, index: usize) -> bool {
        let (proof, info, best) = self.recompute(index);
        let node = &mut self.nodes[index];
        let changed = node.info != info || node.proof != proof;
        node.info = info;
        node.proof = proof;
        node.best = best;
        changed
    }

    /// Brings the path up to date from its end to the root, whose numbers may be stale anywhere.
    fn update_path(&mut self) {
        loop {
            let index = self.path[self.path.len() - 1].0 as usize;
            self.update(index);
            if self.path.len() == 1 {
                return;
            }
            self.path.pop();
        }
    }

    /// Brings every node above the path's end up to date, deepest first.
    fn update_all(&mut self) {
        let leaf = self.path[self.path.len() - 1].0;
        let mut deepest = self.enqueue(leaf);
        loop {
            let Some(number) = self.queue[deepest].pop() else {
                if deepest == 0 {
                    break;
                }
                deepest -= 1;
                continue;
            };
            let index = number as usize;
            self.nodes[index].flags &= !QUEUED;
            if self.nodes[index].flags & UPDATED == 0 {
                self.nodes[index].flags |= UPDATED;
                self.updated.push(number);
            }
            if self.nodes[index].proof != Proof::Open || !self.update(index) {
                continue;
            }
            let mut next = self.nodes[index].parents;
            while next != NONE {
                let parent = if next & LISTED == 0 {
                    std::mem::replace(&mut next, NONE)
                } else {
                    let entry = self.parents[(next & !LISTED) as usize];
                    next = entry.next;
                    entry.node
                };
                let node = &self.nodes[parent as usize];
                if node.flags & QUEUED == 0 && node.proof == Proof::Open {
                    deepest = deepest.max(self.enqueue(parent));
                }
            }
        }
        let updated =
            |(number, _): &(u32, G::Position)| self.nodes[*number as usize].flags & UPDATED != 0;
        let highest = self.path.iter().position(updated).unwrap_or(0);
        self.path.truncate(highest + 1);
        // A solved node has nothing below it to search: go on above it.
        while self.path.len() > 1
            && self.nodes[self.path[self.path.len() - 1].0 as usize].proof != Proof::Open
        {
            self.path.pop();
        }
        for number in self.updated.drain(..) {
            self.nodes[number as usize].flags &= !UPDATED;
        }
    }

    /// Has a node brought up to date later; its depth.
    fn enqueue(&mut self, number: u32) -> usize {
        let node = &mut self.nodes[number as usize];
        node.flags |= QUEUED;
        let depth = usize::from(node.depth);
        if self.queue.len() <= depth {
            self.queue.resize(depth + 1, Vec::new());
        }
        self.queue[depth].push(number);
        depth
    }

    /// The child to follow, or the winning one.
    pub fn best_move(&self) -> Option<Move> {
        let root = self.root();
        self.edges_of(root).get(usize::from(root.best)).map(|edge| edge.mv)
    }
}

impl<G: SearchGame, R: Rules, K: Key> Grown<R::Info> for Dag<'_, G, R, K> {
    fn look(&self, index: usize) -> (Proof, Player, &R::Info) {
        let node = &self.nodes[index];
        (node.proof, node.mover(), &node.info)
    }

    fn children(&self, index: usize) -> Vec<(usize, Move)> {
        self.edges_of(&self.nodes[index]).iter().map(|e| (e.child as usize, e.mv)).collect()
    }
}
