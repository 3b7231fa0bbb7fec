//! The face that users of `cargo bench` know: per-function distributions, with the thread's CPU time as measure.
//!
//! No verdict is taken from it: measured one block after the other, identical code differs by 10 to 50 % on a
//! shared machine, and Criterion calls that significant.
//!
//! A group is named like its case, a function like its contender, so a full id is `case/contender`.

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BenchmarkId, Criterion, Throughput};

use crate::arguments::Request;
use crate::clock::thread_cpu_ns;
use crate::harness::{self, Failure};
use crate::record::{CriterionJob, CriterionResult};
use crate::{Case, Contender, Prepared, Suite, stretches};

/// Resamples of a bootstrap in a job: a tenth of Criterion's own, which would take longer than the measurement.
const RESAMPLES: usize = 10_000;

/// Criterion takes no fewer.
const LEAST_SAMPLES: usize = 10;

/// Iterations between two readings of the clock, unless results are kept: [`Prepared::reset`] makes room for the
/// results of all of them, and Criterion asks for millions.
const MOST_AT_ONCE: usize = 1 << 20;

/// The whole of a bench target: `fn main() -> ExitCode { measure::criterion::main(suite()) }`.
///
/// Takes Criterion's own flags, and filters that are parts of a case's id. Figures are nanoseconds of the thread's
/// CPU time per iteration; the throughput that Criterion prints beside them counts operations.
///
/// # Errors
/// As an exit code, with a line on standard error: 1 if a contender's answer is wrong, 2 if an id is not unique or
/// not plain, a flag is not known, or nothing was measured, which Criterion itself would call a success.
pub fn main(suite: impl Into<Suite>) -> ExitCode {
    let suite = suite.into();
    harness::main(|request| answer(&suite, request))
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
            let result = work(suite, &harness::read_job(&job)?)?;
            harness::write_result(&out, &result)?;
        }
        Request::RevisionJob { .. } => return Err(harness::no_revisions()),
        Request::Bench { filters, .. } => bench(suite, &filters)?,
    }
    Ok(())
}

/// For a reader at a terminal: Criterion reads the arguments again, for its flags and for its own filter.
fn bench(suite: &Suite, filters: &[String]) -> Result<(), Failure> {
    let selected = harness::select(&suite.cases, filters)?;
    for case in &selected {
        harness::check(case, suite)?;
    }
    let mut criterion = Criterion::default().with_measurement(ThreadTime).configure_from_args();
    let (mut measured, mut all) = (0, 0);
    for case in selected {
        all += case.contenders.len();
        measured += benchmark(&mut criterion, case, &mut case.contenders.iter());
    }
    criterion.final_summary();
    // Criterion leaves out what its flags exclude (`--ignored`, `--exact` with a part of an id), and ends in silence
    // and success. With a loaded baseline nothing is measured on purpose.
    let loads = env::args().any(|argument| argument.starts_with("--load-baseline"));
    if measured == 0 && !loads {
        return Err(
            format!("0 of {all} contenders measured: Criterion's flags exclude them all").into()
        );
    }
    Ok(())
}

/// For `hotpair`: what the job names, with its settings.
fn work(suite: &Suite, job: &CriterionJob) -> Result<CriterionResult, Failure> {
    let seconds = |seconds: f64| {
        let duration = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
        duration.ok_or_else(|| format!("a job cannot take {seconds} seconds"))
    };
    let mut criterion = Criterion::default()
        .with_measurement(ThreadTime)
        .warm_up_time(seconds(job.warm_up_s)?)
        .measurement_time(seconds(job.measurement_s)?)
        .sample_size(job.samples.max(LEAST_SAMPLES))
        .nresamples(RESAMPLES)
        .without_plots();
    let all: usize = job.contenders.values().map(Vec::len).sum();
    let mut measured = 0;
    for (id, names) in &job.contenders {
        let case = harness::find(&suite.cases, id)?;
        harness::check(case, suite)?;
        let find = |name: &String| {
            case.contender(name).ok_or_else(|| format!("{id}: no contender {name}"))
        };
        let contenders = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        measured += benchmark(&mut criterion, case, &mut contenders.into_iter());
        harness::report_progress(measured as f64 / all as f64, "Criterion's distributions");
    }
    Ok(CriterionResult { measured })
}

/// A group of one case; gives the number of contenders that Criterion really called.
fn benchmark(
    criterion: &mut Criterion<ThreadTime>,
    case: &Case,
    contenders: &mut dyn Iterator<Item = &Contender>,
) -> usize {
    let mut measured = 0;
    let mut group = criterion.benchmark_group(case.id());
    group.throughput(Throughput::Elements(case.operations));
    for contender in contenders {
        let mut called = false;
        // Called for every sample: each has a preparation of its own.
        group.bench_function(BenchmarkId::from_parameter(contender.name), |bencher| {
            called = true;
            let mut prepared = contender.prepare();
            bencher.iter_custom(|iterations| time(&mut *prepared, case.kept, iterations));
        });
        measured += usize::from(called);
    }
    group.finish();
    measured
}

/// Nanoseconds of so many iterations.
fn time(prepared: &mut dyn Prepared, kept: Option<usize>, iterations: u64) -> u64 {
    let iterations = usize::try_from(iterations).unwrap_or(usize::MAX);
    let mut sum = 0;
    stretches::walk(prepared, iterations, kept.unwrap_or(MOST_AT_ONCE), |prepared, now| {
        let start = thread_cpu_ns();
        prepared.run(now);
        sum += thread_cpu_ns() - start;
    });
    sum
}

/// CPU time of the measuring thread, in nanoseconds.
struct ThreadTime;

impl Measurement for ThreadTime {
    type Intermediate = u64;
    type Value = u64;

    fn start(&self) -> u64 {
        thread_cpu_ns()
    }

    fn end(&self, start: u64) -> u64 {
        thread_cpu_ns() - start
    }

    fn add(&self, a: &u64, b: &u64) -> u64 {
        a + b
    }

    fn zero(&self) -> u64 {
        0
    }

    fn to_f64(&self, value: &u64) -> f64 {
        *value as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        // Wall time is in nanoseconds as well.
        WallTime.formatter()
    }
}
