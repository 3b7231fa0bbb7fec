//! The instruction witness: exact counts by callgrind, all contenders of a case in one valgrind process.
//!
//! Callgrind starts a new part of its output at every entry into a function named `measured_*`; what is read from
//! the parts, and in which order, stands in [`crate::parts`].
//!
//! Callgrind emulates another processor: a function chosen at run time by processor features, such as memcpy, may
//! be another one than natively.

use std::env;
use std::fs::File;
use std::hint::black_box;

/// Continued upstream under another name; re-exported so that versions always match.
pub use iai_callgrind as gungraun;

use crate::parts::PLAN_VARIABLE;
use crate::record::CountEntry;
use crate::{Case, Prepared, Role, Suite};

/// The plan of the environment, or every case with what is ranked.
///
/// # Panics
/// The plan cannot be read: a bench target has no better way to say so before gungraun takes over.
pub fn entries(suite: &Suite) -> Vec<CountEntry> {
    let Some(path) = env::var_os(PLAN_VARIABLE) else {
        return suite.cases.iter().map(every_ranked).collect();
    };
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_reader(file).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn every_ranked(case: &Case) -> CountEntry {
    let ranked =
        |role| matches!(role, Role::Legacy | Role::Optimized | Role::Frontier | Role::Peer);
    let contenders = case.contenders.iter().filter(|it| ranked(it.role)).map(|it| it.name.into());
    CountEntry { case: case.id(), contenders: contenders.collect() }
}

/// All contenders of an entry, prepared.
pub struct Subject {
    lanes: Vec<Box<dyn Prepared>>,
    iterations: usize,
    warm_up: usize,
}

impl Subject {
    /// # Panics
    /// The plan names a case or a contender that the suite lacks.
    pub fn prepare(suite: &Suite, entry: &CountEntry) -> Subject {
        let case = suite.cases.iter().find(|case| case.id() == entry.case);
        let case = case.unwrap_or_else(|| panic!("{}: no such case", entry.case));
        let lane = |name: &String| {
            let contender = case.contender(name);
            let contender =
                contender.unwrap_or_else(|| panic!("{}: no contender {name}", entry.case));
            contender.prepare()
        };
        let lanes = entry.contenders.iter().map(lane).collect();
        let iterations = case.pass * case.counted_passes;
        // By as many passes as come at most, or the heap would grow in one of the runs that are compared. A heavy pass
        // that keeps nothing leaves the heap as the next one will, and is dear.
        let heavy = case.counted_passes == 1 && case.kept.is_none();
        Subject { lanes, iterations, warm_up: if heavy { iterations } else { 2 * iterations } }
    }

    /// Every contender warms up, then runs so many passes and twice as many, each followed by the entry that ends its
    /// part. It warms up here and not before, or the others would leave the allocator in another state.
    #[must_use]
    pub fn count(mut self) -> Subject {
        for lane in &mut self.lanes {
            lane.reset(self.warm_up);
            lane.run(self.warm_up);
            for times in [1, 2] {
                lane.reset(times * self.iterations);
                lane.run(times * self.iterations);
                measured_flush();
            }
        }
        self
    }
}

/// Starts a new part, by its name.
#[inline(never)]
fn measured_flush() {
    black_box(());
}

/// The whole of a bench target: `measure::callgrind_main!(benches::suite());`, or `(cases().into())`.
///
/// `$suite` is an expression of type [`Suite`](crate::Suite); every valgrind process evaluates it anew, so it must give
/// the same cases each time. Counted are instructions and, in callgrind's simulation, mispredicted branches: of so many
/// passes as the difference of two runs, one twice as long as the other ([`parts`](crate::parts)). What is counted comes
/// from the plan that `hotpair` names in [`PLAN_VARIABLE`](crate::parts::PLAN_VARIABLE); without one, every case with
/// its ranked contenders. Cost: about half a second per case.
///
/// The package needs a bin target `gungraun-runner` of its own, of exactly the version of [`gungraun`]; see
/// `examples/own-pair` in this project's repository.
///
/// # Errors
/// Ends with an exit code other than 0 if valgrind is missing or fails, or if the plan names what the suite lacks.
#[macro_export]
macro_rules! callgrind_main {
    ($suite:expr) => {
        use $crate::callgrind::Subject;
        use $crate::callgrind::gungraun;
        use $crate::callgrind::gungraun::prelude::*;
        use $crate::callgrind::gungraun::{Callgrind, EntryPoint};

        #[library_benchmark(setup = prepare, teardown = drop)]
        #[benches::entry(iter = $crate::callgrind::entries(&$suite))]
        fn counts(subject: Subject) -> Subject {
            subject.count()
        }

        fn prepare(entry: $crate::record::CountEntry) -> Subject {
            Subject::prepare(&$suite, &entry)
        }

        library_benchmark_group!(name = all, benchmarks = counts);
        main!(
            config = LibraryBenchmarkConfig::default()
                .pass_through_envs([$crate::parts::PLAN_VARIABLE, "GLIBC_TUNABLES"])
                .tool(
                    Callgrind::with_args([
                        "--dump-before=*measured_*",
                        "--branch-sim=yes",
                        "--cache-sim=no",
                    ])
                    .entry_point(EntryPoint::None)
                ),
            library_benchmark_groups = all
        );
    };
}
