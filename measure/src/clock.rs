//! The two clocks: monotonic inside, the thread's CPU time outside.
//!
//! No time-stamp counter: around batches of 100 us the monotonic clock adds about 0.03 %, needs no `unsafe`, and
//! means the same on every architecture.

use std::hint::black_box;
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};

/// What both clocks say of one stretch of code.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Reading {
    /// Nanoseconds by the monotonic clock.
    pub(crate) wall_ns: f64,
    /// Nanoseconds of CPU time of this thread.
    pub(crate) cpu_ns: f64,
}

/// CPU time of this thread so far, in nanoseconds.
pub(crate) fn thread_cpu_ns() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    u64::try_from(time.tv_sec).unwrap_or(0) * 1_000_000_000
        + u64::try_from(time.tv_nsec).unwrap_or(0)
}

/// Both clocks around `timed`, raw: what the clocks themselves cost is not subtracted.
pub(crate) fn read(timed: impl FnOnce()) -> Reading {
    let cpu = thread_cpu_ns();
    let wall = Instant::now();
    timed();
    let wall_ns = wall.elapsed().as_nanos();
    let cpu_ns = thread_cpu_ns() - cpu;
    Reading { wall_ns: wall_ns as f64, cpu_ns: cpu_ns as f64 }
}

/// What an empty batch reads on each clock: the median of many.
pub(crate) fn overhead() -> Reading {
    let empty: Vec<Reading> = (0..2001).map(|_| read(|| black_box(()))).collect();
    let median = |value: fn(&Reading) -> f64| {
        let mut values: Vec<f64> = empty.iter().map(value).collect();
        crate::estimate::median(&mut values).unwrap_or(0.0)
    };
    Reading { wall_ns: median(|reading| reading.wall_ns), cpu_ns: median(|reading| reading.cpu_ns) }
}
