//! Finding the files, telling the hot paths apart, and reporting: what all replays have in common.

use std::fmt::{Debug, Write as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io, panic};

use serde_json::Value;

/// How many results of a case were compared.
pub(crate) type Steps = u64;

/// So many differences of a file are printed.
const SHOWN: usize = 20;

/// What a port did that the original did not.
pub(crate) struct Difference {
    step: String,
    expected: String,
    got: String,
}

impl Difference {
    /// `step` says where in the case, such as `contender legacy, step 3 mark_range`.
    pub(crate) fn new(
        step: impl Into<String>,
        expected: impl Debug,
        got: impl Debug,
    ) -> Difference {
        Difference { step: step.into(), expected: format!("{expected:?}"), got: format!("{got:?}") }
    }

    /// `Ok` if both are equal.
    pub(crate) fn unless_equal<T: PartialEq + Debug>(
        step: impl Into<String>,
        expected: &T,
        got: &T,
    ) -> Result<(), Difference> {
        if expected == got { Ok(()) } else { Err(Difference::new(step, expected, got)) }
    }
}

/// Replays every `.json` file under a folder.
pub(crate) fn folder(folder: &Path) -> Result<(), String> {
    let mut files = Vec::new();
    collect(folder, &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    files.sort();
    if files.is_empty() {
        return Err(format!("{}: no vector files", folder.display()));
    }
    // Where Java throws, a port may panic, and the replay catches it: hundreds of backtraces would hide a difference.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let outcomes: Vec<Result<(), String>> = files.iter().map(|path| file(path)).collect();
    panic::set_hook(hook);
    let failed: Vec<String> = outcomes.into_iter().filter_map(Result::err).collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    Ok(())
}

fn file(path: &Path) -> Result<(), String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let file: Value = serde_json::from_str(&text).map_err(|error| format!("{name}: {error}"))?;
    if file["schema"] != "hotpair.vectors" || file["version"] != 1 {
        return Err(format!("{name}: not a file of hotpair.vectors, version 1"));
    }
    let topic = file["topic"].as_str().ok_or_else(|| format!("{name}: no topic"))?;
    let replay = match file["hot_path"].as_str() {
        Some("bitmap_range_check") => crate::bitmap_range_check::replay,
        Some("range_tombstone_list") => crate::range_tombstone_list::replay,
        Some("vlong_decode") => crate::vlong_decode::replay,
        Some("btree_build") => crate::btree_build::replay,
        other => return Err(format!("{name}: unknown hot path {other:?}")),
    };
    let cases = file["cases"].as_array().filter(|cases| !cases.is_empty());
    let cases = cases.ok_or_else(|| format!("{name}: no cases"))?;
    let (mut steps, mut differences) = (0, Vec::new());
    for case in cases {
        match replay(topic, &file, case) {
            Ok(compared) => steps += compared,
            Err(difference) => differences.push((&case["id"], difference)),
        }
    }
    // Not `eprintln!`: libtest swallows the output of a passing test.
    let line = format!(
        "{name}: {} cases, {steps} steps, {} differences\n",
        cases.len(),
        differences.len()
    );
    io::stderr().write_all(line.as_bytes()).map_err(|error| error.to_string())?;
    if differences.is_empty() {
        return Ok(());
    }
    let mut message = String::new();
    for (id, difference) in differences.iter().take(SHOWN) {
        let Difference { step, expected, got } = difference;
        let _ = writeln!(message, "{name}: case {id}: {step}: expected {expected}, got {got}");
    }
    if differences.len() > SHOWN {
        let _ = writeln!(message, "{name}: and {} more cases", differences.len() - SHOWN);
    }
    Err(message)
}
