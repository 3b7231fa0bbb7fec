//! The run file: everything one invocation measured.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::base::Base;
use super::catalogue::{Claim, Story};
use super::words::{
    Cause, ClaimStatus, GrowthClass, Origin, PairMode, RatioReason, Role, Statistic, StopReason,
    Unit, Verdict, Witness,
};

/// Everything one invocation measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// `hotpair.run`.
    pub schema: String,
    /// Version of the format.
    pub version: u32,
    /// False in a file that is still being written, or that was left by a run that was killed.
    pub complete: bool,
    /// The command line, without paths.
    pub command: Vec<String>,
    /// Everything random derives from it.
    pub seed: u64,
    /// RFC 3339, UTC.
    pub started: String,
    /// Seconds from start to end.
    pub duration_s: f64,
    /// Where it was measured.
    pub environment: Environment,
    /// What this invocation selected, and what it left out.
    pub plan: Plan,
    /// Which part of a run this is; absent in a whole one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The parts that this run was joined from, by their numbers; empty in a run that was measured whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shards: Vec<JoinedShard>,
    /// How well the instrument did.
    pub instrument: Instrument,
    /// All cases that were selected.
    pub cases: Vec<CaseRecord>,
    /// The same contenders in another revision of the package; absent without `--base`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// Growth curves.
    pub growth: Vec<Growth>,
    /// What became of the published figures.
    pub claims: Vec<ClaimResult>,
    /// What was compared for equality.
    pub equivalence: Vec<Equivalence>,
    /// What the page tells of each hot path.
    pub stories: Vec<Story>,
    /// The published figures themselves.
    pub published: Vec<Claim>,
}

/// A part of a run that is measured in several pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// From 1.
    pub number: u32,
    /// So many parts make the whole run.
    pub of: u32,
    /// Ids of the cases that the whole run selects; each of them is in the plan of exactly one shard.
    pub selected: Vec<String>,
}

/// What joining would blur of a shard.
///
/// The joined run itself holds the worst of each: see its instrument, its margins and its load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinedShard {
    /// From 1.
    pub number: u32,
    /// Ids of its cases.
    pub cases: Vec<String>,
    /// Everything random in it derives from this.
    pub seed: u64,
    /// RFC 3339, UTC.
    pub started: String,
    /// Seconds from start to end.
    pub duration_s: f64,
    /// Where it was measured.
    pub environment: Environment,
    /// How well its instrument did.
    pub instrument: Instrument,
}

/// Where a run was measured. No host name, no user name, no absolute path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Environment {
    /// As the processor names itself.
    pub cpu_model: String,
    /// Logical cores.
    pub cores: usize,
    /// Name such as `L1d` to bytes.
    pub caches_bytes: BTreeMap<String, u64>,
    /// Kernel release.
    pub kernel: String,
    /// C library and its version.
    pub libc: String,
    /// The allocator of the measured processes.
    pub allocator: String,
    /// Version line of the compiler.
    pub rustc: String,
    /// Target triple.
    pub target: String,
    /// Flags handed to the compiler.
    pub rustflags: String,
    /// The build profile, in words.
    pub profile: String,
    /// Version of valgrind; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valgrind: Option<String>,
    /// Crate to version, of the measuring tools and peers.
    pub crates: BTreeMap<String, String>,
    /// Commit of the measured package; absent outside of a repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Whether the working tree differed from the commit; absent outside of a repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dirty: Option<bool>,
    /// One-minute load average before.
    pub load_before: f64,
    /// One-minute load average after.
    pub load_after: f64,
    /// `GLIBC_TUNABLES` of the measured processes.
    pub tunables: String,
}

/// What an invocation selected. A run is complete when it holds exactly this.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Ids of all cases of the package, selected or not.
    pub catalogue: Vec<String>,
    /// The selected ones.
    pub cases: Vec<PlannedCase>,
    /// Witnesses that were asked for and could not testify.
    pub missing: Vec<Missing>,
    /// Every contender was to be timed on every case, sizes of growth curves with a verdict like any other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub long: bool,
    /// On so many relinks the headline cases were to be timed as well.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub layouts: u32,
}

/// A case of the plan: which contenders each witness was to see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlannedCase {
    /// The case.
    pub id: String,
    /// Witness to the contenders it was to see, by name.
    pub contenders: BTreeMap<Witness, Vec<String>>,
    /// The contenders that Criterion was to measure, by name; none outside of a full run's headline cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criterion: Vec<String>,
}

/// A witness that could not testify.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Missing {
    /// Which one.
    pub witness: Witness,
    /// Why, and what would mend it.
    pub reason: String,
}

/// How well the instrument did in this run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Instrument {
    /// The tests that it made of itself.
    pub self_tests: Vec<SelfTest>,
    /// Hot path to its margin.
    pub margins: BTreeMap<String, Margin>,
    /// Nanoseconds that an empty batch takes by the monotonic clock.
    pub clock_overhead_ns: f64,
    /// The same by the thread's CPU clock.
    pub cpu_clock_overhead_ns: f64,
    /// Share of pairs that were quiet, 0 to 1.
    pub quiet_share: f64,
    /// How much slower memcpy is at the worst distance between source and destination; 1 is no cliff.
    pub memcpy_cliff: f64,
    /// The same with the tunables that the measured processes got.
    pub memcpy_cliff_tuned: f64,
}

/// A test that the instrument made of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SelfTest {
    /// Such as `a_a`, `control`, `addresses`, `injected_worse`, `injected_equivalent`, `dhat`, `recount`.
    pub name: String,
    /// What it was made on, such as a hot path or a class of workload; may be empty.
    pub subject: String,
    /// Whether it passed.
    pub passed: bool,
    /// What was seen, in one line.
    pub detail: String,
}

/// The margin of a hot path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Margin {
    /// As a share: 0.01 is one percent.
    pub margin: f64,
    /// Median over units of the ratio legacy / control, on the case that decided; absent without a control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control_ratio: Option<f64>,
}

/// A case and what was measured on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseRecord {
    /// Unique.
    pub id: String,
    /// The hot path.
    pub hot_path: String,
    /// The workload.
    pub workload: String,
    /// Name to number or name.
    pub parameters: BTreeMap<String, serde_json::Value>,
    /// Where the input comes from.
    pub origin: Origin,
    /// Shown on the first screen.
    pub headline: bool,
    /// A branch predictor learns the input by heart.
    pub learnable: bool,
    /// Figures of unlike versions are not compared.
    pub workload_version: u32,
    /// Operations per iteration.
    pub operations: u64,
    /// Remarks on the case, such as `input-length dependent`.
    pub labels: Vec<String>,
    /// Everybody that was measured, the reference first.
    pub contenders: Vec<ContenderRecord>,
    /// Each contender against the reference, per witness.
    pub comparisons: Vec<Comparison>,
}

/// A contender and what the witnesses say of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ContenderRecord {
    /// Unique in its case.
    pub name: String,
    /// What it stands for.
    pub role: Role,
    /// Digest of its answer.
    pub answer_digest: String,
    /// Witness to figure; a witness that did not see it is absent.
    pub witnesses: BTreeMap<Witness, Measurement>,
    /// What Criterion says of it, which no verdict is taken from; absent if it was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<Distribution>,
}

/// CPU time of one contender by itself, as Criterion estimates it; measured one after the other, not in pairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Distribution {
    /// The unit of all values here.
    pub unit: Unit,
    /// What `value` is.
    pub statistic: Statistic,
    /// Per operation.
    pub value: f64,
    /// Lower end of its bootstrapped interval.
    pub low: f64,
    /// Upper end of its bootstrapped interval.
    pub high: f64,
    /// Confidence of the interval, 0 to 1.
    pub confidence: f64,
    /// Median over the samples, per operation.
    pub median: f64,
}

/// A figure with its unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// The unit of all values here.
    pub unit: Unit,
    /// Per operation.
    pub value: f64,
    /// Lower end of the interval; absent for exact counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Upper end of the interval; absent for exact counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// Numerator and denominator, where the division leaves a remainder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<(u64, u64)>,
    /// Mispredicted branches per operation in callgrind's simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch_mispredictions: Option<f64>,
}

/// A contender against the reference, in one case, under one witness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// The contender.
    pub contender: String,
    /// The witness.
    pub witness: Witness,
    /// Reference / contender: above 1 is better. Absent with a reason if one of them is zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// Lower end of the interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Upper end of the interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// Why there is no ratio, or one by agreement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<RatioReason>,
    /// What it came to.
    pub verdict: Verdict,
    /// Why it is inconclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Confidence of the interval, 0 to 1; absent for exact counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The margin as a share; absent for exact counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// How often the sampler looked; absent for exact counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looks: Option<u32>,
    /// Why it stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopReason>,
    /// Which pairs the estimate was taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<PairMode>,
    /// The pairs that were not quiet would give another verdict.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub differs_when_busy: bool,
    /// Standard deviation of the estimates between units, as a share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread_between_units: Option<f64>,
    /// Median half-width of the interval inside one unit, as a share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_width_inside_unit: Option<f64>,
    /// The same ratio where the linker put the code elsewhere; absent if no relinks were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layouts: Option<Layouts>,
    /// One per unit, in the order in which they were measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitRecord>,
}

/// A comparison of CPU time over relinks of the same objects, their functions in random order and aligned to 16 bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Layouts {
    /// Seed of each relink and the point estimate of the ratio on it, in the order in which they were measured.
    pub ratios: Vec<(u32, f64)>,
    /// The lowest of the ratios.
    pub lowest: f64,
    /// The highest of the ratios.
    pub highest: f64,
    /// The range crosses the margin: on another layout the verdict would be another.
    pub dependent: bool,
}

/// One unit: a fresh preparation of both sides, and the pairs measured on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitRecord {
    /// Number of the process, from 0.
    pub process: u32,
    /// The core it ran on at its end.
    pub core: u32,
    /// Seed of the placement of the data.
    pub placement_seed: u64,
    /// Seed of the order of the pairs.
    pub order_seed: u64,
    /// Iterations per batch of the reference.
    pub iterations_reference: u64,
    /// Iterations per batch of the contender.
    pub iterations_contender: u64,
    /// Pairs measured.
    pub pairs: u32,
    /// Quiet ones among them.
    pub quiet_pairs: u32,
    /// Median of ln(reference / contender) over the pairs of its mode.
    pub theta: f64,
    /// Interval of the median inside this unit.
    pub theta_low: f64,
    /// Interval of the median inside this unit.
    pub theta_high: f64,
    /// Median over the pairs that were not quiet; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theta_other: Option<f64>,
    /// Whether the estimate is from quiet pairs alone.
    pub mode: PairMode,
    /// Share of pairs whose gap between wall and CPU time was too large.
    pub gap_share: f64,
    /// Thread CPU nanoseconds per operation of the reference, median.
    pub reference_ns_per_op: f64,
    /// Thread CPU nanoseconds per operation of the contender, median.
    pub contender_ns_per_op: f64,
    /// Every pair's ln(reference / contender), if asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub raw: Vec<f64>,
}

/// How a cost grows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Growth {
    /// The hot path.
    pub hot_path: String,
    /// The workload.
    pub workload: String,
    /// The contender.
    pub contender: String,
    /// The witness: an exact one.
    pub witness: Witness,
    /// Size and cost, ascending.
    pub points: Vec<(u64, f64)>,
    /// Local exponents between neighbouring sizes.
    pub local_exponents: Vec<f64>,
    /// The last of them; absent if the cost is zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exponent: Option<f64>,
    /// The class that fits within 10 % over the upper half.
    pub class: GrowthClass,
}

/// What became of a published figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimResult {
    /// The claim.
    pub id: String,
    /// What became of it.
    pub status: ClaimStatus,
    /// As published.
    pub published: String,
    /// As measured, in words; empty if nothing was.
    pub measured: String,
    /// Why it got this status, in one sentence.
    pub reason: String,
}

/// What was compared for equality.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Equivalence {
    /// The hot path.
    pub hot_path: String,
    /// What was compared, such as `answers`.
    pub topic: String,
    /// How many comparisons.
    pub compared: u64,
    /// How many of them differed.
    pub differences: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
