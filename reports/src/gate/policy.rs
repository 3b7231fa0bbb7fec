//! The policy of the gate: what a run must show, each with its reason.

use std::collections::BTreeSet;
use std::path::Path;

use measure::record::{ClaimStatus, Verdict, Witness};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// The policy's file name, beside the manifest.
pub const POLICY: &str = "gate.toml";

/// What a run must show.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Version of the format.
    pub version: u32,
    /// The thresholds.
    pub thresholds: Thresholds,
    /// The self-tests that must be there and have passed.
    pub self_tests: SelfTests,
    /// The directions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expect>,
    /// The least costs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub floor: Vec<Floor>,
    /// The published figures that must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claim: Vec<ExpectClaim>,
}

/// The thresholds.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// By how much bytes and blocks may exceed the lock.
    pub counts: Threshold,
    /// How many expected directions may be inconclusive.
    pub inconclusive: Threshold,
}

/// A limit with its reason; the limit itself passes.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Threshold {
    /// The limit.
    pub most: u64,
    /// Why it is this one.
    pub reason: String,
}

/// The self-tests that must be there and have passed; any other that failed fails the gate all the same.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SelfTests {
    /// Names.
    pub required: Vec<String>,
    /// Why these.
    pub reason: String,
}

/// An expected direction.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The case.
    pub case: String,
    /// The contender.
    pub contender: String,
    /// The witness.
    pub witness: Witness,
    /// The least that is expected; a better verdict passes.
    pub verdict: Verdict,
    /// Whether the row passes when it is inconclusive.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_be_inconclusive: bool,
    /// Why it is expected.
    pub reason: String,
}

/// What a contender costs at least; below it, it does less than the original.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// The case.
    pub case: String,
    /// The contender.
    pub contender: String,
    /// The witness: an exact one.
    pub witness: Witness,
    /// Per operation; the floor itself passes.
    pub least: u64,
    /// Another contender of the case, above which the cost must stay.
    #[serde(default)]
    pub above: Option<Above>,
    /// What the figure follows from.
    pub reason: String,
}

/// So many times the cost of another contender.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Above {
    /// The other contender.
    pub contender: String,
    /// How many times; exactly so many passes.
    pub times: u64,
}

/// A published figure that must hold.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectClaim {
    /// The claim.
    pub id: String,
    /// The least that is expected: `reproduced` or `same_direction`.
    pub status: ClaimStatus,
    /// Why it is expected.
    pub reason: String,
}

impl Policy {
    /// Reads the policy in a folder.
    ///
    /// # Errors
    ///
    /// There is none, it has another shape, or it contradicts itself.
    pub fn read(folder: &Path) -> Result<Policy, Failure> {
        let text = std::fs::read_to_string(folder.join(POLICY)).map_err(|error| {
            Failure::cannot(format!("{POLICY}: {error}")).hint(
                "the gate needs a policy beside the measured package's manifest; \
                 `hotpair gate --update` writes a first one from a run",
            )
        })?;
        Policy::parse(&text)
    }

    /// Reads the policy from its text.
    ///
    /// # Errors
    ///
    /// It has another shape, or it contradicts itself.
    pub fn parse(text: &str) -> Result<Policy, Failure> {
        let policy: Policy = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            Failure::cannot(format!("{POLICY}: {place}{}", error.message().replace('\n', " ")))
        })?;
        policy.check().map_err(|what| Failure::cannot(format!("{POLICY}: {what}")))?;
        Ok(policy)
    }

    fn check(&self) -> Result<(), String> {
        if self.version != 1 {
            return Err(format!("is version {}, not 1", self.version));
        }
        let mut rows = BTreeSet::new();
        for row in &self.expect {
            if row.verdict == Verdict::Inconclusive {
                return Err(format!("\"{}\": nobody can expect `inconclusive`", row.case));
            }
            if !rows.insert((&row.case, &row.contender, row.witness)) {
                return Err(format!(
                    "\"{}\": {} by {} twice",
                    row.case, row.contender, row.witness
                ));
            }
        }
        self.check_floors()?;
        let reasons = self.expect.iter().map(|row| &row.reason);
        let reasons = reasons.chain(self.floor.iter().map(|floor| &floor.reason));
        let reasons = reasons.chain(self.claim.iter().map(|claim| &claim.reason));
        let thresholds = [&self.thresholds.counts.reason, &self.thresholds.inconclusive.reason];
        let mut reasons = reasons.chain(thresholds).chain([&self.self_tests.reason]);
        if reasons.any(|reason| reason.trim().is_empty()) {
            return Err("a reason is empty".to_owned());
        }
        let held = |claim: &&ExpectClaim| {
            !matches!(claim.status, ClaimStatus::Reproduced | ClaimStatus::SameDirection)
        };
        match self.claim.iter().find(held) {
            Some(claim) => Err(format!("claim {}: `{}` does not hold", claim.id, claim.status)),
            None => Ok(()),
        }
    }

    fn check_floors(&self) -> Result<(), String> {
        let mut rows = BTreeSet::new();
        for Floor { case, contender, witness, least, above, .. } in &self.floor {
            if *witness == Witness::CpuTime {
                return Err(format!("\"{case}\": a time has no floor, it depends on the machine"));
            }
            if *least == 0 || above.as_ref().is_some_and(|above| above.times == 0) {
                return Err(format!("\"{case}\": a floor of 0 says nothing"));
            }
            if !rows.insert((case, contender, witness)) {
                return Err(format!("\"{case}\": {contender} has two floors of {witness}"));
            }
        }
        Ok(())
    }
}
