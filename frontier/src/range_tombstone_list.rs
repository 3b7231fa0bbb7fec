//! Cassandra's list of range tombstones, for a writer that derives version after version.
//!
//! The idea: readers keep old versions and never look behind the end of theirs, so what is appended need not be hidden
//! from them. One storage serves all versions, and a version is that storage and a length.
//!
//! 1. **A shared open end.** The last leaf has slots that are written once. Whoever appends claims the next one; the
//!    first to do so gets it, and every version that ends before it stays as it was. A copy is a reference and a length.
//! 2. **Leaves of at most 64 ranges**, so that a change in the middle copies one leaf and the list of leaves, not the
//!    whole. A full leaf is split in halves, and what a writer has copied once is its own until it is shared again.
//! 3. **Two short searches** in place of a long one: the first bounds of all leaves stand side by side.
//!
//! Splitting, merging, slices and accounting are those of `common::tombstones`, so the list is equal to legacy's range
//! for range by construction. No `unsafe`: a slot is a `OnceLock`, whose claim and publication are std's to prove.
//!
//! What it costs: 40 bytes a range in open leaves where columns take 28, a lookup of the leaf at every access by index,
//! and for two children of one version that both append, a copy of the last leaf for the second.
//!
//! Differs from `legacy` in what upstream's arrays are made of only: a capacity is no promise here, it is the size, and
//! growth factors have no meaning.

mod leaf;
mod leaves;

use common::fault::Fault;
use common::tombstones::{self, Bound, RangeTombstone, RangeTombstones, Value};

use self::leaves::Leaves;

/// Range tombstones in order, in leaves that all versions share.
#[derive(Debug)]
pub struct RangeTombstoneList<V: Value, const COLUMNS: usize> {
    leaves: Leaves<V, COLUMNS>,
    boundary_heap_size: i64,
}

impl<V: Value, const COLUMNS: usize> RangeTombstones<V, COLUMNS>
    for RangeTombstoneList<V, COLUMNS>
{
    /// Room is made when it is needed, a leaf at a time.
    fn with_growth_factor(capacity: i32, _growth_factor: f64) -> Result<Self, Fault> {
        let _hint = usize::try_from(capacity).map_err(|_| Fault::NegativeArraySize)?;
        Ok(RangeTombstoneList { leaves: Leaves::new(), boundary_heap_size: 0 })
    }

    // Cost: O(1), no allocation. A change in the middle costs O(64 + n / 64) once, an append O(1).
    fn copy(&self) -> Self {
        RangeTombstoneList { leaves: self.leaves.share(), ..*self }
    }

    fn clone_buffers(&self) -> Self {
        RangeTombstoneList { leaves: self.leaves.map(|range| range), ..*self }
    }

    fn add(&mut self, tombstone: RangeTombstone<V, COLUMNS>) {
        match self.leaves.last() {
            None => {
                self.add_internal(0, tombstone);
                return;
            }
            Some(last) if last.end.compare(&tombstone.start).is_le() => {
                self.add_internal(self.len(), tombstone);
            }
            // A range that starts where another ends goes behind it: the two bounds are sides of one cut.
            Some(_) => self.insert_from(self.leaves.ends_up_to(&tombstone.start), tombstone),
        }
        // As upstream: counted again, although the steps above have counted what they wrote.
        self.boundary_heap_size += heap_of(&tombstone);
    }

    fn insert_from(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        tombstones::insert_from(self, index, tombstone);
    }

    fn add_internal(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        if index == self.len() {
            self.leaves.push(tombstone);
        } else {
            self.leaves.insert(index, tombstone);
        }
        self.boundary_heap_size += heap_of(&tombstone);
    }

    fn set_internal(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        let replaced = self.leaves.set(index, tombstone);
        self.boundary_heap_size += heap_of(&tombstone) - heap_of(&replaced);
    }

    fn fill_from(&mut self, other: &Self) {
        *self = other.copy();
    }

    fn set_deletion_times(&mut self, timestamp: i64, local_deletion_time: Option<u32>) {
        self.leaves = self.leaves.map(|range| {
            let time = local_deletion_time.unwrap_or(range.deletion_time.local_deletion_time());
            let deletion_time = tombstones::DeletionTime::raw(timestamp, time);
            RangeTombstone { deletion_time, ..range }
        });
    }

    #[inline]
    fn search_starts(
        &self,
        from: usize,
        to: usize,
        name: &Bound<V, COLUMNS>,
    ) -> Result<usize, usize> {
        match self.leaves.search_starts(name) {
            Ok(index) if index < from => Err(from),
            Ok(index) if index >= to => Err(to),
            Err(index) => Err(index.clamp(from, to)),
            found => found,
        }
    }

    #[inline]
    fn start(&self, index: usize) -> Bound<V, COLUMNS> {
        self.leaves.get(index).start
    }

    #[inline]
    fn end(&self, index: usize) -> Bound<V, COLUMNS> {
        self.leaves.get(index).end
    }

    #[inline]
    fn marked_at(&self, index: usize) -> i64 {
        self.leaves.get(index).marked_at()
    }

    #[inline]
    fn local_deletion_time(&self, index: usize) -> u32 {
        self.leaves.get(index).deletion_time.local_deletion_time()
    }

    #[inline]
    fn entry(&self, index: usize) -> RangeTombstone<V, COLUMNS> {
        *self.leaves.get(index)
    }

    #[inline]
    fn len(&self) -> usize {
        self.leaves.len()
    }

    fn capacity(&self) -> usize {
        self.leaves.len()
    }

    fn boundary_heap_size(&self) -> i64 {
        self.boundary_heap_size
    }
}

fn heap_of<V: Value, const COLUMNS: usize>(range: &RangeTombstone<V, COLUMNS>) -> i64 {
    range.start.heap_size() + range.end.heap_size()
}
