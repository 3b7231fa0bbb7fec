//! Another revision of the measured package beside this one: checked out, built, timed in one process, counted.
//!
//! Screen and confirmation (`measure::verdict::between_revisions`): every pair gets a few units, and a pair that looks
//! like a regression or a gain is measured again, with new seeds and with the functions of both libraries in another
//! order, so that neither a mood of the machine nor the place of the code decides alone.

mod catalogues;
mod checkout;
mod count;

use std::collections::BTreeMap;
use std::path::PathBuf;

use measure::estimate;
use measure::record::{
    Base, BaseCount, BaseRow, BaseTime, Catalogue, CatalogueCase, Margin, Origin, Plan,
    Progress as Heard, RevisionJob, RevisionResult, TimedCase, UnitRecord,
};
use measure::verdict::{self, CONFIRMATION, LEAST_MARGIN, SCREEN};

use self::catalogues::{changed, lacking, owned};
use self::checkout::{check_out, git};
use super::package::{Package, REVISION};
use super::target::Target;
use crate::failure::Failure;

/// What a package needs for a comparison with another revision of itself.
const CONTRACT: &str = "a revision needs feature `base = [\"measure/base\"]` and an example `revision` of crate type \
                        cdylib: `measure::export_revision!(suite());`";

/// Seed of the linker, for the confirmation.
const ORDER: u32 = 1;

/// Both revisions, built.
pub(in crate::run) struct Revisions {
    revision: String,
    commit: String,
    package: Package,
    libraries: [PathBuf; 2],
    catalogue: Catalogue,
    dhat: Option<Target>,
}

/// Finds, checks out and builds the revision, and this one as a library beside it.
///
/// # Errors
///
/// There is no such revision, it does not build, or it has nothing to be compared by.
pub(in crate::run) fn prepare(head: &Package, revision: &str) -> Result<Revisions, Failure> {
    if !head.has_revision {
        return Err(Failure::cannot(format!(
            "package `{}` has no example `{REVISION}`",
            head.name
        ))
        .hint(CONTRACT));
    }
    let commit = git(
        &head.folder,
        &[
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &format!("{revision}^{{commit}}"),
        ],
    )
    .map_err(|_| {
        Failure::cannot(format!("--base {revision}: no such revision in the package's repository"))
            .hint("`git fetch` brings it here; a shallow clone has only the newest")
    })?;
    let place = head.target_folder.join("base");
    let source = place.join(&commit[..commit.len().min(12)]);
    if !source.is_dir() {
        check_out(head, &commit, &source)?;
    }
    let prefix = git(&head.folder, &["rev-parse", "--show-prefix"])?;
    let manifest = source.join(prefix.trim()).join("Cargo.toml");
    if !manifest.is_file() {
        return Err(Failure::cannot(format!(
            "--base {revision}: has no {}Cargo.toml",
            prefix.trim()
        ))
        .hint("the measured package must lie in the same folder in both revisions"));
    }
    let mut package = Package::find(Some(&manifest))?;
    package.target_folder = place.join("target");
    if !package.has_revision {
        return Err(Failure::cannot(format!("--base {revision}: has no example `{REVISION}`"))
            .hint(CONTRACT));
    }
    let failed = |failure: Failure| Failure {
        message: format!("--base {revision}: {}", failure.message),
        ..failure
    };
    let libraries = [package.revision(None).map_err(failed)?, head.revision(None)?];
    let has_dhat = package.benches.contains("dhat");
    let names: &[&str] = if has_dhat { &["paired", "dhat"] } else { &["paired"] };
    let mut built = package.build(names, &[REVISION_FEATURE]).map_err(failed)?;
    let mut target = |name: &str| {
        built.remove(name).map(|executable| Target { name: name.to_owned(), executable })
    };
    let paired = target("paired").ok_or_else(|| Failure::cannot("no target `paired`"))?;
    let catalogue = paired.catalogue().map_err(failed)?;
    let dhat = target("dhat");
    Ok(Revisions { revision: revision.to_owned(), commit, package, libraries, catalogue, dhat })
}

/// The feature of the measured package.
pub(in crate::run) const REVISION_FEATURE: &str = "base";

/// Everything that was compared so far.
#[derive(Debug, Default)]
pub(in crate::run) struct Compared {
    times: Vec<Timed>,
    counts: BTreeMap<(String, String), Vec<BaseCount>>,
    missing: Vec<String>,
}

#[derive(Debug)]
struct Timed {
    case: String,
    contender: String,
    margin: f64,
    screen: Vec<UnitRecord>,
    confirmation: Vec<UnitRecord>,
    relinked: bool,
}

impl Revisions {
    /// The pairs to be timed: what both revisions have of this plan, of the roles that are a package's own.
    pub(in crate::run) fn to_time(
        &self,
        plan: &Plan,
        selected: &[&CatalogueCase],
    ) -> BTreeMap<String, Vec<String>> {
        let mut comparisons = BTreeMap::new();
        for case in selected.iter().filter(|case| case.origin != Origin::Growth || plan.long) {
            let names = self.in_both(case);
            if !names.is_empty() {
                comparisons.insert(case.id.clone(), names);
            }
        }
        comparisons
    }

    /// The package's own contenders of a case that the base has as well, on the same workload.
    fn in_both(&self, case: &CatalogueCase) -> Vec<String> {
        let known = self.catalogue.cases.iter().find(|known| known.id == case.id);
        let Some(known) = known.filter(|it| it.workload_version == case.workload_version) else {
            return Vec::new();
        };
        let there = |name: &str| known.contenders.iter().any(|it| it.name == name);
        owned(case).filter(|name| there(name)).map(str::to_owned).collect()
    }

    /// Screen, and confirmation of what it suspects.
    ///
    /// # Errors
    ///
    /// A revision cannot be loaded, or a contender does not answer as it did.
    pub(in crate::run) fn time(
        &self,
        paired: &Target,
        head: &Package,
        comparisons: BTreeMap<String, Vec<String>>,
        margins: &Margins<'_>,
        seed: u64,
        mut report: impl FnMut(Heard),
    ) -> Result<Compared, Failure> {
        let all = comparisons.values().map(Vec::len).sum::<usize>().max(1);
        let job = |libraries: &[PathBuf; 2], comparisons, units, seed| RevisionJob {
            base: libraries[0].clone(),
            head: libraries[1].clone(),
            comparisons,
            seed,
            units,
        };
        let screen = job(&self.libraries, comparisons, SCREEN, seed);
        let result: RevisionResult = paired.compare(&screen, |heard| {
            report(Heard { done: heard.done * 0.9, ..heard });
        })?;
        let mut times = Vec::new();
        let mut suspected: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for pair in result.compared {
            let margin = margins.of(&pair.case);
            if verdict::suspicion(&thetas(&pair.units), margin).is_some() {
                suspected.entry(pair.case.clone()).or_default().push(pair.contender.clone());
            }
            times.push(Timed {
                case: pair.case,
                contender: pair.contender,
                margin,
                screen: pair.units,
                confirmation: Vec::new(),
                relinked: false,
            });
        }
        if !suspected.is_empty() {
            let relinked = self
                .package
                .revision(Some(ORDER))
                .and_then(|base| Ok([base, head.revision(Some(ORDER))?]));
            let (libraries, is_relinked) = match relinked {
                Ok(libraries) => (libraries, true),
                // Without a linker that can do it, the confirmation still has new seeds and processes.
                Err(_) => (self.libraries.clone(), false),
            };
            let share = suspected.values().map(Vec::len).sum::<usize>() as f64 / all as f64;
            let job = job(&libraries, suspected, CONFIRMATION, seed.wrapping_add(1));
            let result: RevisionResult = paired.compare(&job, |heard| {
                let doing = format!("confirming {:.0} %", share * 100.0);
                report(Heard { done: 0.9 + heard.done * 0.1, doing });
            })?;
            for pair in result.compared {
                let same = |it: &&mut Timed| it.case == pair.case && it.contender == pair.contender;
                if let Some(timed) = times.iter_mut().find(same) {
                    timed.confirmation = pair.units;
                    timed.relinked = is_relinked;
                }
            }
        }
        Ok(Compared { times, ..Compared::default() })
    }

    /// What stands in the run file.
    pub(in crate::run) fn record(&self, compared: &Compared, catalogue: &Catalogue) -> Base {
        let mut rows = Vec::new();
        let all = compared.times.len();
        for case in &catalogue.cases {
            for contender in &case.contenders {
                let timed = compared
                    .times
                    .iter()
                    .find(|it| it.case == case.id && it.contender == contender.name);
                let key = (case.id.clone(), contender.name.clone());
                let counts = compared.counts.get(&key).cloned().unwrap_or_default();
                if timed.is_some() || !counts.is_empty() {
                    let (case, contender) = key;
                    let time = timed.map(|timed| timed.judged(all));
                    rows.push(BaseRow { case, contender, time, counts });
                }
            }
        }
        Base {
            revision: self.revision.clone(),
            commit: self.commit.clone(),
            rows,
            added: lacking(catalogue, &self.catalogue),
            removed: lacking(&self.catalogue, catalogue),
            changed: changed(catalogue, &self.catalogue),
            missing: compared.missing.clone(),
        }
    }
}

impl Compared {
    fn add(&mut self, case: &str, contender: &str, count: BaseCount) {
        self.counts.entry((case.to_owned(), contender.to_owned())).or_default().push(count);
    }
}

impl Timed {
    fn judged(&self, compared: usize) -> BaseTime {
        let screen = thetas(&self.screen);
        let confirmation = thetas(&self.confirmation);
        let mut telling =
            if confirmation.is_empty() { screen.clone() } else { confirmation.clone() };
        let theta = estimate::median(&mut telling).unwrap_or(0.0);
        let (low, high) = estimate::interval(&mut telling).unwrap_or((theta, theta));
        BaseTime {
            ratio: theta.exp(),
            low: low.exp(),
            high: high.exp(),
            margin: self.margin,
            verdict: verdict::between_revisions(&screen, &confirmation, self.margin, compared),
            screen: self.screen.clone(),
            confirmation: self.confirmation.clone(),
            relinked: self.relinked,
        }
    }
}

/// The margin of each case: the one that its own comparisons got, else that of its hot path.
pub(in crate::run) struct Margins<'a> {
    pub(in crate::run) of_paths: &'a BTreeMap<String, Margin>,
    pub(in crate::run) timed: &'a [TimedCase],
    pub(in crate::run) cases: &'a [&'a CatalogueCase],
}

impl Margins<'_> {
    fn of(&self, case: &str) -> f64 {
        let own = self.timed.iter().find(|it| it.id == case).and_then(|it| it.comparisons.first());
        if let Some(margin) = own.and_then(|comparison| comparison.margin) {
            return margin;
        }
        let path = self.cases.iter().find(|it| it.id == case).map(|it| &it.hot_path);
        let margin = path.and_then(|path| self.of_paths.get(path));
        margin.map_or(LEAST_MARGIN, |margin| margin.margin)
    }
}

fn thetas(units: &[UnitRecord]) -> Vec<f64> {
    units.iter().map(|unit| unit.theta).collect()
}
