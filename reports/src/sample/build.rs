//! Builds cases whose comparisons follow from their figures.

use std::collections::BTreeMap;

use measure::record::{
    CaseRecord, Cause, Claim, Comparison, ContenderRecord, Distribution, Expectation, Measurement,
    Origin, PairMode, RatioReason, Role, Statistic, StopReason, Unit, UnitRecord, Verdict, Witness,
};

/// A case under construction; the reference is there from the start.
pub(crate) struct CaseBuilder {
    case: CaseRecord,
    legacy_ns: f64,
}

/// A case whose reference takes `legacy_ns` per operation.
pub(crate) fn case(id: &str, legacy_ns: f64) -> CaseBuilder {
    let mut parts = id.split('/');
    let mut part = || parts.next().unwrap_or_default().to_owned();
    let (hot_path, workload) = (part(), part());
    let parameters =
        parts.filter_map(|parameter| parameter.split_once('=')).map(|(name, value)| {
            (name.to_owned(), value.parse::<u64>().map_or_else(|_| value.into(), Into::into))
        });
    let case = CaseRecord {
        id: id.into(),
        hot_path,
        workload,
        parameters: parameters.collect(),
        origin: Origin::Ticket,
        headline: false,
        learnable: id.contains("prefix"),
        workload_version: 1,
        operations: 64,
        labels: Vec::new(),
        contenders: Vec::new(),
        comparisons: Vec::new(),
    };
    CaseBuilder { case, legacy_ns }.add("legacy", Role::Legacy, legacy_ns)
}

impl CaseBuilder {
    pub(crate) fn headline(mut self) -> CaseBuilder {
        self.case.headline = true;
        self
    }

    pub(crate) fn origin(mut self, origin: Origin) -> CaseBuilder {
        self.case.origin = origin;
        self
    }

    /// A contender of which only the time is known.
    pub(crate) fn timed(self, name: &str, role: Role, ratio: f64) -> CaseBuilder {
        let time = self.legacy_ns / ratio;
        let mut built = self.add(name, role, time);
        built.case.comparisons.push(time_comparison(name, ratio, super::verdict_of(ratio), None));
        built
    }

    /// A contender whose time decides nothing.
    pub(crate) fn undecided(self, name: &str, role: Role, ratio: f64, cause: Cause) -> CaseBuilder {
        let mut built = self.timed(name, role, ratio);
        let last = built.case.comparisons.len() - 1;
        built.case.comparisons[last] =
            time_comparison(name, ratio, Verdict::Inconclusive, Some(cause));
        built
    }

    /// A contender with a ratio of time, instructions of the reference and of itself, bytes of both; one block
    /// for every count of bytes above zero.
    pub(crate) fn counted(
        self,
        name: &str,
        role: Role,
        (ratio, reference_instructions, instructions): (f64, f64, f64),
        (reference_bytes, bytes): (f64, f64),
    ) -> CaseBuilder {
        let blocks = |bytes: f64| f64::from(u8::from(bytes > 0.0));
        let mut built = self.timed(name, role, ratio);
        for (witness, from, to) in [
            (Witness::Instructions, reference_instructions, instructions),
            (Witness::AllocatedBytes, reference_bytes, bytes),
            (Witness::AllocatedBlocks, blocks(reference_bytes), blocks(bytes)),
        ] {
            let last = built.case.contenders.len() - 1;
            built.case.contenders[0].witnesses.insert(witness, exact(witness, from));
            built.case.contenders[last].witnesses.insert(witness, exact(witness, to));
            built.case.comparisons.push(count_comparison(name, witness, from, to));
        }
        built
    }

    /// Criterion measured the headline cases.
    pub(crate) fn done(mut self) -> CaseRecord {
        for contender in self.case.contenders.iter_mut().filter(|_| self.case.headline) {
            let time = contender.witnesses.get(&Witness::CpuTime);
            contender.criterion = time.map(|time| distribution(time.value));
        }
        self.case
    }

    fn add(mut self, name: &str, role: Role, time: f64) -> CaseBuilder {
        let time = Measurement {
            low: Some(time * 0.995),
            high: Some(time * 1.006),
            ..exact(Witness::CpuTime, time)
        };
        self.case.contenders.push(ContenderRecord {
            name: name.into(),
            role,
            answer_digest: "9f2c61d07b3e84a5".into(),
            criterion: None,
            witnesses: BTreeMap::from([(Witness::CpuTime, time)]),
        });
        self
    }
}

/// What Criterion might say of a time: a little more.
fn distribution(time: f64) -> Distribution {
    Distribution {
        unit: Unit::NsPerOp,
        statistic: Statistic::Slope,
        value: time * 1.02,
        low: time * 0.97,
        high: time * 1.09,
        confidence: 0.95,
        median: time * 1.01,
    }
}

/// A published figure of a ratio.
pub(crate) fn published(id: &str, hot_path: &str, text: &str, figure: &str) -> Claim {
    Claim {
        id: id.into(),
        hot_path: hot_path.into(),
        text: text.into(),
        published: figure.into(),
        java_elsewhere: "13.5x".into(),
        cases: vec![format!("{hot_path}/prefix/start=0/length=64")],
        contender: "optimized".into(),
        witness: Witness::CpuTime,
        expectation: Expectation::Ratio { published: 13.0, low: 8.7, high: 19.5 },
        remark: String::new(),
    }
}

pub(crate) fn exact(witness: Witness, value: f64) -> Measurement {
    Measurement {
        unit: witness.unit(),
        value,
        low: None,
        high: None,
        exact: None,
        branch_mispredictions: (witness == Witness::Instructions).then_some(0.25),
    }
}

fn time_comparison(
    contender: &str,
    ratio: f64,
    verdict: Verdict,
    cause: Option<Cause>,
) -> Comparison {
    let width = if cause.is_some() { 1.06 } else { 1.006 };
    Comparison {
        low: Some(ratio / width),
        high: Some(ratio * width),
        cause,
        confidence: Some(0.992),
        margin: Some(0.01),
        looks: Some(1),
        stop: Some(if cause.is_some() { StopReason::Hopeless } else { StopReason::Precise }),
        mode: Some(PairMode::Quiet),
        spread_between_units: Some(0.004),
        half_width_inside_unit: Some(0.003),
        units: (0..8).map(|at| unit(at, ratio, width)).collect(),
        ..bare(contender, Witness::CpuTime, Some(ratio), verdict)
    }
}

fn count_comparison(contender: &str, witness: Witness, from: f64, to: f64) -> Comparison {
    let reason = match (from > 0.0, to > 0.0) {
        (true, false) => Some((RatioReason::ToZero, Verdict::Better)),
        (false, true) => Some((RatioReason::FromZero, Verdict::Worse)),
        (false, false) => Some((RatioReason::BothZero, Verdict::Equivalent)),
        (true, true) => None,
    };
    match reason {
        None => {
            let verdict = match from.total_cmp(&to) {
                std::cmp::Ordering::Greater => Verdict::Better,
                std::cmp::Ordering::Less => Verdict::Worse,
                std::cmp::Ordering::Equal => Verdict::Equivalent,
            };
            bare(contender, witness, Some(from / to), verdict)
        }
        Some((reason, verdict)) => {
            let ratio = (reason == RatioReason::BothZero).then_some(1.0);
            Comparison { reason: Some(reason), ..bare(contender, witness, ratio, verdict) }
        }
    }
}

fn bare(contender: &str, witness: Witness, ratio: Option<f64>, verdict: Verdict) -> Comparison {
    Comparison {
        contender: contender.into(),
        witness,
        ratio,
        low: None,
        high: None,
        reason: None,
        verdict,
        cause: None,
        confidence: None,
        margin: None,
        looks: None,
        stop: None,
        mode: None,
        differs_when_busy: false,
        spread_between_units: None,
        half_width_inside_unit: None,
        layouts: None,
        units: Vec::new(),
    }
}

pub(super) fn unit(at: u32, ratio: f64, width: f64) -> UnitRecord {
    let theta = ratio.ln() + width.ln() * (f64::from(at) / 3.5 - 1.0);
    UnitRecord {
        process: at / 2,
        core: at % 2,
        placement_seed: 1_000 + u64::from(at),
        order_seed: 2_000 + u64::from(at),
        iterations_reference: 54,
        iterations_contender: 700,
        pairs: 80,
        quiet_pairs: 74,
        theta,
        theta_low: theta - 0.003,
        theta_high: theta + 0.003,
        theta_other: Some(theta + 0.01),
        mode: PairMode::Quiet,
        gap_share: 0.02,
        reference_ns_per_op: 28.6,
        contender_ns_per_op: 28.6 / ratio,
        raw: Vec::new(),
    }
}
