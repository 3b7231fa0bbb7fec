//! What a list of range tombstones can do, and what it must supply.
//!
//! Source: apache/cassandra 5.0, `RangeTombstoneList`.
//! Ported: the whole class. Left out: its serialiser.
//! Differs: the comparator is in the type of the bounds; bounds are values, so a copy of a column copies them.

use super::accounting::{self, EncodingStats};
use super::search::search_position;
use super::{Bound, DeletionTime, RangeTombstone, Ranges, SliceRanges, Value};
use super::{add_all, search_internal};
use crate::fault::Fault;

/// Range tombstones in order, none overlapping another: upstream's four columns of equal length.
///
/// The contenders supply the storage (the first half); all else is built on it and the same for all.
/// Empty or reversed ranges are the caller's error; as upstream without assertions, they are stored by an append or
/// in an empty list, and dropped elsewhere.
pub trait RangeTombstones<V: Value, const COLUMNS: usize>: Sized {
    /// An empty list whose columns have room for `capacity` ranges; growth factor 1.5.
    ///
    /// # Errors
    /// A negative capacity.
    fn new(capacity: i32) -> Result<Self, Fault> {
        Self::with_growth_factor(capacity, 1.5)
    }

    /// As [`RangeTombstones::new`], with another growth factor (upstream's setting: 1.2 to 5).
    ///
    /// # Errors
    /// A negative capacity.
    fn with_growth_factor(capacity: i32, growth_factor: f64) -> Result<Self, Fault>;

    /// An independent list of the same ranges.
    #[must_use]
    fn copy(&self) -> Self;

    /// An independent list that shares nothing, at capacity == size.
    #[must_use]
    fn clone_buffers(&self) -> Self;

    /// Adds one range; where it overlaps others, the higher timestamp wins, on a tie what was there before.
    fn add(&mut self, tombstone: RangeTombstone<V, COLUMNS>);

    /// [`insert_from`](super::insert_from) on this list, made ready to be written.
    fn insert_from(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>);

    /// Puts a range at an index and moves what follows; the list stays in order if the caller chose well.
    fn add_internal(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>);

    /// Replaces the range at an index of a list that is ready to be written.
    fn set_internal(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>);

    /// Takes over the ranges of another list; this one is empty.
    fn fill_from(&mut self, other: &Self);

    /// Gives all ranges one timestamp and, if there is one, one local deletion time.
    fn set_deletion_times(&mut self, timestamp: i64, local_deletion_time: Option<u32>);

    /// `Ok(index)` of a range among `from..to` whose start equals `name`, else `Err(index)` where it would stand.
    fn search_starts(
        &self,
        from: usize,
        to: usize,
        name: &Bound<V, COLUMNS>,
    ) -> Result<usize, usize>;

    /// Where a range starts.
    ///
    /// # Panics
    /// As the other three, if there is no such range.
    fn start(&self, index: usize) -> Bound<V, COLUMNS>;

    /// Where it ends.
    fn end(&self, index: usize) -> Bound<V, COLUMNS>;

    /// Its timestamp.
    fn marked_at(&self, index: usize) -> i64;

    /// Its local deletion time.
    fn local_deletion_time(&self, index: usize) -> u32;

    /// So many ranges fit without growing.
    fn capacity(&self) -> usize;

    /// Upstream's account of the bounds' heap, with its quirk: an add to a list that is not empty counts its two
    /// bounds twice, and counts them even if the range was swallowed.
    fn boundary_heap_size(&self) -> i64;

    /// How many ranges.
    fn len(&self) -> usize;

    /// Whether there are none.
    #[inline]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The columns at an index as they are.
    #[inline]
    fn entry(&self, index: usize) -> RangeTombstone<V, COLUMNS> {
        let (marked_at, time) = (self.marked_at(index), self.local_deletion_time(index));
        RangeTombstone {
            start: self.start(index),
            end: self.end(index),
            deletion_time: DeletionTime::raw(marked_at, time),
        }
    }

    /// The range at an index as iteration shows it: a local deletion time of 4294967295 comes out invalid.
    fn get(&self, index: usize) -> RangeTombstone<V, COLUMNS> {
        RangeTombstone { deletion_time: self.deletion_time(index), ..self.entry(index) }
    }

    /// The deletion time at an index as iteration shows it.
    #[inline]
    fn deletion_time(&self, index: usize) -> DeletionTime {
        DeletionTime::from_unsigned(self.marked_at(index), self.local_deletion_time(index))
    }

    /// Adds all ranges of another list.
    fn add_all(&mut self, other: &Self) {
        add_all(self, other);
    }

    /// Position of a row or bound over ranges `from..to`; see [`search_internal`].
    ///
    /// # Errors
    /// As Java's check of the range.
    fn search_internal(&self, name: &Bound<V, COLUMNS>, from: i32, to: i32) -> Result<i32, Fault> {
        search_internal(self, name, from, to)
    }

    /// The range that covers a row.
    fn search(&self, name: &Bound<V, COLUMNS>) -> Option<RangeTombstone<V, COLUMNS>> {
        let position = search_position(self, name, 0, self.len());
        usize::try_from(position).ok().map(|index| self.get(index))
    }

    /// The deletion time of the range that covers a row.
    fn search_deletion_time(&self, name: &Bound<V, COLUMNS>) -> Option<DeletionTime> {
        let position = search_position(self, name, 0, self.len());
        usize::try_from(position).ok().map(|index| self.deletion_time(index))
    }

    /// Whether a cell of a row is deleted; counter cells are, whatever their timestamp.
    fn is_deleted(&self, row: &Bound<V, COLUMNS>, timestamp: i64, is_counter: bool) -> bool {
        let position = search_position(self, row, 0, self.len());
        usize::try_from(position)
            .is_ok_and(|index| is_counter || self.marked_at(index) >= timestamp)
    }

    /// All ranges in order, or from the last to the first.
    fn ranges(&self, reversed: bool) -> Ranges<'_, V, COLUMNS, Self> {
        Ranges::new(self, reversed)
    }

    /// The ranges inside a slice, clipped to it.
    fn slice(
        &self,
        start: Bound<V, COLUMNS>,
        end: Bound<V, COLUMNS>,
        reversed: bool,
    ) -> SliceRanges<'_, V, COLUMNS, Self> {
        SliceRanges::new(self, start, end, reversed)
    }

    /// Gives all ranges one timestamp.
    fn update_all_timestamp(&mut self, timestamp: i64) {
        self.set_deletion_times(timestamp, None);
    }

    /// Gives all ranges one timestamp and one local deletion time; `i64::MAX` stands for none.
    ///
    /// # Errors
    /// A local deletion time that is neither `i64::MAX` nor a `u32`; then nothing is written.
    fn update_all_timestamp_and_local_deletion_time(
        &mut self,
        timestamp: i64,
        local_deletion_time_s: i64,
    ) -> Result<(), Fault> {
        let local_deletion_time = match local_deletion_time_s {
            i64::MAX => u32::MAX,
            seconds => u32::try_from(seconds).map_err(|_| Fault::IllegalArgument)?,
        };
        self.set_deletion_times(timestamp, Some(local_deletion_time));
        Ok(())
    }

    /// Bytes of the serialised ranges.
    fn data_size(&self) -> i32 {
        accounting::data_size(self)
    }

    /// What upstream charges to a list on the heap: its object, its columns at capacity, and its account of bounds.
    fn unshared_heap_size(&self) -> i64 {
        accounting::unshared_heap_size(self)
    }

    /// The highest timestamp; `i64::MIN` if empty.
    fn max_marked_at(&self) -> i64 {
        (0..self.len()).map(|index| self.marked_at(index)).max().unwrap_or(i64::MIN)
    }

    /// Adds the deletion times to the statistics of a partition.
    fn collect_stats(&self, stats: &mut EncodingStats) {
        accounting::collect_stats(self, stats);
    }

    /// Whether both hold the same ranges with the same deletion times, whatever their capacities.
    fn equals(&self, other: &Self) -> bool {
        self.len() == other.len()
            && (0..self.len()).all(|index| self.entry(index) == other.entry(index))
    }

    /// In the shape of Java's hash: a sum, so the order of the ranges does not matter.
    fn hash_code(&self) -> i32 {
        accounting::hash_code(self)
    }
}
