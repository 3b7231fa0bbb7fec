//! What is read and what is refused, as rows of data.

use std::fs;

use measure::record::{RatioReason, Verdict, Witness};
use serde_json::{Value, json};

use super::*;
use crate::sample;

/// Reads `bytes` as if they stood in a file `run.json`.
fn read(bytes: &[u8], completeness: Completeness) -> Result<Run, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("run.json");
    fs::write(&path, bytes).expect("written");
    read_run(&path, completeness).map_err(|error| {
        let text = error.to_string();
        let (line, hint) = text.split_once("\nhint: ").expect("a way out");
        assert!(line.contains("run.json: "), "names no file: {line}");
        assert!(!line.contains('\n') && !hint.contains('\n'), "more than one line: {text}");
        line.to_owned()
    })
}

fn refused(bytes: &[u8]) -> String {
    read(bytes, Completeness::Required).expect_err("refused")
}

/// The sample run as JSON, changed by `edit`.
fn edited(edit: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut value = serde_json::to_value(sample::run()).expect("JSON");
    edit(&mut value);
    serde_json::to_vec(&value).expect("JSON")
}

#[test]
fn a_run_comes_back_as_it_was_written() {
    let run = sample::run();
    let bytes = serde_json::to_vec(&run).expect("JSON");
    let back = read(&bytes, Completeness::Required).expect("read");
    assert_eq!(back.cases.len(), run.cases.len());
    assert_eq!(back.plan, run.plan);
    assert_eq!(back.cases[0].comparisons[0].contender, run.cases[0].comparisons[0].contender);
}

#[test]
fn hostile_names_and_many_cases_are_read() {
    // C26
    for run in [sample::hostile(), sample::many(2_000), sample::without_instructions()] {
        let bytes = serde_json::to_vec(&run).expect("JSON");
        read(&bytes, Completeness::Required).expect("read");
    }
}

#[test]
fn what_is_no_json_is_refused_in_one_line() {
    // C04, C13, C14
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let rows: &[(&[u8], &str)] = &[
        (b"", "is empty"),
        (b" \n ", "is empty"),
        (b"{\"a\":", "is cut short"),
        (b"\xef\xbb\xbf{}", "byte-order mark"),
        (b"{} x", "trailing characters"),
        (b"\xff\xfe", "is not UTF-8 at byte 0"),
        (b"{\"a\": NaN}", "is not JSON"),
        (b"{\"a\": Infinity}", "is not JSON"),
        (b"{\"a\": 1e999}", "number out of range"),
        (b"hello", "is not JSON"),
        (deep.as_bytes(), "recursion limit"),
        (b"null", "null"),
        (b"[]", "not an object"),
        (b"3", "not an object"),
        (b"{}", "schema: missing"),
        (b"{\"results\":3}", "schema: missing"),
        (b"{\"benchmarks\":[]}", "schema: missing"),
        (b"{\"schema\":\"criterion\",\"version\":1}", "schema: \"criterion\", not \"hotpair.run\""),
        (b"{\"schema\":\"hotpair.run\"}", "version: missing"),
        (b"{\"schema\":\"hotpair.run\",\"version\":1}", "missing field"),
    ];
    for (bytes, expected) in rows {
        let line = refused(bytes);
        assert!(line.contains(expected), "{line:?} lacks {expected:?}");
    }
}

#[test]
fn an_unknown_version_is_named_before_its_fields_are_judged() {
    // C23
    for version in [json!(0), json!(2), json!("1"), json!(1.5), json!(-1)] {
        let line = refused(&edited(|run| {
            run["version"] = version.clone();
            run["a_field_of_the_future"] = json!(1);
        }));
        assert!(line.contains(&format!("version: {version}")), "{line}");
        assert!(line.contains("reads version 1"), "{line}");
    }
}

#[test]
fn every_cut_of_a_run_is_refused() {
    let bytes = serde_json::to_vec(&sample::run()).expect("JSON");
    for at in (0..bytes.len()).step_by(bytes.len() / 97) {
        refused(&bytes[..at]);
    }
}

#[test]
fn a_key_that_stands_there_twice_is_refused_at_any_depth() {
    let text = String::from_utf8(edited(|_| ())).expect("UTF-8");
    let rows = [
        ("\"complete\":true", "\"complete\":false,\"complete\":true", "the file: key \"complete\""),
        ("\"cores\":2", "\"cores\":2,\"cores\":64", "environment: key \"cores\""),
        ("\"n\":1000", "\"n\":1000,\"n\":10", "cases[4].parameters: key \"n\""),
        (
            "\"unit\":\"ns_per_op\"",
            "\"unit\":\"ns_per_op\",\"unit\":\"ns_per_op\"",
            "cases[0].contenders[0].criterion: key \"unit\"",
        ),
    ];
    for (from, to, expected) in rows {
        assert!(text.contains(from), "{from}");
        let line = refused(text.replacen(from, to, 1).as_bytes());
        assert!(line.contains(expected), "{line}");
    }
}

#[test]
fn a_wrong_shape_is_told_by_its_field() {
    // C11, C13
    type Edit = fn(&mut Value);
    let rows: &[(Edit, &str)] = &[
        (|run| run["cases"] = json!(3), "cases: invalid type"),
        (|run| run["cases"][0] = json!({"id": "x", "error": "crashed"}), "cases[0]"),
        (|run| run["duration_s"] = json!("long"), "duration_s: invalid type"),
        (|run| run["duration_s"] = Value::Null, "duration_s: null"),
        (|run| run["environment"]["surprise"] = json!(1), "environment.surprise: unknown field"),
        (
            |run| run["cases"][1]["comparisons"][0]["ratio"] = Value::Null,
            "cases[1].comparisons[0].ratio: null",
        ),
        (
            |run| run["cases"][1]["comparisons"][0]["verdict"] = json!("great"),
            "verdict: unknown variant",
        ),
        (
            |run| run["cases"][0]["contenders"][0]["witnesses"]["cpu_time"]["unit"] = json!("us"),
            ".unit: unknown variant `us`",
        ),
        (
            |run| run["cases"][0]["contenders"][0]["witnesses"]["Mean"] = json!({}),
            "unknown variant `Mean`",
        ),
    ];
    for (edit, expected) in rows {
        let line = refused(&edited(edit));
        assert!(line.contains(expected), "{line:?} lacks {expected:?}");
    }
}

#[test]
fn an_unfinished_run_is_for_the_page_alone() {
    let bytes = edited(|run| {
        run["complete"] = json!(false);
        run["cases"].as_array_mut().expect("an array").truncate(2);
    });
    assert!(refused(&bytes).contains("complete: false"));
    assert_eq!(read(&bytes, Completeness::Any).expect("read").cases.len(), 2);
    let empty = edited(|run| {
        run["complete"] = json!(false);
        run["cases"] = json!([]);
    });
    assert!(read(&empty, Completeness::Any).is_ok());
}

#[test]
fn a_missing_file_and_a_folder_say_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let missing = read_run(&folder.path().join("no.json"), Completeness::Any).expect_err("none");
    assert!(missing.to_string().contains("no.json: no such file\nhint: "), "{missing}");
    let refusal = read_run(folder.path(), Completeness::Any).expect_err("a folder");
    assert!(refusal.to_string().contains(": is a folder\nhint: "), "{refusal}");
    assert!(refusal.downcast_ref::<Refusal>().is_some_and(|refusal| !refusal.hint.is_empty()));
}

/// What [`check`] says of the sample run after `edit`.
fn checked(edit: impl FnOnce(&mut Run)) -> String {
    let mut run = sample::run();
    edit(&mut run);
    check::check(&run).err().map(|fault| fault.problem).unwrap_or_default()
}

#[test]
fn names_are_unique() {
    type Edit = fn(&mut Run);
    let rows: &[(Edit, &str)] = &[
        (|run| run.cases[1].id = run.cases[0].id.clone(), "cases: case id"),
        (|run| run.cases[0].contenders[1].name = "legacy".into(), "contenders: name \"legacy\""),
        (|run| run.claims[1].id = "iotdb-1".into(), "claims: claim id"),
        (|run| run.published[1].id = "iotdb-1".into(), "published: claim id"),
        (|run| run.stories[1].hot_path = "bitmap_range_check".into(), "stories: hot path"),
        (|run| run.plan.catalogue[1] = run.plan.catalogue[0].clone(), "plan.catalogue"),
        (
            |run| {
                let again = run.cases[0].comparisons[0].clone();
                run.cases[0].comparisons.push(again);
            },
            "comparison of optimized, cpu_time: stands there twice",
        ),
    ];
    for (edit, expected) in rows {
        let problem = checked(edit);
        assert!(problem.contains(expected), "{problem:?} lacks {expected:?}");
    }
}

#[test]
fn a_unit_must_fit_its_witness() {
    // C15, C17
    let problem = checked(|run| {
        let witnesses = &mut run.cases[0].contenders[0].witnesses;
        witnesses.get_mut(&Witness::CpuTime).expect("timed").unit = Witness::AllocatedBytes.unit();
    });
    assert!(problem.contains("legacy: cpu_time: unit: bytes_per_op, not ns_per_op"), "{problem}");
}

#[test]
fn an_exact_count_must_be_its_value() {
    let with = |witness: Witness, exact: (u64, u64)| {
        checked(|run| {
            let case = run.cases.iter_mut().find(|case| !case.contenders.is_empty()).expect("one");
            let figure = case.contenders[0].witnesses.get_mut(&witness).expect("was measured");
            figure.exact = Some(exact);
        })
    };
    assert!(with(Witness::AllocatedBytes, (9, 0)).contains("exact: 9/0 is not"));
    assert!(with(Witness::AllocatedBytes, (1, 64)).contains("exact: 1/64 is not"));
    assert!(with(Witness::CpuTime, (1, 64)).contains("exact: a time is no count"));
}

#[test]
fn criterions_figures_are_times_above_zero_within_their_interval() {
    type Edit = fn(&mut measure::record::Distribution);
    let rows: &[(Edit, &str)] = &[
        (|it| it.unit = Witness::AllocatedBytes.unit(), "unit: bytes_per_op, not ns_per_op"),
        (|it| it.value = 0.0, "value: 0 is not above zero"),
        (|it| it.low = -1.0, "low: -1 is not above zero"),
        (|it| it.median = 0.0, "median: 0 is not above zero"),
        (|it| it.low = it.high * 2.0, "is above high"),
    ];
    for (edit, expected) in rows {
        let problem =
            checked(|run| edit(run.cases[0].contenders[0].criterion.as_mut().expect("headline")));
        assert!(problem.contains("legacy: criterion: "), "{problem}");
        assert!(problem.contains(expected), "{problem:?} lacks {expected:?}");
    }
}

#[test]
fn a_verdict_must_fit_its_ratio() {
    // C01, C02, C05. Comparisons of the first case: time 13.0x better, instructions, bytes 9 to 0, blocks 1 to 0.
    type Edit = fn(&mut measure::record::Comparison);
    let rows: &[(usize, Edit, &str)] = &[
        (0, |c| c.verdict = Verdict::Inconclusive, "cause: missing"),
        (0, |c| c.cause = Some(measure::record::Cause::Budget), "cause: budget beside better"),
        (0, |c| c.verdict = Verdict::Worse, "verdict: worse beside ratio 13"),
        (0, |c| c.verdict = Verdict::Equivalent, "verdict: equivalent beside ratio 13"),
        (0, |c| c.ratio = None, "ratio: missing without a reason"),
        (0, |c| c.ratio = Some(0.0), "ratio: 0 is not above zero"),
        (0, |c| c.ratio = Some(99.0), "lies outside of its interval"),
        (0, |c| c.low = None, "low: missing beside high"),
        (0, |c| c.high = None, "high: missing beside low"),
        (0, |c| (c.low, c.high) = (c.high, c.low), "is above high"),
        (0, |c| c.contender = "nobody".into(), "no contender of this name"),
        (0, |c| c.contender = "legacy".into(), "compared with itself"),
        (2, |c| c.verdict = Verdict::Worse, "verdict: worse beside to_zero"),
        (2, |c| c.reason = Some(RatioReason::FromZero), "reason: from_zero beside values 9 and 0"),
        (2, |c| c.reason = None, "reason: missing beside values 9 and 0"),
        (2, |c| c.ratio = Some(1.0), "reason: to_zero beside ratio 1"),
    ];
    for &(at, edit, expected) in rows {
        let problem = checked(|run| edit(&mut run.cases[0].comparisons[at]));
        assert!(problem.contains(expected), "{problem:?} lacks {expected:?}");
    }
}

#[test]
fn everything_the_plan_lists_must_be_there() {
    // C06, C07, C08, C25
    assert_eq!(checked(|_| ()), "");
    let one = checked(|run| {
        run.cases[0].contenders[1].witnesses.remove(&Witness::AllocatedBytes);
    });
    assert!(
        one.contains("prefix/start=0/length=64\" has no allocated_bytes of optimized"),
        "{one}"
    );
    assert!(!one.contains("more"), "{one}");
    let many = checked(|run| run.cases.truncate(1));
    assert!(
        many.contains("has no cpu_time of legacy") && many.contains(" more are missing"),
        "{many}"
    );
    assert!(checked(|run| run.cases.clear()).contains("cases: empty"));
    let unjudged = checked(|run| run.cases[0].comparisons.clear());
    assert!(unjudged.contains("has no comparison by cpu_time of optimized"), "{unjudged}");
    let unseen = checked(|run| run.cases[0].contenders[1].criterion = None);
    assert!(unseen.contains("has no criterion of optimized, which the plan lists"), "{unseen}");
    let renamed = checked(|run| run.cases[0].id.push('x'));
    assert!(renamed.contains("was measured, but is not listed"), "{renamed}");
}

#[test]
fn a_witness_that_could_not_testify_is_not_missed() {
    assert!(check::check(&sample::without_instructions()).is_ok());
    let mut run = sample::without_instructions();
    run.plan.missing.clear();
    assert!(check::check(&run).is_err());
}

#[test]
fn shards_and_layouts_must_fit_themselves() {
    use measure::record::Shard;
    type Edit = fn(&mut Run);
    let rows: &[(Edit, &str)] = &[
        (|run| run.shard = Some(Shard { number: 0, of: 2, selected: Vec::new() }), "shard: 0 of 2"),
        (|run| run.shard = Some(Shard { number: 3, of: 2, selected: Vec::new() }), "shard: 3 of 2"),
        (
            |run| {
                let selected = vec!["a".into(), "a".into()];
                run.shard = Some(Shard { number: 1, of: 2, selected });
            },
            "shard.selected: case id \"a\"",
        ),
        (
            |run| {
                let layouts = sample::relinked().cases[0].comparisons[0].layouts.clone();
                run.cases[0].comparisons[0].layouts =
                    layouts.map(|it| measure::record::Layouts { lowest: 0.5, ..it });
            },
            "layouts: the ratios do not range from 0.5 to 13.26",
        ),
    ];
    for (edit, expected) in rows {
        let problem = checked(edit);
        assert!(problem.contains(expected), "{problem:?} lacks {expected:?}");
    }
    assert!(check::check(&sample::relinked()).is_ok());
    let named = sample::shards(2).into_iter().map(|shard| (String::new(), shard)).collect();
    let mut joined = crate::shards::join(named).expect("one run");
    assert!(check::check(&joined).is_ok());
    joined.shard = sample::shards(2)[0].shard.clone();
    assert!(check::check(&joined).is_err());
}
