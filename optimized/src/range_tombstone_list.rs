//! Cassandra's list of range tombstones, with CASSANDRA-21492: copies share their columns until one is written.
//!
//! Source: perfloop/cassandra, `RangeTombstoneList`, commit 03c64f9b (apache/cassandra PR #4919 after its review).
//! Ported: storage, growth, copies and adding; splitting, merging and searching are in `common::tombstones`.
//! Left out: the reservation of a list's memory by an allocator of the memtable.
//! Differs: as `legacy`; and a shared count tells whether columns are shared, where upstream keeps a flag that stays
//! set after the other side is gone. Each write asks that count, an atomic operation, where upstream reads the flag.

use std::sync::Arc;

use common::fault::Fault;
use common::tombstones::{self, Bound, RangeTombstone, RangeTombstones, Value, binary_search};

/// Range tombstones in order, in four columns that are shared until they are written.
#[derive(Debug)]
pub struct RangeTombstoneList<V, const COLUMNS: usize> {
    columns: Arc<Columns<V, COLUMNS>>,
    boundary_heap_size: i64,
    growth_factor: f64,
}

/// Four columns of one length and one capacity.
#[derive(Debug)]
struct Columns<V, const COLUMNS: usize> {
    starts: Vec<Bound<V, COLUMNS>>,
    ends: Vec<Bound<V, COLUMNS>>,
    marked_ats: Vec<i64>,
    local_deletion_times: Vec<u32>,
}

impl<V: Value, const COLUMNS: usize> RangeTombstones<V, COLUMNS>
    for RangeTombstoneList<V, COLUMNS>
{
    fn with_growth_factor(capacity: i32, growth_factor: f64) -> Result<Self, Fault> {
        let capacity = usize::try_from(capacity).map_err(|_| Fault::NegativeArraySize)?;
        let columns = Arc::new(Columns::with_capacity(capacity));
        Ok(RangeTombstoneList { columns, boundary_heap_size: 0, growth_factor })
    }

    // Cost: O(1), no allocation, unless trimmed. The copy that is put off costs O(n) at the first write.
    fn copy(&self) -> Self {
        let columns = self.share();
        RangeTombstoneList { columns, ..*self }
    }

    fn clone_buffers(&self) -> Self {
        let columns = Arc::new(self.columns.copy(self.len()));
        RangeTombstoneList { columns, ..*self }
    }

    fn add(&mut self, tombstone: RangeTombstone<V, COLUMNS>) {
        let size = self.len();
        if size == 0 {
            self.add_internal(0, tombstone);
            return;
        }
        if self.columns.ends[size - 1].compare(&tombstone.start).is_le() {
            self.add_internal(size, tombstone);
        } else {
            // A range that starts where another ends goes behind it: the two bounds are sides of one cut.
            let index = match binary_search(&self.columns.ends, 0, size, &tombstone.start) {
                Ok(position) => position + 1,
                Err(insertion_point) => insertion_point,
            };
            self.insert_from(index, tombstone);
        }
        // As upstream: counted again, although the steps above have counted what they wrote.
        self.boundary_heap_size += tombstone.start.heap_size() + tombstone.end.heap_size();
    }

    // As upstream: isolates before it knows whether anything will be written, and before a full list grows.
    fn insert_from(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        self.isolate();
        tombstones::insert_from(self, index, tombstone);
    }

    fn add_internal(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        if self.len() == self.capacity() {
            self.grow_to_free(index, tombstone);
        } else {
            self.isolate().insert(index, tombstone);
        }
        self.boundary_heap_size += tombstone.start.heap_size() + tombstone.end.heap_size();
    }

    fn set_internal(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        let (start, end) = (self.columns.starts[index], self.columns.ends[index]);
        self.boundary_heap_size -= start.heap_size() + end.heap_size();
        self.isolate().set(index, tombstone);
        self.boundary_heap_size += tombstone.start.heap_size() + tombstone.end.heap_size();
    }

    fn fill_from(&mut self, other: &Self) {
        self.columns = other.share();
        self.boundary_heap_size = other.boundary_heap_size;
    }

    fn set_deletion_times(&mut self, timestamp: i64, local_deletion_time: Option<u32>) {
        let columns = self.isolate();
        columns.marked_ats.fill(timestamp);
        if let Some(time) = local_deletion_time {
            columns.local_deletion_times.fill(time);
        }
    }

    #[inline]
    fn search_starts(
        &self,
        from: usize,
        to: usize,
        name: &Bound<V, COLUMNS>,
    ) -> Result<usize, usize> {
        binary_search(&self.columns.starts, from, to, name)
    }

    #[inline]
    fn start(&self, index: usize) -> Bound<V, COLUMNS> {
        self.columns.starts[index]
    }

    #[inline]
    fn end(&self, index: usize) -> Bound<V, COLUMNS> {
        self.columns.ends[index]
    }

    #[inline]
    fn marked_at(&self, index: usize) -> i64 {
        self.columns.marked_ats[index]
    }

    #[inline]
    fn local_deletion_time(&self, index: usize) -> u32 {
        self.columns.local_deletion_times[index]
    }

    #[inline]
    fn len(&self) -> usize {
        self.columns.starts.len()
    }

    #[inline]
    fn capacity(&self) -> usize {
        self.columns.starts.capacity()
    }

    fn boundary_heap_size(&self) -> i64 {
        self.boundary_heap_size
    }
}

impl<V: Value, const COLUMNS: usize> RangeTombstoneList<V, COLUMNS> {
    /// The columns for a copy: the same ones, or trimmed ones if more than a third of them is spare capacity, which
    /// a copy that lives long would keep alive.
    fn share(&self) -> Arc<Columns<V, COLUMNS>> {
        let (size, capacity) = (self.len(), self.capacity());
        if capacity > size + 5 && 2 * capacity > 3 * size {
            Arc::new(self.columns.copy(size))
        } else {
            Arc::clone(&self.columns)
        }
    }

    /// The columns, ready to be written: copied at capacity if anybody else holds them.
    fn isolate(&mut self) -> &mut Columns<V, COLUMNS> {
        Arc::make_mut(&mut self.columns)
    }

    /// Into new columns of the next capacity: 1, 2, 3, 5, 8, 12, 18, 27, 41, ... with the factor 1.5.
    fn grow_to_free(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        let capacity = self.capacity();
        let mut grown = times(capacity, self.growth_factor);
        if grown <= capacity {
            grown = capacity * 3 / 2 + 1;
        }
        self.columns = Arc::new(self.columns.grown(index, tombstone, grown));
    }
}

impl<V: Value, const COLUMNS: usize> Columns<V, COLUMNS> {
    fn with_capacity(capacity: usize) -> Self {
        Columns {
            starts: Vec::with_capacity(capacity),
            ends: Vec::with_capacity(capacity),
            marked_ats: Vec::with_capacity(capacity),
            local_deletion_times: Vec::with_capacity(capacity),
        }
    }

    /// The same content at another capacity.
    fn copy(&self, capacity: usize) -> Self {
        let mut columns = Columns::with_capacity(capacity);
        columns.append(self, 0, self.starts.len());
        columns
    }

    /// The same content and one range more, at another capacity.
    fn grown(&self, index: usize, tombstone: RangeTombstone<V, COLUMNS>, capacity: usize) -> Self {
        let mut columns = Columns::with_capacity(capacity);
        columns.append(self, 0, index);
        columns.insert(index, tombstone);
        columns.append(self, index, self.starts.len());
        columns
    }

    /// Appends a part of other columns; there must be room.
    fn append(&mut self, other: &Self, from: usize, to: usize) {
        self.starts.extend_from_slice(&other.starts[from..to]);
        self.ends.extend_from_slice(&other.ends[from..to]);
        self.marked_ats.extend_from_slice(&other.marked_ats[from..to]);
        self.local_deletion_times.extend_from_slice(&other.local_deletion_times[from..to]);
    }

    /// Moves what follows and writes; there must be room.
    fn insert(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        let deletion_time = tombstone.deletion_time;
        self.starts.insert(index, tombstone.start);
        self.ends.insert(index, tombstone.end);
        self.marked_ats.insert(index, deletion_time.marked_at());
        self.local_deletion_times.insert(index, deletion_time.local_deletion_time());
    }

    fn set(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        let deletion_time = tombstone.deletion_time;
        self.starts[index] = tombstone.start;
        self.ends[index] = tombstone.end;
        self.marked_ats[index] = deletion_time.marked_at();
        self.local_deletion_times[index] = deletion_time.local_deletion_time();
    }
}

/// What isolating does. Keeps the capacity: a clone at the exact length would have to grow at the next append.
impl<V: Value, const COLUMNS: usize> Clone for Columns<V, COLUMNS> {
    fn clone(&self) -> Self {
        self.copy(self.starts.capacity())
    }
}

/// A capacity times a factor, rounded up.
#[expect(clippy::cast_possible_truncation, reason = "as Java's cast of a small positive double")]
#[expect(clippy::cast_sign_loss, reason = "neither a capacity nor a factor is negative")]
fn times(capacity: usize, factor: f64) -> usize {
    (capacity as f64 * factor).ceil() as usize
}
