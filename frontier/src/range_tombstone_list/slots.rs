//! An array whose elements are written once, each beside the key that it is found by.

use std::ops::Range;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// Elements that are filled in from the left; those who share it agree on a prefix, and claim what lies behind theirs.
pub(super) type Slots<E> = [Slot<E>];

#[derive(Debug)]
pub(super) struct Slot<E> {
    /// Written right after the claim, by who made it: whoever may read the element was given its length by that
    /// writer, so nothing has to be ordered here.
    key: AtomicI64,
    element: Element<E>,
}

/// What was there from the beginning needs no lock, and a lock that is made and filled at once costs 12 ns.
#[derive(Debug)]
enum Element<E> {
    Given(E),
    Open(OnceLock<E>),
}

impl<E> Slot<E> {
    pub(super) fn new((key, element): (i64, E)) -> Self {
        Slot { key: AtomicI64::new(key), element: Element::Given(element) }
    }

    #[inline]
    pub(super) fn key(&self) -> i64 {
        self.key.load(Relaxed)
    }

    /// # Panics
    /// If nobody has put an element there.
    #[inline]
    pub(super) fn get(&self) -> &E {
        match &self.element {
            Element::Given(element) => element,
            Element::Open(slot) => slot.get().expect("below the length of a version"),
        }
    }

    #[inline]
    pub(super) fn copied(&self) -> (i64, E)
    where
        E: Clone,
    {
        (self.key(), self.get().clone())
    }

    pub(super) fn get_mut(&mut self) -> &mut E {
        match &mut self.element {
            Element::Given(element) => element,
            Element::Open(slot) => slot.get_mut().expect("below the length of a version"),
        }
    }
}

/// One block with room for `room` elements, the first `len` filled with what `element` gives.
#[inline]
pub(super) fn slots<E>(
    room: usize,
    len: usize,
    mut element: impl FnMut(usize) -> (i64, E),
) -> Arc<Slots<E>> {
    let slot = |index: usize| {
        if index < len {
            Slot::new(element(index))
        } else {
            Slot { key: AtomicI64::new(0), element: Element::Open(OnceLock::new()) }
        }
    };
    (0..room).map(slot).collect()
}

/// Puts an element into a slot that is still free.
///
/// # Errors
/// Key and element, if there is no such slot or another version was here first.
#[inline]
pub(super) fn claim<E>(
    slots: &Slots<E>,
    index: usize,
    (key, element): (i64, E),
) -> Result<(), (i64, E)> {
    let Some(slot) = slots.get(index) else { return Err((key, element)) };
    let Element::Open(open) = &slot.element else { return Err((key, element)) };
    open.set(element).map_err(|element| (key, element))?;
    slot.key.store(key, Relaxed);
    Ok(())
}

/// How many keys are smaller; they are in order.
///
/// Cost: without a branch that depends on the keys, log2 of the length in steps of which each waits for the one before;
/// among few keys one look at each, which wait for nothing.
#[inline]
pub(super) fn smaller_keys<E>(slots: &Slots<E>, key: i64) -> usize {
    const FEW: usize = 16;
    if slots.len() <= FEW {
        return slots.iter().map(|slot| usize::from(slot.key() < key)).sum();
    }
    slots.partition_point(|slot| slot.key() < key)
}

/// The first index of a range for whose element `is_before` does not hold; it holds for all before that.
pub(super) fn partition_point<E>(
    slots: &Slots<E>,
    range: Range<usize>,
    is_before: impl Fn(&E) -> bool,
) -> usize {
    range.start + slots[range].partition_point(|slot| is_before(slot.get()))
}
