//! The reference kernel: 5 us of work that tells in which speed mode the core is.
//!
//! A guest cannot see who shares its core; it can only time something known. Four independent chains of
//! multiplications keep the execution units busy, so a neighbour on the other hyperthread shows at once.

use std::hint::black_box;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::estimate::count_from;

/// About so long, in nanoseconds: short beside a batch, long beside the clock.
const TARGET_NS: f64 = 5_000.0;

/// A pair is quiet if the kernel beside it took at most so many times the run's first percentile.
pub(super) const QUIET_FACTOR: f64 = 1.06;

/// The kernel as calibrated by the first process, so that all processes of a run mean the same by quiet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Kernel {
    iterations: usize,
    first_percentile_ns: f64,
}

impl Kernel {
    /// Takes about 50 ms.
    pub(super) fn calibrate() -> Kernel {
        let mut kernel = Kernel { iterations: 1_000, first_percentile_ns: 0.0 };
        let fastest = (0..200).map(|_| kernel.time_ns()).fold(f64::INFINITY, f64::min);
        kernel.iterations =
            count_from(1_000.0 * TARGET_NS / fastest.max(1.0)).clamp(100, 1_000_000);
        let mut times: Vec<f64> = (0..8_000).map(|_| kernel.time_ns()).collect();
        times.sort_by(f64::total_cmp);
        kernel.first_percentile_ns = times[times.len() / 100];
        kernel
    }

    /// Nanoseconds that one round takes now.
    pub(super) fn time_ns(&self) -> f64 {
        let start = Instant::now();
        black_box(chains(black_box(self.iterations)));
        start.elapsed().as_nanos() as f64
    }

    /// Whether a round that took so long ran on a quiet core.
    pub(super) fn is_quiet(&self, time_ns: f64) -> bool {
        time_ns <= QUIET_FACTOR * self.first_percentile_ns
    }
}

#[inline(never)]
fn chains(iterations: usize) -> u64 {
    let mut chains = [1_u64, 2, 3, 4];
    for _ in 0..iterations {
        for chain in &mut chains {
            *chain = chain.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
        }
    }
    chains.iter().fold(0, |sum, chain| sum ^ chain)
}
