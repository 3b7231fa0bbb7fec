//! Hotpair's own instrument, asked through the job that `hotpair run` gives it.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use measure::record::{Margin, PairedJob, PairedResult, TimedCase};
use measure::verdict::LEAST_MARGIN;
use measure::{Answer, Case, Role, Workload};

use crate::neighbours::Load;
use crate::store::{Kind, Record, Tool};
use crate::workloads::{self, Visitor};

const HOT_PATH: &str = "trial";
/// The reference against itself, twice per job: 1,000 of them come with 500 injected.
const SAME: [&str; 2] = ["same", "same_again"];

/// The workloads as cases. All contenders of one share one compiled loop, so what differs is what was prepared.
pub fn cases() -> Vec<Case> {
    struct Cases(Vec<Case>);
    impl Visitor for Cases {
        fn visit<I: 'static>(
            &mut self,
            name: &'static str,
            short: bool,
            prepare: fn() -> I,
            run: impl Fn(&mut I) -> u64 + Copy + Send + 'static,
        ) {
            let injected = [Kind::Worse.name(), Kind::Equivalent.name()];
            let names = SAME.iter().chain(if short { &injected[..] } else { &[] });
            // A walk through the input goes on where it ended, so what a pass answers is not the same twice.
            let answer = |_: u64| Answer::from(0_u64);
            let own = move |(): &()| prepare();
            let mut workload = Workload::new((HOT_PATH, name), &[], 1, || ());
            workload = workload.contender(Role::Legacy, own, run, answer);
            for name in names {
                workload = workload.contender((Role::Variant, *name), own, run, answer);
            }
            self.0.push(workload.case());
        }
    }
    let mut cases = Cases(Vec::new());
    workloads::each(&mut cases);
    cases.0
}

/// One job over all workloads.
pub fn measure(load: Load, seed: u64) -> Result<Vec<Record>, String> {
    let cases = cases();
    let others = |case: &Case| case.contenders[1..].iter().map(|it| it.name.into()).collect();
    let margin = Margin { margin: LEAST_MARGIN, control_ratio: None };
    let injected =
        [Kind::Worse, Kind::Equivalent].map(|kind| (kind.name().into(), kind.injected()));
    let job = PairedJob {
        comparisons: cases.iter().map(|case| (case.id(), others(case))).collect(),
        one_unit: Vec::new(),
        margins: BTreeMap::from([(HOT_PATH.into(), margin)]),
        injected: injected.into(),
        seed,
        most_units: None,
        self_tests: false,
        checks: false,
        raw: false,
    };
    let start = Instant::now();
    let result = run(&job)?;
    let seconds = start.elapsed().as_secs_f64();
    let quiet_share = result.instrument.quiet_share;
    let mut records: Vec<Record> =
        result.cases.iter().flat_map(|case| records(case, load, seed)).collect();
    let units: usize = records.iter().map(|record| record.units).sum();
    for record in &mut records {
        record.seconds = seconds * record.units as f64 / units.max(1) as f64;
        record.quiet_share = Some(quiet_share);
    }
    Ok(records)
}

fn run(job: &PairedJob) -> Result<PairedResult, String> {
    let failed = |error: &dyn std::fmt::Display| format!("a job of the trial: {error}");
    let folder = tempfile::tempdir().map_err(|error| failed(&error))?;
    let [job_file, out] = ["job.json", "out.json"].map(|name| folder.path().join(name));
    let text = serde_json::to_string(job).map_err(|error| failed(&error))?;
    fs::write(&job_file, text).map_err(|error| failed(&error))?;
    let program = env::current_exe().map_err(|error| failed(&error))?;
    let arguments: [&Path; 4] = [Path::new("--job"), &job_file, Path::new("--out"), &out];
    let status = Command::new(program)
        .args(arguments)
        .env("GLIBC_TUNABLES", measure::TUNABLES)
        .stdout(Stdio::null())
        .status()
        .map_err(|error| failed(&error))?;
    if !status.success() {
        return Err(failed(&status));
    }
    let text = fs::read_to_string(&out).map_err(|error| failed(&error))?;
    serde_json::from_str(&text).map_err(|error| failed(&error))
}

fn records(case: &TimedCase, load: Load, seed: u64) -> impl Iterator<Item = Record> {
    case.comparisons.iter().map(move |comparison| {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == comparison.contender);
        let kind = kind.unwrap_or(Kind::Same);
        // More iterations than are counted, in whole numbers: that is the true value, not the share asked for.
        let mut truths: Vec<f64> = comparison
            .units
            .iter()
            .map(|unit| {
                let counted = unit.iterations_contender as f64;
                counted / (counted * (1.0 + kind.injected())).round()
            })
            .collect();
        Record {
            tool: Tool::Hotpair,
            load,
            kind,
            workload: case.id.rsplit('/').next().unwrap_or_default().into(),
            seed,
            verdict: comparison.verdict.to_string(),
            cause: comparison.cause.map(|cause| cause.to_string()),
            low: comparison.low,
            high: comparison.high,
            truth: measure::estimate::median(&mut truths),
            units: comparison.units.len(),
            seconds: 0.0,
            quiet_share: None,
        }
    })
}
