//! Counting what an operation requests: shared by the tests that are programs of their own.
//!
//! They have no test harness, because dhat counts the whole process and the harness has threads that allocate at times
//! of their choosing (B27).

use std::hint::black_box;

use benches::Scale;
use dhat::{HeapStats, Profiler};

/// Blocks and bytes; a reallocation is one block of its whole new size.
pub(crate) type Requested = (u64, u64);

/// Counts until it is dropped. One per process at a time (B24).
///
/// # Panics
///
/// If the counter is blind: without its allocator every zero below would mean nothing.
pub(crate) fn watch() -> Profiler {
    let profiler = Profiler::builder().testing().build();
    assert_eq!(requested(|| vec![1_u8; 4242]), (1, 4242), "the instrument counts");
    profiler
}

/// What an operation requests. What it returns is freed after the count is taken.
pub(crate) fn requested<R>(operation: impl FnOnce() -> R) -> Requested {
    let before = HeapStats::get();
    let result = black_box(operation());
    let after = HeapStats::get();
    drop(result);
    (after.total_blocks - before.total_blocks, after.total_bytes - before.total_bytes)
}

/// What one pass of a case's contender requests once it is warm; two passes must give twice as much.
pub(crate) fn per_pass(id: &str, contender: &str) -> Requested {
    let cases = benches::cases(Scale::Full);
    let case = cases.iter().find(|case| case.id() == id).unwrap_or_else(|| panic!("no case {id}"));
    let contender = case.contender(contender);
    let mut prepared = contender.unwrap_or_else(|| panic!("{id}: no such contender")).prepare();
    prepared.reset(2 * case.pass);
    prepared.run(2 * case.pass);
    let mut passes = |count: usize| {
        prepared.reset(count * case.pass);
        requested(|| prepared.run(count * case.pass))
    };
    let once = passes(1);
    assert_eq!(passes(2), sum(&[once, once]), "{id}");
    once
}

pub(crate) fn sum(parts: &[Requested]) -> Requested {
    parts.iter().fold((0, 0), |all, part| (all.0 + part.0, all.1 + part.1))
}
