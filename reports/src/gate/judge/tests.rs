//! One row per finding, with the exit code it leads to.

use measure::record::Run;
use serde_json::{Value, json};

use super::*;
use crate::run::complete_run;

const POLICY: &str = r#"
version = 1
[thresholds.counts]
most = 0
reason = "exact"
[thresholds.inconclusive]
most = 0
reason = "all are decided"
[self_tests]
required = []
reason = "none"
"#;

fn expect(witness: &str, verdict: &str, more: &str) -> String {
    format!(
        "{POLICY}[[expect]]\ncase = 'p/w'\ncontender = 'optimized'\nwitness = '{witness}'\n\
         verdict = '{verdict}'\nreason = 'so'\n{more}"
    )
}

fn lock(bytes: &Value, blocks: &Value) -> Value {
    json!({"schema": "hotpair.counts", "version": 1, "counts": {"p/w": {
        "legacy": {"bytes": 9, "blocks": 1}, "optimized": {"bytes": bytes, "blocks": blocks}}}})
}

fn as_measured() -> Value {
    lock(&json!(9), &json!(1))
}

fn judged(
    policy: &str,
    lock: Value,
    strictness: Strictness,
    change: impl FnOnce(&mut Value),
) -> (Option<Code>, Vec<Finding>) {
    let mut run = complete_run();
    change(&mut run);
    let run: Run = serde_json::from_value(run).unwrap();
    let policy = Policy::parse(policy).unwrap();
    let lock: Lock = serde_json::from_value(lock).unwrap();
    let findings = judge(&run, &policy, &lock, strictness);
    (code(&findings), findings)
}

fn code_of(policy: &str, lock: Value, change: impl FnOnce(&mut Value)) -> Option<Code> {
    judged(policy, lock, Strictness::ImprovementsPass, change).0
}

fn set_verdict(run: &mut Value, row: usize, verdict: &str) {
    run["cases"][0]["comparisons"][row]["verdict"] = json!(verdict);
}

#[test]
fn a_run_as_expected_and_as_locked_passes() {
    let policy = expect("cpu_time", "equivalent", "");
    assert_eq!(code_of(&policy, as_measured(), |_| ()), None);
}

#[test]
fn directions_fail_only_when_they_are_worse_than_expected() {
    use Code::{Inconclusive, Regression};
    for (expected, seen, code) in [
        ("better", "better", None),
        ("better", "equivalent", Some(Regression)),
        ("better", "worse", Some(Regression)),
        ("better", "inconclusive", Some(Inconclusive)),
        ("equivalent", "better", None),
        ("equivalent", "equivalent", None),
        ("equivalent", "worse", Some(Regression)),
        ("equivalent", "inconclusive", Some(Inconclusive)),
        ("worse", "worse", None),
        ("worse", "better", None),
    ] {
        let policy = expect("cpu_time", expected, "");
        let seen_code = code_of(&policy, as_measured(), |run| set_verdict(run, 0, seen));
        assert_eq!(seen_code, code, "{expected} {seen}");
    }
}

#[test]
fn an_inconclusive_row_passes_where_the_policy_lets_it() {
    let by_row = expect("cpu_time", "better", "may_be_inconclusive = true");
    let by_number = expect("cpu_time", "better", "").replacen(
        "most = 0\nreason = \"all",
        "most = 1\nreason = \"all",
        1,
    );
    for policy in [by_row, by_number] {
        let code = code_of(&policy, as_measured(), |run| set_verdict(run, 0, "inconclusive"));
        assert_eq!(code, None, "{policy}");
    }
}

#[test]
fn counts_may_not_rise_and_may_fall_unless_locked() {
    use Code::Regression;
    for (bytes, blocks, default, locked) in [
        (json!(9), json!(1), None, None),
        (json!(8), json!(1), Some(Regression), Some(Regression)),
        (json!(9), json!(0), Some(Regression), Some(Regression)),
        (json!(10), json!(1), None, Some(Regression)),
        (json!(9), json!(2), None, Some(Regression)),
        // Less of one is no excuse for more of the other.
        (json!(10), json!(0), Some(Regression), Some(Regression)),
        (json!([17, 2]), json!(1), Some(Regression), Some(Regression)),
        (json!([19, 2]), json!(1), None, Some(Regression)),
    ] {
        for (strictness, expected) in
            [(Strictness::ImprovementsPass, default), (Strictness::Locked, locked)]
        {
            let lock = lock(&bytes, &blocks);
            let (code, findings) = judged(POLICY, lock, strictness, |_| ());
            assert_eq!(code, expected, "{bytes} {blocks} {strictness:?} {findings:?}");
        }
    }
}

#[test]
fn one_byte_more_from_zero_is_a_regression() {
    let lock = lock(&json!(0), &json!(0));
    assert_eq!(code_of(POLICY, lock, |_| ()), Some(Code::Regression));
}

#[test]
fn a_failed_or_missing_self_test_judges_nothing_even_beside_a_regression() {
    let test =
        |passed: bool| json!([{"name": "a_a", "subject": "", "passed": passed, "detail": "x"}]);
    let required = POLICY.replace("required = []", "required = ['a_a']");
    for (policy, tests, code) in [
        (POLICY, json!([]), None),
        (POLICY, test(false), Some(Code::CannotJudge)),
        (&required, json!([]), Some(Code::CannotJudge)),
        (&required, test(true), None),
    ] {
        let seen =
            code_of(policy, as_measured(), |run| run["instrument"]["self_tests"] = tests.clone());
        assert_eq!(seen, code, "{tests}");
    }
    let policy = expect("cpu_time", "better", "");
    let seen = code_of(&policy, as_measured(), |run| {
        set_verdict(run, 0, "worse");
        run["instrument"]["self_tests"] = test(false);
    });
    assert_eq!(seen, Some(Code::CannotJudge));
}

#[test]
fn a_self_test_of_a_witness_that_was_not_called_is_not_required() {
    let policy = POLICY.replace("required = []", "required = ['addresses', 'dhat']");
    let keep = |run: &mut Value, kept: &[&str]| {
        for key in ["cpu_time", "allocated_bytes", "allocated_blocks"] {
            if !kept.contains(&key) {
                run["plan"]["cases"][0]["contenders"].as_object_mut().unwrap().remove(key);
            }
        }
    };
    let dhat = json!([{"name": "dhat", "subject": "", "passed": true, "detail": "x"}]);
    let seen = code_of(&policy, as_measured(), |run| {
        keep(run, &["allocated_bytes", "allocated_blocks"]);
        run["instrument"]["self_tests"] = dhat;
    });
    assert_eq!(seen, None);
}

#[test]
fn what_the_run_left_out_is_listed_and_does_not_fail() {
    let policy = expect("cpu_time", "better", "").replace("'p/w'", "'p/other'");
    let mut lock = as_measured();
    lock["counts"]["p/other"] = lock["counts"]["p/w"].clone();
    let (code, findings) = judged(&policy, lock, Strictness::Locked, |run| {
        run["plan"]["catalogue"] = json!(["p/w", "p/other"]);
    });
    assert_eq!(code, None, "{findings:?}");
    let left_out = findings.iter().filter(|finding| finding.kind == Kind::NotInThisRun);
    assert_eq!(left_out.count(), 3);
}

#[test]
fn a_rule_about_something_that_the_catalogue_lacks_cannot_be_judged() {
    let mut gone = as_measured();
    gone["counts"]["p/gone"] = gone["counts"]["p/w"].clone();
    assert_eq!(code_of(POLICY, gone, |_| ()), Some(Code::CannotJudge));
    let mut contender = as_measured();
    contender["counts"]["p/w"]["frontier"] = json!({"bytes": 0, "blocks": 0});
    assert_eq!(code_of(POLICY, contender, |_| ()), Some(Code::CannotJudge));
    let policy = expect("cpu_time", "better", "").replace("'p/w'", "'p/gone'");
    assert_eq!(code_of(&policy, as_measured(), |_| ()), Some(Code::CannotJudge));
}

#[test]
fn a_missing_measurement_cannot_be_judged() {
    let code = code_of(POLICY, as_measured(), |run| {
        drop(run["cases"][0]["contenders"].as_array_mut().unwrap().pop());
    });
    assert_eq!(code, Some(Code::CannotJudge));
    let code = code_of(POLICY, as_measured(), |run| run["cases"] = json!([]));
    assert_eq!(code, Some(Code::CannotJudge));
}

#[test]
fn a_run_about_which_no_rule_says_anything_cannot_be_judged() {
    let empty = json!({"schema": "hotpair.counts", "version": 1, "counts": {}});
    assert_eq!(code_of(POLICY, empty, |_| ()), Some(Code::CannotJudge));
}

// B05
#[test]
fn a_new_row_passes_and_is_listed() {
    let mut lock = as_measured();
    lock["counts"]["p/w"].as_object_mut().unwrap().remove("optimized");
    let (code, findings) = judged(POLICY, lock, Strictness::Locked, |_| ());
    assert_eq!(code, None);
    let new: Vec<&str> = findings
        .iter()
        .filter(|finding| finding.kind == Kind::New)
        .map(|finding| finding.text.as_str())
        .collect();
    assert_eq!(new, ["p/w: optimized: 9 B in 1 blocks"]);
}

#[test]
fn a_difference_between_answers_is_a_regression() {
    let code = code_of(POLICY, as_measured(), |run| {
        run["equivalence"] =
            json!([{"hot_path": "p", "topic": "answers", "compared": 9, "differences": 1}]);
    });
    assert_eq!(code, Some(Code::Regression));
}

#[test]
fn claims_that_the_policy_names_must_hold() {
    use Code::{CannotJudge, Inconclusive, Regression};
    for (least, status, reason, code) in [
        ("reproduced", "reproduced", "", None),
        ("reproduced", "same_direction", "", Some(Regression)),
        ("same_direction", "reproduced", "", None),
        ("same_direction", "same_direction", "", None),
        ("same_direction", "not_reproduced", "", Some(Regression)),
        ("reproduced", "not_testable", "too wide", Some(Inconclusive)),
        ("reproduced", "not_testable", NOT_IN_THIS_RUN, None),
    ] {
        let policy = format!("{POLICY}[[claim]]\nid = 'c'\nstatus = '{least}'\nreason = 'so'\n");
        let seen = code_of(&policy, as_measured(), |run| {
            run["claims"] = json!([{"id": "c", "status": status, "published": "", "measured": "",
                "reason": reason}]);
        });
        assert_eq!(seen, code, "{least} {status} {reason}");
        assert_eq!(code_of(&policy, as_measured(), |_| ()), Some(CannotJudge));
    }
}

#[test]
fn a_policy_without_a_reason_or_with_an_unknown_word_is_refused_with_its_line() {
    for (policy, expected) in [
        (POLICY.replace("\"exact\"", "\" \""), "a reason is empty"),
        (POLICY.replace("version = 1", "version = 2"), "is version 2, not 1"),
        (expect("cpu_time", "inconclusive", ""), "nobody can expect"),
        (expect("cpu_tiem", "better", ""), "line 15: unknown variant `cpu_tiem`"),
        (expect("cpu_time", "better", "most = 3"), "unknown field `most`"),
        (POLICY.replace("most = 0", ""), "missing field `most`"),
    ] {
        let failure = Policy::parse(&policy).unwrap_err();
        assert!(failure.message.contains(expected), "{}", failure.message);
    }
}

#[test]
fn an_update_takes_over_what_was_counted_and_keeps_what_was_left_out() {
    let mut run = complete_run();
    run["plan"]["catalogue"] = json!(["p/w", "p/other"]);
    run["cases"][0]["contenders"][1]["witnesses"]["allocated_bytes"] =
        json!({"unit": "bytes_per_op", "value": 4.5, "exact": [18, 4]});
    let run: Run = serde_json::from_value(run).unwrap();
    let mut before = as_measured();
    for id in ["p/other", "p/gone"] {
        before["counts"][id] = json!({"legacy": {"bytes": 1, "blocks": 1}});
    }
    let mut lock: Lock = serde_json::from_value(before).unwrap();
    let changes = lock.update(&run);
    let seen: Vec<(&str, &str)> =
        changes.iter().map(|change| (change.case.as_str(), change.contender.as_str())).collect();
    assert_eq!(seen, [("p/gone", "legacy"), ("p/w", "optimized")]);
    assert_eq!(lock.counts["p/w"]["optimized"].bytes, Count::Fraction(9, 2));
    assert!(lock.counts.contains_key("p/other") && !lock.counts.contains_key("p/gone"));
    assert_eq!(lock.update(&run), []);
}

#[test]
fn another_revision_fails_by_what_got_worse_and_passes_what_is_new() {
    let policy = Policy::parse(POLICY).unwrap();
    let lock: Lock = serde_json::from_value(as_measured()).unwrap();
    let against = |change: fn(&mut measure::record::Base)| {
        let mut run = crate::sample::against_base();
        change(run.base.as_mut().unwrap());
        let findings = base::against(run.base.as_ref().unwrap());
        let all = judge(&run, &policy, &lock, Strictness::ImprovementsPass);
        assert!(findings.iter().all(|finding| all.contains(finding)), "the gate asks for them");
        let count = |kind| findings.iter().filter(|it| it.kind == kind).count();
        (code(&findings), count(Kind::Regression), count(Kind::Improved), count(Kind::New))
    };
    assert_eq!(against(|_| ()), (Some(Code::Regression), 2, 1, 2), "a time and a count");
    assert_eq!(
        against(|base| base.rows.retain(|row| row.case.contains("nothing"))).0,
        Some(Code::CannotJudge)
    );
    let without_regressions = |base: &mut measure::record::Base| {
        base.rows.retain(|row| row.counts.is_empty());
    };
    assert_eq!(against(without_regressions), (None, 0, 1, 2), "a suspicion alone does not fail");
    let one_byte = |base: &mut measure::record::Base| {
        base.rows.retain(|row| row.counts.is_empty());
        let witness = Witness::AllocatedBytes;
        let count = |value| crate::sample::exact(witness, value);
        let more = measure::record::BaseCount { witness, base: count(9.0), head: count(10.0) };
        base.rows[0].counts.push(more);
    };
    assert_eq!(against(one_byte).0, Some(Code::Regression));
    let one_block = |base: &mut measure::record::Base| {
        base.rows.retain(|row| row.counts.is_empty());
        let witness = Witness::AllocatedBlocks;
        let count = |value| crate::sample::exact(witness, value);
        let more = measure::record::BaseCount { witness, base: count(1.0), head: count(2.0) };
        base.rows[0].counts.push(more);
    };
    assert_eq!(against(one_block).0, Some(Code::Regression));
    let gone = |base: &mut measure::record::Base| base.removed.push("p/w".to_owned());
    assert_eq!(against(gone).0, Some(Code::CannotJudge), "a case that is gone");
}
