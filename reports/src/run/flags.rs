//! The flags that measuring needs, handed to cargo on its command line so that foreign projects get them too.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Every function starts on a cache line of its own, so that placement is reproducible.
const ALIGNMENT: &str = "align-all-functions";
const ALIGNMENT_FLAGS: [&str; 2] = ["-C", "llvm-args=-align-all-functions=6"];
/// The same in bytes.
pub(super) const ALIGNED: usize = 64;

/// What a function gets without that flag: in a relink, functions are to lie as they come.
const RELINKED_ALIGNMENT: &str = "align-all-functions=4";
/// The same in bytes.
pub(super) const RELINKED: usize = 16;

/// One codegen unit and no fat LTO: otherwise counts move by percents, and equal functions of two crates are merged.
const PROFILE: [&str; 4] = [
    "profile.bench.codegen-units=1",
    "profile.bench.lto=false",
    "profile.bench.debug=1",
    "profile.bench.strip=\"none\"",
];
/// The profile in words.
pub(super) const PROFILE_WORDS: &str = "bench: codegen-units 1, lto off, debug 1, not stripped";

/// The environment variable that removes a 17-fold cliff of glibc's memcpy at some distances between source and
/// destination; it must be set before a process starts.
pub(super) const TUNABLES_NAME: &str = "GLIBC_TUNABLES";
/// Its value.
pub(super) use measure::TUNABLES;

/// Flags of the compiler, and how they get to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flags {
    /// `--config` arguments for cargo.
    pub arguments: Vec<String>,
    /// What the compiler is given.
    pub rustflags: Vec<String>,
}

impl Flags {
    /// What the compiler is given for a relink, as cargo takes it in `CARGO_ENCODED_RUSTFLAGS`, which replaces all
    /// other flags: a second alignment beside the first would be an error.
    pub(super) fn relinked(&self) -> String {
        let relinked = |flag: &String| match flag.split_once(ALIGNMENT) {
            Some((before, value)) => {
                let rest = value.trim_start_matches(|c: char| c == '=' || c.is_ascii_digit());
                format!("{before}{RELINKED_ALIGNMENT}{rest}")
            }
            None => flag.clone(),
        };
        let mut flags: Vec<String> = self.rustflags.iter().map(relinked).collect();
        if !flags.iter().any(|flag| flag.contains(ALIGNMENT)) {
            flags.extend(["-C".to_owned(), format!("llvm-args=-{RELINKED_ALIGNMENT}")]);
        }
        flags.join("\u{1f}")
    }
}

/// The flags for a package in `folder`, given what cargo would find by itself.
///
/// Flags of the package's own configuration are kept. `RUSTFLAGS` in the environment replaces all others, and cargo
/// has no way around it: then the record says so, and the address check fails by name.
pub(super) fn flags(folder: &Path, environment: &dyn Fn(&str) -> Option<OsString>) -> Flags {
    let mut arguments: Vec<String> =
        PROFILE.iter().flat_map(|value| ["--config".to_owned(), (*value).to_owned()]).collect();
    if let Some(flags) = environment("CARGO_ENCODED_RUSTFLAGS") {
        let flags = flags.to_string_lossy();
        return Flags { arguments, rustflags: flags.split('\u{1f}').map(str::to_owned).collect() };
    }
    if let Some(flags) = environment("RUSTFLAGS") {
        let flags = flags.to_string_lossy();
        return Flags {
            arguments,
            rustflags: flags.split_whitespace().map(str::to_owned).collect(),
        };
    }
    let found = configured(folder, environment("CARGO_HOME").map(PathBuf::from));
    let mut rustflags = found.flags;
    if !rustflags.iter().any(|flag| flag.contains(ALIGNMENT)) {
        // Flags for targets replace those for all builds, so ours must join whichever are in force. The same flag
        // from two places would be another build than plain `cargo bench` makes: so it is not given twice.
        let table = if found.for_target { "target.\"cfg(all())\"" } else { "build" };
        let [codegen, value] = ALIGNMENT_FLAGS;
        arguments
            .extend(["--config".into(), format!("{table}.rustflags=[\"{codegen}\", \"{value}\"]")]);
        rustflags.extend(ALIGNMENT_FLAGS.map(str::to_owned));
    }
    Flags { arguments, rustflags }
}

struct Configured {
    flags: Vec<String>,
    for_target: bool,
}

/// The flags in the configuration files that cargo reads when it starts in `folder`.
fn configured(folder: &Path, cargo_home: Option<PathBuf>) -> Configured {
    let folders = folder.ancestors().map(|folder| folder.join(".cargo"));
    let mut for_builds = Vec::new();
    let mut for_targets = Vec::new();
    for folder in folders.chain(cargo_home) {
        let text = ["config.toml", "config"]
            .iter()
            .find_map(|name| fs::read_to_string(folder.join(name)).ok());
        let Some(Ok(table)) = text.map(|text| text.parse::<toml::Table>()) else { continue };
        for_builds.extend(rustflags_of(table.get("build")));
        let targets = table.get("target").and_then(toml::Value::as_table);
        for_targets.extend(
            targets.into_iter().flatten().flat_map(|(_, target)| rustflags_of(Some(target))),
        );
    }
    let for_target = !for_targets.is_empty();
    Configured { flags: if for_target { for_targets } else { for_builds }, for_target }
}

fn rustflags_of(table: Option<&toml::Value>) -> Vec<String> {
    match table.and_then(|table| table.get("rustflags")) {
        Some(toml::Value::String(flags)) => flags.split_whitespace().map(str::to_owned).collect(),
        Some(toml::Value::Array(flags)) => {
            flags.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
