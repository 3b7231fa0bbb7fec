//! Plants small mistakes into `common`, `legacy` and `optimized`, one at a time, and looks whether a test notices.
//!
//! All mutants are compiled at once and `HOTPAIR_MUTANT=N` chooses one, since building each by itself would take days.
//! `mutate ROOT WORK` copies ROOT's tracked files to WORK, which must be empty or from an earlier run. A mutant that
//! no test notices must stand in `scripts/mutate/equivalent.txt` with a reason; anything else there is an error.

mod build;
mod equivalent;
mod rewrite;
mod sites;
mod trial;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use trial::{Fate, Mutant};

/// The crates whose mistakes are planted.
const CRATES: [&str; 3] = ["common", "legacy", "optimized"];

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [root, work] = arguments.as_slice() else {
        eprintln!("usage: mutate ROOT WORK");
        return ExitCode::from(2);
    };
    match run(root, work) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("mutate: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(root: &Path, work: &Path) -> Result<bool, String> {
    let copy = work.join("copy");
    let files = copied(root, &copy)?;
    let build = build::everything(&copy, &work.join("target"), &files)?;
    let equivalent = equivalent::read(&root.join("scripts/mutate/equivalent.txt"))?;
    let plans = trial::Plans::new(&copy, &build.tests)?;
    let fates = trial::all(&build.mutants, &plans);
    Ok(report(&build, &fates, &equivalent))
}

/// Copies what git tracks and gives the sources to be mutated, relative to the root.
fn copied(root: &Path, copy: &Path) -> Result<Vec<String>, String> {
    let listed = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(["ls-files", "-z"])
        .output()
        .map_err(|error| format!("git: {error}"))?;
    let listed = String::from_utf8(listed.stdout).map_err(|error| error.to_string())?;
    let mut sources = Vec::new();
    for file in listed.split('\0').filter(|file| !file.is_empty()) {
        let (from, to) = (root.join(file), copy.join(file));
        let folder = to.parent().ok_or("a file without a folder")?;
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        fs::copy(&from, &to).map_err(|error| format!("{}: {error}", from.display()))?;
        let is_source = CRATES.iter().any(|krate| file.starts_with(&format!("{krate}/src/")));
        if is_source && file.ends_with(".rs") && !file.ends_with("/tests.rs") {
            sources.push(file.to_owned());
        }
    }
    if sources.is_empty() {
        return Err(format!("{}: no sources of {} are tracked", root.display(), CRATES.join(", ")));
    }
    Ok(sources)
}

fn report(build: &build::Build, fates: &[Fate], equivalent: &BTreeMap<String, String>) -> bool {
    let mut fine = true;
    let mut unused = equivalent.clone();
    for krate in CRATES {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (mutant, fate) in build.mutants.iter().zip(fates) {
            if mutant.file.starts_with(&format!("{krate}/")) {
                *counts.entry(fate.name()).or_default() += 1;
                if *fate == Fate::Survived {
                    let name = mutant.name();
                    if unused.remove(&name).is_some() {
                        *counts.entry("equivalent").or_default() += 1;
                    } else {
                        fine = false;
                        println!("SURVIVED {}: {}:{} {name}", mutant.number, mutant.file, mutant.line);
                    }
                }
            }
        }
        let of = |name| counts.get(name).copied().unwrap_or(0);
        println!(
            "{krate}: {} tried, {} killed, {} killed by running too long, {} survived of which {} are listed as equivalent; {} more do not compile",
            of("killed") + of("too long") + of("survived"),
            of("killed"),
            of("too long"),
            of("survived"),
            of("equivalent"),
            build.dropped.iter().filter(|mutant| mutant.file.starts_with(&format!("{krate}/"))).count(),
        );
    }
    for name in unused.keys() {
        fine = false;
        println!("LISTED as equivalent, but a test notices it or it is gone: {name}");
    }
    fine
}

impl Mutant {
    /// What `equivalent.txt` calls it: not by a line, which the next edit moves.
    fn name(&self) -> String {
        let Mutant { file, function, original, mutant, occurrence, .. } = self;
        let which = if *occurrence == 0 { String::new() } else { format!(" (no. {})", occurrence + 1) };
        format!("{file} {function}: {original} -> {mutant}{which}")
    }
}
