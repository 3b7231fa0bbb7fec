//! The byte witness: bytes and blocks that an operation requests from the allocator.
//!
//! A reallocation counts as a block of its whole new size. The binary must have [`Alloc`] as its global allocator:
//! without it dhat reports zeros in silence, which is why a block of known size is counted first.

use std::hint::black_box;
use std::process::ExitCode;

pub use dhat::Alloc;
use dhat::{HeapStats, Profiler};

use crate::arguments::Request;
use crate::harness::{self, Failure};
use crate::record::{ByteCount, ByteJob, ByteResult, SelfTest};
use crate::{Case, Contender, Origin, Suite};

/// A block that nothing else in the process requests.
const KNOWN_BYTES: usize = 4_242;

/// The whole of a bench target whose global allocator is [`Alloc`].
///
/// ```no_run
/// #[global_allocator]
/// static ALLOCATOR: measure::dhat::Alloc = measure::dhat::Alloc;
///
/// fn main() -> std::process::ExitCode {
///     measure::dhat::main(Vec::new())
/// }
/// ```
///
/// Counts what an operation requests, not what it holds: a reallocation counts as a block of its whole new size, and
/// freeing gives nothing back. A pass runs once to warm up and twice to be counted. What `prepare` requests is not
/// counted. Under `cargo bench --bench dhat [FILTER...]` it prints bytes and blocks per operation; for `hotpair` it
/// answers `--job FILE --out FILE` with [`ByteResult`].
///
/// One profiler sees the whole process, so neither a thread of libtest nor a second profiler may be in it.
///
/// # Errors
/// As an exit code, with a line on standard error: 1 for a wrong answer; 2 if the allocator is not [`Alloc`], if two
/// passes request unlike amounts, or if something else than the suite's cases is asked for.
pub fn main(suite: impl Into<Suite>) -> ExitCode {
    let suite = suite.into();
    harness::main(|request| answer(&suite, request))
}

/// One pass of every contender of every case, counted in this process as a job for all of them would count it.
///
/// For a test that compares this witness with another counter. No other profiler of dhat may run meanwhile.
///
/// # Errors
/// Whatever makes the bench target refuse: a wrong answer, a blind counter, passes that request unlike amounts.
pub fn count_all(suite: &Suite) -> Result<ByteResult, String> {
    let contenders = suite.cases.iter().map(|case| (case.id(), names(case))).collect();
    measure(suite, &ByteJob { contenders }, |_| ()).map_err(|failure| match failure {
        Failure::WrongAnswer(message) | Failure::CannotMeasure(message) => message,
    })
}

fn names(case: &Case) -> Vec<String> {
    case.contenders.iter().map(|contender| contender.name.to_owned()).collect()
}

fn answer(suite: &Suite, request: Request) -> Result<(), Failure> {
    suite.check_ids()?;
    match request {
        Request::Catalogue => {
            return Err("only the target `paired` has the catalogue".to_owned().into());
        }
        Request::Help => harness::help(),
        Request::List => harness::list(suite),
        Request::Test => harness::test(suite)?,
        Request::Job { job, out } => {
            let job: ByteJob = harness::read_job(&job)?;
            let result =
                measure(suite, &job, |done| harness::report_progress(done, "counting bytes"))?;
            harness::write_result(&out, &result)?;
        }
        Request::RevisionJob { .. } => return Err(harness::no_revisions()),
        Request::Bench { filters, .. } => {
            let selected = harness::select(&suite.cases, &filters)?;
            let timed =
                selected.iter().filter(|it| it.origin != Origin::Growth || !filters.is_empty());
            let job = ByteJob { contenders: timed.map(|case| (case.id(), names(case))).collect() };
            let result = measure(suite, &job, |_| ())?;
            result.counts.iter().for_each(print);
        }
    }
    Ok(())
}

fn measure(suite: &Suite, job: &ByteJob, progress: impl Fn(f64)) -> Result<ByteResult, Failure> {
    for id in job.contenders.keys() {
        harness::check(harness::find(&suite.cases, id)?, suite)?;
    }
    let _profiler = Profiler::builder().testing().build();
    let self_test = self_test();
    if !self_test.passed {
        let hint = "hint:  make `measure::dhat::Alloc` the global allocator of this target";
        return Err(format!("dhat: {}\n{hint}", self_test.detail).into());
    }
    let all: usize = job.contenders.values().map(Vec::len).sum();
    let mut counts = Vec::new();
    for (id, names) in &job.contenders {
        let case = harness::find(&suite.cases, id)?;
        for name in names {
            let contender =
                case.contender(name).ok_or_else(|| format!("{id}: no contender {name}"))?;
            counts.push(count(case, contender)?);
            progress(counts.len() as f64 / all as f64);
        }
    }
    Ok(ByteResult { counts, self_test })
}

/// Two passes after a warm-up must request the same, or the figure would depend on how long one looks.
fn count(case: &Case, contender: &Contender) -> Result<ByteCount, Failure> {
    let mut prepared = contender.prepare();
    prepared.reset(case.pass);
    prepared.run(case.pass);
    let mut pass = || {
        prepared.reset(case.pass);
        counted(|| prepared.run(case.pass))
    };
    let (first, second) = (pass(), pass());
    if first != second {
        let (id, name) = (case.id(), contender.name);
        let (bytes, blocks) = second;
        return Err(Failure::CannotMeasure(format!(
            "{id}: {name} requests {} bytes in {} blocks in one pass and {bytes} in {blocks} in the next",
            first.0, first.1
        )));
    }
    Ok(ByteCount {
        case: case.id(),
        contender: contender.name.into(),
        operations: case.pass as u64 * case.operations,
        bytes: first.0,
        blocks: first.1,
    })
}

fn self_test() -> SelfTest {
    let (bytes, blocks) = counted(|| drop(black_box(Vec::<u8>::with_capacity(KNOWN_BYTES))));
    SelfTest {
        name: "dhat".into(),
        subject: String::new(),
        passed: (bytes, blocks) == (KNOWN_BYTES as u64, 1),
        detail: format!("sees {bytes} bytes in {blocks} blocks where there are {KNOWN_BYTES} in 1"),
    }
}

fn counted(operation: impl FnOnce()) -> (u64, u64) {
    let before = HeapStats::get();
    operation();
    let after = HeapStats::get();
    (after.total_bytes - before.total_bytes, after.total_blocks - before.total_blocks)
}

fn print(count: &ByteCount) {
    let per_op = |total: u64| total as f64 / count.operations as f64;
    let (bytes, blocks) = (per_op(count.bytes), per_op(count.blocks));
    println!("{} {:<18} {bytes} bytes/op in {blocks} blocks/op", count.case, count.contender);
}
