//! The verbs that read a run: `report`, `show`, `export`; and the help.

use std::fs;
use std::process::Stdio;

use crate::lab::Lab;

#[test]
fn pages_are_written_again_under_names_that_do_not_collide() {
    let lab = Lab::new();
    let run = lab.run("");
    let first = fs::read_to_string(lab.path("out/report.html")).unwrap();
    fs::remove_file(lab.path("out/report.html")).unwrap();
    fs::copy(&run, lab.path("out/last week.json")).unwrap();
    let ended = lab.hotpair(&["report", "out/run.json", "out/last week.json"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let expected = [
        "last week.html",
        "last week.json",
        "last week.md",
        "report.html",
        "report.md",
        "run.json",
    ];
    assert_eq!(lab.files("out"), expected);
    assert_eq!(fs::read_to_string(lab.path("out/report.html")).unwrap(), first);
}

#[test]
fn a_damaged_file_among_several_leaves_nothing_half_done() {
    let lab = Lab::new();
    let run = lab.run("");
    fs::remove_file(lab.path("out/report.html")).unwrap();
    fs::write(lab.path("cut.json"), &fs::read_to_string(run).unwrap()[..900]).unwrap();
    let ended = lab.hotpair(&["report", "out/run.json", "cut.json"]);
    let (code, line) = ended.error();
    assert_eq!(code, Some(2), "{ended:?}");
    assert!(line.contains("cut.json"), "{line}");
    assert!(!lab.path("out/report.html").exists());
}

#[test]
fn cases_and_claims_are_shown_and_exported() {
    let lab = Lab::new();
    lab.run("");
    for what in ["toy/sum/n=8", "toy-1", "claims"] {
        let ended = lab.hotpair(&["show", what, "out/run.json"]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.stdout.contains("optimized") || what == "claims", "{what} {}", ended.stdout);
        assert!(ended.stdout.contains("toy"), "{what} {}", ended.stdout);
    }
    assert_eq!(lab.hotpair(&["show", "toy/sun/n=8", "out/run.json"]).code, Some(2));
    let ended = lab.hotpair(&["export", "--format", "csv", "out/run.json"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.stdout.starts_with("hot_path,case,origin,contender,role,witness,unit,value,"));
    assert!(
        ended.stdout.contains("toy,toy/sum/n=8,ticket,optimized,optimized,cpu_time,ns_per_op,10")
    );
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error_and_a_full_disk_is_one() {
    let lab = Lab::new();
    lab.run("");
    let arguments = ["export", "--format", "csv", "out/run.json"];
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = lab.command(&arguments).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let mut child = lab.command(&arguments).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn every_verb_has_an_example_in_its_help() {
    let lab = Lab::new();
    for verb in ["run", "report", "gate", "show", "export"] {
        for flag in ["-h", "--help"] {
            let ended = lab.hotpair(&[verb, flag]);
            assert_eq!(ended.code, Some(0), "{ended:?}");
            let example = format!("Example: hotpair {verb}");
            assert!(ended.stdout.contains(&example), "{}", ended.stdout);
        }
    }
    let ended = lab.hotpair(&["--help"]);
    assert!(
        ended.stdout.contains("Exit codes: 0 pass; 1 regression or wrong answer; 2 cannot judge")
    );
}
