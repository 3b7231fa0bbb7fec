//! Decoding of `HBase`'s variable-length longs, as HBASE-28256 was merged in the end.
//!
//! Source: apache/hbase, `ByteBufferUtils.readVLong` of releases 2.5.8 and 2.6.0 on: one read of four bytes, one of two,
//! and single ones, the way HBASE-14186 had put into the file scanner.
//! Ported: the whole method, once for all containers where upstream has it for two.
//! Left out: reads beyond the limit, and the wrong values that the original gives when two bytes straddle segments with
//! capacity behind their limit.
//! Differs: too few bytes give one error in all containers, where Java has three; the position is then left behind the
//! first byte, as in the original over a plain buffer.

use common::fault::Fault;
use common::vlong::cursor::Cursor;
use common::vlong::format::{decoded_size, is_negative};

/// Reads the value at the position, which moves behind it. Any bytes decode, also forms that no writer writes.
///
/// # Errors
/// If the cursor ends inside the value; says how many bytes that takes. Only the first byte is consumed then.
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
    let (mut left, mut offset) = (size - 1, 0);
    let mut magnitude: u64 = 0;
    if left >= 4 {
        let piece = cursor.array_after_position(offset).ok_or_else(|| short(cursor, size))?;
        // Unsigned: the first form of HBASE-14186 extended the sign and read 2147483648 as its negative.
        magnitude = u64::from(u32::from_be_bytes(piece));
        left -= 4;
        offset += 4;
    }
    if left >= 2 {
        let piece = cursor.array_after_position(offset).ok_or_else(|| short(cursor, size))?;
        magnitude = (magnitude << 16) | u64::from(u16::from_be_bytes(piece));
        left -= 2;
        offset += 2;
    }
    // Up to two are left: eight payload bytes are 4 + 2 + 1 + 1.
    for index in offset..offset + left {
        let [byte] = cursor.array_after_position(index).ok_or_else(|| short(cursor, size))?;
        magnitude = (magnitude << 8) | u64::from(byte);
    }
    cursor.skip(size - 1).ok_or_else(|| short(cursor, size))?;
    let value = magnitude.cast_signed();
    Ok(if is_negative(first) { !value } else { value })
}

/// The first byte is consumed, the others are still there.
#[cold]
fn short<C: Cursor>(cursor: &C, size: usize) -> Fault {
    cursor.shortage(size, 1 + cursor.remaining())
}
