//! Equality, hash and text of a map.
//!
//! Source: apache/tsfile, `equals`, `equalsInRange`, `hashCode` and `toString` of `BitMap`, `contentEquals` and
//! `contentHashCode` of the two forms, PR #871. Ported: all. Left out: nothing. Differs: nothing.

use std::fmt;

use super::BitMap;
use super::array::{byte_of, whole_bytes};
use crate::fault::Fault;

/// Equal size and equal serialized bytes, whatever the forms; bits past the size count if they are serialized.
impl PartialEq for BitMap {
    fn eq(&self, other: &BitMap) -> bool {
        std::ptr::eq(self, other) || (self.size() == other.size() && self.content_equals(other))
    }
}

impl Eq for BitMap {}

impl BitMap {
    /// Whether the first `length` positions are equal; a map is equal to itself whatever the length.
    ///
    /// # Errors
    /// [`Fault::IllegalArgument`] if `length` is above either size.
    pub fn equals_in_range(&self, other: &BitMap, length: i32) -> Result<bool, Fault> {
        if std::ptr::eq(self, other) {
            return Ok(true);
        }
        if length > self.size() || length > other.size() {
            return Err(Fault::IllegalArgument);
        }
        if let (BitMap::Word(left), BitMap::Word(right)) = (self, other) {
            return Ok(left.extract_bits(0, length) == right.extract_bits(0, length));
        }
        if (0..whole_bytes(length)).any(|index| self.byte(index) != other.byte(index)) {
            return Ok(false);
        }
        let remaining = length % 8;
        if remaining <= 0 {
            return Ok(true);
        }
        let (last, mask) = (byte_of(length), 0xff >> (8 - remaining));
        Ok(self.byte(last) & mask == other.byte(last) & mask)
    }

    /// 31 x (31 + size) + the hash of the serialized bytes as signed values, wrapping.
    pub fn hash_code(&self) -> i32 {
        let bytes = (0..self.byte_array_length()).map(|index| self.byte(index));
        let content = bytes.fold(1_i32, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(i32::from(byte.cast_signed()))
        });
        self.size().wrapping_add(31).wrapping_mul(31).wrapping_add(content)
    }

    fn content_equals(&self, other: &BitMap) -> bool {
        match (self, other) {
            (BitMap::Word(left), BitMap::Word(right)) => left.content_equals(right),
            (BitMap::Array(left), BitMap::Array(right)) => left.bytes() == right.bytes(),
            _ => {
                let length = self.byte_array_length();
                length == other.byte_array_length()
                    && (0..length).all(|index| self.byte(index) == other.byte(index))
            }
        }
    }

    fn byte_array_length(&self) -> usize {
        match self {
            BitMap::Word(form) => form.byte_array_length(),
            BitMap::Array(form) => form.bytes().len(),
        }
    }

    /// One serialized byte, without making the others.
    fn byte(&self, index: usize) -> u8 {
        match self {
            BitMap::Word(form) => form.byte(index),
            BitMap::Array(form) => form.bytes()[index],
        }
    }
}

/// One character for each position, 0 or 1, position 0 first.
impl fmt::Display for BitMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.size())
            .try_for_each(|position| f.write_str(if self.is_marked(position) { "1" } else { "0" }))
    }
}
