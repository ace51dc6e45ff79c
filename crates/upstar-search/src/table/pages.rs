//! Memory for large tables: zeroed, at the beginning of a cache line, and from two megabytes on in
//! huge pages where the system gives them. A table is read at random places, and with small
//! pages most reads would first have to find out where their page is.
//!
//! **Growing** From two megabytes on, addresses for all that a table may ever hold are reserved at once;
//! the system gives memory to them as they are first used, zeroed. So a table doubles where it is, and
//! nothing has to be copied or to be in memory twice.

use std::{
    alloc::{self, Layout},
    ops::{Deref, DerefMut},
    ptr::NonNull,
};

const CACHE_LINE: usize = 64;
const HUGE_PAGE: usize = 1 << 21;

/// A number of items that are plain data: all-zero bytes are one of them.
pub(super) struct Pages<T: Copy> {
    start: NonNull<T>,
    len: usize,
    /// How many there may ever be.
    most: usize,
    home: Home,
}

/// Whose memory it is.
#[derive(Clone, Copy)]
enum Home {
    /// The allocator's.
    Heap(Layout),
    /// Addresses of the system's for so many bytes, of which those used so far are in memory.
    Reserved(usize),
}

// SAFETY: the memory belongs to this value alone, as that of a `Vec` does.
#[allow(unsafe_code)]
unsafe impl<T: Copy + Send> Send for Pages<T> {}
#[allow(unsafe_code)]
unsafe impl<T: Copy + Sync> Sync for Pages<T> {}

impl<T: Copy> Pages<T> {
    /// So many items, at least one, of zero bytes, which may become `most`; none if the memory cannot be
    /// had.
    pub fn zeroed(len: usize, most: usize) -> Option<Pages<T>> {
        let most = most.max(len);
        let bytes = len.checked_mul(size_of::<T>())?;
        let room = most.checked_mul(size_of::<T>())?;
        let reserved = if bytes < HUGE_PAGE { None } else { reserve(room) };
        let (start, home) = match reserved {
            Some(start) => (start, Home::Reserved(room)),
            None => {
                let layout = Layout::from_size_align(bytes, CACHE_LINE).ok()?;
                // SAFETY: the layout is not of size zero.
                #[allow(unsafe_code)]
                let start = NonNull::new(unsafe { alloc::alloc_zeroed(layout) })?;
                (start, Home::Heap(layout))
            }
        };
        Some(Pages { start: start.cast(), len, most, home })
    }

    /// Does it double where it is?
    pub fn has_room(&self) -> bool {
        matches!(self.home, Home::Reserved(_)) && self.len * 2 <= self.most
    }

    /// Doubles it; the new half is of zero bytes. False if the memory cannot be had.
    pub fn double(&mut self) -> bool {
        if self.has_room() {
            // Nobody has written there yet.
            self.len *= 2;
            return true;
        }
        let Some(mut larger) = Pages::zeroed(self.len * 2, self.most) else { return false };
        larger[..self.len].copy_from_slice(self);
        *self = larger;
        true
    }
}

/// Addresses for so many bytes, zero when they are read first, in huge pages if the system likes; none if it
/// cannot be had.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn reserve(bytes: usize) -> Option<NonNull<u8>> {
    let all = bytes.checked_add(HUGE_PAGE)?;
    let (access, kind) = (
        libc::PROT_READ | libc::PROT_WRITE,
        libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
    );
    // SAFETY: a new mapping, of which the ends are given back so that it begins with a huge page.
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
        // A wish: without it the table is slower.
        libc::madvise(start, bytes, libc::MADV_HUGEPAGE);
        NonNull::new(start.cast())
    }
}

/// No addresses without memory here.
#[cfg(not(target_os = "linux"))]
fn reserve(_bytes: usize) -> Option<NonNull<u8>> {
    None
}

impl<T: Copy> Drop for Pages<T> {
    fn drop(&mut self) {
        // SAFETY: taken so.
        #[allow(unsafe_code)]
        match self.home {
            Home::Heap(layout) => unsafe {
                alloc::dealloc(self.start.as_ptr().cast(), layout);
            },
            #[cfg(target_os = "linux")]
            Home::Reserved(bytes) => unsafe {
                libc::munmap(self.start.as_ptr().cast(), bytes);
            },
            #[cfg(not(target_os = "linux"))]
            Home::Reserved(_) => {}
        }
    }
}

impl<T: Copy> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `len` items that were zeroed, which makes them valid.
        #[allow(unsafe_code)]
        unsafe {
            std::slice::from_raw_parts(self.start.as_ptr(), self.len)
        }
    }
}

impl<T: Copy> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the borrow is unique.
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
    fn a_half_stays_and_a_half_is_zero() {
        // From the allocator's memory to the system's, within it, and past what was reserved.
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
