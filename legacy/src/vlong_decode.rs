//! Decoding of `HBase`'s variable-length longs, before HBASE-28256.
//!
//! Source: apache/hbase, `ByteBufferUtils.readVLong`, in the direct form of releases such as 2.1.10 and 2.2.7.
//! Ported: the whole method, once for all containers where upstream has it for two.
//! Left out: the one-method interface that 2.5.7, the last 2.5 release before the patch, reads each byte through. A
//! just-in-time compiler inlines it, so the direct loop is the fair form; the other is measured as the row `visitor`.
//! Differs: too few bytes give an error, where Java throws; the position is left at the limit in both.

use common::fault::Fault;
use common::vlong::cursor::Cursor;
use common::vlong::format::{decoded_size, is_negative};

/// Reads the value at the position, which moves behind it. Any bytes decode, also forms that no writer writes.
///
/// # Errors
/// If the cursor ends inside the value; says how many bytes that takes. All that was there is consumed then.
#[expect(
    clippy::inline_always,
    reason = "HotSpot inlines a hot method of this size; LLVM would, depending on the container, or not"
)]
#[inline(always)]
pub fn read_vlong<C: Cursor>(cursor: &mut C) -> Result<i64, Fault> {
    let first = cursor.get().ok_or_else(|| cursor.shortage(1, 0))?.cast_signed();
    let size = decoded_size(first);
    if size == 1 {
        return Ok(i64::from(first));
    }
    let mut magnitude: u64 = 0;
    for read in 1..size {
        let byte = cursor.get().ok_or_else(|| cursor.shortage(size, read))?;
        magnitude = (magnitude << 8) | u64::from(byte);
    }
    let value = magnitude.cast_signed();
    Ok(if is_negative(first) { !value } else { value })
}
