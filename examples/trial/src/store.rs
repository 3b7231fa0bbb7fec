//! What the trial found so far: one line of JSON per comparison, appended, so that it can be stopped and gone on with.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::neighbours::Load;

/// Who judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tool {
    Hotpair,
    Criterion,
    Tango,
}

/// What was compared with the reference: the same function, doing so much more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing more.
    Same,
    /// Twice the margin.
    Worse,
    /// Half the margin.
    Equivalent,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Same, Kind::Worse, Kind::Equivalent];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Same => "same",
            Kind::Worse => "worse",
            Kind::Equivalent => "equivalent",
        }
    }

    /// The share of work added.
    pub fn injected(self) -> f64 {
        match self {
            Kind::Same => 0.0,
            Kind::Worse => 2.0 * measure::verdict::LEAST_MARGIN,
            Kind::Equivalent => 0.5 * measure::verdict::LEAST_MARGIN,
        }
    }
}

/// One comparison.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    pub tool: Tool,
    pub load: Load,
    pub kind: Kind,
    pub workload: String,
    pub seed: u64,
    /// `better`, `worse`, `equivalent` or `inconclusive`.
    pub verdict: String,
    pub cause: Option<String>,
    /// Of reference / contender, and the true value.
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub truth: Option<f64>,
    pub units: usize,
    /// Seconds of this comparison, or its part of the job that it was measured in.
    pub seconds: f64,
    /// Share of quiet pairs in that job.
    pub quiet_share: Option<f64>,
}

fn file(folder: &Path, load: Load) -> PathBuf {
    folder.join(format!("{load:?}.jsonl").to_lowercase())
}

/// All that was found under a load; nothing where nothing was measured yet.
pub fn read(folder: &Path, load: Load) -> Result<Vec<Record>, String> {
    let path = file(folder, load);
    let Ok(text) = fs::read_to_string(&path) else { return Ok(Vec::new()) };
    let lines = text.lines().enumerate();
    let record = |(at, line)| {
        serde_json::from_str(line)
            .map_err(|error| format!("{}, line {}: {error}", path.display(), at + 1))
    };
    lines.map(record).collect()
}

/// Adds what a job found.
pub fn append(folder: &Path, load: Load, records: &[Record]) -> Result<(), String> {
    let mut text = String::new();
    for record in records {
        text += &serde_json::to_string(record).map_err(|error| error.to_string())?;
        text.push('\n');
    }
    let path = file(folder, load);
    fs::create_dir_all(folder)
        .and_then(|()| OpenOptions::new().create(true).append(true).open(&path))
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| format!("{}: {error}", path.display()))
}
