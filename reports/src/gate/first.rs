//! A first policy for a package that has none: what a run shows, as expectations with a reason each.
//!
//! It is written once, on purpose, from a run that somebody has looked at. Rules made up while judging were rejected:
//! a policy that got lost, or a wrong manifest, would then pass in silence.

use std::path::Path;

use measure::record::{Role, Run, Verdict, Witness};

use super::policy::{Expect, POLICY, Policy, SelfTests, Threshold, Thresholds};
use crate::failure::Failure;
use crate::run::write_whole;
use crate::summary;

/// What the file says of itself.
const HEADER: &str = "\
# The gate's policy: what a run must show. `hotpair gate --update` wrote it from a run because there was none; from now
# on it is edited by hand. A rule about a case that a run left out is listed and does not fail.
";

/// Each of these, if it failed, would look like a result.
const SELF_TESTS: [&str; 4] = ["addresses", "a_a", "control", "dhat"];

impl Policy {
    /// Headline cases must keep the directions that this run shows, by time and by bytes.
    pub fn first(run: &Run) -> Policy {
        let day = run.started.split('T').next().unwrap_or_default();
        let mut expect = Vec::new();
        for case in run.cases.iter().filter(|case| case.headline) {
            for row in summary::rows_of(case) {
                let witness = row.comparison.witness;
                let verdict = row.comparison.verdict;
                let guarded = matches!(witness, Witness::CpuTime | Witness::AllocatedBytes)
                    && matches!(verdict, Verdict::Better | Verdict::Equivalent);
                if guarded && row.contender.role == Role::Optimized {
                    expect.push(Expect {
                        case: case.id.clone(),
                        contender: row.contender.name.clone(),
                        witness,
                        verdict,
                        may_be_inconclusive: false,
                        reason: format!("Seen in the run of {day}: {}.", row.change()),
                    });
                }
            }
        }
        let tests = &run.instrument.self_tests;
        let seen = |name: &&&str| tests.iter().any(|test| test.name.as_str() == **name);
        let threshold = |reason: &str| Threshold { most: 0, reason: reason.to_owned() };
        Policy {
            version: 1,
            thresholds: Thresholds {
                counts: threshold("Bytes and blocks are exact: two passes must agree."),
                inconclusive: threshold("An undecided row says nothing about the change."),
            },
            self_tests: SelfTests {
                required: SELF_TESTS.iter().filter(seen).map(|&name| name.to_owned()).collect(),
                reason:
                    "An instrument that fails one of these gives figures that look like results."
                        .to_owned(),
            },
            expect,
            floor: Vec::new(),
            claim: Vec::new(),
        }
    }

    /// Writes the policy into a folder.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        let text = toml::to_string_pretty(self)
            .map_err(|error| Failure::cannot(format!("{POLICY}: {error}")))?;
        write_whole(&folder.join(POLICY), &format!("{HEADER}{text}"))
    }
}

#[cfg(test)]
mod tests;
