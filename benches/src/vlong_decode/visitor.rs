//! Legacy with every byte read through a dynamic call, as the last 2.5 release before the patch is written.
//!
//! Source: apache/hbase, `ByteBufferUtils.readVLong` of release 2.5.7 with its one-method interface `ByteVisitor`.
//! Ported: the whole method. Left out: nothing.
//! Differs: a just-in-time compiler inlines the calls; here they are kept dynamic, to show what they would cost.

use std::hint::black_box;

use common::fault::Fault;
use common::vlong::cursor::Cursor;
use common::vlong::format::{decoded_size, is_negative};

/// Gives the next byte, if there is one.
type Visitor<'a> = dyn FnMut() -> Option<u8> + 'a;

/// As `legacy`.
#[expect(clippy::inline_always, reason = "as `legacy`")]
#[inline(always)]
pub(super) fn read_vlong<C: Cursor>(cursor: &mut C) -> Result<i64, Fault> {
    let visitor: &mut Visitor<'_> = &mut || cursor.get();
    // Opaque: a compiler that sees which visitor comes would call it directly.
    read(black_box(visitor))
}

#[inline]
fn read(visitor: &mut Visitor<'_>) -> Result<i64, Fault> {
    let short = |wanted, available| Fault::BufferUnderflow { wanted, available };
    let first = visitor().ok_or_else(|| short(1, 0))?.cast_signed();
    let size = decoded_size(first);
    if size == 1 {
        return Ok(i64::from(first));
    }
    let mut magnitude: u64 = 0;
    for read in 1..size {
        let byte = visitor().ok_or_else(|| short(size, read))?;
        magnitude = (magnitude << 8) | u64::from(byte);
    }
    let value = magnitude.cast_signed();
    Ok(if is_negative(first) { !value } else { value })
}
