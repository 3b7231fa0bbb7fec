//! One instrument from those of all shards: every test that was made, and of every figure the worst.

use std::collections::BTreeMap;

use measure::record::{Instrument, Margin, SelfTest};

use super::Piece;

/// The instrument of a joined run. What it leaves out stands in the records of the shards.
pub(super) fn joined(shards: &[Piece]) -> Instrument {
    let all = || shards.iter().map(|piece| &piece.run.instrument);
    let most = |figure: fn(&Instrument) -> f64| all().map(figure).fold(0.0, f64::max);
    Instrument {
        self_tests: self_tests(shards),
        margins: margins(shards),
        clock_overhead_ns: most(|it| it.clock_overhead_ns),
        cpu_clock_overhead_ns: most(|it| it.cpu_clock_overhead_ns),
        quiet_share: all().map(|it| it.quiet_share).fold(1.0, f64::min),
        memcpy_cliff: most(|it| it.memcpy_cliff),
        memcpy_cliff_tuned: most(|it| it.memcpy_cliff_tuned),
    }
}

/// All tests of all shards, the failed ones first.
fn self_tests(shards: &[Piece]) -> Vec<SelfTest> {
    let tests = shards.iter().flat_map(|piece| {
        let tests = piece.run.instrument.self_tests.iter();
        tests.map(|test| SelfTest {
            detail: format!("shard {}: {}", piece.shard.number, test.detail),
            ..test.clone()
        })
    });
    let (passed, mut failed): (Vec<_>, Vec<_>) = tests.partition(|test| test.passed);
    failed.extend(passed);
    failed
}

/// The widest of each hot path: what a row was judged by stands beside its verdict.
fn margins(shards: &[Piece]) -> BTreeMap<String, Margin> {
    let mut widest: BTreeMap<String, Margin> = BTreeMap::new();
    for (hot_path, margin) in shards.iter().flat_map(|piece| &piece.run.instrument.margins) {
        match widest.get(hot_path) {
            Some(known) if known.margin >= margin.margin => {}
            _ => drop(widest.insert(hot_path.clone(), margin.clone())),
        }
    }
    widest
}
