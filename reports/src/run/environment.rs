//! Where a run was measured: read from the system, without anything that names a person, a host or a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use measure::record::Environment;

use super::package::Package;
use super::{flags, instructions};

/// The record before anything is measured; the caller sets `load_after` at the end.
pub(super) fn environment(package: &Package) -> Environment {
    let rustc = output(&package.folder, "rustc", &["-vV"]).unwrap_or_default();
    let target = rustc.lines().find_map(|line| line.strip_prefix("host: "));
    let commit = output(&package.folder, "git", &["rev-parse", "HEAD"]);
    // Files that git does not know are left out: results of earlier runs often lie there.
    let changes = ["--no-optional-locks", "status", "--porcelain", "--untracked-files=no"];
    let dirty = output(&package.folder, "git", &changes).map(|changes| !changes.is_empty());
    let load = load();
    Environment {
        cpu_model: cpu_model(&read("/proc/cpuinfo")),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        caches_bytes: caches(Path::new("/sys/devices/system/cpu/cpu0/cache")),
        kernel: read("/proc/sys/kernel/osrelease"),
        libc: output(&package.folder, "getconf", &["GNU_LIBC_VERSION"])
            .unwrap_or_else(|| "unknown".to_owned()),
        allocator: "system".to_owned(),
        rustc: rustc.lines().next().unwrap_or("unknown").to_owned(),
        target: target.unwrap_or("unknown").to_owned(),
        rustflags: without_paths(&package.flags.rustflags.join(" ")),
        profile: flags::PROFILE_WORDS.to_owned(),
        valgrind: instructions::valgrind(),
        crates: package.crates.clone(),
        dirty: dirty.filter(|_| commit.is_some()),
        commit,
        load_before: load,
        load_after: load,
        tunables: flags::TUNABLES.to_owned(),
    }
}

/// The load average of the last minute; 0 where the system does not say.
pub(super) fn load() -> f64 {
    let text = read("/proc/loadavg");
    text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0.0)
}

/// Every path that starts at the root, replaced by a word.
pub(super) fn without_paths(text: &str) -> String {
    let mut clean = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        let before = rest[..at].chars().next_back();
        let absolute =
            before.is_none_or(|before| !(before.is_alphanumeric() || "._-/".contains(before)));
        let end = rest[at..].find(|c: char| c.is_whitespace() || "=,:;\"'".contains(c));
        let end = end.map_or(rest.len(), |length| at + length);
        clean += &rest[..at];
        clean += if absolute { "<path>" } else { &rest[at..end] };
        rest = &rest[end..];
    }
    clean + rest
}

fn read(path: &str) -> String {
    fs::read_to_string(path).map(|text| text.trim().to_owned()).unwrap_or_default()
}

fn cpu_model(cpuinfo: &str) -> String {
    let value = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    // Arm processors have numbers only.
    value("model name").or_else(|| value("CPU part")).unwrap_or_else(|| "unknown".to_owned())
}

/// Name such as `L1d` to bytes, as the first core sees them.
fn caches(folder: &Path) -> BTreeMap<String, u64> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let cache = |entry: fs::DirEntry| {
        let field = |name: &str| fs::read_to_string(entry.path().join(name)).ok();
        let kind = match field("type")?.trim() {
            "Data" => "d",
            "Instruction" => "i",
            _ => "",
        };
        Some((format!("L{}{kind}", field("level")?.trim()), bytes(field("size")?.trim())?))
    };
    entries.filter_map(cache).collect()
}

/// `32K` as 32,768.
fn bytes(size: &str) -> Option<u64> {
    let (number, unit) =
        size.split_at(size.find(|c: char| !c.is_ascii_digit()).unwrap_or(size.len()));
    let factor = match unit {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return None,
    };
    Some(number.parse::<u64>().ok()? * factor)
}

/// What a program prints, if it is there and content.
fn output(folder: &Path, program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).current_dir(folder).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

#[cfg(test)]
mod tests;
