//! Lengths inside an encoded block: seven bits per byte, the lowest first.
//!
//! Source: apache/hbase, `ByteBufferUtils` (`putCompressedInt`, `readCompressedInt`).
//! Ported: both. Left out: the stream forms.
//! Differs: a sixth byte is an error; upstream's recursion would go on and shift it out.

use crate::fault::Fault;
use crate::vlong::cursor::Cursor;

/// A `u32` takes at most so many bytes.
const LONGEST_BYTES: usize = 5;

/// Writes `value` in one to five bytes.
#[expect(clippy::cast_possible_truncation, reason = "seven bits at a time are what is written")]
pub(super) fn append(bytes: &mut Vec<u8>, value: u32) {
    let mut rest = value;
    while rest > 0x7f {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

/// Reads what [`append`] wrote.
#[inline]
pub(super) fn read<C: Cursor>(cursor: &mut C) -> Result<usize, Fault> {
    let mut value: u32 = 0;
    for read in 0..LONGEST_BYTES {
        let byte = cursor.get().ok_or_else(|| cursor.shortage(read + 1, read))?;
        value |= u32::from(byte & 0x7f) << (7 * read);
        if byte < 0x80 {
            return Ok(value as usize);
        }
    }
    Err(Fault::IllegalArgument)
}
