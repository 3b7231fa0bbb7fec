//! One run, from the catalogue to the files: headline cases first, because the first answer should come early.

mod base;
mod complete;
mod criterion;
mod environment;
mod filter;
mod flags;
mod instructions;
mod join;
mod layouts;
mod output;
mod package;
mod plan;
mod progress;
mod recount;
mod selection;
mod session;
mod shard;
mod stage;
mod target;

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use measure::record::{self, Missing, Run, Witness};

pub use self::complete::gaps;
#[cfg(test)]
pub(crate) use self::complete::tests::run as complete_run;
pub use self::output::{Output, write_json, write_reports, write_whole};
pub use self::package::Package;
pub use self::shard::Part;

use self::selection::Selection;
use self::session::Session;
use self::target::Target;
use crate::failure::Failure;
use crate::terminal;

/// The work of one valgrind process, in comparisons: it takes about half a second, a comparison about one.
const WORK_PER_VALGRIND: f64 = 0.5;

/// The witnesses that a run can call.
pub const WITNESSES: [Witness; 4] =
    [Witness::CpuTime, Witness::Instructions, Witness::AllocatedBytes, Witness::AllocatedBlocks];

/// What is asked of a run.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Ids, or parts of ids; none means all.
    pub only: Vec<String>,
    /// The witnesses; `None` means all that can testify here.
    pub witnesses: Option<Vec<Witness>>,
    /// Headline cases, time and bytes only.
    pub quick: bool,
    /// Every contender on every case.
    pub long: bool,
    /// Only this part of it.
    pub shard: Option<Part>,
    /// Headline cases on so many relinks as well.
    pub layouts: Option<u32>,
    /// Another revision of the measured package, beside this one.
    pub base: Option<String>,
    /// Where the files go; `None` means `hotpair` in cargo's target folder.
    pub out: Option<PathBuf>,
    /// The manifest of the measured package; `None` means `benches` nearby.
    pub manifest: Option<PathBuf>,
    /// Everything random derives from it; `None` means a fresh one.
    pub seed: Option<u64>,
    /// The command line for the record, without paths.
    pub command: Vec<String>,
}

/// The folder where run and page lie if nobody says otherwise.
pub fn default_folder(package: &Package) -> PathBuf {
    package.target_folder.join("hotpair")
}

/// Prints the selected cases and who is timed on them; nothing is measured.
///
/// # Errors
///
/// The package cannot be found or built, or a filter matches nothing.
pub fn list(request: &Request) -> Result<String, Failure> {
    let package = Package::find(request.manifest.as_deref())?;
    let (witnesses, missing) = can_testify(&package, request)?;
    let targets = Targets::build(&package, &witnesses, &[])?;
    let catalogue = targets.paired.catalogue()?;
    let Selection { plan, .. } = selection::select(request, &catalogue, &witnesses, missing)?;
    let line = |case: &record::PlannedCase| {
        let mut names: Vec<&str> = Vec::new();
        for name in case.contenders.values().flatten() {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        format!("{}  {}\n", case.id, names.join(" "))
    };
    Ok(plan.cases.iter().map(line).collect())
}

/// Measures, prints the verdicts and writes the files; the path of the run file.
///
/// # Errors
///
/// Code 1 for a wrong answer, 2 for everything that keeps it from measuring.
pub fn run(request: &Request) -> Result<PathBuf, Failure> {
    let package = Package::find(request.manifest.as_deref())?;
    let (witnesses, missing) = can_testify(&package, request)?;
    let folder = request.out.clone().unwrap_or_else(|| default_folder(&package));
    let output = Output::open(&folder)?;
    let revisions =
        request.base.as_deref().map(|base| base::prepare(&package, base)).transpose()?;
    let features: &[&str] = if revisions.is_some() { &[base::REVISION_FEATURE] } else { &[] };
    let targets = Targets::build(&package, &witnesses, features)?;
    let catalogue = targets.paired.catalogue()?;
    let mut selection = selection::select(request, &catalogue, &witnesses, missing)?;
    if wants_criterion(&package, request) {
        criterion::add_to(&mut selection.plan, &selection.cases);
    }
    for missing in &selection.plan.missing {
        eprintln!("note: no {}: {}", missing.witness, missing.reason);
    }
    if let Some(shard) = &selection.shard {
        let (own, all) = (selection.cases.len(), shard.selected.len());
        eprintln!("shard {} of {}: {own} of {all} cases", shard.number, shard.of);
    }

    let mut session = Session::start(request, &package, &catalogue, selection, revisions.as_ref());
    eprintln!("seed {}", session.seed);
    // Before anything is measured: a linker that cannot do it should not be found out after minutes.
    let relinks = session.relink(&package)?;
    output.clear()?;
    output.write_partial(&session.record(false))?;
    session.measure(&package, &targets, relinks.as_ref(), &output)?;

    let run = session.record(true);
    let gaps = gaps(&run);
    if let Some(first) = gaps.first() {
        let more =
            if gaps.len() > 1 { format!(" (and {} more)", gaps.len() - 1) } else { String::new() };
        return Err(Failure::cannot(format!("the run is not complete: {first}{more}"))
            .hint("what there is stands in run.partial.json"));
    }
    output.write_complete(&run)?;
    crate::print(&verdicts(&run))?;
    crate::print(&summary(&output))?;
    let mut tests = run.instrument.self_tests.iter();
    if let Some(failed) = tests.find(|test| test.name == recount::NAME && !test.passed) {
        return Err(Failure::cannot(failed.detail.clone()).hint(recount::WAY_OUT));
    }
    Ok(output.path(output::RUN))
}

/// Criterion is no witness: a run that is asked for some of them, or for a quick answer, goes without it.
fn wants_criterion(package: &Package, request: &Request) -> bool {
    let has_target = package.benches.contains(criterion::TARGET);
    request.witnesses.is_none() && !request.quick && has_target
}

/// The witnesses that are asked for and can testify, and those that cannot with the reason.
///
/// # Errors
///
/// A witness that was asked for by name cannot testify.
fn can_testify(
    package: &Package,
    request: &Request,
) -> Result<(Vec<Witness>, Vec<Missing>), Failure> {
    let quick = [Witness::CpuTime, Witness::AllocatedBytes, Witness::AllocatedBlocks];
    let wanted: BTreeSet<Witness> = match &request.witnesses {
        Some(named) => named.iter().copied().collect(),
        None if request.quick => quick.into(),
        None => WITNESSES.into(),
    };
    let valgrind = instructions::valgrind();
    let (mut able, mut missing) = (Vec::new(), Vec::new());
    for witness in wanted {
        let obstacle = match witness {
            Witness::Instructions => instructions::preflight(package, valgrind.as_deref()).err(),
            Witness::AllocatedBytes | Witness::AllocatedBlocks => {
                let there = package.benches.contains("dhat");
                (!there).then(|| format!("package `{}` has no bench target `dhat`", package.name))
            }
            Witness::CpuTime | Witness::PeakBytes => None,
        };
        match obstacle {
            None => able.push(witness),
            Some(reason) if request.witnesses.is_some() => {
                let (what, way_out) = reason.split_once("; ").unwrap_or((&reason, ""));
                let failure = Failure::cannot(format!("{witness} cannot be measured: {what}"));
                return Err(if way_out.is_empty() { failure } else { failure.hint(way_out) });
            }
            Some(reason) => missing.push(Missing { witness, reason }),
        }
    }
    Ok((able, missing))
}

/// The bench targets of the first stage.
struct Targets {
    paired: Target,
    dhat: Option<Target>,
}

impl Targets {
    fn build(
        package: &Package,
        witnesses: &[Witness],
        features: &[&str],
    ) -> Result<Targets, Failure> {
        if !package.benches.contains("paired") {
            return Err(Failure::cannot(format!(
                "package `{}` has no bench target `paired`",
                package.name
            ))
            .hint("its manifest needs [[bench]] name = \"paired\", harness = false"));
        }
        let counts = [Witness::AllocatedBytes, Witness::AllocatedBlocks];
        let dhat = counts.iter().any(|witness| witnesses.contains(witness));
        let names: &[&str] = if dhat { &["paired", "dhat"] } else { &["paired"] };
        let mut built = package.build(names, features)?;
        let mut target = |name: &str| {
            let executable = built.remove(name)?;
            Some(Target { name: name.to_owned(), executable })
        };
        let dhat = target("dhat");
        let paired = target("paired");
        paired
            .map(|paired| Targets { paired, dhat })
            .ok_or_else(|| Failure::cannot("no target `paired`"))
    }
}

fn verdicts(run: &Run) -> String {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_none_or(|term| term == "dumb")
        || !std::io::stdout().is_terminal();
    if plain { terminal::verdicts(run) } else { terminal::verdicts_in_colour(run) }
}

fn summary(output: &Output) -> String {
    let line = |name: &str| nearby(&output.path(name)) + "\n";
    ["run.json", "report.html", "report.md"].map(line).concat()
}

/// A path as somebody would type it from the current folder.
fn nearby(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let short = here.as_deref().and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path);
    short.display().to_string()
}
