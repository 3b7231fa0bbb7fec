//! The same questions put to criterion and to tango-bench, each judged by the verdict it prints.

use std::env;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use criterion::Criterion;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::neighbours::Load;
use crate::store::{Kind, Record, Tool};
use crate::workloads::{self, Visitor};

/// About what Hotpair takes for a comparison, so that the tools have the same budget.
const WARM_UP: Duration = Duration::from_millis(150);
const MEASUREMENT: Duration = Duration::from_millis(500);
const TANGO_SECONDS: &str = "1";

/// One comparison each by both tools, on a workload drawn by the seed.
pub fn measure(load: Load, kind: Kind, seed: u64) -> Result<Vec<Record>, String> {
    let names = names(kind != Kind::Same);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let name = names.choose(&mut random).copied().ok_or("no workload")?;
    let mut records = Vec::new();
    for (tool, ask) in [(Tool::Criterion, criterion as fn(_, _) -> _), (Tool::Tango, tango)] {
        let start = Instant::now();
        let verdict = ask(name, kind)?;
        records.push(Record {
            tool,
            load,
            kind,
            workload: name.into(),
            seed,
            verdict,
            cause: None,
            low: None,
            high: None,
            truth: None,
            units: 1,
            seconds: start.elapsed().as_secs_f64(),
            quiet_share: None,
        });
    }
    Ok(records)
}

fn names(short_only: bool) -> Vec<&'static str> {
    struct Names(bool, Vec<&'static str>);
    impl Visitor for Names {
        fn visit<I: 'static>(
            &mut self,
            name: &'static str,
            short: bool,
            _: fn() -> I,
            _: impl Fn(&mut I) -> u64 + Copy + Send + 'static,
        ) {
            if short || !self.0 {
                self.1.push(name);
            }
        }
    }
    let mut names = Names(short_only, Vec::new());
    workloads::each(&mut names);
    names.1
}

/// Two runs one after the other, as its users do it: the first is the baseline of the second.
fn criterion(name: &str, kind: Kind) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    one_by_criterion(name, Kind::Same, folder.path())?;
    let said = one_by_criterion(name, kind, folder.path())?;
    let verdicts = [
        ("Performance has improved", "better"),
        ("Performance has regressed", "worse"),
        ("Change within noise threshold", "equivalent"),
        ("No change in performance detected", "equivalent"),
    ];
    let verdict = verdicts.iter().find(|(words, _)| said.contains(words));
    verdict.map(|(_, verdict)| (*verdict).into()).ok_or_else(|| format!("criterion said: {said}"))
}

fn one_by_criterion(name: &str, kind: Kind, folder: &Path) -> Result<String, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program)
        .args(["criterion", name, kind.name()])
        .env("CRITERION_HOME", folder)
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("criterion: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

/// The body of a process that lets criterion measure one side.
pub fn criterion_side(name: &str, kind: &str) {
    struct Side<'a>(&'a str, f64, Criterion);
    impl Visitor for Side<'_> {
        fn visit<I: 'static>(
            &mut self,
            name: &'static str,
            _: bool,
            prepare: fn() -> I,
            run: impl Fn(&mut I) -> u64 + Copy + Send + 'static,
        ) {
            if name != self.0 {
                return;
            }
            let injected = self.1;
            self.2.bench_function(name, |bencher| {
                let mut input = prepare();
                bencher.iter_custom(|iterations| {
                    let own = (iterations as f64 * (1.0 + injected)).round() as u64;
                    let start = Instant::now();
                    for _ in 0..own {
                        std::hint::black_box(run(&mut input));
                    }
                    start.elapsed()
                });
            });
        }
    }
    let injected = Kind::ALL.into_iter().find(|it| it.name() == kind).map_or(0.0, Kind::injected);
    let criterion = Criterion::default().warm_up_time(WARM_UP).measurement_time(MEASUREMENT);
    workloads::each(&mut Side(name, injected, criterion.without_plots()));
}

/// Both sides in turns, one process each.
fn tango(name: &str, kind: Kind) -> Result<String, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let program = program.with_file_name("trial-tango");
    let candidate = format!("{}/*", kind.name());
    let arguments = [
        "compare",
        "--strip-candidate",
        &candidate,
        "--strip-baseline",
        "same/*",
        "-f",
        name,
        "-t",
        TANGO_SECONDS,
    ];
    let output =
        Command::new(program).args(arguments).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    // name [ 1.0 us ... 1.1 us ]  +10.00%*
    let percent = said.rsplit(']').next().unwrap_or_default().trim();
    if !said.contains('[') || !percent.contains('%') {
        return Err(format!("tango said: {said} {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(match (percent.ends_with('*'), percent.starts_with('+')) {
        (false, _) => "equivalent",
        (true, true) => "worse",
        (true, false) => "better",
    }
    .into())
}
