//! A run under way: stage after stage, and the record of what it found so far.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use measure::record::{self, Catalogue, CatalogueCase, Environment, Plan, Run, Shard, Witness};
use measure::{claims, growth};

use super::base::{Compared, Margins, Revisions};
use super::join::{self, Findings};
use super::layouts::{self, Relinked, Relinks};
use super::output::Output;
use super::package::Package;
use super::progress::Progress;
use super::selection::Selection;
use super::stage::Stage;
use super::target::Target;
use super::{
    Request, Targets, WORK_PER_VALGRIND, criterion, environment, instructions, nearby, recount,
    verdicts,
};
use crate::failure::Failure;

/// A run under way.
pub(super) struct Session<'a> {
    command: Vec<String>,
    pub(super) seed: u64,
    started: jiff::Timestamp,
    clock: Instant,
    environment: Environment,
    catalogue: &'a Catalogue,
    selected: Vec<&'a CatalogueCase>,
    /// Whether CPU time was asked for.
    times: bool,
    plan: Plan,
    shard: Option<Shard>,
    findings: Findings,
    compared: Option<(&'a Revisions, Compared)>,
}

impl<'a> Session<'a> {
    pub(super) fn start(
        request: &Request,
        package: &Package,
        catalogue: &'a Catalogue,
        selection: Selection<'a>,
        revisions: Option<&'a Revisions>,
    ) -> Session<'a> {
        Session {
            command: request.command.clone(),
            seed: request.seed.unwrap_or_else(fresh_seed),
            started: jiff::Timestamp::now(),
            clock: Instant::now(),
            environment: environment::environment(package),
            catalogue,
            selected: selection.cases,
            times: selection.times,
            plan: selection.plan,
            shard: selection.shard,
            findings: Findings::default(),
            compared: revisions.map(|revisions| (revisions, Compared::default())),
        }
    }

    /// Headline cases, the first page, the rest, layouts; then what takes longest to build: instructions, and Criterion.
    pub(super) fn measure(
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
        let both = self.work_on_both();
        let recounted = if self.compared.is_some() { instructions } else { 0.0 };
        let mut progress =
            Progress::new(work + relinked + both + instructions + recounted + distributions);

        let later = relinks.is_some() || self.compared.is_some();
        let more = stages.len() > 1 || later || !entries.is_empty() || job.is_some();
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
        self.compare_revisions(package, targets, &mut progress)?;
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
            if let Some((revisions, compared)) = &mut self.compared {
                let counted = &self.findings.instructions;
                let report = |done: usize| {
                    let done = done as f64 / entries.len() as f64;
                    let doing = "counting instructions of the base".to_owned();
                    progress.update(recounted, &record::Progress { done, doing });
                };
                revisions.count_instructions(compared, &self.selected, counted, report)?;
                progress.finish(recounted);
            }
            output.write_partial(&self.record(false))?;
        }
        if let (Some(job), Some(executable)) = (job, built.remove(criterion::TARGET)) {
            let target = Target { name: criterion::TARGET.to_owned(), executable };
            let report = |heard| progress.update(distributions, &heard);
            self.findings.criterion = criterion::measure(&target, &job, &self.selected, report)?;
        }
        Ok(())
    }

    /// Both revisions: times, then bytes.
    fn compare_revisions(
        &mut self,
        package: &Package,
        targets: &Targets,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let work = self.work_on_both();
        let cases = join::join(&self.plan, &self.selected, &self.findings);
        let Some((revisions, compared)) = &mut self.compared else { return Ok(()) };
        if self.times {
            let pairs = revisions.to_time(&self.plan, &self.selected);
            let margins = Margins {
                of_paths: &self.findings.instrument.margins,
                timed: &self.findings.timed,
                cases: &self.selected,
            };
            // Stages and relinks have seeds of their own already.
            let seed = self.seed.wrapping_add(1_000);
            let report = |heard| progress.update(work, &heard);
            *compared = revisions.time(&targets.paired, package, pairs, &margins, seed, report)?;
            progress.finish(work);
        }
        let report = |heard| progress.update(0.0, &heard);
        revisions.count_bytes(compared, &self.selected, &cases, report)
    }

    /// How much there is to time in both revisions, counted in comparisons.
    fn work_on_both(&self) -> f64 {
        let Some((revisions, _)) = self.compared.as_ref().filter(|_| self.times) else {
            return 0.0;
        };
        let pairs = revisions.to_time(&self.plan, &self.selected);
        pairs.values().map(Vec::len).sum::<usize>() as f64
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
    pub(super) fn relink(&self, package: &Package) -> Result<Option<Relinks>, Failure> {
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
    pub(super) fn record(&self, complete: bool) -> Run {
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
            base: self
                .compared
                .as_ref()
                .map(|(revisions, compared)| revisions.record(compared, self.catalogue)),
            cases,
            growth,
            claims,
            equivalence,
            stories: self.catalogue.stories.clone(),
            published: self.catalogue.claims.clone(),
        }
    }
}

/// Another one each time. Below 2^53, so that every reader of JSON gets it whole.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    (now.as_secs() ^ u64::from(now.subsec_nanos())) & 0xffff_ffff
}
