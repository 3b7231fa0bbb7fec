//! The same range of up to 64 columns at once: which of them have a mark in it, and which have nothing else.
//!
//! Another interface than a single check, so it is compared with a whole batch of checks only: words of the columns lie
//! side by side, and the answers are two masks over columns. Where the CPU has AVX2, which is asked once per process,
//! four words are tested at a time; else the portable form does.

#[cfg(target_arch = "x86_64")]
mod avx2;

/// Most columns of one call.
pub const MOST: usize = 64;

/// What is marked of a range, a bit for each column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Columns with a marked position.
    pub any: u64,
    /// Columns without an unmarked position.
    pub all: u64,
}

/// Classifies `start .. start + length` of every word; bit i of a result is word i.
///
/// `words` are those of maps in the word form, at most [`MOST`]; `length` is 1 to 64, and the range ends at 64 at most.
///
/// Cost: no allocation, one look at each word.
///
/// # Panics
/// For more words than [`MOST`], and for ranges that are empty or leave a word.
#[inline]
pub fn classify(words: &[u64], start: u32, length: u32) -> Columns {
    assert!(words.len() <= MOST, "at most {MOST} columns");
    assert!(start < 64 && length > 0 && length <= 64 - start, "a range inside a word");
    let mask = u64::MAX >> (64 - length) << start;
    #[cfg(target_arch = "x86_64")]
    if let Some(columns) = avx2::classify(words, mask) {
        return columns;
    }
    portable(words, mask)
}

/// Without anything that a CPU might lack.
fn portable(words: &[u64], mask: u64) -> Columns {
    let mut columns = Columns::default();
    for (column, word) in words.iter().enumerate() {
        columns.any |= u64::from(word & mask != 0) << column;
        columns.all |= u64::from(word & mask == mask) << column;
    }
    columns
}

#[cfg(test)]
mod tests;
