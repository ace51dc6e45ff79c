//! Memory for large tables. It is zeroed, aligned to a cache line and, from two megabytes on, in huge pages
//! if the system has them. A table is read at random addresses, so with small pages most reads would miss the
//! translation lookaside buffer.
//!
//! **Growth** From two megabytes on, the address space for the maximum size of a table is reserved at once.
//! The system maps zeroed memory when an address is first used. So a table doubles in place, without a copy.

use std::{
    alloc::{self, Layout},
    ops::{Deref, DerefMut},
    ptr::NonNull,
};

const CACHE_LINE: usize = 64;
const HUGE_PAGE: usize = 1 << 21;

/// An array of plain data, for which all-zero bytes are valid.
pub(super) struct Pages<T: Copy> {
    start: NonNull<T>,
    len: usize,
    /// The maximum number of items.
    max_len: usize,
    backing: Backing,
}

/// The origin of the memory.
#[derive(Clone, Copy)]
enum Backing {
    /// The allocator.
    Heap(Layout),
    /// Reserved address space of this many bytes. Only the used part is in memory.
    Reserved(usize),
}

// SAFETY: invariant: only this value owns the memory, as with a `Vec`. Test: `threads_read_whole_entries_of_their_own_keys` of `shared.rs`,
// under the thread sanitizer.
#[allow(unsafe_code)]
unsafe impl<T: Copy + Send> Send for Pages<T> {}
// SAFETY: likewise; shared access only reads.
#[allow(unsafe_code)]
unsafe impl<T: Copy + Sync> Sync for Pages<T> {}

impl<T: Copy> Pages<T> {
    /// `len` items (at least one) of zero bytes, which may grow to `max_len`. None if the memory cannot be
    /// allocated.
    pub fn zeroed(len: usize, max_len: usize) -> Option<Pages<T>> {
        let max_len = max_len.max(len);
        let bytes = len.checked_mul(size_of::<T>())?;
        let room = max_len.checked_mul(size_of::<T>())?;
        let reserved = if bytes < HUGE_PAGE { None } else { reserve(room) };
        let (start, backing) = match reserved {
            Some(start) => (start, Backing::Reserved(room)),
            None => {
                let layout = Layout::from_size_align(bytes, CACHE_LINE).ok()?;
                // SAFETY: invariant: the layout is not of size zero, because tables have at least one item.
                // Test: `doubling_keeps_the_old_half_and_zeroes_the_new_half`.
                #[allow(unsafe_code)]
                let start = NonNull::new(unsafe { alloc::alloc_zeroed(layout) })?;
                (start, Backing::Heap(layout))
            }
        };
        Some(Pages { start: start.cast(), len, max_len, backing })
    }

    /// Can it double in place?
    pub fn has_room(&self) -> bool {
        matches!(self.backing, Backing::Reserved(_)) && self.len * 2 <= self.max_len
    }

    /// Doubles it. The new half is zero. Returns false if the memory cannot be allocated.
    pub fn double(&mut self) -> bool {
        if self.has_room() {
            // The new half is still zero, because nothing was written there.
            self.len *= 2;
            return true;
        }
        let Some(mut larger) = Pages::zeroed(self.len * 2, self.max_len) else { return false };
        larger[..self.len].copy_from_slice(self);
        *self = larger;
        true
    }
}

/// Reserves address space for zero bytes, in huge pages if the system has them. None if the system returns an
/// error.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn reserve(bytes: usize) -> Option<NonNull<u8>> {
    let all = bytes.checked_add(HUGE_PAGE)?;
    let (access, kind) = (
        libc::PROT_READ | libc::PROT_WRITE,
        libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
    );
    // SAFETY: invariant: this is a new mapping of `all` bytes, and only parts of it at its ends are unmapped, so that it
    // begins at a huge page. Test: `doubling_keeps_the_old_half_and_zeroes_the_new_half`.
    unsafe {
        let mapping = libc::mmap(std::ptr::null_mut(), all, access, kind, -1, 0);
        if mapping == libc::MAP_FAILED {
            return None;
        }
        let before = mapping.cast::<u8>().align_offset(HUGE_PAGE);
        let start = mapping.byte_add(before);
        if before > 0 {
            libc::munmap(mapping, before);
        }
        if before < HUGE_PAGE {
            libc::munmap(start.byte_add(bytes), HUGE_PAGE - before);
        }
        // This is only advice: without huge pages the table is slower.
        libc::madvise(start, bytes, libc::MADV_HUGEPAGE);
        NonNull::new(start.cast())
    }
}

/// On this system address space cannot be reserved without memory.
#[cfg(not(target_os = "linux"))]
fn reserve(_bytes: usize) -> Option<NonNull<u8>> {
    None
}

impl<T: Copy> Drop for Pages<T> {
    fn drop(&mut self) {
        // SAFETY: invariant: `backing` has the layout or the size of the allocation, and nothing uses it afterwards.
        // Test: `doubling_keeps_the_old_half_and_zeroes_the_new_half`.
        #[allow(unsafe_code)]
        match self.backing {
            Backing::Heap(layout) => unsafe {
                alloc::dealloc(self.start.as_ptr().cast(), layout);
            },
            #[cfg(target_os = "linux")]
            Backing::Reserved(bytes) => unsafe {
                libc::munmap(self.start.as_ptr().cast(), bytes);
            },
            #[cfg(not(target_os = "linux"))]
            Backing::Reserved(_) => {}
        }
    }
}

impl<T: Copy> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: invariant: the memory has `len` items that were zeroed, which makes them valid.
        // Test: `doubling_keeps_the_old_half_and_zeroes_the_new_half`.
        #[allow(unsafe_code)]
        unsafe {
            std::slice::from_raw_parts(self.start.as_ptr(), self.len)
        }
    }
}

impl<T: Copy> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, and the borrow is unique.
        #[allow(unsafe_code)]
        unsafe {
            std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubling_keeps_the_old_half_and_zeroes_the_new_half() {
        // Doubles from the allocator to reserved memory, within it, and beyond it.
        let mut pages = Pages::<u64>::zeroed(1 << 15, 1 << 20).unwrap();
        while pages.len() < 1 << 21 {
            let before = pages.len();
            for (i, item) in pages.iter_mut().enumerate() {
                *item = i as u64 + 1;
            }
            assert!(pages.double());
            assert_eq!(pages.len(), 2 * before);
            let (old, new) = pages.split_at(before);
            assert!(old.iter().enumerate().all(|(i, &item)| item == i as u64 + 1));
            assert!(new.iter().all(|&item| item == 0));
            assert!(pages.as_ptr().addr().is_multiple_of(CACHE_LINE));
        }
    }
}
