//! Compiles all mutants at once, without those that the compiler refuses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::fs;

use serde_json::Value;

use crate::rewrite::{Number, rewritten};
use crate::sites::{self, Site};
use crate::trial::Mutant;

/// The number that a process was started with; read before `main`, since dhat counts what reading it allocates.
const ACTIVE: &str = r#"//! Which mutant is active.

use std::sync::atomic::{AtomicUsize, Ordering};

static ACTIVE: AtomicUsize = AtomicUsize::new(0);

#[inline]
pub fn active() -> usize {
    ACTIVE.load(Ordering::Relaxed)
}

extern "C" fn read() {
    let number = std::env::var("HOTPAIR_MUTANT").ok().and_then(|text| text.parse().ok());
    ACTIVE.store(number.unwrap_or(0), Ordering::Relaxed);
}

#[used]
#[unsafe(link_section = ".init_array")]
static AT_START: extern "C" fn() = read;
"#;

pub struct Build {
    /// Mutants that compile, by number.
    pub mutants: Vec<Mutant>,
    /// Those that do not.
    pub dropped: Vec<Mutant>,
    /// Test executables by the names of their targets.
    pub tests: BTreeMap<String, PathBuf>,
}

struct Source {
    path: PathBuf,
    text: String,
    sites: Vec<Site>,
    first: Number,
    active: &'static str,
}

pub fn everything(copy: &Path, target: &Path, files: &[String]) -> Result<Build, String> {
    let mut mutants: Vec<Mutant> = Vec::new();
    let mut sources = Vec::new();
    for file in files {
        let path = copy.join(file);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let sites = sites::of(&text);
        let first = mutants.len() + 1;
        let mut seen: BTreeMap<(String, String, String), usize> = BTreeMap::new();
        for site in &sites {
            for mutant in &site.mutants {
                let key = (site.function.clone(), site.original.clone(), mutant.clone());
                let occurrence = seen.entry(key).or_default();
                mutants.push(Mutant {
                    number: mutants.len() + 1,
                    file: file.clone(),
                    line: text[..site.bytes.start].matches('\n').count() + 1,
                    function: site.function.clone(),
                    original: site.original.clone(),
                    mutant: mutant.clone(),
                    occurrence: *occurrence,
                });
                *occurrence += 1;
            }
        }
        let active =
            if file.starts_with("common/") { "crate::mutant::active()" } else { "common::mutant::active()" };
        sources.push(Source { path, text, sites, first, active });
    }
    let library = copy.join("common/src/lib.rs");
    let mut text = fs::read_to_string(&library).map_err(|error| error.to_string())?;
    text.push_str("\npub mod mutant;\n");
    write(&copy.join("common/src/mutant.rs"), ACTIVE)?;

    let mut dropped: BTreeSet<Number> = BTreeSet::new();
    loop {
        for source in &sources {
            let Source { path, text, sites, first, active } = source;
            write(path, &rewritten(text, sites, *first, active, |number| dropped.contains(&number)))?;
        }
        write(&library, &text)?;
        let refused = refused(copy, target)?;
        if refused.is_empty() {
            break;
        }
        eprintln!("{} mutants do not compile", refused.len());
        dropped.extend(refused);
    }
    let tests = tests(copy, target)?;
    let (dropped, mutants) =
        mutants.into_iter().partition(|mutant| dropped.contains(&mutant.number));
    Ok(Build { mutants, dropped, tests })
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn cargo(copy: &Path, target: &Path, arguments: &[&str]) -> Result<(bool, Vec<Value>), String> {
    let output = Command::new("cargo")
        .args(arguments)
        .args(["--message-format=json", "--config", "profile.dev.package.\"*\".opt-level=2"])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", target)
        // Tests run two thousand times; debug assertions and overflow checks stay on.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "2")
        .env("CARGO_PROFILE_DEV_DEBUG", "none")
        .env("RUSTFLAGS", "--cap-lints=allow")
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    Ok((output.status.success(), messages))
}

/// The mutants that an error of the compiler points at.
fn refused(copy: &Path, target: &Path) -> Result<BTreeSet<Number>, String> {
    let arguments =
        ["check", "--keep-going", "-p", "common", "-p", "legacy", "-p", "optimized", "-p", "frontier"];
    let (fine, messages) = cargo(copy, target, &arguments)?;
    let mut refused = BTreeSet::new();
    if fine {
        return Ok(refused);
    }
    let mut unexplained = None;
    for message in &messages {
        if message["reason"] != "compiler-message" || message["message"]["level"] != "error" {
            continue;
        }
        let spans = message["message"]["spans"].as_array().map_or(&[][..], Vec::as_slice);
        let mut found = false;
        // What an error points at first, and only then what else it mentions.
        for primary in [true, false] {
            for span in spans.iter().filter(|span| span["is_primary"] == primary) {
                for line in span["text"].as_array().map_or(&[][..], Vec::as_slice) {
                    let numbers = line["text"].as_str().and_then(number);
                    found |= numbers.is_some();
                    refused.extend(numbers);
                }
            }
            if found {
                break;
            }
        }
        if !found {
            unexplained = message["message"]["rendered"].as_str().map(str::to_owned).or(unexplained);
        }
    }
    if refused.is_empty() {
        return Err(format!(
            "the compiler refuses what no mutant explains: {}",
            unexplained.unwrap_or_else(|| "no error was reported".to_owned())
        ));
    }
    Ok(refused)
}

fn number(line: &str) -> Option<Number> {
    let (_, after) = line.rsplit_once("/*M")?;
    after.split_once("*/")?.0.parse().ok()
}

fn tests(copy: &Path, target: &Path) -> Result<BTreeMap<String, PathBuf>, String> {
    let arguments = ["test", "--no-run", "-p", "benches", "-p", "common", "--no-default-features"];
    let (fine, messages) = cargo(copy, target, &arguments)?;
    if !fine {
        let said = messages.iter().find_map(|message| message["message"]["rendered"].as_str());
        return Err(format!("the tests do not build: {}", said.unwrap_or("no reason was given")));
    }
    let mut tests = BTreeMap::new();
    for message in &messages {
        if let Some(executable) = message["executable"].as_str()
            && let Some(name) = message["target"]["name"].as_str()
        {
            tests.insert(name.to_owned(), PathBuf::from(executable));
        }
    }
    Ok(tests)
}
