//! One run, from the catalogue to the files: headline cases first, because the first answer should come early.

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
mod shard;
mod target;

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use measure::record::{
    self, ByteJob, Catalogue, CatalogueCase, Environment, Missing, PairedJob, Plan, Run, Shard,
    Witness,
};
use measure::{claims, growth};

pub use self::complete::gaps;
#[cfg(test)]
pub(crate) use self::complete::tests::run as complete_run;
pub use self::output::{Output, write_json, write_reports, write_whole};
pub use self::package::Package;
pub use self::shard::Part;

use self::join::Findings;
use self::layouts::{Relinked, Relinks};
use self::progress::Progress;
use self::selection::Selection;
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
    let targets = Targets::build(&package, &witnesses)?;
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
    let targets = Targets::build(&package, &witnesses)?;
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

    let mut session = Session::start(request, &package, &catalogue, selection);
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
    fn build(package: &Package, witnesses: &[Witness]) -> Result<Targets, Failure> {
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
        let mut built = package.build(names, &[])?;
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

/// A run under way.
struct Session<'a> {
    command: Vec<String>,
    seed: u64,
    started: jiff::Timestamp,
    clock: Instant,
    environment: Environment,
    catalogue: &'a Catalogue,
    selected: Vec<&'a CatalogueCase>,
    plan: Plan,
    shard: Option<Shard>,
    findings: Findings,
}

impl<'a> Session<'a> {
    fn start(
        request: &Request,
        package: &Package,
        catalogue: &'a Catalogue,
        selection: Selection<'a>,
    ) -> Session<'a> {
        Session {
            command: request.command.clone(),
            seed: request.seed.unwrap_or_else(fresh_seed),
            started: jiff::Timestamp::now(),
            clock: Instant::now(),
            environment: environment::environment(package),
            catalogue,
            selected: selection.cases,
            plan: selection.plan,
            shard: selection.shard,
            findings: Findings::default(),
        }
    }

    /// Headline cases, the first page, the rest, layouts; then what takes longest to build: instructions, and Criterion.
    fn measure(
        &mut self,
        package: &Package,
        targets: &Targets,
        relinks: Option<&Relinks>,
        output: &Output,
    ) -> Result<(), Failure> {
        let headline = |wanted: bool| -> Vec<&'a CatalogueCase> {
            self.selected.iter().copied().filter(|case| case.headline == wanted).collect()
        };
        let stages =
            [headline(true), headline(false)].into_iter().filter(|cases| !cases.is_empty());
        let stages: Vec<Stage> =
            stages.map(|cases| Stage::new(&self.plan, &cases, self.seed)).collect();
        let entries = instructions::entries(&self.plan);
        let job = criterion::job(&self.plan);
        let instructions = entries.len() as f64 * WORK_PER_VALGRIND;
        let distributions = job.as_ref().map_or(0.0, criterion::seconds);
        let work = stages.iter().map(|stage| stage.time() + stage.count()).sum::<f64>();
        let relinked =
            relinks.map_or(0.0, |relinks| relinks.all.len() as f64 * self.work_on_relink());
        let mut progress = Progress::new(work + relinked + instructions + distributions);

        let more = stages.len() > 1 || relinks.is_some() || !entries.is_empty() || job.is_some();
        for (at, stage) in stages.into_iter().enumerate() {
            self.work(stage, at, targets, &mut progress)?;
            let so_far = self.record(false);
            output.write_partial(&so_far)?;
            if at == 0 && more {
                output.write_reports(&so_far)?;
                progress.say(|| crate::print(&verdicts(&so_far)))?;
                eprintln!("first page: {}", nearby(&output.path("report.html")));
            }
        }
        if let Some(relinks) = relinks {
            self.time_layouts(relinks, &mut progress)?;
        }
        // Both targets at once: `measure` and the package are compiled again for their features.
        let mut second = Vec::new();
        second.extend((!entries.is_empty()).then_some(instructions::TARGET));
        second.extend(job.is_some().then_some(criterion::TARGET));
        if second.is_empty() {
            return Ok(());
        }
        let mut built = progress.aside(|| package.build(&second, &second))?;
        if !entries.is_empty() {
            let again = recount::entries(&entries, &self.selected);
            let all = [entries.as_slice(), &again].concat();
            let mut counted = instructions::count(package, &second, &all, |done| {
                let done = done as f64 / all.len() as f64;
                let doing = "counting instructions".to_owned();
                progress.update(instructions, &record::Progress { done, doing });
            })?;
            let first = entries.iter().map(|entry| entry.contenders.len()).sum();
            let again = counted.split_off(first);
            let bytes = &self.findings.counted;
            let tests = recount::judge(&counted, &again, bytes, &self.selected);
            self.findings.instrument.self_tests.extend(tests);
            self.findings.instructions = counted;
            progress.finish(instructions);
            output.write_partial(&self.record(false))?;
        }
        if let (Some(job), Some(executable)) = (job, built.remove(criterion::TARGET)) {
            let target = Target { name: criterion::TARGET.to_owned(), executable };
            let report = |heard| progress.update(distributions, &heard);
            self.findings.criterion = criterion::measure(&target, &job, &self.selected, report)?;
        }
        Ok(())
    }

    /// One stage: times and answers, then bytes.
    fn work(
        &mut self,
        mut stage: Stage,
        at: usize,
        targets: &Targets,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        // The instrument is tested once, on the way to the first answer; with a seed of its own no stage repeats the
        // placements of another.
        let timed =
            self.plan.cases.iter().any(|case| case.contenders.contains_key(&Witness::CpuTime));
        stage.paired.self_tests = at == 0 && timed;
        stage.paired.checks = at == 0;
        stage.paired.margins = self.findings.instrument.margins.clone();
        stage.paired.seed = self.seed.wrapping_add(at as u64);
        let time = stage.time();
        let result = targets.paired.work(&stage.paired, |heard| progress.update(time, &heard))?;
        self.findings.add_timed(result);
        progress.finish(time);
        if let Some(dhat) = targets.dhat.as_ref().filter(|_| !stage.bytes.contenders.is_empty()) {
            let count = stage.count();
            let result = dhat.work(&stage.bytes, |heard| progress.update(count, &heard))?;
            self.findings.add_counted(result);
            progress.finish(count);
        }
        Ok(())
    }

    /// The relinks that were asked for, if there is anything to time on them: a shard may have no headline case.
    fn relink(&self, package: &Package) -> Result<Option<Relinks>, Failure> {
        let comparisons = layouts::comparisons(&self.plan, &self.selected);
        if self.plan.layouts == 0 || comparisons.is_empty() {
            return Ok(None);
        }
        layouts::build(package, self.plan.layouts, self.seed).map(Some)
    }

    /// How much there is to do on one relink, counted in comparisons.
    fn work_on_relink(&self) -> f64 {
        let comparisons = layouts::comparisons(&self.plan, &self.selected);
        comparisons.values().map(Vec::len).sum::<usize>() as f64 * layouts::WORK
    }

    /// The headline cases on every relink, up to the first look.
    fn time_layouts(&mut self, relinks: &Relinks, progress: &mut Progress) -> Result<(), Failure> {
        let started = Instant::now();
        let all = relinks.all.len();
        let work = self.work_on_relink();
        for (at, relink) in relinks.all.iter().enumerate() {
            let margins = self.findings.instrument.margins.clone();
            // Two stages have seeds of their own already.
            let seed = self.seed.wrapping_add(2 + at as u64);
            let job = layouts::job(&self.plan, &self.selected, margins, seed);
            let result = relink.target.work(&job, |heard| {
                let doing = format!("layout {} of {all}: {}", at + 1, heard.doing);
                progress.update(work, &record::Progress { doing, ..heard });
            })?;
            self.findings.relinked.push(Relinked { seed: relink.seed, result });
            progress.finish(work);
        }
        let tests = layouts::self_tests(&self.findings.layout, &self.findings.relinked);
        self.findings.instrument.self_tests.extend(tests);
        let seconds = started.elapsed().as_secs_f64();
        progress.say(|| eprintln!("layouts: timed on {all} relinks in {seconds:.0} s"));
        Ok(())
    }

    /// Everything found so far as a run file.
    fn record(&self, complete: bool) -> Run {
        let cases = join::join(&self.plan, &self.selected, &self.findings);
        let growth = growth::curves(&cases);
        let equivalence = self.findings.equivalence.clone();
        let evidence =
            claims::Evidence { cases: &cases, growth: &growth, equivalence: &equivalence };
        let claims =
            self.catalogue.claims.iter().map(|claim| claims::decide(claim, evidence)).collect();
        let mut environment = self.environment.clone();
        environment.load_after = environment::load();
        // Milliseconds are plenty, and a short figure is easier to read in a file.
        let duration_s = (self.clock.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        Run {
            schema: record::RUN_SCHEMA.to_owned(),
            version: record::RUN_VERSION,
            complete,
            command: self.command.clone(),
            seed: self.seed,
            started: self.started.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            duration_s,
            environment,
            plan: self.plan.clone(),
            shard: self.shard.clone(),
            shards: Vec::new(),
            instrument: self.findings.instrument.clone(),
            cases,
            growth,
            claims,
            equivalence,
            stories: self.catalogue.stories.clone(),
            published: self.catalogue.claims.clone(),
        }
    }
}

/// The jobs of one stage.
struct Stage {
    paired: PairedJob,
    bytes: ByteJob,
}

impl Stage {
    fn new(plan: &Plan, cases: &[&CatalogueCase], seed: u64) -> Stage {
        Stage { paired: plan::paired_job(plan, cases, seed), bytes: plan::byte_job(plan, cases) }
    }

    /// The work of timing, counted in comparisons: a comparison takes 8 units or more, a size of a curve one.
    fn time(&self) -> f64 {
        let comparisons: usize =
            self.paired.comparisons.values().map(|names| names.len().max(1)).sum();
        comparisons as f64 + self.paired.one_unit.len() as f64 / 8.0
    }

    /// The work of counting in the same measure; a count takes moments.
    fn count(&self) -> f64 {
        self.bytes.contenders.values().map(|names| names.len() as f64).sum::<f64>() / 50.0
    }
}

/// Another one each time. Below 2^53, so that every reader of JSON gets it whole.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    (now.as_secs() ^ u64::from(now.subsec_nanos())) & 0xffff_ffff
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
