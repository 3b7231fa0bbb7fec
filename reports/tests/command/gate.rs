//! `hotpair gate`, with planted faults and the codes they must give.

use std::fs;
use std::path::Path;

use crate::lab::{Lab, json};

/// A package whose counts are locked.
fn locked() -> Lab {
    let lab = Lab::with_own_package();
    let run = Lab::new().run_into(&lab, "");
    let ended = lab.hotpair(&["gate", "--update", name(&run)]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    lab
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

impl Lab {
    /// Measures the shared package, which is built already, into another lab.
    fn run_into(&self, other: &Lab, fault: &str) -> std::path::PathBuf {
        let out = other.path("out");
        let ended = self.with_fault(fault, &["run", "--out", name(&out)]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        out.join("run.json")
    }
}

#[test]
fn planted_faults_give_their_codes() {
    let lab = locked();
    let shared = Lab::new();
    for (fault, arguments, code, line) in [
        ("", vec![], 0, "gate: pass"),
        ("", vec!["--locked"], 0, "gate: pass"),
        ("slow", vec![], 1, "toy/sum/n=8: optimized cpu_time: worse (0.50x), expected better"),
        (
            "more_bytes",
            vec![],
            1,
            "toy/sum/n=8: optimized: 8 B in 1 blocks, locked 0 B in 0 blocks",
        ),
        ("fewer_bytes", vec!["--locked"], 1, "toy/sum/n=8: legacy: 56 B in 7 blocks, locked 64 B"),
        ("inconclusive", vec![], 3, "toy/sum/n=8: optimized cpu_time: inconclusive"),
        ("self_test", vec![], 2, "self-test addresses"),
        ("dhat_blind", vec![], 2, "self-test dhat"),
        (
            "case_removed",
            vec![],
            2,
            "toy/sum/n=64: legacy: locked, but the catalogue has no such case",
        ),
    ] {
        let run = shared.run_into(&lab, fault);
        let mut all = vec!["gate", name(&run)];
        all.extend(arguments);
        let ended = lab.hotpair(&all);
        assert_eq!(ended.code, Some(code), "{fault} {ended:?}");
        assert!(ended.stdout.contains(line), "{fault} {}", ended.stdout);
        let last = ended.stdout.lines().last().unwrap();
        assert!(last.starts_with("gate: "), "{last}");
    }
}

#[test]
fn fewer_bytes_pass_and_are_recorded_on_purpose() {
    let lab = locked();
    let lock = lab.path("measured package/counts.lock.json");
    let run = Lab::new().run_into(&lab, "fewer_bytes");
    // Fewer bytes of legacy make the optimized side worse by ratio where both were equal: that is another rule.
    let policy = lab.path("measured package/gate.toml");
    let text = fs::read_to_string(&policy).unwrap().replace("\"equivalent\"", "\"worse\"");
    fs::write(&policy, text).unwrap();
    let ended = lab.hotpair(&["gate", name(&run)]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.stdout.contains("improved"), "{}", ended.stdout);
    let ended = lab.hotpair(&["gate", "--update", name(&run)]);
    assert!(ended.stdout.contains("toy/sum/n=8: legacy: 64 B in 8 blocks to 56 B in 7 blocks"));
    assert_eq!(json(&lock)["counts"]["toy/sum/n=8"]["legacy"]["bytes"], 56);
    assert_eq!(lab.hotpair(&["gate", "--locked", name(&run)]).code, Some(0));
}

#[test]
fn nothing_is_recorded_from_an_instrument_that_failed() {
    let lab = Lab::with_own_package();
    let run = Lab::new().run_into(&lab, "dhat_blind");
    let ended = lab.hotpair(&["gate", "--update", name(&run)]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.error().1.starts_with("nothing recorded: self-test dhat"));
    assert!(!lab.path("measured package/counts.lock.json").exists());
}

#[test]
fn a_package_without_a_policy_is_not_judged_and_gets_a_first_one_on_purpose() {
    let lab = Lab::with_own_package();
    let policy = lab.path("measured package/gate.toml");
    fs::remove_file(&policy).unwrap();
    let run = Lab::new().run_into(&lab, "");
    let ended = lab.hotpair(&["gate", name(&run)]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.stderr.ends_with("`hotpair gate --update` writes a first one from a run\n"));
    assert!(!policy.exists());
    let ended = lab.hotpair(&["gate", "--update", name(&run)]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.stdout.contains("gate.toml: a first policy, 2 expectations"), "{ended:?}");
    let text = fs::read_to_string(&policy).unwrap();
    assert!(text.contains("case = \"toy/sum/n=8\"\ncontender = \"optimized\""), "{text}");
    assert!(text.contains("required = [\n    \"addresses\""), "{text}");
    assert_eq!(lab.hotpair(&["gate", name(&run)]).code, Some(0));
    let run = Lab::new().run_into(&lab, "slow");
    assert_eq!(lab.hotpair(&["gate", name(&run)]).code, Some(1));
    // From now on it is edited by hand.
    assert_eq!(lab.hotpair(&["gate", "--update", name(&run)]).code, Some(1));
    assert_eq!(fs::read_to_string(&policy).unwrap(), text);
}

#[test]
fn whatever_is_missing_or_damaged_cannot_be_judged() {
    let lab = locked();
    let run = lab.path("out/run.json");
    let text = fs::read_to_string(&run).unwrap();
    for (file, damaged, message) in [
        ("out/run.json", &text[..text.len() / 2], "run.json"),
        ("out/run.json", "", "run.json"),
        ("out/run.json", "[]", "run.json"),
        ("measured package/gate.toml", "version =", "gate.toml: line 1"),
        ("measured package/counts.lock.json", "{}", "counts.lock.json"),
    ] {
        let path = lab.path(file);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, damaged).unwrap();
        let ended = lab.hotpair(&["gate", "out/run.json"]);
        let (code, line) = ended.error();
        assert_eq!(code, Some(2), "{file} {ended:?}");
        assert!(line.contains(message), "{file} {line}");
        assert!(ended.stderr.lines().count() <= 2, "{ended:?}");
        fs::write(&path, whole).unwrap();
    }
    for file in ["measured package/gate.toml", "measured package/counts.lock.json", "out/run.json"]
    {
        let path = lab.path(file);
        let aside = lab.path("aside");
        fs::rename(&path, &aside).unwrap();
        assert_eq!(lab.hotpair(&["gate", "out/run.json"]).code, Some(2), "{file}");
        fs::rename(&aside, &path).unwrap();
    }
    assert_eq!(lab.hotpair(&["gate", "out/run.json"]).code, Some(0));
}

#[test]
fn cases_that_a_quick_run_left_out_are_listed_and_pass() {
    let lab = locked();
    let out = lab.path("quick");
    let ended = Lab::new().hotpair(&["run", "--quick", "--out", name(&out)]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let ended = lab.hotpair(&["gate", "quick/run.json"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.stdout.contains("not in this run  toy/sum/n=64: optimized allocated_bytes"));
}
