//! The table of a search, which may be shared with other threads.

use std::sync::Arc;

use upstar_core::{Key, Player};

use super::{Pack, SharedTable, Table};

/// A table of one thread, or one that several threads share.
pub enum SearchTable<K: Key, V> {
    /// For one thread.
    Own(Table<K, V>),
    /// For several threads.
    Shared(Arc<SharedTable<K, V>>),
}

/// Evaluates the same expression for both kinds of tables.
macro_rules! on_table {
    ($self:expr, $table:ident => $result:expr) => {
        match $self {
            SearchTable::Own($table) => $result,
            SearchTable::Shared($table) => $result,
        }
    };
}

impl<K: Key, V: Pack> SearchTable<K, V> {
    /// The entry of a position.
    #[inline]
    pub fn get(&self, key: &K, player: Player) -> Option<V> {
        on_table!(self, table => table.get(key, player))
    }

    /// The entry of a position, and the approximate number of nodes of its search.
    #[inline]
    pub fn get_with_work(&self, key: &K, player: Player) -> Option<(V, u64)> {
        on_table!(self, table => table.get_with_work(key, player))
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub fn prefetch(&self, key: &K, player: Player) {
        on_table!(self, table => table.prefetch(key, player));
    }

    /// See [`Table::set_puts_per_slot_to_grow`].
    #[inline]
    pub fn set_puts_per_slot_to_grow(&mut self, puts: u64) {
        on_table!(self, table => table.set_puts_per_slot_to_grow(puts));
    }

    /// Stores the entry of a position, found with `nodes` nodes of work.
    #[inline]
    pub fn put(&mut self, key: K, player: Player, entry: V, nodes: u64) {
        on_table!(self, table => table.put(key, player, entry, nodes));
    }

    /// Keeps only the entries for which `keep` is true.
    pub fn retain(&mut self, keep: &dyn Fn(V) -> bool) {
        on_table!(self, table => table.retain(keep));
    }

    /// The number of entries that were collected or replaced by entries of other positions.
    #[inline]
    pub fn lost(&self) -> u64 {
        on_table!(self, table => table.lost())
    }

    /// The number of collections.
    pub fn collections(&self) -> u64 {
        on_table!(self, table => table.collections())
    }

    /// Calls `visit` for every entry with the key and the word of its slot.
    pub fn for_each(&self, visit: &mut dyn FnMut(&K, u64)) {
        on_table!(self, table => table.for_each(visit));
    }

    /// Stores an entry that [`for_each`](SearchTable::for_each) has returned.
    pub fn restore(&mut self, key: K, word: u64) {
        on_table!(self, table => table.restore(key, word));
    }

    /// The bytes of memory in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        on_table!(self, table => table.bytes())
    }

    /// The bytes of one slot.
    pub fn bytes_per_entry(&self) -> usize {
        on_table!(self, table => table.bytes_per_entry())
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        on_table!(self, table => table.len())
    }

    /// Is there no entry?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
