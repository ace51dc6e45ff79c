//! A growing array that never moves in memory. It reserves address space for all items at once. The
//! system provides memory as the array fills.

/// An array with a fixed capacity.
pub struct Arena<T> {
    items: Vec<T>,
}

impl<T> Arena<T> {
    /// An array for as many items as fit into `max_bytes`, or for fewer if the system cannot
    /// reserve them.
    #[inline]
    pub fn new(max_bytes: usize) -> Arena<T> {
        let mut limit = (max_bytes / size_of::<T>()).clamp(1, u32::MAX as usize - 1);
        let mut items = Vec::new();
        while items.try_reserve_exact(limit).is_err() && limit > 1 {
            limit /= 2;
        }
        Arena { items }
    }

    /// Is there room for `count` more items?
    #[inline]
    pub fn has_room(&self, count: usize) -> bool {
        self.items.len() + count <= self.items.capacity()
    }

    /// Adds an item; there must be room.
    #[inline]
    pub fn push(&mut self, item: T) {
        debug_assert!(self.has_room(1), "the arena is full");
        self.items.push(item);
    }

    /// Removes all but the first `count` items.
    #[inline]
    pub fn truncate(&mut self, count: usize) {
        self.items.truncate(count);
    }

    /// Removes all items.
    #[inline]
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// The bytes in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.items.len() * size_of::<T>()
    }
}

impl<T> std::ops::Deref for Arena<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> std::ops::DerefMut for Arena<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

/// Prefetches memory that will be read soon, on processors that support it.
#[inline]
pub fn prefetch<T>(item: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: invariant: none; a prefetch has no visible effect, for any address. Test: `prefetching_any_address_is_harmless`.
    #[allow(unsafe_code)]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(item.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}

#[cfg(test)]
mod prefetch_tests {
    #[test]
    fn prefetching_any_address_is_harmless() {
        let item = 7_u64;
        super::prefetch(&raw const item);
        super::prefetch(std::ptr::null::<u64>());
        super::prefetch(usize::MAX as *const u64);
        assert_eq!(item, 7);
    }
}
