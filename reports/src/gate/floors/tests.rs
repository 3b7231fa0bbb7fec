//! A legacy that does too little fails, and one that was not counted is no legacy that passed.

use serde_json::{Value, json};

use super::*;
use crate::failure::Code;
use crate::gate::{Lock, Strictness, code, judge};
use crate::run::complete_run;

const FLOOR: &str = "\n[[floor]]\ncase = 'p/w'\ncontender = 'legacy'\nwitness = 'instructions'\nleast = 300\n\
                     reason = 'so'\n";

const POLICY: &str = "version = 1\n[thresholds.counts]\nmost = 0\nreason = 'exact'\n\
                      [thresholds.inconclusive]\nmost = 0\nreason = 'none'\n\
                      [self_tests]\nrequired = []\nreason = 'none'\n";

fn policy(floors: &str) -> Result<Policy, String> {
    Policy::parse(&format!("{POLICY}{floors}")).map_err(|failure| failure.message)
}

/// A run in which both were counted over 64 operations.
fn counted(legacy: u64, optimized: u64) -> Value {
    let mut run = complete_run();
    run["plan"]["cases"][0]["contenders"]["instructions"] = json!(["legacy", "optimized"]);
    for (at, total) in [(0, legacy), (1, optimized)] {
        let figure = json!({"unit": "per_op", "value": total as f64 / 64.0, "exact": [total, 64]});
        run["cases"][0]["contenders"][at]["witnesses"]["instructions"] = figure;
    }
    let row = json!({"contender": "optimized", "witness": "instructions", "ratio": 1.0, "verdict": "equivalent"});
    run["cases"][0]["comparisons"].as_array_mut().unwrap().push(row);
    run
}

fn judged(run: Value, floor: &str) -> (Option<Code>, Vec<Finding>) {
    let run: Run = serde_json::from_value(run).unwrap();
    let lock = json!({"schema": "hotpair.counts", "version": 1, "counts": {"p/w": {
        "legacy": {"bytes": 9, "blocks": 1}, "optimized": {"bytes": 9, "blocks": 1}}}});
    let lock: Lock = serde_json::from_value(lock).unwrap();
    let findings = judge(&run, &policy(floor).unwrap(), &lock, Strictness::ImprovementsPass);
    (code(&findings), findings)
}

#[test]
fn the_floor_itself_passes_and_one_instruction_in_64_operations_less_fails() {
    assert_eq!(judged(counted(64 * 300, 64), FLOOR).0, None);
    let (code, findings) = judged(counted(64 * 300 - 1, 64), FLOOR);
    assert_eq!(code, Some(Code::Regression));
    let text = "p/w: legacy instructions: 19199/64, at least 300 expected";
    assert!(findings.iter().any(|finding| finding.text == text), "{findings:?}");
}

#[test]
fn a_legacy_must_also_stay_above_the_patch_by_the_stated_factor() {
    let above = FLOOR.to_owned() + "above = { contender = 'optimized', times = 5 }\n";
    for (legacy, optimized, code) in [
        (64 * 300, 64 * 60, None),
        (64 * 300, 64 * 60 + 1, Some(Code::Regression)),
        (64 * 290, 64, Some(Code::Regression)),
    ] {
        assert_eq!(judged(counted(legacy, optimized), &above).0, code, "{legacy} {optimized}");
    }
}

#[test]
fn without_the_witness_a_floor_is_not_in_this_run() {
    let (code, findings) = judged(complete_run(), FLOOR);
    assert_eq!(code, None);
    let absent = findings.iter().filter(|finding| finding.kind == Kind::NotInThisRun);
    assert_eq!(
        absent.map(|finding| finding.text.as_str()).collect::<Vec<_>>(),
        ["p/w: legacy instructions"]
    );
}

#[test]
fn a_floor_that_nobody_can_look_at_cannot_be_judged() {
    let unknown_case = FLOOR.replace("'p/w'", "'p/gone'");
    let unknown_contender = FLOOR.replace("'legacy'", "'frontier'");
    let unknown_other = FLOOR.to_owned() + "above = { contender = 'frontier', times = 5 }\n";
    for floor in [unknown_case, unknown_contender, unknown_other] {
        assert_eq!(judged(counted(64 * 400, 64), &floor).0, Some(Code::CannotJudge), "{floor}");
    }
    let mut run = counted(64 * 400, 64);
    run["cases"][0]["contenders"][0]["witnesses"].as_object_mut().unwrap().remove("instructions");
    assert_eq!(judged(run, FLOOR).0, Some(Code::CannotJudge));
}

#[test]
fn a_floor_without_a_meaning_is_refused() {
    for (from, to, expected) in [
        ("'instructions'", "'cpu_time'", "a time has no floor"),
        ("300", "0", "a floor of 0"),
        ("'so'", "' '", "a reason is empty"),
        ("least", "most", "unknown field `most`"),
    ] {
        let refused = policy(&FLOOR.replace(from, to)).unwrap_err();
        assert!(refused.contains(expected), "{refused}");
    }
    assert!(policy(&FLOOR.repeat(2)).unwrap_err().contains("has two floors"));
}
