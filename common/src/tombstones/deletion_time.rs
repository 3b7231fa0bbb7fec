//! When something was deleted, by the client's clock and by the server's.
//!
//! Source: apache/cassandra 5.0, `DeletionTime`, `CassandraUInt`.
//! Ported: building with its conversion, order, liveness, validity. Left out: serialisation, digests.
//! Differs: nothing.

/// A deletion: everything with a timestamp up to `marked_at` is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeletionTime {
    // The derived order is upstream's: the timestamp, and on a tie the unsigned local deletion time.
    marked_at: i64,
    local_deletion_time: u32,
}

/// The column's value of a deletion time that could not be represented.
const INVALID: u32 = 4_294_967_294;
/// The column's value of "no deletion".
const NONE: u32 = u32::MAX;

impl DeletionTime {
    /// No deletion at all.
    pub const LIVE: DeletionTime = DeletionTime { marked_at: i64::MIN, local_deletion_time: NONE };

    /// From seconds since 1970: what does not fit below 4294967294 becomes invalid.
    pub fn build(marked_at: i64, local_deletion_time_s: i64) -> DeletionTime {
        let fits = u32::try_from(local_deletion_time_s).ok().filter(|&seconds| seconds < INVALID);
        DeletionTime { marked_at, local_deletion_time: fits.unwrap_or(INVALID) }
    }

    /// From the value of a column, with the conversion of [`DeletionTime::build`].
    #[inline]
    pub fn from_unsigned(marked_at: i64, local_deletion_time: u32) -> DeletionTime {
        DeletionTime { marked_at, local_deletion_time: local_deletion_time.min(INVALID) }
    }

    /// The columns' values as they are: the list carries 4294967295 from column to column unchanged.
    #[inline]
    pub fn raw(marked_at: i64, local_deletion_time: u32) -> DeletionTime {
        DeletionTime { marked_at, local_deletion_time }
    }

    /// The client's timestamp.
    #[inline]
    pub fn marked_at(self) -> i64 {
        self.marked_at
    }

    /// Seconds since 1970 as the column holds them.
    #[inline]
    pub fn local_deletion_time(self) -> u32 {
        self.local_deletion_time
    }

    /// Whether it could be represented.
    pub fn is_valid(self) -> bool {
        self.local_deletion_time != INVALID
    }

    /// Whether it deletes nothing.
    pub fn is_live(self) -> bool {
        self == DeletionTime::LIVE
    }

    /// Whether it wins against another: by timestamp, and on a tie by the unsigned local deletion time.
    ///
    /// The list does not ask this question: there a tie leaves what is in place.
    pub fn supersedes(self, other: DeletionTime) -> bool {
        self > other
    }
}
