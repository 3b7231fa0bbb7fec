//! All deletions of a partition: one of the whole, and a list of ranges.
//!
//! Source: apache/cassandra 5.0, `MutableDeletionInfo`.
//! Ported: adding, merging, copying, rewriting, sizes. Left out: its builder from an iterator of markers.
//! Differs: nothing.

use std::marker::PhantomData;

use super::{DeletionTime, RangeTombstone, RangeTombstones, Value};

/// The deletions of a partition; the list comes into being with the first range.
#[derive(Debug)]
pub struct DeletionInfo<V, const COLUMNS: usize, L> {
    partition_deletion: DeletionTime,
    list: Option<L>,
    values: PhantomData<V>,
}

impl<V: Value, const COLUMNS: usize, L: RangeTombstones<V, COLUMNS>> DeletionInfo<V, COLUMNS, L> {
    /// Nothing but a deletion of the whole partition, which may be [`DeletionTime::LIVE`].
    pub fn new(partition_deletion: DeletionTime) -> Self {
        DeletionInfo { partition_deletion, list: None, values: PhantomData }
    }

    /// Nothing is deleted.
    pub fn live() -> Self {
        DeletionInfo::new(DeletionTime::LIVE)
    }

    /// A copy that may be changed. Cost: that of the list's copy.
    #[must_use]
    pub fn mutable_copy(&self) -> Self {
        let list = self.list.as_ref().map(RangeTombstones::copy);
        DeletionInfo { partition_deletion: self.partition_deletion, list, values: PhantomData }
    }

    /// Adds a deletion of the whole partition, which counts if it supersedes. Ranges stay, even if they are moot.
    pub fn add_deletion(&mut self, deletion: DeletionTime) {
        if deletion.supersedes(self.partition_deletion) {
            self.partition_deletion = deletion;
        }
    }

    /// Adds a range. The first one makes a list of capacity 1, as upstream's setting has it.
    pub fn add_range(&mut self, range: RangeTombstone<V, COLUMNS>) {
        let list = self.list.get_or_insert_with(|| L::new(1).expect("1 is not negative"));
        list.add(range);
    }

    /// Adds all deletions of another partition. Without a list of its own it copies the other's.
    pub fn add_info(&mut self, other: &Self) {
        self.add_deletion(other.partition_deletion);
        match (&mut self.list, &other.list) {
            (Some(list), Some(other)) => list.add_all(other),
            (None, Some(other)) => self.list = Some(other.copy()),
            (_, None) => {}
        }
    }

    /// Whether adding this to `other` may change it.
    pub fn may_modify(&self, other: &Self) -> bool {
        self.partition_deletion > other.partition_deletion || self.has_ranges()
    }

    /// Gives one timestamp to all that is deleted.
    pub fn update_all_timestamp(&mut self, timestamp: i64) {
        if !self.partition_deletion.is_live() {
            let time = self.partition_deletion.local_deletion_time();
            self.partition_deletion = DeletionTime::from_unsigned(timestamp, time);
        }
        if let Some(list) = &mut self.list {
            list.update_all_timestamp(timestamp);
        }
    }

    /// The deletion of the whole partition.
    pub fn partition_deletion(&self) -> DeletionTime {
        self.partition_deletion
    }

    /// The list, if there ever was a range.
    pub fn list(&self) -> Option<&L> {
        self.list.as_ref()
    }

    /// Whether nothing is deleted.
    pub fn is_live(&self) -> bool {
        self.partition_deletion.is_live() && !self.has_ranges()
    }

    /// Whether any range is deleted.
    pub fn has_ranges(&self) -> bool {
        self.range_count() > 0
    }

    /// How many ranges are deleted.
    pub fn range_count(&self) -> usize {
        self.list.as_ref().map_or(0, RangeTombstones::len)
    }

    /// The highest timestamp.
    pub fn max_timestamp(&self) -> i64 {
        let ranges = self.list.as_ref().map_or(i64::MIN, RangeTombstones::max_marked_at);
        ranges.max(self.partition_deletion.marked_at())
    }

    /// Bytes of the serialised deletions.
    pub fn data_size(&self) -> i32 {
        8 + self.list.as_ref().map_or(0, RangeTombstones::data_size)
    }
}
