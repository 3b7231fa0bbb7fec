//! Joins what the witnesses found to the cases of a run. Values in, values out.

use std::collections::BTreeMap;

use measure::record::{
    ByteCount, ByteResult, CaseRecord, CatalogueCase, Comparison, ContenderRecord, Equivalence,
    Instrument, Measurement, PairedResult, Plan, PlannedCase, RatioReason, SelfTest, TimedCase,
    Verdict, Witness,
};

use super::criterion::Figure;
use super::instructions::InstructionCount;
use super::layouts::{self, Relinked};

/// Everything that the witnesses found so far.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// One per case that was timed.
    pub timed: Vec<TimedCase>,
    /// One per case and contender whose bytes were counted.
    pub counted: Vec<ByteCount>,
    /// One per case and contender whose instructions were counted.
    pub instructions: Vec<InstructionCount>,
    /// One per case and contender that Criterion measured.
    pub criterion: Vec<Figure>,
    /// What was compared for equality.
    pub equivalence: Vec<Equivalence>,
    /// What the instrument says of itself.
    pub instrument: Instrument,
    /// Where the measured loops lie.
    pub layout: String,
    /// One per relink that was timed.
    pub relinked: Vec<Relinked>,
}

impl Findings {
    /// Adds what the target `paired` found in one more stage.
    pub(super) fn add_timed(&mut self, result: PairedResult) {
        let first = self.timed.is_empty();
        self.layout = result.layout;
        self.timed.extend(result.cases);
        let later = result.instrument;
        if first {
            let earlier = std::mem::replace(&mut self.instrument, later);
            self.add_self_tests(earlier.self_tests);
        } else {
            self.instrument.margins.extend(later.margins);
            self.add_self_tests(later.self_tests);
        }
        let units =
            || self.timed.iter().flat_map(|case| &case.comparisons).flat_map(|row| &row.units);
        let pairs: u64 = units().map(|unit| u64::from(unit.pairs)).sum();
        if pairs > 0 {
            let quiet: u64 = units().map(|unit| u64::from(unit.quiet_pairs)).sum();
            self.instrument.quiet_share = quiet as f64 / pairs as f64;
        }
        for evidence in result.equivalence {
            let same = |known: &&mut Equivalence| {
                known.hot_path == evidence.hot_path && known.topic == evidence.topic
            };
            match self.equivalence.iter_mut().find(same) {
                Some(known) => {
                    known.compared += evidence.compared;
                    known.differences += evidence.differences;
                }
                None => self.equivalence.push(evidence),
            }
        }
    }

    /// Adds what the target `dhat` found in one more stage.
    pub(super) fn add_counted(&mut self, result: ByteResult) {
        self.counted.extend(result.counts);
        self.add_self_tests([result.self_test]);
    }

    /// A test that several stages made is kept once; if it failed in one of them, that is what is kept.
    fn add_self_tests(&mut self, tests: impl IntoIterator<Item = SelfTest>) {
        let known = &mut self.instrument.self_tests;
        for test in tests {
            match known.iter_mut().find(|it| it.name == test.name && it.subject == test.subject) {
                Some(known) if !test.passed => *known = test,
                Some(_) => {}
                None => known.push(test),
            }
        }
    }
}

/// The cases of the plan with everything found on them, in the order of the catalogue.
pub(super) fn join(
    plan: &Plan,
    selected: &[&CatalogueCase],
    findings: &Findings,
) -> Vec<CaseRecord> {
    let planned: BTreeMap<&str, &PlannedCase> =
        plan.cases.iter().map(|planned| (planned.id.as_str(), planned)).collect();
    let joined = selected.iter().filter_map(|case| Some((case, planned.get(case.id.as_str())?)));
    let joined = joined.map(|(case, planned)| join_case(case, planned, findings));
    // Half-way through a run, most cases have nothing to say yet.
    joined.filter(|case| !case.contenders.is_empty()).collect()
}

fn join_case(case: &CatalogueCase, planned: &PlannedCase, findings: &Findings) -> CaseRecord {
    let is_planned = |witness: Witness, name: &str| {
        planned.contenders.get(&witness).is_some_and(|names| names.iter().any(|n| n == name))
    };
    let timed = findings.timed.iter().find(|timed| timed.id == case.id);
    let answer_digest = timed.map(|timed| timed.answer_digest.clone()).unwrap_or_default();
    let mut contenders = Vec::new();
    for contender in &case.contenders {
        let name = contender.name.as_str();
        let mut witnesses = BTreeMap::new();
        let cpu_time = timed.and_then(|timed| timed.contenders.iter().find(|one| one.name == name));
        if let Some(one) = cpu_time.filter(|_| is_planned(Witness::CpuTime, name)) {
            witnesses.insert(Witness::CpuTime, one.cpu_time.clone());
        }
        let counts = findings
            .counted
            .iter()
            .filter(|count| count.case == case.id && count.contender == name);
        for count in counts {
            for (witness, total) in
                [(Witness::AllocatedBytes, count.bytes), (Witness::AllocatedBlocks, count.blocks)]
            {
                if is_planned(witness, name) {
                    witnesses.insert(witness, exact(witness, total, count.operations));
                }
            }
        }
        let mut counts = findings.instructions.iter();
        let count = counts.find(|count| count.case == case.id && count.contender == name);
        if let Some(count) = count.filter(|_| is_planned(Witness::Instructions, name)) {
            witnesses.insert(Witness::Instructions, instructions(case, count));
        }
        if !witnesses.is_empty() {
            let mut figures = findings.criterion.iter();
            let figure = figures.find(|it| it.case == case.id && it.contender == name);
            contenders.push(ContenderRecord {
                name: name.to_owned(),
                role: contender.role,
                answer_digest: answer_digest.clone(),
                witnesses,
                criterion: figure.map(|figure| figure.distribution.clone()),
            });
        }
    }
    let timed_rows = timed.into_iter().flat_map(|timed| timed.comparisons.clone());
    let timed_rows = timed_rows.filter(|row| is_planned(Witness::CpuTime, &row.contender));
    let timed_rows = timed_rows.map(|row| {
        let layouts = layouts::range(case, &row, &findings.relinked);
        Comparison { layouts, ..row }
    });
    let mut comparisons: Vec<Comparison> = timed_rows.collect();
    comparisons.extend(exact_comparisons(&contenders));
    CaseRecord {
        id: case.id.clone(),
        hot_path: case.hot_path.clone(),
        workload: case.workload.clone(),
        parameters: case.parameters.clone(),
        origin: case.origin,
        headline: case.headline,
        learnable: case.learnable,
        workload_version: case.workload_version,
        operations: case.operations,
        labels: timed.map(|timed| timed.labels.clone()).unwrap_or_default(),
        contenders,
        comparisons,
    }
}

/// Instructions of one contender per operation, mispredicted branches beside them.
pub(super) fn instructions(case: &CatalogueCase, count: &InstructionCount) -> Measurement {
    let operations = (case.operations * case.pass * case.counted_passes).max(1);
    let mut figure = exact(Witness::Instructions, count.per_pass.instructions, operations);
    let missed = count.per_pass.branch_mispredictions as f64 / operations as f64;
    figure.branch_mispredictions = Some(missed);
    figure
}

/// A count over so many operations, per operation.
pub(super) fn exact(witness: Witness, total: u64, operations: u64) -> Measurement {
    let operations = operations.max(1);
    Measurement {
        unit: witness.unit(),
        value: total as f64 / operations as f64,
        low: None,
        high: None,
        exact: (!total.is_multiple_of(operations)).then_some((total, operations)),
        branch_mispredictions: None,
    }
}

fn exact_comparisons(contenders: &[ContenderRecord]) -> Vec<Comparison> {
    let Some((reference, others)) = contenders.split_first() else { return Vec::new() };
    let counted = [Witness::Instructions, Witness::AllocatedBytes, Witness::AllocatedBlocks];
    let mut rows = Vec::new();
    for witness in counted {
        let Some(before) = reference.witnesses.get(&witness) else { continue };
        for other in others {
            if let Some(after) = other.witnesses.get(&witness) {
                rows.push(compare_exact(&other.name, witness, before.value, after.value));
            }
        }
    }
    rows
}

/// The ratio of two counts, by the rules for zeros, and its verdict: counts need no margin.
pub(super) fn compare_exact(
    contender: &str,
    witness: Witness,
    before: f64,
    after: f64,
) -> Comparison {
    let (ratio, reason) = match (before == 0.0, after == 0.0) {
        (true, true) => (Some(1.0), Some(RatioReason::BothZero)),
        (false, true) => (None, Some(RatioReason::ToZero)),
        (true, false) => (None, Some(RatioReason::FromZero)),
        (false, false) => (Some(before / after), None),
    };
    let verdict = match before.total_cmp(&after) {
        std::cmp::Ordering::Greater => Verdict::Better,
        std::cmp::Ordering::Less => Verdict::Worse,
        std::cmp::Ordering::Equal => Verdict::Equivalent,
    };
    Comparison {
        contender: contender.to_owned(),
        witness,
        ratio,
        low: None,
        high: None,
        reason,
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

#[cfg(test)]
mod tests;
