//! The PREFIX data block: each key stored as its difference to the key before, each cell ending in a vlong.
//!
//! A block as a seeker sees it, big-endian:
//!
//! ```text
//! u32                            unencoded size of all cells
//! per cell:
//!   c7 c7 c7                     key length without the common prefix, value length, common prefix length
//!   key from the common prefix on, value
//!   c7, tags                     if the block includes tags
//!   vlong                        the sequence id, if the block includes it
//! ```
//!
//! A c7 is an unsigned number in groups of seven bits, the lowest first, the top bit saying that more follow.
//!
//! Source: apache/hbase, `PrefixKeyDeltaEncoder`, `BufferedDataBlockEncoder` and `KeyValue`.
//! Ported: encoding, scanning and seeking. Left out: the block header and encoding id before these bytes, the other
//! encodings, and the clone that a scan hands out for each cell.
//! Differs: damaged bytes give an error, where Java throws or returns what the buffer held before.

mod compressed_int;
mod encoder;
mod key;
mod seeker;

pub use self::encoder::{Cell, PrefixEncoder};
pub use self::key::Key;
pub use self::seeker::{CurrentCell, Found, PrefixSeeker};

/// What each cell of a block carries beside key and value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Tags with their length.
    pub includes_tags: bool,
    /// The sequence id as a vlong.
    pub includes_sequence_ids: bool,
}

#[cfg(test)]
mod tests;
