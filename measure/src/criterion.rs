//! The face that users of `cargo bench` know: per-function distributions, with the thread's CPU time as measure.
//!
//! No verdict is taken from it: measured one block after the other, identical code differs by 10 to 50 % on a
//! shared machine, and Criterion calls that significant.

use std::process::ExitCode;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BenchmarkId, Criterion, Throughput};

use crate::arguments::Request;
use crate::clock::thread_cpu_ns;
use crate::harness::{self, Failure};
use crate::{Case, Suite};

/// The whole of a bench target.
pub fn main(suite: impl Into<Suite>) -> ExitCode {
    let suite = suite.into();
    harness::main(|request| answer(&suite, request))
}

fn answer(suite: &Suite, request: Request) -> Result<(), Failure> {
    suite.check_ids()?;
    match request {
        Request::Catalogue | Request::Job { .. } => {
            Err("the target `criterion` takes Criterion's own flags only".to_owned().into())
        }
        Request::List => {
            harness::list(suite);
            Ok(())
        }
        Request::Test => harness::test(suite),
        Request::Bench { filters, .. } => {
            let selected = harness::select(&suite.cases, &filters)?;
            for case in &selected {
                harness::check(case, suite)?;
            }
            // Criterion reads the arguments again, for its flags; the cases are chosen here, since a filter that
            // matches nothing would end in silence and success.
            let mut criterion =
                Criterion::default().with_measurement(ThreadTime).configure_from_args();
            for case in selected {
                benchmark(&mut criterion, case);
            }
            criterion.final_summary();
            Ok(())
        }
    }
}

fn benchmark(criterion: &mut Criterion<ThreadTime>, case: &Case) {
    let mut group = criterion.benchmark_group(case.id());
    group.throughput(Throughput::Elements(case.operations));
    for contender in &case.contenders {
        group.bench_function(BenchmarkId::from_parameter(contender.name), |bencher| {
            let mut prepared = contender.prepare();
            bencher.iter_custom(|iterations| time(&mut *prepared, case.kept, iterations));
        });
    }
    group.finish();
}

/// Iterations in stretches, so that no more results stay alive than the case keeps.
fn time(prepared: &mut dyn crate::Prepared, kept: Option<usize>, iterations: u64) -> u64 {
    let mut left = usize::try_from(iterations).unwrap_or(usize::MAX);
    let most = kept.unwrap_or(left);
    let mut sum = 0;
    while left > 0 {
        let now = left.min(most);
        prepared.reset(now);
        let start = thread_cpu_ns();
        prepared.run(now);
        sum += thread_cpu_ns() - start;
        left -= now;
    }
    prepared.reset(0);
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
