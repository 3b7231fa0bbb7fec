//! Who is replayed, and what the vectors call them.

use common::fault::Fault;
use common::vlong::cursor::Cursor;
use optimized::revisions::vlong_decode_merged_421 as merged_421;

/// One form of the decoding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Contender {
    Legacy,
    /// Legacy compiled a second time.
    Control,
    Optimized,
    Merged421,
    Frontier,
}

impl Contender {
    pub(super) const ALL: [Contender; 5] = [
        Contender::Legacy,
        Contender::Control,
        Contender::Optimized,
        Contender::Merged421,
        Contender::Frontier,
    ];

    /// The name of the original in the vectors.
    pub(super) fn original(self) -> &'static str {
        match self {
            Contender::Legacy | Contender::Control | Contender::Frontier => "legacy",
            Contender::Optimized => "ticket_8",
            Contender::Merged421 => "merged_421",
        }
    }

    pub(super) fn read_vlong<C: Cursor>(self, cursor: &mut C) -> Result<i64, Fault> {
        match self {
            Contender::Legacy => legacy::vlong_decode::read_vlong(cursor),
            Contender::Control => control::vlong_decode::read_vlong(cursor),
            Contender::Optimized => optimized::vlong_decode::read_vlong(cursor),
            Contender::Merged421 => merged_421::read_vlong(cursor),
            Contender::Frontier => frontier::vlong_decode::read_vlong(cursor),
        }
    }
}
