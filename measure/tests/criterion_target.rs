//! The target `criterion` from outside, as cargo and `hotpair` start it: this binary is the target when `TOY` is set.
//!
//! Has no libtest, since a bench target reads the arguments itself.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use measure::{Answer, Case, Role, Workload};

const TESTS: &[(&str, fn())] = &[
    ("every_flag_of_criterions_help_is_known", every_flag_of_criterions_help_is_known),
    ("an_unknown_flag_ends_with_2", an_unknown_flag_ends_with_2),
    ("what_measures_nothing_ends_with_2", what_measures_nothing_ends_with_2),
    (
        "without_bench_nothing_is_measured_and_nothing_written",
        without_bench_nothing_is_measured_and_nothing_written,
    ),
    (
        "a_job_leaves_figures_under_full_ids_and_a_last_word",
        a_job_leaves_figures_under_full_ids_and_a_last_word,
    ),
    (
        "a_folder_that_is_a_plain_file_leaves_no_figures",
        a_folder_that_is_a_plain_file_leaves_no_figures,
    ),
    ("a_contender_that_panics_leaves_no_last_word", a_contender_that_panics_leaves_no_last_word),
];

fn main() -> ExitCode {
    match env::var("TOY").as_deref() {
        Ok("target") => return measure::criterion::main(cases()),
        Ok("help") => drop(criterion::Criterion::default().configure_from_args()),
        _ => {
            for (name, test) in TESTS {
                test();
                println!("test {name} ... ok");
            }
        }
    }
    ExitCode::SUCCESS
}

fn cases() -> Vec<Case> {
    let sum = |name| {
        Workload::new(("toy", name), &[("n", 100.into())], 1, || (0..100).collect::<Vec<u64>>())
    };
    let panicking = |numbers: &mut Vec<u64>| {
        numbers.push(0);
        // The answers are asked for first, four times in all.
        assert!(numbers.len() < 103, "out of luck");
        4950
    };
    let add = |numbers: &mut Vec<u64>| numbers.iter().sum::<u64>();
    vec![
        sum("sum")
            .contender(Role::Legacy, Clone::clone, add, Answer::from)
            .contender(Role::Optimized, Clone::clone, |_| 4950, Answer::from)
            .case(),
        sum("panic")
            .contender(Role::Legacy, Clone::clone, add, Answer::from)
            .contender(Role::Optimized, Clone::clone, panicking, Answer::from)
            .case(),
    ]
}

fn started(role: &str, home: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env::current_exe().expect("a path"));
    command.args(arguments).env("TOY", role).env("CRITERION_HOME", home);
    command.output().expect("it starts")
}

fn target(home: &Path, arguments: &[&str]) -> Output {
    started("target", home, arguments)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn every_flag_of_criterions_help_is_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let help = text(&started("help", folder.path(), &["--help"]).stdout);
    let mut seen = 0;
    for line in help.lines().map(str::trim).filter(|line| line.starts_with('-')) {
        let takes_value = line.split("  ").next().is_some_and(|flags| flags.contains('<'));
        for flag in line.split([' ', ',']).filter(|word| word.starts_with('-')) {
            let mut arguments = vec!["--bench", "--list", flag];
            arguments.extend(takes_value.then_some("10"));
            let output = target(folder.path(), &arguments);
            assert!(output.status.success(), "{flag} {}", text(&output.stderr));
            let said = text(&output.stdout);
            // With a value taken for a filter, or the other way round, there would be another list.
            let listed = said.contains("toy/sum/n=100: benchmark");
            assert!(listed || said.contains("Flags of Criterion"), "{flag} {said}");
            seen += 1;
        }
    }
    assert!(seen > 25, "the help names {seen} flags:\n{help}");
    for hidden in ["--nocapture", "--show-output", "--include-ignored", "--version", "-V"] {
        assert!(target(folder.path(), &["--bench", "--list", hidden]).status.success(), "{hidden}");
    }
}

// B07
fn an_unknown_flag_ends_with_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = target(folder.path(), &["--bench", "--frobnicate"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: unknown flag --frobnicate\nhint:"));
}

// B02
fn what_measures_nothing_ends_with_2() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, expected) in [
        (vec!["--bench", "nosuch"], "error: 0 of 2 cases match nosuch\nhint:"),
        (vec!["--bench", "--exact", "sum"], "error: 0 of 2 contenders measured"),
        (vec!["--bench", "--ignored"], "error: 0 of 4 contenders measured"),
    ] {
        let output = target(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{arguments:?} {said}");
    }
}

// B03
fn without_bench_nothing_is_measured_and_nothing_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("results");
    let output = target(&home, &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("toy/sum/n=100: 2 contenders agree"));
    assert!(!home.exists());
}

/// Starts a job over these cases; the output, and where the last word would stand.
fn job(folder: &Path, home: &Path, cases: &[&str]) -> (Output, PathBuf) {
    let contenders: serde_json::Map<String, serde_json::Value> = cases
        .iter()
        .map(|&id| (id.to_owned(), ["legacy", "optimized"].as_slice().into()))
        .collect();
    let job = serde_json::json!({
        "contenders": contenders, "warm_up_s": 0.01, "measurement_s": 0.02, "samples": 10,
    });
    let (file, out) = (folder.join("job.json"), folder.join("result.json"));
    fs::write(&file, job.to_string()).expect("written");
    let paths = [&file, &out].map(|path| path.to_str().expect("a name"));
    (target(home, &["--job", paths[0], "--out", paths[1]]), out)
}

/// The full ids under a folder.
fn full_ids(folder: &Path) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            ids.extend(full_ids(&path));
        } else if path.ends_with("new/benchmark.json") {
            let text = fs::read_to_string(&path).expect("readable");
            let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            ids.insert(value["full_id"].as_str().expect("a text").to_owned());
        }
    }
    ids
}

// B14: the folder has blanks in its name.
fn a_job_leaves_figures_under_full_ids_and_a_last_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("the  results");
    let (output, out) = job(folder.path(), &home, &["toy/sum/n=100"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let result = fs::read_to_string(out).expect("a last word");
    assert_eq!(result, r#"{"measured":2}"#);
    let expected = ["toy/sum/n=100/legacy", "toy/sum/n=100/optimized"].map(str::to_owned);
    assert_eq!(full_ids(&home), expected.into());
    let estimates = home.join("toy_sum_n=100/legacy/new/estimates.json");
    let estimates = fs::read_to_string(estimates).expect("estimates");
    let value: serde_json::Value = serde_json::from_str(&estimates).expect("JSON");
    for statistic in ["mean", "median", "slope"] {
        let nanoseconds = value[statistic]["point_estimate"].as_f64().expect(statistic);
        assert!(nanoseconds > 0.0, "{statistic} {nanoseconds}");
    }
}

// B01: Criterion's own success is a lie here, which the reader of the figures finds out.
fn a_folder_that_is_a_plain_file_leaves_no_figures() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("results");
    fs::write(&home, "").expect("written");
    let (output, _) = job(folder.path(), &home, &["toy/sum/n=100"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(full_ids(&home), BTreeSet::new());
}

// B10
fn a_contender_that_panics_leaves_no_last_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("results");
    let (output, out) = job(folder.path(), &home, &["toy/panic/n=100", "toy/sum/n=100"]);
    assert_eq!(output.status.code(), Some(101), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("out of luck"));
    assert_eq!(full_ids(&home), ["toy/panic/n=100/legacy".to_owned()].into());
    assert!(!out.exists());
}
