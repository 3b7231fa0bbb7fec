//! One range with its deletion time.
//!
//! Source: apache/cassandra 5.0, `RangeTombstone`, `Slice`.

use super::{Bound, DeletionTime, Value};

/// All rows between two bounds, deleted at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeTombstone<V: Value, const COLUMNS: usize> {
    /// Where it starts.
    pub start: Bound<V, COLUMNS>,
    /// Where it ends.
    pub end: Bound<V, COLUMNS>,
    /// When the rows were deleted.
    pub deletion_time: DeletionTime,
}

impl<V: Value, const COLUMNS: usize> RangeTombstone<V, COLUMNS> {
    /// The same deletion between other bounds.
    #[inline]
    #[must_use]
    pub fn between(self, start: Bound<V, COLUMNS>, end: Bound<V, COLUMNS>) -> Self {
        RangeTombstone { start, end, ..self }
    }

    /// The client's timestamp.
    #[inline]
    pub fn marked_at(&self) -> i64 {
        self.deletion_time.marked_at()
    }
}
