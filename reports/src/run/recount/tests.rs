use measure::parts::PassCounts;
use serde_json::json;

use super::*;

fn case(id: &str, hot_path: &str, headline: bool) -> CatalogueCase {
    serde_json::from_value(json!({"id": id, "hot_path": hot_path, "workload": "w",
        "parameters": {}, "origin": "ticket", "headline": headline, "learnable": false,
        "workload_version": 1, "operations": 1, "pass": 1, "counted_passes": 1,
        "contenders": [{"name": "legacy", "role": "legacy"}]}))
    .unwrap()
}

fn entry(case: &str) -> CountEntry {
    CountEntry { case: case.into(), contenders: vec!["legacy".into()] }
}

fn counted(instructions: u64) -> InstructionCount {
    InstructionCount {
        case: "p/a".into(),
        contender: "legacy".into(),
        per_pass: PassCounts { instructions, branch_mispredictions: 0 },
    }
}

fn bytes(blocks: u64) -> ByteCount {
    let (case, contender) = ("p/a".into(), "legacy".into());
    ByteCount { case, contender, operations: 1, bytes: 8 * blocks, blocks }
}

#[test]
fn each_hot_path_has_its_first_headline_case_counted_again_or_else_its_first() {
    let cases = [
        case("p/a", "p", false),
        case("p/b", "p", true),
        case("p/c", "p", true),
        case("q/a", "q", false),
        case("q/b", "q", false),
        case("r/a", "r", true),
    ];
    let selected: Vec<&CatalogueCase> = cases.iter().collect();
    let planned: Vec<CountEntry> =
        ["p/a", "p/b", "p/c", "q/a", "q/b"].iter().map(|id| entry(id)).collect();
    assert_eq!(entries(&planned, &selected), [entry("p/b"), entry("q/a")]);
    assert_eq!(entries(&[], &selected), []);
}

// B20
#[test]
fn unequal_counts_name_the_case_and_the_allocator_has_its_few_instructions() {
    let selected = case("p/a", "p", true);
    for (before, after, blocks, passed) in [
        (1_000_000, 1_000_000, Some(0), true),
        (1_000_000, 1_000_001, Some(0), false),
        (1_000_000, 999_999, Some(0), false),
        (1_000_000, 1_000_048, Some(3), true),
        (1_000_000, 1_000_049, Some(3), false),
        (1_000_000, 999_951, Some(3), false),
        (1_000_000, 1_010_000, None, true),
        (1_000_000, 1_010_001, None, false),
    ] {
        let bytes: Vec<ByteCount> = blocks.map(bytes).into_iter().collect();
        let tests = judge(&[counted(before)], &[counted(after)], &bytes, &[&selected]);
        let [test] = tests.as_slice() else { panic!("{tests:?}") };
        assert_eq!(test.passed, passed, "{before} {after} {blocks:?}");
        assert_eq!((test.name.as_str(), test.subject.as_str()), ("recount", "p"));
        assert!(test.detail.starts_with("case \"p/a\": "), "{}", test.detail);
        let figures = format!("legacy took {before} instructions, and {after} when counted again");
        assert_eq!(test.detail.contains(&figures), !passed, "{}", test.detail);
    }
}

#[test]
fn a_count_without_a_first_one_is_no_pass() {
    let selected = case("p/a", "p", true);
    assert!(!judge(&[], &[counted(1)], &[], &[&selected])[0].passed);
}
