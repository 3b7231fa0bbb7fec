//! The workloads as benchmarks of tango-bench: `same/NAME`, and with more work `worse/NAME` and `equivalent/NAME`.

use std::hint::black_box;

use tango_bench::{Benchmark, IntoBenchmarks, benchmark_fn, tango_benchmarks};

#[path = "../workloads.rs"]
mod workloads;

use workloads::Visitor;

/// Operations of one iteration; 2 % and half a percent more of them are whole numbers.
const KINDS: [(&str, u32); 3] = [("same", 200), ("worse", 204), ("equivalent", 201)];

struct Benchmarks(Vec<Benchmark>);

impl Visitor for Benchmarks {
    fn visit<I: 'static>(
        &mut self,
        name: &'static str,
        _: bool,
        prepare: fn() -> I,
        run: impl Fn(&mut I) -> u64 + Copy + Send + 'static,
    ) {
        for (kind, operations) in KINDS {
            let benchmark = benchmark_fn(format!("{kind}/{name}"), move |bencher| {
                let mut input = prepare();
                bencher.iter(move || {
                    for _ in 0..operations {
                        black_box(run(&mut input));
                    }
                })
            });
            self.0.push(benchmark);
        }
    }
}

fn all() -> impl IntoBenchmarks {
    let mut benchmarks = Benchmarks(Vec::new());
    workloads::each(&mut benchmarks);
    benchmarks.0
}

tango_benchmarks!(all());
