//! The array form: position p is bit p mod 8 of byte p / 8.
//!
//! Source: apache/tsfile, `BitMapArrayImpl` at commit ae23861f; releases 2.0.3 to 2.4.0 have the same as `BitMap`.
//! Ported: the whole class. Left out: nothing. Differs: single bits are shifted into place, where upstream looks
//! them up in a table of eight.

use super::word::{low_byte, low_mask};
use super::{bytes_of_size, check_range};
use crate::fault::Fault;

/// Any number of positions. Bits past the size are kept, compared and hashed.
#[derive(Clone, Debug)]
pub struct ArrayForm {
    bytes: Vec<u8>,
    size: i32,
}

impl ArrayForm {
    pub(super) fn new(size: i32) -> Result<ArrayForm, Fault> {
        Ok(ArrayForm { bytes: vec![0; bytes_of_size(size)?], size })
    }

    pub(super) fn adopt(size: i32, bytes: Vec<u8>) -> ArrayForm {
        ArrayForm { bytes, size }
    }

    #[inline]
    pub(super) fn size(&self) -> i32 {
        self.size
    }

    /// The whole array, also past the size.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    #[inline]
    pub(super) fn is_marked(&self, position: i32) -> bool {
        self.bytes[byte_of(position)] & bit_of(position) != 0
    }

    #[inline]
    pub(super) fn mark(&mut self, position: i32) {
        self.bytes[byte_of(position)] |= bit_of(position);
    }

    #[inline]
    pub(super) fn unmark(&mut self, position: i32) {
        self.bytes[byte_of(position)] &= !bit_of(position);
    }

    pub(super) fn mark_range(&mut self, start: i32, length: i32) -> Result<(), Fault> {
        if length > 0 {
            check_range(start, length, self.size)?;
            self.change_range(start, length, |byte, mask| byte | mask);
        }
        Ok(())
    }

    pub(super) fn unmark_range(&mut self, start: i32, length: i32) -> Result<(), Fault> {
        if length > 0 {
            check_range(start, length, self.size)?;
            self.change_range(start, length, |byte, mask| byte & !mask);
        }
        Ok(())
    }

    /// Head, whole bytes, tail; a range inside one byte apart.
    fn change_range(&mut self, start: i32, length: i32, change: impl Fn(u8, u8) -> u8) {
        let end = start.wrapping_add(length).wrapping_sub(1);
        let (first, last) = (byte_of(start), byte_of(end));
        let (head, tail) = (0xff << (start & 7), 0xff >> (7 - (end & 7)));
        if first == last {
            self.bytes[first] = change(self.bytes[first], head & tail);
            return;
        }
        self.bytes[first] = change(self.bytes[first], head);
        // Not a slice: a range that ends past the array changes all bytes before it, as upstream.
        for index in first + 1..last {
            self.bytes[index] = change(self.bytes[index], 0xff);
        }
        self.bytes[last] = change(self.bytes[last], tail);
    }

    /// One step of a merge: ORs `bits` in from `start` on and touches no byte after the last set bit.
    pub(super) fn or_bits(&mut self, bits: u64, start: i32) {
        let mut index = byte_of(start);
        let in_byte = start & 7;
        self.bytes[index] |= low_byte(bits << in_byte);
        let mut bits = bits >> (8 - in_byte);
        while bits > 0 {
            index += 1;
            self.bytes[index] |= low_byte(bits);
            bits >>= 8;
        }
    }

    pub(super) fn extract_bits(&self, offset: i32, length: i32) -> u64 {
        let mut index = byte_of(offset);
        let mut value = u64::from(self.bytes[index] >> (offset & 7));
        let mut extracted = 8 - (offset & 7);
        while extracted < length {
            index += 1;
            value |= u64::from(self.bytes[index]).wrapping_shl(extracted.cast_unsigned());
            extracted += 8;
        }
        value & low_mask(length)
    }

    pub(super) fn is_all_unmarked(&self) -> bool {
        // As upstream: the last positions one by one.
        (0..whole_bytes(self.size)).all(|index| self.bytes[index] == 0)
            && (self.size / 8 * 8..self.size).all(|position| !self.is_marked(position))
    }

    /// Not inlined: with this loop in it the check of the word form, which is a mask and a comparison, grows so large
    /// that the compiler calls it instead.
    #[inline(never)]
    pub(super) fn is_all_unmarked_prefix(&self, length: i32) -> bool {
        let (whole, remaining) = (whole_bytes(length), length % 8);
        // One check of the end for all bytes, as a JIT makes of it; past the array only if no byte before it answers.
        let there = whole.min(self.bytes.len());
        self.bytes[..there].iter().all(|&byte| byte == 0)
            && (there == whole || self.bytes[there] == 0)
            && (remaining <= 0 || self.bytes[byte_of(length)] & (0xff >> (8 - remaining)) == 0)
    }

    pub(super) fn is_all_marked(&self) -> bool {
        (0..whole_bytes(self.size)).all(|index| self.bytes[index] == 0xff)
            && (self.size / 8 * 8..self.size).all(|position| self.is_marked(position))
    }

    pub(super) fn extend(&mut self, size: i32) {
        // A new array, as upstream: `resize` might grow in place to another capacity.
        let mut bytes = vec![0; bytes_of_size(size).expect("larger than a size that was allowed")];
        let kept = bytes.len().min(self.bytes.len());
        bytes[..kept].copy_from_slice(&self.bytes[..kept]);
        self.bytes = bytes;
        self.size = size;
    }
}

/// The byte of a position. A negative position gives an index past every array, which fails there as in Java.
#[inline]
pub(super) fn byte_of(position: i32) -> usize {
    (position.cast_unsigned() >> 3) as usize
}

/// Bytes that the first `length` positions fill; none for a negative length.
#[inline]
pub(super) fn whole_bytes(length: i32) -> usize {
    usize::try_from(length / 8).unwrap_or(0)
}

#[inline]
fn bit_of(position: i32) -> u8 {
    1 << (position & 7)
}
