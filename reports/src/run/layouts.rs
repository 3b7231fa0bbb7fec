//! Layouts: the headline cases once more on relinks of the same objects, with their functions in another order.
//!
//! Alignment makes placement reproducible, it does not make it neutral: the same code elsewhere in memory may differ
//! by far more than the noise of one build. A relink takes a second, so the range is worth asking for at night.

use std::collections::BTreeMap;
use std::fs;
use std::time::Instant;

use measure::record::{
    CatalogueCase, Comparison, Layouts, PairedJob, PairedResult, Plan, Role, SelfTest, Verdict,
    Witness,
};
use measure::verdict::{LOOKS, class_of_ratio};
use tempfile::TempDir;

use super::flags;
use super::package::Package;
use super::plan;
use super::target::Target;
use crate::failure::Failure;

/// The work of a comparison on a relink, in comparisons: it ends at the first look.
pub(super) const WORK: f64 = 0.5;

/// The name of the test that the relinks are relinks.
const SELF_TEST: &str = "layouts";

/// Relinks of the target `paired`. They are removed with this value.
pub(super) struct Relinks {
    /// In the order in which they are to be measured.
    pub(super) all: Vec<Relink>,
    _folder: TempDir,
}

/// The target `paired` with its functions in another order.
pub(super) struct Relink {
    /// What the linker was given.
    pub(super) seed: u32,
    /// The executable.
    pub(super) target: Target,
}

/// What a relink came to.
#[derive(Clone, Debug)]
pub(super) struct Relinked {
    /// What the linker was given.
    pub(super) seed: u32,
    /// What was found.
    pub(super) result: PairedResult,
}

/// Whether there is anything to time on relinks; a shard may have nothing.
///
/// # Errors
///
/// No headline case is to be timed.
pub(super) fn check(plan: &Plan, cases: &[&CatalogueCase], in_shard: bool) -> Result<(), Failure> {
    if in_shard || !comparisons(plan, cases).is_empty() {
        return Ok(());
    }
    Err(Failure::cannot("--layouts: no headline case is to be timed")
        .hint("select one, and leave cpu_time among the witnesses"))
}

/// Links the target once per layout. The objects have a folder of their own, since their functions are aligned less.
///
/// # Errors
///
/// It does not build, or the linker cannot shuffle sections.
pub(super) fn build(package: &Package, number: u32, seed: u64) -> Result<Relinks, Failure> {
    let started = Instant::now();
    let target_folder = package.target_folder.join("layouts");
    let failed =
        |error: std::io::Error| Failure::cannot(format!("{}: {error}", target_folder.display()));
    fs::create_dir_all(&target_folder).map_err(failed)?;
    let folder = TempDir::with_prefix_in("relinks-", &target_folder).map_err(failed)?;
    let mut all = Vec::new();
    for seed in seeds(seed, number) {
        let linked = package.relink("paired", seed, &target_folder)?;
        // Moved, because cargo would keep each of them for ever.
        let executable = folder.path().join(format!("paired-{seed}"));
        fs::rename(&linked, &executable).map_err(failed)?;
        all.push(Relink {
            seed,
            target: Target { name: format!("paired, relink {seed}"), executable },
        });
    }
    eprintln!("layouts: {number} relinks built in {:.0} s", started.elapsed().as_secs_f64());
    Ok(Relinks { all, _folder: folder })
}

/// Seeds of the linker, from that of the run. To lld, 0 is a seed of its own choice and the highest number no seed.
fn seeds(seed: u64, number: u32) -> impl Iterator<Item = u32> {
    let most = u64::from(u32::MAX - 1);
    let first = seed % most;
    (0..u64::from(number)).map(move |at| u32::try_from((first + at) % most + 1).unwrap_or(1))
}

/// What is to be done on one relink: every comparison of a headline case, up to the first look.
///
/// The control is left out: what it shows is the error of the build that is judged, not of this one.
pub(super) fn job(
    plan: &Plan,
    cases: &[&CatalogueCase],
    margins: BTreeMap<String, measure::record::Margin>,
    seed: u64,
) -> PairedJob {
    PairedJob {
        comparisons: comparisons(plan, cases),
        margins,
        most_units: Some(LOOKS[0]),
        alignment: flags::RELINKED,
        ..plan::paired_job(plan, &[], seed)
    }
}

/// The comparisons that are made on every relink: case to contenders.
pub(super) fn comparisons(plan: &Plan, cases: &[&CatalogueCase]) -> BTreeMap<String, Vec<String>> {
    let headline = cases.iter().filter(|case| case.headline);
    let timed = headline.filter_map(|case| {
        let planned = plan.cases.iter().find(|planned| planned.id == case.id)?;
        let names = planned.contenders.get(&Witness::CpuTime)?.iter().skip(1);
        let names: Vec<String> = names.filter(|name| is_relinked(case, name)).cloned().collect();
        Some((case.id.clone(), names))
    });
    timed.filter(|(_, names)| !names.is_empty()).collect()
}

fn is_relinked(case: &CatalogueCase, contender: &str) -> bool {
    let control = |it: &&measure::record::CatalogueContender| it.role == Role::Control;
    !case.contenders.iter().filter(control).any(|control| control.name == contender)
}

/// What the relinks say of a comparison; `None` if none of them timed it.
pub(super) fn range(
    case: &CatalogueCase,
    row: &Comparison,
    relinked: &[Relinked],
) -> Option<Layouts> {
    if !is_relinked(case, &row.contender) {
        return None;
    }
    let ratio = |relinked: &Relinked| {
        let timed = relinked.result.cases.iter().find(|timed| timed.id == case.id)?;
        let same = |it: &&Comparison| it.contender == row.contender;
        Some((relinked.seed, timed.comparisons.iter().find(same)?.ratio?))
    };
    over(row, relinked.iter().filter_map(ratio).collect())
}

/// The range of these ratios, and whether the verdict would be another somewhere in it.
fn over(row: &Comparison, ratios: Vec<(u32, f64)>) -> Option<Layouts> {
    let ascending = |a: &f64, b: &f64| a.total_cmp(b);
    let lowest = ratios.iter().map(|(_, ratio)| *ratio).min_by(ascending)?;
    let highest = ratios.iter().map(|(_, ratio)| *ratio).max_by(ascending)?;
    let class = |ratio| class_of_ratio(ratio, row.margin.unwrap_or(0.0));
    let (low, high) = (class(lowest), class(highest));
    let dependent =
        low != high || !matches!(row.verdict, Verdict::Inconclusive) && row.verdict != low;
    Some(Layouts { ratios, lowest, highest, dependent })
}

/// Whether the relinks lie where they were meant to: each in another order, its loops distinct and aligned.
///
/// `layout` is that of the build that is judged.
pub(super) fn self_tests(layout: &str, relinked: &[Relinked]) -> Vec<SelfTest> {
    let mut seen = BTreeMap::from([(layout, "the build that is judged".to_owned())]);
    let mut equal = None;
    for relink in relinked {
        let name = format!("relink {}", relink.seed);
        if let Some(other) = seen.insert(&relink.result.layout, name.clone()) {
            equal = Some(format!(
                "{name} has its loops where {other} has them; does the linker shuffle?"
            ));
        }
    }
    let detail = equal.clone().unwrap_or_else(|| {
        format!("{} relinks, the measured loops elsewhere in each", relinked.len())
    });
    let own = SelfTest {
        name: SELF_TEST.into(),
        subject: String::new(),
        passed: equal.is_none(),
        detail,
    };
    let failed = relinked.iter().flat_map(|relink| {
        let tests = relink.result.instrument.self_tests.iter().filter(|test| !test.passed);
        tests.map(move |test| SelfTest {
            subject: format!("relink {}", relink.seed),
            ..test.clone()
        })
    });
    std::iter::once(own).chain(failed).collect()
}

#[cfg(test)]
mod tests;
