//! `HBase`'s variable-length longs: the ticket's four values, a stream that no predictor learns, real columns, and the
//! block format that reads one vlong per cell.
//!
//! All inputs are small enough for a test, so both scales are the same.

mod block;
mod claims;
mod containers;
mod contenders;
mod equivalence;
mod interleaved;
mod peers;
mod single;
mod stream;
mod visitor;

use common::vlong::cursor::SharedCursor;
use measure::Case;
use measure::record::{Claim, Story};

use self::containers::{Owned, Sliced};
pub use self::equivalence::checks;
use crate::Scale;

const HOT_PATH: &str = "vlong_decode";

/// The cases of this hot path.
pub(crate) fn cases(_scale: Scale) -> Vec<Case> {
    let mut cases = single::cases();
    cases.extend([
        stream::uniform::<Sliced>("slice"),
        // The headline: the reference-counted cursor is what the original reads from, and there each byte costs what the
        // ticket wants to save. On a slice the row shows what of that a Rust caller would see.
        stream::uniform::<Owned<SharedCursor>>("shared"),
        stream::one_byte::<Sliced>("slice"),
        interleaved::case(),
        stream::real_columns::<Sliced>("slice"),
        stream::real_columns::<Owned<SharedCursor>>("shared"),
    ]);
    cases.extend(block::cases());
    cases
}

/// What the page tells of it.
pub(crate) fn story() -> Story {
    Story {
        hot_path: HOT_PATH.into(),
        title: "HBase variable-length longs".into(),
        ticket: "HBASE-28256".into(),
        ticket_url: "https://issues.apache.org/jira/browse/HBASE-28256".into(),
        published: "1.66x to 1.82x".into(),
        java_elsewhere: "2.24x to 2.66x".into(),
        headline_case: "vlong_decode/single/bytes=7/padded=1/cursor=shared".into(),
        analysis: include_str!("../../analyses/vlong_decode.md").into(),
        legacy_source: include_str!("../../../legacy/src/vlong_decode.rs").into(),
        optimized_source: include_str!("../../../optimized/src/vlong_decode.rs").into(),
    }
}

/// Its published figures.
pub(crate) fn claims() -> Vec<Claim> {
    claims::claims()
}

#[cfg(test)]
mod tests;
