//! The registry as every target reads it: ids, answers, digests.

use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs};

use benches::Scale;
use measure::{Case, Suite};

const DIGESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/digests.json");

#[test]
fn ids_are_unique_and_plain_in_both_scales() {
    for scale in [Scale::Full, Scale::Smoke] {
        let suite = Suite::from(benches::cases(scale));
        assert_eq!(suite.check_ids(), Ok(()), "{scale:?}");
    }
}

// A39: a form that builds too little is the fastest of all. The targets ask again before they measure, as released code.
#[test]
fn every_workload_answers_alike_in_its_smoke_size() {
    let name = |case: &Case| (case.hot_path, case.workload);
    let smoke = benches::cases(Scale::Smoke);
    for case in &smoke {
        assert!(case.check().is_ok(), "{:?}", case.check());
    }
    let full: BTreeSet<_> = benches::cases(Scale::Full).iter().map(name).collect();
    let smoke: BTreeSet<_> = smoke.iter().map(name).collect();
    assert_eq!(full, smoke, "every workload has a smoke size");
}

#[test]
fn first_contender_of_every_case_is_legacy() {
    for case in benches::cases(Scale::Full) {
        assert_eq!(case.contenders[0].name, "legacy", "{}", case.id());
    }
}

/// `HOTPAIR_UPDATE_DIGESTS=1 cargo test --release -p benches --test registry` records them anew.
#[test]
fn every_case_has_a_recorded_digest_and_no_other_has() {
    let cases = benches::cases(Scale::Full);
    if env::var_os("HOTPAIR_UPDATE_DIGESTS").is_some() {
        let digest = |case: &Case| (case.id(), case.check().expect("contenders agree").digest());
        let digests: BTreeMap<String, String> = cases.iter().map(digest).collect();
        let text = serde_json::to_string_pretty(&digests).expect("texts are JSON") + "\n";
        fs::write(DIGESTS, text).expect("the package's folder is writable");
    }
    let text = fs::read_to_string(DIGESTS).expect("the file is committed");
    let recorded: BTreeMap<String, String> =
        serde_json::from_str(&text).expect("an object of texts");
    let ids: BTreeSet<String> = cases.iter().map(Case::id).collect();
    assert_eq!(recorded.into_keys().collect::<BTreeSet<_>>(), ids);
}

// B29
#[test]
fn operations_of_nanoseconds_run_over_a_block_per_iteration() {
    let short = ["prefix", "partial", "single", "stream", "search"];
    let cases = benches::cases(Scale::Full);
    for case in cases.iter().filter(|case| short.contains(&case.workload)) {
        assert!(case.operations >= 64, "{}: {} operations", case.id(), case.operations);
    }
}

#[test]
fn claims_name_cases_and_contenders_that_exist() {
    let suite = benches::suite();
    for claim in &suite.claims {
        for id in &claim.cases {
            let case = suite.cases.iter().find(|case| case.id() == *id);
            let case = case.unwrap_or_else(|| panic!("{}: no case {id}", claim.id));
            assert!(
                case.contender(&claim.contender).is_some(),
                "{}: {id} lacks {}",
                claim.id,
                claim.contender
            );
        }
    }
    let ids: BTreeSet<&str> = suite.claims.iter().map(|claim| claim.id.as_str()).collect();
    assert_eq!(ids.len(), suite.claims.len(), "ids of claims are unique");
}

#[test]
fn checks_of_a_run_find_no_difference_on_two_seeds() {
    for check in benches::suite().checks {
        for seed in [1, 2] {
            let compared = (check.compare)(seed);
            assert!(
                compared.as_ref().is_ok_and(|&count| count > 0),
                "{}: {compared:?}",
                check.topic
            );
        }
    }
}

#[test]
fn rules_of_the_gate_name_cases_that_exist() {
    let policy = include_str!("../gate.toml");
    let named = policy.lines().filter_map(|line| line.strip_prefix("case = \"")?.strip_suffix('"'));
    let named: Vec<&str> = named.collect();
    assert_eq!(named.len(), policy.matches("\ncase").count());
    let cases = benches::cases(Scale::Full);
    let ids: BTreeSet<String> = cases.iter().map(Case::id).collect();
    for id in named {
        assert!(ids.contains(id), "no case {id}");
    }
}

// B27: the harness has threads that allocate, and the counters see the whole process.
#[test]
fn programs_that_count_bytes_have_no_test_harness() {
    let manifest = include_str!("../Cargo.toml");
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests")).expect("tests");
    let mut found = 0;
    for path in folder.map(|entry| entry.expect("an entry").path()) {
        let Ok(source) = fs::read_to_string(&path) else { continue };
        if source.contains("#[global_allocator]\n") {
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a plain name");
            let row = format!("[[test]]\nname = \"{name}\"\nharness = false\n");
            assert!(manifest.contains(&row), "{name}");
            found += 1;
        }
    }
    assert!(found >= 5, "{found}");
}

// B29
#[test]
fn operations_of_a_few_nanoseconds_come_in_blocks() {
    let short = ["prefix", "partial", "single", "stream", "search"];
    for case in benches::cases(Scale::Full).iter().filter(|case| short.contains(&case.workload)) {
        assert!(case.operations >= 64, "{}: {} per iteration", case.id(), case.operations);
    }
}
