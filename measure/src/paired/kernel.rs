//! The reference kernel: 5 us of work that tells in which speed mode the core is.
//!
//! A guest cannot see who shares its core; it can only time something known. Four independent chains of
//! multiplications keep the execution units busy, so a neighbour on the other hyperthread shows at once.

use std::collections::VecDeque;
use std::hint::black_box;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::estimate::count_from;

/// About so long, in nanoseconds: short beside a batch, long beside the clock.
const TARGET_NS: f64 = 5_000.0;

/// A pair is quiet if the kernel beside it took at most so many times the tenth percentile of the recent past.
///
/// Not the first percentile: some processors have a rare fast step, one round in a hundred and 9 % faster than all
/// others, and then hardly any pair would be quiet (seen: 5 %).
pub(super) const QUIET_FACTOR: f64 = 1.06;
/// The recent past is so many rounds, about a second: over minutes the clock of a shared core drifts by more than the
/// factor above, without anybody on the other hyperthread.
const RECENT: usize = 4_000;
/// And a quiet pair's kernel took at most so many times the tenth percentile of the run's start: a neighbour who stays
/// for seconds is not quiet. He costs 1.4 times or more, the drift of the clock less.
const DRIFT_FACTOR: f64 = 1.3;

/// The threshold is worked out again after so many rounds.
const REFRESHED_AFTER: usize = 64;

/// The kernel as calibrated by the first process, so that all processes of a run mean the same by quiet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Kernel {
    iterations: usize,
    floor_ns: f64,
}

impl Kernel {
    /// Takes about 50 ms.
    pub(super) fn calibrate() -> Kernel {
        let mut kernel = Kernel { iterations: 1_000, floor_ns: 0.0 };
        let fastest = (0..200).map(|_| kernel.time_ns()).fold(f64::INFINITY, f64::min);
        kernel.iterations =
            count_from(1_000.0 * TARGET_NS / fastest.max(1.0)).clamp(100, 1_000_000);
        let mut times: Vec<f64> = (0..8_000).map(|_| kernel.time_ns()).collect();
        kernel.floor_ns = floor(&mut times);
        kernel
    }

    fn time_ns(&self) -> f64 {
        let start = Instant::now();
        black_box(chains(black_box(self.iterations)));
        start.elapsed().as_nanos() as f64
    }
}

/// The kernel with what it read lately.
pub(super) struct Mood {
    kernel: Kernel,
    recent: VecDeque<f64>,
    rounds: usize,
    quiet_ns: f64,
}

impl Mood {
    /// Takes about 10 ms.
    pub(super) fn new(kernel: Kernel) -> Mood {
        let recent = (0..2_000).map(|_| kernel.time_ns()).collect();
        let mut mood = Mood { kernel, recent, rounds: 0, quiet_ns: 0.0 };
        mood.refresh();
        mood
    }

    /// Times one round; nanoseconds, and whether the core was quiet.
    pub(super) fn round(&mut self) -> (f64, bool) {
        let time_ns = self.kernel.time_ns();
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(time_ns);
        self.rounds += 1;
        if self.rounds.is_multiple_of(REFRESHED_AFTER) {
            self.refresh();
        }
        (time_ns, time_ns <= self.quiet_ns)
    }

    fn refresh(&mut self) {
        let mut times: Vec<f64> = self.recent.iter().copied().collect();
        let recent = QUIET_FACTOR * floor(&mut times);
        self.quiet_ns = recent.min(DRIFT_FACTOR * self.kernel.floor_ns);
    }
}

/// The tenth percentile.
fn floor(times: &mut [f64]) -> f64 {
    let rank = times.len() / 10;
    *times.select_nth_unstable_by(rank, f64::total_cmp).1
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
