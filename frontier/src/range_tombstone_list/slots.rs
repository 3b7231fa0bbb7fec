//! An array with a column of keys, whose elements are written once.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

/// Elements that are filled in from the left; those who share it agree on a prefix, and claim what lies behind theirs.
#[derive(Debug)]
pub(super) struct Slots<E> {
    /// Side by side, so that a search looks at nothing else. Written right after the claim, by who made it: whoever
    /// may read the element was given its length by that writer, so nothing has to be ordered here.
    keys: Box<[AtomicI64]>,
    elements: Box<[OnceLock<E>]>,
}

impl<E> Slots<E> {
    /// Room for `room` elements, the first ones filled.
    pub(super) fn new(room: usize, filled: impl IntoIterator<Item = (i64, E)>) -> Self {
        let mut keys = Vec::with_capacity(room);
        let mut elements = Vec::with_capacity(room);
        for (key, element) in filled {
            keys.push(AtomicI64::new(key));
            elements.push(OnceLock::from(element));
        }
        keys.resize_with(room, AtomicI64::default);
        elements.resize_with(room, OnceLock::new);
        Slots { keys: keys.into(), elements: elements.into() }
    }

    /// # Panics
    /// If nobody has put an element there.
    #[inline]
    pub(super) fn get(&self, index: usize) -> &E {
        self.elements[index].get().expect("below the length of a version")
    }

    #[inline]
    pub(super) fn key(&self, index: usize) -> i64 {
        self.keys[index].load(Relaxed)
    }

    /// Elements with their keys, all of them filled.
    pub(super) fn filled(&self, range: Range<usize>) -> impl Iterator<Item = (i64, E)>
    where
        E: Clone,
    {
        let keys = self.keys[range.clone()].iter().map(|key| key.load(Relaxed));
        let elements = &self.elements[range];
        keys.zip(
            elements.iter().map(|slot| slot.get().expect("below the length of a version").clone()),
        )
    }

    /// Puts an element into a slot that is still free.
    ///
    /// # Errors
    /// The element, if there is no such slot or another version was here first.
    pub(super) fn claim(&self, index: usize, key: i64, element: E) -> Result<(), E> {
        let Some(slot) = self.elements.get(index) else { return Err(element) };
        slot.set(element)?;
        self.keys[index].store(key, Relaxed);
        Ok(())
    }

    /// Puts an element in the place of another.
    pub(super) fn replace(&mut self, index: usize, key: i64, element: E) {
        self.elements[index] = OnceLock::from(element);
        *self.keys[index].get_mut() = key;
    }

    /// The element at an index, for its only owner.
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut E> {
        self.elements[index].get_mut()
    }

    /// How many of the first `len` keys are smaller; they are in order.
    ///
    /// Cost: log2(`len`) steps without a branch that depends on the keys.
    #[inline]
    pub(super) fn smaller_keys(&self, len: usize, key: i64) -> usize {
        self.keys[..len].partition_point(|other| other.load(Relaxed) < key)
    }

    /// The first index of a range for whose element `is_before` does not hold; it holds for all before that.
    pub(super) fn partition_point(
        &self,
        range: Range<usize>,
        is_before: impl Fn(&E) -> bool,
    ) -> usize {
        let elements = &self.elements[range.clone()];
        range.start + elements.partition_point(|slot| slot.get().is_some_and(&is_before))
    }
}
