//! Everything around the decoding of `HBase`'s variable-length longs that HBASE-28256 left alone.
//!
//! [`format`](mod@format) is the encoding and its writer, [`cursor`] the three containers that a value is read from,
//! [`prefix`] the data block whose every cell ends in such a value, generic over the decoding.

pub mod cursor;
pub mod format;
pub mod prefix;
