//! A unit: a fresh preparation of both sides of a comparison, and pairs of neighbouring batches on it.
//!
//! The placement of the data moves a ratio by several percent, the process it runs in does not: so the fresh
//! preparation is the unit of replication, and it is cheap.

use std::hint::black_box;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::kernel::Mood;
use super::lane::{self, Lane};
use crate::clock::Reading;
use crate::estimate;
use crate::record::{PairMode, UnitRecord};
use crate::{Case, Contender};

/// A unit of a comparison has at least so many pairs, which take about 13 ms, and takes at most so long. More pairs in a
/// unit would sharpen what differs from unit to unit anyway.
const LEAST_PAIRS: usize = 60;
const MOST_NS: f64 = 100e6;
/// So many quiet pairs make an estimate.
const LEAST_QUIET: usize = 30;
/// Operations too long to batch: so many pairs, and at least so long.
const LEAST_LONG: usize = 5;
const LEAST_LONG_NS: f64 = 25e6;
/// Too few quiet pairs: the time is spent again so often, if that can bring enough of them, before all are taken.
const REPEATS: f64 = 2.0;
/// A gap between wall and CPU time this far above the median gap means a preemption.
const MOST_GAP_NS: f64 = 5_000.0;
/// After so many pairs the calibration is checked, and made again if it is off by more than this share.
const CHECKED_AFTER: usize = 10;
const MOST_DRIFT: f64 = 0.2;

/// What a process knows when it measures units.
pub(super) struct Setting {
    pub(super) mood: Mood,
    pub(super) overhead: Reading,
    pub(super) process: u32,
    pub(super) raw: bool,
}

/// A contender to be timed against the reference of its case.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Opponent {
    /// The contender's name.
    pub(super) name: String,
    /// It runs this share more iterations than are counted: a slowdown of known size.
    pub(super) injected: f64,
}

/// One reading of both sides, and what the machine was like.
struct Pair {
    reference: Reading,
    contender: Reading,
    kernel_quiet: bool,
}

/// A comparison under way: two lanes of its own, so that both sides run equally often and nothing else is alive.
///
/// A reference shared by several opponents runs more often than each of them, finds its code and its part of the heap
/// warmer, and a copy of itself then reads up to 10 % slower.
struct Contest {
    reference: Lane,
    contender: Lane,
    iterations: (usize, usize),
    pairs: Vec<Pair>,
    spent_ns: f64,
    checked: bool,
}

/// Measures one unit of a case, opponent after opponent in random order; one record per opponent, as they were given.
pub(super) fn measure(
    case: &Case,
    opponents: &[Opponent],
    setting: &mut Setting,
    seed: u64,
) -> Vec<UnitRecord> {
    let mut order: Vec<usize> = (0..opponents.len()).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let mut records: Vec<(usize, UnitRecord)> = Vec::new();
    for at in order {
        let seed = seed.wrapping_add(1 + at as u64);
        records.push((at, contest(case, &opponents[at], setting, seed)));
    }
    records.sort_by_key(|(at, _)| *at);
    records.into_iter().map(|(_, record)| record).collect()
}

fn contest(
    case: &Case,
    opponent: &Opponent,
    setting: &mut Setting,
    placement_seed: u64,
) -> UnitRecord {
    let order_seed = placement_seed ^ 0x6f72_6465_7200_0000;
    let mut placement = ChaCha8Rng::seed_from_u64(placement_seed);
    let (mut contest, dummies) = Contest::prepare(case, opponent, setting, &mut placement);
    let mut order = ChaCha8Rng::seed_from_u64(order_seed);
    while !contest.done() {
        contest.pair(opponent.injected, &mut setting.mood, order.random());
    }
    drop(dummies);
    contest.record(case.operations as f64, setting, (placement_seed, order_seed))
}

impl Contest {
    /// Each side prepares and calibrates in random order, after dummies of its own, which stay alive.
    fn prepare(
        case: &Case,
        opponent: &Opponent,
        setting: &Setting,
        random: &mut ChaCha8Rng,
    ) -> (Contest, Vec<Vec<u8>>) {
        let contender = case.contender(&opponent.name).expect("the job names contenders");
        let mut dummies = Vec::new();
        let mut lane = |side: &Contender, random: &mut ChaCha8Rng| {
            for _ in 0..random.random_range(0..64) {
                let size = 16 << random.random_range(0..13);
                dummies.push(black_box(vec![0_u8; random.random_range(size / 2..=size)]));
            }
            Lane::new(side.prepare(), case.kept, setting.overhead)
        };
        let (reference, contender) = if random.random() {
            let reference = lane(&case.contenders[0], random);
            (reference, lane(contender, random))
        } else {
            let contender = lane(contender, random);
            (lane(&case.contenders[0], random), contender)
        };
        let iterations = iterations(reference.ns_per_iteration, contender.ns_per_iteration);
        let contest = Contest {
            reference,
            contender,
            iterations,
            pairs: Vec::new(),
            spent_ns: 0.0,
            checked: false,
        };
        (contest, dummies)
    }

    fn is_long(&self) -> bool {
        self.reference.is_long() || self.contender.is_long()
    }

    fn done(&self) -> bool {
        if self.is_long() {
            return self.pairs.len() >= LEAST_LONG && self.spent_ns >= LEAST_LONG_NS;
        }
        let quiet = self.pairs.iter().filter(|pair| pair.kernel_quiet).count();
        let enough = self.pairs.len() >= LEAST_PAIRS;
        // At the rate so far, would there be enough of them in the end?
        let hope = (1.0 + REPEATS) * MOST_NS / self.spent_ns * quiet as f64 >= LEAST_QUIET as f64;
        let most = if hope { MOST_NS * (1.0 + REPEATS) } else { MOST_NS };
        (enough && quiet >= LEAST_QUIET) || self.spent_ns >= most
    }

    fn pair(&mut self, injected: f64, mood: &mut Mood, reference_first: bool) {
        let (counted, own) = self.iterations;
        let own = estimate::count_from(own as f64 * (1.0 + injected));
        let (before, quiet_before) = mood.round();
        let (a, b) = if reference_first {
            let a = self.reference.batch(counted);
            (a, self.contender.batch(own))
        } else {
            let b = self.contender.batch(own);
            (self.reference.batch(counted), b)
        };
        let (after, quiet_after) = mood.round();
        self.spent_ns += before + a.wall_ns + b.wall_ns + after;
        let kernel_quiet = quiet_before && quiet_after;
        self.pairs.push(Pair { reference: a, contender: b, kernel_quiet });
        if !self.checked && self.pairs.len() == CHECKED_AFTER {
            self.checked = true;
            self.check_calibration();
        }
    }

    /// The fastest of the first batches says whether the calibration still holds.
    fn check_calibration(&mut self) {
        let fastest =
            |side: fn(&Pair) -> f64| self.pairs.iter().map(side).fold(f64::INFINITY, f64::min);
        let ns = (
            fastest(|pair| pair.reference.wall_ns) / self.iterations.0 as f64,
            fastest(|pair| pair.contender.wall_ns) / self.iterations.1 as f64,
        );
        let off = |now: f64, then: f64| (now / then - 1.0).abs() > MOST_DRIFT;
        if off(ns.0, self.reference.ns_per_iteration) || off(ns.1, self.contender.ns_per_iteration)
        {
            self.iterations = iterations(ns.0, ns.1);
            self.pairs.clear();
        }
    }

    fn record(
        self,
        operations: f64,
        setting: &Setting,
        (placement_seed, order_seed): (u64, u64),
    ) -> UnitRecord {
        let long = self.is_long();
        let time = |reading: &Reading| if long { reading.cpu_ns } else { reading.wall_ns };
        let (a, b) = (self.iterations.0 as f64, self.iterations.1 as f64);
        let log_ratio =
            |pair: &Pair| (time(&pair.reference) / a / (time(&pair.contender) / b)).ln();
        let preempted = self.preempted();
        let quiet: Vec<bool> = self
            .pairs
            .iter()
            .zip(&preempted)
            .map(|(pair, gap)| pair.kernel_quiet && !gap)
            .collect();
        let quiet_pairs = quiet.iter().filter(|quiet| **quiet).count();
        // A kernel of 5 us says nothing of milliseconds, over which the modes average out: all pairs count.
        let mode =
            if !long && quiet_pairs >= LEAST_QUIET { PairMode::Quiet } else { PairMode::Mixed };
        let chosen = |at: usize| mode == PairMode::Mixed || quiet[at];
        let values = |value: &dyn Fn(&Pair) -> f64, chosen: &dyn Fn(usize) -> bool| -> Vec<f64> {
            let pairs = self.pairs.iter().enumerate().filter(|(at, _)| chosen(*at));
            pairs.map(|(_, pair)| value(pair)).collect()
        };
        let mut logs = values(&log_ratio, &chosen);
        let theta = estimate::median(&mut logs).unwrap_or(0.0);
        let (theta_low, theta_high) = estimate::interval(&mut logs)
            .unwrap_or((logs.first().copied().unwrap_or(0.0), logs.last().copied().unwrap_or(0.0)));
        let per_op = |value: &dyn Fn(&Pair) -> f64, iterations: f64| {
            estimate::median(&mut values(value, &chosen)).unwrap_or(0.0) / iterations / operations
        };
        UnitRecord {
            process: setting.process,
            core: u32::try_from(rustix::thread::sched_getcpu()).unwrap_or(0),
            placement_seed,
            order_seed,
            iterations_reference: self.iterations.0 as u64,
            iterations_contender: self.iterations.1 as u64,
            pairs: u32::try_from(self.pairs.len()).unwrap_or(u32::MAX),
            quiet_pairs: u32::try_from(quiet_pairs).unwrap_or(u32::MAX),
            theta,
            theta_low,
            theta_high,
            theta_other: estimate::median(&mut values(&log_ratio, &|at| !quiet[at])),
            mode,
            gap_share: preempted.iter().filter(|gap| **gap).count() as f64
                / self.pairs.len() as f64,
            reference_ns_per_op: per_op(&|pair| pair.reference.cpu_ns, a),
            contender_ns_per_op: per_op(&|pair| pair.contender.cpu_ns, b),
            raw: if setting.raw { self.pairs.iter().map(log_ratio).collect() } else { Vec::new() },
        }
    }

    /// For each pair whether wall and CPU time of one of its batches lie too far apart.
    fn preempted(&self) -> Vec<bool> {
        let gap = |reading: &Reading| reading.wall_ns - reading.cpu_ns;
        let mut gaps: Vec<f64> = self
            .pairs
            .iter()
            .flat_map(|pair| [gap(&pair.reference), gap(&pair.contender)])
            .collect();
        let most = estimate::median(&mut gaps).unwrap_or(0.0) + MOST_GAP_NS;
        let beyond = |pair: &Pair| gap(&pair.reference) > most || gap(&pair.contender) > most;
        self.pairs.iter().map(beyond).collect()
    }
}

/// Equal counts keep the ratio honest while both sides are alike; beyond a ratio of 2 one side's batches would be so
/// short that the clocks bias them, so both sides get equal time.
fn iterations(reference_ns: f64, contender_ns: f64) -> (usize, usize) {
    let ratio = reference_ns / contender_ns;
    if ratio > 0.5 && ratio < 2.0 {
        let both = lane::iterations_for((reference_ns * contender_ns).sqrt());
        (both, both)
    } else {
        (lane::iterations_for(reference_ns), lane::iterations_for(contender_ns))
    }
}
