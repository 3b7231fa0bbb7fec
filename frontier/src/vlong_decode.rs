//! Decoding of `HBase`'s variable-length longs as far as the format lets one go.
//!
//! The idea: the first byte says everything, so nothing has to be done once per byte. Where eight bytes follow, they
//! are one load and one shift, and in front of the end of a buffer two loads that overlap do the same.
//!
//! 1. **Size and sign are bits.** Of a first byte 0x80 to 0x8f the low three bits count the payload bytes that are *not*
//!    there, so that `8 * byte`, modulo 64, is the distance by which a word is shifted; bit 3 is the sign.
//! 2. **Overlapping loads** at the end of a buffer: the first four and the last four bytes of a payload of four to seven,
//!    two and two of a shorter one. Where they overlap they agree, so OR is right. No byte behind the value is read.
//!    What lies in two segments is read byte by byte.
//! 3. **One branch.** Only one-byte values are told from longer ones by a jump, since a stream of them is common and a
//!    predicted jump is free; everything else is arithmetic that no stream can make mispredict.
//! 4. **No branch at all** ([`read_interleaved`]): both answers are computed and one is selected. For a single stream that
//!    is a loss where sizes are steady, since the next position waits for this size; with several cursors at once their
//!    waits overlap.
//!
//! What it costs: a stream of one constant size, which a predictor learns by heart, has its loop unrolled by the
//! predictor, and there the arithmetic is a few tenths of a nanosecond late. No `unsafe`, no look behind the limit.

use std::hint::select_unpredictable;

use common::fault::Fault;
use common::vlong::cursor::Cursor;
use common::vlong::format::LONGEST_BYTES;

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// Reads the value at the position, which moves behind it. Any bytes decode, also forms that no writer writes.
///
/// # Errors
/// If the cursor ends inside the value; says how many bytes that takes. All that was there is consumed then.
#[expect(clippy::inline_always, reason = "as legacy and optimized")]
#[inline(always)]
pub fn read_vlong<C: Cursor>(cursor: &mut C) -> Result<i64, Fault> {
    let first = cursor.get().ok_or_else(|| cursor.shortage(1, 0))?;
    if !is_longer(first) {
        return Ok(i64::from(first.cast_signed()));
    }
    let payload = payload_bytes(first);
    let chunk = cursor.chunk();
    let magnitude = match chunk.first_chunk() {
        Some(word) => magnitude(*word, first),
        None if chunk.len() >= payload => at_the_end(&chunk[..payload]),
        None => return byte_by_byte(cursor, first),
    };
    match cursor.skip(payload) {
        Some(()) => Ok(signed(magnitude, first)),
        None => byte_by_byte(cursor, first),
    }
}

/// Reads one value from each of several cursors, without a branch on what the values are.
///
/// One value alone is better read by [`read_vlong`]; with four cursors, such as four blocks or four restart points of
/// one block, the work of each hides the waits of the others.
///
/// # Errors
/// As for [`read_vlong`], from the first cursor that has one; those before it have moved, those behind it have not.
#[expect(clippy::inline_always, reason = "as the single form")]
#[inline(always)]
pub fn read_interleaved<C: Cursor, const N: usize>(
    cursors: &mut [C; N],
) -> Result<[i64; N], Fault> {
    let mut values = [0; N];
    for (value, cursor) in values.iter_mut().zip(cursors) {
        *value = read_selecting(cursor)?;
    }
    Ok(values)
}

#[expect(clippy::inline_always, reason = "as the single form")]
#[inline(always)]
fn read_selecting<C: Cursor>(cursor: &mut C) -> Result<i64, Fault> {
    // Fewer bytes than the longest value takes: only at the end of a buffer or segment.
    let Some(&[first, ref word @ ..]) = cursor.chunk().first_chunk::<LONGEST_BYTES>() else {
        return read_vlong(cursor);
    };
    let longer = is_longer(first);
    let value = signed(magnitude(*word, first), first);
    let value = select_unpredictable(longer, value, i64::from(first.cast_signed()));
    let size = 1 + select_unpredictable(longer, payload_bytes(first), 0);
    match cursor.skip(size) {
        Some(()) => Ok(value),
        None => Err(cursor.shortage(size, 0)),
    }
}

/// Whether more bytes belong to the value: -113 to -128 as a signed byte.
#[inline]
fn is_longer(first: u8) -> bool {
    first & 0xf0 == 0x80
}

/// Bytes behind the first one, 1 to 8.
#[inline]
fn payload_bytes(first: u8) -> usize {
    WORD - usize::from(first & 7)
}

/// The payload out of the eight bytes behind the first; the surplus at their end is shifted out.
#[inline]
fn magnitude(word: [u8; WORD], first: u8) -> u64 {
    u64::from_be_bytes(word).wrapping_shr(u32::from(first) * 8)
}

/// A negative value is stored as its complement.
#[inline]
fn signed(magnitude: u64, first: u8) -> i64 {
    let complement = (u64::from(first) >> 3 & 1).wrapping_sub(1);
    (magnitude ^ complement).cast_signed()
}

/// A payload of one to seven bytes with nothing behind it.
#[inline]
fn at_the_end(payload: &[u8]) -> u64 {
    let surplus = |half: usize| 8 * (payload.len() - half);
    if let (Some(high), Some(low)) = (payload.first_chunk(), payload.last_chunk()) {
        let (high, low) = (u32::from_be_bytes(*high), u32::from_be_bytes(*low));
        return u64::from(high) << surplus(4) | u64::from(low);
    }
    if let (Some(high), Some(low)) = (payload.first_chunk(), payload.last_chunk()) {
        let (high, low) = (u16::from_be_bytes(*high), u16::from_be_bytes(*low));
        return u64::from(high) << surplus(2) | u64::from(low);
    }
    payload.first().copied().map_or(0, u64::from)
}

/// A payload that lies in several segments, or is cut off: the loop that everything else avoids.
#[cold]
#[inline(never)]
fn byte_by_byte<C: Cursor>(cursor: &mut C, first: u8) -> Result<i64, Fault> {
    let size = 1 + payload_bytes(first);
    let mut magnitude = 0;
    for read in 1..size {
        let byte = cursor.get().ok_or_else(|| cursor.shortage(size, read))?;
        magnitude = magnitude << 8 | u64::from(byte);
    }
    Ok(signed(magnitude, first))
}

#[cfg(test)]
mod tests;
