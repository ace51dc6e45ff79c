//! Updates of a graph's nodes from their children.

use upstar_core::{Key, SearchGame, prefetch};

use super::{
    super::{node::Proof, selection_rule::SelectionRule},
    Dag, LISTED, NONE, Parent, QUEUED, UPDATED,
};

impl<G: SearchGame, R: SelectionRule, K: Key> Dag<'_, G, R, K> {
    /// Adds a parent to a node. Only used if all parents are updated.
    pub(super) fn add_parent(&mut self, child: u32, parent: u32) {
        if !self.all_parents {
            return;
        }
        let head = self.nodes[child as usize].parents;
        let head =
            if head == NONE || head & LISTED != 0 { head } else { self.push_parent(head, NONE) };
        self.nodes[child as usize].parents = self.push_parent(parent, head);
    }

    /// Adds a node to the linked lists of parents. Returns the value of the parent field for this list.
    fn push_parent(&mut self, node: u32, next: u32) -> u32 {
        self.parents.push(Parent { node, next });
        (self.parents.len() - 1) as u32 | LISTED
    }

    /// Computes a node's proof, numbers and best edge from its children.
    pub(super) fn recompute(&mut self, index: usize) -> (Proof, R::Info, u16) {
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
        self.factory.combine(node.mover(), children, &mut self.infos)
    }

    /// Updates a node. Returns whether it changed.
    fn update(&mut self, index: usize) -> bool {
        let (proof, info, best) = self.recompute(index);
        let node = &mut self.nodes[index];
        let changed = node.info != info || node.proof != proof;
        node.info = info;
        node.proof = proof;
        node.best = best;
        changed
    }

    /// Updates the path from its end to the root. All its numbers may be outdated.
    pub(super) fn update_path(&mut self) {
        loop {
            let index = self.path[self.path.len() - 1].0 as usize;
            self.update(index);
            if self.path.len() == 1 {
                return;
            }
            self.path.pop();
        }
    }

    /// Updates every ancestor of the path's end that changes, deepest first.
    pub(super) fn update_all(&mut self) {
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
        self.truncate_path();
    }

    /// Truncates the path at its highest updated node, where the next descent starts.
    fn truncate_path(&mut self) {
        let updated =
            |(number, _): &(u32, G::Position)| self.nodes[*number as usize].flags & UPDATED != 0;
        let highest = self.path.iter().position(updated).unwrap_or(0);
        self.path.truncate(highest + 1);
        // A solved node needs no search below it.
        while self.path.len() > 1
            && self.nodes[self.path[self.path.len() - 1].0 as usize].proof != Proof::Open
        {
            self.path.pop();
        }
        for number in self.updated.drain(..) {
            self.nodes[number as usize].flags &= !UPDATED;
        }
    }

    /// Queues a node for an update. Returns its depth.
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
}
