//! What the types of the run file cannot say: unique names, units that fit, verdicts that fit their ratios, and
//! everything the plan lists.

use std::collections::{BTreeMap, BTreeSet};

use measure::record::{
    CaseRecord, Comparison, Distribution, Layouts, Measurement, Origin, RatioReason, Run, Shard,
    Unit, Verdict, Witness,
};

use super::base;
use super::{Fault, MEASURE_AGAIN, one_line};

/// A ratio is stored with the digits of a double, so it may miss its own bound by a rounding.
const ROUNDING: f64 = 1e-9;

pub(super) type Checked = Result<(), Fault>;

/// Checks a run whose shape is right.
pub(super) fn check(run: &Run) -> Checked {
    unique("cases", "case id", run.cases.iter().map(|case| &case.id))?;
    unique("claims", "claim id", run.claims.iter().map(|claim| &claim.id))?;
    unique("published", "claim id", run.published.iter().map(|claim| &claim.id))?;
    unique("stories", "hot path", run.stories.iter().map(|story| &story.hot_path))?;
    unique("plan.catalogue", "case id", &run.plan.catalogue)?;
    unique("plan.cases", "case id", run.plan.cases.iter().map(|case| &case.id))?;
    check_shards(run)?;
    for case in &run.cases {
        check_case(case)?;
    }
    run.base.as_ref().map_or(Ok(()), base::check)?;
    if run.complete { check_plan(run) } else { Ok(()) }
}

pub(super) fn unique<'a>(
    field: &str,
    what: &str,
    names: impl IntoIterator<Item = &'a String>,
) -> Checked {
    let mut seen = BTreeSet::new();
    match names.into_iter().find(|name| !seen.insert(name.as_str())) {
        Some(name) => fault(format!("{field}: {what} \"{name}\" stands there twice")),
        None => Ok(()),
    }
}

fn check_shards(run: &Run) -> Checked {
    unique("shards", "case id", run.shards.iter().flat_map(|shard| &shard.cases))?;
    match &run.shard {
        None => Ok(()),
        Some(_) if !run.shards.is_empty() => fault("shard: beside shards".into()),
        Some(Shard { number, of, .. }) if *number == 0 || number > of => {
            fault(format!("shard: {number} of {of}"))
        }
        Some(shard) => unique("shard.selected", "case id", &shard.selected),
    }
}

fn check_case(case: &CaseRecord) -> Checked {
    let place = format!("case \"{}\"", case.id);
    if case.contenders.is_empty() {
        return fault(format!("{place}: contenders: empty"));
    }
    unique(
        &format!("{place}: contenders"),
        "name",
        case.contenders.iter().map(|contender| &contender.name),
    )?;
    for contender in &case.contenders {
        for (&witness, measurement) in &contender.witnesses {
            check_measurement(witness, measurement).map_err(|mut problem| {
                problem.insert_str(0, &format!("{place}: {}: {witness}: ", contender.name));
                damaged(problem)
            })?;
        }
        if let Some(distribution) = &contender.criterion {
            check_distribution(distribution).map_err(|problem| {
                damaged(format!("{place}: {}: criterion: {problem}", contender.name))
            })?;
        }
    }
    let mut seen = BTreeSet::new();
    for comparison in &case.comparisons {
        let place =
            format!("{place}: comparison of {}, {}", comparison.contender, comparison.witness);
        if !seen.insert((comparison.witness, comparison.contender.as_str())) {
            return fault(format!("{place}: stands there twice"));
        }
        check_comparison(case, comparison)
            .map_err(|problem| damaged(format!("{place}: {problem}")))?;
    }
    Ok(())
}

pub(super) fn check_measurement(witness: Witness, measurement: &Measurement) -> Result<(), String> {
    let Measurement { unit, value, low, high, .. } = *measurement;
    if !fits(witness, unit) {
        return Err(format!("unit: {unit}, not {}", witness.unit()));
    }
    if value < 0.0 {
        return Err(format!("value: {value} is below zero"));
    }
    if let Some((total, operations)) = measurement.exact {
        check_exact(witness, value, total, operations)?;
    }
    check_interval(low, high)
}

/// The rational beside a count must be that count: gate and lock judge by it, the page shows the value.
fn check_exact(witness: Witness, value: f64, total: u64, operations: u64) -> Result<(), String> {
    if witness == Witness::CpuTime {
        return Err("exact: a time is no count".into());
    }
    let exact = total as f64 / operations as f64;
    if operations == 0 || (exact - value).abs() > ROUNDING * exact.max(1.0) {
        return Err(format!("exact: {total}/{operations} is not {value}"));
    }
    Ok(())
}

fn check_distribution(distribution: &Distribution) -> Result<(), String> {
    let Distribution { unit, value, low, high, median, .. } = *distribution;
    if unit != Unit::NsPerOp {
        return Err(format!("unit: {unit}, not {}", Unit::NsPerOp));
    }
    match [("value", value), ("low", low), ("median", median)].iter().find(|it| it.1 <= 0.0) {
        Some((field, value)) => Err(format!("{field}: {value} is not above zero")),
        None => check_interval(Some(low), Some(high)),
    }
}

/// Peak bytes are those of a whole process, everything else is counted per operation: a run may say either of
/// peak bytes, but never a time in bytes.
fn fits(witness: Witness, unit: Unit) -> bool {
    unit == witness.unit() || (witness == Witness::PeakBytes && unit == Unit::BytesPerOp)
}

fn check_interval(low: Option<f64>, high: Option<f64>) -> Result<(), String> {
    match (low, high) {
        (Some(low), Some(high)) if low > high => Err(format!("low: {low} is above high: {high}")),
        (Some(_), None) => Err("high: missing beside low".into()),
        (None, Some(_)) => Err("low: missing beside high".into()),
        _ => Ok(()),
    }
}

fn check_comparison(case: &CaseRecord, comparison: &Comparison) -> Result<(), String> {
    let at = case.contenders.iter().position(|c| c.name == comparison.contender);
    match at {
        None => return Err("no contender of this name".into()),
        Some(0) => return Err("the reference is compared with itself".into()),
        Some(at) => check_zeros(case, at, comparison)?,
    }
    match (comparison.verdict, comparison.cause) {
        (Verdict::Inconclusive, None) => return Err("cause: missing beside inconclusive".into()),
        (Verdict::Inconclusive, Some(_)) | (_, None) => {}
        (verdict, Some(why)) => return Err(format!("cause: {why} beside {verdict}")),
    }
    check_interval(comparison.low, comparison.high)?;
    comparison.layouts.as_ref().map_or(Ok(()), check_layouts)?;
    let Some(ratio) = comparison.ratio else { return check_no_ratio(comparison) };
    if ratio <= 0.0 {
        return Err(format!("ratio: {ratio} is not above zero"));
    }
    let low = comparison.low.unwrap_or(ratio);
    let high = comparison.high.unwrap_or(ratio);
    if low > ratio * (1.0 + ROUNDING) || high < ratio * (1.0 - ROUNDING) {
        return Err(format!("ratio: {ratio} lies outside of its interval, {low} to {high}"));
    }
    check_verdict(comparison, ratio, (low, high))
}

fn check_layouts(layouts: &Layouts) -> Result<(), String> {
    let Layouts { ratios, lowest, highest, .. } = layouts;
    let same = |a: &f64, b: &f64| a.total_cmp(b).is_eq();
    let ends = [lowest, highest];
    let there = ends.iter().all(|end| ratios.iter().any(|(_, ratio)| same(ratio, end)));
    let inside = ratios.iter().all(|(_, ratio)| lowest <= ratio && ratio <= highest);
    if there && inside && *lowest > 0.0 {
        return Ok(());
    }
    Err(format!("layouts: the ratios do not range from {lowest} to {highest}"))
}

fn check_no_ratio(comparison: &Comparison) -> Result<(), String> {
    match (comparison.reason, comparison.verdict) {
        (Some(RatioReason::ToZero), Verdict::Better)
        | (Some(RatioReason::FromZero), Verdict::Worse)
        | (None, Verdict::Inconclusive) => Ok(()),
        (Some(reason), verdict) => Err(format!("verdict: {verdict} beside {reason}")),
        (None, verdict) => Err(format!("ratio: missing without a reason beside {verdict}")),
    }
}

fn check_verdict(comparison: &Comparison, ratio: f64, bounds: (f64, f64)) -> Result<(), String> {
    let contradicts = |verdict| Err(format!("verdict: {verdict} beside ratio {ratio}"));
    match (comparison.reason, comparison.verdict) {
        (Some(RatioReason::BothZero), Verdict::Equivalent) if ratio.to_bits() == 1f64.to_bits() => {
            Ok(())
        }
        (Some(reason), verdict) => Err(format!("reason: {reason} beside ratio {ratio}, {verdict}")),
        (None, Verdict::Better) if bounds.0 <= 1.0 => contradicts(Verdict::Better),
        (None, Verdict::Worse) if bounds.1 >= 1.0 => contradicts(Verdict::Worse),
        (None, Verdict::Equivalent) if leaves_margin(comparison, ratio) => {
            contradicts(Verdict::Equivalent)
        }
        (None, _) => Ok(()),
    }
}

fn leaves_margin(comparison: &Comparison, ratio: f64) -> bool {
    comparison.margin.is_some_and(|margin| ratio.ln().abs() > margin.ln_1p() + ROUNDING)
}

/// A count of zero and the reason beside the ratio must tell the same.
fn check_zeros(case: &CaseRecord, at: usize, comparison: &Comparison) -> Result<(), String> {
    let value = |at: usize| case.contenders[at].witnesses.get(&comparison.witness).map(|m| m.value);
    let (Some(reference), Some(contender)) = (value(0), value(at)) else { return Ok(()) };
    let expected = match (reference > 0.0, contender > 0.0) {
        (true, true) => None,
        (true, false) => Some(RatioReason::ToZero),
        (false, true) => Some(RatioReason::FromZero),
        (false, false) => Some(RatioReason::BothZero),
    };
    if comparison.reason == expected {
        return Ok(());
    }
    let said = comparison.reason.map_or("missing", RatioReason::name);
    Err(format!("reason: {said} beside values {reference} and {contender}"))
}

/// A run is complete when it holds exactly what its plan lists.
fn check_plan(run: &Run) -> Checked {
    if run.cases.is_empty() && run.base.is_none() {
        return Err(Fault::new("cases: empty", "measure at least one case: scripts/hotpair run"));
    }
    let cases: BTreeMap<&str, &CaseRecord> =
        run.cases.iter().map(|case| (case.id.as_str(), case)).collect();
    let planned: BTreeSet<&str> = run.plan.cases.iter().map(|case| case.id.as_str()).collect();
    if let Some(case) = run.cases.iter().find(|case| !planned.contains(case.id.as_str())) {
        return fault(format!("plan.cases: case \"{}\" was measured, but is not listed", case.id));
    }
    let excused: BTreeSet<Witness> =
        run.plan.missing.iter().map(|missing| missing.witness).collect();
    let mut missing = run.plan.cases.iter().flat_map(|planned| {
        let case = cases.get(planned.id.as_str()).copied();
        let wanted = planned.contenders.iter().filter(|(witness, _)| !excused.contains(witness));
        let figures = wanted
            .flat_map(|(&witness, names)| {
                names.iter().enumerate().map(move |(at, name)| (witness, at == 0, name.as_str()))
            })
            .filter_map(move |(witness, first, name)| {
                lacks(case, witness, first, name, run.plan.long)
            })
            .map(|what| format!("case \"{}\" has no {what}, which the plan lists", planned.id));
        let distributions = planned.criterion.iter().filter_map(move |name| {
            let found = case.and_then(|case| case.contenders.iter().find(|c| c.name == *name));
            let there = found.is_some_and(|found| found.criterion.is_some());
            (!there).then(|| {
                let id = &planned.id;
                format!("case \"{id}\" has no criterion of {name}, which the plan lists")
            })
        });
        // A case without any figure to miss is missing all the same.
        let absent = (case.is_none() && planned.contenders.is_empty())
            .then(|| format!("case \"{}\" is missing, which the plan lists", planned.id));
        figures.chain(distributions).chain(absent)
    });
    match (missing.next(), missing.count()) {
        (None, _) => Ok(()),
        (Some(first), 0) => fault(first),
        (Some(first), more) => fault(format!("{first}; {more} more are missing")),
    }
}

/// What is missing of a figure that the plan lists: the figure, or the verdict on it.
fn lacks(
    case: Option<&CaseRecord>,
    witness: Witness,
    is_reference: bool,
    name: &str,
    long: bool,
) -> Option<String> {
    let found = case.and_then(|case| case.contenders.iter().find(|c| c.name == name));
    let (Some(case), Some(true)) =
        (case, found.map(|found| found.witnesses.contains_key(&witness)))
    else {
        return Some(format!("{witness} of {name}"));
    };
    // One unit times a size of a growth curve, which makes no comparison, unless the run is a long one.
    let has_verdict = witness != Witness::CpuTime || case.origin != Origin::Growth || long;
    let compared = case.comparisons.iter().any(|c| c.contender == name && c.witness == witness);
    (has_verdict && !is_reference && !compared)
        .then(|| format!("comparison by {witness} of {name}"))
}

pub(super) fn fault(problem: String) -> Checked {
    Err(damaged(problem))
}

#[expect(clippy::needless_pass_by_value, reason = "every caller has just built the text")]
fn damaged(problem: String) -> Fault {
    Fault::new(one_line(&problem), MEASURE_AGAIN)
}
