//! Joins what the witnesses found to the cases of a run. Values in, values out.

use std::collections::BTreeMap;

use measure::record::{
    ByteCount, CaseRecord, CatalogueCase, Cause, Comparison, ContenderRecord, Equivalence,
    Instrument, Margin, Measurement, PairedResult, Plan, PlannedCase, RatioReason, TimedCase,
    Verdict, Witness,
};
use measure::verdict::MOST_MARGIN;

/// Everything that the witnesses found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    /// One per case that was timed.
    pub timed: Vec<TimedCase>,
    /// One per case and contender that was counted.
    pub counted: Vec<ByteCount>,
    /// What the instrument says of itself.
    pub instrument: Instrument,
}

impl Findings {
    /// Adds what the target `paired` found in one more stage.
    pub(super) fn add_timed(&mut self, result: PairedResult) {
        self.timed.extend(result.cases);
        let first = self.instrument == Instrument::default();
        let later = result.instrument;
        if first {
            self.instrument = later;
        } else {
            self.instrument.self_tests.extend(later.self_tests);
            for (hot_path, margin) in later.margins {
                let known =
                    self.instrument.margins.entry(hot_path).or_insert_with(|| margin.clone());
                *known = wider(known.clone(), margin);
            }
        }
        let units =
            || self.timed.iter().flat_map(|case| &case.comparisons).flat_map(|row| &row.units);
        let pairs: u64 = units().map(|unit| u64::from(unit.pairs)).sum();
        if pairs > 0 {
            let quiet: u64 = units().map(|unit| u64::from(unit.quiet_pairs)).sum();
            self.instrument.quiet_share = quiet as f64 / pairs as f64;
        }
    }
}

/// A margin that a control gave counts for more than one that is only the least.
fn wider(known: Margin, other: Margin) -> Margin {
    match (known.control_ratio, other.control_ratio) {
        (Some(_), None) => known,
        (None, Some(_)) => other,
        _ if other.margin > known.margin => other,
        _ => known,
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
    joined.map(|(case, planned)| join_case(case, planned, findings)).collect()
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
        if !witnesses.is_empty() {
            contenders.push(ContenderRecord {
                name: name.to_owned(),
                role: contender.role,
                answer_digest: answer_digest.clone(),
                witnesses,
            });
        }
    }
    let margin = findings.instrument.margins.get(&case.hot_path);
    let timed_rows = timed.into_iter().flat_map(|timed| timed.comparisons.clone());
    let timed_rows = timed_rows.filter(|row| is_planned(Witness::CpuTime, &row.contender));
    let mut comparisons: Vec<Comparison> =
        timed_rows.map(|row| judge_again(row, margin.map(|margin| margin.margin))).collect();
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
        labels: Vec::new(),
        contenders,
        comparisons,
    }
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
        units: Vec::new(),
    }
}

/// The verdict against the margin that the whole run came to; the stage that measured the row may not have known it.
fn judge_again(mut row: Comparison, margin: Option<f64>) -> Comparison {
    let (Some(margin), Some(low), Some(high)) = (margin, row.low, row.high) else { return row };
    if row.margin == Some(margin) {
        return row;
    }
    let (low, high, m) = (low.ln(), high.ln(), margin.ln_1p());
    row.margin = Some(margin);
    (row.verdict, row.cause) = if margin > MOST_MARGIN {
        (Verdict::Inconclusive, Some(Cause::Instrument))
    } else if low > m {
        (Verdict::Better, None)
    } else if high < -m {
        (Verdict::Worse, None)
    } else if -m <= low && high <= m {
        (Verdict::Equivalent, None)
    } else {
        // A row that had a verdict lost it to a wider margin, so it lies near that.
        (Verdict::Inconclusive, Some(row.cause.unwrap_or(Cause::NearMargin)))
    };
    row
}

/// How many answers were compared with the reference's, per hot path; a wrong one would have ended the run.
pub(super) fn equivalence(cases: &[CaseRecord]) -> Vec<Equivalence> {
    let mut compared: BTreeMap<&str, u64> = BTreeMap::new();
    for case in
        cases.iter().filter(|case| !case.contenders.iter().any(|c| c.answer_digest.is_empty()))
    {
        *compared.entry(&case.hot_path).or_default() +=
            case.contenders.len().saturating_sub(1) as u64;
    }
    let evidence = compared.into_iter().map(|(hot_path, compared)| Equivalence {
        hot_path: hot_path.to_owned(),
        topic: "answers".to_owned(),
        compared,
        differences: 0,
    });
    evidence.collect()
}

#[cfg(test)]
mod tests;
