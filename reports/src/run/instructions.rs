//! The instruction witness: whether this machine can count, and the counts.
//!
//! Gungraun drives one valgrind process per case and knows it by its position only, so the plan is an ordered file
//! and the joining goes by index: another number of summaries than planned means that something was not counted.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use measure::parts::{PLAN_VARIABLE, PassCounts, SUMMARY_FILE, read_summary};
use measure::record::{CountEntry, Plan, Witness};

use super::output;
use super::package::Package;
use crate::failure::Failure;

/// The oldest valgrind whose callgrind is known to count what is asked for.
const LEAST_VALGRIND: (u64, u64) = (3, 19);

/// The bench target that runs under callgrind, and the feature it needs.
pub(super) const TARGET: &str = "callgrind";

/// What gungraun calls a benchmark, before its position in the plan.
const POSITION: &str = "entry_";

/// Instructions of one contender on one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InstructionCount {
    /// The case.
    pub case: String,
    /// The contender.
    pub contender: String,
    /// Over one pass.
    pub per_pass: PassCounts,
}

/// The version of valgrind, as it names itself after `valgrind-`; `None` if there is none.
pub(super) fn valgrind() -> Option<String> {
    let output = Command::new("valgrind").arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().trim_start_matches("valgrind-").to_owned())
}

/// Why this package cannot be counted on this machine, and what would mend it, after a semicolon.
///
/// # Errors
///
/// The reason, in one line.
pub(super) fn preflight(package: &Package, valgrind: Option<&str>) -> Result<(), String> {
    let Some(version) = valgrind else {
        return Err("valgrind is not installed; apt-get install valgrind".to_owned());
    };
    if !is_new_enough(version) {
        let (major, minor) = LEAST_VALGRIND;
        return Err(format!(
            "valgrind {version} is older than {major}.{minor}; apt-get install valgrind"
        ));
    }
    if !package.benches.contains(TARGET) {
        return Err(format!("package `{}` has no bench target `{TARGET}`", package.name));
    }
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    understands(&package.flags.rustflags.join(" "), &processor)?;
    trial()
}

/// Valgrind ends a program at its first AVX-512 instruction.
fn understands(rustflags: &str, processor: &str) -> Result<(), String> {
    if rustflags.contains("target-cpu=native") && processor.contains("avx512f") {
        return Err("valgrind does not know AVX-512, which target-cpu=native means here; \
                    name a processor without it, such as target-cpu=x86-64-v3"
            .to_owned());
    }
    Ok(())
}

/// A program of one line under callgrind: in a container without privileges, or without the loader's symbols,
/// valgrind is there and cannot run.
fn trial() -> Result<(), String> {
    let arguments = ["--tool=callgrind", "--callgrind-out-file=/dev/null", "true"];
    let output = Command::new("valgrind").args(arguments).output();
    let output = output.map_err(|error| format!("valgrind cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().map(|line| line.trim_start_matches(['=', '-', ' ']));
    let line = line.map(|line| line.trim_start_matches(|it: char| it.is_ascii_digit()));
    let mut line = line.map(|line| line.trim_matches(['=', '-', ' ']));
    let first = line.find(|line| is_a_complaint(line));
    Err(format!(
        "valgrind cannot run here: {}; `valgrind {}` shows its whole message",
        first.unwrap_or("no reason given"),
        arguments.join(" ")
    ))
}

/// Not a line of the banner with which callgrind begins.
fn is_a_complaint(line: &str) -> bool {
    let banner =
        ["Callgrind", "Copyright", "Using Valgrind", "Command:", "For interactive control"];
    !line.is_empty() && !banner.iter().any(|start| line.starts_with(start))
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.split(['.', '-']).map(|part| part.parse::<u64>().ok());
    match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(major), Some(minor)) => (major, minor) >= LEAST_VALGRIND,
        _ => false,
    }
}

/// The plan in the order in which the target is to follow it.
pub(super) fn entries(plan: &Plan) -> Vec<CountEntry> {
    let cases = plan.cases.iter().filter_map(|case| {
        let contenders = case.contenders.get(&Witness::Instructions)?.clone();
        Some(CountEntry { case: case.id.clone(), contenders })
    });
    cases.collect()
}

/// Counts every entry with the target as it was built, with these features; `report` hears how many are done.
///
/// # Errors
///
/// Valgrind fails, or something else than the plan was counted.
pub(super) fn count(
    package: &Package,
    features: &[&str],
    entries: &[CountEntry],
    mut report: impl FnMut(usize),
) -> Result<Vec<InstructionCount>, Failure> {
    let failed = |error: std::io::Error| Failure::cannot(format!("callgrind: {error}"));
    // A folder of its own: summaries of an earlier run would be compared with, or taken for, those of this one.
    let folder = tempfile::tempdir().map_err(failed)?;
    let plan = folder.path().join("plan.json");
    output::write_json(&plan, &entries)?;
    let home = folder.path().join("gungraun");
    let mut child = package
        .cargo()
        .args(["bench", "--no-default-features", "--features", &features.join(",")])
        .args(["--bench", TARGET])
        // Counts do not mind a neighbour, so both cores work.
        .args(["--", "--save-summary=json", "--parallel=auto"])
        .env(PLAN_VARIABLE, &plan)
        .env("GUNGRAUN_HOME", &home)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let mut said = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if line.contains(POSITION) {
                report(summaries(&home).len());
            }
            said.push(line);
        }
    }
    let status = child.wait().map_err(failed)?;
    if !status.success() {
        let last = said.iter().rev().find(|line| !line.trim().is_empty());
        let last = last.map(|line| format!(": {}", line.trim())).unwrap_or_default();
        return Err(Failure::cannot(format!("the bench target `{TARGET}` ended with {status}{last}"))
            .hint("its messages stand above; `--witness cpu_time,allocated_bytes,allocated_blocks` goes without"));
    }
    join(entries, &summaries(&home))
}

/// The counts of all entries from the summaries at their positions.
fn join(
    entries: &[CountEntry],
    summaries: &BTreeMap<usize, PathBuf>,
) -> Result<Vec<InstructionCount>, Failure> {
    if summaries.len() != entries.len() {
        let (seen, planned) = (summaries.len(), entries.len());
        return Err(Failure::cannot(format!("callgrind counted {seen} of {planned} cases")));
    }
    let mut counts = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let unread = |what: String| Failure::cannot(format!("case \"{}\": {what}", entry.case));
        let summary = summaries.get(&at).ok_or_else(|| unread("was not counted".to_owned()))?;
        let passes = read_summary(summary, entry.contenders.len()).map_err(unread)?;
        for (contender, per_pass) in entry.contenders.iter().zip(passes) {
            if per_pass.instructions == 0 {
                return Err(unread(format!("callgrind saw no instruction of {contender}")));
            }
            let (case, contender) = (entry.case.clone(), contender.clone());
            counts.push(InstructionCount { case, contender, per_pass });
        }
    }
    Ok(counts)
}

/// Every summary under a folder, by the position in its path.
fn summaries(folder: &Path) -> BTreeMap<usize, PathBuf> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(summaries(&path));
        } else if path.file_name().is_some_and(|name| name == SUMMARY_FILE)
            && let Some(position) = path.parent().and_then(position)
        {
            found.insert(position, path);
        }
    }
    found
}

fn position(folder: &Path) -> Option<usize> {
    let (_, position) = folder.file_name()?.to_str()?.rsplit_once(POSITION)?;
    position.parse().ok()
}

#[cfg(test)]
mod tests;
