//! The instruction witness: whether this machine can count, and the counts.

use std::process::Command;

use super::package::Package;

/// The oldest valgrind whose callgrind is known to count what is asked for.
const LEAST_VALGRIND: (u64, u64) = (3, 19);

/// The bench target that runs under callgrind.
const TARGET: &str = "callgrind";

/// The version of valgrind, as it names itself after `valgrind-`; `None` if there is none.
pub(super) fn valgrind() -> Option<String> {
    let output = Command::new("valgrind").arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().trim_start_matches("valgrind-").to_owned())
}

/// Why this package cannot be counted on this machine, and what would mend it.
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
            "valgrind {version} is older than {major}.{minor}; install a newer one"
        ));
    }
    if !package.benches.contains(TARGET) {
        return Err(format!("package `{}` has no bench target `{TARGET}`", package.name));
    }
    Err("this version of `hotpair` does not read callgrind's counts".to_owned())
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.split(['.', '-']).map(|part| part.parse::<u64>().ok());
    match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(major), Some(minor)) => (major, minor) >= LEAST_VALGRIND,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
