//! Criterion inside of `hotpair run`: its figures in the run file, and its silent successes as failures.

use std::fs;

use serde_json::{Value, json};

use crate::lab::{Lab, json};

#[test]
fn a_full_run_has_criterions_figures_for_the_ranked_contenders_of_headline_cases() {
    let lab = Lab::new();
    let ended = lab.hotpair(&["run", "--out", "out"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(!(ended.stdout.clone() + &ended.stderr).contains("Benchmarking"), "{ended:?}");
    assert!(!ended.stderr.contains("Warning"), "{ended:?}");
    let run = json(&lab.path("out/run.json"));
    let planned = |at: usize| run["plan"]["cases"][at]["criterion"].clone();
    assert_eq!(planned(0), json!(["legacy", "optimized", "std"]));
    assert_eq!(planned(1), Value::Null);
    let [legacy, optimized, control] =
        [0, 1, 2].map(|at: usize| run["cases"][0]["contenders"][at]["criterion"].clone());
    assert_eq!(
        legacy,
        json!({"unit": "ns_per_op", "statistic": "slope", "value": 30.0, "low": 27.0, "high": 33.0,
            "confidence": 0.95, "median": 30.0})
    );
    assert_eq!((&optimized["statistic"], &optimized["value"]), (&json!("mean"), &json!(11.0)));
    assert_eq!(control, Value::Null);
    let page = fs::read_to_string(lab.path("out/report.html")).unwrap();
    assert!(page.contains("Criterion</b>, one contender after the other and without a verdict"));
    assert!(page.contains("30.0 ns (slope, 27.0 ns to 33.0 ns; median 30.0 ns)"));
    let shown = lab.hotpair(&["show", "toy/sum/n=8", "out/run.json"]).stdout;
    assert!(shown.contains("Criterion         11.0 ns (mean, 9.90 ns to 12.1 ns"), "{shown}");
}

#[test]
fn a_quick_run_and_one_of_named_witnesses_go_without_criterion() {
    let lab = Lab::new();
    for arguments in [
        vec!["run", "--quick", "--out", "out"],
        vec!["run", "--witness", "cpu_time", "--out", "out"],
        vec!["run", "--only", "real", "--out", "out"],
    ] {
        // It would fail.
        let ended = lab.with_fault("criterion_panics", &arguments);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let run = fs::read_to_string(lab.path("out/run.json")).unwrap();
        assert!(!run.contains("\"criterion\":"), "{arguments:?}");
    }
}

#[test]
fn what_criterion_takes_for_a_success_is_told_in_a_line_with_a_way_out() {
    let lab = Lab::new();
    for (fault, code, expected) in [
        // B02
        (
            "criterion_matches_nothing",
            2,
            "criterion: 0 of 3 contenders measured, not \"toy/sum/n=8/legacy\"",
        ),
        (
            "criterion_leaves_one_out",
            2,
            "criterion: 1 of 3 contenders measured, not \"toy/sum/n=8/optimized\"",
        ),
        // B01
        (
            "criterion_home_is_a_file",
            2,
            "criterion: 0 of 3 contenders measured, not \"toy/sum/n=8/legacy\" \
             (Failed to access file \"toy\": Not a directory)",
        ),
        // B04
        (
            "criterion_is_damaged",
            2,
            "criterion: toy_sum_n=8/legacy/new/estimates.json: EOF while parsing",
        ),
        // C11
        (
            "criterion_is_old",
            2,
            "criterion: toy_sum_n=8/legacy/new/estimates.json: unsupported schema: has `Mean`",
        ),
        // B10
        ("criterion_panics", 2, "`criterion` ended with exit status: 101: "),
        // B11
        ("criterion_is_killed", 2, "`criterion` ended with signal: 9 (SIGKILL)"),
        ("criterion_wrong_answer", 1, "toy/sum/n=8: optimized answers 3, not 4"),
    ] {
        let ended = lab.with_fault(fault, &["run", "--out", "out"]);
        let (seen, line) = ended.error();
        assert_eq!(seen, Some(code), "{fault} {ended:?}");
        assert!(line.starts_with(expected), "{fault} {line}");
        if fault == "criterion_panics" {
            assert!(line.contains("out of luck half-way"), "{line}");
        }
        let last = ended.stderr.lines().last().unwrap();
        assert!(last.starts_with("hint:  `--witness cpu_time,"), "{fault} {last}");
        assert!(!lab.path("out/run.json").exists(), "{fault}");
        // Everything that was measured before stands there, unfinished.
        let partial = json(&lab.path("out/run.partial.json"));
        assert_eq!(
            (&partial["complete"], &partial["cases"][0]["id"]),
            (&json!(false), &json!("toy/sum/n=8"))
        );
    }
}

// B12, B13: results of an earlier run are not taken, wherever `cargo bench` would have left them.
#[test]
fn results_of_an_earlier_run_are_never_taken_for_those_of_this_one() {
    let lab = Lab::new();
    let stale = lab.path("stale");
    let folder = stale.join("toy_sum_n=8/legacy/new");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("benchmark.json"), r#"{"full_id": "toy/sum/n=8/legacy"}"#).unwrap();
    fs::write(folder.join("estimates.json"), "{}").unwrap();
    let mut command = lab.command(&["run", "--out", "out"]);
    command.env("CRITERION_HOME", &stale).env("MEASURED_FAULT", "criterion_matches_nothing");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("error: criterion: 0 of 3 contenders measured"), "{said}");
    assert!(folder.join("estimates.json").exists(), "and they are left alone");
}
