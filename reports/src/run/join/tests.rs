//! Joining, ratios of counts, and verdicts against the final margin.

use measure::record::{Origin, Role};
use serde_json::json;

use super::*;

#[test]
fn counts_are_compared_by_the_rules_for_zeros() {
    use RatioReason::{BothZero, FromZero, ToZero};
    use Verdict::{Better, Equivalent, Worse};
    for (before, after, ratio, reason, verdict) in [
        (9.0, 0.0, None, Some(ToZero), Better),
        (0.0, 9.0, None, Some(FromZero), Worse),
        (0.0, 0.0, Some(1.0), Some(BothZero), Equivalent),
        (9.0, 3.0, Some(3.0), None, Better),
        (3.0, 9.0, Some(1.0 / 3.0), None, Worse),
        (9.0, 9.0, Some(1.0), None, Equivalent),
    ] {
        let row = compare_exact("optimized", Witness::AllocatedBytes, before, after);
        assert_eq!(
            (row.ratio, row.reason, row.verdict),
            (ratio, reason, verdict),
            "{before} {after}"
        );
    }
}

#[test]
fn a_count_keeps_its_fraction_only_where_the_division_leaves_a_remainder() {
    let whole = exact(Witness::AllocatedBytes, 640, 64);
    assert_eq!((whole.value, whole.exact), (10.0, None));
    let broken = exact(Witness::AllocatedBytes, 641, 64);
    assert_eq!((broken.value, broken.exact), (641.0 / 64.0, Some((641, 64))));
}

fn row(low: f64, high: f64, verdict: Verdict) -> Comparison {
    let ratio = f64::midpoint(low, high);
    let cause = (verdict == Verdict::Inconclusive).then_some(Cause::Placement);
    Comparison {
        ratio: Some(ratio),
        low: Some(low),
        high: Some(high),
        margin: Some(0.01),
        verdict,
        cause,
        ..compare_exact("optimized", Witness::CpuTime, 1.0, 1.0)
    }
}

#[test]
fn verdicts_follow_the_margin_of_the_whole_run() {
    use Verdict::{Better, Equivalent, Inconclusive, Worse};
    for (row, margin, verdict, cause) in [
        (row(1.02, 1.04, Better), 0.01, Better, None),
        (row(1.02, 1.04, Better), 0.03, Inconclusive, Some(Cause::NearMargin)),
        (row(1.02, 1.04, Better), 0.045, Equivalent, None),
        (row(1.02, 1.04, Better), 0.06, Inconclusive, Some(Cause::Instrument)),
        (row(0.90, 0.92, Worse), 0.03, Worse, None),
        (row(0.98, 1.02, Inconclusive), 0.03, Equivalent, None),
        (row(0.90, 1.10, Inconclusive), 0.03, Inconclusive, Some(Cause::Placement)),
    ] {
        let judged = judge_again(row.clone(), Some(margin));
        assert_eq!((judged.verdict, judged.cause), (verdict, cause), "{row:?} {margin}");
    }
}

fn case() -> CatalogueCase {
    serde_json::from_value(json!({"id": "p/w", "hot_path": "p", "workload": "w", "parameters": {},
        "origin": "ticket", "headline": true, "learnable": false, "workload_version": 1, "operations": 1,
        "contenders": [{"name": "legacy", "role": "legacy"}, {"name": "optimized", "role": "optimized"},
            {"name": "std", "role": "peer"}]}))
    .unwrap()
}

#[test]
fn a_joined_case_holds_what_is_planned_and_nothing_else() {
    let case = case();
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let plan = Plan {
        catalogue: vec![case.id.clone()],
        cases: vec![PlannedCase {
            id: case.id.clone(),
            contenders: BTreeMap::from([
                (Witness::CpuTime, names(&["legacy", "optimized"])),
                (Witness::AllocatedBytes, names(&["legacy", "optimized"])),
            ]),
        }],
        missing: Vec::new(),
    };
    let count = |contender: &str, bytes| ByteCount {
        case: case.id.clone(),
        contender: contender.to_owned(),
        operations: 1,
        bytes,
        blocks: 1,
    };
    let findings = Findings {
        counted: vec![count("legacy", 9), count("optimized", 0), count("std", 5)],
        ..Findings::default()
    };
    let joined = join(&plan, &[&case], &findings);
    assert_eq!(joined.len(), 1);
    assert_eq!(joined[0].origin, Origin::Ticket);
    let seen: Vec<_> =
        joined[0].contenders.iter().map(|one| (one.name.as_str(), one.role)).collect();
    assert_eq!(seen, [("legacy", Role::Legacy), ("optimized", Role::Optimized)]);
    assert!(joined[0].contenders.iter().all(|one| one.witnesses.len() == 1));
    assert_eq!(joined[0].comparisons.len(), 1);
    assert_eq!(joined[0].comparisons[0].reason, Some(RatioReason::ToZero));
}

#[test]
fn stages_join_to_one_instrument() {
    let instrument = |margin: f64, control_ratio| Instrument {
        margins: BTreeMap::from([("p".to_owned(), Margin { margin, control_ratio })]),
        clock_overhead_ns: 20.0,
        ..Instrument::default()
    };
    // A later stage without a control knows the least margin only.
    let stages = [instrument(0.02, Some(1.0067)), instrument(0.01, None)];
    let mut findings = Findings::default();
    for instrument in stages {
        findings.add_timed(PairedResult { cases: Vec::new(), instrument });
    }
    assert!((findings.instrument.margins["p"].margin - 0.02).abs() < 1e-12);
}
