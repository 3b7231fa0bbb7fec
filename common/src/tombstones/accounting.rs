//! What a list weighs: sizes on the wire, upstream's account of the heap, statistics, hash.
//!
//! Source: apache/cassandra 5.0, `RangeTombstoneList.dataSize`, `unsharedHeapSize`, `collectStats`, `hashCode`;
//! `EncodingStats.Collector`.
//! Ported: all. The heap figures are those of a 64-bit Java with compressed references: they are what upstream
//! charges, not what a Rust list takes.

use super::{RangeTombstones, Value};

/// What upstream charges for an empty list without its columns.
pub const EMPTY_LIST_HEAP: i64 = 48;

/// What four Java arrays of so many elements take: two of references, one of longs, one of ints.
pub fn heap_of_columns(capacity: usize) -> i64 {
    let array = |element: usize| (16 + element * capacity).next_multiple_of(8);
    let bytes = 2 * array(4) + array(8) + array(4);
    i64::try_from(bytes).expect("a list holds fewer than 2^31 ranges")
}

/// The least deletion time of a partition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EncodingStats {
    least: Option<(i64, i64)>,
}

impl EncodingStats {
    /// The least timestamp; an epoch of 2015 in microseconds without any deletion, or if the least is `i64::MIN`,
    /// which stands for "no timestamp".
    pub fn min_timestamp(self) -> i64 {
        let least = self.least.map(|(timestamp, _)| timestamp);
        least.filter(|&timestamp| timestamp != i64::MIN).unwrap_or(1_442_880_000_000_000)
    }

    /// The least local deletion time; without any deletion an epoch of 2015 in seconds.
    pub fn min_local_deletion_time_s(self) -> i64 {
        self.least.map_or(1_442_880_000, |(_, time)| time)
    }

    fn update(&mut self, timestamp: i64, local_deletion_time_s: i64) {
        let (least_timestamp, least_time) = self.least.unwrap_or((i64::MAX, i64::MAX));
        self.least = Some((least_timestamp.min(timestamp), least_time.min(local_deletion_time_s)));
    }
}

pub(super) fn collect_stats<V: Value, const COLUMNS: usize>(
    list: &impl RangeTombstones<V, COLUMNS>,
    stats: &mut EncodingStats,
) {
    for index in 0..list.len() {
        stats.update(list.marked_at(index), list.local_deletion_time(index).into());
    }
}

pub(super) fn data_size<V: Value, const COLUMNS: usize>(
    list: &impl RangeTombstones<V, COLUMNS>,
) -> i32 {
    let bounds = |index| list.start(index).data_size() + list.end(index).data_size();
    // The count of ranges; per range its bounds, a timestamp and a local deletion time.
    4 + (0..list.len()).map(|index| bounds(index) + 8 + 4).sum::<i32>()
}

pub(super) fn unshared_heap_size<V: Value, const COLUMNS: usize>(
    list: &impl RangeTombstones<V, COLUMNS>,
) -> i64 {
    EMPTY_LIST_HEAP + list.boundary_heap_size() + heap_of_columns(list.capacity())
}

#[expect(clippy::cast_possible_truncation, reason = "Java folds a long into its hash like this")]
#[expect(clippy::cast_possible_wrap, reason = "hashes wrap")]
pub(super) fn hash_code<V: Value, const COLUMNS: usize>(
    list: &impl RangeTombstones<V, COLUMNS>,
) -> i32 {
    let mut hash = list.len() as i32;
    for index in 0..list.len() {
        let entry = list.entry(index);
        let marked_at = entry.marked_at();
        hash = hash
            .wrapping_add(entry.start.hash_code())
            .wrapping_add(entry.end.hash_code())
            .wrapping_add((marked_at ^ (marked_at >> 32)) as i32)
            .wrapping_add(entry.deletion_time.local_deletion_time() as i32);
    }
    hash
}
