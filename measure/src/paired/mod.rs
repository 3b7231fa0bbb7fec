//! The time witness: pairs of neighbouring batches in random order, judged over fresh preparations.
//!
//! One measurement, from the outside in: `schedule` decides which comparison gets more units and starts
//! `process`es; a process visits the cases in random order; a `unit` prepares both sides of every comparison afresh and
//! measures pairs of `lane`s between rounds of the reference `kernel`.

mod kernel;
mod lane;
mod lengths;
mod memcpy;
mod process;
#[cfg(feature = "base")]
mod revisions;
mod schedule;
mod self_tests;
mod table;
mod unit;

use std::collections::BTreeMap;
use std::env;
use std::path::Path;
use std::process::ExitCode;

use self::schedule::Comparison;
use self::unit::Opponent;
use crate::arguments::Request;
use crate::harness::{self, Failure};
use crate::record::{
    Catalogue, Equivalence, Instrument, Margin, Measurement, PairMode, PairedJob, PairedResult,
    RevisionJob, RevisionResult, Role, SelfTest, TimedCase, TimedContender, Unit, UnitRecord,
    Witness,
};
use crate::verdict::LOOKS;
use crate::{Case, Origin, Suite, check, clock, estimate};

/// The whole of a bench target: `fn main() -> ExitCode { measure::paired::main(suite()) }`.
///
/// Under `cargo bench --bench paired [FILTER...]` it prints a row per case and contender: nanoseconds of CPU time per
/// operation, the ratio reference / contender with its interval, the verdict. For `hotpair` it answers `--catalogue`
/// with [`Catalogue`] and `--job FILE --out FILE` with [`PairedResult`], both JSON; `--revisions FILE --out FILE` does the same
/// for a [`RevisionJob`]. As `cargo test` starts it, every
/// contender answers and nothing is measured.
///
/// Cost: about a second per comparison, in processes of its own, one after the other; each starts this program again.
///
/// # Errors
/// As an exit code, with a line on standard error: 1 if answers differ from each other or from a recorded digest, 2 if
/// an id is not unique or not plain, a filter matches nothing, a flag is not known, or a measuring process fails.
pub fn main(suite: impl Into<Suite>) -> ExitCode {
    let suite = suite.into();
    let mut arguments = env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (Some(memcpy::FLAG), _) => {
            println!("{}", memcpy::probe());
            ExitCode::SUCCESS
        }
        (Some(process::FLAG), Some(task)) => {
            let mut cases = suite.cases;
            cases.extend(self_tests::cases());
            match process::work(&cases, Path::new(&task)) {
                Ok(()) => ExitCode::SUCCESS,
                Err(message) => {
                    eprintln!("error: {message}");
                    ExitCode::from(2)
                }
            }
        }
        _ => harness::main(|request| answer(&suite, request)),
    }
}

fn answer(suite: &Suite, request: Request) -> Result<(), Failure> {
    suite.check_ids()?;
    match request {
        Request::Catalogue => {
            let catalogue = serde_json::to_string(&Catalogue::from(suite));
            println!("{}", catalogue.map_err(|error| error.to_string())?);
        }
        Request::Help => harness::help(),
        Request::List => harness::list(suite),
        Request::Test => harness::test(suite)?,
        Request::Job { job, out } => {
            let job: PairedJob = harness::read_job(&job)?;
            let result = measure(suite, &job, harness::report_progress)?;
            harness::write_result(&out, &result)?;
        }
        Request::RevisionJob { job, out } => {
            let job: RevisionJob = harness::read_job(&job)?;
            let result = compare_revisions(suite, &job)?;
            harness::write_result(&out, &result)?;
        }
        Request::Bench { filters, quick } => {
            let job = job_for_a_reader(suite, &filters, quick)?;
            let result = measure(suite, &job, |_, _| ())?;
            table::print(&result);
        }
    }
    Ok(())
}

#[cfg(feature = "base")]
use self::revisions::cases as pairs_of_revisions;

#[cfg(feature = "base")]
fn compare_revisions(suite: &Suite, job: &RevisionJob) -> Result<RevisionResult, Failure> {
    revisions::measure(suite, job, harness::report_progress)
}

/// Why this program cannot load revisions.
#[cfg(not(feature = "base"))]
const NO_BASE: &str = "built without `measure`'s feature `base`";

#[cfg(not(feature = "base"))]
fn pairs_of_revisions(_: &[Case], _: &Path, _: &Path) -> Result<Vec<Case>, String> {
    Err(NO_BASE.into())
}

#[cfg(not(feature = "base"))]
fn compare_revisions(_: &Suite, _: &RevisionJob) -> Result<RevisionResult, Failure> {
    Err(Failure::CannotMeasure(NO_BASE.into()))
}

/// Everything but the sizes of growth curves, against the reference of its case.
fn job_for_a_reader(suite: &Suite, filters: &[String], quick: bool) -> Result<PairedJob, String> {
    let others = |case: &Case| case.contenders[1..].iter().map(|it| it.name.to_owned()).collect();
    let selected = harness::select(&suite.cases, filters)?;
    let timed = selected.iter().filter(|case| case.origin != Origin::Growth || !filters.is_empty());
    Ok(PairedJob {
        comparisons: timed.map(|case| (case.id(), others(case))).collect(),
        one_unit: Vec::new(),
        margins: BTreeMap::new(),
        injected: BTreeMap::new(),
        seed: 1,
        most_units: quick.then_some(LOOKS[0]),
        self_tests: true,
        checks: false,
        raw: false,
        alignment: self_tests::CACHE_LINE,
    })
}

/// Does a job: answers first, then the instrument, then the comparisons.
///
/// `progress` hears the share done and what is going on.
fn measure(
    suite: &Suite,
    job: &PairedJob,
    progress: impl Fn(f64, &str),
) -> Result<PairedResult, Failure> {
    progress(0.0, "checking answers");
    let mut digests = BTreeMap::new();
    let mut comparisons = Vec::new();
    let ids = job.comparisons.keys().chain(&job.one_unit);
    for id in ids {
        let case = harness::find(&suite.cases, id)?;
        digests.insert(id.clone(), harness::check(case, suite)?);
    }
    let mut equivalence = answers(suite, digests.keys());
    if job.checks {
        progress(0.0, "comparing on random inputs");
        let compared = check::run(&suite.checks, job.seed, check::MOST_TIME);
        equivalence.extend(compared.map_err(Failure::WrongAnswer)?);
    }
    for (id, opponents) in &job.comparisons {
        let case = harness::find(&suite.cases, id)?;
        for name in opponents {
            case.contender(name).ok_or_else(|| format!("{id}: no contender {name}"))?;
            let injected = job.injected.get(name).copied().unwrap_or_default();
            let opponent = Opponent { name: name.clone(), injected };
            comparisons.push(Comparison::new(case, opponent));
        }
        comparisons.extend(lengths::comparisons(case, opponents));
        for other in case.other_lengths.iter().filter(|_| !opponents.is_empty()) {
            other.check().map_err(Failure::WrongAnswer)?;
        }
    }
    for id in &job.one_unit {
        let case = harness::find(&suite.cases, id)?;
        let ranked = |role| matches!(role, Role::Optimized | Role::Frontier);
        for contender in case.contenders.iter().filter(|contender| ranked(contender.role)) {
            let opponent = Opponent { name: contender.name.into(), injected: 0.0 };
            comparisons.push(Comparison::up_to(1, case, opponent));
        }
    }
    let own = if job.self_tests { self_tests::cases() } else { Vec::new() };
    comparisons.extend(self_tests::comparisons(&own));

    let most_units = job.most_units.unwrap_or(LOOKS[LOOKS.len() - 1]).max(1);
    let overhead = clock::overhead();
    let mut margins =
        schedule::run(&mut comparisons, &job.margins, job.seed, most_units, job.raw, |done| {
            progress(done, "timing pairs");
        })?;
    margins.retain(|hot_path, _| suite.cases.iter().any(|case| case.hot_path == hot_path));

    let mut tests = vec![self_tests::addresses(&suite.cases, job.alignment)];
    tests.extend(self_tests::results(&comparisons, &margins));
    let instrument = instrument(&comparisons, margins.clone(), overhead, tests)?;
    let cases = digests
        .into_iter()
        .map(|(id, digest)| timed_case(id, digest, &comparisons, &margins))
        .collect();
    Ok(PairedResult { cases, instrument, equivalence, layout: self_tests::layout(&suite.cases) })
}

/// Answers compared per hot path: each contender of a case against the reference, twice.
fn answers<'a>(suite: &Suite, ids: impl Iterator<Item = &'a String>) -> Vec<Equivalence> {
    let mut compared: BTreeMap<&str, u64> = BTreeMap::new();
    for case in ids.filter_map(|id| suite.cases.iter().find(|case| case.id() == *id)) {
        *compared.entry(case.hot_path).or_default() += 2 * case.contenders.len() as u64 - 1;
    }
    let record = |(hot_path, compared): (&str, u64)| Equivalence {
        hot_path: hot_path.into(),
        topic: "answers".into(),
        compared,
        differences: 0,
    };
    compared.into_iter().map(record).collect()
}

fn instrument(
    comparisons: &[Comparison<'_>],
    margins: BTreeMap<String, Margin>,
    overhead: clock::Reading,
    self_tests: Vec<SelfTest>,
) -> Result<Instrument, String> {
    let units = || comparisons.iter().flat_map(|comparison| &comparison.units);
    let pairs: f64 = units().map(|unit| f64::from(unit.pairs)).sum();
    let quiet: f64 = units().map(|unit| f64::from(unit.quiet_pairs)).sum();
    Ok(Instrument {
        self_tests,
        margins,
        clock_overhead_ns: overhead.wall_ns,
        cpu_clock_overhead_ns: overhead.cpu_ns,
        quiet_share: if pairs > 0.0 { quiet / pairs } else { 0.0 },
        memcpy_cliff: memcpy::probe_in_process(false)?,
        memcpy_cliff_tuned: memcpy::probe_in_process(true)?,
    })
}

fn timed_case(
    id: String,
    answer_digest: String,
    comparisons: &[Comparison<'_>],
    margins: &BTreeMap<String, Margin>,
) -> TimedCase {
    let own: Vec<&Comparison<'_>> = comparisons.iter().filter(|it| it.case.id() == id).collect();
    let labels = own.first().map_or_else(Vec::new, |first| {
        lengths::labels(
            first.case,
            comparisons,
            schedule::margin_of(margins, comparisons, first.case),
        )
    });
    let reference = own.first().map(|comparison| TimedContender {
        name: comparison.case.contenders[0].name.into(),
        cpu_time: cpu_time(
            own.iter().flat_map(|it| &it.units).map(|unit| unit.reference_ns_per_op),
        ),
    });
    let contender = |comparison: &&Comparison<'_>| TimedContender {
        name: comparison.opponent.name.clone(),
        cpu_time: cpu_time(comparison.units.iter().map(|unit| unit.contender_ns_per_op)),
    };
    TimedCase {
        id,
        answer_digest,
        labels,
        contenders: reference.into_iter().chain(own.iter().map(contender)).collect(),
        comparisons: own
            .iter()
            .filter(|it| it.most > 1)
            .map(|it| compared(it, comparisons, margins))
            .collect(),
    }
}

fn cpu_time(per_unit: impl Iterator<Item = f64>) -> Measurement {
    let mut values: Vec<f64> = per_unit.collect();
    let interval = estimate::interval(&mut values);
    Measurement {
        unit: Unit::NsPerOp,
        value: estimate::median(&mut values).unwrap_or(0.0),
        low: interval.map(|(low, _)| low),
        high: interval.map(|(_, high)| high),
        exact: None,
        branch_mispredictions: None,
    }
}

fn compared(
    comparison: &Comparison<'_>,
    comparisons: &[Comparison<'_>],
    margins: &BTreeMap<String, Margin>,
) -> crate::record::Comparison {
    let margin = schedule::margin_of(margins, comparisons, comparison.case);
    let judgement = comparison.judge(margin);
    let mixed = |unit: &UnitRecord| unit.mode == PairMode::Mixed;
    let mode = if comparison.units.iter().any(mixed) { PairMode::Mixed } else { PairMode::Quiet };
    crate::record::Comparison {
        contender: comparison.opponent.name.clone(),
        witness: Witness::CpuTime,
        ratio: Some(judgement.ratio),
        low: judgement.interval.map(|(low, _)| low),
        high: judgement.interval.map(|(_, high)| high),
        reason: None,
        verdict: judgement.verdict,
        cause: judgement.cause,
        confidence: judgement.confidence,
        margin: Some(margin),
        looks: Some(comparison.looks),
        stop: judgement.stop,
        mode: Some(mode),
        differs_when_busy: judgement.differs_when_busy,
        spread_between_units: Some(judgement.spread_between_units),
        half_width_inside_unit: Some(judgement.half_width_inside_unit),
        layouts: None,
        units: comparison.units.clone(),
    }
}
