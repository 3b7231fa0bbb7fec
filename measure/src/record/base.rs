//! What a run with `--base REV` found: this revision of the measured package beside another one.

use serde::{Deserialize, Serialize};

use super::run::{Measurement, UnitRecord};
use super::words::{Verdict, Witness};

/// Two revisions of the measured package, compared contender by contender.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// As it was asked for, such as `origin/main`.
    pub revision: String,
    /// Its commit.
    pub commit: String,
    /// One per case and contender that was compared, in the order of the catalogue.
    pub rows: Vec<BaseRow>,
    /// Cases, or case and contender with a space between, that the base does not have.
    pub added: Vec<String>,
    /// The same that only the base has.
    pub removed: Vec<String>,
    /// Cases whose workload has another version in the base: their figures mean something else.
    pub changed: Vec<String>,
    /// Witnesses that could not be asked about both revisions, each with the reason.
    pub missing: Vec<String>,
}

/// A contender of a case in both revisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BaseRow {
    /// The case.
    pub case: String,
    /// The contender.
    pub contender: String,
    /// CPU time; absent if it was not timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<BaseTime>,
    /// Exact counts, per witness; empty if nothing was counted.
    pub counts: Vec<BaseCount>,
}

/// CPU time of both revisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BaseTime {
    /// Base / head: above 1 the head is faster. From the confirmation, if there was one.
    pub ratio: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
    /// The margin as a share.
    pub margin: f64,
    /// Of the head.
    pub verdict: Verdict,
    /// The units that every pair gets; reference is the base, contender is the head.
    pub screen: Vec<UnitRecord>,
    /// The units that a suspected pair gets after it; empty without a suspicion.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub confirmation: Vec<UnitRecord>,
    /// The confirmation was measured with the functions of both libraries in another order.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub relinked: bool,
}

/// An exact count in both revisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BaseCount {
    /// The witness.
    pub witness: Witness,
    /// Of the base.
    pub base: Measurement,
    /// Of the head.
    pub head: Measurement,
}
