//! What a run is worth under a policy and a lock. Values in, findings out.

use std::collections::BTreeSet;

use measure::claims::NOT_IN_THIS_RUN;
use measure::record::{CaseRecord, ClaimStatus, PlannedCase, Run, Verdict, Witness};

use super::base;
use super::floors::floors;
use super::lock::{Count, Counts, Lock, counts_of};
use super::policy::{Expect, ExpectClaim, Policy};
use crate::failure::Code;
use crate::run;

/// One thing that the gate has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing.
    pub kind: Kind,
    /// One line.
    pub text: String,
}

/// What a finding means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A rule that holds.
    Passed,
    /// Better than expected, or than locked.
    Improved,
    /// Not locked yet.
    New,
    /// A rule about something that this run left out.
    NotInThisRun,
    /// Undecided, and the policy lets it be.
    Excused,
    /// Undecided.
    Inconclusive,
    /// Worse than expected, or than locked; or a wrong answer.
    Regression,
    /// Missing, incomparable, or measured by an instrument that failed.
    CannotJudge,
}

/// How counts that went down are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// They pass and are listed.
    ImprovementsPass,
    /// They fail until they are recorded on purpose.
    Locked,
}

/// Everything that policy and lock have to say about a run.
pub fn judge(run: &Run, policy: &Policy, lock: &Lock, strictness: Strictness) -> Vec<Finding> {
    let mut findings = instrument(run, policy);
    findings.extend(run::gaps(run).into_iter().map(|gap| Finding::new(Kind::CannotJudge, gap)));
    findings.extend(equivalence(run));
    findings.extend(directions(run, policy));
    findings.extend(floors(run, policy));
    findings.extend(policy.claim.iter().map(|expected| claim(run, expected)));
    findings.extend(counts(run, policy, lock, strictness));
    findings.extend(run.base.iter().flat_map(base::against));
    let judged = |kind: Kind| !matches!(kind, Kind::NotInThisRun | Kind::New);
    let rules = findings.iter().filter(|finding| judged(finding.kind)).count();
    if (run.cases.is_empty() && run.base.is_none()) || rules == 0 {
        let text = "no rule of policy or lock says anything about this run";
        findings.push(Finding::new(Kind::CannotJudge, text));
    }
    findings
}

/// The exit code. What cannot be judged outweighs what was found: a failed instrument finds regressions, too.
pub fn code(findings: &[Finding]) -> Option<Code> {
    match findings.iter().map(|finding| finding.kind).max()? {
        Kind::CannotJudge => Some(Code::CannotJudge),
        Kind::Regression => Some(Code::Regression),
        Kind::Inconclusive => Some(Code::Inconclusive),
        _ => None,
    }
}

impl Finding {
    pub(super) fn new(kind: Kind, text: impl Into<String>) -> Finding {
        Finding { kind, text: text.into() }
    }
}

impl Kind {
    /// The word in front of a line.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Passed => "ok",
            Kind::Improved => "improved",
            Kind::New => "new",
            Kind::NotInThisRun => NOT_IN_THIS_RUN,
            Kind::Excused => "inconclusive, allowed",
            Kind::Inconclusive => "inconclusive",
            Kind::Regression => "regression",
            Kind::CannotJudge => "cannot judge",
        }
    }
}

fn instrument(run: &Run, policy: &Policy) -> Vec<Finding> {
    let tests = &run.instrument.self_tests;
    let failed = tests.iter().filter(|test| !test.passed).map(|test| {
        let text = format!("self-test {} {} failed: {}", test.name, test.subject, test.detail);
        Finding::new(Kind::CannotJudge, text)
    });
    // A self-test speaks for a witness; a run that did not call the witness has no use for it.
    let called: BTreeSet<Witness> =
        run.plan.cases.iter().flat_map(|case| case.contenders.keys().copied()).collect();
    let required = policy.self_tests.required.iter().filter(|name| {
        let counts =
            called.contains(&Witness::AllocatedBytes) || called.contains(&Witness::AllocatedBlocks);
        if name.as_str() == "dhat" { counts } else { called.contains(&Witness::CpuTime) }
    });
    let missing = required.filter(|name| !tests.iter().any(|test| test.name == **name));
    let missing = missing
        .map(|name| Finding::new(Kind::CannotJudge, format!("self-test {name} was not made")));
    failed.chain(missing).collect()
}

fn equivalence(run: &Run) -> impl Iterator<Item = Finding> {
    let wrong = run.equivalence.iter().filter(|evidence| evidence.differences > 0);
    wrong.map(|evidence| {
        let (topic, path) = (&evidence.topic, &evidence.hot_path);
        let text =
            format!("{path}: {} of {} {topic} differ", evidence.differences, evidence.compared);
        Finding::new(Kind::Regression, text)
    })
}

fn directions(run: &Run, policy: &Policy) -> Vec<Finding> {
    let mut allowance = policy.thresholds.inconclusive.most;
    let findings = policy.expect.iter().map(|expected| {
        let mut finding = direction(run, expected);
        if finding.kind == Kind::Inconclusive && allowance > 0 {
            allowance -= 1;
            finding.kind = Kind::Excused;
        }
        finding
    });
    findings.collect()
}

fn direction(run: &Run, expected: &Expect) -> Finding {
    let Expect { case, contender, witness, verdict, .. } = expected;
    let row = format!("{case}: {contender} {witness}");
    match place(run, case, contender, *witness) {
        Place::Gone(what) => Finding::new(Kind::CannotJudge, format!("{row}: {what}")),
        Place::NotInThisRun => Finding::new(Kind::NotInThisRun, row),
        Place::Planned(record) => {
            let mut rows = record.comparisons.iter();
            let seen = rows.find(|row| row.contender == *contender && row.witness == *witness);
            let Some(seen) = seen else {
                return Finding::new(Kind::CannotJudge, format!("{row}: was not compared"));
            };
            let ratio = seen.ratio.map(|ratio| format!(" ({ratio:.2}x)")).unwrap_or_default();
            let text = format!("{row}: {}{ratio}, expected {verdict}", seen.verdict);
            let kind = match (rank(seen.verdict), rank(*verdict)) {
                (None, _) if expected.may_be_inconclusive => Kind::Excused,
                (None, _) => Kind::Inconclusive,
                (seen, least) if seen == least => Kind::Passed,
                (seen, least) if seen > least => Kind::Improved,
                _ => Kind::Regression,
            };
            Finding::new(kind, text)
        }
    }
}

/// Worse, equivalent, better; inconclusive has no rank.
fn rank(verdict: Verdict) -> Option<u8> {
    match verdict {
        Verdict::Worse => Some(0),
        Verdict::Equivalent => Some(1),
        Verdict::Better => Some(2),
        Verdict::Inconclusive => None,
    }
}

fn claim(run: &Run, expected: &ExpectClaim) -> Finding {
    let Some(result) = run.claims.iter().find(|claim| claim.id == expected.id) else {
        return Finding::new(
            Kind::CannotJudge,
            format!("claim {}: the run does not know it", expected.id),
        );
    };
    let text = format!("claim {}: {}, {}", result.id, result.status, result.reason);
    let kind = match result.status {
        ClaimStatus::NotTestable if result.reason == NOT_IN_THIS_RUN => Kind::NotInThisRun,
        ClaimStatus::NotTestable => Kind::Inconclusive,
        // From best to worst.
        status if status <= expected.status => Kind::Passed,
        _ => Kind::Regression,
    };
    Finding::new(kind, text)
}

/// Where a rule's row is.
pub(super) enum Place<'a> {
    /// The catalogue no longer has it.
    Gone(String),
    /// This run left it out.
    NotInThisRun,
    /// It should be here.
    Planned(&'a CaseRecord),
}

/// Where the row of a case, a contender and a witness is.
pub(super) fn place<'a>(run: &'a Run, case: &str, contender: &str, witness: Witness) -> Place<'a> {
    if !run.plan.catalogue.iter().any(|id| id == case) {
        return Place::Gone("the catalogue has no such case".to_owned());
    }
    let planned = run.plan.cases.iter().find(|planned| planned.id == case);
    let Some(names) = planned.and_then(|planned| names(planned, witness)) else {
        return Place::NotInThisRun;
    };
    if !names.iter().any(|name| name == contender) {
        return Place::Gone("the catalogue's case has no such contender".to_owned());
    }
    match run.cases.iter().find(|record| record.id == case) {
        Some(record) => Place::Planned(record),
        None => Place::Gone("was not measured".to_owned()),
    }
}

fn names(planned: &PlannedCase, witness: Witness) -> Option<&Vec<String>> {
    planned.contenders.get(&witness)
}

fn counts(run: &Run, policy: &Policy, lock: &Lock, strictness: Strictness) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut passed = 0_u64;
    for (case, locked) in &lock.counts {
        for (contender, counts) in locked {
            let row = format!("{case}: {contender}");
            match place(run, case, contender, Witness::AllocatedBytes) {
                Place::Gone(what) => {
                    findings.push(Finding::new(
                        Kind::CannotJudge,
                        format!("{row}: locked, but {what}"),
                    ));
                }
                Place::NotInThisRun => findings.push(Finding::new(Kind::NotInThisRun, row)),
                Place::Planned(record) => match counts_of(record).get(contender) {
                    None => findings
                        .push(Finding::new(Kind::CannotJudge, format!("{row}: was not counted"))),
                    Some(seen) => {
                        match against(*seen, *counts, policy.thresholds.counts.most, strictness) {
                            Kind::Passed => passed += 1,
                            kind => findings.push(Finding::new(
                                kind,
                                format!("{row}: {seen}, locked {counts}"),
                            )),
                        }
                    }
                },
            }
        }
    }
    if passed > 0 {
        // Hundreds of equal lines would hide the others.
        findings.push(Finding::new(Kind::Passed, format!("{passed} rows of counts are as locked")));
    }
    for case in &run.cases {
        let locked = lock.counts.get(&case.id);
        for (contender, counts) in counts_of(case) {
            if !locked.is_some_and(|locked| locked.contains_key(&contender)) {
                findings
                    .push(Finding::new(Kind::New, format!("{}: {contender}: {counts}", case.id)));
            }
        }
    }
    findings
}

fn against(seen: Counts, locked: Counts, most: u64, strictness: Strictness) -> Kind {
    let any = |test: fn(Count, Count, u64) -> bool, most| {
        test(seen.bytes, locked.bytes, most) || test(seen.blocks, locked.blocks, most)
    };
    let less = |seen: Count, locked: Count, most| locked.exceeds(seen, most);
    match (any(Count::exceeds, most), any(less, 0), strictness) {
        (true, _, _) | (_, true, Strictness::Locked) => Kind::Regression,
        (false, true, Strictness::ImprovementsPass) => Kind::Improved,
        (false, false, _) => Kind::Passed,
    }
}

#[cfg(test)]
mod tests;
