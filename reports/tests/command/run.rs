//! `hotpair run`.

use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

use crate::lab::{Lab, json};

#[test]
fn a_run_leaves_a_valid_run_file_with_page_and_markdown_and_nothing_else() {
    let lab = Lab::new();
    let ended = lab.hotpair(&["run", "--out", "out"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(lab.files("out"), ["report.html", "report.md", "run.json"]);
    let run = json(&lab.path("out/run.json"));
    assert_eq!(run["complete"], true);
    assert_eq!(run["cases"].as_array().unwrap().len(), 5);
    assert_eq!(run["claims"][0]["status"], "reproduced");
    assert!(ended.stdout.contains("better"), "the table of verdicts: {}", ended.stdout);
    assert!(ended.stdout.ends_with("out/run.json\nout/report.html\nout/report.md\n"));

    let schema = schemars::schema_for!(measure::record::Run);
    let validator = jsonschema::validator_for(&serde_json::to_value(schema).unwrap()).unwrap();
    let errors: Vec<String> = validator.iter_errors(&run).map(|error| error.to_string()).collect();
    assert_eq!(errors, Vec::<String>::new());
}

#[test]
fn a_run_file_names_no_folder_no_user_and_no_host() {
    let lab = Lab::new();
    let run = lab.run("");
    let text = fs::read_to_string(run).unwrap();
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let home = env::var("HOME").unwrap_or_default();
    let folder = lab.folder.path().display().to_string();
    for name in [home.as_str(), &folder, env!("CARGO_MANIFEST_DIR"), "/tmp", "/home"] {
        assert!(name.is_empty() || name == "/" || !text.contains(name), "{name}");
    }
    // A short host name may be a part of an honest word.
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '-'));
    assert!(!words.any(|word| word == host.trim() && !word.is_empty()), "{host}");
}

#[test]
fn only_what_is_selected_is_planned_and_the_catalogue_stays_whole() {
    let lab = Lab::new();
    let witnesses = "allocated_bytes,allocated_blocks";
    for (arguments, cases, witnesses) in [
        (vec!["--quick"], 1, 3),
        (vec!["--only", "toy/sum/n=64"], 1, 3),
        (vec!["--only", "n=64", "--only", "real"], 2, 3),
        (vec!["--witness", witnesses], 5, 2),
        (vec!["--witness", "cpu_time", "--quick"], 1, 1),
    ] {
        let mut all = vec!["run", "--out", "out", "--seed", "7"];
        all.extend(&arguments);
        let ended = lab.hotpair(&all);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let run = json(&lab.path("out/run.json"));
        assert_eq!(run["cases"].as_array().unwrap().len(), cases, "{arguments:?}");
        assert_eq!(run["plan"]["catalogue"].as_array().unwrap().len(), 5);
        let planned = run["plan"]["cases"][0]["contenders"].as_object().unwrap();
        assert_eq!(planned.len(), witnesses, "{arguments:?}");
        assert_eq!(run["seed"], 7);
    }
}

#[test]
fn a_long_run_has_a_verdict_for_every_contender_of_every_case() {
    let lab = Lab::new();
    let ended = lab.hotpair(&["run", "--long", "--out", "out"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let run = json(&lab.path("out/run.json"));
    assert_eq!((&run["plan"]["long"], &run["command"][2]), (&true.into(), &"--long".into()));
    for case in run["cases"].as_array().unwrap() {
        let rows = case["comparisons"].as_array().unwrap();
        let timed = rows.iter().filter(|row| row["witness"] == "cpu_time").count();
        let contenders = case["contenders"].as_array().unwrap();
        assert_eq!(timed, contenders.len() - 1, "{case}");
    }
}

#[test]
fn a_list_measures_nothing_and_writes_nothing() {
    let lab = Lab::new();
    // Every job would fail.
    let ended = lab.with_fault("panic", &["run", "--list", "--out", "out"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.stdout.lines().count(), 5);
    assert!(ended.stdout.starts_with("toy/sum/n=8  legacy optimized control std\n"));
    assert!(!lab.path("out").exists());
}

#[test]
fn bad_arguments_are_told_in_a_line_with_a_hint() {
    let lab = Lab::new();
    fs::write(lab.path("file"), "").unwrap();
    for (arguments, expected) in [
        (vec!["run", "--only", "toy/sun/n=8"], "0 of 5 cases match \"toy/sun/n=8\""),
        (vec!["run", "--quick", "--only", "n=64"], "0 of 1 headline cases match \"n=64\""),
        (vec!["run", "--out", "file"], "file: cannot be written to"),
        (vec!["run", "--out", "file/out"], "file/out: cannot be written to"),
        (vec!["run", "--frobnicate"], "unexpected argument '--frobnicate' found"),
        (vec!["run", "--long", "--quick"], "the argument '--long' cannot be used with '--quick'"),
        (
            vec!["run", "--shard", "4/3"],
            "invalid value '4/3' for '--shard <K/N>': a part is K/N with K from 1 to N, such as 2/4",
        ),
        (vec!["run", "--shard", "half"], "invalid value 'half' for '--shard <K/N>': a part is"),
        (vec!["run", "--shard", "1/3"], "--shard 1/3: the selection falls into 2 parts at most"),
        (
            vec!["run", "--layouts", "1"],
            "invalid value '1' for '--layouts <N>': 1 is not in 2..=64",
        ),
        (
            vec!["run", "--layouts", "2", "--only", "real_words"],
            "--layouts: no headline case is to be timed",
        ),
        (
            vec!["run", "--layouts", "2", "--witness", "allocated_bytes"],
            "--layouts: no headline case is to be timed",
        ),
        (vec!["run", "--witness", "colour"], "invalid value 'colour'"),
        (vec!["run", "--seed", "x"], "invalid value 'x'"),
        (vec!["measure"], "unrecognized subcommand 'measure'"),
        (vec![], "no verb is given"),
        (vec!["run", "--witness", "instructions"], "instructions cannot be measured: "),
        (vec!["show", "toy-1", "nowhere.json"], "nowhere.json: "),
        (vec!["report"], "the following required arguments were not provided: <RUN.json>..."),
    ] {
        let ended = lab.hotpair(&arguments);
        let (code, message) = ended.error();
        assert_eq!(code, Some(2), "{arguments:?} {ended:?}");
        assert!(message.starts_with(expected), "{arguments:?} {message}");
        // Cargo's own lines are indented.
        let said = ended.stderr.lines().filter(|line| !line.starts_with(' '));
        assert!(said.count() <= 2, "{ended:?}");
        assert_eq!(ended.stdout, "");
    }
    assert_eq!(lab.files("."), ["file"], "nothing is half written");
}

#[test]
fn without_valgrind_a_run_goes_on_and_says_so_and_stops_only_when_asked_for_instructions() {
    let lab = Lab::new();
    // Cargo and git stay, valgrind does not.
    let bin = lab.path("bin");
    fs::create_dir(&bin).unwrap();
    let path = env::var_os("PATH").unwrap();
    for program in ["cargo", "rustc", "cc", "ld", "git", "getconf"] {
        let found = env::split_paths(&path).map(|folder| folder.join(program));
        if let Some(found) = found.into_iter().find(|found| found.exists()) {
            std::os::unix::fs::symlink(found, bin.join(program)).unwrap();
        }
    }
    let output = lab.command(&["run", "--out", "out"]).env("PATH", &bin).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let missing = &json(&lab.path("out/run.json"))["plan"]["missing"];
    assert_eq!(missing[0]["witness"], "instructions");
    let reason = "valgrind is not installed; apt-get install valgrind";
    assert_eq!(missing[0]["reason"], reason);

    let output =
        lab.command(&["run", "--witness", "instructions"]).env("PATH", &bin).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = "error: instructions cannot be measured: valgrind is not installed\n\
                    hint:  apt-get install valgrind\n";
    assert_eq!(said, expected);
}

#[test]
fn what_a_target_says_is_passed_on_with_its_code_and_no_run_file_is_left() {
    let lab = Lab::new();
    lab.run("");
    for (fault, code, message) in [
        ("wrong_answer", 1, "toy/sum/n=8: optimized answers 3, not 4"),
        ("cannot_measure", 2, "two measured loops share an address"),
        ("panic", 2, "`paired` ended with exit status: 101: "),
        ("no_result", 2, "`paired` left no result"),
        (
            "not_timed",
            2,
            "the run is not complete: case \"toy/real_words\": legacy has no cpu_time",
        ),
    ] {
        let ended = lab.with_fault(fault, &["run", "--out", "out"]);
        let (seen, line) = ended.error();
        assert_eq!(seen, Some(code), "{fault} {ended:?}");
        assert!(line.starts_with(message), "{fault} {line}");
        assert!(!lab.path("out/run.json").exists(), "{fault}");
        assert_eq!(json(&lab.path("out/run.partial.json"))["complete"], false);
    }
    let ended = lab.with_fault("wrong_answer", &["run", "--out", "out"]);
    assert!(ended.stderr.ends_with("hint:  compare the two sources\n"));
    assert_eq!(ended.stdout, "", "no answer, no number");
}

#[test]
fn a_package_of_another_version_is_refused_before_anything_is_written() {
    let lab = Lab::new();
    let ended = lab.with_fault("old_package", &["run", "--out", "out"]);
    let expected = "`paired --catalogue`: is \"hotpair.catalogue\" version 0";
    assert_eq!(ended.error(), (Some(2), expected));
    assert_eq!(lab.files("out"), Vec::<String>::new());
}

// B11
#[test]
fn a_killed_run_leaves_no_file_that_looks_complete() {
    let lab = Lab::new();
    lab.run("");
    let mut child = lab
        .command(&["run", "--out", "out"])
        .env("MEASURED_FAULT", "sleep")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let patience = Instant::now();
    while !lab.path("out/run.partial.json").exists() {
        assert!(patience.elapsed() < Duration::from_mins(2), "no partial file");
        sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(lab.files("out"), ["run.partial.json"]);
    for arguments in [
        vec!["gate", "out/run.partial.json"],
        vec!["export", "--format", "csv", "out/run.partial.json"],
    ] {
        assert_eq!(lab.hotpair(&arguments).code, Some(2), "{arguments:?}");
    }
    let ended = lab.hotpair(&["report", "out/run.partial.json"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(lab.files("out"), ["report.html", "report.md", "run.partial.json"]);
}

// B12, B13
#[test]
fn without_an_output_folder_the_files_go_where_cargo_builds() {
    let lab = Lab::new();
    let target = lab.path("another target");
    let output = lab.command(&["run"]).env("CARGO_TARGET_DIR", "another target").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(target.join("hotpair/run.json").is_file());
    let output =
        lab.command(&["show", "toy-1"]).env("CARGO_TARGET_DIR", "another target").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    // An empty name is none, where cargo itself takes it for an error: the package's own folder, which has no run.
    let output = lab.command(&["show", "toy-1"]).env("CARGO_TARGET_DIR", "").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: there is no run yet\n"), "{said}");
}
