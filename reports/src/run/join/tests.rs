//! Joining, ratios of counts, and verdicts against the final margin.

use measure::parts::PassCounts;
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

fn case() -> CatalogueCase {
    serde_json::from_value(json!({"id": "p/w", "hot_path": "p", "workload": "w", "parameters": {},
        "origin": "ticket", "headline": true, "learnable": false, "workload_version": 1, "operations": 1, "pass": 1, "counted_passes": 1,
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
            criterion: Vec::new(),
        }],
        ..Plan::default()
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

/// Bytes of one pass and instructions of all counted passes keep what the division leaves, each over its own divisor.
#[test]
fn bytes_and_instructions_are_exact_over_the_operations_they_were_counted_on() {
    let mut case = case();
    (case.operations, case.pass, case.counted_passes) = (3, 2, 8);
    let names: Vec<String> = vec!["legacy".to_owned(), "optimized".to_owned()];
    let witnesses = [Witness::Instructions, Witness::AllocatedBytes, Witness::AllocatedBlocks];
    let plan = Plan {
        catalogue: vec![case.id.clone()],
        cases: vec![PlannedCase {
            id: case.id.clone(),
            contenders: witnesses.into_iter().map(|witness| (witness, names.clone())).collect(),
            criterion: Vec::new(),
        }],
        missing: Vec::new(),
        long: false,
        layouts: 0,
    };
    let counted = |contender: &str, bytes| ByteCount {
        case: case.id.clone(),
        contender: contender.to_owned(),
        operations: 6,
        bytes,
        blocks: 6,
    };
    let instructions = |contender: &str, instructions| InstructionCount {
        case: case.id.clone(),
        contender: contender.to_owned(),
        per_pass: PassCounts { instructions, branch_mispredictions: 0 },
    };
    let findings = Findings {
        counted: vec![counted("legacy", 55), counted("optimized", 54)],
        instructions: vec![instructions("legacy", 49), instructions("optimized", 48)],
        ..Findings::default()
    };
    let joined = join(&plan, &[&case], &findings);
    let figure = |at: usize, witness| {
        let figure: &Measurement = &joined[0].contenders[at].witnesses[&witness];
        (figure.value, figure.exact)
    };
    assert_eq!(figure(0, Witness::AllocatedBytes), (55.0 / 6.0, Some((55, 6))));
    assert_eq!(figure(1, Witness::AllocatedBytes), (9.0, None));
    assert_eq!(figure(0, Witness::AllocatedBlocks), (1.0, None));
    assert_eq!(figure(0, Witness::Instructions), (49.0 / 48.0, Some((49, 48))));
    assert_eq!(figure(1, Witness::Instructions), (1.0, None));
}

#[test]
fn stages_join_to_one_instrument() {
    let test = |name: &str, passed: bool| SelfTest {
        name: name.to_owned(),
        subject: String::new(),
        passed,
        detail: String::new(),
    };
    let stage = |tests: Vec<SelfTest>, compared| PairedResult {
        cases: vec![TimedCase {
            labels: vec!["learnt".into()],
            id: "p/w".to_owned(),
            answer_digest: "a".to_owned(),
            contenders: Vec::new(),
            comparisons: Vec::new(),
        }],
        instrument: Instrument { self_tests: tests, ..Instrument::default() },
        equivalence: vec![Equivalence {
            hot_path: "p".to_owned(),
            topic: "answers".to_owned(),
            compared,
            differences: 0,
        }],
        layout: String::new(),
    };
    let mut findings = Findings::default();
    findings.add_timed(stage(vec![test("a_a", true), test("addresses", true)], 3));
    findings.add_counted(ByteResult { counts: Vec::new(), self_test: test("dhat", true) });
    findings.add_timed(stage(vec![test("addresses", false)], 4));
    let seen = findings.instrument.self_tests.iter().map(|test| (test.name.as_str(), test.passed));
    assert_eq!(seen.collect::<Vec<_>>(), [("a_a", true), ("addresses", false), ("dhat", true)]);
    assert_eq!(findings.equivalence.len(), 1);
    assert_eq!(findings.equivalence[0].compared, 7);
}
