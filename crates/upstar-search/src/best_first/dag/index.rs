//! The index of a graph's nodes: a hash table with open addressing, by key and player to move.

use upstar_core::{Key, Player, SearchGame};

use super::{
    super::{node::NewNode, selection_rule::SelectionRule},
    Dag, NONE, Node,
};

impl<G: SearchGame, R: SelectionRule, K: Key> Dag<'_, G, R, K> {
    /// The slot of a stored node, or the free slot for it.
    #[inline]
    pub(super) fn find(&self, key: &K, mover: Player) -> Result<usize, usize> {
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

    /// Creates a node in a free slot; none if the memory is full.
    pub(super) fn insert(
        &mut self,
        slot: usize,
        key: K,
        new_node: NewNode<R::Info>,
        parent: u32,
        depth: u16,
    ) -> Option<u32> {
        let number = self.nodes.len() as u32;
        self.index[slot] = number;
        self.keys.push(key);
        self.nodes.push(Node {
            info: new_node.info,
            edges: 0,
            parents: parent,
            count: 0,
            best: 0,
            depth,
            proof: new_node.proof,
            flags: new_node.mover.index() as u8,
        });
        if self.nodes.len() * 4 > self.index.len() * 3 && !self.grow_index() {
            return None;
        }
        Some(number)
    }

    /// Doubles the index; false if the memory is full.
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
}
