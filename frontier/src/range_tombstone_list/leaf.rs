//! A run of ranges: open to whoever appends first, or closed, with one owner at a time.

use std::sync::OnceLock;

/// Most ranges of a leaf: one copy of it stays about as cheap as an allocation.
pub(super) const MOST: usize = 64;

/// How many of its ranges count is known to the versions that hold it.
#[derive(Debug)]
pub(super) enum Leaf<E> {
    /// Slots that are filled from the left, each once, by any version that ends there.
    Open(Box<[OnceLock<E>]>),
    /// Changed only by a version that holds it alone.
    Closed(Vec<E>),
}

impl<E: Copy> Leaf<E> {
    /// With room for `capacity`, the first ones filled.
    pub(super) fn open(filled: impl Iterator<Item = E>, capacity: usize) -> Leaf<E> {
        let mut slots: Box<[OnceLock<E>]> = (0..capacity).map(|_| OnceLock::new()).collect();
        slots.iter_mut().zip(filled).for_each(|(slot, range)| *slot = OnceLock::from(range));
        Leaf::Open(slots)
    }

    /// A closed copy of the first `len` with half as much room again.
    pub(super) fn closed(&self, len: usize) -> Leaf<E> {
        let mut ranges = Vec::with_capacity((len + len / 2 + 1).min(MOST));
        ranges.extend((0..len).map(|index| *self.get(index)));
        Leaf::Closed(ranges)
    }

    /// # Panics
    /// If nobody has put a range there.
    #[inline]
    pub(super) fn get(&self, index: usize) -> &E {
        match self {
            Leaf::Open(slots) => slots[index].get().expect("below the length of a version"),
            Leaf::Closed(ranges) => &ranges[index],
        }
    }

    /// The first index below `len` for which `is_before` does not hold; it holds for all before that.
    #[inline]
    pub(super) fn partition_point(&self, len: usize, is_before: impl Fn(&E) -> bool) -> usize {
        match self {
            Leaf::Open(slots) => {
                slots[..len].partition_point(|slot| slot.get().is_some_and(&is_before))
            }
            Leaf::Closed(ranges) => ranges[..len].partition_point(is_before),
        }
    }
}
