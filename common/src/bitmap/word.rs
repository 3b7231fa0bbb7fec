//! The word form: position p is bit p of one 64-bit word.
//!
//! Source: apache/tsfile, `BitMapLongImpl` at commit ae23861f. Ported: the whole class.
//! Left out: the constructor from bytes, which nothing on the hot path calls.
//! Differs: shifts name what Java does in silence: a shift counts modulo 64.

use super::{bytes_of_size, check_range};
use crate::fault::Fault;

/// At most 64 positions. Bits past the size may be set; they surface when the map grows.
#[derive(Clone, Debug)]
pub struct WordForm {
    word: u64,
    size: i32,
    /// Stands for byte 8 of the serialized form, which exists at size 64 only.
    padding: u8,
}

/// The lowest `length` bits; `length` counts modulo 64 except that 64 means all.
#[inline]
pub(super) fn low_mask(length: i32) -> u64 {
    if length == 64 { u64::MAX } else { shifted_left(1, length).wrapping_sub(1) }
}

impl WordForm {
    #[inline]
    pub(super) fn new(size: i32) -> WordForm {
        WordForm { word: 0, size, padding: 0 }
    }

    #[inline]
    pub(super) fn size(&self) -> i32 {
        self.size
    }

    pub(super) fn set_size(&mut self, size: i32) {
        self.size = size;
    }

    /// The word itself: bit p is position p, also past the size.
    #[inline]
    pub fn word(&self) -> u64 {
        self.word
    }

    /// Not inlined, and the size comes from memory: with a size that the compiler sees, it deletes the array, the
    /// copy and the scan of its caller, and the check would cost one comparison. Java cannot, since the length of the
    /// array is known at run time only.
    #[inline(never)]
    pub(super) fn byte_array(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.byte_array_length()];
        let mut word = self.word;
        // As upstream: byte after byte, although one store would do.
        for byte in bytes.iter_mut().take(8) {
            *byte = low_byte(word);
            word >>= 8;
        }
        if bytes.len() > 8 {
            bytes[8] = self.padding;
        }
        bytes
    }

    pub(super) fn byte_array_length(&self) -> usize {
        bytes_of_size(self.size).expect("a word form has 0 to 64 positions")
    }

    pub(super) fn byte(&self, index: usize) -> u8 {
        if index < 8 { low_byte(self.word >> (8 * index)) } else { self.padding }
    }

    /// The bytes of the array form that this map becomes: 8 of the word, the padding, zeros.
    pub(super) fn extended_byte_array(&self, size: i32) -> Vec<u8> {
        let mut bytes = vec![0; bytes_of_size(size).expect("grows to more than 64 positions")];
        bytes[..8].copy_from_slice(&self.word.to_le_bytes());
        bytes[8] = self.padding;
        bytes
    }

    #[inline]
    pub(super) fn is_marked(&self, position: i32) -> bool {
        self.word & shifted_left(1, position) != 0
    }

    #[inline]
    pub(super) fn mark(&mut self, position: i32) {
        self.word |= shifted_left(1, position);
    }

    #[inline]
    pub(super) fn unmark(&mut self, position: i32) {
        self.word &= !shifted_left(1, position);
    }

    pub(super) fn mark_all(&mut self) {
        self.word = u64::MAX;
        if self.byte_array_length() > 8 {
            self.padding = 0xff;
        }
    }

    pub(super) fn reset(&mut self) {
        self.word = 0;
        self.padding = 0;
    }

    #[inline]
    pub(super) fn mark_range(&mut self, start: i32, length: i32) -> Result<(), Fault> {
        if length > 0 {
            check_range(start, length, self.size)?;
            self.word |= shifted_left(low_mask(length), start);
        }
        Ok(())
    }

    pub(super) fn unmark_range(&mut self, start: i32, length: i32) -> Result<(), Fault> {
        if length > 0 {
            check_range(start, length, self.size)?;
            self.word &= !shifted_left(low_mask(length), start);
        }
        Ok(())
    }

    /// The second half of a merge, after its checks: ORs bits in from `start` on.
    #[inline]
    pub(super) fn or_bits(&mut self, bits: u64, start: i32) {
        self.word |= shifted_left(bits, start);
    }

    #[inline]
    pub(super) fn extract_bits(&self, offset: i32, length: i32) -> u64 {
        self.word.wrapping_shr(offset.cast_unsigned()) & low_mask(length)
    }

    #[inline]
    pub(super) fn is_all_unmarked_prefix(&self, length: i32) -> bool {
        self.word & low_mask(length) == 0
    }

    pub(super) fn is_all_marked(&self) -> bool {
        let mask = low_mask(self.size);
        self.word & mask == mask
    }

    /// Equality of what is serialized, for two maps of one size.
    pub(super) fn content_equals(&self, other: &WordForm) -> bool {
        let length = self.byte_array_length();
        let mask = if length < 8 { u64::MAX >> (64 - 8 * length) } else { u64::MAX };
        self.word & mask == other.word & mask && (length <= 8 || self.padding == other.padding)
    }
}

#[inline]
fn shifted_left(bits: u64, by: i32) -> u64 {
    bits.wrapping_shl(by.cast_unsigned())
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the low byte is what is wanted")]
pub(super) fn low_byte(word: u64) -> u8 {
    word as u8
}
