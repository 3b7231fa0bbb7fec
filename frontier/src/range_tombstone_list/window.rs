//! A part of a list, copied out to be changed often and put back once.

use common::fault::Fault;
use common::tombstones::{self, Bound, RangeTombstone, RangeTombstones, Value, binary_search_by};

use super::heap_of;

/// The plainest list of ranges; it lives as long as one change.
#[derive(Clone, Debug)]
pub(super) struct Window<V: Value, const COLUMNS: usize> {
    ranges: Vec<RangeTombstone<V, COLUMNS>>,
    /// What the changes add to the account of the whole list.
    boundary_heap_size: i64,
}

impl<V: Value, const COLUMNS: usize> Window<V, COLUMNS> {
    /// Room for as many again, since a range that is cut leaves up to two more.
    pub(super) fn with_room_for(count: usize) -> Self {
        Window { ranges: Vec::with_capacity(2 * count + 2), boundary_heap_size: 0 }
    }

    /// Takes over a range of the list.
    pub(super) fn push(&mut self, range: RangeTombstone<V, COLUMNS>) {
        self.ranges.push(range);
    }

    pub(super) fn ranges(&self) -> &[RangeTombstone<V, COLUMNS>] {
        &self.ranges
    }
}

impl<V: Value, const COLUMNS: usize> RangeTombstones<V, COLUMNS> for Window<V, COLUMNS> {
    fn with_growth_factor(capacity: i32, _growth_factor: f64) -> Result<Self, Fault> {
        let capacity = usize::try_from(capacity).map_err(|_| Fault::NegativeArraySize)?;
        Ok(Window { ranges: Vec::with_capacity(capacity), boundary_heap_size: 0 })
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn clone_buffers(&self) -> Self {
        self.clone()
    }

    fn add(&mut self, tombstone: RangeTombstone<V, COLUMNS>) {
        let ends = |index: usize| self.ranges[index].end.compare(&tombstone.start);
        let (Ok(index) | Err(index)) =
            binary_search_by(0, self.len(), ends).map(|position| position + 1);
        self.insert_from(index, tombstone);
        self.boundary_heap_size += heap_of(&tombstone);
    }

    fn insert_from(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        tombstones::insert_from(self, index, tombstone);
    }

    fn add_internal(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        self.ranges.insert(index, tombstone);
        self.boundary_heap_size += heap_of(&tombstone);
    }

    fn set_internal(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        self.boundary_heap_size += heap_of(&tombstone) - heap_of(&self.ranges[index]);
        self.ranges[index] = tombstone;
    }

    fn fill_from(&mut self, other: &Self) {
        *self = other.copy();
    }

    fn set_deletion_times(&mut self, timestamp: i64, local_deletion_time: Option<u32>) {
        for range in &mut self.ranges {
            let time = local_deletion_time.unwrap_or(range.deletion_time.local_deletion_time());
            range.deletion_time = tombstones::DeletionTime::raw(timestamp, time);
        }
    }

    fn search_starts(
        &self,
        from: usize,
        to: usize,
        name: &Bound<V, COLUMNS>,
    ) -> Result<usize, usize> {
        binary_search_by(from, to, |index| self.ranges[index].start.compare(name))
    }

    fn start(&self, index: usize) -> Bound<V, COLUMNS> {
        self.ranges[index].start
    }

    fn end(&self, index: usize) -> Bound<V, COLUMNS> {
        self.ranges[index].end
    }

    fn marked_at(&self, index: usize) -> i64 {
        self.ranges[index].marked_at()
    }

    fn local_deletion_time(&self, index: usize) -> u32 {
        self.ranges[index].deletion_time.local_deletion_time()
    }

    fn entry(&self, index: usize) -> RangeTombstone<V, COLUMNS> {
        self.ranges[index]
    }

    fn len(&self) -> usize {
        self.ranges.len()
    }

    fn capacity(&self) -> usize {
        self.ranges.capacity()
    }

    fn boundary_heap_size(&self) -> i64 {
        self.boundary_heap_size
    }
}
