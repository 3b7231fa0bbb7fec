//! Instructions inside of `hotpair run`, with a valgrind and counts made up in advance.

use crate::lab::{Lab, json};

/// A lab whose valgrind is new enough and can run.
fn counting() -> Lab {
    let lab = Lab::with_counts();
    lab.program("valgrind", "if [ \"$1\" = --version ]; then echo valgrind-3.22.0; fi");
    lab
}

const RUN: [&str; 5] = ["run", "--witness", "instructions,allocated_blocks", "--out", "out"];

#[test]
fn one_case_of_a_hot_path_is_counted_twice_and_equal_counts_are_a_self_test_that_passed() {
    let lab = counting();
    let ended = lab.hotpair_with_bin("", &["run", "--out", "out"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let run = json(&lab.path("out/run.json"));
    let tests = run["instrument"]["self_tests"].as_array().unwrap();
    let recount = tests.iter().find(|test| test["name"] == "recount").unwrap();
    assert_eq!((&recount["subject"], &recount["passed"]), (&"toy".into(), &true.into()));
    assert_eq!(recount["detail"], "case \"toy/sum/n=8\": 3 contenders counted twice, equal");
    let legacy = &run["cases"][0]["contenders"][0];
    assert_eq!(legacy["witnesses"]["instructions"]["value"], 300_000.0);
    assert_eq!(legacy["criterion"]["value"], 30.0, "both targets of the second stage");
}

// B20
#[test]
fn unequal_counts_end_with_2_and_name_the_case_and_the_gate_refuses_the_run() {
    let lab = counting();
    let ended = lab.hotpair_with_bin("recount_differs", &RUN);
    let expected =
        "case \"toy/sum/n=8\": optimized took 100000 instructions, and 100001 when counted again";
    assert_eq!(ended.error(), (Some(2), expected), "{ended:?}");
    assert!(ended.stderr.ends_with(
        "hint:  something random is measured: a seed, an address that is hashed, a clock\n"
    ));
    let run = json(&lab.path("out/run.json"));
    let tests = run["instrument"]["self_tests"].as_array().unwrap();
    assert!(tests.iter().any(|test| test["name"] == "recount" && test["passed"] == false));
    let own = Lab::with_own_package();
    let path = lab.path("out/run.json").display().to_string();
    let ended = own.hotpair(&["gate", "--update", &path]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.error().1.starts_with("nothing recorded: self-test recount"), "{ended:?}");
}

// B19, B22
#[test]
fn a_count_of_zero_and_a_target_that_dies_end_with_2() {
    let lab = counting();
    for (fault, expected) in [
        ("callgrind_sees_nothing", "case \"toy/sum/n=8\": callgrind saw no instruction of legacy"),
        ("callgrind_dies", "the bench target `callgrind` ended with "),
    ] {
        let ended = lab.hotpair_with_bin(fault, &RUN);
        assert_eq!(ended.code, Some(2), "{fault} {ended:?}");
        assert!(ended.stderr.contains(&format!("\nerror: {expected}")), "{fault} {}", ended.stderr);
        assert!(!lab.path("out/run.json").exists(), "{fault}");
    }
}

// B17, B18, B23
#[test]
fn a_valgrind_that_is_too_old_or_cannot_run_is_told_before_anything_is_measured() {
    let lab = Lab::with_counts();
    for (script, what, way_out) in [
        ("echo valgrind-3.18.1", "valgrind 3.18.1 is older than 3.19", "apt-get install valgrind"),
        (
            "if [ \"$1\" = --version ]; then echo valgrind-3.22.0; exit; fi\n\
             echo '==7== Callgrind, a call-graph generating cache profiler' >&2\n\
             echo '==7== ' >&2\n\
             echo 'valgrind:  Fatal error at startup: a function redirection' >&2; exit 1",
            "valgrind cannot run here: valgrind:  Fatal error at startup: a function redirection",
            "`valgrind --tool=callgrind --callgrind-out-file=/dev/null true` shows its whole message",
        ),
    ] {
        lab.program("valgrind", script);
        let ended = lab.hotpair_with_bin("", &RUN);
        let expected = format!("instructions cannot be measured: {what}");
        assert_eq!(ended.error(), (Some(2), expected.as_str()), "{ended:?}");
        assert!(ended.stderr.ends_with(&format!("hint:  {way_out}\n")), "{ended:?}");
        // Not asked for by name, a run goes on and keeps the reason.
        let ended = lab.hotpair_with_bin("", &["run", "--out", "out"]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let missing = &json(&lab.path("out/run.json"))["plan"]["missing"][0];
        assert_eq!(missing["reason"], format!("{what}; {way_out}"));
    }
}
