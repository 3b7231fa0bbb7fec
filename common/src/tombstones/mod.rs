//! Range tombstones around the list that the ticket changed: bounds and their order, deletion times, splitting and
//! merging, searches, slices, accounting, and the holder above the list.
//!
//! Everything here is generic over [`RangeTombstones`], which `legacy` and `optimized` implement.
//!
//! Source: apache/cassandra 5.0, package `org.apache.cassandra.db`, classes `RangeTombstoneList`, `ClusteringPrefix`,
//! `ClusteringComparator`, `Slice`, `DeletionTime`, `MutableDeletionInfo`.
//! Left out: serialisation, validation, and everything of the memtable but the holder.

mod accounting;
mod bound;
mod deletion_time;
mod info;
mod insert;
mod list;
mod merge;
mod range;
mod search;
mod slices;

pub use accounting::{EMPTY_LIST_HEAP, EncodingStats, heap_of_columns};
pub use bound::{Bound, Kind, Value, is_empty_slice};
pub use deletion_time::DeletionTime;
pub use info::DeletionInfo;
pub use insert::insert_from;
pub use list::RangeTombstones;
pub use merge::{add_all, add_ranges};
pub use range::RangeTombstone;
pub use search::{binary_search, binary_search_by, search_internal};
pub use slices::{Ranges, SliceRanges};

#[cfg(test)]
mod tests;
