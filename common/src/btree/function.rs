//! What is done to keys on their way into a tree.

/// Upstream's `UpdateFunction`, as far as building uses it.
///
/// Left out: replacing an existing item and aborting, which only `update` asks for.
pub trait UpdateFunction<K> {
    /// Called once per key, in ascending order; what it returns goes into the tree.
    fn apply(&mut self, new: K) -> K;

    /// Bytes that upstream's layout takes, or gives back if negative. How they add up differs between revisions.
    fn allocated(&mut self, bytes: i64);

    /// Whether this is the shared function that does nothing, which is not told of allocations.
    #[inline]
    fn is_no_op(&self) -> bool {
        false
    }
}

/// Takes every key as it is. Upstream knows it by its identity, here it is a type.
#[derive(Clone, Copy, Debug)]
pub struct NoOp;

impl<K> UpdateFunction<K> for NoOp {
    #[inline]
    fn apply(&mut self, new: K) -> K {
        new
    }

    #[inline]
    fn allocated(&mut self, _bytes: i64) {}

    #[inline]
    fn is_no_op(&self) -> bool {
        true
    }
}
