//! Whether any, all or none of a range is marked, asked of the map itself.
//!
//! Source: apache/tsfile, `isRangeAnyMarked`, `isRangeAllMarked`, `isRangeNoneMarked` and `checkRange` of PR #884
//! (commit 031deadf). Ported: the array form. Left out: nothing.
//! Differs: the word form's text was not available; here it is what the words say, one masked word.
//!
//! They came on the day of the ticket and took its place in the database. They are operations of the storage, so
//! they stand here; neither side of the pair calls them, and no case measures them as if the ticket had them.

use super::BitMap;
use super::array::{ArrayForm, byte_of};
use super::word::low_mask;
use crate::fault::Fault;

impl BitMap {
    /// The later revision's guard, safe against overflow.
    ///
    /// # Errors
    /// A negative start or length, an end past the size.
    pub fn check_range(&self, start: i32, length: i32) -> Result<(), Fault> {
        if start < 0 || length < 0 || start > self.size().wrapping_sub(length) {
            return Err(Fault::IndexOutOfBounds);
        }
        Ok(())
    }

    /// Whether at least one of `length` positions from `start` on is marked; of none, none is.
    ///
    /// # Errors
    /// As [`BitMap::check_range`].
    pub fn is_range_any_marked(&self, start: i32, length: i32) -> Result<bool, Fault> {
        self.check_range(start, length)?;
        Ok(length != 0
            && match self {
                BitMap::Word(form) => form.extract_bits(start, length) != 0,
                BitMap::Array(form) => {
                    !form.every_byte(start, length, |byte, mask| byte & mask == 0)
                }
            })
    }

    /// Whether all of `length` positions from `start` on are marked; of none, all are.
    ///
    /// # Errors
    /// As [`BitMap::check_range`].
    pub fn is_range_all_marked(&self, start: i32, length: i32) -> Result<bool, Fault> {
        self.check_range(start, length)?;
        Ok(length == 0
            || match self {
                BitMap::Word(form) => form.extract_bits(start, length) == low_mask(length),
                BitMap::Array(form) => {
                    form.every_byte(start, length, |byte, mask| byte & mask == mask)
                }
            })
    }

    /// The opposite of [`BitMap::is_range_any_marked`].
    ///
    /// # Errors
    /// As [`BitMap::check_range`].
    pub fn is_range_none_marked(&self, start: i32, length: i32) -> Result<bool, Fault> {
        Ok(!self.is_range_any_marked(start, length)?)
    }
}

impl ArrayForm {
    /// Whether a test holds for head, whole bytes and tail, each with the mask of the range in it.
    fn every_byte(&self, start: i32, length: i32, test: impl Fn(u8, u8) -> bool) -> bool {
        let end = start + length - 1;
        let (first, last) = (byte_of(start), byte_of(end));
        let (head, tail) = (0xff << (start & 7), 0xff >> (7 - (end & 7)));
        let bytes = self.bytes();
        if first == last {
            return test(bytes[first], head & tail);
        }
        test(bytes[first], head)
            && bytes[first + 1..last].iter().all(|&byte| test(byte, 0xff))
            && test(bytes[last], tail)
    }
}
