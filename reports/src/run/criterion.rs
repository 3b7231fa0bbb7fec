//! Criterion inside of a run: the headline cases in short, for readers who know its figures. No verdict is taken
//! from them.
//!
//! Criterion ends in success when its filter matches nothing, when its results cannot be written, and when a result
//! is damaged. So each run gives it a fresh folder, and demands there every figure of the plan.

mod files;

use std::path::Path;

use measure::record::{
    CatalogueCase, CriterionJob, CriterionResult, Distribution, Plan, Progress, Role,
};

use self::files::Estimates;
use super::target::Target;
use crate::failure::Failure;

/// The bench target, and the feature it needs.
pub(super) const TARGET: &str = "criterion";

/// Where Criterion writes.
const HOME: &str = "CRITERION_HOME";

/// Seconds for all contenders together: their figures are looked at, and decide nothing.
const BUDGET_S: f64 = 8.0;
/// Seconds per contender: with less a sample is no distribution, with more nobody gains.
const LEAST_S: f64 = 0.2;
const MOST_S: f64 = 1.0;
/// The share of them before the samples.
const WARM_UP: f64 = 0.3;
/// As few as Criterion takes, since an operation of 100 ms runs once for each.
const SAMPLES: usize = 10;

/// What to do when a figure is missing.
const WAY_OUT: &str =
    "`--witness cpu_time,instructions,allocated_bytes,allocated_blocks` goes without Criterion";

/// A figure of one contender on one case.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    /// The case.
    pub case: String,
    /// The contender.
    pub contender: String,
    /// Per operation.
    pub distribution: Distribution,
}

/// Plans the ranked contenders of the headline cases.
pub(super) fn add_to(plan: &mut Plan, selected: &[&CatalogueCase]) {
    for case in selected.iter().filter(|case| case.headline) {
        let ranked =
            |role| matches!(role, Role::Legacy | Role::Optimized | Role::Frontier | Role::Peer);
        // The reference is measured whatever its role.
        let contenders = case.contenders.iter().enumerate();
        let contenders = contenders.filter(|(at, contender)| *at == 0 || ranked(contender.role));
        let names = contenders.map(|(_, contender)| contender.name.clone()).collect();
        if let Some(planned) = plan.cases.iter_mut().find(|planned| planned.id == case.id) {
            planned.criterion = names;
        }
    }
}

/// What the target is to do; `None` if the plan has nothing for it.
pub(super) fn job(plan: &Plan) -> Option<CriterionJob> {
    let planned = plan.cases.iter().filter(|case| !case.criterion.is_empty());
    let all: usize = planned.clone().map(|case| case.criterion.len()).sum();
    let each_s = (BUDGET_S / all.max(1) as f64).clamp(LEAST_S, MOST_S);
    (all > 0).then(|| CriterionJob {
        contenders: planned.map(|case| (case.id.clone(), case.criterion.clone())).collect(),
        warm_up_s: each_s * WARM_UP,
        measurement_s: each_s * (1.0 - WARM_UP),
        samples: SAMPLES,
    })
}

/// The seconds that a job takes, about.
pub(super) fn seconds(job: &CriterionJob) -> f64 {
    let all: usize = job.contenders.values().map(Vec::len).sum();
    all as f64 * (job.warm_up_s + job.measurement_s)
}

/// Does a job and reads what it left; `report` hears how far it is.
///
/// # Errors
///
/// The target fails, or a figure that the job names is missing or damaged.
pub(super) fn measure(
    target: &Target,
    job: &CriterionJob,
    selected: &[&CatalogueCase],
    report: impl FnMut(Progress),
) -> Result<Vec<Figure>, Failure> {
    let folder = tempfile::tempdir()
        .map_err(|error| Failure::cannot(format!("no temporary folder: {error}")))?;
    let home = folder.path().join("criterion");
    let mut complaint = None;
    let result: Result<CriterionResult, Failure> =
        target.work_quietly(job, &[(HOME, &home)], report, |line| {
            if let Some((_, what)) = line.split_once("Criterion.rs ERROR: ") {
                complaint.get_or_insert_with(|| what.trim_start_matches("error: ").to_owned());
            }
        });
    let with_way_out = |failure: Failure| match failure.hint {
        None => failure.hint(WAY_OUT),
        Some(_) => failure,
    };
    result.map_err(with_way_out)?;
    join(job, selected, &home).map_err(|what| {
        let why = complaint.map(|why| format!(" ({})", nameless(&why, &home))).unwrap_or_default();
        Failure::cannot(format!("criterion: {what}{why}")).hint(WAY_OUT)
    })
}

/// A temporary folder's name says nothing, since it is gone by then.
fn nameless(text: &str, home: &Path) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.replace(&format!("{}/", home.display()), "").replace(&home.display().to_string(), HOME)
}

/// Exactly the figures of the job, per operation.
fn join(
    job: &CriterionJob,
    selected: &[&CatalogueCase],
    home: &Path,
) -> Result<Vec<Figure>, String> {
    let mut found = files::read(home)?;
    let names = job.contenders.iter();
    let planned: Vec<(&String, &String)> =
        names.flat_map(|(case, names)| names.iter().map(move |name| (case, name))).collect();
    let full_id = |(case, contender): (&String, &String)| format!("{case}/{contender}");
    if let Some(&missing) = planned.iter().find(|&&one| !found.contains_key(&full_id(one))) {
        let seen = planned.iter().filter(|&&one| found.contains_key(&full_id(one))).count();
        let all = planned.len();
        return Err(format!("{seen} of {all} contenders measured, not \"{}\"", full_id(missing)));
    }
    let mut figures = Vec::new();
    for (case, contender) in planned {
        let Some(estimates) = found.remove(&full_id((case, contender))) else { continue };
        let operations = selected.iter().find(|it| it.id == *case).map_or(1, |it| it.operations);
        let distribution = per_operation(&estimates, operations);
        figures.push(Figure { case: case.clone(), contender: contender.clone(), distribution });
    }
    match found.keys().next() {
        Some(surplus) => Err(format!("\"{surplus}\" was measured and not planned")),
        None => Ok(figures),
    }
}

/// Criterion's iteration is a case's iteration, which holds so many operations.
fn per_operation(estimates: &Estimates, operations: u64) -> Distribution {
    let operations = operations.max(1) as f64;
    let estimate = &estimates.typical;
    Distribution {
        unit: measure::record::Unit::NsPerOp,
        statistic: estimates.statistic,
        value: estimate.value / operations,
        low: estimate.low / operations,
        high: estimate.high / operations,
        confidence: estimate.confidence,
        median: estimates.median.value / operations,
    }
}

#[cfg(test)]
mod tests;
