//! Whether a null map has a marked position in a range, with `IoTDB` PR #18358.
//!
//! Source: apache/iotdb, `AlignedTVList.containsMarkedBit`, PR #18358 as first proposed; read in the text of the
//! request and in `AlignedBitmapRangeCheckPerformanceTest`.
//! Ported: the whole method. Left out: nothing; its caller, the batch writer, is `common::bitmap::chunk`.
//! Differs: nothing. No guard on start or length, as upstream: a length below 1 has no meaning.

use common::bitmap::BitMap;

/// Whether a position of `start .. start + length` is marked. Callers give a length of at least 1.
///
/// Cost: for a map in the word form one allocation of `size / 8 + 1` bytes, none if `start` is 0.
///
/// # Panics
/// If the range leaves the bytes of the map before a marked position is found.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "as a JIT does; by size alone one form would be inlined and one called"
)]
pub fn contains_marked_bit(map: &BitMap, start: i32, length: i32) -> bool {
    if start == 0 {
        return !map.is_all_unmarked_prefix(length);
    }
    scan(&map.byte_array(), start, length)
}

/// Looks at head, whole bytes and tail of a range, or at the one byte that holds it.
#[inline]
#[expect(clippy::needless_range_loop, reason = "a slice would fail before an earlier byte answers")]
fn scan(bytes: &[u8], start: i32, length: i32) -> bool {
    let end = start.wrapping_add(length).wrapping_sub(1);
    let first = (start.cast_unsigned() >> 3) as usize;
    let last = (end.cast_unsigned() >> 3) as usize;
    let head = 0xff_u8 << (start & 7);
    let tail = 0xff_u8 >> (7 - (end & 7));
    if first == last {
        return bytes[first] & head & tail != 0;
    }
    if bytes[first] & head != 0 {
        return true;
    }
    for index in first + 1..last {
        if bytes[index] != 0 {
            return true;
        }
    }
    bytes[last] & tail != 0
}
