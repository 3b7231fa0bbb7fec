//! A run in shards: each measures its part, and the readers take them together.

use std::fs;

use crate::lab::{Lab, json};

/// Both shards of a long run, as `1/run.json` and `2/run.json`.
fn measured() -> Lab {
    let lab = Lab::new();
    for number in ["1", "2"] {
        let shard = format!("{number}/2");
        let ended = lab.hotpair(&["run", "--long", "--shard", &shard, "--out", number]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.stderr.contains(&format!("shard {number} of 2: ")), "{}", ended.stderr);
        assert!(ended.stdout.contains(&format!("shard {number} of 2: ")), "{}", ended.stdout);
    }
    lab
}

const BOTH: [&str; 2] = ["1/run.json", "2/run.json"];

fn with<'a>(words: &[&'a str], files: &[&'a str]) -> Vec<&'a str> {
    [words, files].concat()
}

#[test]
fn shards_share_the_cases_and_say_the_same_together_as_a_run_in_one_piece() {
    let lab = measured();
    let ids = |file: &str| -> Vec<String> {
        let run = json(&lab.path(file));
        let cases = run["cases"].as_array().unwrap();
        cases.iter().map(|case| case["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(BOTH[0]), ["toy/sum/n=8", "toy/sum/n=64", "toy/sum/n=512", "toy/sum/n=4096"]);
    assert_eq!(ids(BOTH[1]), ["toy/real_words"]);
    let listed = lab.hotpair(&["run", "--list", "--shard", "2/2"]);
    assert_eq!(listed.stdout.lines().count(), 1, "{listed:?}");

    let ended = lab.hotpair(&["run", "--long", "--out", "whole"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let csv = |files: &[&str]| lab.hotpair(&with(&["export", "--format", "csv"], files));
    let whole = csv(&["whole/run.json"]);
    assert_eq!(whole.code, Some(0), "{whole:?}");
    assert_eq!(csv(&BOTH).stdout, whole.stdout);
    assert_eq!(csv(&["2/run.json", "1/run.json"]).stdout, whole.stdout);
    let shown = lab.hotpair(&with(&["show", "toy/real_words"], &BOTH));
    assert!(shown.stdout.contains("measured in shard 2 of 2"), "{shown:?}");
    let claims = lab.hotpair(&with(&["show", "claims"], &BOTH));
    assert!(claims.stdout.starts_with("1 of 1 claim hold"), "{claims:?}");
}

#[test]
fn a_report_of_shards_is_one_page_and_a_run_file_that_stays_as_it_is() {
    let lab = measured();
    let ended = lab.hotpair(&with(&["report"], &BOTH));
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.stdout, "1/joined.json\n1/joined.html\n1/joined.md\n");
    let joined = json(&lab.path("1/joined.json"));
    let schema = schemars::schema_for!(measure::record::Run);
    let validator = jsonschema::validator_for(&serde_json::to_value(schema).unwrap()).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&joined).map(|error| error.to_string()).collect();
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(joined["shards"].as_array().unwrap().len(), 2);
    assert_eq!(joined["command"], serde_json::json!(["hotpair", "run", "--long"]));
    let page = fs::read_to_string(lab.path("1/joined.html")).unwrap();
    assert!(page.contains("The parts that this run was joined from"));
    let shard = fs::read_to_string(lab.path("1/report.html")).unwrap();
    assert!(shard.contains("This is shard 1 of 2 of a run."));

    fs::create_dir(lab.path("again")).unwrap();
    let other_order = lab.hotpair(&["report", "2/run.json", "1/run.json"]);
    assert_eq!(other_order.code, Some(0), "{other_order:?}");
    let text = |file: &str| fs::read_to_string(lab.path(file)).unwrap();
    assert_eq!(text("1/joined.json"), text("2/joined.json"));
    let ended = lab.hotpair(&["report", "1/joined.json"]);
    assert_eq!(ended.stdout, "1/joined.html\n1/joined.md\n");
    assert_eq!(text("1/joined.html"), page);
    assert_eq!(
        lab.hotpair(&["gate", "1/joined.json"]).code,
        lab.hotpair(&with(&["gate"], &BOTH)).code
    );
}

#[test]
fn the_gate_takes_all_shards_or_none() {
    let lab = Lab::with_own_package();
    let built = Lab::new();
    for number in ["1", "2"] {
        let out = lab.path(number);
        let out = out.to_str().unwrap();
        let shard = format!("{number}/2");
        let ended = built.hotpair(&["run", "--shard", &shard, "--seed", number, "--out", out]);
        // Shards with seeds of their own in the command are no shards of one run.
        assert_eq!(ended.code, Some(0), "{ended:?}");
    }
    let ended = lab.hotpair(&with(&["gate"], &BOTH));
    let expected = "2/run.json: command is \"hotpair run --seed 2\", and 1/run.json has \"hotpair run --seed 1\"";
    assert_eq!(ended.error(), (Some(2), expected), "{ended:?}");

    for number in ["1", "2"] {
        let out = lab.path(number);
        let shard = format!("{number}/2");
        let ended = built.hotpair(&["run", "--shard", &shard, "--out", out.to_str().unwrap()]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
    }
    let ended = lab.hotpair(&with(&["gate", "--update"], &BOTH));
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let ended = lab.hotpair(&with(&["gate", "--locked"], &BOTH));
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.stdout.contains("0 not in this run"), "{}", ended.stdout);
    for (files, message) in [
        (vec!["1/run.json"], "1/run.json: is shard 1 of 2; missing: 2"),
        (vec!["2/run.json"], "2/run.json: is shard 2 of 2; missing: 1"),
        (vec!["1/run.json", "1/run.json"], "1/run.json: is shard 1 of 2, and so is 1/run.json"),
        (vec!["1/run.json", "2/run.json", "2/run.json"], "2/run.json: is shard 2 of 2, and so is"),
        (vec!["1/run.json", "none.json"], "none.json: no such file"),
    ] {
        for verb in [
            vec!["gate"],
            vec!["show", "claims"],
            vec!["export", "--format", "csv"],
            vec!["report"],
        ] {
            let ended = lab.hotpair(&with(&verb, &files));
            let (code, line) = ended.error();
            assert_eq!(code, Some(2), "{verb:?} {files:?} {ended:?}");
            assert!(line.starts_with(message), "{verb:?} {files:?} {line}");
            assert_eq!(ended.stdout, "", "{verb:?} {files:?}");
        }
    }
}
