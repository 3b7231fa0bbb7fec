//! What a measured package says of itself before anything is measured: the answer to `paired --catalogue`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::words::{Origin, Role, Witness};
use crate::{Case, Suite};

/// Everything that `hotpair` knows of a measured package.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// `hotpair.catalogue`.
    pub schema: String,
    /// Version of the format.
    pub version: u32,
    /// All cases, in the order of the registry.
    pub cases: Vec<CatalogueCase>,
    /// One per hot path.
    pub stories: Vec<Story>,
    /// Published figures and how a run decides on them.
    pub claims: Vec<Claim>,
}

/// A case without its code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueCase {
    /// Unique.
    pub id: String,
    /// The hot path it belongs to.
    pub hot_path: String,
    /// The workload.
    pub workload: String,
    /// Name to number or name.
    pub parameters: BTreeMap<String, serde_json::Value>,
    /// Where the input comes from.
    pub origin: Origin,
    /// Measured first, shown on the first screen.
    pub headline: bool,
    /// A branch predictor learns the input by heart.
    pub learnable: bool,
    /// Figures of unlike versions are not compared.
    pub workload_version: u32,
    /// Operations per iteration.
    pub operations: u64,
    /// Iterations in one pass over the input; instructions are counted over a pass.
    pub pass: u64,
    /// Callgrind counts over so many passes.
    pub counted_passes: u64,
    /// Everybody who does it, the reference first.
    pub contenders: Vec<CatalogueContender>,
}

/// A contender without its code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueContender {
    /// Unique in its case.
    pub name: String,
    /// What it stands for.
    pub role: Role,
}

/// What the page tells of a hot path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Story {
    /// The hot path.
    pub hot_path: String,
    /// A heading for people, such as "IoTDB bitmap range check".
    pub title: String,
    /// The ticket's name.
    pub ticket: String,
    /// The ticket's address.
    pub ticket_url: String,
    /// The figure the ticket leads with, as published, such as "13.0x".
    pub published: String,
    /// What the original Java gave elsewhere, as a short phrase; empty if nothing was measured.
    pub java_elsewhere: String,
    /// The id of the case on the card of this hot path.
    pub headline_case: String,
    /// Markdown: what was slow, what the patch does, where it does not help, what lies beyond.
    pub analysis: String,
    /// The source of the legacy port, for the diff.
    pub legacy_source: String,
    /// The source of the optimized port, for the diff.
    pub optimized_source: String,
}

/// A published figure, bound to what decides on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Unique, such as `iotdb-1`.
    pub id: String,
    /// The hot path.
    pub hot_path: String,
    /// What was claimed, in one line.
    pub text: String,
    /// The figure as published, with its own resolution.
    pub published: String,
    /// What the original Java gave elsewhere; empty if nothing was measured.
    pub java_elsewhere: String,
    /// The cases that decide; the claim holds if one of them is inside the band.
    pub cases: Vec<String>,
    /// The contender that is judged against legacy.
    pub contender: String,
    /// The witness that decides.
    pub witness: Witness,
    /// What must be seen.
    pub expectation: Expectation,
    /// A remark for the reader, such as a closed form; may be empty.
    pub remark: String,
}

/// What must be seen for a claim to hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
pub enum Expectation {
    /// The ratio legacy / contender lies in a band.
    Ratio {
        /// The published ratio.
        published: f64,
        /// The lowest ratio that still reproduces it.
        low: f64,
        /// The highest.
        high: f64,
    },
    /// No change: the whole interval lies within the resolution or the margin, whichever is wider.
    NoChange {
        /// The published resolution, as a share.
        within: f64,
    },
    /// The contender's cost is zero where legacy's is not.
    ToZero,
    /// Legacy's cost exceeds the contender's by exactly so much per operation.
    Difference {
        /// The published difference.
        published: f64,
        /// The lowest difference that still reproduces it.
        low: f64,
        /// The highest.
        high: f64,
    },
    /// The local exponents of growth, of legacy and of the contender, within 0.1.
    Exponents {
        /// The growth curve's workload.
        workload: String,
        /// Published exponent before.
        before: f64,
        /// Published exponent after.
        after: f64,
    },
    /// A ratio between two contenders in one case, neither of which need be legacy.
    Between {
        /// The slower one; its cost over that of the claim's contender is the ratio.
        reference: String,
        /// The published ratio.
        published: f64,
        /// The lowest ratio that still reproduces it.
        low: f64,
        /// The highest.
        high: f64,
    },
    /// A ratio between two cases of one contender.
    BetweenCases {
        /// The slower case; its cost over that of the claim's first case is the ratio.
        reference_case: String,
        /// The published ratio.
        published: f64,
        /// The lowest ratio that still reproduces it.
        low: f64,
        /// The highest.
        high: f64,
    },
    /// The equivalence evidence of this topic has no difference.
    Equality {
        /// The topic of the evidence.
        topic: String,
    },
    /// It cannot be tested here.
    NotTestable {
        /// Why.
        reason: String,
    },
}

impl From<&Suite> for Catalogue {
    fn from(suite: &Suite) -> Catalogue {
        Catalogue {
            schema: super::CATALOGUE_SCHEMA.into(),
            version: super::CATALOGUE_VERSION,
            cases: suite.cases.iter().map(CatalogueCase::from).collect(),
            stories: suite.stories.clone(),
            claims: suite.claims.clone(),
        }
    }
}

impl From<&Case> for CatalogueCase {
    fn from(case: &Case) -> CatalogueCase {
        let contender = |contender: &crate::Contender| CatalogueContender {
            name: contender.name.into(),
            role: contender.role,
        };
        CatalogueCase {
            id: case.id(),
            hot_path: case.hot_path.into(),
            workload: case.workload.into(),
            parameters: case
                .parameters
                .iter()
                .map(|(name, value)| ((*name).into(), value.into()))
                .collect(),
            origin: case.origin,
            headline: case.headline,
            learnable: case.learnable,
            workload_version: case.version,
            operations: case.operations,
            pass: case.pass as u64,
            counted_passes: case.counted_passes as u64,
            contenders: case.contenders.iter().map(contender).collect(),
        }
    }
}

impl From<&crate::Parameter> for serde_json::Value {
    fn from(parameter: &crate::Parameter) -> serde_json::Value {
        match *parameter {
            crate::Parameter::Number(number) => number.into(),
            crate::Parameter::Name(name) => name.into(),
        }
    }
}
