//! What `hotpair` asks of a bench target and what it gets back, each one JSON file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::run::{Comparison, Equivalence, Instrument, Margin, Measurement, SelfTest, UnitRecord};

/// For the target `paired`: `--job FILE --out FILE`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairedJob {
    /// Case id to the contenders that are timed against its reference, by name.
    pub comparisons: BTreeMap<String, Vec<String>>,
    /// Case ids measured by one unit without a verdict: sizes of growth curves.
    pub one_unit: Vec<String>,
    /// Margins that an earlier job of the same run found; the others come from this job's own controls.
    pub margins: BTreeMap<String, Margin>,
    /// Contenders that run this share more iterations than are counted, by name: slowdowns of known size, for trials of
    /// the instrument.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub injected: BTreeMap<String, f64>,
    /// Placement and order derive from it.
    pub seed: u64,
    /// Stop after so many units per comparison; `None`: the sampler's own budget.
    pub most_units: Option<usize>,
    /// Whether the instrument measures itself, too.
    pub self_tests: bool,
    /// Whether contenders are compared on random inputs as well.
    pub checks: bool,
    /// Keep every pair, not only the estimates.
    pub raw: bool,
    /// Every measured loop must start at a multiple of so many bytes: a cache line, or less in a relink.
    pub alignment: usize,
}

/// What the target `paired` found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairedResult {
    /// One per case of the job.
    pub cases: Vec<TimedCase>,
    /// How well the instrument did.
    pub instrument: Instrument,
    /// Answers compared, and the checks that were asked for.
    pub equivalence: Vec<Equivalence>,
    /// Digest of where the measured loops lie relative to each other: another in each relink.
    pub layout: String,
}

/// For the target `paired`: `--revisions FILE --out FILE`. Measures so many units of every comparison, no more and no
/// fewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevisionJob {
    /// The library of the revision that is compared with.
    pub base: PathBuf,
    /// The library of the revision that is judged, of the same sources as the target.
    pub head: PathBuf,
    /// Case id to the contenders that are compared with themselves, by name.
    pub comparisons: BTreeMap<String, Vec<String>>,
    /// Placement and order derive from it.
    pub seed: u64,
    /// Units of each comparison.
    pub units: usize,
}

/// What the target `paired` found of two revisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevisionResult {
    /// One per case and contender of the job.
    pub compared: Vec<RevisionUnits>,
}

/// A contender of a case in both revisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevisionUnits {
    /// The case.
    pub case: String,
    /// The contender.
    pub contender: String,
    /// One per unit: reference is the base, contender is the head.
    pub units: Vec<UnitRecord>,
}

/// The time witness on one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedCase {
    /// The case.
    pub id: String,
    /// Digest of the answer that all contenders gave.
    pub answer_digest: String,
    /// Remarks on the case, such as `input-length dependent`.
    pub labels: Vec<String>,
    /// Reference and contenders of the job.
    pub contenders: Vec<TimedContender>,
    /// One per contender that was compared.
    pub comparisons: Vec<Comparison>,
}

/// The time of one contender.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedContender {
    /// Its name.
    pub name: String,
    /// Nanoseconds per operation.
    pub cpu_time: Measurement,
}

/// For the target `dhat`: `--job FILE --out FILE`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByteJob {
    /// Case id to the contenders that are counted, the reference among them.
    pub contenders: BTreeMap<String, Vec<String>>,
}

/// What the target `dhat` found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByteResult {
    /// One per case and contender of the job.
    pub counts: Vec<ByteCount>,
    /// Whether the counter sees a block of known size.
    pub self_test: SelfTest,
}

/// Bytes and blocks of one contender on one case, over `operations` operations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByteCount {
    /// The case.
    pub case: String,
    /// The contender.
    pub contender: String,
    /// Over so many operations.
    pub operations: u64,
    /// Bytes requested, reallocations counted in full.
    pub bytes: u64,
    /// Blocks requested.
    pub blocks: u64,
}

/// One valgrind process of the target `callgrind`: a case, and the contenders counted in it, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountEntry {
    /// The case.
    pub case: String,
    /// Contenders by name.
    pub contenders: Vec<String>,
}

/// For the target `criterion`: `--job FILE --out FILE`. Criterion writes its figures itself, into `CRITERION_HOME`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriterionJob {
    /// Case id to the contenders that are measured, by name.
    pub contenders: BTreeMap<String, Vec<String>>,
    /// Seconds that each contender runs before its samples.
    pub warm_up_s: f64,
    /// Seconds over which its samples are spread.
    pub measurement_s: f64,
    /// Samples of each contender; Criterion takes no fewer than 10.
    pub samples: usize,
}

/// The last word of the target `criterion`: without it, results on disk may be those of a run that was cut short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriterionResult {
    /// How many contenders were measured, over all cases.
    pub measured: usize,
}

/// One line on standard output of a target that was started with a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Share done, 0 to 1.
    pub done: f64,
    /// What is going on, in a few words.
    pub doing: String,
}
