//! The null map of `TsFile`: which rows of a column are null, one bit a row.
//!
//! Source: apache/tsfile, `BitMap`, `BitMapImpl`, `BitMapLongImpl`, `BitMapArrayImpl` of PR #871 (commits 1f89e60c
//! and ae23861f), and the range queries of PR #884 (commit 031deadf, in `range_queries`).
//! Ported: every operation, both forms, the factory's rule. Left out: the accounting of retained bytes.
//! Differs: the facade and its two implementations are one enum, so a map is one object of 32 bytes and not two;
//! an operation whose source is its own target says so with [`Source::Itself`]; a constructor that Java lets
//! fail returns a [`Fault`]. Guards are not safe against overflow, as upstream: `start + length` wraps, so a range
//! that ends past 2^31 - 1 passes them, and the array access fails later, with bytes before it already changed.
//!
//! Positions, starts, lengths and sizes count rows, as signed integers. Position p is bit p mod 8 of byte p / 8.
//! A marked position is a null. An access outside of the array panics where Java throws.

pub mod chunk;

mod array;
mod copies;
mod equality;
mod range_queries;
mod word;

use std::borrow::Cow;

pub use self::array::ArrayForm;
pub use self::copies::Source;
pub use self::word::WordForm;
use crate::fault::Fault;

/// A null map in one of its two forms.
#[derive(Clone, Debug)]
pub enum BitMap {
    /// At most 64 positions in one word; only the factory makes it.
    Word(WordForm),
    /// Any number of positions in an array.
    Array(ArrayForm),
}

/// Bytes of a serialized map: always one more than whole bytes need, which other code relies on.
#[inline]
pub fn bytes_of_size(size: i32) -> Result<usize, Fault> {
    usize::try_from(size / 8 + 1).map_err(|_| Fault::NegativeArraySize)
}

impl BitMap {
    /// An empty map in the array form.
    ///
    /// # Errors
    /// Sizes of -16 and below, whose arrays would have a negative length; -1 to -15 make maps without positions.
    pub fn new(size: i32) -> Result<BitMap, Fault> {
        ArrayForm::new(size).map(BitMap::Array)
    }

    /// A map in the array form over an array of any length, which is taken as it is.
    pub fn adopt(size: i32, bytes: Vec<u8>) -> BitMap {
        BitMap::Array(ArrayForm::adopt(size, bytes))
    }

    /// The factory: an empty map in the word form for sizes of 0 to 64, else in the array form.
    ///
    /// # Errors
    /// As [`BitMap::new`].
    #[inline]
    pub fn create(size: i32) -> Result<BitMap, Fault> {
        match size {
            0..=64 => Ok(BitMap::Word(WordForm::new(size))),
            _ => BitMap::new(size),
        }
    }

    /// Number of positions; negative if the map was made so.
    #[inline]
    pub fn size(&self) -> i32 {
        match self {
            BitMap::Word(form) => form.size(),
            BitMap::Array(form) => form.size(),
        }
    }

    /// The serialized bytes: a new array of `size / 8 + 1` bytes for the word form, the live one for the array form.
    ///
    /// Cost: one allocation and a loop over its bytes for the word form, nothing for the array form.
    #[inline]
    pub fn byte_array(&self) -> Cow<'_, [u8]> {
        match self {
            BitMap::Word(form) => Cow::Owned(form.byte_array()),
            BitMap::Array(form) => Cow::Borrowed(form.bytes()),
        }
    }

    /// The live array, which Java hands out to be written as well; the word form has none.
    pub fn live_array_mut(&mut self) -> Option<&mut [u8]> {
        match self {
            BitMap::Word(_) => None,
            BitMap::Array(form) => Some(form.bytes_mut()),
        }
    }

    /// A copy of the first `size / 8 + 1` serialized bytes, with zeros after the last.
    ///
    /// # Errors
    /// Sizes of -16 and below.
    pub fn truncated_byte_array(&self, size: i32) -> Result<Vec<u8>, Fault> {
        // As upstream: the word form makes two arrays, one to be copied from.
        let bytes = self.byte_array();
        let mut copy = vec![0; bytes_of_size(size)?];
        let kept = copy.len().min(bytes.len());
        copy[..kept].copy_from_slice(&bytes[..kept]);
        Ok(copy)
    }

    /// Whether a position is marked. The word form takes it modulo 64 and never fails.
    #[inline]
    pub fn is_marked(&self, position: i32) -> bool {
        match self {
            BitMap::Word(form) => form.is_marked(position),
            BitMap::Array(form) => form.is_marked(position),
        }
    }

    /// Marks a position; past the size it is kept if there is room. The word form takes it modulo 64.
    #[inline]
    pub fn mark(&mut self, position: i32) {
        match self {
            BitMap::Word(form) => form.mark(position),
            BitMap::Array(form) => form.mark(position),
        }
    }

    /// Unmarks a position. The word form takes it modulo 64.
    #[inline]
    pub fn unmark(&mut self, position: i32) {
        match self {
            BitMap::Word(form) => form.unmark(position),
            BitMap::Array(form) => form.unmark(position),
        }
    }

    /// Sets every bit, also those past the size.
    pub fn mark_all(&mut self) {
        match self {
            BitMap::Word(form) => form.mark_all(),
            BitMap::Array(form) => form.bytes_mut().fill(0xff),
        }
    }

    /// Clears every bit, also those past the size.
    pub fn reset(&mut self) {
        match self {
            BitMap::Word(form) => form.reset(),
            BitMap::Array(form) => form.bytes_mut().fill(0),
        }
    }

    /// Marks `length` positions from `start` on; a length of 0 or less does nothing, before any check.
    ///
    /// # Errors
    /// A start below 0, an end past the size.
    #[inline]
    pub fn mark_range(&mut self, start: i32, length: i32) -> Result<(), Fault> {
        match self {
            BitMap::Word(form) => form.mark_range(start, length),
            BitMap::Array(form) => form.mark_range(start, length),
        }
    }

    /// Unmarks `length` positions from `start` on; a length of 0 or less does nothing, before any check.
    ///
    /// # Errors
    /// A start below 0, an end past the size.
    pub fn unmark_range(&mut self, start: i32, length: i32) -> Result<(), Fault> {
        match self {
            BitMap::Word(form) => form.unmark_range(start, length),
            BitMap::Array(form) => form.unmark_range(start, length),
        }
    }

    /// Whether no position below the size is marked.
    pub fn is_all_unmarked(&self) -> bool {
        match self {
            BitMap::Word(form) => form.is_all_unmarked_prefix(form.size()),
            BitMap::Array(form) => form.is_all_unmarked(),
        }
    }

    /// Whether none of the first `length` positions is marked. No check against the size.
    ///
    /// The word form looks at the whole word for 64 and else at `length` modulo 64 positions; the array form panics
    /// past its array unless an earlier byte answers.
    #[inline]
    pub fn is_all_unmarked_prefix(&self, length: i32) -> bool {
        match self {
            BitMap::Word(form) => form.is_all_unmarked_prefix(length),
            BitMap::Array(form) => form.is_all_unmarked_prefix(length),
        }
    }

    /// Whether every position below the size is marked.
    pub fn is_all_marked(&self) -> bool {
        match self {
            BitMap::Word(form) => form.is_all_marked(),
            BitMap::Array(form) => form.is_all_marked(),
        }
    }

    /// Grows to `size` positions; nothing if there are as many. Bits past the old size become positions.
    ///
    /// Above 64 the word form becomes the array form for good.
    pub fn extend(&mut self, size: i32) {
        if self.size() >= size {
            return;
        }
        match self {
            BitMap::Word(form) if size <= 64 => form.set_size(size),
            BitMap::Word(form) => *self = BitMap::adopt(size, form.extended_byte_array(size)),
            BitMap::Array(form) => form.extend(size),
        }
    }

    /// `length` positions from `offset` on, the first in the lowest bit; at most 64 make sense.
    #[inline]
    pub fn extract_bits(&self, offset: i32, length: i32) -> u64 {
        match self {
            BitMap::Word(form) => form.extract_bits(offset, length),
            BitMap::Array(form) => form.extract_bits(offset, length),
        }
    }
}

/// What `mark_range`, `unmark_range` and `merge` check: not safe against overflow, as upstream.
#[inline]
fn check_range(start: i32, length: i32, size: i32) -> Result<(), Fault> {
    if start < 0 || start.wrapping_add(length) > size {
        return Err(Fault::IndexOutOfBounds);
    }
    Ok(())
}
