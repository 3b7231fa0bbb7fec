//! Decoding of `HBase`'s variable-length longs, as HBASE-28256 first proposed and measured it.
//!
//! Source: apache/hbase pull request 5576, `ByteBufferUtils.readVLong` of commit ec06ba4c: one read of eight bytes.
//! Ported: the whole method, once for all containers where upstream has it for two.
//! Left out: nothing. What was merged in the end reads four, two and one bytes and stands in
//! `revisions/vlong_decode_merged_421.rs`.
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
    if cursor.remaining() >= 8 {
        let word = cursor.array_after_position(0).ok_or_else(|| cursor.shortage(size, 1))?;
        // The surplus behind the value is shifted out: 56 bits for one payload byte, none for eight.
        magnitude = u64::from_be_bytes(word) >> (72 - 8 * size);
        cursor.skip(size - 1).ok_or_else(|| cursor.shortage(size, 1))?;
    } else {
        for read in 1..size {
            let byte = cursor.get().ok_or_else(|| cursor.shortage(size, read))?;
            magnitude = (magnitude << 8) | u64::from(byte);
        }
    }
    let value = magnitude.cast_signed();
    Ok(if is_negative(first) { !value } else { value })
}
