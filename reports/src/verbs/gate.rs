//! `hotpair gate`.

use std::path::Path;

use reports::failure::{Code, Failure};
use reports::gate::{Change, Finding, Kind, LOCK, Lock, POLICY, Policy, Strictness, code, judge};
use reports::run::Package;

use crate::cli::GateArgs;

/// Judges and prints; the code is `None` if the run passes.
pub(crate) fn gate(arguments: &GateArgs, manifest: Option<&Path>) -> Result<Option<Code>, Failure> {
    let package = Package::find(manifest)?;
    let run = super::the_run(&arguments.runs, manifest)?;
    let has_policy = package.folder.join(POLICY).exists();
    let policy = if arguments.update && !has_policy {
        Policy::first(&run)
    } else {
        Policy::read(&package.folder)?
    };
    let mut lock = match Lock::read(&package.folder) {
        Err(_) if arguments.update && !package.folder.join(LOCK).exists() => Lock::empty(),
        lock => lock?,
    };
    let mut text = String::new();
    if arguments.update {
        let changes = lock.update(&run);
        // An instrument that failed has no counts worth recording.
        let findings = judge(&run, &policy, &lock, Strictness::ImprovementsPass);
        let doubts = findings.iter().find(|finding| finding.kind == Kind::CannotJudge);
        if let Some(doubt) = doubts {
            return Err(Failure::cannot(format!("nothing recorded: {}", doubt.text)));
        }
        lock.write(&package.folder)?;
        if !has_policy {
            policy.write(&package.folder)?;
            let rows = policy.expect.len();
            text += &line("recorded", &format!("{POLICY}: a first policy, {rows} expectations"));
        }
        text.extend(changes.iter().map(line_of_change));
        text += &line("recorded", &format!("{LOCK}: {} rows changed", changes.len()));
    }
    let strictness =
        if arguments.locked { Strictness::Locked } else { Strictness::ImprovementsPass };
    let findings = judge(&run, &policy, &lock, strictness);
    let code = code(&findings);
    text += &lines(&findings);
    text += &verdict(&findings, code);
    reports::print(&text)?;
    Ok(code)
}

/// So many rows outside of the run are named; a quick run leaves out hundreds.
const ABSENT_SHOWN: usize = 5;

/// The worst last, where a terminal's reader looks first.
fn lines(findings: &[Finding]) -> String {
    let absent = |finding: &&Finding| finding.kind == Kind::NotInThisRun;
    let mut sorted: Vec<&Finding> = findings.iter().filter(absent).take(ABSENT_SHOWN).collect();
    let more = findings.iter().filter(absent).count() - sorted.len();
    sorted.extend(findings.iter().filter(|finding| !absent(finding)));
    sorted.sort_by_key(|finding| finding.kind);
    let text: String =
        sorted.iter().map(|finding| line(finding.kind.word(), &finding.text)).collect();
    let word = Kind::NotInThisRun.word();
    if more > 0 { line(word, &format!("{more} more rows")) + &text } else { text }
}

fn line(word: &str, text: &str) -> String {
    format!("{word:<12}  {text}\n")
}

fn verdict(findings: &[Finding], code: Option<Code>) -> String {
    let count = |kind: Kind| findings.iter().filter(|finding| finding.kind == kind).count();
    let word = match code {
        None => "pass",
        Some(Code::Regression) => "fail",
        Some(Code::CannotJudge) => "cannot judge",
        Some(Code::Inconclusive) => "inconclusive",
    };
    format!(
        "gate: {word} ({} regressions, {} cannot judge, {} inconclusive, {} not in this run)\n",
        count(Kind::Regression),
        count(Kind::CannotJudge),
        count(Kind::Inconclusive),
        count(Kind::NotInThisRun),
    )
}

fn line_of_change(change: &Change) -> String {
    let words = |counts: Option<_>, none: &str| {
        counts.map_or_else(|| none.to_owned(), |counts: reports::gate::Counts| counts.to_string())
    };
    let (before, after) = (words(change.before, "nothing"), words(change.after, "nothing"));
    line("recorded", &format!("{}: {}: {before} to {after}", change.case, change.contender))
}
