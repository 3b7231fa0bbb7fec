//! A second counter, which shares no code with dhat, sees the same bytes and blocks on every case and contender.
//!
//! Both sit on one allocator and count one after the other: first alone, while dhat has no profiler and passes every
//! request on, then through the byte witness itself. A program of its own, because the harness of tests allocates.
//!
//! Conventions are equal, so nothing is converted: a reallocation is one request of its whole new size in both. The
//! first check below would notice if one of them changed its mind.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::panic;

use alloc_tracker::{Allocator, Session};
use benches::Scale;
use measure::{Case, Contender, Suite};

#[global_allocator]
static ALLOCATOR: Allocator<dhat::Alloc> = Allocator::new(dhat::Alloc);

/// Bytes and blocks.
type Requested = (u64, u64);

fn main() {
    dhat_has_no_figures_without_a_profiler();
    both_count_a_reallocation_as_one_block_of_its_whole_new_size();
    both_count_the_same_on_every_case_and_contender();
    the_witness_counts_again_once_it_is_done();
}

// B25: a panic, where zeros would look like a perfect result.
fn dhat_has_no_figures_without_a_profiler() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    assert!(panic::catch_unwind(dhat::HeapStats::get).is_err());
    panic::set_hook(hook);
}

// B26: 32, 64 and 128 bytes while it grows, 72 when it shrinks.
fn both_count_a_reallocation_as_one_block_of_its_whole_new_size() {
    let grow_and_shrink = || {
        let mut numbers: Vec<u64> = Vec::new();
        (0..9).for_each(|number| numbers.push(black_box(number)));
        numbers.shrink_to_fit();
        drop(black_box(numbers));
    };
    let expected = (32 + 64 + 128 + 72, 4);
    assert_eq!(counted(grow_and_shrink), expected);
    let _profiler = dhat::Profiler::builder().testing().build();
    let before = dhat::HeapStats::get();
    grow_and_shrink();
    let after = dhat::HeapStats::get();
    let bytes = after.total_bytes - before.total_bytes;
    assert_eq!((bytes, after.total_blocks - before.total_blocks), expected);
}

fn both_count_the_same_on_every_case_and_contender() {
    let suite = Suite::from(benches::cases(Scale::Smoke));
    let mut seen = BTreeMap::new();
    for case in &suite.cases {
        for contender in &case.contenders {
            seen.insert((case.id(), contender.name.to_owned()), pass(case, contender));
        }
    }
    let witness = measure::dhat::count_all(&suite).expect("dhat counts every case");
    let witness = witness.counts.into_iter();
    let witness: BTreeMap<_, _> =
        witness.map(|count| ((count.case, count.contender), (count.bytes, count.blocks))).collect();
    let differences: Vec<_> =
        seen.iter().filter(|(row, counted)| witness.get(*row) != Some(*counted)).collect();
    assert!(differences.is_empty(), "dhat counts otherwise: {differences:?}");
    assert_eq!(seen.len(), witness.len());
    let blocks: u64 = seen.values().map(|(_, blocks)| blocks).sum();
    assert!(blocks > 0, "a comparison of zeros");
    println!("second_byte_counter: {} rows agree, {blocks} blocks in all", seen.len());
}

// B24: its profiler ends with it.
fn the_witness_counts_again_once_it_is_done() {
    let few = || Suite::from(benches::cases(Scale::Smoke).into_iter().take(2).collect::<Vec<_>>());
    let [first, second] = [few(), few()].map(|few| measure::dhat::count_all(&few));
    assert_eq!(first.expect("two cases are counted").counts, second.expect("and again").counts);
}

/// One pass after a warm-up, as the witness does it.
fn pass(case: &Case, contender: &Contender) -> Requested {
    let mut prepared = contender.prepare();
    prepared.reset(case.pass);
    prepared.run(case.pass);
    prepared.reset(case.pass);
    counted(|| prepared.run(case.pass))
}

fn counted(operation: impl FnOnce()) -> Requested {
    let session = Session::new().no_stdout().no_file();
    let measured = session.operation("pass");
    {
        let _span = measured.measure_thread().iterations(1);
        operation();
    }
    let report = session.to_report();
    let (_, total) = report.operations().next().expect("one operation was measured");
    (total.total_bytes_allocated(), total.total_allocations_count())
}
