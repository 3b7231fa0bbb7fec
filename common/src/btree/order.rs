//! Orders of keys, with the identity that the Builder asks for.

use std::cmp::Ordering;

/// Java's `Comparator`. Equality stands for identity: two equal comparators order alike.
pub trait Comparator<K>: Clone + PartialEq {
    /// The order of two keys.
    fn compare(&self, a: &K, b: &K) -> Ordering;

    /// Whether this is the natural order of keys, by whatever object.
    fn is_natural(&self) -> bool {
        false
    }

    /// Whether a set in the other order is in this order, too.
    fn is_same_order(&self, other: &Self) -> bool {
        self == other || self.is_natural() && other.is_natural()
    }
}

/// The order that keys have by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NaturalOrder;

impl<K: Ord> Comparator<K> for NaturalOrder {
    #[inline]
    fn compare(&self, a: &K, b: &K) -> Ordering {
        a.cmp(b)
    }

    fn is_natural(&self) -> bool {
        true
    }
}
