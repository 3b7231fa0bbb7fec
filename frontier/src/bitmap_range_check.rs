//! Whether a null map has a marked position in a range: the question, asked of words.
//!
//! The idea: nobody has to see bytes. A map of at most 64 positions *is* one machine word, so a range of it is a shift;
//! a longer map is read as words, whatever byte its range begins in. And a caller that asks twice, once for values and
//! once for nulls, wants one answer of three: none, all or some are marked.
//!
//! 1. **One shift at any offset** ([`contains_marked_bit`], word form): shifting the range down to bit 0 and then up
//!    against bit 63 leaves exactly its bits. No array, no branch on the start, the same cost for prefix and partial.
//! 2. **Unaligned words** (array form): the first and the last eight bytes of a range may overlap, so that head, tail
//!    and any range of 8 to 16 bytes are two loads; whole words lie between. A range inside eight bytes is one load.
//! 3. **One classification** ([`classify`]): from the same words none, all or some, which is both checks of a column
//!    and most of the search between them.
//! 4. **All columns at once** ([`columns`]): words side by side, four in a vector register.
//!
//! Cost: no allocation anywhere. What it costs elsewhere: the array form is three loops where there was one, and a
//! range that leaves the array pays for a second look.
//!
//! Differs from `legacy` only outside of what callers ask: an empty range holds no mark, and in the word form a range
//! that ends past 64 positions is looked at as far as the word goes (upstream's scanner fails there).

pub mod columns;

mod bytes;

use common::bitmap::BitMap;

/// What is marked of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    /// Every value is there.
    None,
    /// No value is there.
    All,
    /// Some are.
    Some,
}

/// Whether a position of `start .. start + length` is marked. An empty range holds none.
///
/// Cost: no allocation in either form.
///
/// # Panics
/// In the array form, if the range leaves the bytes of the map before a marked position is found.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "as legacy and optimized; by size alone one form would be inlined and one called"
)]
pub fn contains_marked_bit(map: &BitMap, start: i32, length: i32) -> bool {
    match map {
        BitMap::Word(form) => length > 0 && range_of_word(form.word(), start, length) != 0,
        BitMap::Array(form) => bytes::contains_marked_bit(form.bytes(), start, length),
    }
}

/// Whether none, all or some of `start .. start + length` are marked; of an empty range, none.
///
/// Cost: no allocation in either form.
///
/// # Panics
/// In the array form, if the range leaves the bytes of the map.
#[inline]
pub fn classify(map: &BitMap, start: i32, length: i32) -> Marked {
    if length <= 0 {
        return Marked::None;
    }
    match map {
        BitMap::Word(form) => {
            let bits = range_of_word(form.word(), start, length);
            Marked::of(bits, range_of_word(u64::MAX, start, length))
        }
        BitMap::Array(form) => bytes::classify(form.bytes(), start, length),
    }
}

impl Marked {
    /// `bits` are those of `mask` that are set.
    #[inline]
    fn of(bits: u64, mask: u64) -> Marked {
        match bits {
            0 => Marked::None,
            bits if bits == mask => Marked::All,
            _ => Marked::Some,
        }
    }
}

/// The bits of a range, the last of them in bit 63; `length` is 1 to 64.
#[inline]
fn range_of_word(word: u64, start: i32, length: i32) -> u64 {
    // Shifts count modulo 64, so that 64 - length may be written as -length.
    word.wrapping_shr(start.cast_unsigned()).wrapping_shl(length.wrapping_neg().cast_unsigned())
}
