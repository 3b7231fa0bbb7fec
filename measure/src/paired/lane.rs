//! One side of a pair: a prepared contender, and batches of it.

use crate::Prepared;
use crate::clock::{self, Reading};
use crate::estimate::count_from;
use crate::stretches;

/// A batch lasts about so long: short enough to miss most preemptions, long enough that clocks do not matter.
pub(super) const BATCH_NS: f64 = 100_000.0;

/// From here on an operation is a batch of its own, timed by the thread's CPU clock.
pub(super) const LONG_NS: f64 = 200_000.0;

/// An operation up to this long is run once, untimed, before each batch, which removes the bias of cold caches.
const PRIMER_NS: f64 = 1_000_000.0;

/// Calibration goes on for so many readings or nanoseconds, whichever comes first.
const CALIBRATIONS: usize = 7;
const CALIBRATION_NS: f64 = 10_000_000.0;

/// A prepared contender.
pub(super) struct Lane {
    prepared: Box<dyn Prepared>,
    kept: Option<usize>,
    overhead: Reading,
    /// Nanoseconds per iteration by the monotonic clock, as calibrated.
    pub(super) ns_per_iteration: f64,
}

impl Lane {
    /// Calibrated on the minimum, since a single preempted reading would shrink every batch.
    pub(super) fn new(prepared: Box<dyn Prepared>, kept: Option<usize>, overhead: Reading) -> Lane {
        let mut lane = Lane { prepared, kept, overhead, ns_per_iteration: 0.0 };
        let mut iterations = 1;
        loop {
            let fastest = lane.fastest(iterations);
            lane.ns_per_iteration = (fastest / iterations as f64).max(0.01);
            if fastest >= BATCH_NS / 2.0 || iterations >= 1 << 30 {
                return lane;
            }
            iterations = lane.iterations_per_batch().min(iterations * 16).max(iterations + 1);
        }
    }

    fn fastest(&mut self, iterations: usize) -> f64 {
        let (mut fastest, mut spent) = (f64::INFINITY, 0.0);
        for _ in 0..CALIBRATIONS {
            let wall_ns = self.batch(iterations).wall_ns;
            fastest = fastest.min(wall_ns);
            spent += wall_ns;
            if spent > CALIBRATION_NS {
                break;
            }
        }
        fastest
    }

    /// So many iterations make a batch.
    pub(super) fn iterations_per_batch(&self) -> usize {
        iterations_for(self.ns_per_iteration)
    }

    /// Whether one iteration is a batch of its own.
    pub(super) fn is_long(&self) -> bool {
        self.ns_per_iteration > LONG_NS
    }

    /// Time of so many iterations, without what the clocks cost.
    pub(super) fn batch(&mut self, iterations: usize) -> Reading {
        if self.ns_per_iteration < PRIMER_NS {
            self.prepared.reset(1);
            self.prepared.run(1);
        }
        let (overhead, mut sum) = (self.overhead, Reading::default());
        let most = self.kept.unwrap_or(iterations);
        stretches::walk(&mut *self.prepared, iterations, most, |prepared, now| {
            let reading = clock::read(|| prepared.run(now));
            sum.wall_ns += reading.wall_ns - overhead.wall_ns;
            sum.cpu_ns += reading.cpu_ns - overhead.cpu_ns;
        });
        Reading { wall_ns: sum.wall_ns.max(1.0), cpu_ns: sum.cpu_ns.max(1.0) }
    }
}

/// So many iterations of this length make a batch.
pub(super) fn iterations_for(ns_per_iteration: f64) -> usize {
    count_from(BATCH_NS / ns_per_iteration).max(1)
}
