//! Criterion's files: `estimates.json` beside a `benchmark.json` that says whose they are.
//!
//! Folders are named after the ids, but not by a rule that can be turned round: slashes become underscores, long names
//! are cut, equal ones get a number. So an id is read from `full_id` and from nowhere else.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use measure::record::Statistic;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What Criterion estimates of one benchmark, in nanoseconds per iteration.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Estimates {
    /// What `typical` is.
    pub statistic: Statistic,
    /// The slope, or the mean where the samples have no slope.
    pub typical: Estimate,
    /// Median over the samples.
    pub median: Estimate,
}

/// A value with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    /// Point estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// 0 to 1.
    pub confidence: f64,
}

#[derive(Deserialize)]
struct Benchmark {
    full_id: String,
}

#[derive(Deserialize)]
struct EstimatesFile {
    mean: EstimateFile,
    median: EstimateFile,
    /// `null` if all samples have the same length.
    slope: Option<EstimateFile>,
}

#[derive(Deserialize)]
struct EstimateFile {
    point_estimate: f64,
    confidence_interval: Interval,
}

#[derive(Deserialize)]
struct Interval {
    confidence_level: f64,
    lower_bound: f64,
    upper_bound: f64,
}

/// The newest estimates under Criterion's folder, by full id; none if there is no such folder.
///
/// # Errors
///
/// A line that names the file below the folder: it is missing, damaged, or of another version.
pub(super) fn read(home: &Path) -> Result<BTreeMap<String, Estimates>, String> {
    let mut found = BTreeMap::new();
    collect(home, home, &mut found)?;
    Ok(found)
}

fn collect(
    home: &Path,
    folder: &Path,
    found: &mut BTreeMap<String, Estimates>,
) -> Result<(), String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    // The first damaged file by name is told, not the first that the disk gives.
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(home, &path, found)?;
        } else if path.ends_with("new/benchmark.json") {
            let benchmark: Benchmark = load(home, &path)?;
            let estimates = estimates(home, &path.with_file_name("estimates.json"))?;
            if found.insert(benchmark.full_id.clone(), estimates).is_some() {
                return Err(format!("\"{}\" was measured twice", benchmark.full_id));
            }
        }
    }
    Ok(())
}

fn estimates(home: &Path, path: &Path) -> Result<Estimates, String> {
    let file: EstimatesFile = load(home, path)?;
    let checked = |name: &str, estimate: &EstimateFile| {
        let EstimateFile { point_estimate: value, confidence_interval: interval } = estimate;
        let (low, high) = (interval.lower_bound, interval.upper_bound);
        if *value > 0.0 && low > 0.0 && low <= high {
            return Ok(Estimate {
                value: *value,
                low,
                high,
                confidence: interval.confidence_level,
            });
        }
        // A clock that seemed to run backwards.
        Err(format!("{}: {name} {value} within {low} to {high} is no time", below(home, path)))
    };
    let (statistic, typical) = match &file.slope {
        Some(slope) => (Statistic::Slope, checked("slope", slope)?),
        None => (Statistic::Mean, checked("mean", &file.mean)?),
    };
    Ok(Estimates { statistic, typical, median: checked("median", &file.median)? })
}

/// A file of today's shape. Before 0.4 Criterion wrote the same names with capitals.
fn load<T: DeserializeOwned>(home: &Path, path: &Path) -> Result<T, String> {
    let failed = |what: String| format!("{}: {what}", below(home, path));
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let value: Value = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let capital = |name: &String| name.starts_with(|first: char| first.is_ascii_uppercase());
    if let Some(name) = value.as_object().and_then(|fields| fields.keys().find(|it| capital(it))) {
        return Err(failed(format!(
            "unsupported schema: has `{name}`, as Criterion wrote before 0.4"
        )));
    }
    serde_json::from_value(value).map_err(|error| failed(format!("unsupported schema: {error}")))
}

fn below(home: &Path, path: &Path) -> String {
    path.strip_prefix(home).unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests;
