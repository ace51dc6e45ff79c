//! One position type for all games.
//!
//! ```text
//! byte 0..55   the position itself; or, if it is larger or needs a wider alignment, a box of it
//!      56..63  its vtable: the type, how to clone it, how to drop it
//! ```
//! The type id of the vtable is checked before the bytes are read. So a position of another game
//! causes a panic and never undefined behaviour.

use std::{any::TypeId, mem::MaybeUninit};

/// The size of the largest position that needs no box.
const INLINE_BYTES: usize = 56;
const INLINE_ALIGN: usize = 16;

/// A type-erased position.
#[repr(C, align(16))]
pub struct ErasedPosition {
    data: MaybeUninit<[u8; INLINE_BYTES]>,
    vtable: &'static VTable,
}

/// The functions of a type of positions.
struct VTable {
    type_id: TypeId,
    /// Clones the value at the first address into the second; `None` if copying the bytes is
    /// enough.
    clone: Option<unsafe fn(*const u8, *mut u8)>,
    /// Drops the value; `None` if there is nothing to do.
    drop: Option<unsafe fn(*mut u8)>,
}

/// A type of positions, with its functions.
trait PositionType: Sized {
    const VTABLE: VTable;
    const FITS: bool;
}

impl<P: Clone + Send + Sync + 'static> PositionType for P {
    const FITS: bool = size_of::<P>() <= INLINE_BYTES && align_of::<P>() <= INLINE_ALIGN;
    const VTABLE: VTable = VTable {
        type_id: TypeId::of::<P>(),
        clone: match (Self::FITS, std::mem::needs_drop::<P>()) {
            (true, false) => None,
            (true, true) => Some(clone::<P>),
            (false, _) => Some(clone::<Box<P>>),
        },
        drop: match (Self::FITS, std::mem::needs_drop::<P>()) {
            (true, false) => None,
            (true, true) => Some(drop::<P>),
            (false, _) => Some(drop::<Box<P>>),
        },
    };
}

/// # Safety
/// `from` holds a `T`, and `to` has room for one.
#[allow(unsafe_code)]
unsafe fn clone<T: Clone>(from: *const u8, to: *mut u8) {
    // SAFETY: invariant: the caller guarantees it. Both addresses are aligned for every T that is stored
    // inline. Test: `small_large_and_owning_positions_survive`.
    unsafe { to.cast::<T>().write((*from.cast::<T>()).clone()) }
}

/// # Safety
/// `place` holds a `T` that is not used afterwards.
#[allow(unsafe_code)]
unsafe fn drop<T>(place: *mut u8) {
    // SAFETY: invariant: the caller guarantees it. Test: `the_contents_of_a_position_are_dropped_once`.
    unsafe { place.cast::<T>().drop_in_place() }
}

// SAFETY: invariant: every position in it is `Send` and `Sync`, because `new` requires it.
#[allow(unsafe_code)]
unsafe impl Send for ErasedPosition {}
// SAFETY: likewise.
#[allow(unsafe_code)]
unsafe impl Sync for ErasedPosition {}

impl ErasedPosition {
    /// Erases the type of a position.
    #[inline]
    #[allow(unsafe_code)]
    pub fn new<P: Clone + Send + Sync + 'static>(position: P) -> ErasedPosition {
        let mut erased = ErasedPosition { data: MaybeUninit::uninit(), vtable: &P::VTABLE };
        let place = erased.data.as_mut_ptr().cast::<u8>();
        // SAFETY: invariant: if `FITS` is true, the buffer is large enough and aligned for a P. It always is
        // for a box. The vtable belongs to P, so the same type is read and dropped. Test: `small_large_and_owning_positions_survive`.
        unsafe {
            if P::FITS {
                place.cast::<P>().write(position);
            } else {
                place.cast::<Box<P>>().write(Box::new(position));
            }
        }
        erased
    }

    #[inline]
    fn check<P: Clone + Send + Sync + 'static>(&self) {
        assert!(self.vtable.type_id == TypeId::of::<P>(), "a position of another game");
    }

    /// The position, if this is its type.
    ///
    /// # Panics
    /// If it is not.
    #[inline]
    #[allow(unsafe_code)]
    pub fn get<P: Clone + Send + Sync + 'static>(&self) -> &P {
        self.check::<P>();
        let place = self.data.as_ptr().cast::<u8>();
        // SAFETY: invariant: the type id is that of P, so `new` stored a P or a box of it.
        // Test: `a_position_of_another_type_is_rejected`.
        unsafe { if P::FITS { &*place.cast::<P>() } else { (*place.cast::<Box<P>>()).as_ref() } }
    }

    /// The position, to be changed, if this is its type.
    ///
    /// # Panics
    /// If it is not.
    #[inline]
    #[allow(unsafe_code)]
    pub fn get_mut<P: Clone + Send + Sync + 'static>(&mut self) -> &mut P {
        self.check::<P>();
        let place = self.data.as_mut_ptr().cast::<u8>();
        // SAFETY: as in `get`.
        unsafe {
            if P::FITS { &mut *place.cast::<P>() } else { (*place.cast::<Box<P>>()).as_mut() }
        }
    }
}

impl Clone for ErasedPosition {
    #[inline]
    #[allow(unsafe_code)]
    fn clone(&self) -> ErasedPosition {
        let mut copy = ErasedPosition { data: self.data, vtable: self.vtable };
        if let Some(clone) = self.vtable.clone {
            // SAFETY: invariant: the function belongs to the type that is stored here. Until it returns, the
            // copy is incomplete and must not be dropped. Test: `the_contents_of_a_position_are_dropped_once`.
            let mut whole = std::mem::ManuallyDrop::new(copy);
            unsafe { clone(self.data.as_ptr().cast(), whole.data.as_mut_ptr().cast()) };
            copy = std::mem::ManuallyDrop::into_inner(whole);
        }
        copy
    }
}

impl Drop for ErasedPosition {
    #[inline]
    #[allow(unsafe_code)]
    fn drop(&mut self) {
        if let Some(drop) = self.vtable.drop {
            // SAFETY: invariant: the function belongs to the type that is stored here. The value is not used
            // afterwards. Test: `the_contents_of_a_position_are_dropped_once`.
            unsafe { drop(self.data.as_mut_ptr().cast()) };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn small_large_and_owning_positions_survive() {
        fn check<P: Clone + Send + Sync + PartialEq + std::fmt::Debug + 'static>(
            position: P,
            other: P,
        ) {
            let erased = ErasedPosition::new(position.clone());
            let mut copy = erased.clone();
            assert_eq!(copy.get::<P>(), &position);
            *copy.get_mut::<P>() = other.clone();
            assert_eq!((erased.get::<P>(), copy.get::<P>()), (&position, &other));
        }
        check(7_u8, 8);
        check([u128::MAX, 1, 2], [3; 3]);
        check([u128::MAX; 4], [3; 4]);
        check(vec![1, 2, 3], vec![]);
        check((Arc::new(5), [0_u64; 20]), (Arc::new(6), [1; 20]));
        assert_eq!(size_of::<ErasedPosition>(), 64);
    }

    #[test]
    fn the_contents_of_a_position_are_dropped_once() {
        let counted = Arc::new(());
        let erased = ErasedPosition::new((Arc::clone(&counted), 1));
        let copies = [erased.clone(), erased.clone()];
        assert_eq!(Arc::strong_count(&counted), 4);
        drop_all(copies);
        assert_eq!(Arc::strong_count(&counted), 2);
        drop_all([erased]);
        assert_eq!(Arc::strong_count(&counted), 1);
    }

    fn drop_all<const N: usize>(positions: [ErasedPosition; N]) {
        positions.into_iter().for_each(std::mem::drop);
    }

    #[test]
    #[should_panic(expected = "a position of another game")]
    fn a_position_of_another_type_is_rejected() {
        ErasedPosition::new(1_u64).get::<[u32; 2]>();
    }
}
