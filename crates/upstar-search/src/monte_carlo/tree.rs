//! The tree: all nodes in one array, siblings adjacent, children after their parents. Freed nodes become
//! garbage. The tree is compacted when there is enough garbage or the memory is full.

use upstar_core::{Arena, Bounds, Move};

use super::node::Node;

/// All-moves-as-first statistics of a node's move, at its parent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amaf {
    pub visits: f32,
    /// The sum of values, from Left's point of view.
    pub sum: f32,
}

impl Amaf {
    /// The mean of the values; one half if there are none.
    #[inline]
    pub fn mean(self) -> f64 {
        if self.visits == 0.0 { 0.5 } else { f64::from(self.sum / self.visits) }
    }

    /// Adds a value.
    #[inline]
    pub fn add(&mut self, value: f32) {
        self.visits += 1.0;
        self.sum += value;
    }
}

/// The tree is not compacted if it has less garbage than this many nodes.
const MIN_GARBAGE: usize = 1 << 16;

/// The nodes. The root is the first.
pub struct Tree {
    pub nodes: Arena<Node>,
    /// One entry for each node, if the search uses AMAF.
    pub amaf: Arena<Amaf>,
    has_amaf: bool,
    garbage: usize,
    /// The number of nodes that were freed because the memory was full.
    pub recycled: u64,
}

/// Adjacent siblings, and their parent.
struct Block {
    first: usize,
    count: usize,
    parent: usize,
    /// The new index of the first of them.
    moved: usize,
}

impl Tree {
    /// An empty tree that may use `max_bytes`.
    pub fn new(max_bytes: usize, has_amaf: bool) -> Tree {
        let (node, amaf) = (size_of::<Node>(), size_of::<Amaf>());
        let max_nodes = max_bytes / if has_amaf { node + amaf } else { node };
        Tree {
            nodes: Arena::new(max_nodes * node),
            amaf: Arena::new(if has_amaf { max_nodes.max(1) * amaf } else { 0 }),
            has_amaf,
            garbage: 0,
            recycled: 0,
        }
    }

    /// Clears the tree and sets its root.
    pub fn set_root(&mut self, root: Node) {
        self.nodes.clear();
        self.amaf.clear();
        self.garbage = 0;
        self.push(root);
    }

    /// The bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.nodes.bytes() + if self.has_amaf { self.amaf.bytes() } else { 0 }
    }

    /// The bytes of one node.
    pub fn bytes_per_node(&self) -> usize {
        size_of::<Node>() + if self.has_amaf { size_of::<Amaf>() } else { 0 }
    }

    fn push(&mut self, node: Node) {
        self.nodes.push(node);
        if self.has_amaf {
            self.amaf.push(Amaf::default());
        }
    }

    /// Allocates the children of a leaf. Returns false if the memory is full.
    pub fn add_children(&mut self, leaf: usize, moves: &[Move], full: Bounds) -> bool {
        let count = moves.len();
        let has_room = self.nodes.has_room(count) && (!self.has_amaf || self.amaf.has_room(count));
        let (Ok(small), true) = (u16::try_from(count), has_room) else { return false };
        let first = self.nodes.len();
        for &mv in moves {
            self.push(Node::untried(mv, full));
        }
        let node = &mut self.nodes[leaf];
        (node.first, node.count, node.tried_count) = (first as u32, small, 0);
        true
    }

    /// Moves an untried child to the first place of the untried ones. Returns its index.
    pub fn bring_forward(&mut self, parent: usize, child: usize) -> usize {
        let place = self.nodes[parent].tried().end;
        self.nodes.swap(child, place);
        if self.has_amaf {
            self.amaf.swap(child, place);
        }
        self.nodes[parent].tried_count += 1;
        place
    }

    /// Frees the subtree below a node.
    pub fn free_subtree(&mut self, index: usize) {
        let mut waiting = vec![index];
        while let Some(index) = waiting.pop() {
            let node = &mut self.nodes[index];
            let children = node.children();
            if children.is_empty() {
                continue;
            }
            (node.count, node.tried_count) = (0, 0);
            self.garbage += children.len();
            waiting.extend(children);
        }
    }

    /// Is there so much garbage that compaction saves time?
    #[inline]
    pub fn needs_compaction(&self) -> bool {
        self.garbage > MIN_GARBAGE && self.garbage > self.nodes.len() / 2
    }

    /// Frees memory: removes the garbage and, if that is less than half of all nodes, the subtrees with the
    /// fewest visits. Returns false if nothing was freed.
    pub fn recycle(&mut self) -> bool {
        let before = self.nodes.len();
        if self.garbage < before / 2 {
            self.drop_least_visited(before / 2 - self.garbage);
        }
        self.compact();
        self.nodes.len() < before
    }

    /// Turns the nodes with the fewest visits back into leaves until `wanted` nodes are garbage. Their proved
    /// bounds are kept.
    fn drop_least_visited(&mut self, wanted: usize) {
        let mut grown: Vec<(u32, u16)> = Vec::new();
        for block in &self.blocks() {
            for node in &self.nodes[block.first..block.first + block.count] {
                if node.count > 0 {
                    grown.push((node.visits, node.count));
                }
            }
        }
        grown.sort_unstable();
        let mut sum = 0;
        let enough = grown.iter().find(|(_, count)| {
            sum += usize::from(*count);
            sum >= wanted
        });
        let Some(&(most, _)) = enough.or(grown.last()) else { return };
        for block in self.blocks() {
            for index in block.first..block.first + block.count {
                if self.nodes[index].count > 0 && self.nodes[index].visits <= most {
                    let before = self.garbage;
                    self.free_subtree(index);
                    self.recycled += (self.garbage - before) as u64;
                }
            }
        }
    }

    /// All blocks of siblings in use, in the order of their indices.
    fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut waiting = vec![0];
        while let Some(parent) = waiting.pop() {
            let children = self.nodes[parent].children();
            if children.is_empty() {
                continue;
            }
            let (first, count) = (children.start, children.len());
            blocks.push(Block { first, count, parent, moved: 0 });
            waiting.extend(children.filter(|&child| self.nodes[child].count > 0));
        }
        blocks.sort_unstable_by_key(|block| block.first);
        blocks
    }

    /// Moves the nodes in use together. Children come after their parents, so a parent always moves before
    /// its children.
    pub fn compact(&mut self) {
        let mut blocks = self.blocks();
        let mut next = 1;
        for i in 0..blocks.len() {
            let Block { first, count, parent, .. } = blocks[i];
            let parent = match parent {
                0 => 0,
                _ => {
                    let at = blocks[..i].partition_point(|block| block.first <= parent) - 1;
                    blocks[at].moved + (parent - blocks[at].first)
                }
            };
            for offset in 0..count {
                self.nodes.swap(next + offset, first + offset);
                if self.has_amaf {
                    self.amaf.swap(next + offset, first + offset);
                }
            }
            self.nodes[parent].first = next as u32;
            blocks[i].moved = next;
            next += count;
        }
        self.nodes.truncate(next);
        if self.has_amaf {
            self.amaf.truncate(next);
        }
        self.garbage = 0;
    }

    /// Makes a child of the root the new root.
    pub fn promote(&mut self, child: usize) {
        self.nodes[0] = self.nodes[child].clone();
        self.compact();
    }
}
