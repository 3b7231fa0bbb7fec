//! What callgrind's parts mean: the layout that the target `callgrind` produces, and its reading.
//!
//! A part begins at every entry into a function named `measured_*` and ends before the next such entry. One process
//! gives, in this order: the start of the program; then for each contender a warm-up, n passes, what comes after them,
//! 2n passes, and what comes after those. The count of n passes is the second run less the first, so that what both
//! have in common drops out; freeing kept results falls into the parts after.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Names the file with the ordered plan: a JSON list of [`crate::record::CountEntry`].
///
/// Gungraun knows its benchmarks by position only, and clears the environment but for this.
pub const PLAN_VARIABLE: &str = "HOTPAIR_PLAN";

/// What gungraun calls the summary of one process.
pub const SUMMARY_FILE: &str = "summary.json";

/// The version of that summary which is understood here.
const SUMMARY_VERSION: &str = "7";

/// Parts per contender: warm-up, n passes, after them, 2n passes, after those.
const PARTS_PER_CONTENDER: usize = 5;

/// Counts of one contender over the counted passes of its case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassCounts {
    /// Instructions executed.
    pub instructions: u64,
    /// Branches that the simulated predictor missed.
    pub branch_mispredictions: u64,
}

/// The counts of so many contenders, in the order of the plan, from the summary of their process.
///
/// # Errors
/// A line that names the file and what is wrong: not the summary of this layout, or another version.
pub fn read_summary(path: &Path, contenders: usize) -> Result<Vec<PassCounts>, String> {
    let failed = |what: String| format!("{}: {what}", path.display());
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let summary: Value = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    if summary["version"] != SUMMARY_VERSION {
        let version = &summary["version"];
        return Err(failed(format!(
            "a summary of version {version}, understood is {SUMMARY_VERSION}"
        )));
    }
    let parts = summary["profiles"][0]["data"]["parts"].as_array();
    let parts = parts.ok_or_else(|| failed("no parts of callgrind".into()))?;
    let events = |name: &str| -> Option<Vec<u64>> {
        let event = |part: &Value| metric(&part["metrics"], name);
        parts.iter().map(event).collect()
    };
    let total = |names: &[&str]| -> Result<Vec<i64>, String> {
        let mut sum = vec![0; parts.len()];
        for name in names {
            let counts =
                events(name).ok_or_else(|| failed(format!("no event {name} in a part")))?;
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        differences(&sum, contenders).map_err(failed)
    };
    let (instructions, missed) = (total(&["Ir"])?, total(&["Bcm", "Bim"])?);
    let count = |(instructions, missed): (i64, i64)| {
        let instructions = u64::try_from(instructions)
            .map_err(|_| failed("twice as many passes counted fewer instructions".to_owned()))?;
        // The predictor may have learned in the first run what it knows in the second.
        Ok(PassCounts { instructions, branch_mispredictions: missed.max(0).unsigned_abs() })
    };
    instructions.into_iter().zip(missed).map(count).collect()
}

/// A metric's new value; the summary has none of an earlier run, since each run has a folder of its own.
fn metric(metrics: &Value, name: &str) -> Option<u64> {
    metrics[name]["values"]["new"].as_u64()
}

/// The second run less the first, for each contender.
fn differences(parts: &[u64], contenders: usize) -> Result<Vec<i64>, String> {
    let expected = 1 + PARTS_PER_CONTENDER * contenders;
    if parts.len() != expected {
        return Err(format!("{} parts where {contenders} contenders give {expected}", parts.len()));
    }
    let own = parts[1..].chunks(PARTS_PER_CONTENDER);
    Ok(own.map(|own| own[3].cast_signed() - own[1].cast_signed()).collect())
}

#[cfg(test)]
mod tests;
