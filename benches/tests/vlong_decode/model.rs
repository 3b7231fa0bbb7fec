//! The format as its definition says it, and who must agree with it.

use std::collections::BTreeSet;

use common::fault::Fault;
use common::vlong::cursor::Cursor;
use optimized::revisions::vlong_decode_merged_421 as merged_421;

/// The value that `bytes` begin with and its size, or the size that was wanted.
pub(crate) fn model(bytes: &[u8]) -> Result<(i64, usize), usize> {
    let Some(&first) = bytes.first() else { return Err(1) };
    let (is_negative, payload_bytes) = match first {
        0x80..=0x87 => (true, 0x88 - first),
        0x88..=0x8f => (false, 0x90 - first),
        _ => return Ok((first.cast_signed().into(), 1)),
    };
    let size = 1 + usize::from(payload_bytes);
    let payload = bytes.get(1..size).ok_or(size)?;
    let magnitude = payload.iter().fold(0_i64, |magnitude, &byte| magnitude << 8 | i64::from(byte));
    Ok((if is_negative { !magnitude } else { magnitude }, size))
}

/// The values of the upstream test, in order.
pub(crate) fn upstream_values() -> Vec<i64> {
    let mut values = BTreeSet::new();
    for power in (0..64).flat_map(|bits| [-1_i64 << bits, (1_i64 << bits).wrapping_sub(1)]) {
        values.extend([power.saturating_sub(1), power, power.saturating_add(1)]);
        for divisor in 3..=10 {
            values.extend([-1, 0, 1].map(|delta| power / divisor + delta));
        }
    }
    values.into_iter().collect()
}

/// One form of the decoding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Contender {
    Legacy,
    Optimized,
    Merged421,
    Frontier,
}

impl Contender {
    pub(crate) const ALL: [Contender; 4] =
        [Contender::Legacy, Contender::Optimized, Contender::Merged421, Contender::Frontier];

    pub(crate) fn read_vlong<C: Cursor>(self, cursor: &mut C) -> Result<i64, Fault> {
        match self {
            Contender::Legacy => legacy::vlong_decode::read_vlong(cursor),
            Contender::Optimized => optimized::vlong_decode::read_vlong(cursor),
            Contender::Merged421 => merged_421::read_vlong(cursor),
            Contender::Frontier => frontier::vlong_decode::read_vlong(cursor),
        }
    }
}
