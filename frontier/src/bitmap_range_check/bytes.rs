//! Ranges of an array of bytes, read as unaligned words.

use super::Marked;

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// A range that is not empty: its first and last byte, and what of them belongs to it.
#[derive(Clone, Copy)]
struct Span {
    first: usize,
    last: usize,
    /// Bit of the first byte.
    start: u32,
    /// Bits of the last byte above the range.
    above: u32,
}

impl Span {
    #[inline]
    fn new(start: i32, length: i32) -> Span {
        let end = start.wrapping_add(length).wrapping_sub(1).cast_unsigned();
        let start = start.cast_unsigned();
        Span {
            first: (start >> 3) as usize,
            last: (end >> 3) as usize,
            start: start & 7,
            above: 7 - (end & 7),
        }
    }

    /// The range's bits in a word that begins at its first byte; for at most eight bytes.
    #[inline]
    fn mask(self) -> u64 {
        u64::MAX >> self.above >> (8 * (WORD - 1 - (self.last - self.first)))
            & u64::MAX << self.start
    }

    /// The range's bits that are set, and its mask, from one load: for at most eight bytes, all inside the array.
    ///
    /// The load begins at the first byte, or so far in front of it that it ends with the array. `None` for an array of
    /// fewer than eight bytes, and for a range that leaves it.
    #[inline]
    fn in_one_word(self, bytes: &[u8]) -> Option<(u64, u64)> {
        if bytes.len() < WORD || self.last >= bytes.len() {
            return None;
        }
        let at = self.first.min(bytes.len() - WORD);
        let word = word_at(bytes, at) >> (8 * (self.first - at));
        let mask = self.mask();
        Some((word & mask, mask))
    }
}

/// See [`super::contains_marked_bit`].
// Not inlined: beside it the check of the word form is two shifts, and inlined it costs that form a tenth.
#[inline(never)]
pub(super) fn contains_marked_bit(bytes: &[u8], start: i32, length: i32) -> bool {
    if length <= 0 {
        return false;
    }
    let span = Span::new(start, length);
    if span.last >= bytes.len() || span.first > span.last {
        return leaving(bytes, span);
    }
    any(bytes, span, |bits, _| bits != 0)
}

/// See [`super::classify`].
#[inline(never)]
pub(super) fn classify(bytes: &[u8], start: i32, length: i32) -> Marked {
    let span = Span::new(start, length);
    assert!(span.first <= span.last && span.last < bytes.len(), "the range leaves the array");
    let mut seen = (false, false);
    let mixed = any(bytes, span, |bits, mask| {
        seen = (seen.0 || bits != 0, seen.1 || bits != mask);
        seen == (true, true)
    });
    match (mixed, seen) {
        (true, _) => Marked::Some,
        (false, (true, _)) => Marked::All,
        (false, (false, _)) => Marked::None,
    }
}

/// Whether a test holds for a word of the range; it gets the bits of the range in the word, and its mask.
///
/// Words overlap where the range has no whole number of them. The span lies inside the array.
#[inline]
fn any(bytes: &[u8], span: Span, mut test: impl FnMut(u64, u64) -> bool) -> bool {
    let Span { first, last, start, above } = span;
    let (head, tail) = (u64::MAX << start, u64::MAX >> above);
    if last - first >= WORD {
        if test(word_at(bytes, first) & head, head) {
            return true;
        }
        let tail_at = last + 1 - WORD;
        let mut at = first + WORD;
        while at < tail_at {
            if test(word_at(bytes, at), u64::MAX) {
                return true;
            }
            at += WORD;
        }
        return test(word_at(bytes, tail_at) & tail, tail);
    }
    if let Some((bits, mask)) = span.in_one_word(bytes) {
        return test(bits, mask);
    }
    // An array of fewer than eight bytes.
    let mut word = [0; WORD];
    word[..=last - first].copy_from_slice(&bytes[first..=last]);
    let mask = span.mask();
    test(u64::from_le_bytes(word) & mask, mask)
}

#[inline]
fn word_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + WORD].try_into().expect("eight bytes"))
}

/// A range that ends outside of the array: as upstream, the answer stands if a byte inside gives it.
#[cold]
fn leaving(bytes: &[u8], span: Span) -> bool {
    let Span { first, last, start, above } = span;
    let (head, tail) = (0xff_u8 << start, 0xff_u8 >> above);
    if first == last {
        return bytes[first] & head & tail != 0;
    }
    bytes[first] & head != 0
        || (first + 1..last).any(|index| bytes[index] != 0)
        || bytes[last] & tail != 0
}
