//! Four words in a register.
#![expect(
    unsafe_code,
    reason = "instructions that not every CPU has; asked for before they are used"
)]

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_loadu_si256,
    _mm256_movemask_pd, _mm256_set1_epi64x, _mm256_setzero_si256,
};

use super::{Columns, portable};

const LANES: usize = 4;

/// `None` where the CPU has no AVX2. At most 64 words.
#[inline]
pub(super) fn classify(words: &[u64], mask: u64) -> Option<Columns> {
    // SAFETY: the CPU has what the function is compiled for.
    is_x86_feature_detected!("avx2").then(|| unsafe { by_fours(words, mask) })
}

#[target_feature(enable = "avx2")]
fn by_fours(words: &[u64], mask: u64) -> Columns {
    let broadcast = _mm256_set1_epi64x(mask.cast_signed());
    let (fours, rest) = words.as_chunks::<LANES>();
    let mut columns = Columns::default();
    for (index, four) in fours.iter().enumerate() {
        // SAFETY: 32 readable bytes; the load asks for no alignment.
        let loaded = unsafe { _mm256_loadu_si256(four.as_ptr().cast()) };
        let bits = _mm256_and_si256(loaded, broadcast);
        let unmarked = lanes(_mm256_cmpeq_epi64(bits, _mm256_setzero_si256()));
        let full = lanes(_mm256_cmpeq_epi64(bits, broadcast));
        columns.any |= (unmarked ^ 0xf) << (LANES * index);
        columns.all |= full << (LANES * index);
    }
    let done = words.len() - rest.len();
    if !rest.is_empty() {
        let last = portable(rest, mask);
        columns.any |= last.any << done;
        columns.all |= last.all << done;
    }
    columns
}

/// One bit for each lane that is all ones.
#[target_feature(enable = "avx2")]
fn lanes(compared: __m256i) -> u64 {
    u64::from(_mm256_movemask_pd(_mm256_castsi256_pd(compared)).cast_unsigned())
}
