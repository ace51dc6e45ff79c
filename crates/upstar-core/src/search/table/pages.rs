//! Memory for large tables: zeroed, at the beginning of a cache line, and from two megabytes on in
//! huge pages where the system gives them. A table is read at random places, and with small
//! pages most reads would first have to find out where their page is.

use std::alloc::{self, Layout};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

const CACHE_LINE: usize = 64;
const HUGE_PAGE: usize = 1 << 21;

/// A fixed number of items that are plain data: all-zero bytes are one of them.
pub(super) struct Pages<T: Copy> {
    start: NonNull<T>,
    layout: Layout,
    len: usize,
}

// SAFETY: the memory belongs to this value alone, as that of a `Vec` does.
#[allow(unsafe_code)]
unsafe impl<T: Copy + Send> Send for Pages<T> {}
#[allow(unsafe_code)]
unsafe impl<T: Copy + Sync> Sync for Pages<T> {}

impl<T: Copy> Pages<T> {
    /// So many items, at least one, of zero bytes; none if the memory cannot be had.
    pub fn zeroed(len: usize) -> Option<Pages<T>> {
        let bytes = len.checked_mul(size_of::<T>())?;
        let align = if bytes < HUGE_PAGE { CACHE_LINE } else { HUGE_PAGE };
        let layout = Layout::from_size_align(bytes, align).ok()?;
        // SAFETY: the layout is not of size zero. What was allocated is written before it is read.
        #[allow(unsafe_code)]
        let start = unsafe {
            let start = NonNull::new(alloc::alloc(layout))?;
            #[cfg(target_os = "linux")]
            if align == HUGE_PAGE {
                // A wish: without it the table is slower.
                libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE);
            }
            start.write_bytes(0, bytes);
            start.cast()
        };
        Some(Pages { start, layout, len })
    }
}

impl<T: Copy> Drop for Pages<T> {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        #[allow(unsafe_code)]
        unsafe {
            alloc::dealloc(self.start.as_ptr().cast(), self.layout);
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
